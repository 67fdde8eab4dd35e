"""What the parts of a live table share: its state, its clock, who is at it, and sending to its clients."""

from __future__ import annotations

from abc import abstractmethod

from tricorn.web.channel import Channel
from tricorn.web.context import ServerContext
from tricorn.web.tables.broadcast import Broadcaster
from tricorn.web.tables.clock import TurnClock
from tricorn.web.tables.info import TableInfo
from tricorn.web.tables.presence import Absences, TablePresence
from tricorn.web.tables.state import TableState

__all__ = ["BaseTable"]


class BaseTable(Channel):
    """A table as its parts see it."""

    def __init__(self, context: ServerContext, state: TableState) -> None:
        super().__init__(context, state.code)
        self.state = state
        self.clock = TurnClock()
        absences = Absences(context.settings.away_after, context.settings.host_grace)
        self.presence = TablePresence(state, self.clients, context.store, absences)
        self.broadcaster = Broadcaster(state, self.presence, self.clock, self.clients)

    async def change(self, info: TableInfo) -> None:
        """Store the description of the table and send it, under the lock, if it has changed."""
        if info == self.state.info:
            return
        state, version = self.state, self.state.version + 1
        await self.commit(self.context.store.update_table(state.stored(info, state.phase, version)), state.last_line)
        state.info, state.version = info, version
        self.broadcaster.send_table()

    @abstractmethod
    def schedule(self) -> None:
        """Schedule what happens next automatically; called after every change of the game or the seats."""

    @abstractmethod
    async def on_seats_changed(self) -> None:
        """Continue with changed seats, under the lock: everybody may be ready now, and the clock may start or stop."""
