"""The state of a live table: its description and its latest game."""

from __future__ import annotations

from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.store import StoredTable
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.info import Phase, Seat, TableInfo
from tricorn.web.tables.next_deal import NextDeal
from tricorn.web.tables.replies import ReplyCache

__all__ = ["TableState"]


class TableState:
    """The state that the parts of a table share. They read and change it under the table's lock.

    `version` is that of the description in the store.
    """

    def __init__(self, code: str, info: TableInfo, version: int = 0, game: TableGame | None = None) -> None:
        self.code = code
        self.info = info
        self.version = version
        self.game = game
        self.replies = ReplyCache()
        self._seats: tuple[TableInfo, dict[KeyHash | None, tuple[int, ...]]] = (info, {})  # cache of `seats_of`
        self._next_chain = (1, info.chain(1))  # the number of the next game, and its chain

    @property
    def phase(self) -> Phase:
        if self.game is None:
            return "waiting"
        return "over" if self.game.over else "playing"

    @property
    def last_line(self) -> int:
        """The number of the last line of the latest game; 0 if there is none."""
        return 0 if self.game is None else self.game.n

    @property
    def people(self) -> set[int]:
        """The seats that people play, not bots."""
        return {n for n, seat in enumerate(self.info.seats) if seat.kind == "human"}

    @property
    def next_deal(self) -> NextDeal | None:
        """The round that is dealt next; None if there is no commitment to it, or no round can follow."""
        game = self.game
        if game is not None and not game.over:
            commit = game.full.commitment
            return NextDeal(game.number, game.full.rounds + 1, commit) if commit and game.has_next_secret else None
        number = 1 if game is None else game.number + 1
        if self._next_chain[0] != number:
            self._next_chain = (number, self.info.chain(number))
        return NextDeal(number, 1, self._next_chain[1].commitment)

    def seats_of(self, key: KeyHash | None) -> tuple[int, ...]:
        """The seats that a key holds; cached until the description changes."""
        if self._seats[0] is not self.info:
            self._seats = (self.info, {})
        cached = self._seats[1]
        if key not in cached:
            cached[key] = self.info.seats_of(key)
        return cached[key]

    def require_game(self) -> TableGame:
        """The latest game; raises `Refused` if none has begun."""
        if self.game is None:
            raise Refused("not-started", "The game has not begun yet.")
        return self.game

    def require_seats(self, key: KeyHash | None, seat: int | None = None) -> tuple[int, ...]:
        """The seats that a key holds, or the one that is named; raises `Refused` if it is not among them."""
        seats = self.seats_of(key)
        if not seats or (seat is not None and seat not in seats):
            raise Refused("not-your-seat", "This is not your seat.", 403)
        return seats if seat is None else (seat,)

    def require_seat(self, number: int, name: str | None = None) -> Seat:
        """A seat; raises `Refused` if there is none, or if it is no longer that of the person or bot who is named."""
        if not 0 <= number < len(self.info.seats):
            raise Refused("no-seat", "There is no such seat at this table.", 404)
        seat = self.info.seats[number]
        if name is not None and seat.name != name:
            raise Refused("stale", "The seats have just changed; please try again.")
        return seat

    def stored(self, info: TableInfo, phase: Phase, version: int) -> StoredTable:
        """The table with a new description, in the form that the store takes."""
        return StoredTable(self.code, info.to_json(), phase, info.listed, info.keys(), version=version)
