"""Keeps a table up to date with what other nodes have written to the store."""

from __future__ import annotations

from collections.abc import Sequence

from tricorn.web.store import StoredGame, StoredLine
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame, load_game
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.replies import ReplyCache

__all__ = ["Replication"]


class Replication:
    """Brings a table's state up to date with the store, and sends clients what is new."""

    def __init__(self, table: BaseTable) -> None:
        self._table = table
        self._state = table.state
        self._store = table.context.store
        self._presence = table.presence
        self._broadcaster = table.broadcaster

    async def pull(self, game: TableGame) -> None:
        """Load the lines that other nodes have appended."""
        self._append(game, await self._store.load_lines(self._state.code, game.number, game.n))

    def _append(self, game: TableGame, lines: Sequence[StoredLine]) -> None:
        if not lines:
            return
        first = game.append(lines)
        self._state.replies.add_stored(game.moves_with_ids(first, lines))
        if self._presence.clear_ready():
            self._broadcaster.send_table()
        self._broadcaster.send_lines(game, first)
        self._table.schedule()

    async def reload(self, published: int | None = None) -> bool:
        """Load everything that the store has; returns False if the table is no longer there.

        Lines after `published`, if given, were not sent to any client, and may differ from the stored ones.
        """
        state = self._state
        loaded = await self._store.load_table(state.code)
        if loaded is None:
            return False
        stored, game = loaded
        info, has_new_info = TableInfo.from_json(stored.about), stored.version != state.version
        same = 0 if game is None else self._count_same(game, published)
        replayed = None
        if game is not None and (state.game is None or state.game.number != game.number or same < state.game.n):
            replayed = await self._replay(game, info)
        # No await from here on: a description and a game that do not match would show the wrong hands.
        ending = None if game is None else info.ending_of(game.number)
        has_changed = info.seats != state.info.seats or (state.game is not None and state.game.ending != ending)
        current = replayed or state.game
        if current is not None:
            current.ending = ending
        if has_new_info:
            state.info, state.version = info, stored.version
            self._broadcaster.send_table()
        if game is None:
            return True
        if replayed is not None:
            self._replace(replayed, game, same)
        elif state.game is not None and len(game.lines) > same:
            self._append(state.game, game.lines[same:])
        elif state.game is not None and has_changed:  # for example, a bot plays for the person on turn now
            self._broadcaster.send_lines(state.game, state.game.n + 1)
            self._table.schedule()
        return True

    async def _replay(self, stored: StoredGame, info: TableInfo) -> TableGame:
        lane = self._table.context.workers.for_lines(len(stored.lines))
        return await lane.run(self._table.address, load_game, stored, info.chain(stored.number), seated=True)

    def _count_same(self, stored: StoredGame, published: int | None) -> int:
        """How many lines of a stored game this node has already."""
        game = self._state.game
        if game is None or game.number != stored.number:
            return 0
        return min(game.count_matching(stored.lines), game.n if published is None else published)

    def _replace(self, game: TableGame, stored: StoredGame, same: int) -> None:
        """Replace the game by the stored one; they are identical up to line `same`."""
        state = self._state
        if state.game is None or state.game.number != game.number:
            state.replies = ReplyCache()
        state.game = game
        state.replies.add_stored(game.moves_with_ids(1, stored.lines))
        self._presence.clear_ready()
        self._broadcaster.send_table()
        self._broadcaster.send_header(game)
        self._broadcaster.send_lines(game, same + 1)
        self._table.schedule()
