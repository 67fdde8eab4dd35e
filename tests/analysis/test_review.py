"""The review of a game: errors where there was a choice, luck, and an account that adds up."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from tests.helpers import HOUSE_EDITIONS

from tricorn.analysis import Review, review
from tricorn.analysis.as_data import review_data
from tricorn.analysis.as_page import review_page
from tricorn.analysis.as_text import review_text
from tricorn.analysis.skill_level import ERROR_RATES, nearest_level
from tricorn.arena.seating import Seating
from tricorn.core.compile import accelerate
from tricorn.core.totals import new_totals
from tricorn.editions import edition_named
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.locales.i18n import Translator, load_language
from tricorn.record import Drew, Passed, Placed, Starts

PAGE = (Path(__file__).parents[2] / "docs" / "review.md").read_text(encoding="utf-8")

# Every edition and every number of players.
GAMES = [
    ("pressman-classic target=60", 2),
    ("pressman-classic target=60", 5),
    ("pressman-classic target=60", 6),
    ("pressman-deluxe target=60", 4),
    ("spanish target=60", 2),
    ("wooden target=60", 3),
    ("domino-site target=60", 2),
    ("goliath target=60", 3),
    ("spanish target=40 deal=1/1/1", 2),
]


@cache
def record_of(edition: str, players: int, bot: str = "easy", seed: int = 7) -> str:
    accelerate()
    seating = Seating(edition_named(edition), [bot] * players, log=True)
    return str(seating.record_of(seed, new_totals()))


@cache
def reviewed(edition: str, players: int) -> Review:
    return review(record_of(edition, players), iterations=100, playouts=8)


@pytest.mark.parametrize(("edition", "players"), GAMES)
def test_the_account_adds_up_to_the_last_digit(edition: str, players: int) -> None:
    result = reviewed(edition, players)
    for seat, player in enumerate(result.players):
        assert player.account is not None
        for share, digits in ((player.account.chance, 4), (player.account.points, 2)):
            whole = [round(figure * 10**digits) for figure in (share.par, share.luck, share.errors, share.unknown)]
            assert sum(whole) == round(share.result * 10**digits)
        assert player.account.chance.result == float(seat == result.winner)
    for name in ("luck", "errors"):
        parts = [getattr(player.account.chance, name) for player in result.players if player.account is not None]
        assert sum(parts) == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(
    "house", [HOUSE_EDITIONS[0], HOUSE_EDITIONS[6], HOUSE_EDITIONS[8], "wooden target=100000 bridge=1000"]
)
def test_house_rules_with_unusual_figures_are_reviewed(house: str) -> None:
    game = Game(house, 2, seed=3)
    while game.outcome() is None and game.rounds < 3:
        game.play(game.legal_moves()[0])
    result = review(game.record(), iterations=60, playouts=2)
    assert result.choices
    assert result.unreviewed_luck == 0
    for choice in result.choices:
        assert all(0 <= chance <= 1 for chance in choice.best.chances)
    assert (result.players[0].account is None) == (result.winner is None)


def test_only_real_choices_are_judged_and_each_has_the_table_before_it() -> None:
    record = record_of("pressman-classic target=60", 2)
    game, real = Game("pressman-classic target=60", 2, dealt=False), []
    source = Game.from_record(record).parsed_record
    for index, event in enumerate(game.replay(source)):
        if isinstance(event, Placed | Drew | Passed) and game.round is not None and len(game.legal_moves()) > 1:
            real.append((index, tuple(game.round.places)))
    choices = reviewed("pressman-classic target=60", 2).choices
    assert [(choice.event, choice.places) for choice in choices] == real


def test_a_start_by_choice_is_judged_in_every_round() -> None:
    result = reviewed("goliath target=60", 3)
    rounds = sum(isinstance(event, Starts) for event in result.record.events)
    starts = [choice for choice in result.choices if not choice.places]
    assert [choice.round for choice in starts] == list(range(1, rounds + 1))
    assert all(len(choice.analysis.moves) == 7 for choice in starts)
    assert result.unreviewed_choices == result.unreviewed_luck == 0


def test_a_loss_within_two_standard_errors_is_none() -> None:
    for edition, players in GAMES[:4]:
        for choice in reviewed(edition, players).choices:
            if choice.played.loss <= 2 * choice.played.loss_error:
                assert choice.loss == 0.0
                assert choice.grade is None
            else:
                assert choice.loss == choice.played.loss


def test_a_move_made_by_the_clock_is_no_error() -> None:
    game = Game("pressman-classic target=20 clock=60", 2, seed=4)
    while game.outcome() is None:
        game.time_out()
    assert not review(game.record(), iterations=100, playouts=2).choices


def test_an_unfinished_game_has_errors_and_luck_but_no_account() -> None:
    record = record_of("spanish target=60", 2)
    lines = record.splitlines()
    result = review("\n".join(lines[:30]) + "\n", iterations=100, playouts=2)
    assert result.winner is None
    assert result.choices
    assert result.luck
    assert [player.account for player in result.players] == [None, None]


def test_a_seats_view_is_reviewed_as_far_as_it_reaches() -> None:
    """A view shows one hand: the choices of its seat can be judged, luck and the other hand cannot."""
    game = Game.from_record(record_of("pressman-classic target=60", 2))
    result = review(str(game.view(0).parsed_record), iterations=100, playouts=2)
    assert {choice.seat for choice in result.choices} == {0}
    assert not result.luck
    assert result.unreviewed_choices > 0
    assert result.unreviewed_luck > 0
    assert result.players[0].account is None


def test_notes_without_hands_and_cells_count_what_cannot_be_judged() -> None:
    notes = "tricorn 1\nedition pressman-classic\nplayer A Ana\nplayer B Bo\nround 1\nA 4-4-4 +22\nB 1-4-4 +9\n"
    result = review(notes, iterations=100, playouts=2)
    assert (result.choices, result.luck) == ((), ())
    assert (result.unreviewed_choices, result.unreviewed_luck) == (2, 1)


def test_a_wrong_record_is_refused_by_its_line_before_any_move_is_reviewed() -> None:
    record = record_of("pressman-classic target=60", 2)
    with pytest.raises(RecordError) as refusal:
        review(record.replace("\nwinner", "\nwinner A\nwinner"), has_time=lambda: pytest.fail("a move is reviewed"))
    assert refusal.value.line == len(record.splitlines()) + 1


def test_the_same_record_gives_the_same_review() -> None:
    edition, players = GAMES[0]
    again = review(record_of(edition, players), iterations=100, playouts=8)
    assert review_data(again) == review_data(reviewed(edition, players))


def test_every_field_of_the_json_is_documented() -> None:
    data = review_data(reviewed("pressman-classic target=60", 2))
    choice, player = data["choices"][0], data["players"][0]
    parts = (data, player, player["account"], choice, choice["moves"][0], data["luck"][0], data["values"][0])
    documented = set(re.findall(r"`(\w+)`", PAGE))
    assert {field for part in parts for field in part} <= documented


def test_progress_is_reported_to_the_end() -> None:
    reports: list[tuple[int, int]] = []
    record = record_of("spanish target=40 deal=1/1/1", 2)
    review(record, iterations=60, playouts=2, progress=lambda done, total: reports.append((done, total)))
    assert [done for done, _ in reports] == list(range(1, reports[-1][1] + 1))


def stopped(edition: str, players: int, moves: int) -> Review:
    """The same review as `reviewed`, but with time for the first moves only."""
    answers = iter([True] * moves)
    record = record_of(edition, players)
    return review(record, iterations=100, playouts=8, has_time=lambda: next(answers, False))


@pytest.mark.parametrize("moves", [0, 1, 15, 40])
def test_a_review_that_is_stopped_has_the_figures_of_the_first_moves_and_no_account(moves: int) -> None:
    edition, players = "spanish target=60", 2
    whole, part = reviewed(edition, players), stopped(edition, players, moves)
    assert whole.is_complete
    assert not part.is_complete
    assert (part.reviewed_moves, part.moves) == (moves, whole.moves)
    last = -1 if moves == 0 else [event for event, _ in whole.values][moves - 1]
    assert part.choices == tuple(choice for choice in whole.choices if choice.event <= last)
    assert part.luck == tuple(luck for luck in whole.luck if luck.event <= last)
    assert part.values == whole.values[:moves]
    assert part.winner == whole.winner
    for seat, (player, full) in enumerate(zip(part.players, whole.players, strict=True)):
        assert (player.score, player.account) == (full.score, None)
        assert player.choices == sum(choice.seat == seat for choice in part.choices)


def test_a_review_that_is_stopped_says_so_in_every_form() -> None:
    part = stopped("spanish target=60", 2, 15)
    data = review_data(part)
    assert (data["reviewed_moves"], data["moves"]) == (15, part.moves)
    for code, sentence, reason in (
        ("en", f"Only the first 15 of {part.moves} moves were reviewed", "not all moves were reviewed"),
        (
            "es",
            f"Solo se han analizado las 15 primeras jugadas de {part.moves}",
            "no se han analizado todas las jugadas",
        ),
    ):
        translator = Translator(load_language(code), part.record.names)
        for text in ("\n".join(review_text(part, translator)), review_page(part, translator)):
            assert sentence in text
            assert reason in text
    whole = reviewed("spanish target=60", 2)
    assert "Only the first" not in review_page(whole, Translator(load_language("en"), whole.record.names))


def test_a_player_is_compared_with_the_levels_only_after_enough_choices() -> None:
    assert [nearest_level(rate, 2000) for rate in ERROR_RATES.values()] == list(ERROR_RATES)
    assert nearest_level(0.0, 19) is None
    assert nearest_level(None, 0) is None


def test_nobody_is_called_an_expert_after_one_game() -> None:
    assert nearest_level(0.0, 33) == "hard"
    assert nearest_level(0.0, 60) == "expert"
