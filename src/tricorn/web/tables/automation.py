"""What happens at a table automatically: bots move, the clock ends turns, rounds among bots are dealt."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any

from tricorn.bots import BOTS
from tricorn.moves import Move
from tricorn.view import View
from tricorn.web.channel import Stale
from tricorn.web.refusals import Refused
from tricorn.web.store import StoreError
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.writer import TableWriter
from tricorn.web.work.background import BackgroundTask

__all__ = ["Automation"]

_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_TRIES = 0.5

Step = Callable[[], Coroutine[Any, Any, None]]


class Automation:
    """Runs the next step of a table in the background, on the node that has the table's lease.

    A step does nothing if the table has changed in the meantime.
    """

    def __init__(self, table: BaseTable, writer: TableWriter) -> None:
        self._table = table
        self._writer = writer
        self._step = BackgroundTask(_log_failure)

    def schedule(self) -> None:
        """Schedule the next step in place of the one scheduled before."""
        self._table.clock.update(self._table.state, asyncio.get_running_loop().time())
        self._step.cancel()
        step = self._next_step()
        if step is not None:
            self._step.start(self._run_with_lease(step))

    def schedule_if_idle(self) -> None:
        if not self._step.is_running:
            self.schedule()

    def cancel_if_unneeded(self) -> None:
        """Cancel a step that is no longer needed: it may be waiting for a lease that another node needs."""
        if self._next_step() is None:
            self._step.cancel()

    def cancel(self) -> None:
        self._step.cancel()

    async def _run_with_lease(self, step: Step) -> None:
        """Run a step once this node has the table's lease; it may have to wait until another node loses it."""
        while not await self._table.context.store.acquire_lease(self._table.state.code):
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
        with suppress(Stale):
            await step()

    def _next_step(self) -> Step | None:
        state = self._table.state
        game, people = state.game, state.people
        if game is None or game.over or not (people or self._table.clients):
            return None
        if game.round_over:
            if people or game.is_too_long(self._table.context.settings.lines_per_game):
                return None
            return partial(self._deal_after_pause, game)
        assert game.turn is not None
        seat = state.info.seats[game.turn]
        if seat.kind == "bot":
            return partial(self._play_bot_turn, game, game.turn, seat.level or "")
        deadline = self._table.clock.deadline
        return None if deadline is None else partial(self._time_out_at, game, deadline)

    async def _play_bot_turn(self, game: TableGame, seat: int, level: str) -> None:
        after = game.n
        pause = random.uniform(*self._table.context.settings.bot_seconds)
        view = game.full.view(seat, with_events=level not in BOTS)
        move, _ = await asyncio.gather(self._choose(level, view), asyncio.sleep(pause))
        async with self._table.locked:
            if self._table.state.game is game and game.n == after:
                await self._writer.play(game, move, "bot")
                self.schedule()

    async def _choose(self, level: str, view: View) -> Move:
        context = self._table.context
        with context.metrics.bot_seconds.time():
            return await context.bots.choose(level, view, self._table.address)

    async def _time_out_at(self, game: TableGame, deadline: float) -> None:
        grace = self._table.context.settings.clock_grace
        await asyncio.sleep(deadline + grace - asyncio.get_running_loop().time())
        async with self._table.locked:
            if self._table.state.game is game and self._table.clock.deadline == deadline:
                await self._writer.time_out(game)
                self.schedule()

    async def _deal_after_pause(self, game: TableGame) -> None:
        await asyncio.sleep(self._table.context.settings.pause_between_rounds)
        async with self._table.locked:
            if self._table.state.game is game and game.round_over:
                await self._writer.deal(game, needs_lease=True)
                self.schedule()


def _log_failure(step: asyncio.Task[None]) -> None:
    error = None if step.cancelled() else step.exception()
    # A failure of the store has been logged already, and a table that was closed is loaded again at the next request.
    # A move that the rules refuse is a bug, and without a log entry the table would just stop.
    is_expected = isinstance(error, StoreError) or (isinstance(error, Refused) and error.cause is None)
    if error is not None and not is_expected:
        _log.error("A table's next step failed.", exc_info=error)
