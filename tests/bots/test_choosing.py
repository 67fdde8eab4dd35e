"""Every bot at every table: always a legal move, at once if there is only one, and a clear error if there is none."""

from __future__ import annotations

import pytest
from tests.bots.positions import (
    MORE_HOUSE_EDITIONS,
    PLAIN,
    SEARCH_BOTS,
    TABLES,
    a_choice,
    quick,
    real_choices,
    some_choices,
    state_of_rng,
    view_of,
)
from tests.helpers import dealt, first_game_where

from tricorn.bots import BOTS, Budget, bot_named, search
from tricorn.core.rng import new_rng
from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.moves import DRAW, PASS
from tricorn.tiles import TILES

EVERY_BOT = [*PLAIN, *SEARCH_BOTS, "search:1", "search:5"]


def check_choices(game: Game, seed: int) -> None:
    """Every bot chooses something legal here."""
    view = view_of(game)
    moves = view.legal_moves()
    for name in EVERY_BOT:
        bot, budget = quick(name)
        assert bot.choose(view, budget, new_rng(seed, 5)) in moves, name


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_bot_chooses_a_legal_move_at_every_table(edition: str, players: int) -> None:
    for number, game in enumerate(some_choices(edition, players, 8, seed=40)):
        check_choices(game, number)


@pytest.mark.parametrize("house", MORE_HOUSE_EDITIONS)
def test_every_bot_chooses_a_legal_move_under_house_rules(house: str) -> None:
    for players in set(edition_named(house).players):
        games = list(some_choices(house, players, 6, seed=60))
        assert len(games) == 6 or "deal=1/1/1" in house  # who starts is out
        for number, game in enumerate(games):
            check_choices(game, number)


def test_a_searching_bot_copes_with_the_largest_bonuses_that_a_house_may_give() -> None:
    for game in real_choices("pressman-classic bridge=10000 hexagons=10000/10000/10000 target=1000000", 2, seed=14):
        assert bot_named("search:2").choose(view_of(game), None, new_rng(1, 1)) in game.legal_moves()


@pytest.mark.parametrize("name", SEARCH_BOTS)
def test_a_searching_bot_with_its_own_budget_plays_a_legal_round(name: str) -> None:
    bot = bot_named(name)
    stop = Budget(worlds=20, seconds=0.2)
    for game in list(real_choices("spanish", 2, seed=3))[:: 4 if name == "hard" else 12]:
        assert bot.choose(view_of(game), None if name == "hard" else stop, new_rng(1, 1)) in game.legal_moves()


def test_voluntary_draws_and_passes_are_among_what_a_searching_bot_chooses_from() -> None:
    """With so few worlds per candidate every legal move is chosen now and then."""
    for house, wanted in (("spanish", DRAW), ("spanish deal=28/18/14", PASS)):
        chosen = set()
        for game in real_choices(house, 2, seed=1):
            if wanted in game.legal_moves() and game.round is not None and game.round.started:
                chosen.add(bot_named("search:4").choose(view_of(game), None, new_rng(1, 0)))
        assert wanted in chosen


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_bot_starts_with_a_legal_tile_where_0_0_0_is_offered(name: str) -> None:
    game = dealt("wooden", "0-0-0 3-3-3", "4-5-5 0-0-1")
    bot, budget = quick(name)
    chosen = {str(bot.choose(view_of(game), budget, new_rng(seed, 1))) for seed in range(12)}
    others = {"random": {"0,0^000", "0,0^333"}, "gentle": {"0,0^333"}}
    assert chosen == others.get(name, {"0,0^000"})


@pytest.mark.parametrize("name", EVERY_BOT)
def test_the_only_legal_move_is_chosen_whatever_it_is(name: str) -> None:
    bot, budget = quick(name)
    start = Game("wooden", 2, seed=1)
    draw = first_game_where(lambda game: game.legal_moves() == [DRAW], "wooden")
    skip = first_game_where(lambda game: game.legal_moves() == [PASS], "wooden")
    place = first_game_where(
        lambda game: len(game.legal_moves()) == 1 and game.round is not None and game.round.started, "wooden"
    )
    for game in (start, draw, skip, place):
        assert bot.choose(view_of(game), budget, new_rng(1, 1)) == game.legal_moves()[0]


@pytest.mark.parametrize("name", SEARCH_BOTS)
def test_a_searching_bot_does_not_think_about_the_only_legal_move(name: str) -> None:
    game = first_game_where(lambda game: len(game.legal_moves()) == 1 and game.rounds == 2, "wooden")
    rng = new_rng(1, 1)
    assert bot_named(name).choose(view_of(game), None, rng) == game.legal_moves()[0]
    assert state_of_rng(rng) == state_of_rng(new_rng(1, 1))


# Nothing to choose.


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_spectator_has_no_move_to_choose(name: str) -> None:
    bot, budget = quick(name)
    with pytest.raises(TricornError, match=r"^a spectator has no move to choose$"):
        bot.choose(a_choice().view(None), budget, new_rng(1, 1))


