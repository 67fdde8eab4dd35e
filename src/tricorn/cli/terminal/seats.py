"""Who plays each seat, a person or a bot, as the command line and a record's `bots` line say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tricorn.bots.bots_key import BOTS_KEY, read_bots, write_bots
from tricorn.bots.own.names import short_name
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import SEATS, quoted

__all__ = [
    "HUMAN",
    "SeatChoice",
    "bots_header",
    "default_seats",
    "occupants_from_header",
    "parse_seats",
    "seat_names",
]

HUMAN = "human"


class SeatChoice(NamedTuple):
    """A player's name, if one was given, and who plays: `human` or the name of a bot."""

    name: str | None
    occupant: str


def parse_seats(text: str, bot: str) -> list[SeatChoice]:
    """Parse seats such as `human,greedy,human` or `Ana=human,bot`, clockwise from A; `bot` is the default bot."""
    seats = []
    for item in text.split(","):
        name, equals, occupant = item.rpartition("=")
        if not occupant or (equals and not name):
            raise TricornError(Message.SEATS_WRITTEN, text=quoted(text, 60))
        seats.append(SeatChoice(name if equals else None, bot if occupant == "bot" else occupant))
    return seats


def default_seats(players: int, bot: str) -> list[SeatChoice]:
    """A person at A and bots at all other seats."""
    return [SeatChoice(None, HUMAN if seat == 0 else bot) for seat in range(players)]


def seat_names(seats: Sequence[SeatChoice]) -> list[str]:
    """A name for each seat; a bot to which none was given has its own, with the seat if there are several."""
    occupants = [seat.occupant for seat in seats]
    return [
        seat.name or _default_name(seat.occupant, letter, occupants.count(seat.occupant))
        for seat, letter in zip(seats, SEATS, strict=False)
    ]


def _default_name(occupant: str, letter: str, count: int) -> str:
    if occupant == HUMAN:
        return f"Player {letter}"
    name = short_name(occupant)
    name = name if name != occupant else occupant.capitalize()
    return name if count == 1 else f"{name} {letter}"


def bots_header(occupants: Sequence[str]) -> tuple[str, str]:
    """The key and value in a record's header that say who plays: `bots B greedy`."""
    return BOTS_KEY, write_bots({seat: occupant for seat, occupant in enumerate(occupants) if occupant != HUMAN})


def occupants_from_header(value: str, players: int) -> list[str]:
    """Who plays each seat, from the value of that key."""
    bots = read_bots(value, players)
    return [bots.get(seat, HUMAN) for seat in range(players)]
