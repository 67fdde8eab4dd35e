"""Taking back turns at a table where one person plays against bots."""

from __future__ import annotations

from tricorn.dealing import receipt_of
from tricorn.record import DealNumber, RoundStart, TileMove
from tricorn.web.channel import Stale
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables import requests
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.next_deal import DeviceNonce
from tricorn.web.tables.writer import TableWriter

__all__ = ["TakeBack"]


class TakeBack:
    """Takes back the turns of one table."""

    def __init__(self, table: BaseTable, writer: TableWriter) -> None:
        self._table = table
        self._state = table.state
        self._writer = writer

    async def last_choice(self, key: KeyHash | None, request: requests.TakeBack) -> None:
        """Go back to the last choice of a seat. What bots have played since is taken back too, and perhaps a deal.

        A deal that is taken back keeps its secret and its nonces, so it is the same when it is dealt again.
        """
        async with self._table.locked_and_reachable:
            game = self._game(key, request)
            lane = self._table.context.workers.for_lines(game.n)
            earlier = await lane.run(self._table.address, game.before_choice, request.seat, seated=True)
            if earlier is None:
                raise Refused("no-choice", "There is no turn of yours to take back.")
            info = self._state.info.with_taken_back(self._nonces_after(game, earlier.n))
            await self._writer.take_back(game, earlier, info)
            self._table.schedule()

    def _game(self, key: KeyHash | None, request: requests.TakeBack) -> TableGame:
        """The game; raises `Refused` if the seat may not take back a turn now."""
        game, seat = self._state.require_game(), request.seat
        self._state.require_seats(key, seat)
        if not self._state.info.allows_take_back:
            raise Refused("no-take-back", "Turns cannot be taken back at this table.", 403)
        if game.over:
            raise Refused("over", "The game is over already.")
        if self._state.info.seats[seat].kind == "bot":
            raise Refused("not-your-turn", "A bot is playing on this seat; take it back first.")
        later = game.full.events[request.after :]
        if request.after > game.n or any(isinstance(event, TileMove) and event.seat == seat for event in later):
            raise Stale
        return game

    def _nonces_after(self, game: TableGame, last: int) -> list[DeviceNonce]:
        """The nonces of the deals after line `last`."""
        info, nonces, number = self._state.info, [], 0
        for event in game.full.events[last:]:
            if isinstance(event, RoundStart):
                number = event.number
            elif isinstance(event, DealNumber):
                key = info.seats[event.seat].key
                assert key is not None, "nonces are those of people"
                receipt = receipt_of(info.chain(game.number).secret(number), number, event.nonce)
                nonces.append(DeviceNonce(game.number, number, key, event.nonce, receipt))
        return nonces
