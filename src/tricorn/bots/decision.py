"""One decision, from what a seat knows to its choice: the same compiled code for server, arena and page.

A caller fills a workspace with what the seat knows (`fill_workspace`) and calls `begin_decision`. That
returns the choice of a policy, a forced move or an exact solution at once. A search goes on with calls of
`continue_decision`, between which the caller can check the time; `leading_choice` is the best choice so far.
"""

from __future__ import annotations

from tricorn.bots.belief import init_belief
from tricorn.bots.endgame import NO_CHOICE, solve
from tricorn.bots.tree import most_visited, reset_tree, search_tree
from tricorn.bots.workspace import Workspace
from tricorn.bots.worlds import STEPS_PER_WORLD, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Ints, inline, jit, jit_nogil, not_literal, popcount
from tricorn.core.options import list_options
from tricorn.core.policy import HEURISTIC, Knowledge, choose, choose_start
from tricorn.core.rules import Rules, next_seat
from tricorn.core.state import START_CELL, in_well, pack_placement, placeable
from tricorn.core.unknown_tiles import HAND_STRIDE

__all__ = [
    "BATCH_ITERATIONS",
    "BURN_IN_STEPS",
    "EXPLORATION",
    "MAX_ITERATIONS",
    "MAX_NODES",
    "MAX_SOLVER_NODES",
    "SEARCH",
    "SEARCHING",
    "begin_decision",
    "continue_decision",
    "iterations_for",
    "leading_choice",
]

SEARCH = -1  # in place of a policy: search the tree
SEARCHING = -4  # in place of a choice: the search goes on (other codes: core/state.py, NO_CHOICE in endgame.py)

# Iterations between two checks of the time and of whether the leading choice can still be overtaken.
BATCH_ITERATIONS = 200
MAX_ITERATIONS = 1_000_000
MAX_NODES = 200_000
# Nodes that the exact endgame may visit: a tenth of a second.
MAX_SOLVER_NODES = 100_000
# Steps of the chain from its first world to the first one that is used.
BURN_IN_STEPS = 20 * STEPS_PER_WORLD
# In points: about three standard deviations of a round's margin.
EXPLORATION = 300.0


@jit_nogil
def begin_decision(
    workspace: Workspace, rules: Rules, log: Ints, policy: int, worlds_per_choice: int, rng: Ints
) -> int:
    """Return the choice of `policy`. With SEARCH, return SEARCHING if a search is needed.

    `log` is the log of the round. A search samples `worlds_per_choice` worlds for each candidate; below 0, their number
    is not limited.
    """
    state = workspace.state
    seat = state[at.SEAT]
    state[at.HANDS + seat] = workspace.known[seat]
    searches = policy == SEARCH and (state[PLACED] != 0 or rules.start_by_choice != 0) and worlds_per_choice != 0
    if not state[PLACED] and not searches:
        return _start(rules, workspace.known[seat], policy, rng)
    count = 0 if policy != SEARCH else list_options(state, rules, workspace.scratch)
    if count == 1:
        return workspace.scratch[0]
    iterations = iterations_for(worlds_per_choice, count)
    if policy != SEARCH or not iterations:
        return _choose_by_policy(workspace, rules, HEURISTIC if policy == SEARCH else policy, rng)
    init_belief(workspace.chain, workspace.board, rules, log, seat, workspace.known, workspace.scratch, rng)
    if state[at.PLAYERS] == 2 and not in_well(state) and state[PLACED]:
        deal_world(workspace.chain, state, workspace.known, rng)
        choice = solve(state, rules, workspace.frames, workspace.scratch, not_literal(MAX_SOLVER_NODES))
        if choice != NO_CHOICE:
            return choice
    advance_chain(workspace.chain, not_literal(BURN_IN_STEPS), rng)
    reset_tree(workspace.tree, min(iterations, MAX_NODES) + 2)
    workspace.iterations_left[0] = iterations
    return SEARCHING


@inline
def iterations_for(worlds_per_choice: int, count: int) -> int:
    """The number of iterations that sample so many worlds for each of `count` candidates; below 0, not limited."""
    return MAX_ITERATIONS if worlds_per_choice < 0 else min(MAX_ITERATIONS, worlds_per_choice * count)


@inline
def _start(rules: Rules, hand: int, policy: int, rng: Ints) -> int:
    """The placement that starts a round without a search, which takes 0-0-0 if it may, for its points."""
    return pack_placement(START_CELL, choose_start(rules, hand, HEURISTIC if policy == SEARCH else policy, rng))


@inline
def _choose_by_policy(workspace: Workspace, rules: Rules, policy: int, rng: Ints) -> int:
    """The choice of a policy of the core."""
    state = workspace.state
    following = next_seat(state[at.SEAT], state[at.PLAYERS])
    held = popcount(workspace.known[following]) + workspace.unknown[following * HAND_STRIDE]
    hand = workspace.known[state[at.SEAT]]
    knowledge = Knowledge(hand, placeable(state), state[at.ON_TABLE], held, state[at.DRAWS], in_well(state))
    return choose(state, rules, policy, knowledge, workspace.policies, rng)


@jit_nogil
def continue_decision(workspace: Workspace, rules: Rules, iterations: int, rng: Ints) -> int:
    """Continue the search for `iterations` iterations; the choice once it is settled, else SEARCHING."""
    batch = min(iterations, workspace.iterations_left[0])
    search_tree(
        workspace.state,
        rules,
        workspace.chain,
        workspace.known,
        workspace.tree,
        batch,
        EXPLORATION,
        workspace.policies,
        workspace.saved,
        rng,
    )
    workspace.iterations_left[0] -= batch
    choice, first, second = most_visited(workspace.tree)
    left = workspace.iterations_left[0]
    return choice if not left or first > second + left else SEARCHING


@jit
def leading_choice(workspace: Workspace) -> int:
    """The best choice that the search has found so far."""
    choice, _, _ = most_visited(workspace.tree)
    return choice
