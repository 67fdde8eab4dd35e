"""The core's log of a round, as the events of a record."""

from __future__ import annotations

from collections.abc import Iterator

from tricorn.core.play import (
    BLOCKED,
    LOG_DRAW,
    LOG_PASS,
    LOG_START,
    LOGGED,
    OVER,
    PLAYERS,
    PRIZE,
    WINNER,
    Play,
)
from tricorn.core.rules import NOBODY, TRIPLES, ZERO, Rules, rules_of, start_points, starting_tile
from tricorn.core.table import cell_at
from tricorn.editions import Edition
from tricorn.moves import Place
from tricorn.record import BONUSES, Blocked, Deal, Drew, Event, Out, Passed, Placed, RoundStart, Well
from tricorn.tiles import TILES, Tile

__all__ = ["round_events"]


def round_events(play: Play, edition: Edition, number: int) -> list[Event]:
    """All lines of a round that was played with a log, from `round` to `out` or `blocked`."""
    order = [TILES[play.order[index]] for index in range(len(TILES))]
    players, each = int(play.now[PLAYERS]), edition.tiles_dealt(int(play.now[PLAYERS]))
    hands = [tuple(sorted(order[seat * each : (seat + 1) * each])) for seat in range(players)]
    return [
        RoundStart(number),
        *(Deal(seat, hand) for seat, hand in enumerate(hands)),
        Well(tuple(order[players * each :])),
        *_moves(play, edition, hands),
        _end(play),
    ]


def _moves(play: Play, edition: Edition, hands: list[tuple[Tile, ...]]) -> Iterator[Event]:
    rules = rules_of(edition)
    for index in range(play.now[LOGGED]):
        entry = int(play.log[index])
        kind, seat, tile = entry & 7, entry >> 3 & 7, TILES[entry >> 6 & 63]
        if kind == LOG_DRAW:
            yield Drew(seat, tile, edition.draw_penalty)
        elif kind == LOG_PASS:
            yield Passed(seat, edition.pass_penalty)
        elif kind == LOG_START:
            shows = _shown(hands[seat], tile) if edition.show_triple else None
            yield Placed(seat, tile, _place(entry), int(start_points(rules, tile.index)), None, shows)
        else:
            yield _placed(entry, seat, tile, rules)


def _place(entry: int) -> Place:
    numbers = entry >> 34 & 7, entry >> 31 & 7, entry >> 28 & 7
    return Place(cell_at(entry >> 12 & 0x1FFF), numbers)


def _placed(entry: int, seat: int, tile: Tile, rules: Rules) -> Placed:
    shape = entry >> 25 & 7
    return Placed(seat, tile, _place(entry), tile.sum + rules.bonuses[shape], BONUSES[shape - 1] if shape else None)


def _shown(hand: tuple[Tile, ...], tile: Tile) -> Tile | None:
    """The triple that a start with 0-0-0 shows, if the hand holds a higher one."""
    mask = sum(held.bit for held in hand)
    if tile.index != ZERO or not mask & TRIPLES & ~tile.bit:
        return None
    return TILES[starting_tile(mask)]


def _end(play: Play) -> Out | Blocked:
    winner, prize = int(play.now[WINNER]), int(play.now[PRIZE])
    if play.now[OVER] == BLOCKED:
        return Blocked(None if winner == NOBODY else winner, prize)
    return Out(winner, prize)
