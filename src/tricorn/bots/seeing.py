"""Fills a mind from a view: what a seat sees of a round, as flat arrays."""

from __future__ import annotations

from collections.abc import Sequence

from tricorn.bonus import to_shape
from tricorn.bots.belief import believe
from tricorn.bots.looking import gather_places
from tricorn.bots.mind import Mind, new_mind
from tricorn.core.compile import Ints, ints_of
from tricorn.core.state import (
    DRAWS,
    FITTING,
    LAID,
    LOG_BY_CLOCK,
    LOG_DRAW,
    LOG_PASS,
    LOG_PLACE,
    LOG_START,
    NEXT,
    NOT_LOOKED,
    OVER,
    PASSES,
    PLAYERS,
    SCORES,
    SEAT,
    WELL_END,
    State,
)
from tricorn.core.table import copy_table
from tricorn.core.unknown import HAND_SIZE
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import Drew, Event, Passed, Placed, RoundStart
from tricorn.round import Round
from tricorn.tiles import TILES
from tricorn.view import View

__all__ = ["believing", "fill_state", "log_of", "mind_of"]


def _located(view: View) -> tuple[Round, int]:
    """The view's round, all of whose cells must be known, and its seat."""
    current = view.round
    if current is None or view.seat is None or not current.located:
        raise TricornError(Message.CANNOT_THINK_AHEAD)
    return current, view.seat


def mind_of(view: View, log: Ints, nodes: int = 2) -> Mind:
    """A mind that knows what a view shows, with the log of its round and room for a tree of so many nodes."""
    current, seat = _located(view)
    unseen = len(TILES) - len(current.placements) - current.tiles.in_hands().bit_count()
    if unseen != sum(current.tiles.hidden) + len(current.well):
        raise TricornError(Message.TILES_DO_NOT_ADD_UP)
    mind = new_mind(len(log), nodes, exact=current.players == 2 and not current.well)
    fill_state(mind.state, current, seat, view.scores)
    for other in range(current.players):
        mind.known[other] = current.tiles.masks[other]
        for index in range(1 + 2 * current.tiles.hidden[other]):
            mind.unknown[other * HAND_SIZE + index] = current.tiles.unknown[other][index]
    gather_places(mind.worlds, mind.unknown)
    return mind


def believing(view: View, rng: Ints) -> Mind:
    """A mind that knows what a view shows, with the first of its worlds."""
    current, seat = _located(view)
    log = log_of(view)
    mind = mind_of(view, log)
    believe(mind.worlds, mind.table, current.rules, log, seat, mind.known, mind.scratch, rng)
    return mind


def fill_state(state: State, current: Round, seat: int, scores: Sequence[int]) -> None:
    """The table, the scores and whose turn it is; hands and well are filled in by worlds."""
    copy_table(current.board.table, state)
    state[PLAYERS] = current.players
    state[SEAT] = seat
    state[NEXT] = WELL_END - len(current.well)
    state[DRAWS] = len(current.drawn)
    state[PASSES] = current.passes
    state[OVER] = 0
    state[FITTING] = NOT_LOOKED
    state[LAID] = current.tiles.on_table
    for other, score in enumerate(scores):
        state[SCORES + other] = score


def round_events(view: View) -> list[Event]:
    """The lines of the view's round, without the first."""
    events = view.source.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    return list(events[start + 1 :])


def log_of(view: View) -> Ints:
    """The moves of the view's round as the core logs them (core/state.py), without the drawn tiles."""
    current, _ = _located(view)
    entries: list[int] = []
    for event in round_events(view):
        if isinstance(event, Placed | Drew | Passed):
            entry = _entry(current, event, first=not entries)
            entries.append(entry | event.seat << 3 | (LOG_BY_CLOCK if event.timeout else 0))
    return ints_of(entries)


def _entry(current: Round, event: Placed | Drew | Passed, *, first: bool) -> int:
    if isinstance(event, Drew):
        return LOG_DRAW
    if isinstance(event, Passed):
        return LOG_PASS
    assert event.place is not None
    a, b, c = event.place.numbers
    kind = LOG_START if first else LOG_PLACE
    cell = current.board.core_cell(event.place.cell)
    return kind | event.tile.index << 6 | cell << 12 | to_shape(event.bonus) << 25 | (a << 6 | b << 3 | c) << 28
