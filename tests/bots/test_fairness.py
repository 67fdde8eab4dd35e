"""The bots do not cheat: what they choose does not depend on tiles they cannot see, and they are handed none."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from tests.arena.players import First, seated
from tests.bots.positions import (
    PLAIN,
    SEARCH_BOTS,
    SEED,
    TABLES,
    hidden_places,
    indistinguishable_game,
    on_the_board,
    quick,
    seat_of,
    some_choices,
    state_of_rng,
    unseen,
    view_of,
)
from tests.helpers import attributes_of
from tests.test_view import reachable, rounds_of, tiles_seen

from tricorn.arena.seating import Seating
from tricorn.bots import BOTS, Budget, bot_named
from tricorn.bots.observe_view import belief_from_view
from tricorn.core import layout as at
from tricorn.core.compile import Ints
from tricorn.core.rng import new_rng
from tricorn.editions import edition_named
from tricorn.game import Game
from tricorn.moves import Move
from tricorn.record import Deal, Drew, Record, Well
from tricorn.round import Round
from tricorn.tiles import Tile, tiles_of
from tricorn.view import View
from tricorn.wording import SEATS

# For each of the 19 tables of the five rulebooks.
POSITIONS = 18


@cache
def indistinguishable_pairs(edition: str, players: int) -> list[tuple[Game, Game]]:
    """Pairs of games that differ only in what the player on turn cannot see."""
    rng = Random(players)
    pairs = [
        (game, indistinguishable_game(game, rng)) for game in some_choices(edition, players, POSITIONS, seed=players)
    ]
    return [(game, other) for game, other in pairs if other is not None]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_choice_is_the_same_whatever_the_hidden_tiles_are(edition: str, players: int) -> None:
    pairs = indistinguishable_pairs(edition, players)
    assert len(pairs) >= POSITIONS - 4
    assert sum(game.round.hands != other.round.hands for game, other in pairs if game.round and other.round) >= 8
    for number, (game, other) in enumerate(pairs):
        views = view_of(game), view_of(other)
        assert views[0] == views[1]
        assert hidden_places(game) != hidden_places(other)
        for name in [*PLAIN, *SEARCH_BOTS, "search:5"]:
            bot, budget = quick(name)
            rngs = new_rng(number, 7), new_rng(number, 7)
            choices = [bot.choose(view, budget, rng) for view, rng in zip(views, rngs, strict=True)]
            assert choices[0] == choices[1], name
            assert state_of_rng(rngs[0]) == state_of_rng(rngs[1]), name


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_the_worlds_of_the_searching_bot_come_from_the_view_alone(edition: str, players: int) -> None:
    for game, other in indistinguishable_pairs(edition, players)[::4]:
        states = []
        for variant in (game, other):
            view = view_of(variant)
            assert view.round is not None
            if not view.round.started:
                continue
            workspace = belief_from_view(view, new_rng(3, 3))
            state, hands = workspace.state, workspace.known
            assert not any(state[at.HANDS + seat] for seat in range(players))
            assert not any(state[index] for index in range(at.ORDER, at.WELL_END))
            arrays = (*workspace.chain, state, hands, workspace.unknown)
            states.append([[float(array[index]) for index in range(len(array))] for array in arrays])
            own = seat_of(variant)
            assert int(hands[own]) == sum(tile.bit for tile in view.hand)
            held_open = sum(int(hands[seat]) for seat in range(players) if seat != own)
            assert not held_open & sum(tile.bit for tile in unseen(view))
        assert states[:1] == states[1:]


class Peeker(First):
    """Knows the games, which no bot does, and plays by what the others hold."""

    name = "peeker"

    def __init__(self, games: list[Game]) -> None:
        self.games = games

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        game = self.games.pop(0)
        assert game.round is not None
        moves = view.legal_moves()
        return moves[sum(game.round.masks) % len(moves)]


def test_the_comparison_would_find_a_bot_that_peeks() -> None:
    pairs = indistinguishable_pairs("pressman-classic", 2)
    bot = Peeker([game for pair in pairs for game in pair])
    choices = [[bot.choose(view_of(game), None, new_rng(1, 1)) for game in pair] for pair in pairs]
    assert any(one != two for one, two in choices)


# What a bot is handed.


class Spy(First):
    """Plays what scores most and looks through every view that it is handed."""

    name = "spy"

    def __init__(self, seed: int, well: list[Tile | None]) -> None:
        self.seed = seed
        self.well = well
        self.looked = 0

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        self.looked += 1
        check_nothing_hidden(view, set(unseen(view)), self.seed, self.well)
        return super().choose(view, budget, rng)


def check_nothing_hidden(view: View, hidden: set[Tile], seed: int, well: list[Tile | None]) -> None:
    """Nothing that can be reached from the view is a game, a full record, the seed, or the well's order."""
    for thing in reachable(view):
        assert not isinstance(thing, Game)
        if isinstance(thing, Record):
            for event in thing.events:
                if isinstance(event, Deal) and event.seat != view.seat:
                    assert set(event.tiles) == {None}
                if isinstance(event, Well):
                    assert set(event.tiles) <= {None}
                if isinstance(event, Drew) and event.seat != view.seat:
                    assert event.tile is None
            assert "seed" not in dict(thing.keys)
        if isinstance(thing, Round):
            assert set(thing.well) <= {None}
            assert not any(hidden & set(hand) for hand in thing.hands)
        if isinstance(thing, list | tuple) and len(well) > 1:
            assert list(thing) != well
            assert list(thing) != [tile.index for tile in well if tile is not None]
        if isinstance(thing, int):
            assert thing != seed
        if isinstance(thing, str):
            assert str(seed) not in thing


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_neither_game_nor_record_nor_seed_nor_well_can_be_reached_from_a_view_that_a_bot_was_given(
    edition: str, players: int
) -> None:
    for game in some_choices(edition, players, 2, seed=players):
        view = view_of(game)
        assert game.seed is not None
        assert game.round is not None
        (*_, text) = rounds_of(game.record())
        hidden = set(tiles_of((1 << 56) - 1)) - {Tile.parse(tile) for tile in tiles_seen(text, SEATS[seat_of(game)])}
        check_nothing_hidden(view, hidden, game.seed, game.round.well)
        for name in ("heuristic", "search:2"):
            bot_named(name).choose(view, None, new_rng(1, 1))
        # The view has been used, and worked out its round.
        check_nothing_hidden(view, hidden, game.seed, game.round.well)


