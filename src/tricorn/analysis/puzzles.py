"""Puzzles: positions from simulated games in which one move is clearly best and is not the one that scores most.

The package contains them in puzzles/, several per file: what the player on turn sees of the round, and the results of a
deep search for every legal move. benchmarks/make_puzzles.py makes them; docs/puzzles.md says how.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tricorn.analysis.reason_data import reason_values
from tricorn.bots import LEVELS
from tricorn.core import layout as at
from tricorn.editions import edition_named
from tricorn.messages import Message, Phrase
from tricorn.record import Record, RoundEvent, RoundStart, parse_event
from tricorn.round import Round
from tricorn.tiles import Tile
from tricorn.view import View
from tricorn.wording import Seat

__all__ = ["FILES", "NAMES", "SOLVERS", "THEMES", "Puzzle", "PuzzleMove", "load_puzzles", "view_of"]

FILES = Path(__file__).parent / "puzzles"
# Drawing or passing, leaving a bonus, keeping a place for later, blocking the next player, leaving no bonus to others,
# winning the round, and everything else.
THEMES = ("draw", "bonus", "keep", "block", "defend", "round", "plan")
NAMES = ("Ana", "Bo", "Cai", "Dea", "Eli", "Fay")
SOLVERS = LEVELS[LEVELS.index("easy") :]  # the levels that look for good moves; a puzzle's difficulty is one of these
_REASON = "REASON_"


@dataclass(frozen=True)
class PuzzleMove:
    """A legal move: what it scores at once, the chance of winning the game, the gain in the round, and why.

    The reasons for the answer are what sets it apart from all other moves, those for the tempting move what the answer
    does better. Other moves have none.
    """

    move: str
    points: int
    bonus: str | None
    chance: float
    gain: float
    wins_round: float | None  # the share of rounds won, for the best move and the tempting one
    reasons: tuple[Phrase, ...]
    kept: tuple[str, ...] = ()  # cells with a bonus for the player's own tiles, if a reason is about them
    left: tuple[str, ...] = ()  # cells with a bonus for tiles that others may have, if a reason is about them


@dataclass(frozen=True)
class Puzzle:
    """A position and its moves, best first; the first is the answer.

    The deep search sampled `worlds` worlds for the answer, the search that found the puzzle `found_with`. Both are 0 if
    all tiles are known.
    """

    edition: str  # as a record's edition line has it
    round: int
    seat: int
    scores: tuple[int, ...]
    lines: tuple[str, ...]
    theme: str
    difficulty: int
    moves: tuple[PuzzleMove, ...]
    found_with: int
    worlds: int
    ahead: float
    error: float

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.scores)

    @property
    def answer(self) -> PuzzleMove:
        """The best move."""
        return self.moves[0]

    @property
    def tempting(self) -> PuzzleMove:
        """The move that scores most at once."""
        return max(self.moves, key=lambda move: move.points)

    def view(self) -> View:
        """What the player on turn sees; the core checks every line."""
        return view_of(self.edition, self.round, self.seat, self.scores, self.lines)

    def as_data(self) -> dict[str, Any]:
        """The puzzle for JSON."""
        return {
            "edition": self.edition,
            "round": self.round,
            "seat": self.seat,
            "scores": self.scores,
            "lines": self.lines,
            "theme": self.theme,
            "difficulty": self.difficulty,
            "moves": [_move_data(move) for move in self.moves],
            "search": [self.found_with, self.worlds, self.ahead, self.error],
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> Puzzle:
        """The puzzle from the result of `as_data`."""
        found_with, worlds, ahead, error = data["search"]
        return cls(
            edition=data["edition"],
            round=data["round"],
            seat=data["seat"],
            scores=tuple(data["scores"]),
            lines=tuple(data["lines"]),
            theme=data["theme"],
            difficulty=data["difficulty"],
            moves=tuple(_parse_move(move) for move in data["moves"]),
            found_with=found_with,
            worlds=worlds,
            ahead=ahead,
            error=error,
        )


def view_of(line: str, number: int, seat: int, scores: tuple[int, ...], lines: Sequence[str]) -> View:
    """A seat's view of a round with these lines, after which the scores are these; the core checks every line."""
    edition = edition_named(line)
    current = Round(edition, len(scores), number)
    events = [parse_event(line) for line in lines]
    for event in events:
        assert isinstance(event, RoundEvent)
        current.apply(event)
    for other, score in enumerate(scores):
        current.state[at.SCORES + other] = score
    record = Record(edition, NAMES[: len(scores)], (), (RoundStart(number), *events))
    return View(record, seat, current.turn, scores, tuple(current.options()), current)


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, in the order of their numbers."""
    return tuple(_read())


def _read() -> Iterator[Puzzle]:
    for path in sorted(FILES.glob("[0-9]*.json")):
        for data in json.loads(path.read_text(encoding="utf-8")):
            yield Puzzle.from_data(data)


def _move_data(move: PuzzleMove) -> list[Any]:
    reasons = [_reason_data(reason) for reason in move.reasons]
    figures = [move.move, move.points, move.bonus, move.chance, move.gain, move.wins_round]
    return [*figures, reasons, move.kept, move.left]


def _reason_data(reason: Phrase) -> list[Any]:
    return [reason.message.name.removeprefix(_REASON).lower(), reason_values(reason, _reason_data)]


def _parse_reason(data: list[Any]) -> Phrase:
    name, values = data
    return Message[_REASON + name.upper()](**{field: _parameter(field, value) for field, value in values.items()})


def _parameter(field: str, value: Any) -> object:
    if isinstance(value, list):
        return _parse_reason(value)
    parsers: dict[str, Callable[[Any], object]] = {"seat": Seat, "tile": Tile.parse}
    return parsers[field](value) if field in parsers else value


def _parse_move(data: list[Any]) -> PuzzleMove:
    move, points, bonus, chance, gain, wins_round, named, kept, left = data
    reasons = tuple(map(_parse_reason, named))
    return PuzzleMove(move, points, bonus, chance, gain, wins_round, reasons, tuple(kept), tuple(left))
