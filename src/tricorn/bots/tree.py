"""The tree search: many sampled worlds share one tree of moves, so that the replies of all players are learned.

A node stands for a choice; its owner is the seat that made it. Each iteration takes one world, follows the choices
that are legal in it by upper confidence bounds (counting how often each was available), adds one node, plays
the round to its end, and credits every node with its owner's result. The choices of a node are added gradually
(progressive widening), those that score most first, so that unlikely replies cost few iterations.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from tricorn.bots.rewinding import rewind, save
from tricorn.bots.winning import LEAD, STAKE, lead_of, win_chances
from tricorn.bots.worlds import STEPS, Worlds, deal_world, mix
from tricorn.core.compile import Floats, Ints, floats, inline, ints, jit, jit_unlocked, variable
from tricorn.core.maths import log
from tricorn.core.options import MAX_OPTIONS, list_options, points_of
from tricorn.core.playout import advance
from tricorn.core.rules import Rules
from tricorn.core.state import MAX_SEATS, OVER, PLAYERS, SEAT, State, carry_out
from tricorn.core.table import PLACED

__all__ = [
    "CHANCE_SUMS",
    "LEAD_SUMS",
    "ROOT_SUMS",
    "SQUARES",
    "Tree",
    "add_node",
    "credit",
    "iterate",
    "most_visited",
    "new_tree",
    "plant",
    "search_tree",
    "tree_of",
]

_ROOT = 0
_NONE = 0  # the root is not a child or sibling, so its number means "no node"
_DEEPEST = 128
# Below the root, a node has at most this many times the root of its visits of a world's choices in the tree, and one.
_WIDENING = 0.7
# Of each choice at the root, the sums over its iterations: each seat's chance of winning the game, each seat's lead,
# and the squares of the chance of the player on turn.
CHANCE_SUMS, LEAD_SUMS, SQUARES, ROOT_SUMS = 0, MAX_SEATS, 2 * MAX_SEATS, 2 * MAX_SEATS + 1


class Tree(NamedTuple):
    """The nodes, each a place in every array, and what an iteration needs."""

    move: Ints
    child: Ints  # a node's first child
    sibling: Ints  # and the next child of the same parent
    visits: Ints
    there: Ints  # how often the choice was legal when its parent was visited
    total: Floats
    sums: Floats  # for each choice at the root ROOT_SUMS numbers, in the order of the nodes, which come first
    size: Ints  # how many nodes there are, and how many there may be
    options: Ints  # scratch: the legal choices
    nodes: Ints  # scratch: their nodes
    path: Ints  # scratch: the nodes of an iteration
    owners: Ints  # scratch: and who made their choices
    rewards: Floats  # scratch: what each seat got


def new_tree(most: int) -> Tree:
    """A tree with only the root and room for so many nodes."""
    tree = tree_of(most)
    plant(tree, most)
    return tree


def tree_of(most: int) -> Tree:
    """The arrays of a tree with room for so many nodes."""
    return Tree(
        move=ints(most),
        child=ints(most),
        sibling=ints(most),
        visits=ints(most),
        there=ints(most),
        total=floats(most),
        sums=floats(MAX_OPTIONS * ROOT_SUMS),
        size=ints(2),
        options=ints(MAX_OPTIONS),
        nodes=ints(MAX_OPTIONS),
        path=ints(_DEEPEST),
        owners=ints(_DEEPEST),
        rewards=floats(MAX_SEATS),
    )


@jit
def plant(tree: Tree, most: int) -> None:
    """Cut a tree back to its root; it may grow to so many nodes."""
    tree.child[_ROOT] = _NONE
    tree.visits[_ROOT] = 0
    for place in range(MAX_OPTIONS * ROOT_SUMS):
        tree.sums[place] = 0.0
    tree.size[0], tree.size[1] = 1, most


@inline
def _find_nodes(tree: Tree, parent: int, number: int) -> int:
    """Match the listed options with the parent's children, and return how many have no node yet."""
    for index in range(number):
        tree.nodes[index] = _NONE
    missing = number
    node = tree.child[parent]
    while node != _NONE:
        for index in range(number):
            if tree.options[index] == tree.move[node]:
                tree.nodes[index] = node
                missing -= 1
                break
        node = tree.sibling[node]
    return missing


@inline
def add_node(tree: Tree, parent: int, move: int) -> int:
    """Add a choice to a node; the new node."""
    node = tree.size[0]
    tree.size[0] = node + 1
    tree.move[node] = move
    tree.child[node] = _NONE
    tree.sibling[node] = tree.child[parent]
    tree.child[parent] = node
    tree.visits[node] = 0
    tree.there[node] = 1
    tree.total[node] = 0.0
    return node


