"""`tricorn play` with a start by lot, points by tiles, a number of rounds and passes without a cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.cli.test_play import PAGE, WHOLE_GAME, pages

from tricorn.cli.terminal.sentences import Audience, further_round, move_sentences
from tricorn.editions import EDITIONS, edition_named
from tricorn.game import Game, check_record, lot_from
from tricorn.locales.i18n import load_language
from tricorn.record import Drew, Passed, Placed, TileMove, parse_record
from tricorn.tiles import Tile


def seed_for(seat: int) -> int:
    """A seed whose lot falls on this of two seats in the first round."""
    return next(seed for seed in range(100) if lot_from(seed, 1, 2) == seat)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The lot falls on you: start with any tile."),
        ("es", "El sorteo te toca a ti: sal con cualquier ficha."),
    ],
)
def test_whom_the_lot_falls_on_may_start_with_any_tile(tricorn: Run, tmp_path: Path, language: str, said: str) -> None:
    path, seed = tmp_path / "game.tri", seed_for(0)
    lowest = Game("goliath", ["Ana", "Bo"], seed=seed).view(0).options[-1].move
    args = ("play", "--edition", "goliath", "--seed", seed, "--save", path, "--language", language)
    done = tricorn(*args, typed="9\nq\n")
    assert said in pages(done)[1]
    first = next(event for event in parse_record(path.read_text()).events if isinstance(event, Placed))
    assert first.place == lowest


def test_on_the_empty_table_no_placement_points_at_a_label(tricorn: Run) -> None:
    done = tricorn("play", "--edition", "goliath", "--seed", seed_for(0))
    assert "(cell " not in done.out


def test_the_lot_that_falls_on_a_bot_is_told(tricorn: Run) -> None:
    done = tricorn("play", "--edition", "goliath", "--seed", seed_for(1))
    assert re.search("The lot falls on Greedy.\nGreedy placed ", done.out)


def test_at_one_keyboard_everybody_is_told_whom_the_lot_falls_on(tricorn: Run) -> None:
    seats = "Ana=human,Bo=human"
    done = tricorn("play", "--edition", "goliath", "--seats", seats, "--seed", seed_for(1), typed="\n1\n\n")
    public, bo, _, ana, *_ = pages(done)[1:]
    assert "The lot falls on Bo.\n" in public
    assert "The lot falls on Bo: start with any tile.\n" in bo
    assert "The lot falls on Bo.\nBo placed " in ana


@pytest.mark.parametrize("length", [8, 10, 11, 12, 13])
def test_a_game_with_a_lot_is_resumed_wherever_its_record_ends(tricorn: Run, tmp_path: Path, length: int) -> None:
    path, whole = tmp_path / "cut.tri", tmp_path / "whole.tri"
    tricorn("play", "--edition", "goliath", "--seed", seed_for(0), "--save", whole, typed="1\n")
    path.write_text("".join(whole.read_text().splitlines(keepends=True)[:length]))
    done = tricorn("play", "--resume", path, typed="1\n")
    assert (done.code, done.err) == (0, "")
    assert path.read_text().startswith("".join(whole.read_text().splitlines(keepends=True)[:13]))


def test_a_childrens_game_is_three_rounds_and_counts_tiles(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.tri"
    done = tricorn("play", "--preset", "children", "--seed", 5, "--save", path, typed=WHOLE_GAME)
    game = check_record(path.read_text())
    assert game is not None
    outcome = game.outcome()
    assert outcome is not None
    assert "Round 3 of 3, Children's rules\n" in done.out
    assert f"the game: {outcome.reason}." in done.out
    hands = re.findall(r"^  \S+  ((?:\d-\d-\d +)+)= (\d+)$", done.out, flags=re.MULTILINE)
    assert len(hands) >= 3
    assert all(len(tiles.split()) == int(points) for tiles, points in hands)
    assert re.search(r"placed \d-\d-\d: 1 \+ 1 bridge = 2\n", done.out)
    assert "start = " not in done.out


def test_the_page_at_the_end_of_a_round_shows_the_table_of_that_round(tricorn: Run) -> None:
    done = tricorn("play", "--seed", 7, typed=WHOLE_GAME)
    ends = [page for page in done.out.split(PAGE) if "in the other hands" in page]
    assert ends
    assert not any("(an empty table)" in page for page in ends)


@pytest.mark.parametrize(
    ("rules", "rounds", "scores", "is_told"),
    [
        ("wooden rounds=3", 3, (5, 5, 4), True),
        ("wooden rounds=3", 4, (5, 4, 5), True),
        ("wooden rounds=3", 3, (5, 6, 5), False),
        ("wooden rounds=3", 2, (5, 5, 4), False),
        ("wooden", 3, (5, 5, 4), False),
    ],
)
def test_a_tie_after_the_last_round_is_explained(
    rules: str, rounds: int, scores: tuple[int, ...], is_told: bool
) -> None:
    assert bool(further_round(edition_named(rules), rounds, scores, str)) == is_told


def test_a_draw_or_a_pass_without_a_cost_says_so() -> None:
    audience = Audience(load_language("en"), ["You", "Bo"], 0)
    moves: list[TileMove] = [Drew(1, None, 0), Passed(0, 0), Drew(1, Tile.parse("1-2-3"), 5), Passed(1, 10)]
    assert move_sentences(moves, EDITIONS["goliath"], audience) == [
        "Bo drew 1 tile (no cost)",
        "You passed (no cost)",
        "Bo drew 1-2-3 (-5)",
        "Bo passed (-10)",
    ]
