"""Writes the changes of a table's games: each is stored before any client sees it.

A move is played in memory first; if it cannot be stored, the table is loaded again.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from tricorn.errors import IllegalMove, TricornError
from tricorn.moves import Move
from tricorn.web.channel import Stale
from tricorn.web.refusals import Refused
from tricorn.web.store import StoredGame
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame, new_game
from tricorn.web.tables.info import Phase, TableInfo
from tricorn.web.tables.notifications import TurnNotifier
from tricorn.web.tables.replies import ReplyCache
from tricorn.web.tables.results import EarlyEnding

__all__ = ["TableWriter"]

_log = logging.getLogger(__name__)


class TableWriter:
    """Writes the changes of a table's games, under its lock."""

    def __init__(self, table: BaseTable, notifier: TurnNotifier) -> None:
        self._table = table
        self._state = table.state
        self._context = table.context
        self._presence = table.presence
        self._broadcaster = table.broadcaster
        self._notifier = notifier

    async def end_game(self, game: TableGame, ending: EarlyEnding) -> None:
        """End a game early."""
        state, version = self._state, self._state.version + 1
        info = replace(state.info, ending=ending, agreement=None, pushes=())
        write = self._context.store.update_table(state.stored(info, "over", version), "over")
        await self._table.commit(write, state.last_line)
        state.info, state.version, game.ending = info, version, ending
        _log.info("game ended early", extra={"lines": game.n})
        self._broadcaster.send_lines(game, game.n + 1)

    async def begin_game(self, info: TableInfo) -> None:
        """Begin the next game with this description of the table, plus the result of the previous game."""
        state = self._state
        if state.game is not None:
            info = info.with_past(state.game.result())
        number = 1 if state.game is None else state.game.number + 1
        try:
            names, nonces = [seat.name for seat in info.seats], info.nonces_by_seat(state.next_deal)
            game = new_game(number, info.edition, names, info.bots(), info.chain(number), nonces)
        except TricornError as error:
            raise Refused.by_rules(error, "players") from None
        info, version = replace(info, starting=False, nonces=()), state.version + 1
        stored = StoredGame(number, tuple(game.header()), tuple(game.stored_lines(1)))
        write = self._context.store.begin_game(state.stored(info, "playing", version), stored)
        await self._table.commit(write, state.last_line)
        state.info, state.version, state.game, state.replies = info, version, game, ReplyCache()
        _log.info("game begun", extra={"seats": len(info.seats), "game": number})
        self._presence.clear_ready()
        self._broadcaster.send_table()
        self._broadcaster.send_header(game)
        self._send_lines(game, 1)

    async def deal(self, game: TableGame, needs_lease: bool = False) -> None:
        """Deal the next round with the nonces stored for it; no other node can store one in the meantime.

        With `needs_lease`, the round is dealt only if this node still has the table's lease.
        """
        state = self._state
        info, version = state.info.after_deal(state.next_deal), state.version + 1
        first = 0

        async def write() -> None:
            nonlocal first
            first = game.deal(state.info.nonces_by_seat(state.next_deal))
            table, lines = state.stored(info, "playing", version), game.stored_lines(first)
            await self._context.store.deal(table, game.number, first - 1, lines, needs_lease)

        await self._table.commit(write(), game.n)
        state.info, state.version = info, version
        self._presence.clear_ready()
        self._broadcaster.send_table()
        self._send_lines(game, first)

    async def play(self, game: TableGame, move: Move, by: Literal["person", "bot"], id: str | None = None) -> int:
        """Play a move of the seat on turn; returns the number of its line. A bot's move needs the table's lease."""
        try:
            first = game.play(move)
        except IllegalMove as error:
            raise Refused.by_rules(error, "illegal", names=game.full.names) from None
        lines = game.stored_lines(first, {} if id is None else {first: id})
        append = self._context.store.append_lines
        write = append(self._state.code, game.number, first - 1, lines, _new_phase(game), needs_lease=by == "bot")
        await self._table.commit(write, first - 1)
        self._context.metrics.moves[by].inc()
        if game.over:
            _log.info("game over", extra={"lines": game.n})
        self._send_lines(game, first)
        await self._remove_subscriptions(game)
        return first

    async def time_out(self, game: TableGame) -> None:
        """Play the turn of a player whose time is up; draws that were already sent are sent again, marked."""
        state, before, first = self._state, game.n, 0

        async def write() -> None:
            nonlocal first
            first = game.time_out()
            lines = game.stored_lines(first, state.replies.ids_from(first))  # draws keep their line numbers
            replace_tail = self._context.store.replace_tail
            await replace_tail(state.code, game.number, first - 1, before, lines, _new_phase(game))

        await self._table.commit(write(), game.turn_began_after)
        self._context.metrics.moves["clock"].inc()
        self._send_lines(game, first)

    async def take_back(self, game: TableGame, earlier: TableGame, info: TableInfo) -> None:
        """Continue with an earlier state of the game; the lines after it are deleted."""
        state, version = self._state, self._state.version + 1
        table = state.stored(info, "playing", version)
        await self._table.commit(self._context.store.take_back(table, game.number, earlier.n, game.n), game.n)
        state.info, state.version, state.game = info, version, earlier
        state.replies.drop_from(earlier.n + 1)
        self._presence.clear_ready()
        self._broadcaster.send_table()
        self._broadcaster.send_lines(earlier, earlier.n + 1)

    def _send_lines(self, game: TableGame, first: int) -> None:
        self._broadcaster.send_lines(game, first)
        self._notifier.on_lines(game)

    async def _remove_subscriptions(self, game: TableGame) -> None:
        """Remove the subscriptions once the game is over; another node may have done so already."""
        if game.over and self._state.info.pushes:
            with suppress(Stale):
                await self._table.change(replace(self._state.info, pushes=()))


def _new_phase(game: TableGame) -> Phase | None:
    return "over" if game.over else None
