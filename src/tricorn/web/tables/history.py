"""The games played at a table. A game is public once its lines, or the table's description, say that it is over."""

from __future__ import annotations

from collections.abc import Callable

from tricorn.record import Winner, parse_event
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame, join_record

__all__ = ["GameHistory", "require_over"]


class GameHistory:
    """Finds the games of a table: the latest in its state, earlier ones in the store."""

    def __init__(self, table: BaseTable) -> None:
        self._table = table
        self._state = table.state
        self._store = table.context.store

    async def finished_record_writer(self, address: str, number: int | None = None) -> Callable[[], str]:
        """A function that writes the record of a finished game, by default the latest; call it in a thread.

        Raises `Refused` if the game is not over.
        """
        async with self._table.locked:
            earlier = await self._find_earlier(number)
            if earlier is None:
                return require_over(self._state.require_game()).record_writer(())
        return await self._load_finished(address, earlier)

    async def record_writer(self, address: str, key: KeyHash | None, number: int | None = None) -> Callable[[], str]:
        """A function that writes a game's record as the holder of a key may see it; call it in a thread."""
        async with self._table.locked:
            earlier = await self._find_earlier(number)
            if earlier is None:
                return self._state.require_game().record_writer(self._state.seats_of(key))
        return await self._load_finished(address, earlier)

    async def _find_earlier(self, number: int | None) -> int | None:
        """The given number if it is that of an earlier game; None for the latest game."""
        state = self._state
        if number is not None and (state.game is None or number > state.game.number):
            if await self._store.load_game(state.code, number) is None:
                raise _no_game_refusal()
            await self._table.reload()  # another node has begun it
        is_earlier = number is not None and state.game is not None and number < state.game.number
        return number if is_earlier else None

    async def _load_finished(self, address: str, number: int) -> Callable[[], str]:
        """A function that writes the record of an earlier game, whose lines no longer change, so this needs no lock."""
        async with self._table.context.workers.reads.slot(address):
            stored = await self._store.load_game(self._state.code, number)
        if stored is None:
            raise _no_game_refusal()
        lines = stored.lines
        was_played_out = bool(lines) and isinstance(parse_event(lines[-1].line), Winner)
        if not was_played_out and all(result.game != number for result in self._state.info.past):
            raise _not_over_refusal()
        return lambda: join_record(stored.header, [line.line for line in lines])


def require_over(game: TableGame) -> TableGame:
    """The game, if it is over and everybody may see all of it; otherwise raises `Refused`."""
    if not game.over:
        raise _not_over_refusal()
    return game


def _not_over_refusal() -> Refused:
    return Refused("not-over", "The game is not over yet.")


def _no_game_refusal() -> Refused:
    return Refused("no-game", "There is no such game at this table.", 404)
