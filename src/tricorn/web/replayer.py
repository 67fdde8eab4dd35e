"""Records are replayed in processes of their own: in a thread of the server, that would slow down everybody's moves.

A process is started when one is needed, does one record after another, and ends when there is none for a while.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from queue import Empty, LifoQueue
from typing import Any, BinaryIO, NamedTuple

from tricorn.web.replay import replay_as_json

__all__ = ["Answer", "Replayer"]

_SECONDS_IDLE = 60.0
_NICE = 19
_LOST = (OSError, EOFError, pickle.UnpicklingError)


class Answer(NamedTuple):
    """A replay as JSON, or why there is none."""

    result: bytes | Exception
    seconds: float  # of processor time


class Replayer:
    """The processes of a server; called from threads, each of which waits for its answer."""

    def __init__(self) -> None:
        self._idle: LifoQueue[subprocess.Popen[bytes]] = LifoQueue()

    def replay(self, text: str, with_steps: bool) -> Answer:
        while True:
            try:
                process, is_new = self._idle.get_nowait(), False
            except Empty:
                process, is_new = _start(), True
            try:
                answer = _ask(process, text, with_steps)
                break
            except Exception as error:
                _end(process)
                if is_new or not isinstance(error, _LOST):
                    raise
                # It has ended since it was used last; another is asked.
        self._idle.put(process)
        return answer

    def close(self) -> None:
        while not self._idle.empty():
            _end(self._idle.get())


def _start() -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "tricorn.web.replayer"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _ask(process: subprocess.Popen[bytes], text: str, with_steps: bool) -> Answer:
    assert process.stdin is not None
    assert process.stdout is not None
    pickle.dump((text, with_steps), process.stdin)
    process.stdin.flush()
    return Answer(*pickle.load(process.stdout))


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    process.communicate()


# In the process.


def _answer(text: str, with_steps: bool) -> tuple[bytes | Exception, float]:
    began = time.process_time()
    result: bytes | Exception
    try:
        result = replay_as_json(text, with_steps)
    except Exception as error:
        result = error
    return result, time.process_time() - began


def _serve(requests: BinaryIO, answers: BinaryIO) -> None:
    while True:
        idle = threading.Timer(_SECONDS_IDLE, os._exit, [0])
        idle.start()
        try:
            question: Any = pickle.load(requests)
        except EOFError:  # the server has ended
            return
        finally:
            idle.cancel()
        pickle.dump(_answer(*question), answers)
        answers.flush()


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    _serve(sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
