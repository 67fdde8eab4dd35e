"""What the page's bots see of a round in full knowledge is what a view of the same round shows, and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from tests.bots.positions import MORE_HOUSES, TABLES, on_the_table, seat_of, state_of_rng, view_of

from tricorn.bots import bot_named
from tricorn.bots.belief import believe
from tricorn.bots.looking import look
from tricorn.bots.mind import SEARCH, UNDECIDED, Mind, begin, go_on, new_mind
from tricorn.bots.plain import PlainBot
from tricorn.bots.seeing import believing
from tricorn.core.compile import Floats, Ints, ints_of
from tricorn.core.policy import EASY, GREEDY, HEURISTIC, MEDIUM, RANDOM
from tricorn.core.rng import new_rng
from tricorn.core.rules import NOBODY, ZERO, rules_of
from tricorn.core.state import (
    DRAWS,
    HANDS,
    LAID,
    LOG,
    LOG_DRAW,
    LOGGED,
    MAX_SEATS,
    NEXT,
    ORDER,
    OVER,
    PASSES,
    PLAYERS,
    SCORES,
    SEAT,
    WELL_END,
    State,
    carry_out,
    deal,
    new_state,
    start_with,
)
from tricorn.editions import edition_named
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.tiles import Tile

NODES = 100


def followed(edition: str, players: int, seed: int) -> Iterator[tuple[Game, State, int]]:
    """A round at each of its turns after the start, as a game and in the core, with the tile that was shown."""
    book, rng = edition_named(edition), Random(seed)
    rules = rules_of(book)
    game, state = Game(book, players, seed=seed), new_state(players, log=True)
    deal(state, new_rng(seed, 1), book.tiles_dealt(players))
    first = rng.choice(game.legal_moves())
    assert isinstance(first, Place)
    game.play(first)
    start_with(state, rules, first.tile.index == ZERO)
    shows = re.search(r" shows (.*)", game.record())
    shown = NOBODY if shows is None else Tile.parse(shows[1]).index
    while game.rounds == 1 and game.round is not None and game.round.seat is not None:
        yield game, state, shown
        move = rng.choice(game.legal_moves())
        choice = game.round.choice_of(move)
        game.play(move)
        carry_out(state, rules, choice)


def looked(game: Game, state: State, shown: int) -> Mind:
    """A mind filled from the core's state."""
    mind = new_mind(len(state) - LOG, NODES)
    assert game.round is not None
    look(state, game.round.rules, game.round.tiles.hand_size, shown, mind)
    return mind


def numbers(part: Ints | Floats, number: int, first: int = 0) -> list[float]:
    return [part[index] for index in range(first, first + number)]


def log_in(state: State) -> Ints:
    return ints_of(int(state[index]) for index in range(LOG, state[LOGGED]))


# A house that deals one tile each has its round over with the start.
HOUSES = [
    pytest.param(house, edition_named(house).players[1], id=house) for house in MORE_HOUSES if "deal=1/" not in house
]


@pytest.mark.parametrize(("edition", "players"), [*TABLES, *HOUSES])
def test_looking_at_a_round_and_its_view_give_the_same_belief(edition: str, players: int) -> None:
    turns = 0
    for seed in (1, 2):
        for game, state, shown in followed(edition, players, seed):
            if turns % 3 == 0:
                check_belief(game, state, shown)
            turns += 1
    assert turns > 20


def check_belief(game: Game, state: State, shown: int) -> None:
    assert game.round is not None
    mind, other, rng = looked(game, state, shown), believing(view_of(game), new_rng(5, 5)), new_rng(5, 5)
    log = log_in(state)
    believe(mind.worlds, mind.table, game.round.rules, log, seat_of(game), mind.known, mind.scratch, rng)
    assert numbers(mind.known, MAX_SEATS) == numbers(other.known, MAX_SEATS)
    unknown, pool, decisions = (int(number) for number in numbers(mind.worlds.sizes, 3))
    sizes = (pool, unknown, unknown, unknown, 3, *[decisions] * 5, decisions * 64)
    for size, name in zip(sizes, mind.worlds._fields, strict=True):
        assert numbers(getattr(mind.worlds, name), size) == numbers(getattr(other.worlds, name), size), name
    assert on_the_table(mind.state) == on_the_table(other.state)
    for place in (SEAT, PLAYERS, NEXT, DRAWS, PASSES, OVER, LAID, *range(SCORES, SCORES + players_of(game))):
        assert mind.state[place] == other.state[place]
    assert not any(mind.state[HANDS + seat] for seat in range(MAX_SEATS))
    assert not any(mind.state[index] for index in range(ORDER, WELL_END))


def players_of(game: Game) -> int:
    assert game.round is not None
    return game.round.players


POLICIES = {"random": RANDOM, "greedy": GREEDY, "heuristic": HEURISTIC, "easy": EASY, "medium": MEDIUM}


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_bot_chooses_the_same_from_either(edition: str, players: int) -> None:
    for turn, (game, state, shown) in enumerate(followed(edition, players, seed=3)):
        assert game.round is not None
        if turn % 5:
            continue
        for name, policy in POLICIES.items():
            rngs = new_rng(turn, 1), new_rng(turn, 1)
            choice = begin(looked(game, state, shown), game.round.rules, log_in(state), policy, 0, rngs[0])
            assert game.round.move_of(choice) == PlainBot(name, policy).choose(view_of(game), None, rngs[1])
            assert state_of_rng(rngs[0]) == state_of_rng(rngs[1])
        rngs = new_rng(turn, 2), new_rng(turn, 2)
        mind, rules = looked(game, state, shown), game.round.rules
        choice = begin(mind, rules, log_in(state), SEARCH, 5, rngs[0])
        while choice == UNDECIDED:
            choice = go_on(mind, rules, 200, rngs[0])
        assert game.round.move_of(choice) == bot_named("search:5").choose(view_of(game), None, rngs[1])


def test_what_others_drew_is_never_looked_at() -> None:
    """The log of a round in full knowledge tells the drawn tiles; without them everything is the same."""
    for game, state, shown in followed("spanish", 3, seed=4):
        assert game.round is not None
        hidden = state[:]
        for index in range(LOG, state[LOGGED]):
            if state[index] & 7 == LOG_DRAW and state[index] >> 3 & 7 != state[SEAT]:
                hidden[index] = state[index] | 63 << 6
        for seat in range(3):
            if seat != state[SEAT]:
                hidden[HANDS + seat] = 0
        for index in range(ORDER, WELL_END):
            hidden[index] = 0
        choices = [
            begin(looked(game, each, shown), game.round.rules, log_in(each), SEARCH, 1, new_rng(1, 1))
            for each in (state, hidden)
        ]
        assert choices[0] == choices[1]