@inline
def _most_promising(tree: Tree, number: int, exploration: float) -> int:
    """The option with the highest upper confidence bound; all are counted as available."""
    best, bound = 0, 0.0
    for index in range(number):
        node = tree.nodes[index]
        tree.there[node] += 1
        visits = tree.visits[node]
        here = tree.total[node] / visits + exploration * sqrt(log(tree.there[node]) / visits)
        if index == 0 or here > bound:
            best, bound = index, here
    return best


@inline
def _best_missing(state: State, rules: Rules, tree: Tree, number: int) -> int:
    """Among the options without a node, the one that scores most at once."""
    best, most = -1, 0
    for index in range(number):
        if tree.nodes[index] == _NONE:
            points = points_of(state, rules, tree.options[index])
            if best < 0 or points > most:
                best, most = index, points
    return best


@inline
def _drop_missing(tree: Tree, number: int) -> int:
    """Remove the options that have no node, and return how many are left."""
    kept = 0
    for index in range(number):
        if tree.nodes[index] != _NONE:
            tree.nodes[kept] = tree.nodes[index]
            tree.options[kept] = tree.options[index]
            kept += 1
    return kept


@jit
def iterate(state: State, rules: Rules, tree: Tree, parent: int, depth: int, exploration: float) -> int:
    """Go down the tree from a node in the state's world and add a node; the number of nodes on the whole path."""
    while not state[OVER] and depth < _DEEPEST:
        number = list_options(state, rules, tree.options)
        if number == 1:
            carry_out(state, rules, tree.options[0])
            continue
        missing = _find_nodes(tree, parent, number)
        full = tree.size[0] >= tree.size[1]
        if missing and full:
            return depth
        if missing and parent != _ROOT and number - missing > _WIDENING * sqrt(float(tree.visits[parent])):
            number = _drop_missing(tree, number)
            missing = 0
        tree.owners[depth] = state[SEAT]
        if missing:
            pick = _best_missing(state, rules, tree, number)
            parent = add_node(tree, parent, tree.options[pick])
        else:
            pick = _most_promising(tree, number, exploration)
            parent = tree.nodes[pick]
        tree.path[depth] = parent
        depth += 1
        carry_out(state, rules, tree.options[pick])
        if missing:
            return depth
    return depth


@inline
def credit(tree: Tree, depth: int) -> None:
    """Credit the nodes of an iteration with what their owners got."""
    for step in range(depth):
        node = tree.path[step]
        tree.visits[node] += 1
        tree.total[node] += tree.rewards[tree.owners[step]]


@inline
def _reward(state: State, rules: Rules, tree: Tree, depth: int, seat: int) -> None:
    """Work out what each seat got at the end of a round, and add it to the sums of the choice at the root."""
    win_chances(state, rules, tree.rewards)
    row = (tree.path[0] - 1) * ROOT_SUMS if depth else -1
    if row >= 0:
        tree.sums[row + SQUARES] += tree.rewards[seat] * tree.rewards[seat]
    for other in range(state[PLAYERS]):
        chance, lead = tree.rewards[other], lead_of(state, other)
        if row >= 0:
            tree.sums[row + CHANCE_SUMS + other] += chance
            tree.sums[row + LEAD_SUMS + other] += lead
        tree.rewards[other] = STAKE * chance + LEAD * lead


@jit_unlocked
def search_tree(
    state: State,
    rules: Rules,
    worlds: Worlds,
    known: Ints,
    tree: Tree,
    iterations: int,
    exploration: float,
    policies: Ints,
    saved: Ints,
    rng: Ints,
) -> None:
    """Make so many iterations, each in another world."""
    placed, seat, at = state[PLACED], state[SEAT], variable(0)
    for _ in range(iterations):
        mix(worlds, variable(STEPS), rng)
        deal_world(worlds, state, known, rng)
        save(state, saved, at)
        depth = iterate(state, rules, tree, variable(_ROOT), variable(0), exploration)
        advance(state, rules, policies, rng)
        _reward(state, rules, tree, depth, seat)
        credit(tree, depth)
        rewind(state, saved, at, placed)


@inline
def most_visited(tree: Tree) -> tuple[int, int, int]:
    """The choice at the root that was followed most often (of equal ones, the best), how often, and the runner-up."""
    best, first, second = _NONE, 0, 0
    node = tree.child[_ROOT]
    while node != _NONE:
        visits = tree.visits[node]
        if visits > first or (visits == first and (best == _NONE or tree.total[node] > tree.total[best])):
            best, first, second = node, visits, first
        elif visits > second:
            second = visits
        node = tree.sibling[node]
    return tree.move[best], first, second
