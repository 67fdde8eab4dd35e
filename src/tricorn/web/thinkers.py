"""Where bots think: a few threads beside the event loop, so that no table waits for another's bot."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from tricorn.bots import bot_named
from tricorn.core.rng import MOST_SEED, new_rng
from tricorn.moves import Move
from tricorn.view import View
from tricorn.web.turns import Turns

__all__ = ["Thinkers"]

_log = logging.getLogger(__name__)
_NICE = 10


class Thinkers:
    """The threads of all bots of a server.

    An address has as many threads at once as there are processors. The others are for other addresses, however many
    tables one of them has.
    """

    def __init__(self) -> None:
        processors = os.cpu_count() or 1
        threads = 4 + processors
        self._turns = Turns(threads, processors)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="tricorn-bot", initializer=_give_way)

    async def choose(self, level: str, view: View, address: str) -> Move:
        """What a bot of this level plays, at a table of this address; it sees the view and nothing else."""
        await self._turns.begin(address)
        thought = asyncio.get_running_loop().run_in_executor(self._threads, _choose, level, view)
        thought.add_done_callback(lambda _: self._turns.end(address))
        # Whoever waits may give up; the thread works on, and has its turn until it is done.
        return await asyncio.shield(thought)

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _give_way() -> None:
    """Let the thread that serves people go first, where threads have a priority of their own."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)


def _choose(level: str, view: View) -> Move:
    """The bot's move; should a bot fail, the move that scores most, so that the people can go on."""
    try:
        # A seed of its own: a bot must not share the generator that dealt.
        return bot_named(level).choose(view, None, new_rng(secrets.randbelow(MOST_SEED + 1), 0))
    except Exception:
        _log.exception("The bot %s failed; the move that scores most is played for it.", level)
        return view.legal_moves()[0]