def test_the_search_through_a_view_would_find_a_leak() -> None:
    (game,) = some_choices("wooden", 2, 1)
    assert game.round is not None
    assert game.seed is not None
    for leak in (game, game.parsed_record, game.round, game.seed, game.round.well, f"x{game.seed}"):
        view = view_of(game)
        vars(view)["leak"] = [leak]
        with pytest.raises(AssertionError):
            check_nothing_hidden(view, set(unseen(view)), game.seed, game.round.well)


def test_the_arena_hands_its_bots_nothing_hidden_either() -> None:
    dealt = Game("spanish", 3, seed=SEED).round
    assert dealt is not None
    spy = Spy(SEED, dealt.well)
    with seated(spy):
        Seating(edition_named("spanish"), ("greedy", "spy", "easy")).play_single(SEED)
    assert spy.looked > 3


@pytest.mark.parametrize("name", [*BOTS, "search:2"])
def test_a_bot_keeps_nothing_from_one_choice_to_the_next(name: str) -> None:
    bot, budget = quick(name)
    before = dict(vars(bot))
    (game,) = some_choices("spanish", 3, 1)
    bot.choose(view_of(game), budget, new_rng(1, 1))
    assert vars(bot) == before
    assert not any(isinstance(thing, Tile | View | Round | Record) for thing in reachable(bot))


@pytest.mark.parametrize("name", [*BOTS, "search:5"])
def test_choosing_leaves_the_view_as_it_was(name: str) -> None:
    bot, budget = quick(name)
    for game in some_choices("pressman-classic", 3, 6):
        view, untouched = view_of(game), view_of(game)
        bot.choose(view, budget, new_rng(1, 1))
        assert view == untouched
        assert view.round is not None
        assert untouched.round is not None
        assert on_the_board(view.round.state) == on_the_board(untouched.round.state)
        assert attributes_of(view.round) == attributes_of(untouched.round)
