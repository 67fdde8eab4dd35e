"""What people at a table decide apart from their moves: ending a game, resigning, playing another game."""

from __future__ import annotations

from dataclasses import replace

from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.history import require_over
from tricorn.web.tables.results import Agreement, EarlyEnding, Subject, leader
from tricorn.web.tables.seating import resigned_seat, seats_at_rematch
from tricorn.web.tables.writer import TableWriter

__all__ = ["Decisions"]


class Decisions:
    """The decisions at one table. One person makes a proposal, the others agree to it, and any of them can reject it.

    If another node stores a change first, the decision is made again on the new state.
    """

    def __init__(self, table: BaseTable, writer: TableWriter) -> None:
        self._table = table
        self._state = table.state
        self._presence = table.presence
        self._writer = writer

    async def rematch(self, key: KeyHash | None, agree: bool, wait: bool) -> None:
        """Ask for another game, or decline. It begins when everybody present agrees, or when the host does not wait."""
        await self._table.update(lambda: self._rematch(key, agree, wait))

    async def end(self, key: KeyHash | None, agree: bool) -> None:
        """Ask to end the game now, or decline. It ends when everybody agrees."""
        await self._table.update(lambda: self._end(key, agree))

    async def resign(self, key: KeyHash | None, seat: int | None) -> None:
        """Resign: a bot plays on or the game ends, as the host chose. The game also ends if no other person plays."""
        await self._table.update(lambda: self._resign(key, seat))

    async def _rematch(self, key: KeyHash | None, agree: bool, wait: bool) -> None:
        game, info = require_over(self._state.require_game()), self._state.info
        if not wait:
            self._presence.check_host(key)
        elif not self._presence.is_host(key):
            self._state.require_seats(key)
        if not agree:
            await self._withdraw("rematch", game)
            return
        here = self._presence.here()
        agreed = self._agreed("rematch", game, self._state.seats_of(key))
        people_here = {n for n in here if info.seats[n].key is not None}
        if wait and not people_here <= set(agreed):
            await self._propose("rematch", game, agreed)
            return
        await self._writer.begin_game(replace(info, seats=seats_at_rematch(info, agreed, here)))
        self._table.schedule()

    async def _end(self, key: KeyHash | None, agree: bool) -> None:
        game = self._running_game()
        seats = self._state.require_seats(key)
        agreed = self._agreed("end", game, seats)
        if not agree:
            await self._withdraw("end", game)
        elif self._state.people <= set(agreed):
            await self._end_game(game, None, None)
        else:
            await self._propose("end", game, agreed)

    async def _resign(self, key: KeyHash | None, seat: int | None) -> None:
        game, info = self._running_game(), self._state.info
        seats = self._state.require_seats(key, seat)
        if len(seats) > 1:
            raise Refused("seat", "Several seats are yours; say which of them resigns.", 422)
        (number,) = seats
        if info.seats[number].resigned:
            return
        if info.on_resign == "end" or not self._state.people - {number}:
            others = [n for n in range(len(info.seats)) if n != number]
            await self._end_game(game, number, leader(game.full.scores, others))
        else:
            await self._table.change(info.with_seat(number, resigned_seat(info.seats[number])))
            await self._table.on_seats_changed()

    def _running_game(self) -> TableGame:
        game = self._state.require_game()
        if game.over:
            raise Refused("over", "The game is over already.")
        return game

    async def _end_game(self, game: TableGame, resigned: int | None, winner: int | None) -> None:
        await self._writer.end_game(game, EarlyEnding(game.number, resigned, winner))
        self._table.schedule()

    def _agreed(self, subject: Subject, game: TableGame, seats: tuple[int, ...]) -> tuple[int, ...]:
        """The seats that have agreed so far, plus these."""
        return tuple(sorted({*self._state.info.agreed(subject, game.number), *seats}))

    async def _propose(self, subject: Subject, game: TableGame, seats: tuple[int, ...]) -> None:
        await self._table.change(replace(self._state.info, agreement=Agreement(subject, game.number, seats)))

    async def _withdraw(self, subject: Subject, game: TableGame) -> None:
        if self._state.info.agreed(subject, game.number):
            await self._table.change(replace(self._state.info, agreement=None))
