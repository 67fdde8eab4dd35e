"""Plays the parts of a simulation or a match in this process, in one process per core, or on a Dask cluster.

The parts do not depend on the workers, their results are whole numbers, and the results are passed on in the order of
the parts. So the result is the same everywhere, and a run that was stopped has the result of a shorter run.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import count, islice
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from tricorn.arena.faults import Played
from tricorn.bots.own.process import kill_leftovers
from tricorn.core.compile import accelerate, ensure_compiled
from tricorn.errors import TricornError
from tricorn.extras import command_for
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["WORKERS_HELP", "Workers", "cores", "read_workers", "run"]

WORKERS_HELP = "number of processes, or dask://HOST:PORT"

# Parts submitted per worker: enough to keep every worker busy while the oldest part is unfinished, few enough to keep
# memory use constant.
_PARTS_PER_WORKER = 6

# Seconds to wait for a cluster, and between queries of its size.
_CLUSTER_TIMEOUT = 10.0
_SIZE_REFRESH = 2.0

# Seconds that workers have to finish their parts when the run ends.
_SHUTDOWN_TIMEOUT = 1.0

Workers = int | str
ResultHandler = Callable[[Played], bool | None]


class Part(Protocol):
    """A piece of work that can be sent to another process."""

    def play(self) -> Played: ...


PartT_co = TypeVar("PartT_co", bound=Part, covariant=True)


class Work(Protocol[PartT_co]):
    """A simulation, a match or a tournament, which is divided into parts."""

    def parts(self) -> Iterator[PartT_co]: ...


class _Future(Protocol):
    """A future of a process pool or of Dask."""

    def result(self) -> Played: ...


def cores() -> int:
    """The number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_workers(text: str) -> Workers:
    """Parse the value of `--workers`."""
    if text.startswith("dask://") and text.removeprefix("dask://"):
        return text
    if text.isdecimal() and 1 <= int(text) <= 1024:
        return int(text)
    raise TricornError(Message.WORKERS, text=quoted(text, 60))


def run(work: Work[Part], workers: Workers, handle: ResultHandler) -> bool:
    """Play the parts of some work and call `handle` with each result, in order, until it returns True.

    Returns False if Ctrl-C stopped the run, otherwise True.
    """
    try:
        with closing(_results(work, workers)) as results:
            for result in results:
                if handle(result):
                    break
    except KeyboardInterrupt:
        return False
    return True


def _results(work: Work[Part], workers: Workers) -> Generator[Played, None, None]:
    if isinstance(workers, str):
        yield from _on_cluster(work, workers)
        return
    ensure_compiled()
    parts = list(islice(work.parts(), workers))
    if len(parts) < 2:
        yield from (part.play() for part in work.parts())
    else:
        yield from _in_processes(work, len(parts))


def play_part(part: Part) -> Played:
    """Play a part. A function at module level can be pickled and sent to another process or machine."""
    accelerate()
    return part.play()


def _in_order(
    parts: Iterator[Part], submit: Callable[[Part], _Future], max_pending: Callable[[], int]
) -> Iterator[Played]:
    """Submit parts, at most `max_pending()` at a time, and yield their results in order."""
    pending: deque[_Future] = deque()
    while True:
        pending.extend(submit(part) for part in islice(parts, max(0, max_pending() - len(pending))))
        if not pending:
            return
        yield pending.popleft().result()


def _in_processes(work: Work[Part], workers: int) -> Iterator[Played]:
    with _pool(workers) as pool:
        try:
            max_pending = workers * _PARTS_PER_WORKER
            yield from _in_order(work.parts(), lambda part: pool.submit(play_part, part), lambda: max_pending)
        except BrokenProcessPool:
            raise TricornError(Message.WORKER_DIED) from None


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    other_children = set(active_children())
    pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
    try:
        with _interrupts_deferred():
            pool.submit(os.getpid)  # the first task makes the pool fork all workers
        yield pool
    finally:
        processes = set(active_children()) - other_children
        pool.shutdown(wait=False, cancel_futures=True)
        _stop(processes)
        kill_leftovers()


def _stop(processes: Iterable[BaseProcess]) -> None:
    """Give workers a moment to finish their parts, then terminate them."""
    deadline = time.monotonic() + _SHUTDOWN_TIMEOUT
    for process in processes:
        process.join(max(0.0, deadline - time.monotonic()))
        if process.is_alive():
            process.terminate()
            process.join()


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C: an exception raised while a process is being forked is dropped, so the interrupt would be lost."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread gets interrupts
        yield
        return
    interrupts: list[int] = []
    previous = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
    if interrupts:
        raise KeyboardInterrupt


def _ignore_interrupts() -> None:
    """Ignore Ctrl-C in a worker; the process that started it stops the run."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cluster(work: Work[Part], address: str) -> Iterator[Played]:
    """Play on the workers of a Dask scheduler; if a worker dies, others play its parts again."""
    try:
        import distributed
    except ImportError:
        raise TricornError(Message.NO_DASK, command=command_for("cluster")) from None
    try:
        connect: Any = distributed.Client
        client = connect("tcp://" + address.removeprefix("dask://"), timeout=_CLUSTER_TIMEOUT)
    except (OSError, ValueError):
        raise TricornError(Message.NO_SCHEDULER, address=address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_CLUSTER_TIMEOUT)
        except TimeoutError:
            raise TricornError(Message.NO_WORKERS, address=address) from None
        yield from _cluster_results(client, work)


def _cluster_results(client: Any, work: Work[Part]) -> Iterator[Played]:
    run_id = f"tricorn-{uuid.uuid4().hex}"
    numbers = count()

    def submit(part: Part) -> Any:
        # A part that is played twice because a worker died keeps its key, so it counts once.
        return client.submit(play_part, part, key=f"{run_id}-{next(numbers)}", retries=3)

    size = _ClusterSize(client)
    yield from _in_order(work.parts(), submit, lambda: size.threads() * _PARTS_PER_WORKER)


class _ClusterSize:
    """The number of threads of a cluster, queried again every few seconds because workers come and go."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._threads = 1
        self._queried_at = -_SIZE_REFRESH

    def threads(self) -> int:
        if time.monotonic() - self._queried_at > _SIZE_REFRESH:
            self._threads = max(1, sum(self._client.nthreads().values()))
            self._queried_at = time.monotonic()
        return self._threads
