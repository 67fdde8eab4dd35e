"""Where the parts of a simulation or a match are played: here, in one process a core, or on a Dask cluster.

The parts do not depend on the workers, their results are whole numbers, and they are handed on in the order
of the parts. So the result is the same everywhere, and one that was stopped is that of a shorter run.
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
from itertools import islice
from multiprocessing import active_children
from multiprocessing.process import BaseProcess
from typing import Any, Protocol, TypeVar

from tricorn.arena.faults import Played
from tricorn.bots.own.process import kill_leftovers
from tricorn.core.compile import accelerate
from tricorn.errors import TricornError
from tricorn.messages import Message, quoted

__all__ = ["WORKERS_HELP", "Workers", "cores", "read_workers", "run"]

WORKERS_HELP = "a number of processes, or dask://HOST:PORT"

# Parts handed out ahead of the results, per worker: enough to keep it busy while the oldest part is waited
# for, few enough to keep memory flat.
_AHEAD = 6

# How long to wait for a cluster, and how often to look how large it is.
_PATIENCE = 10.0
_LOOK = 2.0

# How long workers may take to finish their parts when no more are wanted.
_FAREWELL = 1.0

Workers = int | str
Take = Callable[[Played], bool | None]


class Part(Protocol):
    """A piece of work that can be sent elsewhere."""

    def play(self) -> Played: ...


PartT_co = TypeVar("PartT_co", bound=Part, covariant=True)


class Work(Protocol[PartT_co]):
    """What is cut into parts: a simulation or a match."""

    def parts(self) -> Iterator[PartT_co]: ...


class _Future(Protocol):
    """A future of a process pool or of Dask."""

    def result(self) -> Played: ...


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def read_workers(text: str) -> Workers:
    """The value of --workers."""
    if text.startswith("dask://") and text.removeprefix("dask://"):
        return text
    if text.isdecimal() and 1 <= int(text) <= 1024:
        return int(text)
    raise TricornError(Message.WORKERS, text=quoted(text, 60))


def run(work: Work[Part], workers: Workers, take: Take) -> bool:
    """Play the parts of some work and pass on each result, in order, until `take` returns that it is enough.

    Returns whether that, or the end, was reached; False if the keyboard stopped it.
    """
    try:
        with closing(_results(work, workers)) as results:
            for result in results:
                if take(result):
                    break
    except KeyboardInterrupt:
        return False
    return True


def _results(work: Work[Part], workers: Workers) -> Generator[Played, None, None]:
    if isinstance(workers, str):
        yield from _on_cluster(work, workers)
        return
    accelerate()
    parts = list(islice(work.parts(), workers))
    if len(parts) < 2:
        yield from (part.play() for part in work.parts())
    else:
        yield from _in_processes(work, len(parts))


def play_part(part: Part) -> Played:
    """Play a part; a function at module level, so that it can be sent to another process or machine."""
    accelerate()
    return part.play()


def _in_order(parts: Iterator[Part], submit: Callable[[Part], _Future], ahead: Callable[[], int]) -> Iterator[Played]:
    """Hand out parts, always some more than are done, and yield their results in order."""
    waiting: deque[_Future] = deque()
    while True:
        waiting.extend(submit(part) for part in islice(parts, max(0, ahead() - len(waiting))))
        if not waiting:
            return
        yield waiting.popleft().result()


def _in_processes(work: Work[Part], workers: int) -> Iterator[Played]:
    with _pool(workers) as pool:
        try:
            yield from _in_order(work.parts(), lambda part: pool.submit(play_part, part), lambda: workers * _AHEAD)
        except BrokenProcessPool:
            raise TricornError(Message.WORKER_DIED) from None


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    before = set(active_children())
    pool = ProcessPoolExecutor(workers, initializer=_ignore_interrupts)
    try:
        with _interrupts_deferred():
            pool.submit(os.getpid)  # with the first task all workers are forked
        yield pool
    finally:
        processes = set(active_children()) - before
        pool.shutdown(wait=False, cancel_futures=True)
        _end(processes)
        kill_leftovers()


def _end(processes: Iterable[BaseProcess]) -> None:
    """Let workers finish their parts, but not for long: after Ctrl-C nobody waits for a long game."""
    until = time.monotonic() + _FAREWELL
    for process in processes:
        process.join(max(0.0, until - time.monotonic()))
        if process.is_alive():
            process.terminate()
            process.join()


@contextmanager
def _interrupts_deferred() -> Iterator[None]:
    """Defer Ctrl-C: an exception that is raised while a process is forked is dropped, and the interrupt with it."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread gets interrupts
        yield
        return
    pressed: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: pressed.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt


def _ignore_interrupts() -> None:
    """Workers leave Ctrl-C to the process that started them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _on_cluster(work: Work[Part], address: str) -> Iterator[Played]:
    """Play on the workers of a Dask scheduler; parts of a worker that dies are played again elsewhere."""
    try:
        import distributed
    except ImportError:
        raise TricornError(Message.NO_DASK) from None
    try:
        connect: Any = distributed.Client
        client = connect("tcp://" + address.removeprefix("dask://"), timeout=_PATIENCE)
    except (OSError, ValueError):
        raise TricornError(Message.NO_SCHEDULER, address=address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=_PATIENCE)
        except TimeoutError:
            raise TricornError(Message.NO_WORKERS, address=address) from None
        yield from _cluster_results(client, work)


def _cluster_results(client: Any, work: Work[Part]) -> Iterator[Played]:
    name = f"tricorn-{uuid.uuid4().hex}"
    number = iter(range(2**63))

    def submit(part: Part) -> Any:
        # A part that is played twice because a worker died has one key, and counts once.
        return client.submit(play_part, part, key=f"{name}-{next(number)}", retries=3)

    size = _Size(client)
    yield from _in_order(work.parts(), submit, lambda: size.threads() * _AHEAD)


class _Size:
    """How many threads a cluster has, looked up from time to time, as workers come and go."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._threads = 1
        self._looked = -_LOOK

    def threads(self) -> int:
        if time.monotonic() - self._looked > _LOOK:
            self._threads = max(1, sum(self._client.nthreads().values()))
            self._looked = time.monotonic()
        return self._threads