@pytest.mark.parametrize("name", EVERY_BOT)
def test_a_seat_that_is_not_on_turn_is_refused(name: str) -> None:
    bot, budget = quick(name)
    over = Game("pressman-classic target=20", 2, seed=1)
    while not over.outcome():
        over.play(over.legal_moves()[0])
    playing = a_choice()
    assert playing.turn is not None
    for view in (playing.view(1 - playing.turn), over.view(0), over.view(1), Game("wooden", 2, dealt=False).view(0)):
        with pytest.raises(TricornError, match=r"^it is not Player [AB]'s turn$"):
            bot.choose(view, budget, new_rng(1, 1))


# Budgets.


@pytest.mark.parametrize("name", SEARCH_BOTS)
@pytest.mark.parametrize(
    "budget",
    [
        Budget(worlds=0, seconds=0),
        Budget(worlds=0),
        Budget(seconds=0),
    ],
    ids=["nothing", "no worlds", "no time"],
)
def test_a_searching_bot_without_time_to_think_still_answers(name: str, budget: Budget) -> None:
    for game in (a_choice(), a_choice("spanish", 4), Game.from_record(_open_end().record())):
        assert bot_named(name).choose(view_of(game), budget, new_rng(1, 1)) in game.legal_moves()


def _open_end() -> Game:
    """Two players, nothing in the well, much in the hands."""
    game = Game(edition_named("pressman-classic deal=28/18/14/11/9"), 2, dealt=False)
    game.deal(TILES)
    while len(game.legal_moves()) < 2:
        game.play(game.legal_moves()[0])
    return game


def test_without_any_worlds_the_searching_bot_plays_what_the_heuristic_plays() -> None:
    for game in some_choices("pressman-classic", 2, 10):
        if game.round is not None and game.round.started:
            views = view_of(game), view_of(game)
            chosen = bot_named("search:0").choose(views[0], None, new_rng(1, 1))
            assert chosen == bot_named("heuristic").choose(views[1], None, new_rng(1, 1))


class Clock:
    """A clock that is 20 ms later each time it is read."""

    def __init__(self) -> None:
        self.readings = 0

    def monotonic(self) -> float:
        self.readings += 1
        return 0.02 * self.readings


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the searching bots, which read it at the beginning and after each batch of iterations."""
    clock = Clock()
    monkeypatch.setattr(search, "time", clock)
    return clock


@pytest.mark.parametrize(("name", "batches"), [("search:0.05s", 3), ("search:0.001s", 1), ("search:0s", 0)])
@pytest.mark.parametrize(("edition", "players"), [("pressman-classic", 2), ("pressman-classic", 6), ("spanish", 2)])
def test_a_searching_bot_stops_after_the_batch_in_which_its_time_is_up(
    clock: Clock, name: str, batches: int, edition: str, players: int
) -> None:
    game = a_choice(edition, players)
    assert bot_named(name).choose(view_of(game), None, new_rng(1, 1)) in game.legal_moves()
    assert clock.readings == 1 + batches


def test_an_end_too_large_to_solve_is_searched_within_the_time(clock: Clock) -> None:
    game = _open_end()
    assert bot_named("search:0.05s").choose(view_of(game), None, new_rng(1, 1)) in game.legal_moves()
    assert clock.readings == 1 + 3


def test_the_budget_given_goes_before_the_bots_own() -> None:
    game = a_choice()
    rngs = new_rng(4, 4), new_rng(4, 4)
    chosen = [
        bot.choose(view_of(game), Budget(worlds=5), rng)
        for bot, rng in zip((BOTS["expert"], BOTS["hard"]), rngs, strict=True)
    ]
    assert chosen[0] == chosen[1]
    assert state_of_rng(rngs[0]) == state_of_rng(rngs[1])


# A start by choice (R19).


CLOSED_START = ("1-1-1 0-1-1 1-1-2 1-1-3 1-1-4 3-4-5", "0-0-0 0-0-2 0-0-3 0-0-4 0-0-5 2-2-2")


@pytest.mark.parametrize("seed", range(6))
def test_a_searching_bot_finds_a_better_start_than_the_tile_that_scores_most(seed: int) -> None:
    """A holds four of the five tiles that fit 1-1-1, so B probably has to draw, and none that fits 3-4-5."""
    game = dealt("goliath", *CLOSED_START)
    assert str(game.legal_moves()[0]) == "0,0^345"
    assert str(bot_named("search:1000").choose(view_of(game), None, new_rng(seed, 1))) == "0,0^111"
    assert str(bot_named("greedy").choose(view_of(game), None, new_rng(seed, 1))) == "0,0^345"


@pytest.mark.parametrize("edition", ["goliath", "spanish start=choice", "pressman-classic start=choice scoring=tiles"])
def test_every_bot_starts_by_choice_with_a_legal_tile(edition: str) -> None:
    for seed in range(3):
        check_choices(Game(edition, 3, seed=seed), seed)


def test_a_searching_bot_without_worlds_starts_with_what_scores_most() -> None:
    game = Game("goliath", 2, seed=3)
    assert bot_named("search").choose(view_of(game), Budget(worlds=0), new_rng(1, 1)) == game.legal_moves()[0]
