"""What may be done with a seat: before the start the host arranges the seats, later bots can only stand in."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tricorn.locales.i18n import Language
from tricorn.web.protocol import SeatChange
from tricorn.web.refusals import Refused
from tricorn.web.table_info import Seat, TableInfo, bot_name, check_level, human_name

__all__ = ["seat_before_start", "seat_during_game", "seats_at_rematch", "seats_at_start"]


def seat_before_start(info: TableInfo, number: int, request: SeatChange, language: Language) -> Seat:
    """A seat as the host wants it: a bot's, open, or another person's on the same device."""
    others = [seat for n, seat in enumerate(info.seats) if n != number]
    if number == info.host:
        raise Refused("host", "The host's own seat stays the host's.")
    if request.kind == "bot":
        return Seat("bot", bot_name(others), check_level(request.level))
    if request.kind == "human" and info.pass_and_play:
        return Seat("human", human_name(request.name, number, others, language), key=info.host_key)
    return Seat("open")


def seat_during_game(seat: Seat, request: SeatChange, is_here: bool) -> Seat:
    """A seat with a bot that stands in for its person, unless they are here, or with the person back."""
    if request.kind == "open" or seat.key is None:
        raise Refused("started", "The game has begun; only a bot can stand in for somebody.")
    if request.kind == "human":
        return replace(seat, kind="human", level=None)
    if is_here and seat.kind == "human":
        raise Refused("here", "{name} is at the table.", name=seat.name)
    return replace(seat, kind="bot", level=check_level(request.level))


def seats_at_start(info: TableInfo, fill: str | None) -> tuple[Seat, ...]:
    """The seats when the game starts: open ones are removed, or filled with bots of a level."""
    if fill is None:
        return tuple(seat for seat in info.seats if seat.kind != "open")
    level, seats = check_level(fill), list(info.seats)
    for number, seat in enumerate(seats):
        if seat.kind == "open":
            seats[number] = Seat("bot", bot_name(seats), level)
    return tuple(seats)


def seats_at_rematch(info: TableInfo, here: Collection[int]) -> tuple[Seat, ...]:
    """The seats of the next game: people who are here play themselves again, without their stand-ins."""
    return tuple(
        replace(seat, kind="human", level=None) if seat.is_stand_in and n in here else seat
        for n, seat in enumerate(info.seats)
    )
