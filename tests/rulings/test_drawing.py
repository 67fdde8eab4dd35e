"""Placing comes first (R6), draws before a pass (R7), the Spanish turn (R8), turns that end after a draw (R17),
and passes that cost nothing (R20)."""

from __future__ import annotations

import pytest
from tests.helpers import checked, dealt, first_game_where, refusal
from tests.rulings.checks import EVERY_EDITION, UNTIL_MATCH

from tricorn.editions import EDITIONS
from tricorn.errors import IllegalMove
from tricorn.game import Game
from tricorn.moves import DRAW, PASS, Place
from tricorn.record import Drew, Passed
from tricorn.sheet import Sheet
from tricorn.tiles import TILES
from tricorn.wording import SEATS

# R6 Placing comes first.


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r6_a_player_who_can_place_must(edition: str) -> None:
    game = dealt(edition, "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3")
    game.play("0,0^555")
    before = game.record()
    assert all(isinstance(move, Place) for move in game.legal_moves())
    with pytest.raises(IllegalMove, match=r"B must place a tile, not draw: .* is possible \(R6\)"):
        game.play("draw")
    with pytest.raises(IllegalMove, match=r"B must place a tile, not pass: .* is possible \(R6\)"):
        game.play("pass")
    assert game.record() == before
    assert "R6" in refusal(before + "B draw 0-0-3 -5\n").found
    assert "R6" in refusal(before + "B pass -10\n").found


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r6_a_player_who_cannot_draws_one_at_a_time_until_one_can_be_placed(edition: str) -> None:
    game = dealt(edition, "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5 2-5-5")
    game.play("0,0^555")
    for tile in ("0-0-4", "0-1-1", "1-5-5"):
        assert game.legal_moves() == [DRAW]
        assert str(game.play(DRAW)[0]) == f"B draw {tile} -5"
    assert {str(move.tile) for move in game.legal_moves() if isinstance(move, Place)} == {"1-5-5"}
    with pytest.raises(IllegalMove, match="must place a tile, not draw"):
        game.play(DRAW)
    game.play("0,0v551")
    assert game.scores == (25, -15 + 11)


# R7 Draws before a pass still cost.


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r7_draws_made_before_a_pass_in_the_same_turn_cost_5_each(edition: str) -> None:
    def must_pass_after_draws(game: Game) -> bool:
        return game.legal_moves() == [PASS] and game.round is not None and len(game.round.drawn) >= 2

    game = first_game_where(must_pass_after_draws, edition)
    assert game.round is not None
    assert game.turn is not None
    seat, draws = game.turn, len(game.round.drawn)
    drawn = game.events[-draws:]
    assert all(isinstance(event, Drew) and (event.seat, event.penalty) == (seat, 5) for event in drawn)
    text, before = game.record(), game.scores[seat]
    assert "-10" in refusal(f"{text}{SEATS[seat]} pass -0\n").expected
    assert "-10" in refusal(f"{text}{SEATS[seat]} pass -{10 + 5 * draws}\n").expected
    game.apply(Passed(seat, 10))
    assert game.scores[seat] == before - 10
    for _ in range(draws + 1):
        game.undo()
    assert game.scores[seat] == before + 5 * draws


# R8 The Spanish turn.


def spanish_turn() -> Game:
    """B, who could place 4-5-5, is on turn."""
    game = dealt("spanish", "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3 0-0-4 0-1-1 0-1-2")
    game.play("0,0^555")
    return game


def test_r8_a_player_who_can_place_may_draw_instead_and_place_after_any_draw() -> None:
    for draws in range(4):
        game = spanish_turn()
        for _ in range(draws):
            game.play(DRAW)
        game.play("0,0v554")
        assert game.scores == (25, 14 - 5 * draws)
        assert game.turn == 0


def test_r8_at_most_three_tiles_are_drawn_and_the_third_without_a_placement_costs_25_in_all() -> None:
    game = spanish_turn()
    for _ in range(3):
        assert DRAW in game.legal_moves()
        assert PASS not in game.legal_moves()
        with pytest.raises(IllegalMove, match="must draw before passing"):
            game.play(PASS)
        game.play(DRAW)
    assert DRAW not in game.legal_moves()
    with pytest.raises(IllegalMove, match=r"no more than 3 tiles.*R8"):
        game.play(DRAW)
    assert "R8" in refusal(game.record() + "B draw 0-1-2 -5\n").found
    assert str(game.play(PASS)[0]) == "B pass -10"
    assert game.scores == (25, -25)
    assert game.turn == 0


def test_r8_with_an_empty_well_even_a_player_who_could_place_may_pass() -> None:
    def can_place_and_pass(game: Game) -> bool:
        moves = game.legal_moves()
        return isinstance(moves[0], Place) and PASS in moves and game.round is not None and not game.round.well

    game = first_game_where(can_place_and_pass, "spanish")
    assert game.round is not None
    assert len(game.round.drawn) < 3
    with pytest.raises(IllegalMove, match="the pile is empty"):
        game.play(DRAW)
    assert game.turn is not None
    seat, before = game.turn, game.scores[game.turn]
    game.apply(Passed(seat, 10))
    assert game.scores[seat] == before - 10


# R17 A turn that ends after a draw.

FREE = "spanish pass_after_draw=yes"


def free_turn(edition: str = FREE) -> Game:
    """B, who could place 4-5-5, is on turn."""
    game = dealt(edition, "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3 0-0-4 0-1-1 0-1-2")
    game.play("0,0^555")
    return game


