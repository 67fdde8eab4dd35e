"""The tree search: it knows the legal moves, counts its iterations, and leaves the state as it was."""

from __future__ import annotations

import pytest
from tests.bots.positions import MORE_HOUSE_EDITIONS, TABLES, everything, on_the_board, some_choices, view_of

from tricorn.bots import Budget, bot_named
from tricorn.bots.observe_view import belief_from_view, log_from_view, observe_view
from tricorn.bots.snapshot import SNAPSHOT_SIZE, restore, save
from tricorn.bots.tree import NODE_COUNT, ROOT, Tree, most_visited, new_tree, search_tree
from tricorn.bots.winning import LEAD_WEIGHT, STAKE
from tricorn.bots.worlds import deal_world
from tricorn.core import layout as at
from tricorn.core.board import PLACED
from tricorn.core.compile import ints
from tricorn.core.heuristic import new_policies
from tricorn.core.options import list_options
from tricorn.core.policy import GREEDY
from tricorn.core.rng import new_rng
from tricorn.core.state import State, apply_choice
from tricorn.editions import edition_named
from tricorn.game import Game


def known_state(game: Game) -> State:
    """A state with the true hands, as only a test can have it."""
    assert game.round is not None
    view = view_of(game)
    state = observe_view(view, log_from_view(view)).state
    for seat in range(game.players):
        state[at.HANDS + seat] = game.round.masks[seat]
    for index, tile in enumerate(reversed(game.round.well), 1):
        assert tile is not None
        state[at.WELL_END - index] = tile.index
    return state


def check_options(game: Game) -> None:
    """The core lists the game's legal moves, each once."""
    assert game.round is not None
    options = ints(256)
    count = list_options(known_state(game), game.round.rules, options)
    listed = [game.round.move_of(int(options[index])) for index in range(count)]
    assert sorted(map(str, listed)) == sorted(map(str, game.legal_moves()))
    assert [game.round.choice_of(move) for move in listed] == [int(options[index]) for index in range(count)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_tree_chooses_from_exactly_the_legal_moves(edition: str, players: int) -> None:
    for game in some_choices(edition, players, 8, seed=50):
        if game.round is not None and game.round.started:
            check_options(game)


@pytest.mark.parametrize("house", MORE_HOUSE_EDITIONS)
def test_the_tree_chooses_from_exactly_the_legal_moves_under_house_rules(house: str) -> None:
    for game in some_choices(house, edition_named(house).min_players, 8, seed=55):
        if game.round is not None and game.round.started:
            check_options(game)


@pytest.mark.parametrize(("edition", "players"), [("pressman-classic", 2), ("spanish", 3), ("wooden", 4)])
def test_applying_and_restoring_gives_the_games_scores_and_the_state_before(edition: str, players: int) -> None:
    saved = ints(SNAPSHOT_SIZE)
    for game in some_choices(edition, players, 6, seed=70):
        if game.round is None or not game.round.started:
            continue
        state = known_state(game)
        before = everything(state)
        for move in game.legal_moves():
            save(state, saved, 0)
            placed = state[PLACED]
            apply_choice(state, game.round.rules, game.round.choice_of(move))
            after = Game.from_record(game.record())
            after.play(move)
            assert [int(state[at.SCORES + seat]) for seat in range(players)] == list(after.scores)
            restore(state, saved, 0, placed)
            assert everything(state) == before


def root_visits(tree: Tree) -> list[int]:
    visits, node = [], int(tree.child[ROOT])
    while node:
        visits.append(int(tree.visits[node]))
        node = int(tree.sibling[node])
    return visits


@pytest.mark.parametrize(("edition", "players"), [("pressman-classic", 2), ("pressman-classic", 6), ("spanish", 4)])
def test_every_iteration_goes_through_one_move_and_the_state_is_as_before(edition: str, players: int) -> None:
    for game in some_choices(edition, players, 4, seed=75):
        view = view_of(game)
        current = view.round
        assert current is not None
        if not current.started:
            continue
        rng = new_rng(1, 1)
        workspace = belief_from_view(view, rng)
        chain, state, known = workspace.chain, workspace.state, workspace.known
        deal_world(chain, state, known, rng)
        before = on_the_board(state), scores_of(state)
        tree, iterations = new_tree(500), 150
        policies = new_policies([GREEDY] * 6)
        saved = ints(SNAPSHOT_SIZE)
        search_tree(state, current.rules, chain, known, tree, iterations, 150.0, policies, saved, rng)
        assert sum(root_visits(tree)) == iterations
        assert len(root_visits(tree)) == len(view.legal_moves())
        assert (on_the_board(state), scores_of(state)) == before
        move, first, second = most_visited(tree)
        assert sorted(root_visits(tree))[-2:] == [second, first]
        assert current.move_of(move) in view.legal_moves()
        # Nobody can win more than the game and a lead of 400 points in it.
        for node in range(1, int(tree.size[NODE_COUNT])):
            assert -LEAD_WEIGHT * 400 < tree.total[node] / tree.visits[node] < STAKE + LEAD_WEIGHT * 400


def scores_of(state: State) -> list[int]:
    return [int(state[at.SCORES + seat]) for seat in range(6)]


def test_a_tree_that_is_full_goes_on_counting() -> None:
    (game,) = some_choices("spanish", 2, 1, seed=76)
    view = view_of(game)
    current = view.round
    assert current is not None
    rng = new_rng(1, 1)
    workspace = belief_from_view(view, rng)
    chain, state, known = workspace.chain, workspace.state, workspace.known
    tree = new_tree(len(view.legal_moves()) + 3)
    policies, saved = new_policies([GREEDY] * 6), ints(SNAPSHOT_SIZE)
    search_tree(state, current.rules, chain, known, tree, 100, 150.0, policies, saved, rng)
    assert int(tree.size[NODE_COUNT]) == len(tree.choice)
    assert sum(root_visits(tree)) == 100


def two_move_tree(visits: tuple[int, int], totals: tuple[float, float]) -> Tree:
    """A tree of two moves, numbered 70 and 80."""
    tree = new_tree(3)
    tree.size[NODE_COUNT], tree.child[ROOT], tree.sibling[1] = 3, 1, 2
    for node in (1, 2):
        tree.choice[node], tree.visits[node], tree.total[node] = 60 + 10 * node, visits[node - 1], totals[node - 1]
    return tree


def test_the_move_followed_most_often_is_chosen() -> None:
    assert most_visited(two_move_tree((5, 3), (10.0, 900.0))) == (70, 5, 3)
    assert most_visited(two_move_tree((3, 5), (900.0, 10.0))) == (80, 5, 3)


def test_of_moves_followed_equally_often_the_one_that_fared_better_is_chosen() -> None:
    assert most_visited(two_move_tree((4, 4), (400.0, 100.0)))[0] == 70
    assert most_visited(two_move_tree((4, 4), (100.0, 400.0)))[0] == 80


def test_a_negative_budget_counts_as_zero() -> None:
    (game,) = some_choices("pressman-classic", 2, 1, seed=77)
    assert bot_named("search").choose(view_of(game), Budget(worlds=-1), new_rng(1, 1)) in game.legal_moves()
