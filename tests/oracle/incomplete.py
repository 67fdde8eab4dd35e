"""Incomplete records made from complete ones: as a seat saw them, or as people record them at a real table."""

from __future__ import annotations

from random import Random

from tests.oracle.reading import CELL, UNKNOWN, read_placement, read_play, read_tile
from tests.oracle.table import SEATS, Tile, tile_name, tile_of


def view(text: str, seat: str) -> str:
    """A seat's own view of a complete record: the others' hands, their draws and the well are not known."""
    lines = []
    for line in text.splitlines():
        words = line.split(" ")
        if (words[0] == "deal" and words[1] != seat) or words[0] == "well":
            first = 2 if words[0] == "deal" else 1
            line = " ".join([*words[:first], *[UNKNOWN] * (len(words) - first)])
        elif words[1:2] == ["draw"] and words[0] in SEATS and words[0] != seat:
            line = " ".join([*words[:2], UNKNOWN, *words[3:]])
        lines.append(line)
    return "\n".join(lines) + "\n"


def physical(text: str, rng: Random, left: str = "tiles") -> str:
    """A complete record as people record it at a real table: no deals, no well, and draws unknown.

    ``left`` says how the hands at the end of a round are given: as ``tiles``, as a ``sum``, as a ``count``
    and a sum, in ``mixed`` ways, or not at all (``none``).
    """
    lines: list[str] = []
    hands: dict[str, set[Tile]] = {}
    for line in text.splitlines():
        words = line.split(" ")
        if words[0] == "deal":
            hands[words[1]] = {read_tile(word) for word in words[2:]}
            continue
        if words[0] == "well" or (words[0] == "starts" and rng.random() < 0.5):
            continue
        if words[0] in hands and words[1] == "draw":
            hands[words[0]].add(read_tile(words[2]))
            words[2] = UNKNOWN
        elif words[0] in hands and words[1] != "pass":
            hands[words[0]].discard(read_play(words[1])[1])
        elif words[0] in ("out", "blocked"):
            for seat, hand in hands.items():
                form = rng.choice(("tiles", "sum", "count", "none")) if left == "mixed" else left
                total = f"={sum(map(sum, hand))}"
                if hand and form == "tiles":
                    lines.append(" ".join(["left", seat, *map(tile_name, sorted(hand))]))
                elif hand and form == "sum":
                    lines.append(f"left {seat} {total}")
                elif hand and form == "count":
                    lines.append(f"left {seat} {len(hand)} {total}")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def without_cells(text: str, rng: Random, chance: float = 1.0) -> str:
    """The same record without the cells of some placements."""
    lines = []
    for line in text.splitlines():
        words = line.split(" ")
        if len(words) > 2 and CELL.fullmatch(words[1]) and rng.random() < chance:
            words[1] = tile_name(tile_of(read_placement(words[1])[1]))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
