"""A round is always finished (R11), and who wins the game (R12), also after a number of rounds (R22)."""

from __future__ import annotations

import pytest
from tests.helpers import checked, deal_order, dealt, refusal
from tests.rulings.checks import FORCED, end_of

from tricorn.core.compile import ints_from
from tricorn.core.rules import NOBODY, WIN_REASONS, game_winner, rules_for, win_reason
from tricorn.editions import EDITIONS, edition_named
from tricorn.game import Game
from tricorn.messages import Message
from tricorn.tiles import TILES
from tricorn.wording import SEATS

# R11 A round is always finished. R12 Who wins.


def short_game(edition: str, *rounds: tuple[str, str, str, str]) -> Game:
    """Rounds of two tiles each: both hands, the well, the moves."""
    game = dealt(edition, *rounds[0][:2], well=rounds[0][2])
    for number, (a, b, well, moves) in enumerate(rounds):
        if number:
            game.deal(deal_order((a, b), well))
        for move in moves.split():
            game.play(move)
    return game


def test_r11_a_round_in_progress_is_always_finished() -> None:
    game = dealt("wooden target=20", "5-5-5 3-5-5", "4-5-5 0-0-2")
    game.play("0,0^555")
    assert game.scores == (25, 0)
    assert game.outcome() is None
    assert "a winner only once" in refusal(game.record() + "winner A\n").expected
    game.play("0,0v554")
    assert game.outcome() is None
    game.play("-1,0v535")
    assert game.outcome() is not None
    assert str(game.events[-1]) == "winner A"
    assert "nothing after the winner" in refusal(game.record() + "round 2\n").expected


def test_r11_only_scores_after_the_rounds_own_points_count() -> None:
    """A passes the target of 20 with 25 points, and ends the round with none after three draws and a pass."""
    game = dealt(
        "wooden target=20 draw_limit=3 blocked_when=passes",
        "5-5-5 0-0-1",
        "0-0-2 0-0-3",
        well="0-0-4 0-1-1 0-1-2 0-1-3 0-1-4 0-2-2",
    )
    game.play("0,0^555")
    assert game.round is not None
    while game.round.ended is None:
        game.play(game.legal_moves()[0])
    assert end_of(game) == "blocked A +0"
    assert (game.scores, game.outcome()) == ((0, -25), None)
    assert "a winner only once" in refusal(game.record() + "winner A\n").expected
    checked(game.record() + "round 2\n")


def test_r11_points_for_going_out_count() -> None:
    """A has 38 of 70 before going out, and 76 with it."""
    game = short_game("wooden target=70", ("5-5-5 3-5-5", "4-5-5 4-4-5", "", "0,0^555 0,0v554 -1,0v535"))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (0, (76, 14))


def test_r12_the_only_player_at_the_target_wins_although_another_won_the_round() -> None:
    """A reaches the target of 60 alone; B goes out in the last round, but stays below it."""
    rounds = (
        ("5-5-5 4-5-5", "3-5-5 0-0-1", "", "0,0^555 0,0v553 -1,0v545"),  # A 40, B 13
        ("4-4-4 0-0-1", "3-4-4 2-4-4", "1-4-4", "0,0^444 0,0v443 draw -1,0v414 0,-1v244"),  # A +26, B +22
    )
    for edition in FORCED:
        game = short_game(f"{edition} target=60 out_bonus=0", *rounds)
        outcome = game.outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.scores) == (0, (66, 35))
        assert "and wins with" in outcome.reason
        assert "winner A" in refusal(game.record().replace("winner A", "winner B")).expected


@pytest.mark.parametrize(("edition", "winner"), [(name, 0 if name == "spanish" else 1) for name in FORCED])
def test_r12_of_several_the_winner_of_the_round_wins_or_in_the_spanish_edition_the_highest(
    edition: str, winner: int
) -> None:
    """B goes out in the round in which both reach 70, but A has more."""
    game = short_game(
        f"{edition} target=70 out_bonus=0",
        ("5-5-5 4-5-5", "3-5-5 4-4-5", "", "0,0^555 0,0v553 -1,0v545"),  # A 52, B 13
        ("4-5-5 4-4-5", "5-5-5 3-5-5", "", "0,0^555 0,0v554 -1,0v535"),  # A 66, B 64
        ("4-4-4 0-0-1", "3-4-4 2-4-4", "1-4-4", "0,0^444 0,0v443 draw -1,0v414 0,-1v244"),
    )
    assert end_of(game) == "out B +1"
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (winner, (92, 86))
    line = f"winner {SEATS[winner]}"
    assert line in refusal(game.record().replace(line, f"winner {SEATS[1 - winner]}")).expected
    assert line in refusal(game.record().replace(line, "round 4")).expected


