"""A parsed record to alter, and the registry of the kinds of alteration."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from types import ModuleType

from tests.oracle.reading import read_placement, read_tile
from tests.oracle.rules import Rules, read_rules
from tests.oracle.table import WORDS, Cell, Digits, Table, Tile, cell_name, tile_of

Lines = list[str]


@dataclass
class Move:
    """A line of a turn, with the state before it."""

    index: int
    seat: str
    what: str  # "start", "place", "draw" or "pass"
    words: list[str]
    table: Table
    hands: dict[str, set[Tile]]
    well: list[Tile]
    drawn: int  # tiles drawn so far in this turn
    timeout: bool

    def placement(self) -> tuple[Cell, Digits]:
        return read_placement(self.words[1])

    def bonus(self) -> str:
        return next((word for word in self.words if word in WORDS), "")


class Record:
    """A complete record, parsed so that it can be altered."""

    def __init__(self, text: str, rng: Random) -> None:
        self.lines: Lines = text.splitlines()
        self.rng = rng
        self.rules: Rules = read_rules(self.lines[1].split(" ")[1:])
        self.seats = "".join(line[7] for line in self.lines if line.startswith("player "))
        self.moves: list[Move] = []
        self._read()

    def _read(self) -> None:
        table, well, drawn = Table(), list[Tile](), 0
        hands: dict[str, set[Tile]] = {}
        for index, line in enumerate(self.lines):
            words = line.split(" ")
            if words[0] == "round":
                table, hands = Table(), {}
            elif words[0] == "deal":
                hands[words[1]] = {read_tile(word) for word in words[2:]}
            elif words[0] == "well":
                well = [read_tile(word) for word in words[1:]]
            elif words[0] in self.seats:
                what = words[1] if words[1] in ("draw", "pass") else "start" if table.empty() else "place"
                copied = Table(dict(table.filled), dict(table.numbers), set(table.tiles), set(table.bridges))
                held = {seat: set(hand) for seat, hand in hands.items()}
                timeout = words[-1] == "timeout"
                self.moves.append(Move(index, words[0], what, words, copied, held, list(well), drawn, timeout))
                if what == "draw":
                    hands[words[0]].add(read_tile(words[2]))
                    well.pop(0)
                    drawn += 1
                    continue
                if what != "pass":
                    table.put(*read_placement(words[1]), "bridge" if "bridge" in words else "")
                    hands[words[0]].discard(tile_of(read_placement(words[1])[1]))
                drawn = 0

    def moves_of(self, *what: str) -> list[Move]:
        """The moves of these kinds, shuffled."""
        chosen = [move for move in self.moves if move.what in what]
        self.rng.shuffle(chosen)
        return chosen

    def indices_of(self, *words: str) -> list[int]:
        """The indices of the lines that begin with one of these words, shuffled."""
        chosen = [index for index, line in enumerate(self.lines) if line.split(" ")[0] in words]
        self.rng.shuffle(chosen)
        return chosen

    def turns(self) -> list[list[Move]]:
        """The moves, grouped into turns."""
        turns: list[list[Move]] = [[]]
        for move in self.moves:
            turns[-1].append(move)
            if move.what != "draw":
                turns.append([])
        return [turn for turn in turns if turn]

    def with_line(self, index: int, line: str) -> Lines:
        return [*self.lines[:index], line, *self.lines[index + 1 :]]

    def with_words(self, index: int, words: list[str]) -> Lines:
        return self.with_line(index, " ".join(words))

    def inserted(self, index: int, *lines: str) -> Lines:
        return [*self.lines[:index], *lines, *self.lines[index:]]

    def without(self, *indices: int) -> Lines:
        return [line for index, line in enumerate(self.lines) if index not in indices]

    def swapped(self, one: int, other: int) -> Lines:
        lines = list(self.lines)
        lines[one], lines[other] = lines[other], lines[one]
        return lines

    def body(self) -> list[int]:
        """The indices of the lines from the first round on, shuffled."""
        first = next(index for index, line in enumerate(self.lines) if line.startswith("round "))
        indices = list(range(first, len(self.lines)))
        self.rng.shuffle(indices)
        return indices


FIGURE = re.compile(r" ([+-][0-9]+)(?= |$)")


def rescored(lines: Lines) -> Lines:
    """The same lines with score lines that match their figures."""
    scores: dict[str, int] = {}
    result = []
    for line in lines:
        words = line.split(" ")
        figure = FIGURE.search(line)
        if words[0] == "player":
            scores[words[1]] = 0
        elif words[0] == "score":
            line = "score " + " ".join(f"{seat} {score}" for seat, score in scores.items())
        elif figure:
            seat = words[1] if words[0] in ("out", "blocked") else words[0]
            if seat in scores:
                scores[seat] += int(figure[1])
        result.append(line)
    return result


def with_points(words: list[str], change: int) -> list[str]:
    """The words of a line with its points changed by this much."""
    index = next(index for index, word in enumerate(words) if re.fullmatch(r"[+-][0-9]+", word))
    return [*words[:index], f"{int(words[index]) + change:+}", *words[index + 1 :]]


def placed(move: Move, rules: Rules, cell: Cell, digits: Digits) -> list[str]:
    """The words of a move with another placement, with the points and the bonus word for it."""
    tile = tile_of(digits)
    word = "" if move.what == "start" else move.table.shape(cell, rules.beside)
    points = rules.start_worth(tile) if move.what == "start" else rules.worth(tile, word)
    words = [move.seat, cell_name(cell) + "".join(map(str, digits)), f"{points:+}"]
    return words + [word] * bool(word) + ["timeout"] * move.timeout


Maker = Callable[[Record], Iterator[Lines]]
_KINDS: dict[str, dict[str, Maker]] = {}  # by module


def kind(maker: Maker) -> Maker:
    """Register a kind of alteration; its name is the function's."""
    _KINDS.setdefault(maker.__module__, {})[maker.__name__.replace("_", " ")] = maker
    return maker


def kinds_of(module: ModuleType) -> dict[str, Maker]:
    """The kinds of alteration of a module, by name."""
    return _KINDS[module.__name__]
