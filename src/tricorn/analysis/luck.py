"""The luck of draws and deals, with all hands known and the order of the well unknown.

The luck of a draw is the value after drawing that tile minus the mean over all tiles of the well. The luck of a deal is
the value of the deal minus the value of the scores alone. Values are estimated by playouts with their own generator.
Both terms of a difference have the same expectation over all outcomes, so luck has mean zero whatever the quality of
the playouts; docs/review.md has the proof.

In the playouts all seats play at level medium. All hands are known here, so players who always choose in the same way
would make the outcome look more certain than it is. Medium players choose in one of two ways at random; with them, luck
explains more of the results.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tricorn.bots.position_value import CHANCES, LEADS, VALUES_SIZE, read_row, value_deals, value_position
from tricorn.bots.snapshot import SNAPSHOT_SIZE
from tricorn.core import layout as at
from tricorn.core.compile import floats, ints
from tricorn.core.heuristic import new_policies
from tricorn.core.layout import MAX_SEATS
from tricorn.core.policy import MEDIUM
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import DRAW, apply_choice, copy_without_hands, new_state
from tricorn.editions import Edition
from tricorn.game import Game
from tricorn.record import Drew, MoveEvent, Record
from tricorn.round import Round
from tricorn.tiles import ALL_TILES, TILES, Tile, tiles_of

__all__ = ["Fortune", "Luck", "Valuer", "is_open", "luck_at", "luck_of"]

_MIN_PLAYOUTS = 8  # for each tile that could have been drawn
# Multiples of the playouts for the value of a deal and for that of the scores: there is more luck in a deal than in a
# draw, and there are fewer deals.
_DEAL_FACTOR, _SCORES_FACTOR = 2, 4
_POSITION_DIVISOR = 5  # a chart needs only a fifth of the playouts


class Fortune(NamedTuple):
    """For each seat, the chance of winning the game and the lead in points, or a change of both."""

    chances: tuple[float, ...]
    leads: tuple[float, ...]

    def minus(self, other: Fortune) -> Fortune:
        """The difference, seat by seat."""
        return Fortune(_difference(self.chances, other.chances), _difference(self.leads, other.leads))


def _difference(minuends: Sequence[float], subtrahends: Sequence[float]) -> tuple[float, ...]:
    return tuple(minuend - subtrahend for minuend, subtrahend in zip(minuends, subtrahends, strict=True))


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
    """Estimates values of positions under one edition by playouts."""

    def __init__(self, edition: Edition, players: int, playouts: int, seed: int = 0) -> None:
        self._rules = rules_for(edition)
        self._hand_size = edition.tiles_dealt(players)
        self._players = players
        self._playouts = playouts
        self._state, self._dealt = new_state(players), new_state(players)
        self._policies = new_policies([MEDIUM] * players)
        self._saved, self._scores = ints(SNAPSHOT_SIZE), ints(2 * MAX_SEATS)
        self._scratch, self._values = floats(MAX_SEATS), floats(VALUES_SIZE)
        self._rng = new_rng(seed, 0)

    def position(self, current: Round) -> Fortune:
        """A rough estimate of a position in an open round."""
        self._fill(current, _well(current))
        return self._value(self._playouts // _POSITION_DIVISOR + 1)

    def draw(self, current: Round, tile: Tile) -> Fortune:
        """The luck of the player on turn in drawing this tile in an open round."""
        well = _well(current)
        playouts = max(min(_MIN_PLAYOUTS, self._playouts), self._playouts // len(well))
        outcomes = [self._after_drawing(current, other, playouts) for other in well]
        mean = Fortune(_means(value.chances for value in outcomes), _means(value.leads for value in outcomes))
        return self._after_drawing(current, tile, self._playouts).minus(mean)

    def _after_drawing(self, current: Round, tile: Tile, playouts: int) -> Fortune:
        self._fill(current, [tile, *(other for other in _well(current) if other != tile)])
        apply_choice(self._state, self._rules, DRAW)
        return self._value(playouts)

    def deal(self, current: Round) -> Fortune:
        """The luck of a deal and its lot, before the first tile is placed."""
        self._fill(current, _well(current))
        dealt = self._value(_DEAL_FACTOR * self._playouts)
        self._dealt[at.ROUND] = current.number
        for seat, score in enumerate(current.scores):
            self._scores[seat] = score
        value_deals(
            self._dealt,
            self._rules,
            self._hand_size,
            self._policies,
            _SCORES_FACTOR * self._playouts,
            self._scores,
            self._rng,
            self._scratch,
            self._values,
        )
        return dealt.minus(self._fortune())

    def _fill(self, current: Round, well: Sequence[Tile]) -> None:
        seat = current.turn
        assert seat is not None
        copy_without_hands(current.state, self._state)
        self._state[at.SEAT] = seat
        for other, hand in enumerate(current.masks):
            self._state[at.HANDS + other] = hand
        for index, tile in enumerate(well):
            self._state[self._state[at.NEXT_DRAW] + index] = tile.index

    def _value(self, playouts: int) -> Fortune:
        value_position(
            self._state, self._rules, self._policies, playouts, self._saved, self._rng, self._scratch, self._values
        )
        return self._fortune()

    def _fortune(self) -> Fortune:
        chances, leads = (read_row(self._values, offset, self._players) for offset in (CHANCES, LEADS))
        return Fortune(tuple(chances), tuple(leads))


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


def _well(current: Round) -> list[Tile]:
    """The tiles of the well in ascending order, which does not depend on the order of drawing."""
    return tiles_of(ALL_TILES & ~(current.on_table | current.in_hands()))


def _means(values: Iterable[Sequence[float]]) -> tuple[float, ...]:
    """The mean of each seat's values."""
    by_seat = list(zip(*values, strict=True))
    return tuple(sum(numbers) / len(numbers) for numbers in by_seat)
