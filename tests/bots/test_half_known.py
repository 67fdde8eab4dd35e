"""Records kept at a real table: bots choose from them, or say what is missing."""

from __future__ import annotations

import re

import pytest
from tests.bots.positions import PLAIN, SEARCH_BOTS, a_choice, quick, seat_of, some_choices, view_of
from tests.helpers import record

from tricorn.bots import bot_named
from tricorn.bots.observe_view import belief_from_view
from tricorn.core.rng import new_rng
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.tiles import TILES
from tricorn.wording import SEATS

EVERY_BOT = [*PLAIN, *SEARCH_BOTS, "search:5"]


def as_noted_by(game: Game) -> Game:
    """The game as the player on turn could note it down: no well, no other hands."""
    own = SEATS[seat_of(game)]
    text = view_of(game).record()
    return Game.from_record(re.sub(rf"^(well|deal [^{own}]) .*\n", "", text, flags=re.MULTILINE))


@pytest.mark.parametrize(("edition", "players"), [("pressman-classic", 2), ("wooden", 4), ("spanish", 3)])
def test_what_a_player_noted_down_at_a_real_table_is_enough_for_the_same_choice(edition: str, players: int) -> None:
    for number, game in enumerate(some_choices(edition, players, 8)):
        if game.round is None or not game.round.started:
            continue
        noted = as_noted_by(game)
        assert "well" not in noted.record()
        assert noted.record().count("deal") == noted.rounds
        for name in EVERY_BOT:
            bot, budget = quick(name)
            choices = [bot.choose(view_of(known), budget, new_rng(number, 0)) for known in (game, noted)]
            assert choices[0] == choices[1], name


def test_deals_that_are_written_as_unknown_do_as_well_as_none() -> None:
    game = a_choice("pressman-classic", 3)
    noted = Game.from_record(re.sub(r"^well .*\n", "", view_of(game).record(), flags=re.MULTILINE))
    assert "?-?-?" in noted.record()
    for name in EVERY_BOT:
        bot, budget = quick(name)
        assert bot.choose(view_of(noted), budget, new_rng(1, 1)) in game.legal_moves()


def test_a_tile_without_its_cell_is_named_as_the_reason_why_no_move_can_be_chosen() -> None:
    game = Game.from_record(
        record("deal A 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 4-4-5 5-5-5 3-5-5", "A 5-5-5 +25", "B 4-5-5 +14")
    )
    assert game.turn == 0
    for name in EVERY_BOT:
        with pytest.raises(TricornError, match="cell was not recorded"):
            bot_named(name).choose(game.view(0), None, new_rng(1, 1))


def test_a_hand_that_is_not_known_is_named_as_the_reason_why_no_move_can_be_chosen() -> None:
    game = Game.from_record(record("A 0,0^555 +25", "B 0,0v554 +14"))
    assert game.turn == 0
    for name in EVERY_BOT:
        with pytest.raises(TricornError, match=r"hand .* not known"):
            bot_named(name).choose(game.view(0), None, new_rng(1, 1))


@pytest.mark.parametrize("name", EVERY_BOT)
def test_no_move_is_made_up_before_the_first_tile(name: str) -> None:
    bot, budget = quick(name)
    deal = "deal A 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 4-4-5 5-5-5 3-5-5"
    for lines in ([deal], []):
        game = Game.from_record(record(*lines))
        with pytest.raises(TricornError):
            bot.choose(game.view(0), budget, new_rng(1, 1))


# Notes that cannot be right.


def contradiction() -> Game:
    """All tiles are dealt, so B holds whatever A does not, and still passes though much of it fits."""
    own = " ".join(str(tile) for tile in (*TILES[:27], TILES[-1]))
    game = Game.from_record(
        record(f"deal A {own}", "A 0,0^555 +25", "B pass -10", edition="pressman-classic deal=28/18/14/11/9")
    )
    assert game.turn == 0
    return game


def another_contradiction() -> Game:
    """Three players, one tile left in the well, and two who drew or passed though every other tile is theirs."""
    own = " ".join(str(tile) for tile in (*TILES[:17], TILES[-1]))
    lines = [f"deal A {own}", "A 0,0^555 +25", "B draw ?-?-? -5", "B draw ?-?-? -5", "B pass -10", "C pass -10"]
    game = Game.from_record(record(*lines, edition="pressman-classic deal=28/18/14/11/9", players=3))
    assert game.turn == 0
    return game


@pytest.mark.parametrize("notes", [contradiction, another_contradiction])
@pytest.mark.parametrize("name", EVERY_BOT)
def test_notes_that_contradict_themselves_still_get_an_answer(name: str, notes: object) -> None:
    assert callable(notes)
    game = notes()
    bot, budget = quick(name)
    assert bot.choose(view_of(game), budget, new_rng(1, 1)) in game.legal_moves()


def test_in_notes_that_contradict_themselves_nothing_counts_as_proven() -> None:
    view = view_of(contradiction())
    assert view.round is not None
    chain = belief_from_view(view, new_rng(1, 1)).chain
    assert not any(chain.excluded[place] for place in range(chain.sizes[0]))
    assert sum(1 << int(chain.pool[index]) for index in range(28)) == sum(tile.bit for tile in TILES[27:-1])


def test_a_bot_takes_over_from_a_record_in_the_middle_of_a_turn() -> None:
    """Drawn tiles are known to who drew them, and the rest of the turn is played from there."""
    for game in some_choices("spanish", 2, 40):
        if game.round is not None and game.round.drawn:
            noted = as_noted_by(game)
            assert noted.round is not None
            assert noted.round.drawn == game.round.drawn
            assert set(noted.round.drawn) <= set(noted.round.hands[seat_of(noted)])
            assert bot_named("search:5").choose(view_of(noted), None, new_rng(1, 1)) in game.legal_moves()
            break
    else:
        pytest.fail("nobody drew")
