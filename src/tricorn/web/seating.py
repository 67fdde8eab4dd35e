"""What may be done with a seat: before the start whoever hosts arranges them, later bots only stand in."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from tricorn.web.languages import Language
from tricorn.web.refusals import Refused
from tricorn.web.seats import About, Kind, Seat, bot_name, check_level, human_name

__all__ = ["SeatWish", "seat_before_start", "seat_during_game"]


class SeatWish(NamedTuple):
    """What somebody wants a seat to be."""

    kind: Kind
    level: str | None = None
    name: str | None = None


def seat_before_start(about: About, number: int, wish: SeatWish, language: Language) -> Seat:
    """A seat as the host wants it: a bot's, open, or another person's on the same device."""
    others = [seat for n, seat in enumerate(about.seats) if n != number]
    if number == about.host:
        raise Refused("host", "The host's own seat stays the host's.")
    if wish.kind == "bot":
        level = check_level(wish.level)
        return Seat("bot", bot_name(others), level)
    if wish.kind == "human" and about.pass_and_play:
        return Seat("human", human_name(wish.name, number, others, language), key=about.host_key)
    return Seat("open")


def seat_during_game(seat: Seat, wish: SeatWish, is_here: bool) -> Seat:
    """A seat with a bot that stands in for its person, unless they are here, or with the person back."""
    if wish.kind == "open" or seat.key is None:
        raise Refused("started", "The game has begun; only a bot can stand in for somebody.")
    if wish.kind == "human":
        return replace(seat, kind="human", level=None)
    if is_here and seat.kind == "human":
        raise Refused("here", "{name} is at the table.", name=seat.name)
    return replace(seat, kind="bot", level=check_level(wish.level))
