"""Sends frames to the clients of a table; `frames.py` says what is in them."""

from __future__ import annotations

import asyncio
from collections.abc import Set
from typing import NamedTuple

from tricorn.locales.i18n import Language
from tricorn.web.channel import Client
from tricorn.web.protocol import encode
from tricorn.web.reaction import Reaction
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables import frames, protocol
from tricorn.web.tables.clock import TurnClock
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.presence import TablePresence
from tricorn.web.tables.state import TableState
from tricorn.web.work.pacing import paced

__all__ = ["Broadcaster", "EncodedLines"]

_PORTION = 200  # lines encoded at a time, in well under a millisecond


class EncodedLines(NamedTuple):
    """Lines of a game before the current turn, encoded as the holder of some seats may see them."""

    game: TableGame
    first: int
    last: int
    seats: tuple[int, ...]
    encoded: list[str]

    @classmethod
    def from_game(cls, game: TableGame, first: int, last: int, seats: tuple[int, ...]) -> EncodedLines:
        """Encode the lines. Safe in a thread during the game: lines before the current turn no longer change.

        Encoding blocks the event loop even from a thread, so it is done in small portions.
        """
        portions = [range(n, min(n + _PORTION, last + 1)) for n in range(first, last + 1, _PORTION)]
        return cls(
            game,
            first,
            last,
            seats,
            [encode([game.visible_lines(n, seats) for n in portion])[1:-1] for portion in paced(portions)],
        )

    def matches(self, game: TableGame, first: int, seats: tuple[int, ...]) -> bool:
        return (self.game, self.first, self.seats) == (game, first, seats)


class Broadcaster:
    """Sends each client what it may see. A frame is encoded once for all clients that see the same data."""

    def __init__(self, state: TableState, presence: TablePresence, clock: TurnClock, clients: Set[Client]) -> None:
        self._state = state
        self._presence = presence
        self._clock = clock
        self._clients = clients

    def view_for(self, key: KeyHash | None, language: Language) -> protocol.TableView:
        """The table and the game as the holder of a key may see them now."""
        game = self._state.game
        return {
            "table": self._table(key),
            "header": None if game is None else frames.header(game, self._state.info.past),
            "now": None if game is None else self._now(game, key, language),
        }

    def _table(self, key: KeyHash | None) -> protocol.Table:
        presence = self._presence
        return frames.table(self._state, self._state.seats_of(key), presence.is_host(key), presence.snapshot())

    def _now(self, game: TableGame, key: KeyHash | None, language: Language) -> protocol.Now:
        common = frames.now_for_all(game, self._seconds_left())
        return frames.now_for(common, game, self._state.seats_of(key), language)

    def send_table(self, except_client: Client | None = None) -> None:
        self._presence.announce()
        encoded: dict[str | None, str] = {}  # by key; spectators have none and share a frame
        for client in self._clients:
            if client is except_client:
                continue
            if client.key not in encoded:
                encoded[client.key] = encode(self._table(client.key))
            client.send(encoded[client.key])

    def send_header(self, game: TableGame) -> None:
        self._send_to_all(frames.header(game, self._state.info.past))

    def send_lines(self, game: TableGame, first: int) -> None:
        """Send the lines from a number on, and the current state."""
        self._clock.update(self._state, asyncio.get_running_loop().time())
        common = frames.now_for_all(game, self._seconds_left())
        encoded: dict[tuple[tuple[int, ...], str], str] = {}
        for client in self._clients:
            seats = self._state.seats_of(client.key)
            audience = (seats, client.language.code)
            frame = encoded.get(audience)
            if frame is None:
                now = frames.now_for(common, game, seats, client.language)
                frame = encoded[audience] = encode(frames.lines(game, first, seats, now))
            client.send(frame)
        if game.over:
            self.send_table()  # the next deal now belongs to another game, with another commitment

    def send_reaction(self, seat: int, reaction: Reaction) -> None:
        self._send_to_all(frames.reaction(seat, reaction))

    def _send_to_all(self, frame: protocol.Header | protocol.Reacted) -> None:
        text = encode(frame)
        for client in self._clients:
            client.send(text)

    def catch_up(self, client: Client, last: int, early: EncodedLines | None) -> None:
        """Send a client the table and all lines after `last`; those in `early` are encoded already."""
        client.send(encode(self._table(client.key)))
        game = self._state.game
        if game is not None:
            client.send(encode(frames.header(game, self._state.info.past)))
            seats, now = self._state.seats_of(client.key), self._now(game, client.key, client.language)
            first = game.resend_from(last)
            if early is not None and early.matches(game, first, seats):
                latest = encode(frames.lines(game, early.last + 1, seats, now)["lines"])[1:-1]
                client.send(frames.join_lines(first, [*early.encoded, latest], now))
            else:
                client.send(encode(frames.lines(game, first, seats, now)))

    def _seconds_left(self) -> float | None:
        return self._clock.seconds_left(asyncio.get_running_loop().time())
