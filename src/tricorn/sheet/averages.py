"""A player's averages over finished games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tricorn.record import Blocked, Drew, MoveEvent, Out, Passed, Placed, Record, Score, Summed, Winner

__all__ = ["Averages", "averages"]


@dataclass(frozen=True)
class Averages:
    """A player's finished games: counts of games and rounds, means per game, and the most points for one tile.

    What turns tell is None if none were noted: games of which only the points of rounds are known do not count for it.
    """

    name: str
    games: int
    won: int
    rounds: int
    score: float
    rounds_won: float
    bridges: float | None
    hexagons: float | None
    draws: float | None
    passes: float | None
    best_play: int | None


def averages(records: Iterable[Record], name: str) -> Averages | None:
    """The averages of the player with this name over the finished games among the records; None if there are none.

    >>> from tricorn.record import parse_record
    >>> head = "tricorn 1\\nedition wooden\\nplayer A Ana\\nplayer B Bo\\nround 1\\n"
    >>> averages([parse_record(head + "A 4-4-4 +22\\nscore A 22 B 0\\nwinner A\\n")], "Ana").score
    22.0
    """
    records = list(records)
    if not all(isinstance(record, Record) for record in records):
        raise TypeError("averages takes parsed records; parse text with parse_record(text)")
    games = [
        (record, record.names.index(name))
        for record in records
        if name in record.names and record.events and isinstance(record.events[-1], Winner)
    ]
    if not games:
        return None
    results = [_results(record, seat) for record, seat in games]
    won, rounds, score, rounds_won = (sum(column) for column in zip(*results, strict=True))
    turns = [_turns(record, seat) for record, seat in games if any(isinstance(e, MoveEvent) for e in record.events)]
    means: list[float | None] = [sum(column) / len(turns) for column in zip(*turns, strict=True)]
    bridges, hexagons, draws, passes = means if turns else (None, None, None, None)
    best = max(_best_play(record, seat) for record, seat in games) if turns else None
    per_game = score / len(games), rounds_won / len(games)
    return Averages(name, len(games), won, rounds, *per_game, bridges, hexagons, draws, passes, best)


def _results(record: Record, seat: int) -> tuple[int, ...]:
    """Of one game: whether it was won, its rounds, the score, and the rounds won."""
    own = [event for event in record.events if getattr(event, "seat", None) == seat]
    scores = [event.scores for event in record.events if isinstance(event, Score)]
    return (
        sum(isinstance(event, Winner) for event in own),
        len(scores),
        scores[-1][seat] if scores else 0,
        sum(isinstance(event, Out | Blocked) for event in own),
    )


def _turns(record: Record, seat: int) -> tuple[int, ...]:
    """Of one game: bridges, hexagons, draws and passes."""
    own = [event for event in record.events if getattr(event, "seat", None) == seat]
    bonuses = [event.bonus for event in own if isinstance(event, Placed | Summed) and event.bonus]
    return (
        sum(not bonus.hexagons for bonus in bonuses),
        sum(bonus.hexagons > 0 for bonus in bonuses),
        sum(isinstance(event, Drew) for event in own),
        sum(isinstance(event, Passed) for event in own),
    )


def _best_play(record: Record, seat: int) -> int:
    points = (event.points for event in record.events if isinstance(event, Placed | Summed) and event.seat == seat)
    return max(points, default=0)
