"""The luck of draws and deals, with all hands known and the order of the well unknown (bots/position_value.py)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tricorn.bots.position_value import (
    CHANCES,
    LEADS,
    deal_luck,
    draw_luck,
    empty_valuing,
    init_valuing,
    read_row,
    value_round,
)
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.editions import Edition
from tricorn.game import Game
from tricorn.record import Drew, MoveEvent, Record
from tricorn.round import Round
from tricorn.tiles import TILES, Tile

__all__ = ["Fortune", "Luck", "Valuer", "is_open", "luck_at", "luck_of"]


class Fortune(NamedTuple):
    """For each seat, the chance of winning the game and the lead in points, or a change of both."""

    chances: tuple[float, ...]
    leads: tuple[float, ...]


@dataclass(frozen=True)
class Luck:
    """How much a deal (`seat` is None) or a drawn tile changed the fortune of every seat."""

    event: int  # its index among the record's events; for a deal, that of the first move
    round: int
    seat: int | None
    tile: Tile | None
    change: Fortune


def is_open(current: Round) -> bool:
    """Whether all hands and all cells of a round are known; the order of the well need not be."""
    if any(current.hidden) or not current.located:
        return False
    known = current.on_table | current.in_hands()
    return len(TILES) - known.bit_count() == len(current.well)


class Valuer:
    """Estimates values of positions under one edition by playouts with their own generator."""

    def __init__(self, edition: Edition, players: int, playouts: int, seed: int = 0) -> None:
        self._rules = rules_for(edition)
        self._players = players
        self._playouts = playouts
        self._valuing = empty_valuing()
        init_valuing(self._valuing)
        self._rng = new_rng(seed, 0)

    def position(self, current: Round) -> Fortune:
        """A rough estimate of a position in an open round."""
        value_round(current.state, self._rules, _turn(current), self._playouts, self._valuing, self._rng)
        return self._fortune()

    def draw(self, current: Round, tile: Tile) -> Fortune:
        """The luck of the player on turn in drawing this tile in an open round."""
        seat, playouts = _turn(current), self._playouts
        draw_luck(current.state, self._rules, seat, tile.index, playouts, self._valuing, self._rng)
        return self._fortune()

    def deal(self, current: Round) -> Fortune:
        """The luck of a deal and its lot, before the first tile is placed."""
        deal_luck(current.state, self._rules, _turn(current), self._playouts, self._valuing, self._rng)
        return self._fortune()

    def _fortune(self) -> Fortune:
        chances, leads = (read_row(self._valuing.values, offset, self._players) for offset in (CHANCES, LEADS))
        return Fortune(tuple(chances), tuple(leads))


def _turn(current: Round) -> int:
    """The seat on turn in an open round."""
    assert current.turn is not None
    return current.turn


def luck_at(valuer: Valuer, game: Game, index: int, event: MoveEvent) -> Iterator[Luck]:
    """The luck of an event in an open round: that of the deal before the first move, and that of a draw."""
    current = game.round
    assert current is not None
    if not current.started:
        yield Luck(index, current.number, None, None, valuer.deal(current))
    if isinstance(event, Drew) and event.tile is not None:
        yield Luck(index, current.number, event.seat, event.tile, valuer.draw(current, event.tile))


def luck_of(record: Record, playouts: int, seed: int = 0) -> list[Luck]:
    """The luck in a game whose hands are all on record; the part of a review that needs no search."""
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    valuer = Valuer(game.edition, game.players, playouts, seed)
    events: list[Luck] = []
    for index, event in enumerate(game.replay(record)):
        if isinstance(event, MoveEvent) and game.round is not None and is_open(game.round):
            events += luck_at(valuer, game, index, event)
    return events
