"""A table before its game: people sit down and leave, and the host adds bots, changes the order and the rules."""

from __future__ import annotations

from dataclasses import replace

from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash, hash_key, new_key, same_key
from tricorn.web.tables.base import BaseTable
from tricorn.web.tables.info import TableInfo, check_players, clean_edition
from tricorn.web.tables.requests import TableRules
from tricorn.web.tables.seating import with_bot, with_moved_seat, with_person, without_seat

__all__ = ["Lobby"]


class Lobby:
    """What can be changed at one table until its first game begins.

    If another node stores a change first, a change is made again on the new state.
    """

    def __init__(self, table: BaseTable) -> None:
        self._table = table
        self._state = table.state
        self._presence = table.presence

    async def join(self, key: KeyHash | None, name: str | None, language: Language) -> tuple[int, str | None]:
        """Sit down; returns the seat and its new key. The host, who may have no seat yet, keeps their key."""

        async def join() -> tuple[int, str | None]:
            info = self._state.info
            if info.has_begun:
                raise Refused("started", "The game has begun; you can watch it.")
            seats = info.seats_of(key)
            if seats:
                return seats[0], None
            is_host = same_key(key, info.host_key)
            created = None if is_host else new_key()
            info, seat = with_person(info, name, info.host_key if created is None else hash_key(created), language)
            await self._table.change(info)
            return seat, created

        return await self._table.update(join)

    async def add_bot(self, key: KeyHash | None, level: str | None) -> None:
        async def add() -> None:
            info = self.check_host(key)
            await self._table.change(with_bot(info, level, self._table.context.settings.levels))

        await self._table.update(add)

    async def remove(self, key: KeyHash | None, number: int, name: str | None) -> None:
        """Leave one's seat; the host can remove any other, and without a seat stays the host."""

        async def remove() -> None:
            info = self._waiting_info()
            if not same_key(key, self._state.require_seat(number, name).key):
                self.check_host(key)
            await self._table.change(without_seat(info, number))

        await self._table.update(remove)

    async def move(self, key: KeyHash | None, number: int, to: int, name: str | None) -> None:
        """Change the order of play."""

        async def move() -> None:
            info = self.check_host(key)
            self._state.require_seat(number, name)
            self._state.require_seat(to)
            await self._table.change(with_moved_seat(info, number, to))

        await self._table.update(move)

    async def set_rules(self, key: KeyHash | None, rules: TableRules) -> None:
        async def change() -> None:
            info = replace(
                self.check_host(key),
                edition=clean_edition(rules.edition),
                listed=rules.listed,
                on_resign=rules.on_resign,
                hints=rules.hints,
                take_back=rules.take_back,
            )
            _check_room(info)
            await self._table.change(info)

        await self._table.update(change)

    def check_host(self, key: KeyHash | None) -> TableInfo:
        """The table before its game; raises `Refused` if the game has begun, or unless the key is the host's."""
        self._presence.check_host(key)
        return self._waiting_info()

    def _waiting_info(self) -> TableInfo:
        info = self._state.info
        if info.has_begun:
            raise Refused("started", "The game has begun already.")
        return info


def _check_room(info: TableInfo) -> None:
    """Refuse rules for fewer players than have sat down."""
    try:
        check_players(info)
    except TricornError as error:
        count, most = len(info.seats), info.rules.max_players
        if count <= most:
            raise Refused.by_rules(error, "players", 422) from None
        raise Refused(
            "players",
            "These rules are for at most {most} players, and {count} have sat down.",
            most=most,
            count=count,
        ) from None
