"""The turn clock (R14)."""

from __future__ import annotations

import pytest
from tests.helpers import checked, dealt, record, refusal
from tests.rulings.checks import WITH_FORCED_START

from tricorn.editions import EDITIONS
from tricorn.errors import IllegalMove
from tricorn.game import Game
from tricorn.moves import DRAW
from tricorn.record import Placed

CLOCKED = "wooden clock=30"


def clocked() -> Game:
    """B, who holds 3-5-5 and 4-5-5, is on turn in a game with a clock."""
    game = dealt(CLOCKED, "5-5-5 0-0-1", "4-5-5 3-5-5", well="0-0-2")
    game.play("0,0^555")
    return game


def test_r14_when_time_is_up_the_placement_that_scores_least_is_made_and_marked() -> None:
    game = clocked()
    _, lines = game.time_out()
    (placed,) = lines
    assert isinstance(placed, Placed)
    assert (str(placed.tile), placed.points, placed.timeout) == ("3-5-5", 13, True)
    assert game.turn == 0
    checked(game.record())
    text = clocked().record()
    assert "scores least, +13" in refusal(text + "B 0,0v554 +14 timeout\n").expected
    checked(text + "B 0,0v554 +14\n")


def test_r14_due_draws_are_made_and_all_lines_of_the_turn_are_marked() -> None:
    """B drew once; then the clock draws more tiles and places one, and the first draw is marked too."""
    game = dealt(CLOCKED, "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5")
    game.play("0,0^555")
    game.play(DRAW)
    first, lines = game.time_out()
    assert game.events[first:] == lines
    words = [str(line).split(" ") for line in lines]
    assert [word[1:3] for word in words[:3]] == [["draw", "0-0-4"], ["draw", "0-1-1"], ["draw", "1-5-5"]]
    assert all(word[-1] == "timeout" for word in words)
    assert game.scores == (25, 11 - 15)
    checked(game.record())
    partly = game.record().replace(" -5 timeout", " -5", 1)
    assert "on every line of a turn or on none" in refusal(partly).expected


def test_r14_the_clock_passes_if_nothing_else_is_legal() -> None:
    game = dealt("wooden clock=30 draw_limit=1", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1")
    game.play("0,0^555")
    _, lines = game.time_out()
    assert [str(line) for line in lines] == ["B draw 0-0-4 -5 timeout", "B pass -10 timeout"]
    checked(game.record())


def test_r14_a_known_tile_of_a_partly_known_hand_counts() -> None:
    known = record("deal B 3-4-4 ?-?-? ?-?-? ?-?-?", "A 0,0^444 +22", edition="spanish clock=30 deal=4/4/4")
    assert "scores least, +11" in refusal(known + "B 0,0v445 +13 timeout\n").expected
    for line in ("B 0,0v445 +13", "B 0,0v443 +11 timeout"):
        checked(f"{known}{line}\n")


def test_r14_a_hand_held_nothing_that_scores_less_than_what_the_clock_placed() -> None:
    """4-4-5 was the least that B had, so 3-4-4 came later; three draws and a pass, so nothing fitted."""
    edition = "spanish clock=30 deal=4/4/4"
    least = record("A 0,0^444 +22", "B 0,0v445 +13 timeout", "A -1,0v414 +9", edition=edition)
    assert "(R6, R14)" in refusal(least + "B 0,-1v344 +11\n").found
    checked(least + "B draw ?-?-? -5\nB 0,-1v344 +11\n")
    checked(least.replace(" timeout", "") + "B 0,-1v344 +11\n")
    draws = ["B draw ?-?-? -5 timeout"] * 3
    passed = record("A 0,0^444 +22", *draws, "B pass -10 timeout", "A -1,0v414 +9", edition=edition)
    assert "(R6, R14)" in refusal(passed + "B 0,-1v544 +13\n").found
    checked(passed.replace(" timeout", "") + "B 0,-1v544 +13\n")


def test_r14_a_clock_never_costs_extra_points() -> None:
    text = clocked().record()
    assert "+14" in refusal(text + "B 0,0v554 +9 timeout\n").expected


def test_r14_a_clock_never_passes_or_draws_for_a_player_who_can_place() -> None:
    game = dealt("spanish clock=60", "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3 0-0-4 0-1-1")
    game.play("0,0^555")
    unclocked = game.copy()
    _, lines = game.time_out()
    assert [type(line) for line in lines] == [Placed]
    for _ in range(3):
        unclocked.play(DRAW)
    text = unclocked.record().replace(" -5", " -5 timeout")
    checked(unclocked.record() + "B pass -10\n")
    assert refusal(text + "B pass -10 timeout\n").line <= text.count("\n") + 1


def test_r14_the_clock_starts_with_what_scores_least() -> None:
    game = dealt(CLOCKED, "5-5-5 0-0-0", "0-0-1 0-0-2")
    text = game.record()
    _, lines = game.time_out()
    assert str(lines[0]) == "A 0,0^555 +25 timeout"
    assert "+25" in refusal(text + "A 0,0^000 +40 shows 5-5-5 timeout\n").expected


def test_r14_the_clock_starts_with_the_tile_that_scores_least_where_any_may_start() -> None:
    game = dealt("goliath clock=30", "5-5-5 0-0-1", "4-5-5 0-0-0")
    text = game.record()
    _, lines = game.time_out()
    assert str(lines[0]).endswith(" +1 timeout")
    assert "+1" in refusal(text + "A 0,0^555 +15 timeout\n").expected


@WITH_FORCED_START
def test_r14_without_a_clock_nothing_is_marked(edition: str) -> None:
    assert EDITIONS[edition].clock is None
    game = dealt(edition, "5-5-5 0-0-1", "4-5-5 3-5-5")
    assert "no clock" in refusal(game.record() + "A 0,0^555 +25 timeout\n").expected
    with pytest.raises(IllegalMove, match="could time out"):
        game.time_out()
    checked(dealt(f"{edition} clock=60", "5-5-5 0-0-1", "4-5-5 3-5-5").record() + "A 0,0^555 +25 timeout\n")
