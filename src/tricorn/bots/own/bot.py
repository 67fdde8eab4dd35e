"""`ProcessBot`: a bot that runs in a separate process."""

from __future__ import annotations

import json
import os
import threading
from collections import Counter
from dataclasses import dataclass
from multiprocessing.util import Finalize
from typing import Any

from tricorn.bots.base import Budget
from tricorn.bots.own.faults import BotFault, one_short_line
from tricorn.bots.own.process import BotProcess
from tricorn.bots.own.protocol import PROTOCOL_VERSION, encode_line, view_fields
from tricorn.core.compile import Ints
from tricorn.core.rng import next32
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.moves import Move, parse_move
from tricorn.view import View
from tricorn.wording import quoted

__all__ = ["MOVE_SECONDS", "ProcessBot"]

MOVE_SECONDS = 5.0  # the time limit of a move, unless the bot's name has another
_START_SECONDS = 20.0  # the time limit for loading what the bot needs

# A process that fails costs seconds, so a bot is dropped after this many failures.
_MAX_FAILURES = 3

_Key = tuple[tuple[str, ...], int | None]


@dataclass(frozen=True)
class ProcessBot:
    """A bot that runs in a separate process; the object is a plain value, and processes start when they are needed.

    Each seat has its own process. So two seats of a bot know no more than two players would, and in a match, where each
    deal is played from every seat, no process sees a deal twice.
    """

    name: str
    command: tuple[str, ...]
    seconds: float = MOVE_SECONDS

    def choose(self, view: View, budget: Budget | None, rng: Ints) -> Move:
        """The move that the process answers; raises a `BotFault` if it does not answer in time."""
        seconds = self.seconds if budget is None or budget.seconds is None else budget.seconds
        request = encode_line(view_fields(view, seconds, next32(rng)))
        answer = _processes.exchange((self.command, view.seat), request, seconds)
        if "error" in answer:
            raise BotFault(Message.BOT_RAISED, error=one_short_line(answer["error"]))
        try:
            return parse_move(str(answer["move"]))
        except (KeyError, TricornError):
            raise BotFault(Message.BOT_ILLEGAL, move=one_short_line(answer.get("move"))) from None

    def check_start(self) -> None:
        """Raise a `TricornError` if the bot does not start."""
        try:
            _start(self.command).close()
        except BotFault as fault:
            raise TricornError(Message.BOT_REFUSED, bot=self.name, reason=fault.phrase) from None


class _Processes:
    """The running bots that this process has started, by command and seat."""

    def __init__(self) -> None:
        self._running: dict[_Key, BotProcess] = {}
        self._inherited: list[BotProcess] = []
        self._failures: Counter[tuple[str, ...]] = Counter()
        self._lock = threading.Lock()

    def exchange(self, key: _Key, request: bytes, seconds: float) -> dict[str, Any]:
        """The answer of a bot, which is started if it is not running."""
        command, _ = key
        if self._failures[command] >= _MAX_FAILURES:
            raise BotFault(Message.BOT_DROPPED)
        try:
            return _parse_line(self._process(key).exchange(request, seconds))
        except BotFault:
            self._failures[command] += 1
            self._end(key)
            raise

    def _process(self, key: _Key) -> BotProcess:
        with self._lock:
            if key not in self._running:
                if not self._running:  # not earlier, because a forked process forgets what was registered before
                    Finalize(None, self.end_all, exitpriority=1)
                command, _ = key
                self._running[key] = _start(command)
            return self._running[key]

    def _end(self, key: _Key) -> None:
        with self._lock:
            process = self._running.pop(key, None)
        if process is not None:
            process.close()

    def end_all(self) -> None:
        for key in list(self._running):
            self._end(key)

    def forget(self) -> None:
        """In a forked process, forget the running bots: they belong to the parent."""
        self._inherited += self._running.values()
        self._running, self._lock = {}, threading.Lock()


_processes = _Processes()
if os.name == "posix":
    os.register_at_fork(after_in_child=_processes.forget)


def _start(command: tuple[str, ...]) -> BotProcess:
    """Start a bot and wait until it is ready."""
    process = BotProcess(command)
    try:
        _check_ready(_parse_line(process.exchange(b"", _START_SECONDS)))
    except BotFault:
        process.close()
        raise
    return process


def _check_ready(fields: dict[str, Any]) -> None:
    if "error" in fields:
        raise BotFault(Message.BOT_NO_START, reason=one_short_line(fields["error"]))
    if fields.get("ready") != PROTOCOL_VERSION:
        expected = json.dumps({"ready": PROTOCOL_VERSION})
        raise BotFault(Message.BOT_NOT_READY, expected=expected, text=one_short_line(fields))


def _parse_line(line: bytes) -> dict[str, Any]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        fields = None
    if isinstance(fields, dict):
        return fields
    raise BotFault(Message.BOT_GARBAGE, text=quoted(line[:60].decode(errors="replace")))
