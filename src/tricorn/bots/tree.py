"""The tree search: many sampled worlds share one tree of moves, so that the replies of all players are learned.

This is information-set Monte Carlo tree search. A node stands for a choice; its owner is the seat that made it. Each
iteration takes one world, follows the choices that are legal in it by upper confidence bounds (counting how often each
was available), adds one node, plays the round to its end, and adds each owner's result to the nodes on the path. The
choices of a node are added gradually (progressive widening), those that score most first, so unlikely replies cost few
iterations.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tricorn.bots.snapshot import restore, save
from tricorn.bots.winning import seat_lead, seat_value, win_chances
from tricorn.bots.worlds import STEPS_PER_WORLD, WorldChain, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit, jit_internal, jit_nogil, not_literal
from tricorn.core.layout import MAX_SEATS
from tricorn.core.maths import log
from tricorn.core.options import MAX_OPTIONS, immediate_points, list_options
from tricorn.core.playout import advance
from tricorn.core.rules import Rules
from tricorn.core.state import State, apply_option

__all__ = [
    "CHANCE_SUMS",
    "LEAD_SUMS",
    "MAX_NODE_COUNT",
    "NODE_COUNT",
    "NO_NODE",
    "ROOT",
    "ROOT_SUMS",
    "SQUARES",
    "Tree",
    "add_node",
    "backpropagate",
    "descend",
    "empty_tree",
    "most_visited",
    "new_tree",
    "reset_tree",
    "search_tree",
]

ROOT = 0
NO_NODE = 0  # the root is never a child or sibling, so its index means "no node"
NODE_COUNT, MAX_NODE_COUNT = 0, 1  # the indexes in `size`
_MAX_DEPTH = 128
# Below the root, at most about 0.7 √n of a world's choices are in the tree at a node with n visits.
_WIDENING = 0.7
# For each choice at the root, sums over its iterations: each seat's chance of winning the game, each seat's lead, and
# the squares of the chance of the player on turn.
CHANCE_SUMS, LEAD_SUMS, SQUARES, ROOT_SUMS = 0, MAX_SEATS, 2 * MAX_SEATS, 2 * MAX_SEATS + 1


class Tree(NamedTuple):
    """The nodes, with the same index in every array, and the scratch space of an iteration."""

    choice: Ints
    child: Ints  # a node's first child
    sibling: Ints  # the next child of the same parent
    visits: Ints
    available: Ints  # how often the choice was legal when its parent was visited
    total: Floats  # the sum of its owner's rewards
    sums: Floats  # ROOT_SUMS numbers for each choice at the root; the first nodes of the tree are these choices
    size: Ints  # the number of nodes, and its limit
    options: Ints  # scratch: the legal choices
    nodes: Ints  # scratch: the nodes of these choices
    path: Ints  # scratch: the nodes of an iteration
    owners: Ints  # scratch: the seats that made the choices on the path
    rewards: Floats  # scratch: the reward of each seat


def new_tree(max_nodes: int) -> Tree:
    """A tree with only the root and room for `max_nodes` nodes."""
    tree = empty_tree(max_nodes)
    reset_tree(tree, max_nodes)
    return tree


def empty_tree(max_nodes: int) -> Tree:
    """The arrays of a tree with room for `max_nodes` nodes, all zeros."""
    return Tree(
        choice=ints(max_nodes),
        child=ints(max_nodes),
        sibling=ints(max_nodes),
        visits=ints(max_nodes),
        available=ints(max_nodes),
        total=floats(max_nodes),
        sums=floats(MAX_OPTIONS * ROOT_SUMS),
        size=ints(2),
        options=ints(MAX_OPTIONS),
        nodes=ints(MAX_OPTIONS),
        path=ints(_MAX_DEPTH),
        owners=ints(_MAX_DEPTH),
        rewards=floats(MAX_SEATS),
    )


@jit
def reset_tree(tree: Tree, max_nodes: int) -> None:
    """Cut a tree back to its root; it may grow to `max_nodes` nodes."""
    tree.child[ROOT] = NO_NODE
    tree.visits[ROOT] = 0
    for index in range(MAX_OPTIONS * ROOT_SUMS):
        tree.sums[index] = 0.0
    tree.size[NODE_COUNT], tree.size[MAX_NODE_COUNT] = 1, max_nodes


@inline
def _find_nodes(tree: Tree, parent: int, count: int) -> int:
    """Match the listed options with the parent's children, and return how many have no node yet."""
    for index in range(count):
        tree.nodes[index] = NO_NODE
    missing = count
    node = tree.child[parent]
    while node != NO_NODE:
        for index in range(count):
            if tree.options[index] == tree.choice[node]:
                tree.nodes[index] = node
                missing -= 1
                break
        node = tree.sibling[node]
    return missing


@inline
def add_node(tree: Tree, parent: int, choice: int) -> int:
    """Add a choice to a node, and return the new node."""
    node = tree.size[NODE_COUNT]
    tree.size[NODE_COUNT] = node + 1
    tree.choice[node] = choice
    tree.child[node] = NO_NODE
    tree.sibling[node] = tree.child[parent]
    tree.child[parent] = node
    tree.visits[node] = 0
    tree.available[node] = 1
    tree.total[node] = 0.0
    return node


