"""Who sits where: people and bots, as the command line and a record's `bots` line name them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tricorn.bots.header import KEY, read_bots, write_bots
from tricorn.bots.own.names import short_name
from tricorn.errors import TricornError
from tricorn.messages import Message, quoted
from tricorn.record import SEATS

__all__ = ["HUMAN", "KEY", "Seat", "kinds_in_key", "kinds_key", "names_of", "parse_seats", "usual_seats"]

HUMAN = "human"


class Seat(NamedTuple):
    """A player's name, if one was given, and who plays: a person or a bot's name."""

    name: str | None
    kind: str


def parse_seats(text: str, bot: str) -> list[Seat]:
    """The seats written `human,greedy,human` or `Ana=human,bot`, clockwise from A; `bot` is the usual bot."""
    seats = []
    for part in text.split(","):
        name, equals, kind = part.rpartition("=")
        if not kind or (equals and not name):
            raise TricornError(Message.SEATS_WRITTEN, text=quoted(text, 60))
        seats.append(Seat(name if equals else None, bot if kind == "bot" else kind))
    return seats


def usual_seats(players: int, bot: str) -> list[Seat]:
    """A person at A and bots at all other seats."""
    return [Seat(None, HUMAN if seat == 0 else bot) for seat in range(players)]


def names_of(seats: Sequence[Seat]) -> list[str]:
    """A name for each seat; bots are called by their kind, with the seat where there are several."""
    kinds = [seat.kind for seat in seats]
    return [
        seat.name or _usual_name(seat.kind, letter, kinds.count(seat.kind))
        for seat, letter in zip(seats, SEATS, strict=False)
    ]


def _usual_name(kind: str, letter: str, count: int) -> str:
    if kind == HUMAN:
        return f"Player {letter}"
    name = short_name(kind)
    name = name if name != kind else kind.capitalize()
    return name if count == 1 else f"{name} {letter}"


def kinds_key(kinds: Sequence[str]) -> tuple[str, str]:
    """The record's key that tells `--resume` who plays: `bots B greedy`."""
    return KEY, write_bots({seat: kind for seat, kind in enumerate(kinds) if kind != HUMAN})


def kinds_in_key(value: str, players: int) -> list[str]:
    """Who plays, from the value of such a key."""
    bots = read_bots(value, players)
    return [bots.get(seat, HUMAN) for seat in range(players)]
