"""A process that answers each line with a line within a time limit, and cannot disturb the one that started it.

This is not a sandbox: the process has the rights of the user who starts it.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import signal
import subprocess
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from tricorn.bots.own.faults import BotFault
from tricorn.messages import Message

__all__ = ["BotProcess", "kill_leftovers"]

_MAX_ANSWER_LENGTH = 64 * 1024  # an answer has about 25 bytes
# The limit of processes that a bot may run at once, and how often they are counted while it thinks.
_MAX_PROCESSES = 32
_SECONDS_BETWEEN_COUNTS = 0.1

# Bots, and processes that they start, have this variable in their environment. Processes forked from this one share its
# value, so the main process can end the bots of its workers.
_MARK = "TRICORN_BOT"
_RUN = f"{_MARK}={secrets.token_hex(8)}"


class BotProcess:
    """A running bot. Every fault ends it, with all processes that it has started."""

    def __init__(self, command: Sequence[str]) -> None:
        self._mark = f"{_RUN}-{secrets.token_hex(8)}"
        name, _, value = self._mark.partition("=")
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                start_new_session=True,
                env={**os.environ, name: value},
            )
        except OSError as error:
            raise BotFault(Message.BOT_NO_START, reason=error.strerror or str(error)) from None
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        os.set_blocking(self._stdin.fileno(), False)
        self._ready = selectors.DefaultSelector()
        self._ready.register(self._stdout, selectors.EVENT_READ)
        self._lock = threading.Lock()
        self._closed = False

    def exchange(self, request: bytes, seconds: float) -> bytes:
        """Send a request and return the line that answers it; if the request is empty, only wait for a line."""
        with self._lock:
            try:
                return self._exchange(memoryview(request), time.monotonic() + seconds, seconds)
            except BotFault:
                self.close()
                raise

    def _exchange(self, request: memoryview, deadline: float, seconds: float) -> bytes:
        received = b""
        if request:
            if self._ready.select(0):  # output before the request is not an answer to it
                self._receive()
                raise BotFault(Message.BOT_CHATTER)
            self._ready.register(self._stdin, selectors.EVENT_WRITE)
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                raise BotFault(Message.BOT_LATE, seconds=f"{seconds:g}")
            events = self._ready.select(min(left, _SECONDS_BETWEEN_COUNTS))
            for key, _ in events:
                if key.fileobj is self._stdin:
                    request = self._send(request)
                else:
                    received += self._receive()
                    if b"\n" in received:
                        return self._answer(received, request)
                    if len(received) > _MAX_ANSWER_LENGTH:
                        raise BotFault(Message.BOT_FLOOD, size=_MAX_ANSWER_LENGTH // 1024)
            if not events and len(_marked(self._mark)) > _MAX_PROCESSES:
                raise BotFault(Message.BOT_FORKED, most=_MAX_PROCESSES)

    def _send(self, request: memoryview) -> memoryview:
        try:
            request = request[os.write(self._stdin.fileno(), request) :]
        except BrokenPipeError:
            raise self._ended() from None
        if not request:
            self._ready.unregister(self._stdin)
        return request

    def _receive(self) -> bytes:
        chunk = os.read(self._stdout.fileno(), _MAX_ANSWER_LENGTH)
        if not chunk:
            raise self._ended()
        return chunk

    def _answer(self, received: bytes, unsent: memoryview) -> bytes:
        """The line received; refused if there is more than one, or if it came before the whole request was sent."""
        line, _, rest = received.partition(b"\n")
        if rest or unsent:
            raise BotFault(Message.BOT_CHATTER)
        return line

    def _ended(self) -> BotFault:
        """The fault of a process that has closed its pipes: how it ended, if it has."""
        try:
            code = self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            return BotFault(Message.BOT_CLOSED)
        if code < 0:
            return BotFault(Message.BOT_KILLED, signal=signal.Signals(-code).name)
        return BotFault(Message.BOT_ENDED, code=code)

    def close(self) -> None:
        """End the process and all processes that it has started."""
        if self._closed:
            return
        self._closed = True
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        _kill_marked(self._mark)
        self._process.wait()
        self._ready.close()
        self._stdin.close()
        self._stdout.close()


def kill_leftovers() -> None:
    """End the bots that processes forked from this one have left running, if the system lists processes."""
    _kill_marked(_RUN)


def _kill_marked(mark: str) -> None:
    for _ in range(_MAX_PROCESSES):  # processes that are forked meanwhile are found in the next pass
        pids = _marked(mark)
        if not pids:
            return
        for pid in pids:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)


def _marked(mark: str) -> list[int]:
    """The running processes with this mark in their environment; one that has ended has no environment."""
    pids = []
    for environ in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if any(variable.startswith(mark.encode()) for variable in environ.read_bytes().split(b"\0")):
                pids.append(int(environ.parent.name))
    return pids
