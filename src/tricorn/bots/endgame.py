"""The exact endgame: with two players and an empty well each knows the other's tiles, and the rest can be solved.

Plain alpha-beta on the value of the end of the round. A state that takes more nodes than allowed is left to the tree
search.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bots.rewinding import SAVED, rewind, save
from tricorn.bots.winning import game_values
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit_unlocked, variable
from tricorn.core.options import MAX_OPTIONS, list_options, points_of
from tricorn.core.rules import Rules
from tricorn.core.state import OVER, SEAT, State, carry_out
from tricorn.core.table import PLACED

__all__ = ["DEEPEST", "NO_CHOICE", "Frames", "new_frames", "solve"]

DEEPEST = 120
_INFINITY = 1e9
NO_CHOICE = -3


@inline
def _sort_by_points(state: State, rules: Rules, options: Ints, first: int, number: int) -> None:
    """Sort the choices by points, highest first, which gives the most cutoffs."""
    for index in range(first + 1, first + number):
        choice = options[index]
        value = points_of(state, rules, choice)
        at = index
        while at > first and points_of(state, rules, options[at - 1]) < value:
            options[at] = options[at - 1]
            at -= 1
        options[at] = choice


class Frames(NamedTuple):
    """The stack of states of the search, which is a loop because numba cannot cache compiled recursion."""

    options: Ints  # the choices of each state, MAX_OPTIONS places a state
    number: Ints  # how many there are
    next: Ints  # which is tried next
    owner: Ints  # whose choice it is
    placed: Ints  # how many tiles lay on the table
    saved: Ints  # the rest of the state
    best: Floats  # the best value found so far
    low: Floats  # the lower bound: what the seat is sure of elsewhere
    high: Floats  # the upper bound: what the opponent is sure of elsewhere
    values: Floats  # scratch: the value of a leaf for each seat


def new_frames(depth: int = DEEPEST) -> Frames:
    """A stack for so many states; it may be empty if nothing will be solved."""
    return Frames(
        options=ints(MAX_OPTIONS * depth),
        number=ints(depth),
        next=ints(depth),
        owner=ints(depth),
        placed=ints(depth),
        saved=ints(SAVED * depth),
        best=floats(depth),
        low=floats(depth),
        high=floats(depth),
        values=floats(6),
    )


@inline
def _enter(state: State, rules: Rules, frames: Frames, scratch: Ints, depth: int, seat: int) -> None:
    """Begin a state: list its choices and copy the bounds of the state above."""
    number = list_options(state, rules, scratch)
    first = depth * MAX_OPTIONS
    for index in range(number):
        frames.options[first + index] = scratch[index]
    _sort_by_points(state, rules, frames.options, first, number)
    frames.number[depth] = number
    frames.next[depth] = 0
    frames.owner[depth] = state[SEAT]
    frames.placed[depth] = state[PLACED]
    save(state, frames.saved, depth * SAVED)
    frames.best[depth] = -_INFINITY if state[SEAT] == seat else _INFINITY
    frames.low[depth] = frames.low[depth - 1] if depth else -_INFINITY
    frames.high[depth] = frames.high[depth - 1] if depth else _INFINITY


@inline
def _receive(frames: Frames, depth: int, seat: int, value: float) -> bool:
    """Note a choice's value; whether it is the best so far."""
    if frames.owner[depth] == seat:
        better = value > frames.best[depth]
        frames.best[depth] = max(frames.best[depth], value)
        frames.low[depth] = max(frames.low[depth], value)
    else:
        better = value < frames.best[depth]
        frames.best[depth] = min(frames.best[depth], value)
        frames.high[depth] = min(frames.high[depth], value)
    return better


@jit_unlocked
def solve(state: State, rules: Rules, frames: Frames, scratch: Ints, nodes: int) -> int:
    """The best choice of the player on turn with all tiles known; NO_CHOICE if it takes more than `nodes`."""
    seat, depth, best = state[SEAT], variable(0), NO_CHOICE
    _enter(state, rules, frames, scratch, depth, seat)
    for _ in range(nodes):
        option = frames.options[depth * MAX_OPTIONS + frames.next[depth]]
        frames.next[depth] += 1
        carry_out(state, rules, option)
        if not state[OVER]:
            depth += 1
            if depth == DEEPEST:
                break
            _enter(state, rules, frames, scratch, depth, seat)
            continue
        game_values(state, rules, frames.values)
        value = frames.values[seat]
        # Pass the value up until a state has another choice to try.
        while True:
            rewind(state, frames.saved, depth * SAVED, frames.placed[depth])
            if _receive(frames, depth, seat, value) and depth == 0:
                best = frames.options[frames.next[0] - 1]
            if frames.next[depth] < frames.number[depth] and frames.low[depth] < frames.high[depth]:
                break
            if depth == 0:
                return best
            value = frames.best[depth]
            depth -= 1
    rewind(state, frames.saved, variable(0), frames.placed[0])
    return NO_CHOICE
