"""Applies what people at a real table insist on although the rules refuse it, exactly as they report it."""

from __future__ import annotations

from dataclasses import replace

from tricorn.record import Blocked, Drew, Left, MoveEvent, Out, Placed, Summed, TableEvent
from tricorn.round.state import Result, RoundState

__all__ = ["apply_anyway"]


def apply_anyway(state: RoundState, event: TableEvent) -> None:
    """Apply an event as reported; turns and counts continue from there."""
    state.tiles.overruled = True
    if isinstance(event, Out | Blocked):
        state.end(Result("out" if isinstance(event, Out) else "blocked", event.seat, event.points))
    elif isinstance(event, Left):
        count = event.count if event.tiles is None else len(event.tiles)
        state.tiles.set_count(event.seat, state.tiles_held(event.seat) if count is None else count)
        state.left[event.seat] = Left(event.seat, None, None, event.sum)
    else:
        _apply_play(state, event)


def _apply_play(state: RoundState, event: MoveEvent) -> None:
    seat = event.seat
    if seat != state.turn:
        state.begin_turn(seat)
    state.ended = state.went_out = None
    if isinstance(event, Placed):
        has_room = event.place is None or not state.started or state.board.has_room(event.place)
        state.lay(event if has_room else replace(event, place=None))
        state.tiles.remove_anyway(seat, event.tile)
        state.finish_placement(event)
    elif isinstance(event, Summed):
        state.board.lay_unnamed(event.bonus)
        state.tiles.summed.append(event.total)
        state.tiles.remove_anyway(seat, None)
        state.finish_placement(event)
    elif isinstance(event, Drew):
        already_seen = event.tile is not None and state.tiles.seen() & event.tile.bit
        state.draw(event, None if already_seen else event.tile)
    else:
        state.pass_turn(event)
