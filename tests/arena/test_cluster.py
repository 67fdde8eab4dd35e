"""The same job on a Dask cluster: a real scheduler and real workers on this machine, one of them killed."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.arena.test_workers import totals_of
from tests.cli.conftest import Run

from tricorn.arena.faults import Played
from tricorn.arena.job import Job
from tricorn.arena.statistics import Totals
from tricorn.arena.workers import run
from tricorn.editions import EDITIONS
from tricorn.errors import TricornError

ROOT = Path(__file__).parents[2]
TIMEOUT = 60


def start(role: str, *arguments: str, log: Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [
            sys.executable,
            "-m",
            f"distributed.cli.dask_{role}",
            *arguments,
            "--no-dashboard",
            "--host",
            "127.0.0.1",
        ],
        env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
        stdout=subprocess.DEVNULL,
        stderr=log.open("wb"),
    )


class Cluster:
    """A scheduler, and workers of one thread each."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = start(
            "scheduler", "--port", "0", "--scheduler-file", str(self.file), log=folder / "scheduler.log"
        )
        self.workers: list[subprocess.Popen[bytes]] = []
        self.address = f"dask://{self._scheduler_address().removeprefix('tcp://')}"
        self.workers = [self._worker(number) for number in range(workers)]

    def _scheduler_address(self) -> str:
        """The address of the scheduler. Its file may exist before its content is written."""
        deadline = time.monotonic() + TIMEOUT
        while True:
            with suppress(FileNotFoundError, json.JSONDecodeError):
                return str(json.loads(self.file.read_text())["address"])
            assert time.monotonic() < deadline, (self.folder / "scheduler.log").read_text()
            time.sleep(0.05)

    def _worker(self, number: int) -> subprocess.Popen[bytes]:
        options = ("--nthreads", "1", "--no-nanny", "--name", str(number))
        log = self.folder / f"worker-{number}.log"
        return start("worker", "--scheduler-file", str(self.file), *options, log=log)

    def wait(self, number: int) -> None:
        """Wait until this many workers have connected."""
        import distributed  # takes a second

        with distributed.Client(scheduler_file=str(self.file)) as client:
            client.wait_for_workers(number, timeout=TIMEOUT)

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Two workers, or one after a test that kills the other."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"), workers=2)
    try:
        cluster.wait(2)
        yield cluster
    finally:
        cluster.stop()


pytestmark = [
    pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed"),
    # Ignore Dask's own warnings, and those about the broken connections of a killed worker.
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture(autouse=True)
def collected() -> Iterator[None]:
    """Collect Dask's garbage here, where its warnings are ignored, not during another test."""
    yield
    gc.collect()


def test_simulate_and_match_run_on_a_cluster(cluster: Cluster, tricorn: Run, tmp_path: Path) -> None:
    for command in (["simulate", "--bots", "greedy,random"], ["match", "greedy", "random"]):
        results = []
        for workers in (cluster.address, "1"):
            path = tmp_path / "figures.json"
            done = tricorn(*command, "--games", 3000, "--seed", 2, "--workers", workers, "--json", path)
            assert done.code == 0, done.err
            figures = json.loads(path.read_text())
            results.append([figures.get(name) for name in ("games", "rounds", "statistics", "win_rate")])
        assert results[0] == results[1]


def test_a_killed_worker_leaves_the_result_complete_and_the_same(cluster: Cluster) -> None:
    job = Job(EDITIONS["spanish"], ("random", "greedy"), games=60_000, seed=6)
    totals = Totals(job.players)
    parts = 0

    def handle(part: Played) -> bool:
        nonlocal parts
        parts += 1
        if parts == 8:
            os.kill(cluster.workers[0].pid, signal.SIGKILL)
        totals.add(part)
        return False

    assert run(job, cluster.address, handle)
    assert cluster.workers[0].wait() == -signal.SIGKILL
    assert totals["games"] == 60_000
    assert totals.sums == totals_of(job, 2)


def test_a_scheduler_without_workers_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import distributed

    wait = distributed.Client.wait_for_workers
    monkeypatch.setattr(distributed.Client, "wait_for_workers", lambda client, number, timeout: wait(client, number, 1))
    empty = Cluster(tmp_path, workers=0)
    try:
        with pytest.raises(TricornError, match="has no workers"):
            totals_of(Job(EDITIONS["spanish"], ("random", "greedy"), games=10, seed=6), empty.address)
    finally:
        empty.stop()


def test_an_address_where_nobody_answers_is_one_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tricorn.arena.workers._CLUSTER_TIMEOUT", 1.0)
    for address in ("dask://127.0.0.1:9", "dask://nonsense"):
        with pytest.raises(TricornError, match="no Dask scheduler answers at dask://"):
            totals_of(Job(EDITIONS["spanish"], ("random", "greedy"), games=10, seed=6), address)
