"""The result does not depend on the workers, and a run can be stopped."""

from __future__ import annotations

import contextlib
import gc
import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.arena.players import Dice, Slow, seated
from tests.cli.conftest import Run

from tricorn.arena.faults import Played
from tricorn.arena.job import Job
from tricorn.arena.match import Match, MatchSums
from tricorn.arena.statistics import Totals
from tricorn.arena.workers import cores, read_workers, run
from tricorn.core.compile import is_compiled
from tricorn.editions import EDITIONS
from tricorn.errors import TricornError

ROOT = Path(__file__).parents[2]

# The first sums of a match, which do not depend on time.
UNTIMED = 9


def totals_of(job: Job, workers: int | str) -> list[int]:
    totals = Totals(job.players)

    def handle(part: Played) -> bool:
        totals.add(part)
        return False

    assert run(job, workers, handle)
    return totals.sums


def sums_of(match: Match, workers: int) -> list[int]:
    sums = MatchSums(match.players)

    def handle(part: Played) -> bool:
        sums.add(part)
        return False

    assert run(match, workers, handle)
    return sums.sums[:UNTIMED]


def test_a_seed_gives_the_same_totals_for_any_number_of_workers() -> None:
    job = Job(EDITIONS["spanish"], ("random", "greedy", "greedy"), games=9000, seed=8)
    one = totals_of(job, 1)
    assert one[0] == 9000
    assert totals_of(job, 2) == one
    assert totals_of(job, 3) == one


def test_a_seed_gives_the_same_totals_with_python_bots() -> None:
    with seated(Dice()):
        job = Job(EDITIONS["pressman-deluxe"], ("dice", "greedy", "dice"), games=7, seed=8)
        one = totals_of(job, 1)
        assert totals_of(job, 2) == one
        assert totals_of(job, 3) == one


def test_records_are_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    texts = []
    for workers in (1, 2):
        folder = tmp_path / str(workers)
        folder.mkdir()
        job = Job(EDITIONS["wooden"], ("greedy", "random"), games=110, seed=1, records=folder)
        totals_of(job, workers)
        texts.append({path.name: path.read_text() for path in folder.iterdir()})
    assert texts[0] == texts[1]
    assert len(texts[0]) == 110


@pytest.mark.parametrize("by_rounds", [False, True])
def test_a_match_has_the_same_result_for_any_number_of_workers(by_rounds: bool) -> None:
    with seated(Dice()):
        for a, groups in (("greedy", 1200), ("dice", 5)):
            match = Match(EDITIONS["pressman-classic"], a, "random", 3, groups, seed=2, by_rounds=by_rounds)
            one = sums_of(match, 1)
            assert sums_of(match, 2) == one
            assert sums_of(match, 3) == one


def test_results_come_in_the_order_of_the_parts() -> None:
    match = Match(EDITIONS["spanish"], "greedy", "random", 2, groups=3000, seed=2)
    expected = [part.play().sums[:UNTIMED] for part in match.parts()]
    results: list[list[int]] = []

    def handle(part: Played) -> bool:
        results.append(part.sums[:UNTIMED])
        return False

    assert run(match, 3, handle)
    assert results == expected


def test_a_handler_that_returns_true_stops_the_run() -> None:
    job = Job(EDITIONS["spanish"], ("random", "random"), games=10**7, seed=8)
    handled = 0

    def handle(part: Played) -> bool:
        nonlocal handled
        handled += 1
        return handled == 2

    for workers in (1, 2):
        handled = 0
        assert run(job, workers, handle)
        assert handled == 2


def test_ctrl_c_stops_slow_bots_without_waiting_for_their_games() -> None:
    with seated(Slow()):
        job = Job(EDITIONS["pressman-classic"].with_rules(target="100000"), ("slow", "slow"), games=4, seed=8)
        pid, began = os.getpid(), time.monotonic()
        # A separate process sends the signal, so that no timer and no thread runs here while workers are forked.
        alarm = subprocess.Popen(
            [sys.executable, "-c", f"import os, time; time.sleep(1); os.kill({pid}, {int(signal.SIGINT)})"]
        )
        assert not run(job, 2, lambda part: False)
        alarm.wait()
    assert time.monotonic() - began < 10


