"""The lines of a record as events, each written by `str` as the record has it (docs/record.md)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tricorn.bonus import Bonus
from tricorn.moves import Place
from tricorn.tiles import Tile, tile_text
from tricorn.wording import SEATS

__all__ = [
    "Blocked",
    "Deal",
    "DealNumber",
    "Drew",
    "Event",
    "Left",
    "MoveEvent",
    "Out",
    "Passed",
    "Placed",
    "Receipt",
    "RoundEvent",
    "RoundStart",
    "Score",
    "Secret",
    "Starts",
    "Summed",
    "TableEvent",
    "TileMove",
    "Well",
    "Winner",
    "last_round_start",
    "last_scores",
]


@dataclass(frozen=True, slots=True)
class RoundStart:
    """`round 1`"""

    number: int

    def __str__(self) -> str:
        return f"round {self.number}"


@dataclass(frozen=True, slots=True)
class DealNumber:
    """`number A 5c0e…`: the nonce that a seat's device added to the deal (docs/dealing.md)."""

    seat: int
    nonce: str

    def __str__(self) -> str:
        return f"number {SEATS[self.seat]} {self.nonce}"


@dataclass(frozen=True, slots=True)
class Receipt:
    """`receipt A 90d1…`: the server's receipt for a device's number, sent before the deal (docs/dealing.md)."""

    seat: int
    receipt: str

    def __str__(self) -> str:
        return f"receipt {SEATS[self.seat]} {self.receipt}"


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal A 0-0-1 0-3-4`: a dealt hand; None is an unknown tile."""

    seat: int
    tiles: tuple[Tile | None, ...]

    def __str__(self) -> str:
        return f"deal {SEATS[self.seat]} {_tiles_text(self.tiles)}"


@dataclass(frozen=True, slots=True)
class Well:
    """`well 1-1-1 2-3-5`: every undealt tile in drawing order."""

    tiles: tuple[Tile | None, ...]

    def __str__(self) -> str:
        return f"well {_tiles_text(self.tiles)}".rstrip(" ")


@dataclass(frozen=True, slots=True)
class Starts:
    """`starts B`: the seat that the lot fell on, in an edition whose start is by choice (R19)."""

    seat: int

    def __str__(self) -> str:
        return f"starts {SEATS[self.seat]}"


@dataclass(frozen=True, slots=True)
class Placed:
    """`A 0,0^444 +22`: a placement; `place` is None if its cell is not recorded."""

    seat: int
    tile: Tile
    place: Place | None
    points: int
    bonus: Bonus | None = None
    shows: Tile | None = None
    timeout: bool = False
    anyway: bool = False

    def __str__(self) -> str:
        what = self.tile if self.place is None else self.place
        shows = f" shows {self.shows}" if self.shows else ""
        return f"{_placed_text(self.seat, str(what), self.points, self.bonus)}{shows}{_marks(self)}"


@dataclass(frozen=True, slots=True)
class Summed:
    """`A =9 +49 bridge`: a placement of which only the tile's sum is recorded."""

    seat: int
    total: int
    points: int
    bonus: Bonus | None = None
    timeout: bool = False
    anyway: bool = False

    def __str__(self) -> str:
        return f"{_placed_text(self.seat, f'={self.total}', self.points, self.bonus)}{_marks(self)}"


@dataclass(frozen=True, slots=True)
class Drew:
    """`B draw 1-2-3 -5`: one tile drawn."""

    seat: int
    tile: Tile | None
    penalty: int
    timeout: bool = False
    plus_zero: bool = False  # whether no penalty is written +0, not -0
    anyway: bool = False

    def __str__(self) -> str:
        points = _penalty_text(self.penalty, self.plus_zero)
        return f"{SEATS[self.seat]} draw {tile_text(self.tile)} {points}{_marks(self)}"


@dataclass(frozen=True, slots=True)
class Passed:
    """`A pass -10`"""

    seat: int
    penalty: int
    timeout: bool = False
    plus_zero: bool = False  # whether no penalty is written +0, not -0
    anyway: bool = False

    def __str__(self) -> str:
        points = _penalty_text(self.penalty, self.plus_zero)
        return f"{SEATS[self.seat]} pass {points}{_marks(self)}"


@dataclass(frozen=True, slots=True)
class Left:
    """`left A 1-2-5 3-3-4`, `left A =17` or `left A 3 =17`: what a hand held at the round's end."""

    seat: int
    tiles: tuple[Tile, ...] | None
    count: int | None = None
    total: int | None = None
    anyway: bool = False

    @property
    def sum(self) -> int:
        """The sum of all numbers left in the hand."""
        return (self.total or 0) if self.tiles is None else sum(tile.sum for tile in self.tiles)

    def __str__(self) -> str:
        seat = f"left {SEATS[self.seat]}"
        if self.tiles is not None:
            return f"{seat} {_tiles_text(self.tiles)}{_anyway_text(self.anyway)}"
        count = "" if self.count is None else f" {self.count}"
        return f"{seat}{count} ={self.total}{_anyway_text(self.anyway)}"


@dataclass(frozen=True, slots=True)
class Out:
    """`out B +62`"""

    seat: int
    points: int
    anyway: bool = False

    def __str__(self) -> str:
        return f"out {SEATS[self.seat]} {self.points:+d}{_anyway_text(self.anyway)}"


@dataclass(frozen=True, slots=True)
class Blocked:
    """`blocked B +17`, or `blocked draw +0` with seat None if nobody won."""

    seat: int | None
    points: int
    anyway: bool = False

    def __str__(self) -> str:
        winner = "draw" if self.seat is None else SEATS[self.seat]
        return f"blocked {winner} {self.points:+d}{_anyway_text(self.anyway)}"


@dataclass(frozen=True, slots=True)
class Score:
    """`score A 120 B 95`"""

    scores: tuple[int, ...]

    def __str__(self) -> str:
        return "score " + " ".join(f"{SEATS[seat]} {score}" for seat, score in enumerate(self.scores))


@dataclass(frozen=True, slots=True)
class Secret:
    """`secret 9a41…`: the secret that the round was dealt from, published after its end (docs/dealing.md)."""

    secret: str

    def __str__(self) -> str:
        return f"secret {self.secret}"


@dataclass(frozen=True, slots=True)
class Winner:
    """`winner B`"""

    seat: int

    def __str__(self) -> str:
        return f"winner {SEATS[self.seat]}"


# What a player does in a turn, if the record names the tiles that are placed.
TileMove = Placed | Drew | Passed
# What a player does in a turn.
MoveEvent = Placed | Summed | Drew | Passed
# What players do at the table; each may be insisted on (`anyway`).
TableEvent = MoveEvent | Left | Out | Blocked
# Everything within a round.
RoundEvent = Deal | Well | Starts | TableEvent
Event = RoundStart | Receipt | DealNumber | RoundEvent | Score | Secret | Winner


def last_round_start(events: Sequence[Event]) -> int | None:
    """The index of the line that begins the last round; None if no round has begun."""
    return next((index for index in range(len(events) - 1, -1, -1) if isinstance(events[index], RoundStart)), None)


def last_scores(events: Sequence[Event], head_start: tuple[int, ...]) -> tuple[int, ...]:
    """The scores on the last score line; the head start of each player if there is none."""
    return next((event.scores for event in reversed(events) if isinstance(event, Score)), head_start)


def _tiles_text(tiles: Iterable[Tile | None]) -> str:
    return " ".join(map(tile_text, tiles))


def _penalty_text(penalty: int, plus_zero: bool) -> str:
    return "+0" if plus_zero and not penalty else f"-{penalty}"


def _placed_text(seat: int, what: str, points: int, bonus: Bonus | None) -> str:
    return f"{SEATS[seat]} {what} {points:+d}{f' {bonus}' if bonus else ''}"


def _marks(play: MoveEvent) -> str:
    return f"{' timeout' if play.timeout else ''}{_anyway_text(play.anyway)}"


def _anyway_text(anyway: bool) -> str:
    return " anyway" if anyway else ""
