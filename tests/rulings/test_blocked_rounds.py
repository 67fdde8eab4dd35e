"""Blocked rounds (R9), ties (R10), the winner's own hand (R18)."""

from __future__ import annotations

from random import Random

import pytest
from tests.helpers import checked, dealt, first_game_where, record, refusal
from tests.rulings.checks import BLOCKED, UNTIL_MATCH, blocked_round, end_of

from tricorn.editions import EDITIONS
from tricorn.game import Game
from tricorn.moves import DRAW, PASS
from tricorn.record import Drew, Passed
from tricorn.tiles import TILES

# R9 Blocked rounds. R10 Ties.

CLOSED = BLOCKED.replace("passes", "closed")


def assert_only_end(game: Game, *others: str) -> None:
    """The record is refused with these other ends of the round."""
    end = end_of(game)
    text = game.record()
    for other in others:
        assert end in refusal(text[: text.index(f"\n{end}") + 1] + other + "\n").expected


def play_all(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def one_round(edition: str, players: int) -> Game:
    """A game with one round dealt."""
    game = Game(edition, players, dealt=False)
    game.deal(Random(9).sample(TILES, len(TILES)))
    return game


def three_draws_and_a_pass(game: Game) -> None:
    """A Spanish turn without a placement."""
    assert game.turn is not None
    seat = game.turn
    before = len(game.events)
    play_all(game, "draw", "draw", "draw", "pass")
    lines = [event for event in game.events[before:] if isinstance(event, Drew | Passed)]
    assert [(line.seat, line.penalty) for line in lines] == [(seat, 5), (seat, 5), (seat, 5), (seat, 10)]


def assert_not_blocked(game: Game) -> None:
    """The round is in progress, and a record that says otherwise is refused in that line."""
    assert game.round is not None
    assert game.round.ended is None
    text = game.record()
    error = refusal(f"{text}blocked A +20\n")
    assert error.line == len(text.splitlines()) + 1
    assert "the round is not over" in error.expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r9_three_spanish_draws_without_a_placement_block_nothing_while_tiles_are_left(players: int) -> None:
    game = one_round("spanish", players)
    game.play(game.legal_moves()[0])
    assert game.round is not None
    for _ in range(len(game.round.well) // 3):
        three_draws_and_a_pass(game)
        if not game.round.well:
            break
        assert (game.round.passes, game.round.ended) == (0, None)
    assert_not_blocked(game)
    checked(game.record())


def test_r9_by_the_other_reading_such_passes_block_a_spanish_round() -> None:
    game = dealt("spanish blocked_when=passes", "5-5-5 0-0-1", "4-5-5 0-0-2")
    game.play("0,0^555")
    three_draws_and_a_pass(game)
    assert_not_blocked(game)
    three_draws_and_a_pass(game)
    assert game.round is not None
    assert game.round.ended == "blocked"
    assert [str(event) for event in game.events if isinstance(event, Passed)] == ["B pass -10", "A pass -10"]
    by_todays_reading = game.record().replace(" blocked_when=passes", "")
    assert refusal(by_todays_reading).line == game.record().splitlines().index(end_of(game)) + 1


def test_r9_a_spanish_round_is_blocked_when_all_pass_at_an_empty_well() -> None:
    game = one_round("spanish deal=28/18/14", 3)  # two tiles in the well
    game.play(game.legal_moves()[0])
    play_all(game, "draw", "draw", "pass", "pass")
    assert_not_blocked(game)
    game.play("pass")
    assert game.round is not None
    assert game.round.ended == "blocked"
    until_the_pass = game.record()[: game.record().index("\nblocked") + 1]
    assert "the end of the round (blocked)" in refusal(f"{until_the_pass}B pass -10\n").expected


def test_r9_the_well_must_be_empty_at_the_end_of_the_turn() -> None:
    """Four tiles in the well: B's three draws leave one, so that pass does not count, but the two after it do."""
    game = one_round("spanish deal=26/17/13", 2)
    game.play(game.legal_moves()[0])
    three_draws_and_a_pass(game)
    play_all(game, "draw", "pass")
    assert game.round is not None
    assert (game.round.passes, len(game.round.well)) == (1, 0)
    assert_not_blocked(game)
    game.play("pass")
    assert game.round.ended == "blocked"


def test_r9_the_draws_that_empty_the_well_belong_to_a_pass_that_counts() -> None:
    """Five tiles in the well: two are drawn before a placement, then three without one."""
    game = one_round("spanish deal=26/17/13", 3)
    game.play(game.legal_moves()[0])
    play_all(game, "draw", "draw")
    game.play(game.legal_moves()[0])
    three_draws_and_a_pass(game)
    assert game.round is not None
    assert (game.round.passes, len(game.round.well)) == (1, 0)
    play_all(game, "pass", "pass")
    assert game.round.ended == "blocked"


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r9_a_limit_on_draws_blocks_no_round_either_while_tiles_are_left(edition: str) -> None:
    hands = ("5-5-5 0-0-1", "0-0-2 0-0-3", "0-0-4 0-1-1")
    for rules, blocked in ((CLOSED, False), (BLOCKED, True)):
        game = dealt(f"{edition} {rules}", *hands, well="0-1-2 0-1-3 0-1-4 0-2-2")
        play_all(game, "0,0^555", "draw", "pass", "draw", "pass")
        assert_not_blocked(game)
        play_all(game, "draw", "pass")
        assert game.round is not None
        assert (game.round.ended == "blocked") == blocked
        if not blocked:
            assert_not_blocked(game)
            assert game.legal_moves() == [DRAW]


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r9_without_a_limit_a_pass_needs_an_empty_well_so_both_readings_agree(edition: str) -> None:
    def is_last_pass(game: Game) -> bool:
        return game.round is not None and game.legal_moves() == [PASS] and game.round.passes == game.round.players - 1

    game = first_game_where(is_last_pass, edition)
    text = game.record()
    game.play(PASS)
    (end,) = [line for line in game.record()[len(text) :].splitlines() if line.startswith("blocked")]
    assert end
    checked(game.record())
    checked(game.record().replace(f"edition {edition}", f"edition {edition} blocked_when=passes"))


def test_r9_a_placement_between_passes_starts_the_count_again() -> None:
    game = dealt(f"wooden {BLOCKED}", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-1-2 4-5-5 0-1-3 0-1-4")
    play_all(game, "0,0^555", "draw", "pass", "draw", "0,0v554", "draw", "pass")
    assert game.round is not None
    assert (game.round.passes, game.round.ended) == (1, None)
    play_all(game, "draw", "pass")
    assert game.round.ended == "blocked"


@pytest.mark.parametrize(
    ("edition", "line"),
    [
        ("pressman-deluxe", "blocked A -17"),
        ("wooden", "blocked A -17"),
        ("pressman-classic", "blocked B +17"),
        ("spanish", "blocked B +17"),
        ("domino-site", "blocked B +17"),
        ("goliath", "blocked B +17"),
    ],
)
def test_r9_fewest_tiles_or_fewest_points_win_by_edition_and_get_the_others_less_their_own(
    edition: str, line: str
) -> None:
    """A has two tiles of 22 points left, B three of 5; there is no bonus, and the winner may lose points."""
    game = blocked_round(edition, "5-5-5 3-4-4", "0-0-1 0-0-2", well="0-1-1 2-4-5", moves="0,0^555")
    assert end_of(game) == line
    start = 15 if edition == "goliath" else 25
    assert game.scores == ((start - 17, 0) if "A" in line else (start, 17))
    others = {
        "blocked A -17",
        "blocked B +17",
        "blocked draw +0",
        "blocked A +8",
        "blocked B +42",
        "out A +30",
    }
    assert_only_end(game, *(others - {line, "out A +30"}))
    assert "blocked" in refusal(game.record()[: game.record().index("\nblocked") + 1] + "out A +30\n").expected


def test_r10_a_tie_in_tiles_goes_to_the_fewest_points() -> None:
    """Two tiles each; A has 9 points, B 8."""
    game = blocked_round("wooden", "5-5-5 0-0-4", "4-5-5 0-0-3", well="0-1-4 0-2-3", moves="0,0^555 0,0v554")
    assert end_of(game) == "blocked B +1"
    assert_only_end(game, "blocked A -1", "blocked draw +0")


def test_r10_a_tie_in_points_goes_to_the_fewest_tiles() -> None:
    """Seven points each; A has two tiles, B three."""
    game = blocked_round("pressman-classic", "5-5-5 0-0-4", "0-0-1 0-0-2", well="1-1-2 0-1-2", moves="0,0^555")
    assert end_of(game) == "blocked A +0"
    assert_only_end(game, "blocked B +0", "blocked draw +0")


@pytest.mark.parametrize("edition", ["wooden", "pressman-classic"])
def test_r10_a_round_tied_in_both_is_drawn_and_nobody_scores_for_hands(edition: str) -> None:
    """Two tiles and seven points each."""
    game = blocked_round(edition, "5-5-5 0-0-4", "4-5-5 0-1-3", well="0-0-3 0-1-2", moves="0,0^555 0,0v554")
    assert end_of(game) == "blocked draw +0"
    assert game.scores == (25, 14)
    assert_only_end(game, "blocked A +0", "blocked B +0")


# R18 The winner's own hand in a blocked round.


@pytest.mark.parametrize(
    ("edition", "with_own", "without"),
    [
        ("pressman-deluxe", "blocked A -17", "blocked A +5"),
        ("wooden", "blocked A -17", "blocked A +5"),
        ("pressman-classic", "blocked B +17", "blocked B +22"),
        ("spanish", "blocked B +17", "blocked B +22"),
        ("domino-site", "blocked B +17", "blocked B +22"),
        ("goliath", "blocked B +17", "blocked B +22"),
    ],
)
def test_r18_the_winner_of_a_blocked_round_loses_their_own_hand_or_by_a_house_rule_does_not(
    edition: str, with_own: str, without: str
) -> None:
    """A has two tiles of 22 points left, B three of 5."""
    assert EDITIONS[edition].blocked_own
    for rule, end, wrong in ((" blocked_own=yes", with_own, without), (" blocked_own=no", without, with_own)):
        rules = f"{edition} {BLOCKED}{rule}"
        game = dealt(rules, "5-5-5 3-4-4", "0-0-1 0-0-2", well="0-1-1 2-4-5")
        for move in ("0,0^555", "draw", "pass", "draw", "pass"):
            game.play(move)
        text = game.record()
        assert end in text.splitlines()
        assert end in refusal(text.replace(f"\n{end}\n", f"\n{wrong}\n")).expected


def test_r18_where_a_hand_is_unknown_its_bounds_follow_the_reading() -> None:
    """B has 3 points and has won; A holds 3-4-4 and a tile that does not fit 5-5-5, so 11 to 24 points."""
    lines = ["deal A 5-5-5 3-4-4", "A 0,0^555 +25", "B draw ?-?-? -0", "B pass -0", "A draw ?-?-? -0", "A pass -0"]
    for rule, low, high in (("yes", 8, 21), ("no", 11, 24)):
        rules = f"pressman-classic deal=2/2/2/2/2 {BLOCKED} blocked_own={rule}"
        for points in (low - 1, low, high, high + 1):
            text = record(*lines, "left B =3", f"blocked B {points:+d}", edition=rules)
            if low <= points <= high:
                checked(text)
            else:
                assert f"points from {low:+d} to {high:+d}" in refusal(text).expected
