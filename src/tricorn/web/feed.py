"""What a table sends to its clients: the table, new lines, and how things stand now."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from typing import Any

from tricorn.locales.i18n import Language
from tricorn.web import frames
from tricorn.web.channel import Client
from tricorn.web.clock import TurnClock
from tricorn.web.presence import TablePresence
from tricorn.web.table_game import TableGame
from tricorn.web.table_state import TableState

__all__ = ["Feed"]


class Feed:
    """Sends each client what it may see. A frame is encoded once for all clients that may see the same."""

    def __init__(self, state: TableState, presence: TablePresence, clock: TurnClock, clients: Set[Client]) -> None:
        self._state = state
        self._presence = presence
        self._clock = clock
        self._clients = clients

    def table(self, key: str | None) -> dict[str, Any]:
        """The table as the holder of a key sees it."""
        state, presence = self._state, self._presence
        return frames.table_object(
            state.code,
            state.info,
            0 if state.game is None else state.game.number,
            state.info.seats_of(key),
            presence.is_host(key),
            presence.here(),
            presence.ready(),
            state.next_deal,
        )

    def now(self, key: str | None, language: Language) -> dict[str, Any] | None:
        """The game as the holder of a key sees it now; None before the first one."""
        game = self._state.game
        if game is None:
            return None
        own = frames.now_own(game, self._state.info.seats_of(key), language)
        return frames.now_common(game, self._seconds_left()) | own

    def send_table(self, except_client: Client | None = None) -> None:
        self._presence.announce()
        for client in self._clients:
            if client is not except_client:
                client.send(frames.encode(self.table(client.key)))

    def send_header(self, game: TableGame) -> None:
        for client in self._clients:
            client.send(frames.header_frame(game))

    def send_lines(self, game: TableGame, first: int, replaces: bool = False) -> None:
        """Send the lines from a number on, which may replace others, and how things stand now."""
        self._clock.update(self._state, asyncio.get_running_loop().time())
        common = frames.encode(frames.now_common(game, self._seconds_left()))
        encoded: dict[tuple[tuple[int, ...], str], list[str]] = {}
        for client in self._clients:
            seats = self._state.info.seats_of(client.key)
            audience = (seats, client.language.code)
            if audience not in encoded:
                lines = frames.new_lines_frames(game, first, seats, replaces)
                own = frames.now_own(game, seats, client.language)
                encoded[audience] = [*lines, frames.now_frame(common, own)]
            for frame in encoded[audience]:
                client.send(frame)
        if game.over:
            self.send_table()  # the next deal is now that of another game, bound by another commitment

    def catch_up(self, client: Client, last: int) -> None:
        """Send a client the table and everything of the game after line `last`."""
        client.send(frames.encode(self.table(client.key)))
        game = self._state.game
        if game is None:
            return
        seats = self._state.info.seats_of(client.key)
        client.send(frames.header_frame(game))
        client.send(frames.amend_frame(game, game.resend_from(last), seats))
        common = frames.encode(frames.now_common(game, self._seconds_left()))
        client.send(frames.now_frame(common, frames.now_own(game, seats, client.language)))

    def _seconds_left(self) -> float | None:
        return self._clock.seconds_left(asyncio.get_running_loop().time())
