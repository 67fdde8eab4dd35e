"""Records are replayed and reviewed in processes of their own: in a thread, that would slow down everybody's moves.

A process is started when one is needed, does one record after another, and ends when there is none for a while.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from queue import Empty, LifoQueue
from typing import Any, BinaryIO, Literal, NamedTuple

from tricorn.web.replay import replay_as_json
from tricorn.web.reviewing import page_of, reviewed

__all__ = ["Answer", "Progress", "Replayer", "Task"]

_SECONDS_IDLE = 60.0
_NICE = 19
_LOST = (OSError, EOFError, pickle.UnpicklingError)

Task = Literal["replay", "review", "page"]
Progress = Callable[[int, int], None]


class Answer(NamedTuple):
    """What a task gave, or why it failed."""

    result: Any
    seconds: float  # of processor time


class Replayer:
    """The processes of a server; called from threads, each of which waits for its answer."""

    def __init__(self) -> None:
        self._idle: LifoQueue[subprocess.Popen[bytes]] = LifoQueue()
        self._busy: set[subprocess.Popen[bytes]] = set()

    def replay(self, text: str, with_steps: bool) -> Answer:
        """The replay of a record as JSON."""
        return self.ask("replay", text, with_steps)

    def ask(self, task: Task, *args: Any, progress: Progress | None = None) -> Answer:
        """The answer of a process to a task."""
        while True:
            try:
                process, is_new = self._idle.get_nowait(), False
            except Empty:
                process, is_new = _start(), True
            self._busy.add(process)
            try:
                answer = _ask(process, (task, *args), progress)
                break
            except Exception as error:
                _end(process)
                if is_new or not isinstance(error, _LOST):
                    raise
                # It has ended since it was used last; another is asked.
            finally:
                self._busy.discard(process)
        self._idle.put(process)
        return answer

    def close(self) -> None:
        """End the processes, those that work too."""
        for process in [*self._busy]:
            process.kill()
        while not self._idle.empty():
            _end(self._idle.get())


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tricorn.web.replayer"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _ask(process: subprocess.Popen[bytes], question: tuple[Any, ...], progress: Progress | None) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump(question, process.stdin)
    process.stdin.flush()
    while True:
        is_answer, *values = pickle.load(process.stdout)
        if is_answer:
            return Answer(*values)
        if progress is not None:
            progress(*values)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


# In the process.


def _answer(report: Progress, task: Task, *args: Any) -> tuple[Any, float]:
    began = time.process_time()
    result: Any
    try:
        result = _do(report, task, *args)
    except Exception as error:
        result = error
    return result, time.process_time() - began


def _do(report: Progress, task: Task, *args: Any) -> Any:
    if task == "replay":
        return replay_as_json(*args)
    return page_of(*args) if task == "page" else reviewed(report, *args)


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    def send(is_answer: bool, *values: object) -> None:
        """Send an answer, or before it, how much is done."""
        pickle.dump((is_answer, *values), answers)
        answers.flush()

    while True:
        idle = threading.Timer(_SECONDS_IDLE, os._exit, [0])
        idle.start()
        try:
            question: Any = pickle.load(requests)
        except EOFError:  # the server has ended
            return
        finally:
            idle.cancel()
        send(True, *_answer(partial(send, False), *question))


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    with contextlib.suppress(BrokenPipeError):  # the server has ended meanwhile
        _serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
