"""Threads in which bots choose moves and hints are computed, off the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

from tricorn.analysis.hints import Hint, hint_for
from tricorn.bots import BOTS, DEFAULT_LEVEL, ProcessBot, bot_named, is_adaptive
from tricorn.bots.own.faults import choose_or_lose
from tricorn.core.compile import Ints
from tricorn.core.rng import new_rng
from tricorn.game import new_seed
from tricorn.moves import Move, timeout_move
from tricorn.view import View
from tricorn.web.work.fair_queue import FairQueue
from tricorn.web.work.priority import lower_thread_priority

__all__ = ["BotPool"]

_log = logging.getLogger(__name__)

Result = TypeVar("Result")


class BotPool:
    """The threads of a server's bots.

    The tables of an address get at most as many threads at a time as there are processors. The remaining threads are
    for other addresses.
    """

    def __init__(self, levels: Sequence[str]) -> None:
        self._allowed = frozenset([*BOTS, *levels])
        processors = os.cpu_count() or 1
        threads = 4 + processors
        self._queue = FairQueue(threads, processors)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="tricorn-bot", initializer=lower_thread_priority)

    async def choose(self, level: str, view: View, address: str) -> Move:
        """The move of a bot of this level, which sees only the view, at a table of this address."""
        if level not in self._allowed and not is_adaptive(
            level
        ):  # it was allowed when the table was stored, or the database was edited
            level = DEFAULT_LEVEL
        return await self._run(address, partial(_choose, level, view))

    async def hint(self, view: View, address: str) -> Hint:
        """A hint for the seat of a view, at a table of this address."""
        return await self._run(address, partial(_hint, view))

    async def _run(self, address: str, work: Callable[[], Result]) -> Result:
        await self._queue.acquire(address)
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        future.add_done_callback(lambda _: self._queue.release(address))
        # The caller may be cancelled; the thread cannot, and keeps its slot until it is done.
        return await asyncio.shield(future)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _new_rng() -> Ints:
    """A generator with a new seed: a bot must not share the generator of the deal."""
    return new_rng(new_seed(), 0)


def _hint(view: View) -> Hint:
    return hint_for(view, _new_rng())


def _choose(level: str, view: View) -> Move:
    """The bot's move; if the bot fails, the move of R14, so that people can go on playing."""
    try:
        rng = _new_rng()
        bot = bot_named(level)
        if not isinstance(bot, ProcessBot):
            return bot.choose(view, None, rng)
        move, fault = choose_or_lose(bot, view, rng)
        if fault is not None:
            _log.warning("The bot %s lost its move: %s.", level, fault)
        return move
    except Exception:
        _log.exception("The bot %s failed; a move is made for it.", level)
        return timeout_move(view.options)
