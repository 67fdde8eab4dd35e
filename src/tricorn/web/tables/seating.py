"""Changes of seats: before the game people come and go; during it bots can only stand in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from tricorn.bots import DEFAULT_LEVEL
from tricorn.locales.i18n import Language
from tricorn.web.names import human_name
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.tables.info import Seat, TableInfo, bot_name, level_or_default
from tricorn.web.tables.requests import SeatChange

__all__ = [
    "resigned_seat",
    "seat_before_start",
    "seat_during_game",
    "seats_at_rematch",
    "with_bot",
    "with_moved_seat",
    "with_person",
    "without_seat",
]


def with_person(info: TableInfo, name: str | None, key: KeyHash, language: Language) -> tuple[TableInfo, int]:
    """The table with one more person, and their seat: a new one or, if all are taken, that of the last bot."""
    number = len(info.seats)
    if number >= info.most_players:
        bots = [n for n, seat in enumerate(info.seats) if seat.has_no_person]
        if not bots:
            raise Refused("full", "All {most} seats are taken; you can watch the game.", most=info.most_players)
        number = bots[-1]
    name = human_name(name, number, _other_names(info, number), language)
    return info.with_seat(number, Seat("human", name, key=key)), number


def with_bot(info: TableInfo, level: str | None, levels: Sequence[str]) -> TableInfo:
    """The table with one more bot."""
    level, number = level_or_default(level, levels), len(info.seats)
    if number >= info.most_players:
        raise Refused("full", "By these rules at most {most} can play.", most=info.most_players)
    return info.with_seat(number, Seat("bot", bot_name(level, info.seats), level))


def seat_before_start(
    info: TableInfo, number: int, request: SeatChange, levels: Sequence[str], language: Language
) -> Seat:
    """A bot's seat with another level, or a person's with another name."""
    seat, names = info.seats[number], _other_names(info, number)
    if seat.kind != request.kind:
        raise Refused("seat", "Before the game, a seat can be removed, and people sit down themselves.")
    if seat.kind == "human":
        return replace(seat, name=human_name(request.name, number, names, language))
    level = level_or_default(request.level, levels)
    others = [other for n, other in enumerate(info.seats) if n != number]
    return seat if seat.level == level else Seat("bot", bot_name(level, others), level)


def without_seat(info: TableInfo, number: int) -> TableInfo:
    """The table without a seat; the later ones move up."""
    key = info.seats[number].key
    info = replace(info, seats=info.seats[:number] + info.seats[number + 1 :])
    return info if info.seats_of(key) else info.without_push(key)


def with_moved_seat(info: TableInfo, number: int, to: int) -> TableInfo:
    """The table with a seat at another place in the order of play."""
    others = list(without_seat(info, number).seats)
    others.insert(to, info.seats[number])
    return replace(info, seats=tuple(others))


def _other_names(info: TableInfo, number: int) -> list[str]:
    return [seat.name for n, seat in enumerate(info.seats) if n != number]


def seat_during_game(seat: Seat, request: SeatChange, is_here: bool, levels: Sequence[str]) -> Seat:
    """The seat with a bot standing in for its person, unless they are here, or with the person back."""
    if seat.key is None:
        raise Refused("started", "The game has begun; only a bot can stand in for somebody.")
    if seat.resigned:
        raise Refused("resigned", "{name} has resigned; a bot plays this game to its end.", name=seat.name)
    if request.kind == "human":
        return replace(seat, kind="human", level=None)
    if is_here and seat.kind == "human":
        raise Refused("here", "{name} is at the table.", name=seat.name)
    return replace(seat, kind="bot", level=level_or_default(request.level, levels))


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
