"""Where the parts of a simulation are played: in this process, in one process a core, or on a Dask cluster.

The parts of a job do not depend on the workers, and their totals are whole numbers that are added up, so the
result is the same everywhere.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any

from tricorn.arena.job import Job, Part, run_part
from tricorn.arena.statistics import Totals
from tricorn.errors import TricornError

__all__ = ["WORKERS_HELP", "Workers", "cores", "read_workers", "run"]

WORKERS_HELP = "a number of processes, or dask://HOST:PORT"

# Parts handed out ahead of the results, per worker: enough to keep it busy, few enough to keep memory flat.
_AHEAD = 2

Workers = int | str
Progress = Callable[[Totals], None]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_workers(text: str) -> Workers:
    """The value of --workers."""
    if text.startswith("dask://") and text.removeprefix("dask://"):
        return text
    if text.isdecimal() and 1 <= int(text) <= 1024:
        return int(text)
    raise TricornError(f"workers are {WORKERS_HELP}, not {text[:60]!r}")


def run(job: Job, workers: Workers, progress: Progress) -> tuple[Totals, bool]:
    """Play a job; its totals, and whether it was played to the end or stopped by the keyboard."""
    totals = Totals(job.players)
    try:
        for part in _results(job, workers):
            totals.add(part)
            progress(totals)
    except KeyboardInterrupt:
        return totals, False
    return totals, True


def _results(job: Job, workers: Workers) -> Iterator[list[int]]:
    if isinstance(workers, str):
        return _on_cluster(job, workers)
    parts = -(-job.games // job.chunk)
    if min(workers, parts) == 1:
        return map(run_part, job.parts())
    return _in_processes(job, min(workers, parts))


def _ignore_keyboard() -> None:
    """Workers leave Ctrl-C to the process that started them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _in_processes(job: Job, workers: int) -> Iterator[list[int]]:
    with _pool(workers) as pool:
        parts = job.parts()
        waiting: set[Future[list[int]]] = {pool.submit(run_part, part) for part in islice(parts, workers * _AHEAD)}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            waiting |= {pool.submit(run_part, part) for part in islice(parts, len(done))}
            for future in done:
                yield future.result()


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(workers, initializer=_ignore_keyboard)
    try:
        yield pool
    finally:
        # What is not begun is dropped; what is under way is a fraction of a second's work.
        pool.shutdown(wait=True, cancel_futures=True)


def _on_cluster(job: Job, address: str) -> Iterator[list[int]]:
    """Play on the workers of a Dask scheduler; parts of a worker that dies are played again elsewhere."""
    try:
        import distributed
    except ImportError:
        raise TricornError("a Dask cluster needs the extra: pip install 'tricorn[cluster]'") from None
    try:
        client = distributed.Client("tcp://" + address.removeprefix("dask://"), timeout="10s")
    except OSError:
        raise TricornError(f"no Dask scheduler answers at {address}") from None
    with client:
        yield from _cluster_results(client, distributed.as_completed, job)


def _cluster_results(client: Any, as_completed: Any, job: Job) -> Iterator[list[int]]:
    parts = job.parts()
    threads = max(1, sum(client.nthreads().values()))

    def submit(part: Part) -> Any:
        # Pure by its key: a part played twice because a worker died counts once.
        return client.submit(run_part, part, key=f"tricorn-{job.seed}-{part.first}-{id(job)}", retries=3)

    queue = as_completed([submit(part) for part in islice(parts, threads * _AHEAD)])
    for future in queue:
        yield future.result()
        for part in islice(parts, 1):
            queue.add(submit(part))
