"""Runs expensive functions in other processes: in a thread of the server they would slow down all moves.

A process is started when needed, makes one call after another, and ends after being idle for a while.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, LifoQueue
from typing import Any, BinaryIO, NamedTuple

from tricorn.web.work.priority import lower_process_priority

__all__ = ["Answer", "ProcessPool", "Progress"]

_SECONDS_IDLE = 600.0
_PROCESS_DIED = (OSError, EOFError, pickle.UnpicklingError)

Function = Callable[..., Any]
Progress = Callable[[int, int], None]


class Answer(NamedTuple):
    """What a function returned or raised."""

    result: Any
    seconds: float  # of processor time


class ProcessPool:
    """The processes of a server. Threads call it and wait for the answer."""

    def __init__(self) -> None:
        self._idle: LifoQueue[subprocess.Popen[bytes]] = LifoQueue()
        self._busy: set[subprocess.Popen[bytes]] = set()

    def call(self, function: Function, *args: Any, on_progress: Progress | None = None) -> Answer:
        """Call a module's function in another process.

        With `on_progress`, the function gets a first argument, a callback that reports its progress.
        """
        while True:
            try:
                process, is_new = self._idle.get_nowait(), False
            except Empty:
                process, is_new = _start(), True
            self._busy.add(process)
            try:
                answer = _ask(process, function, args, on_progress)
                break
            except Exception as error:
                _end(process)
                if is_new or not isinstance(error, _PROCESS_DIED):
                    raise
                # The process has ended since its last call; try another.
            finally:
                self._busy.discard(process)
        self._idle.put(process)
        return answer

    def close(self) -> None:
        """End all processes, including busy ones."""
        for process in [*self._busy]:
            process.kill()
        while not self._idle.empty():
            _end(self._idle.get())


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", f"from {__name__} import main; main()"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _ask(
    process: subprocess.Popen[bytes], function: Function, args: tuple[Any, ...], on_progress: Progress | None
) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump((function, args, on_progress is not None), process.stdin)
    process.stdin.flush()
    while True:
        is_answer, *values = pickle.load(process.stdout)
        if is_answer:
            return Answer(*values)
        if on_progress is not None:
            on_progress(*values)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


# In the other process.


def _answer(
    on_progress: Progress, function: Function, args: tuple[Any, ...], wants_progress: bool
) -> tuple[Any, float]:
    began = time.process_time()
    try:
        result = function(on_progress, *args) if wants_progress else function(*args)
    except Exception as error:
        result = error
    return result, time.process_time() - began


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    def send(is_answer: bool, *values: object) -> None:
        """Send the answer, or progress before it."""
        pickle.dump((is_answer, *values), answers)
        answers.flush()

    while True:
        idle = threading.Timer(_SECONDS_IDLE, os._exit, [0])
        idle.start()
        try:
            request: Any = pickle.load(requests)  # imports the module of the function
        except EOFError:  # the server has ended
            return
        finally:
            idle.cancel()
        lower_process_priority()  # only now: loading the program is quick, and a client waits for it
        send(True, *_answer(partial(send, False), *request))


def main() -> None:
    # Ctrl-C and systemd signal all processes of a server, but it still needs the answers, and then ends the others.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    with contextlib.suppress(BrokenPipeError):  # the server has ended
        _serve(sys.stdin.buffer, answers)
