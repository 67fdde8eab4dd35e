"""The exact endgame: with two players and an empty well each knows the other's tiles, and the rest can be solved.

This is plain alpha-beta on the value of the end of the round. An endgame that takes more nodes than allowed is left to
the tree search.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bots.snapshot import SNAPSHOT_SIZE, restore, save
from tricorn.bots.winning import round_end_values
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit_nogil, not_literal
from tricorn.core.layout import MAX_SEATS
from tricorn.core.options import MAX_OPTIONS, immediate_points, list_options
from tricorn.core.rules import Rules
from tricorn.core.state import State, apply_choice

__all__ = ["MAX_DEPTH", "NO_CHOICE", "Frames", "new_frames", "solve"]

MAX_DEPTH = 120
_INFINITY = 1e9
NO_CHOICE = -3  # in place of a choice: none was found


@inline
def _sort_by_points(state: State, rules: Rules, options: Ints, first: int, count: int) -> None:
    """Sort the choices by points, highest first, which gives the most cutoffs."""
    for index in range(first + 1, first + count):
        choice = options[index]
        value = immediate_points(state, rules, choice)
        place = index
        while place > first and immediate_points(state, rules, options[place - 1]) < value:
            options[place] = options[place - 1]
            place -= 1
        options[place] = choice


class Frames(NamedTuple):
    """The search's stack of states: it is a loop, not a recursive function."""

    options: Ints  # the choices of each state, with room for MAX_OPTIONS
    option_count: Ints  # the number of choices
    next: Ints  # the choice that is tried next
    owner: Ints  # the seat on turn
    placed: Ints  # the number of tiles on the table
    saved: Ints  # a snapshot of the rest of the state
    best: Floats  # the best value found so far
    low: Floats  # the lower bound: what the seat is sure of elsewhere
    high: Floats  # the upper bound: what the opponent is sure of elsewhere
    values: Floats  # scratch: the value of a leaf for each seat


def new_frames(depth: int = MAX_DEPTH) -> Frames:
    """A stack for `depth` states; it may be empty if nothing will be solved."""
    return Frames(
        options=ints(MAX_OPTIONS * depth),
        option_count=ints(depth),
        next=ints(depth),
        owner=ints(depth),
        placed=ints(depth),
        saved=ints(SNAPSHOT_SIZE * depth),
        best=floats(depth),
        low=floats(depth),
        high=floats(depth),
        values=floats(MAX_SEATS),
    )


@inline
def _push_frame(state: State, rules: Rules, frames: Frames, scratch: Ints, depth: int, seat: int) -> None:
    """Push a state: list its choices and copy the bounds of the state above."""
    count = list_options(state, rules, scratch)
    first = depth * MAX_OPTIONS
    for index in range(count):
        frames.options[first + index] = scratch[index]
    _sort_by_points(state, rules, frames.options, first, count)
    frames.option_count[depth] = count
    frames.next[depth] = 0
    frames.owner[depth] = state[at.SEAT]
    frames.placed[depth] = state[PLACED]
    save(state, frames.saved, depth * SNAPSHOT_SIZE)
    frames.best[depth] = -_INFINITY if state[at.SEAT] == seat else _INFINITY
    frames.low[depth] = frames.low[depth - 1] if depth else -_INFINITY
    frames.high[depth] = frames.high[depth - 1] if depth else _INFINITY


@inline
def _update_bounds(frames: Frames, depth: int, seat: int, value: float) -> bool:
    """Update a state's value and bounds with the value of a choice; return whether it is the best so far."""
    if frames.owner[depth] == seat:
        better = value > frames.best[depth]
        frames.best[depth] = max(frames.best[depth], value)
        frames.low[depth] = max(frames.low[depth], value)
    else:
        better = value < frames.best[depth]
        frames.best[depth] = min(frames.best[depth], value)
        frames.high[depth] = min(frames.high[depth], value)
    return better


@jit_nogil
def solve(state: State, rules: Rules, frames: Frames, scratch: Ints, nodes: int) -> int:
    """The best choice of the player on turn with all tiles known; NO_CHOICE if it takes more than `nodes`."""
    seat, depth, best = state[at.SEAT], not_literal(0), NO_CHOICE
    _push_frame(state, rules, frames, scratch, depth, seat)
    for _ in range(nodes):
        option = frames.options[depth * MAX_OPTIONS + frames.next[depth]]
        frames.next[depth] += 1
        apply_choice(state, rules, option)
        if not state[at.OVER]:
            depth += 1
            if depth == MAX_DEPTH:
                break
            _push_frame(state, rules, frames, scratch, depth, seat)
            continue
        round_end_values(state, rules, frames.values)
        value = frames.values[seat]
        # Pass the value up until a state has another choice to try.
        while True:
            restore(state, frames.saved, depth * SNAPSHOT_SIZE, frames.placed[depth])
            if _update_bounds(frames, depth, seat, value) and depth == 0:
                best = frames.options[frames.next[0] - 1]
            if frames.next[depth] < frames.option_count[depth] and frames.low[depth] < frames.high[depth]:
                break
            if depth == 0:
                return best
            value = frames.best[depth]
            depth -= 1
    restore(state, frames.saved, not_literal(0), frames.placed[0])
    return NO_CHOICE