@pytest.mark.parametrize(("edition", "winner"), [(name, None if name == "spanish" else 1) for name in FORCED])
def test_r12_if_the_highest_score_is_shared_everybody_plays_on(edition: str, winner: int | None) -> None:
    """Both have 90 of 80; the winner of the round has won where that counts."""
    game = short_game(
        f"{edition} target=80",
        ("5-5-5 3-5-5", "4-5-5 4-4-5", "", "0,0^555 0,0v554 -1,0v535"),
        ("4-5-5 4-4-5", "5-5-5 3-5-5", "", "0,0^555 0,0v554 -1,0v535"),
    )
    assert game.scores == (90, 90)
    outcome = game.outcome()
    assert (None if outcome is None else outcome.winner) == winner
    if winner is None:
        assert "a winner only once" in refusal(game.record() + "winner A\n").expected
        game.deal(TILES)
        checked(game.record())


@pytest.mark.parametrize(
    ("edition", "scores", "round_winner", "winner"),
    [
        ("wooden", (399, 10), 0, None),
        ("wooden", (400, 10), 1, 0),
        ("wooden", (450, 400), 1, 1),
        ("spanish", (450, 400), 1, 0),
        ("wooden", (450, 400, 7), 2, 0),
        ("wooden", (450, 400), None, 0),
        ("wooden", (450, 450), None, None),
        ("wooden", (450, 450), 1, 1),
        ("wooden", (450, 450, 7), 2, None),
        ("spanish", (450, 450), 1, None),
        ("spanish", (450, 450, 460), 1, 2),
    ],
)
def test_r12_every_case_of_several_players_past_400(
    edition: str, scores: tuple[int, ...], round_winner: int | None, winner: int | None
) -> None:
    won = NOBODY if round_winner is None else round_winner
    result = game_winner(rules_for(EDITIONS[edition]), ints_from(scores), 0, len(scores), won, 1)
    assert result == (NOBODY if winner is None else winner)


@pytest.mark.parametrize(
    ("edition", "scores", "round_winner", "winner", "reason"),
    [
        ("wooden", (400, 399), 1, 0, Message.WON_ALONE),
        ("wooden", (400, 450), 0, 0, Message.WON_LAST_ROUND),
        ("wooden", (450, 400, 7), 2, 0, Message.WON_HIGHEST),
        ("wooden", (450, 400), None, 0, Message.WON_HIGHEST),
        ("spanish", (450, 400), 0, 0, Message.WON_HIGHEST),
    ],
)
def test_r12_every_reason_for_a_win(
    edition: str, scores: tuple[int, ...], round_winner: int | None, winner: int, reason: Message
) -> None:
    won = NOBODY if round_winner is None else round_winner
    code = win_reason(rules_for(EDITIONS[edition]), ints_from(scores), 0, len(scores), winner, won)
    assert WIN_REASONS[code] is reason


# R22 A number of rounds.


@pytest.mark.parametrize(
    ("scores", "rounds", "winner"),
    [
        ((500, 10), 2, None),
        ((10, 9), 3, 0),
        ((-20, -10), 3, 1),
        ((-10, -10), 3, None),
        ((10, 10, 9), 3, None),
        ((10, 12), 4, 1),
        ((12, 12), 4, None),
    ],
)
def test_r22_after_the_agreed_rounds_the_highest_score_wins_even_below_zero(
    scores: tuple[int, ...], rounds: int, winner: int | None
) -> None:
    rules = rules_for(edition_named("wooden rounds=3"))
    for round_winner in (NOBODY, 0, 1):
        result = game_winner(rules, ints_from(scores), 0, len(scores), round_winner, rounds)
        assert result == (NOBODY if winner is None else winner)


def test_r22_a_shared_highest_score_is_played_on_round_by_round() -> None:
    """Both have 45 + 45 after two rounds; the third, which A wins, decides."""
    out_a = ("5-5-5 3-5-5", "4-5-5 4-4-5", "", "0,0^555 0,0v554 -1,0v535")
    out_b = ("4-5-5 4-4-5", "5-5-5 3-5-5", "", "0,0^555 0,0v554 -1,0v535")
    tied = short_game("wooden rounds=2 target=10", out_a, out_b)
    assert (tied.scores, tied.outcome()) == ((90, 90), None)
    game = short_game("wooden rounds=2 target=10", out_a, out_b, out_a)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (0, "Player A has the highest score, 166, after the last round")
    checked(game.record())
    assert "winner A" in refusal(game.record().replace("winner A", "winner B")).expected
