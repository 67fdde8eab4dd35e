"""What happened, in words and sums that a player follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from tricorn.bonus import Bonus
from tricorn.record import Drew, Event, Passed, Placed
from tricorn.rulebook import Say
from tricorn.tiles import Tile

__all__ = ["Play", "arithmetic", "count", "in_words", "plays"]

Play = Placed | Drew | Passed


def count(number: int, thing: str) -> str:
    """`1 tile`, `2 tiles`."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def arithmetic(tile: Tile, points: int, bonus: Bonus | None, say: Say = str) -> str:
    """How a placement's points come about: `9 + 40 bridge = 49`, or the figure alone."""
    extra = points - tile.sum
    if bonus is None and not extra:
        return str(points)
    word = say(bonus.label) if bonus else say("start")
    return f"{tile.sum} + {extra} {word} = {points}"


def plays(events: Iterable[Event]) -> list[Play]:
    """The moves among the events."""
    return [event for event in events if isinstance(event, Placed | Drew | Passed)]


def in_words(moves: Iterable[Play], names: Sequence[str]) -> list[str]:
    """A sentence a move; tiles drawn one after the other share one."""
    sentences = []
    for (seat, drawing), group in groupby(moves, key=lambda move: (move.seat, isinstance(move, Drew))):
        if drawing:
            sentences.append(_drew(names[seat], [move for move in group if isinstance(move, Drew)]))
        else:
            sentences += [_sentence(names[seat], move) for move in group]
    return sentences


def _drew(name: str, draws: list[Drew]) -> str:
    known = [str(draw.tile) for draw in draws if draw.tile is not None]
    what = " ".join(known) if len(known) == len(draws) else count(len(draws), "tile")
    return f"{name} drew {what} (-{sum(draw.penalty for draw in draws)}){_timed(draws[-1])}"


def _sentence(name: str, move: Play) -> str:
    if not isinstance(move, Placed):
        return f"{name} passed (-{move.penalty}){_timed(move)}"
    shows = f", showing {move.shows}" if move.shows else ""
    sum_ = arithmetic(move.tile, move.points, move.bonus)
    return f"{name} placed {move.tile}: {sum_}{shows}{_timed(move)}"


def _timed(move: Play) -> str:
    return ", the time being up" if move.timeout else ""
