"""Changes of seats: before the start the host assigns them; during a game bots can only stand in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tricorn.bots import DEFAULT_LEVEL
from tricorn.locales.i18n import Language
from tricorn.web.names import human_name
from tricorn.web.refusals import Refused
from tricorn.web.tables.info import Seat, TableInfo, bot_name, level_or_default
from tricorn.web.tables.requests import SeatChange

__all__ = ["resigned_seat", "seat_before_start", "seat_during_game", "seats_at_rematch", "seats_at_start"]


def seat_before_start(
    info: TableInfo, number: int, request: SeatChange, levels: Sequence[str], language: Language
) -> Seat:
    """A seat as the host wants it: a bot's, open, or another person's on the same device."""
    others = [seat for n, seat in enumerate(info.seats) if n != number]
    if number == info.host:
        raise Refused("host", "The host's own seat cannot be changed.")
    if request.kind == "bot":
        level = level_or_default(request.level, levels)
        return Seat("bot", bot_name(level, others), level)
    if request.kind == "human" and info.pass_and_play:
        name = human_name(request.name, number, [seat.name for seat in others], language)
        return Seat("human", name, key=info.host_key)
    return Seat("open")


def seat_during_game(seat: Seat, request: SeatChange, is_here: bool, levels: Sequence[str]) -> Seat:
    """The seat with a bot standing in for its person, unless they are here, or with the person back."""
    if request.kind == "open" or seat.key is None:
        raise Refused("started", "The game has begun; only a bot can stand in for somebody.")
    if seat.resigned:
        raise Refused("resigned", "{name} has resigned; a bot plays this game to its end.", name=seat.name)
    if request.kind == "human":
        return replace(seat, kind="human", level=None)
    if is_here and seat.kind == "human":
        raise Refused("here", "{name} is at the table.", name=seat.name)
    return replace(seat, kind="bot", level=level_or_default(request.level, levels))


def seats_at_start(info: TableInfo, fill: str | None, levels: Sequence[str]) -> tuple[Seat, ...]:
    """The seats when the game starts: open ones are removed, or filled with bots of a level."""
    if fill is None:
        return tuple(seat for seat in info.seats if seat.kind != "open")
    level, seats = level_or_default(fill, levels), list(info.seats)
    for number, seat in enumerate(seats):
        if seat.kind == "open":
            seats[number] = Seat("bot", bot_name(level, seats), level)
    return tuple(seats)


def resigned_seat(seat: Seat) -> Seat:
    """The seat of a person who has resigned: a bot plays on."""
    return replace(seat, kind="bot", level=seat.level or DEFAULT_LEVEL, resigned=True)


def seats_at_rematch(info: TableInfo, agreed: Collection[int], here: Collection[int]) -> tuple[Seat, ...]:
    """The seats of the next game.

    People who have agreed play themselves. For people who are here and have not answered, a bot stands in until they
    take the seat back. The seats of people who are away stay as they were.
    """
    return tuple(
        seat if seat.key is None else _seat_at_rematch(seat, n in agreed, n in here)
        for n, seat in enumerate(info.seats)
    )


def _seat_at_rematch(seat: Seat, has_agreed: bool, is_here: bool) -> Seat:
    if has_agreed:
        return replace(seat, kind="human", level=None, resigned=False)
    if is_here:
        return replace(seat, kind="bot", level=seat.level or DEFAULT_LEVEL, resigned=False)
    return replace(seat, resigned=False)
