"""Fills a workspace with what a seat knows: from the log of a round whose tiles are all known, as in the page, or from
the array of a view (observe_view.py).
"""

from __future__ import annotations

from tricorn.bots.workspace import Workspace
from tricorn.bots.worlds import UNKNOWN_COUNT, WorldChain
from tricorn.core.compile import jit, not_literal
from tricorn.core.observing import derive_hands
from tricorn.core.rules import Rules
from tricorn.core.state import HANDS, MAX_SEATS, SEAT, UNKNOWN, State, copy_without_hands
from tricorn.core.unknown_tiles import HAND_STRIDE, UnknownTiles, excluded_index, moment_index

__all__ = ["fill_workspace", "list_unknown_places", "observe_log"]


@jit
def observe_log(state: State, rules: Rules, workspace: Workspace) -> None:
    """Fill a workspace with what the seat on turn knows of a round with a log."""
    seat, zero = state[SEAT], not_literal(0)
    copy_without_hands(state, workspace.state)
    derive_hands(state, rules, seat, workspace.known, zero, workspace.unknown, zero, workspace.scratch, zero)
    workspace.known[seat] = state[HANDS + seat]
    list_unknown_places(workspace.chain, workspace.unknown)


@jit
def fill_workspace(state: State, seat: int, workspace: Workspace) -> None:
    """Fill a workspace with what a seat knows of a round, which is all that the state has."""
    copy_without_hands(state, workspace.state)
    workspace.state[SEAT] = seat
    for other in range(MAX_SEATS):
        workspace.known[other] = state[HANDS + other]
    for index in range(MAX_SEATS * HAND_STRIDE):
        workspace.unknown[index] = state[UNKNOWN + index]
    list_unknown_places(workspace.chain, workspace.unknown)


@jit
def list_unknown_places(chain: WorldChain, unknown: UnknownTiles) -> None:
    """List the unknown places of all hands for the chain."""
    count = 0
    for seat in range(MAX_SEATS):
        for index in range(unknown[seat * HAND_STRIDE]):
            chain.owner[count] = seat
            chain.excluded[count] = unknown[excluded_index(seat * HAND_STRIDE, index)]
            chain.filled_at[count] = unknown[moment_index(seat * HAND_STRIDE, index)]
            count += 1
    chain.sizes[UNKNOWN_COUNT] = count
