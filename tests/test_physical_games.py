"""A simulated game, its deals removed, is entered as a physical one and comes out with the same scores."""

from __future__ import annotations

from random import Random

import pytest
from tests.helpers import RULEBOOKS
from tests.physical import WAYS, entries_for, simulated

from tricorn.editions import edition_named
from tricorn.game import Game, check_record
from tricorn.sheet import Sheet


def check_entered(game: Game, way: str, rng: Random) -> None:
    """Enter a game in one way; check its scores, its winner, and that its record is valid and reads back."""
    sheet = Sheet(game.edition, game.names, entries=entries_for(game, way, rng))
    assert not sheet.problems
    assert sheet.scores == game.scores
    assert sheet.outcome == game.outcome()
    checked = check_record(sheet.record())
    assert checked is not None
    assert checked.scores == game.scores
    assert Sheet.from_record(sheet.record()).record() == sheet.record()


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("edition", RULEBOOKS)
def test_a_simulated_game_entered_as_a_physical_one_has_the_same_scores(edition: str, way: str) -> None:
    players = 2 + (RULEBOOKS.index(edition) + WAYS.index(way)) % 3
    (game,) = simulated(edition, ["greedy", "random", "greedy", "random"][:players], 1, seed=players)
    check_entered(game, way, Random(1))


def test_a_record_with_its_deals_becomes_a_sheet_of_what_the_table_saw() -> None:
    (game,) = simulated("wooden", ["greedy"] * 3, 1, seed=3)
    sheet = Sheet.from_record(game.record())
    assert not sheet.problems
    assert sheet.scores == game.scores
    assert not any(line.startswith(("deal", "well")) for line in sheet.record().splitlines())


def test_a_hand_that_could_be_worked_out_may_be_entered_too() -> None:
    """In the last of these games every tile but those of one hand is seen, and still the hand is entered."""
    *_, game = simulated("pressman-deluxe", ["greedy", "greedy"], 3, seed=11)
    check_entered(game, "quick", Random(2))


def test_entries_made_one_by_one_give_the_sheet_of_all_entries() -> None:
    (game,) = simulated("pressman-classic target=100", ["greedy"] * 2, 1, seed=3)
    entries = entries_for(game, "mixed", Random(2))
    sheet = Sheet(game.edition, game.names)
    for entry in entries:
        sheet.add(entry)
    assert sheet.lines == Sheet(game.edition, game.names, entries=entries).lines


@pytest.mark.soak
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("edition", RULEBOOKS)
def test_hundreds_of_simulated_games_entered_as_physical_ones_have_the_same_scores(
    edition: str, players: int, way: str
) -> None:
    if players > edition_named(edition).max_players:
        pytest.skip(f"{edition} is for fewer players")
    rng = Random(players)
    for bots in (["greedy"] * players, ["random"] * players, ["random", "greedy"] * players):
        for game in simulated(edition, bots[:players], 3, seed=11):
            check_entered(game, way, rng)