def test_an_interrupt_is_handled_while_workers_are_forked() -> None:
    interrupting = True

    def interrupt() -> None:
        if interrupting:
            os.kill(os.getpid(), signal.SIGINT)

    os.register_at_fork(before=interrupt)
    job = Job(EDITIONS["spanish"], ("random", "greedy"), games=20_000, seed=8)
    try:
        assert not run(job, 2, lambda part: False)
    finally:
        interrupting = False


def test_a_worker_that_dies_is_one_clear_error() -> None:
    class Bomb(Dice):
        name = "bomb"

        def choose(self, view, budget, rng):
            os.kill(os.getpid(), signal.SIGKILL)

    with seated(Bomb()):
        job = Job(EDITIONS["spanish"], ("bomb", "bomb"), games=4, seed=8)
        with pytest.raises(TricornError, match="a worker process died"):
            totals_of(job, 2)


@pytest.mark.skipif(not is_compiled(), reason="plain Python takes minutes for so many rounds")
def test_memory_does_not_grow_with_the_number_of_games() -> None:
    status = Path("/proc/self/status")
    if not status.exists():
        pytest.skip("this system does not show a process's memory")
    job = Job(EDITIONS["pressman-classic"], ("random", "greedy"), games=30_000, seed=8)
    sizes = []

    def handle(part: Played) -> bool:
        gc.collect()
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
        sizes.append(int(line.split()[1]))
        return False

    gc.freeze()  # what exists already takes long to check for garbage
    try:
        assert run(job, 1, handle)
    finally:
        gc.unfreeze()
    assert max(sizes[3:]) - sizes[2] < 1024, sizes  # kilobytes


@pytest.mark.parametrize(("text", "expected"), [("1", 1), ("16", 16), ("dask://10.0.0.1:8786", "dask://10.0.0.1:8786")])
def test_workers_are_read(text: str, expected: int | str) -> None:
    assert read_workers(text) == expected


@pytest.mark.parametrize("text", ["", "0", "-1", "two", "2000", "dask://", "tcp://x:1"])
def test_invalid_workers_are_refused(text: str) -> None:
    with pytest.raises(TricornError, match="workers are a number of processes, or dask://HOST:PORT"):
        read_workers(text)


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="the system does not say which cores may be used")
def test_cores_are_those_this_process_may_use() -> None:
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        assert cores() == 1
    finally:
        os.sched_setaffinity(0, allowed)
    assert cores() == len(allowed)


def interrupted(*arguments: str) -> tuple[int, str, str]:
    """Run a command and press Ctrl-C as soon as its progress on a terminal shows finished games."""
    screen, terminal = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "tricorn", *arguments],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=terminal,
        text=True,
        start_new_session=True,
    )
    os.close(terminal)
    shown = b""
    while b"rounds/s" not in shown:
        shown += os.read(screen, 4096)
    os.killpg(running.pid, signal.SIGINT)  # the whole group, as a terminal does
    with contextlib.suppress(OSError):  # the terminal is closed on the other side
        while more := os.read(screen, 4096):
            shown += more
    os.close(screen)
    out, _ = running.communicate(timeout=60)
    return running.returncode, out, shown.decode()


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize(
    "command",
    [("simulate", "--bots", "random,greedy"), ("match", "greedy", "random")],
    ids=["simulate", "match"],
)
def test_ctrl_c_prints_the_result_of_a_shorter_run(
    command: tuple[str, ...], workers: str, tmp_path: Path, tricorn: Run
) -> None:
    path = tmp_path / "figures.json"
    code, out, shown = interrupted(
        *command, "--games", "4000000", "--seed", "1", "--workers", workers, "--json", str(path)
    )
    assert code == 130
    assert "games (stopped)" in out
    assert "Traceback" not in shown
    figures = json.loads(path.read_text())
    assert figures["complete"] is False
    assert figures["games"] > 0
    shorter = tricorn(*command, "--games", figures["games"], "--seed", 1, "--workers", 1, "--json", "-")
    expected = json.loads(shorter.out)
    for name in ("games", "rounds", "statistics", "win_rate", "margin_ci95"):
        assert expected.get(name) == figures.get(name)
