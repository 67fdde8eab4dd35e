"""The WebAssembly modules, run in Node: the same options, points and choices as machine code."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import HOUSE_EDITIONS
from tests.node import in_node

from tricorn.analysis.hints import hint_for
from tricorn.bots import bot_named
from tricorn.bots.decision import BATCH_ITERATIONS
from tricorn.core.loading import WEB_PARTS, remove_outdated, web_file, web_files
from tricorn.core.rng import new_rng
from tricorn.core.rules import rules_for
from tricorn.core.wasm_object import _number, _Reader, imports
from tricorn.editions import EDITIONS, Edition, edition_named
from tricorn.game import Game

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TABLES = [(edition, players) for edition in EDITIONS.values() for players in edition.player_counts()]
EXPERT_WORLDS = 1000  # for each candidate
MAX_BYTES = 30 * 1024


def results_of(jobs: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """The results of some jobs (wasm.mjs)."""
    return list(in_node(HERE / "wasm.mjs", *(str(web_file(part)) for part in WEB_PARTS), job=jobs))


def flat(edition: Edition) -> list[int]:
    return [int(n) for part in rules_for(edition) for n in (part if isinstance(part, tuple) else (part,))]


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    if not web_files():
        pytest.skip("the WebAssembly modules have not been built")


def test_every_turn_offers_the_same_moves_with_the_same_points() -> None:
    tables = [*TABLES, *((edition_named(house), edition_named(house).min_players) for house in HOUSE_EDITIONS)]
    jobs: list[tuple[str, dict[str, Any]]] = [
        ("game", {"edition": edition.as_dict(), "players": players, "seed": 100 + index})
        for index, (edition, players) in enumerate(tables)
    ]
    for (edition, players), (_, job), played in zip(tables, jobs, results_of(jobs), strict=True):
        game = Game(edition, players, seed=job["seed"])
        for turn in played["turns"]:
            if "scores" in turn:
                assert list(game.scores) == turn["scores"]
                continue
            check_turn(game, turn)
            game.play(turn["options"][turn["pick"]][0])
        outcome = game.outcome()
        assert outcome is not None
        assert outcome.winner == played["winner"]


def check_turn(game: Game, turn: dict[str, Any]) -> None:
    current = game.round
    assert current is not None
    assert game.turn == turn["seat"]
    assert len(current.well) == turn["well"]
    assert sorted(tile.index for tile in current.hand(turn["seat"])) == turn["hand"]
    offered = [
        [str(option.move), option.points, option.bonus, *place_of(str(option.move))] for option in game.options()
    ]
    assert sorted(offered, key=lambda option: str(option[0])) == turn["options"]


@pytest.mark.parametrize("choices", [3, pytest.param(5, marks=pytest.mark.soak)])
def test_advice_is_the_hint_of_the_server(choices: int) -> None:
    tables = [("pressman-classic", 2), ("spanish", 3), ("domino-site", 4)]
    jobs: list[tuple[str, dict[str, Any]]] = [
        ("advice", {"setup": game_setup(edition, players, 300 + players), "choices": choices})
        for edition, players in tables
    ]
    for (edition, players), advice in zip(tables, results_of(jobs), strict=True):
        game, rng = Game(edition, players, seed=300 + players), new_rng(1, 0)
        for advised in advice:
            while len(game.legal_moves()) == 1:
                game.play(game.legal_moves()[0])
            assert game.turn is not None
            hint = hint_for(game.view(game.turn), rng).as_data()
            assert advised["chance"] == pytest.approx(hint["chance"], abs=1e-4)
            assert (advised["move"], advised["reasons"]) == (hint["move"], hint["reasons"])
            game.play(hint["move"])


def game_setup(edition: str, players: int, seed: int) -> dict[str, Any]:
    names = [f"Player {number}" for number in range(players)]
    levels = [None] * players
    return {"number": 1, "edition": edition, "names": names, "levels": levels, "seed": str(seed), "date": "2026-01-01"}


LEVELS = ("random", "greedy", "heuristic", "gentle", "easy", "adaptive:40", "medium", "hard")


def test_every_level_chooses_the_same_moves() -> None:
    """A round of every edition and number of players, by all levels in turn; the last one searches."""
    jobs: list[tuple[str, dict[str, Any]]] = [
        ("bots", {"edition": edition.as_dict(), "players": players, "seed": 200 + index, "levels": LEVELS})
        for index, (edition, players) in enumerate(TABLES)
    ]
    rng = new_rng(1, 0)  # as the page's bots are seeded
    for (edition, players), (_, job), moves in zip(TABLES, jobs, results_of(jobs), strict=True):
        game = Game(edition, players, seed=job["seed"])
        for turn, move in enumerate(moves):
            bot = bot_named(LEVELS[turn % len(LEVELS)])
            assert game.turn is not None
            assert str(bot.choose(game.view(game.turn), None, rng)) == move
            game.play(move)
        assert game.rounds == 2 or game.outcome() is not None


def test_an_expert_without_time_says_how_much_of_its_thinking_it_has_done() -> None:
    job = {"edition": EDITIONS["pressman-classic"].as_dict(), "players": 2, "seed": 7}
    (hurried,) = results_of([("hurried", job)])
    assert hurried["move"] in hurried["moves"]
    assert hurried["share"] == pytest.approx(BATCH_ITERATIONS / (EXPERT_WORLDS * len(hurried["moves"])))


def place_of(move: str) -> list[str | None]:
    """The tile and the cell of a placement."""
    match = re.fullmatch(r"(.*[v^])([0-5])([0-5])([0-5])", move)
    return [None, None] if match is None else ["-".join(sorted(match.groups()[1:])), match[1]]


def with_house_rules(book: str, rng: Random) -> Edition:
    """An edition with many figures changed at random."""
    figures = ("bridge", "start_bonus", "zero_start", "draw_penalty", "pass_penalty", "out_bonus")
    words = {
        "blocked": ("tiles", "points"),
        "blocked_when": ("closed", "passes"),
        "won_by": ("round", "highest"),
        "beside": ("sides", "bridge"),
        "draw_limit": ("none", "1", "56"),
        **dict.fromkeys(
            ("draw_optional", "pass_after_draw", "zero_option", "show_triple", "blocked_own"), ("yes", "no")
        ),
        "clock": ("none", "30", "60"),
    }
    rules = {"target": str(rng.randint(1, 999)), "hexagons": "/".join(str(rng.randint(0, 99)) for _ in range(3))}
    rules |= {name: str(rng.randint(0, 99)) for name in figures}
    rules |= {name: rng.choice(choices) for name, choices in words.items()}
    return EDITIONS[book].with_rules(**rules)


def test_the_figures_of_house_rules_are_those_of_python() -> None:
    rng = Random(1)
    editions = [with_house_rules(book, rng) for book in EDITIONS for _ in range(20)]
    found = results_of([("rules", {"edition": edition.as_dict()}) for edition in editions])
    assert found == [flat(edition) for edition in editions]


@pytest.mark.parametrize("part", WEB_PARTS)
def test_a_module_needs_nothing_but_memory(part: str) -> None:
    assert imports(web_file(part).read_bytes()) == ["__linear_memory", "__stack_pointer"]


def test_a_game_loads_at_most_30_kb_and_its_first_hint_and_a_score_sheet_no_more_than_that() -> None:
    for part, size in zip(WEB_PARTS, results_of([("sizes", {})])[0], strict=True):
        assert size <= MAX_BYTES, f"{part} has {size:,} bytes with brotli"


@pytest.mark.soak
def test_another_build_gives_the_same_bytes(tmp_path: Path) -> None:
    """Built from a copy of the sources, in a separate process."""
    source = tmp_path / "src"
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "web", "cli", "arena"))
    environment = {**os.environ, "PYTHONPATH": str(source), "TRICORN_COMPILE": "1"}
    subprocess.run([sys.executable, "-m", "tricorn.warmup"], env=environment, check=True, capture_output=True)
    built = {path.name: path.read_bytes() for path in (source / "tricorn" / "core" / "__pycache__").glob("*.wasm")}
    assert built == {path.name: path.read_bytes() for path in web_files().values()}


def test_a_build_replaces_modules_of_other_sources(tmp_path: Path) -> None:
    own, *others = (tmp_path / web_file(part).name for part in WEB_PARTS)
    older, native = (tmp_path / name for name in ("tricorn-play-0123.wasm", "tricorn-linux-x86_64-b.abi3.so"))
    for path in (own, *others, older, native):
        path.touch()
    remove_outdated(own)
    assert set(tmp_path.iterdir()) == {own, *others, native}


@given(st.integers(-(2**63), 2**63 - 1))
def test_numbers_are_read_as_they_were_written(number: int) -> None:
    assert _Reader(_number(number, signed=True)).number(signed=True) == number
    assert _Reader(_number(abs(number))).number() == abs(number)
