"""What a workspace takes from a round with all tiles known is what a view of it shows, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from tests.bots.positions import MORE_HOUSE_EDITIONS, TABLES, on_the_board, seat_of, state_of_rng, view_of

from tricorn.bots import bot_named
from tricorn.bots.belief import init_belief
from tricorn.bots.decision import SEARCH, SEARCHING, begin_decision, continue_decision
from tricorn.bots.observe_view import belief_from_view
from tricorn.bots.plain import PlainBot
from tricorn.bots.workspace import Workspace, fill_workspace, new_workspace
from tricorn.core import layout as at
from tricorn.core.compile import Floats, Ints, ints_from
from tricorn.core.layout import MAX_SEATS
from tricorn.core.log import LOG_DRAW, LOG_STRIDE, logged_kind, logged_seat
from tricorn.core.policy import EASY, GENTLE, GREEDY, HEURISTIC, MEDIUM, RANDOM
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import State, apply_choice, deal, new_state, start_with
from tricorn.editions import edition_named
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.round.state import observed as seen_by

NODES = 100


def followed(edition: str, players: int, seed: int) -> Iterator[tuple[Game, State]]:
    """A round at each of its turns after the start, as a game and in the core."""
    book, rng = edition_named(edition), Random(seed)
    rules = rules_for(book)
    game, state = Game(book, players, seed=seed), new_state(players, log=True)
    deal(state, rules, new_rng(seed, 1), book.tiles_dealt(players))
    for seat in range(players):
        state[at.SCORES + seat] = book.head_start[seat]
    first = rng.choice(game.legal_moves())
    assert isinstance(first, Place)
    game.play(first)
    start_with(state, rules, first.tile.index)
    while game.rounds == 1 and game.round is not None and game.turn is not None:
        yield game, state
        move = rng.choice(game.legal_moves())
        choice = game.round.choice_of(move)
        game.play(move)
        apply_choice(state, rules, choice)


def observed(game: Game, state: State) -> Workspace:
    """A workspace filled from the core's state."""
    workspace = new_workspace((len(state) - at.LOG) // LOG_STRIDE, NODES)
    assert game.round is not None
    seat = state[at.SEAT]
    fill_workspace(seen_by(state, game.round.rules, seat), seat, workspace)
    return workspace


def numbers(array: Ints | Floats, count: int, first: int = 0) -> list[float]:
    return [array[index] for index in range(first, first + count)]


def log_in(state: State) -> Ints:
    return ints_from(int(state[index]) for index in range(at.LOG, state[at.LOG_END]))


# If each player is dealt one tile, the round ends with the start.
HOUSE_TABLES = [(house, edition_named(house).max_players) for house in MORE_HOUSE_EDITIONS if "deal=1/" not in house]


@pytest.mark.parametrize(
    ("edition", "players", "seed"),
    [
        *((*table.values, seed) for table in TABLES for seed in (1, 2)),
        *((*table, 1) for table in HOUSE_TABLES),
        *(pytest.param(*table, 2, marks=pytest.mark.soak) for table in HOUSE_TABLES),
    ],
)
def test_a_log_and_a_view_give_the_same_belief(edition: str, players: int, seed: int) -> None:
    turns = 0
    for game, state in followed(edition, players, seed):
        if turns % 3 == 0:
            check_belief(game, state)
        turns += 1
    assert turns > 10


def check_belief(game: Game, state: State) -> None:
    assert game.round is not None
    workspace, other, rng = observed(game, state), belief_from_view(view_of(game), new_rng(5, 5)), new_rng(5, 5)
    log = log_in(state)
    init_belief(
        workspace.chain, workspace.board, game.round.rules, log, seat_of(game), workspace.known, workspace.scratch, rng
    )
    assert numbers(workspace.known, MAX_SEATS) == numbers(other.known, MAX_SEATS)
    unknown, pool, decisions = (int(number) for number in numbers(workspace.chain.sizes, 3))
    sizes = (pool, unknown, unknown, unknown, 3, *[decisions] * 5, decisions * 64)
    for size, name in zip(sizes, workspace.chain._fields, strict=True):
        assert numbers(getattr(workspace.chain, name), size) == numbers(getattr(other.chain, name), size), name
    assert on_the_board(workspace.state) == on_the_board(other.state)
    for place in (
        at.SEAT,
        at.PLAYERS,
        at.NEXT_DRAW,
        at.DRAWS,
        at.PASSES,
        at.OVER,
        at.ON_TABLE,
        *range(at.SCORES, at.SCORES + players_of(game)),
    ):
        assert workspace.state[place] == other.state[place]
    assert not any(workspace.state[at.HANDS + seat] for seat in range(MAX_SEATS))
    assert not any(workspace.state[index] for index in range(at.ORDER, at.WELL_END))


def players_of(game: Game) -> int:
    assert game.round is not None
    return game.round.players


POLICIES = {
    "random": RANDOM,
    "greedy": GREEDY,
    "heuristic": HEURISTIC,
    "gentle": GENTLE,
    "easy": EASY,
    "medium": MEDIUM,
}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_bot_chooses_the_same_from_a_log_and_from_a_view(edition: str, players: int) -> None:
    for turn, (game, state) in enumerate(followed(edition, players, seed=3)):
        assert game.round is not None
        if turn % 5:
            continue
        for name, policy in POLICIES.items():
            rngs = new_rng(turn, 1), new_rng(turn, 1)
            choice = begin_decision(observed(game, state), game.round.rules, log_in(state), policy, 0, rngs[0])
            assert game.round.move_of(choice) == PlainBot(name, policy).choose(view_of(game), None, rngs[1])
            assert state_of_rng(rngs[0]) == state_of_rng(rngs[1])
        rngs = new_rng(turn, 2), new_rng(turn, 2)
        workspace, rules = observed(game, state), game.round.rules
        choice = begin_decision(workspace, rules, log_in(state), SEARCH, 5, rngs[0])
        while choice == SEARCHING:
            choice = continue_decision(workspace, rules, 200, rngs[0])
        assert game.round.move_of(choice) == bot_named("search:5").choose(view_of(game), None, rngs[1])


def test_tiles_that_others_drew_are_never_used() -> None:
    """The log names the drawn tiles; without them the choice is the same."""
    for game, state in followed("spanish", 3, seed=4):
        assert game.round is not None
        hidden = state[:]
        for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE):
            if logged_kind(state[index]) == LOG_DRAW and logged_seat(state[index]) != state[at.SEAT]:
                hidden[index] = state[index] | 63 << 6
        for seat in range(3):
            if seat != state[at.SEAT]:
                hidden[at.HANDS + seat] = 0
        for index in range(at.ORDER, at.WELL_END):
            hidden[index] = 0
        choices = [
            begin_decision(observed(game, known), game.round.rules, log_in(known), SEARCH, 1, new_rng(1, 1))
            for known in (state, hidden)
        ]
        assert choices[0] == choices[1]
