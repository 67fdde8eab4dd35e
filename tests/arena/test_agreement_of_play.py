"""Compiled play, plain play, replay through `Game` and every way of playing in the arena give the same games."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from tests.arena.digests import BY_OTHER_READINGS, LONG, SHORT, TABLES, WHOLE, digest, records
from tests.arena.players import Dice, Echo, First, Watcher, Wild, seated, snapshot
from tests.fork_server import fork_server
from tests.helpers import other_readings

from tricorn.arena.job import Job, Part, games_of
from tricorn.arena.seating import Seating
from tricorn.bots import Budget
from tricorn.core.compile import Ints, is_compiled
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.game import Game
from tricorn.moves import Move
from tricorn.record import Drew, Passed, Placed, Record
from tricorn.view import View


def number_of_games(edition: str) -> int:
    """The number of games compared per table, except by the long tests."""
    return WHOLE + SHORT + BY_OTHER_READINGS * len(other_readings(edition))


@pytest.mark.skipif(not is_compiled(), reason="there is nothing to compare with when compilation is switched off")
@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("times", [1, pytest.param(LONG, marks=pytest.mark.soak)])
def test_compiled_play_plain_play_and_replay_give_the_same_records(edition: str, players: int, times: int) -> None:
    plain = fork_server(compiled=False).output_of("tests.arena.digests", edition, str(players), str(times))
    compiled = []
    for record in records(edition, players, times):
        assert Game.from_record(text := str(record)).record() == text  # this checks every line
        compiled.append(digest(record))
    assert len(set(compiled)) == times * number_of_games(edition)
    assert json.loads(plain) == compiled


def test_more_than_500_games_are_compared_and_2000_by_the_long_tests() -> None:
    games = sum(number_of_games(edition) for edition, _ in TABLES)
    assert games >= 500
    assert LONG * games >= 2000


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_records_and_fast_play_give_the_same_totals(edition: str, players: int, tmp_path: Path) -> None:
    bots = tuple(("greedy", "random")[seat % 2] for seat in range(players))
    fast = Job(EDITIONS[edition], bots, games=12, seed=5)
    written = Job(EDITIONS[edition], bots, games=12, seed=5, records=tmp_path)
    assert Part(fast, 0, 12).play() == Part(written, 0, 12).play()
    assert len(list(tmp_path.glob("game-*.tri"))) == 12


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_policies_called_one_by_one_play_the_same_games(edition: str, players: int) -> None:
    bots = [("random", "greedy", "heuristic")[seat % 3] for seat in range(players)]
    for reading in (edition, *other_readings(edition)):
        totals = [new_totals(), new_totals()]
        for one_by_one, sums in zip((False, True), totals, strict=True):
            Seating(edition_named(reading), bots, one_by_one=one_by_one).play_games(7, 0, 8, sums)
        one, two = ([sums[index] for index in range(len(sums))] for sums in totals)
        assert one == two


@pytest.mark.parametrize("edition", ["spanish", "pressman-classic", "domino-site", "spanish pass_after_draw=yes"])
def test_a_policy_called_with_views_plays_the_same_games(edition: str) -> None:
    with seated(Echo()):
        texts = [
            [str(record).replace("echo", "greedy") for _, record in games_of(part, new_totals())]
            for part in (
                Part(Job(edition_named(edition), bots, games=4, seed=11), 0, 4)
                for bots in (("greedy", "greedy", "greedy"), ("echo", "greedy", "echo"))
            )
        ]
    assert texts[0] == texts[1]


def play(*bots: str, edition: str = "spanish", seed: int = 3) -> Record:
    seating = Seating(edition_named(edition), bots, log=True)
    return seating.record_of(seating.seed_of(seed, 0), new_totals())


def games_before_moves(record: Record) -> list[Game]:
    """The game before each of its moves."""
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    games = []
    for event in record.events:
        if isinstance(event, Placed | Drew | Passed):
            games.append(game.copy())
        game.apply(event)
    return games


@pytest.mark.parametrize(
    "edition",
    [
        "spanish",
        "pressman-classic",
        "pressman-deluxe show_triple=no",
        "domino-site",
        "spanish pass_after_draw=yes beside=bridge target=150",
    ],
)
@pytest.mark.parametrize("seed", [3, 4])
def test_a_python_bot_sees_what_a_games_view_shows_and_only_makes_real_choices(edition: str, seed: int) -> None:
    with seated(watcher := Watcher(), First()):
        record = play("watcher", "first", "watcher", edition=edition, seed=seed)
        first_count = len(watcher.snapshots)
        watcher.snapshots.clear()
        play("watcher", "first", "watcher", edition=edition, seed=seed)
    # A bot's first choice in a process may be made twice, once as a warm-up.
    assert first_count - len(watcher.snapshots) in (0, 1)
    views = [
        snapshot(game.view(game.turn))
        for game in games_before_moves(record)
        if game.turn in (0, 2) and len(game.legal_moves()) > 1
    ]
    assert watcher.snapshots == views


def test_games_of_python_bots_are_valid_records() -> None:
    with seated(Dice(), First()):
        for seed in range(5):
            text = str(play("dice", "first", "random", edition="pressman-classic", seed=seed))
            assert Game.from_record(text).record() == text


def test_a_view_does_not_change_when_the_game_goes_on() -> None:
    views: list[View] = []

    class Keeper(First):
        name = "keeper"

        def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
            views.append(view)
            return super().choose(view, budget, rng)

    with seated(Keeper()):
        play("keeper", "random")
    # Without `known_round`, a view replays its record, now that the game is over.
    assert [snapshot(view) for view in views] == [snapshot(replace(view, known_round=None)) for view in views]


def test_a_view_in_the_arena_holds_no_tile_that_the_seat_may_not_see() -> None:
    with seated(watcher := Watcher()):
        play("watcher", "random", "random")
    for record in (view.record for view in watcher.snapshots):
        deals = [line for line in record.splitlines() if line.startswith(("deal ", "well "))]
        assert all(set(line.split(" ", 2)[-1].split()) <= {"?-?-?"} for line in deals if line[:6] != "deal A")
        assert "seed" not in record


def test_an_illegal_choice_loses_the_move_and_is_reported() -> None:
    with seated(Wild()):
        seating = Seating(EDITIONS["pressman-classic"], ("wild", "greedy"))
        seating.play_single(1)
    (line,) = seating.faults.lines()
    assert re.match(r"wild lost \d+ moves.*: it chose 9,9\^001, which is not legal there", line)
