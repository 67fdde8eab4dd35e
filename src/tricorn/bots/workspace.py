"""The arrays that a decision or an analysis works on: what a seat knows of a round, sampled worlds, tree and scratch.

`fill_workspace` writes what the seat knows, from the array of its view; decision.py and evaluation.py do the rest.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bots.belief import BELIEF_SCRATCH
from tricorn.bots.endgame import MAX_DEPTH, Frames, new_frames
from tricorn.bots.snapshot import SNAPSHOT_SIZE
from tricorn.bots.tree import Tree, empty_tree
from tricorn.bots.worlds import UNKNOWN_COUNT, WorldChain, new_world_chain
from tricorn.core import layout as at
from tricorn.core.board import BOARD_SIZE, CELLS, NO_NUMBER, Board
from tricorn.core.compile import Ints, inline, ints, ints_from, jit
from tricorn.core.heuristic import WEIGHTS
from tricorn.core.layout import MAX_SEATS
from tricorn.core.options import MAX_OPTIONS
from tricorn.core.policy import GREEDY
from tricorn.core.state import State, copy_without_hands
from tricorn.core.unknown_tiles import HAND_STRIDE, UnknownTiles, excluded_index, moment_index

__all__ = ["Workspace", "empty_workspace", "fill_workspace", "init_workspace", "new_workspace"]

_WEIGHTS = ints_from(WEIGHTS)


class Workspace(NamedTuple):
    """What a seat knows of a round, and the working arrays of a decision."""

    state: State  # the round as far as the seat sees it
    known: Ints  # for each hand, the mask of its known tiles
    unknown: UnknownTiles  # for each hand HAND_STRIDE numbers about its other tiles
    board: Board  # scratch: the board at some earlier moment
    chain: WorldChain  # the sampled worlds
    tree: Tree
    frames: Frames
    policies: Ints  # how rounds are played on from the tree
    saved: Ints  # scratch: a snapshot of the state
    scratch: Ints
    iterations_left: Ints  # one number: how many iterations the search may still make


def new_workspace(decisions: int, nodes: int, *, exact: bool = True) -> Workspace:
    """A workspace for a round with this many choices to weigh and a tree of this many nodes."""
    workspace = empty_workspace(decisions, nodes, exact=exact)
    init_workspace(workspace)
    return workspace


def empty_workspace(decisions: int, nodes: int, *, exact: bool = True) -> Workspace:
    """The arrays of a workspace, all zeros."""
    return Workspace(
        state=ints(at.KNOWN),
        known=ints(MAX_SEATS),
        unknown=ints(MAX_SEATS * HAND_STRIDE),
        board=ints(BOARD_SIZE),
        chain=new_world_chain(decisions),
        tree=empty_tree(nodes),
        frames=new_frames(MAX_DEPTH if exact else 0),
        policies=ints(MAX_SEATS + len(WEIGHTS)),
        saved=ints(SNAPSHOT_SIZE),
        scratch=ints(max(BELIEF_SCRATCH, MAX_OPTIONS)),
        iterations_left=ints(1),
    )


@jit
def init_workspace(workspace: Workspace) -> None:
    """Prepare a workspace of zeros: boards without tiles, and policies."""
    for point in range(CELLS):
        workspace.state[point] = NO_NUMBER
        workspace.board[point] = NO_NUMBER
    for seat in range(MAX_SEATS):
        workspace.policies[seat] = GREEDY
    for index in range(len(_WEIGHTS)):
        workspace.policies[MAX_SEATS + index] = _WEIGHTS[index]


@jit
def fill_workspace(state: State, seat: int, workspace: Workspace) -> None:
    """Fill a workspace with what a seat knows of a round, which is all that the state has."""
    copy_without_hands(state, workspace.state)
    workspace.state[at.SEAT] = seat
    for other in range(MAX_SEATS):
        workspace.known[other] = state[at.HANDS + other]
    for index in range(MAX_SEATS * HAND_STRIDE):
        workspace.unknown[index] = state[at.UNKNOWN + index]
    _list_unknown_places(workspace.chain, workspace.unknown)


@inline
def _list_unknown_places(chain: WorldChain, unknown: UnknownTiles) -> None:
    """List the unknown places of all hands for the chain."""
    count = 0
    for seat in range(MAX_SEATS):
        for index in range(unknown[seat * HAND_STRIDE]):
            chain.owner[count] = seat
            chain.excluded[count] = unknown[excluded_index(seat * HAND_STRIDE, index)]
            chain.filled_at[count] = unknown[moment_index(seat * HAND_STRIDE, index)]
            count += 1
    chain.sizes[UNKNOWN_COUNT] = count
