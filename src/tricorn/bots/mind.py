"""One decision, from what a seat sees to its choice: the same compiled code for server, arena and page.

A caller fills a mind with what the seat sees (seeing.py, looking.py) and calls `begin`. That returns the choice of a
policy, a forced move or an exact solution at once. A search goes on with calls of `go_on`, between which the caller can
check the time; `leader` is the best choice so far.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.bots.belief import BELIEF_SCRATCH, believe
from tricorn.bots.endgame import DEEPEST, NO_CHOICE, Frames, new_frames, solve
from tricorn.bots.rewinding import SAVED
from tricorn.bots.tree import Tree, most_visited, plant, search_tree, tree_of
from tricorn.bots.worlds import STEPS, Worlds, deal_world, mix, new_worlds
from tricorn.core.compile import Ints, inline, ints, ints_of, jit, jit_unlocked, popcount, variable
from tricorn.core.heuristic import WEIGHTS
from tricorn.core.options import MAX_OPTIONS, list_options
from tricorn.core.policy import GREEDY, HEURISTIC, Known, choose, choose_start
from tricorn.core.rules import ZERO, Rules, may_start_with_zero, starting_tile
from tricorn.core.state import (
    DRAWS,
    HANDS,
    LAID,
    LOG,
    MAX_SEATS,
    PLAYERS,
    SEAT,
    START_CELL,
    State,
    in_well,
    placeable,
)
from tricorn.core.table import CELLS, NO_NUMBER, PLACED, TABLE_SIZE, Table
from tricorn.core.unknown import HAND_SIZE, Unknown

__all__ = [
    "BATCH",
    "EXPLORATION",
    "FORGET",
    "MAX_ITERATIONS",
    "MAX_NODES",
    "SEARCH",
    "SOLVABLE",
    "UNDECIDED",
    "Mind",
    "begin",
    "empty_mind",
    "go_on",
    "has_searched",
    "leader",
    "new_mind",
    "ready",
]

_WEIGHTS = ints_of(WEIGHTS)

SEARCH = -1  # stands for a policy where the tree is searched
UNDECIDED = -4  # no choice: see core/state.py, and NO_CHOICE of endgame.py

# Iterations between two looks at the clock and at whether the leader can still be overtaken.
BATCH = 200
MAX_ITERATIONS = 1_000_000
MAX_NODES = 200_000
# Nodes the exact end may take: a tenth of a second.
SOLVABLE = 100_000
# How far the chain walks from its first world before its worlds count.
FORGET = 20 * STEPS
# In points: about three standard deviations of a round's margin.
EXPLORATION = 300.0


class Mind(NamedTuple):
    """What a seat sees, and the working arrays of a decision."""

    state: State  # the round as far as the seat sees it
    known: Ints  # the known tiles of each hand
    unknown: Unknown  # and what is known of the others, HAND_SIZE numbers a hand
    table: Table  # scratch: the table as it was at some moment
    worlds: Worlds
    tree: Tree
    frames: Frames
    policies: Ints  # how rounds are played on from the tree
    saved: Ints  # scratch: a state to go back to
    scratch: Ints
    left: Ints  # how many iterations of the search there are left


def new_mind(decisions: int, nodes: int, *, exact: bool = True) -> Mind:
    """A mind for a round with so many choices to weigh, with a tree of so many nodes."""
    mind = empty_mind(decisions, nodes, exact=exact)
    ready(mind)
    return mind


def empty_mind(decisions: int, nodes: int, *, exact: bool = True) -> Mind:
    """The arrays of a mind, all zeros."""
    return Mind(
        state=ints(LOG),
        known=ints(MAX_SEATS),
        unknown=ints(MAX_SEATS * HAND_SIZE),
        table=ints(TABLE_SIZE),
        worlds=new_worlds(decisions),
        tree=tree_of(nodes),
        frames=new_frames(DEEPEST if exact else 0),
        policies=ints(MAX_SEATS + len(WEIGHTS)),
        saved=ints(SAVED),
        scratch=ints(max(BELIEF_SCRATCH, MAX_OPTIONS)),
        left=ints(1),
    )


@jit
def ready(mind: Mind) -> None:
    """Prepare a mind of zeros: tables without tiles, and policies."""
    for point in range(CELLS):
        mind.state[point] = NO_NUMBER
        mind.table[point] = NO_NUMBER
    for seat in range(MAX_SEATS):
        mind.policies[seat] = GREEDY
    for index in range(len(_WEIGHTS)):
        mind.policies[MAX_SEATS + index] = _WEIGHTS[index]


@jit_unlocked
def begin(mind: Mind, rules: Rules, log: Ints, policy: int, worlds: int, rng: Ints) -> int:
    """The choice of a policy, or of a searcher if there is nothing to search; UNDECIDED if `go_on` is needed.

    The log is the round's. A searcher follows so many worlds for each candidate, or as long as it is asked if below 0.
    """
    state = mind.state
    seat = state[SEAT]
    state[HANDS + seat] = mind.known[seat]
    if not state[PLACED]:
        return _start(rules, mind.known[seat], policy, rng)
    number = 0 if policy != SEARCH else list_options(state, rules, mind.scratch)
    if number == 1:
        return mind.scratch[0]
    iterations = MAX_ITERATIONS if worlds < 0 else min(MAX_ITERATIONS, worlds * number)
    if policy != SEARCH or not iterations:
        return _by_policy(mind, rules, HEURISTIC if policy == SEARCH else policy, rng)
    believe(mind.worlds, mind.table, rules, log, seat, mind.known, mind.scratch, rng)
    if state[PLAYERS] == 2 and not in_well(state):
        deal_world(mind.worlds, state, mind.known, rng)
        choice = solve(state, rules, mind.frames, mind.scratch, variable(SOLVABLE))
        if choice != NO_CHOICE:
            return choice
    mix(mind.worlds, variable(FORGET), rng)
    plant(mind.tree, min(iterations, MAX_NODES) + 2)
    mind.left[0] = iterations
    return UNDECIDED


@inline
def _start(rules: Rules, hand: int, policy: int, rng: Ints) -> int:
    """The placement that a round is started with; a searcher takes 0-0-0 where it may, for its points."""
    zero = may_start_with_zero(rules, hand) if policy == SEARCH else choose_start(rules, hand, policy, rng)
    return START_CELL << 6 | (ZERO if zero else starting_tile(hand))


@inline
def _by_policy(mind: Mind, rules: Rules, policy: int, rng: Ints) -> int:
    """The choice of a policy of the core."""
    state = mind.state
    following = state[SEAT] + 1 if state[SEAT] + 1 < state[PLAYERS] else 0
    held = popcount(mind.known[following]) + mind.unknown[following * HAND_SIZE]
    known = Known(mind.known[state[SEAT]], placeable(state), state[LAID], held, state[DRAWS], in_well(state))
    return choose(state, rules, policy, known, mind.policies, rng)


@jit_unlocked
def go_on(mind: Mind, rules: Rules, iterations: int, rng: Ints) -> int:
    """Continue the search for so many iterations; the choice once it is settled, else UNDECIDED."""
    batch = min(iterations, mind.left[0])
    search_tree(
        mind.state,
        rules,
        mind.worlds,
        mind.known,
        mind.tree,
        batch,
        EXPLORATION,
        mind.policies,
        mind.saved,
        rng,
    )
    mind.left[0] -= batch
    choice, first, second = most_visited(mind.tree)
    return choice if not mind.left[0] or first > second + mind.left[0] else UNDECIDED


@jit
def leader(mind: Mind) -> int:
    """The best choice that the search has found so far."""
    choice, _, _ = most_visited(mind.tree)
    return choice


def has_searched(mind: Mind) -> bool:
    """Whether the tree of a decision was searched."""
    return mind.tree.child[0] != 0