@inline
def _most_promising(tree: Tree, count: int, exploration: float) -> int:
    """The index of the option with the highest upper confidence bound; all are counted as available."""
    best, highest = 0, 0.0
    for index in range(count):
        node = tree.nodes[index]
        tree.available[node] += 1
        visits = tree.visits[node]
        bound = tree.total[node] / visits + exploration * sqrt(log(tree.available[node]) / visits)
        if index == 0 or bound > highest:
            best, highest = index, bound
    return best


@inline
def _best_missing(state: State, rules: Rules, tree: Tree, count: int) -> int:
    """The index of the option that scores most at once, of those without a node."""
    best, best_points = -1, 0
    for index in range(count):
        if tree.nodes[index] == NO_NODE:
            points = immediate_points(state, rules, tree.options[index])
            if best < 0 or points > best_points:
                best, best_points = index, points
    return best


@inline
def _drop_missing(tree: Tree, count: int) -> int:
    """Remove the options that have no node, and return how many are left."""
    kept = 0
    for index in range(count):
        if tree.nodes[index] != NO_NODE:
            tree.nodes[kept] = tree.nodes[index]
            tree.options[kept] = tree.options[index]
            kept += 1
    return kept


@jit_internal
def descend(state: State, rules: Rules, tree: Tree, parent: int, depth: int, exploration: float) -> int:
    """Go down the tree from a node in the state's world, add a node, and return the length of the whole path."""
    while not state[at.OVER] and depth < _MAX_DEPTH:
        count = list_options(state, rules, tree.options)
        if count == 1:
            apply_option(state, rules, tree.options[0])
            continue
        missing = _find_nodes(tree, parent, count)
        is_full = tree.size[NODE_COUNT] >= tree.size[MAX_NODE_COUNT]
        if missing and is_full:
            return depth
        if missing and parent != ROOT and count - missing > _WIDENING * sqrt(float(tree.visits[parent])):
            count = _drop_missing(tree, count)
            missing = 0
        tree.owners[depth] = state[at.SEAT]
        if missing:
            pick = _best_missing(state, rules, tree, count)
            parent = add_node(tree, parent, tree.options[pick])
        else:
            pick = _most_promising(tree, count, exploration)
            parent = tree.nodes[pick]
        tree.path[depth] = parent
        depth += 1
        apply_option(state, rules, tree.options[pick])
        if missing:
            return depth
    return depth


@inline
def backpropagate(tree: Tree, depth: int) -> None:
    """Count the iteration at each node of its path, and add the reward of the node's owner."""
    for step in range(depth):
        node = tree.path[step]
        tree.visits[node] += 1
        tree.total[node] += tree.rewards[tree.owners[step]]


@inline
def _reward(state: State, rules: Rules, tree: Tree, depth: int, seat: int) -> None:
    """Compute each seat's reward at the end of a round, and add chances and leads to the sums of the root's choice."""
    win_chances(state, rules, tree.rewards)
    row = (tree.path[0] - 1) * ROOT_SUMS if depth else -1
    if row >= 0:
        tree.sums[row + SQUARES] += tree.rewards[seat] * tree.rewards[seat]
    for other in range(state[at.PLAYERS]):
        chance, lead = tree.rewards[other], seat_lead(state, other)
        if row >= 0:
            tree.sums[row + CHANCE_SUMS + other] += chance
            tree.sums[row + LEAD_SUMS + other] += lead
        tree.rewards[other] = seat_value(chance, lead)


@jit_nogil
def search_tree(
    state: State,
    rules: Rules,
    chain: WorldChain,
    known: Ints,
    tree: Tree,
    iterations: int,
    exploration: float,
    policies: Ints,
    saved: Ints,
    rng: Ints,
) -> None:
    """Make `iterations` iterations, each in another world."""
    placed, seat, base = state[PLACED], state[at.SEAT], not_literal(0)
    for _ in range(iterations):
        advance_chain(chain, not_literal(STEPS_PER_WORLD), rng)
        deal_world(chain, state, known, rng)
        save(state, saved, base)
        depth = descend(state, rules, tree, not_literal(ROOT), not_literal(0), exploration)
        advance(state, rules, policies, rng)
        _reward(state, rules, tree, depth, seat)
        backpropagate(tree, depth)
        restore(state, saved, base, placed)


@inline
def most_visited(tree: Tree) -> tuple[int, int, int]:
    """The most visited choice at the root (the best if tied), its visits, and those of the runner-up."""
    best, first, second = NO_NODE, 0, 0
    node = tree.child[ROOT]
    while node != NO_NODE:
        visits = tree.visits[node]
        if visits > first or (visits == first and (best == NO_NODE or tree.total[node] > tree.total[best])):
            best, first, second = node, visits, first
        elif visits > second:
            second = visits
        node = tree.sibling[node]
    return tree.choice[best], first, second
