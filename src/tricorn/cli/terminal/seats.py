"""Who plays each seat, a person or a bot, as the command line and a record's `bots` line say it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tricorn.bots.own.names import short_name
from tricorn.bots.record_header import KEY, read_bots, write_bots
from tricorn.errors import TricornError
from tricorn.messages import Message, quoted
from tricorn.record import SEATS

__all__ = ["HUMAN", "KEY", "Seat", "default_seats", "kinds_in_key", "kinds_key", "parse_seats", "seat_names"]

HUMAN = "human"


class Seat(NamedTuple):
    """A player's name, if one was given, and the kind of player: `human` or the name of a bot."""

    name: str | None
    kind: str


def parse_seats(text: str, bot: str) -> list[Seat]:
    """Parse seats such as `human,greedy,human` or `Ana=human,bot`, clockwise from A; `bot` is the default bot."""
    seats = []
    for item in text.split(","):
        name, equals, kind = item.rpartition("=")
        if not kind or (equals and not name):
            raise TricornError(Message.SEATS_WRITTEN, text=quoted(text, 60))
        seats.append(Seat(name if equals else None, bot if kind == "bot" else kind))
    return seats


def default_seats(players: int, bot: str) -> list[Seat]:
    """A person at A and bots at all other seats."""
    return [Seat(None, HUMAN if seat == 0 else bot) for seat in range(players)]


def seat_names(seats: Sequence[Seat]) -> list[str]:
    """A name for each seat; a bot without a name is called by its kind, with the seat if there are several."""
    kinds = [seat.kind for seat in seats]
    return [
        seat.name or _default_name(seat.kind, letter, kinds.count(seat.kind))
        for seat, letter in zip(seats, SEATS, strict=False)
    ]


def _default_name(kind: str, letter: str, count: int) -> str:
    if kind == HUMAN:
        return f"Player {letter}"
    name = short_name(kind)
    name = name if name != kind else kind.capitalize()
    return name if count == 1 else f"{name} {letter}"


def kinds_key(kinds: Sequence[str]) -> tuple[str, str]:
    """The key and value of a record that say who plays: `bots B greedy`."""
    return KEY, write_bots({seat: kind for seat, kind in enumerate(kinds) if kind != HUMAN})


def kinds_in_key(value: str, players: int) -> list[str]:
    """The kinds of players, from the value of that key."""
    bots = read_bots(value, players)
    return [bots.get(seat, HUMAN) for seat in range(players)]