@pytest.mark.parametrize("draws", [1, 2])
def test_r17_a_turn_may_end_after_a_draw_at_no_further_cost(draws: int) -> None:
    game = free_turn()
    assert PASS not in game.legal_moves()
    for _ in range(draws):
        game.play(DRAW)
    assert game.legal_moves()[-2:] == [PASS, DRAW]
    assert game.options()[-2].points == 0
    assert str(game.play(PASS)[0]) == "B pass +0"
    assert game.scores == (25, -5 * draws)
    assert game.turn == 0
    text = game.record()
    checked(text)
    assert "+0" in refusal(text.replace("B pass +0", "B pass -10")).expected
    assert refusal(text.replace(" pass_after_draw=yes", "")).line == len(text.splitlines())


def test_r17_the_last_draw_that_the_limit_allows_costs_the_pass() -> None:
    game = free_turn()
    for _ in range(3):
        game.play(DRAW)
    assert DRAW not in game.legal_moves()
    text = game.record()
    assert "-10" in refusal(f"{text}B pass +0\n").expected
    assert str(game.play(PASS)[0]) == "B pass -10"
    assert game.scores == (25, -25)


def test_r17_without_a_limit_every_draw_may_end_the_turn() -> None:
    game = free_turn(f"{FREE} draw_limit=none")
    for _ in range(4):
        game.play(DRAW)
    assert str(game.play(PASS)[0]) == "B pass +0"
    assert game.scores == (25, -20)


def test_r17_a_pass_without_a_draw_is_not_free() -> None:
    game = free_turn()
    text = game.record()
    assert refusal(f"{text}B pass +0\n").line == len(text.splitlines()) + 1
    with pytest.raises(IllegalMove, match="must draw before passing"):
        game.play(PASS)


def test_r17_with_the_well_then_empty_such_a_pass_counts_towards_a_blocked_round() -> None:
    """Two tiles in the well. B draws both and passes for free; the others pass for 10, and the round is blocked."""
    game = Game(f"{FREE} deal=28/18/14", 3, dealt=False)
    game.deal(TILES)
    game.play(game.legal_moves()[0])
    for move in ("draw", "draw", "pass"):
        lines = game.play(move)
    assert str(lines[0]).endswith("pass +0")
    assert game.round is not None
    assert game.round.passes == 1
    game.play(PASS)
    game.play(PASS)
    assert game.round.ended == "blocked"
    assert [str(event)[2:] for event in game.events if isinstance(event, Passed)] == ["pass +0", "pass -10", "pass -10"]
    checked(game.record())


def test_r17_while_tiles_are_left_it_does_not() -> None:
    game = free_turn()
    assert game.round is not None
    for _ in range(4):
        game.play(DRAW)
        game.play(PASS)
    assert (game.round.passes, game.round.ended) == (0, None)
    text = game.record()
    assert refusal(f"{text}blocked A +20\n").line == len(text.splitlines()) + 1


@EVERY_EDITION
def test_r17_no_edition_allows_it_by_default(edition: str) -> None:
    assert not EDITIONS[edition].pass_after_draw


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r17_has_no_effect_where_drawing_is_not_a_choice(edition: str) -> None:
    game = dealt(f"{edition} pass_after_draw=yes", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5")
    game.play("0,0^555")
    game.play(DRAW)
    assert game.legal_moves() == [DRAW]
    with pytest.raises(IllegalMove, match="must draw before passing"):
        game.play(PASS)


def test_r17_a_score_sheet_scores_such_a_pass_as_free() -> None:
    sheet = Sheet(FREE, entries=["A 5-5-5", "B draw", "B pass", "A draw", "A draw", "A draw", "A pass"])
    assert not sheet.problems
    assert sheet.scores == (25 - 25, -5)
    assert [line for line in sheet.record().splitlines() if "pass" in line][1:] == ["B pass +0", "A pass -10"]
    assert Sheet.from_record(sheet.record()).record() == sheet.record()


def test_r17_when_time_is_up_the_turn_ends_as_soon_as_it_may() -> None:
    """B's hand does not fit; by the usual rules the clock draws three, here one."""
    for rules, lines in (("", 4), (" pass_after_draw=yes", 2)):
        game = dealt(f"spanish clock=30{rules}", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 0-1-2")
        game.play("0,0^555")
        _, events = game.time_out()
        assert len(events) == lines
        assert isinstance(events[-1], Passed)
        checked(game.record())


# R20 A free pass.


@pytest.mark.parametrize("edition", ["goliath", *(f"{name} empty_well_free=yes" for name in UNTIL_MATCH)])
def test_r20_a_pass_because_the_well_is_empty_costs_nothing(edition: str) -> None:
    def must_pass(game: Game) -> bool:
        assert game.round is not None
        return game.legal_moves() == [PASS] and len(game.round.drawn) < 3

    game = first_game_where(must_pass, edition)
    before = game.record()
    line = str(game.play(PASS)[0])
    assert line.endswith(" pass +0")
    checked(game.record())
    assert "+0" in refusal(f"{before}{line.replace('+0', '-10')}\n").expected


def test_r20_a_pass_after_the_last_draw_allowed_costs_10_even_if_the_well_is_now_empty() -> None:
    def has_emptied_the_well(game: Game) -> bool:
        assert game.round is not None
        return PASS in game.legal_moves() and len(game.round.drawn) == 3 and not game.round.well

    game = first_game_where(has_emptied_the_well, "goliath")
    before = game.record()
    line = str(game.play(PASS)[0])
    assert line.endswith(" pass -10")
    checked(f"{before}{line}\n")
    assert "-10" in refusal(f"{before}{line.replace('-10', '+0')}\n").expected


@EVERY_EDITION
def test_r20_only_goliath_has_it(edition: str) -> None:
    assert EDITIONS[edition].empty_well_free == (edition == "goliath")
