"""A slow, plain checker of game records and a generator of them, written from the contract alone.

``check(text)`` raises ``Wrong(line, message)`` at the first line that is malformed or breaks a rule which
the record makes checkable; it returns nothing when the record is sound. ``play(edition, players, rng,
style)`` plays a whole game and gives its record. ``view``, ``physical`` and ``without_cells`` turn a
complete record into the incomplete ones a seat or a table with pen and paper would have.

Nothing of the program is imported here: the two are compared with each other.
"""

from __future__ import annotations

import copy
import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from random import Random

Tile = tuple[int, int, int]
Point = tuple[int, int]
Cell = tuple[int, int, str]
Digits = tuple[int, int, int]
Pattern = tuple[int | None, int | None, int | None]

SEATS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
TILES: tuple[Tile, ...] = tuple((a, b, c) for a in range(6) for b in range(a, 6) for c in range(b, 6))
ZERO: Tile = (0, 0, 0)
WORDS = ("bridge", "beside", "hexagon", "hexagon2", "hexagon3")
HEAD = ("tricorn", "edition", "player")
BODY = ("round", "deal", "well", "left", "out", "blocked", "score", "winner")


class Wrong(Exception):
    """A record is malformed or breaks a rule, first seen in this line (counted from 1)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class Refused(Exception):
    """A rule is broken; the caller knows in which line. ``reason`` is a keyword."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


# ----------------------------------------------------------------------------------------- tiles and table


def tile_name(tile: Tile) -> str:
    return "-".join(map(str, tile))


def is_triple(tile: Tile) -> bool:
    return tile[0] == tile[2]


def rotations(tile: Tile) -> list[Digits]:
    a, b, c = tile
    return [(a, b, c), (b, c, a), (c, a, b)]


def tile_of(digits: Digits) -> Tile:
    """The tile that shows these numbers clockwise; refused when only its mirror image would (R1)."""
    low, middle, high = sorted(digits)
    tile = (low, middle, high)
    if digits not in rotations(tile):
        raise Refused("mirrored", f"no tile shows {digits} clockwise, only its mirror image {tile_name(tile)}")
    return tile


def corners(cell: Cell) -> tuple[Point, Point, Point]:
    """The three lattice points of a cell, clockwise from the apex."""
    x, y, way = cell
    if way == "^":
        return (x, y + 1), (x + 1, y), (x, y)
    return (x + 1, y), (x, y + 1), (x + 1, y + 1)


@cache
def cells_round(point: Point) -> tuple[Cell, ...]:
    """The six cells that have this point for a corner."""
    px, py = point
    near = [(x, y, way) for x in (px - 1, px) for y in (py - 1, py) for way in "^v"]
    return tuple(cell for cell in near if point in corners(cell))


@cache
def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """The three cells that share a whole side, which is two corners, with this one."""
    own = set(corners(cell))
    near = {other for point in own for other in cells_round(point)}
    return tuple(sorted(other for other in near if len(own & set(corners(other))) == 2))


def opposite(cell: Cell, neighbour: Cell) -> Point:
    """The corner of the cell that its neighbour does not share."""
    (point,) = set(corners(cell)) - set(corners(neighbour))
    return point


def cell_name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}{cell[2]}"


@cache
def fitting(pattern: Pattern) -> tuple[tuple[Tile, Digits], ...]:
    """Every tile, with the numbers it then shows, that fits corners of which some numbers are fixed."""
    found: dict[Tile, Digits] = {}
    for tile in TILES:
        for digits in rotations(tile):
            if all(want is None or want == have for want, have in zip(pattern, digits, strict=True)):
                found.setdefault(tile, digits)
    return tuple(found.items())


@dataclass
class Table:
    """The tiles on the table. ``loose`` counts those whose cell was not taken down.

    ``bridges`` are the cells whose line said ``bridge``, ``loose_bridges`` counts such lines without a cell.
    """

    filled: dict[Cell, Tile] = field(default_factory=dict)
    numbers: dict[Point, int] = field(default_factory=dict)
    tiles: set[Tile] = field(default_factory=set)
    bridges: set[Cell] = field(default_factory=set)
    loose: int = 0
    loose_bridges: int = 0

    def empty(self) -> bool:
        return not self.tiles and not self.loose

    def reasons(self, cell: Cell, digits: Digits) -> tuple[str, ...]:
        """Every reason why this placement is against R1 or R2, as keywords; none when it is lawful."""
        found = []
        low, middle, high = sorted(digits)
        if digits not in rotations((low, middle, high)):
            found.append("mirrored")
        if (low, middle, high) in self.tiles:
            found.append("twice")
        if cell in self.filled:
            found.append("occupied")
        beside = any(other in self.filled for other in neighbours(cell))
        if not beside and not self.loose and not self.empty():
            found.append("side")
        for point, number in zip(corners(cell), digits, strict=True):
            if self.numbers.get(point, number) != number:
                found.append("corner")
                break
        return tuple(found)

    def put(self, cell: Cell, digits: Digits, word: str = "") -> None:
        if word == "bridge":
            self.bridges.add(cell)
        self.filled[cell] = tile_of(digits)
        self.tiles.add(tile_of(digits))
        for point, number in zip(corners(cell), digits, strict=True):
            self.numbers[point] = number

    def put_loose(self, tile: Tile | None, word: str = "") -> None:
        if tile is not None:
            self.tiles.add(tile)
        self.loose += 1
        self.loose_bridges += word == "bridge"

    def missing(self, point: Point, cell: Cell) -> set[Cell]:
        """The cells round a point that would still be empty with this cell filled."""
        return {other for other in cells_round(point) if other != cell and other not in self.filled}

    def shape(self, cell: Cell, beside: str) -> str:
        """The bonus word of a placement on this cell of a table that is wholly known; '' for none.

        ``beside`` is the field of that name: two sides are named always, or beside a bridging tile only (R15).
        """
        hexagons = sum(not self.missing(point, cell) for point in corners(cell))
        if hexagons:
            return {1: "hexagon", 2: "hexagon2", 3: "hexagon3"}[hexagons]
        sides = [other for other in neighbours(cell) if other in self.filled]
        if len(sides) >= 2:
            return "beside" if beside == "sides" or self.bridges.intersection(sides) else ""
        if len(sides) == 1 and opposite(cell, sides[0]) in self.numbers:
            return "bridge"
        return ""

    def possible_shapes(self, cell: Cell, beside: str) -> set[str]:
        """The bonus words a placement on this cell can have when ``loose`` tiles lie nobody knows where."""
        gaps = [self.missing(point, cell) for point in corners(cell)]
        sure = sum(not gap for gap in gaps)
        found = set()
        for many, word in ((1, "hexagon"), (2, "hexagon2"), (3, "hexagon3")):
            least = min(len(set().union(*some)) for some in combinations(gaps, many))
            if many >= sure and least <= self.loose:
                found.add(word)
        if sure:
            return found
        sides = [other for other in neighbours(cell) if other in self.filled]
        if 2 - len(sides) <= self.loose:
            found |= self._names_of_two_sides(sides, beside)
        if len(sides) >= 2:
            return found
        if len(sides) == 1:
            touched = opposite(cell, sides[0]) in self.numbers
            if touched or self.loose:
                found.add("bridge")
            if not touched:
                found.add("")
            return found
        known = [point in self.numbers for point in corners(cell)]
        if self.loose >= (1 if any(known) else 2):
            found.add("bridge")
        if self.loose and not all(known):
            found.add("")
        return found

    def _names_of_two_sides(self, sides: list[Cell], beside: str) -> set[str]:
        """What matching two sides or three can be called, where these are known to be matched (R15)."""
        if beside == "sides" or self.bridges.intersection(sides):
            return {"beside"}
        found = set()
        if self.loose_bridges and len(sides) < 3:
            found.add("beside")
        if 2 - len(sides) <= self.loose - self.loose_bridges:
            found.add("")
        return found

    def open_cells(self) -> set[Cell]:
        return {near for cell in self.filled for near in neighbours(cell) if near not in self.filled}

    def openings(self) -> list[tuple[Cell, Pattern]]:
        """Every empty cell beside a tile, with the numbers that already stand at its corners."""
        found: list[tuple[Cell, Pattern]] = []
        for cell in sorted(self.open_cells()):
            first, second, third = (self.numbers.get(point) for point in corners(cell))
            found.append((cell, (first, second, third)))
        return found

    def placements(self) -> dict[Tile, list[tuple[Cell, Digits]]]:
        """Every lawful placement of every tile that is not on the table yet."""
        found: dict[Tile, list[tuple[Cell, Digits]]] = {}
        for cell, pattern in self.openings():
            for tile, digits in fitting(pattern):
                if tile not in self.tiles:
                    found.setdefault(tile, []).append((cell, digits))
        return found


# ------------------------------------------------------------------------------------------------ editions


@dataclass(frozen=True)
class Rules:
    """One edition, or a house's own reading of it. Penalties are written positive."""

    edition: str
    players: tuple[int, int]
    blocked: str
    target: int = 400
    hexagons: tuple[int, int, int] = (50, 50, 50)
    bridge: int = 40
    start_bonus: int = 10
    zero_start: int = 30
    draw_penalty: int = 5
    pass_penalty: int = 10
    out_bonus: int = 25
    draw_limit: int | None = None
    draw_optional: bool = False
    pass_after_draw: bool = False
    zero_option: bool = True
    show_triple: bool = True
    beside: str = "sides"
    blocked_when: str = "closed"
    blocked_own: bool = True
    won_by: str = "round"
    clock: int | None = None
    deal: tuple[int, ...] = (9, 7, 7, 6, 6)

    def hand(self, players: int) -> int:
        return self.deal[players - 2]

    def bonus(self, word: str) -> int:
        if word in ("bridge", "beside"):
            return self.bridge
        return {"": 0, **dict(zip(("hexagon", "hexagon2", "hexagon3"), self.hexagons, strict=True))}[word]

    def worth(self, tile: Tile, word: str) -> int:
        return sum(tile) + self.bonus(word)

    def ends_free(self, draws: int) -> bool:
        """R17: a turn may end after a draw, at no further cost unless it was the last that the limit allows."""
        at_limit = self.draw_limit is not None and draws >= self.draw_limit
        return self.draw_optional and self.pass_after_draw and draws > 0 and not at_limit

    def blocks(self, well: int) -> bool:
        """R9: a pass counts towards a blocked round only with the well empty at the end of the turn."""
        return self.blocked_when == "passes" or not well

    def start_worth(self, tile: Tile) -> int:
        if not is_triple(tile):
            return sum(tile)
        return sum(tile) + self.start_bonus + (self.zero_start if tile == ZERO else 0)


EDITIONS: dict[str, Rules] = {
    rules.edition: rules
    for rules in (
        Rules("pressman-deluxe", players=(2, 4), blocked="tiles"),
        Rules("pressman-classic", players=(2, 6), blocked="points"),
        Rules(
            "spanish",
            players=(2, 4),
            blocked="points",
            hexagons=(50, 60, 70),
            draw_limit=3,
            draw_optional=True,
            show_triple=False,
            won_by="highest",
        ),
        Rules("wooden", players=(2, 4), blocked="tiles"),
        Rules("domino-site", players=(2, 6), blocked="points", zero_option=False, beside="bridge"),
    )
}

FIGURE = re.compile(r"0|[1-9][0-9]*")


def _figure(text: str, least: int = 0) -> int:
    if not FIGURE.fullmatch(text) or int(text) < least:
        raise Refused("rule", f"expected a figure of {least} or more, found {text!r}")
    return int(text)


def _one_of(text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise Refused("rule", f"expected one of {', '.join(words)}, found {text!r}")
    return text


def read_rules(words: list[str]) -> Rules:
    """The rules of an edition line, given the words after ``edition``."""
    if not words or words[0] not in EDITIONS:
        raise Refused("edition", f"unknown edition {' '.join(words)!r}")
    rules = EDITIONS[words[0]]
    seen: set[str] = set()
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key in seen:
            raise Refused("rule", f"expected a new key=value, found {word!r}")
        seen.add(key)
        if key == "target":
            rules = replace(rules, target=_figure(value, 1))
        elif key == "hexagons":
            one, two, three = _three(value)
            rules = replace(rules, hexagons=(one, two, three))
        elif key == "bridge":
            rules = replace(rules, bridge=_figure(value))
        elif key == "start_bonus":
            rules = replace(rules, start_bonus=_figure(value))
        elif key == "zero_start":
            rules = replace(rules, zero_start=_figure(value))
        elif key == "draw_penalty":
            rules = replace(rules, draw_penalty=_figure(value))
        elif key == "pass_penalty":
            rules = replace(rules, pass_penalty=_figure(value))
        elif key == "out_bonus":
            rules = replace(rules, out_bonus=_figure(value))
        elif key == "draw_limit":
            rules = replace(rules, draw_limit=None if value == "none" else _figure(value, 1))
        elif key == "clock":
            rules = replace(rules, clock=None if value == "none" else _figure(value, 1))
        elif key == "draw_optional":
            rules = replace(rules, draw_optional=_one_of(value, ("yes", "no")) == "yes")
        elif key == "pass_after_draw":
            rules = replace(rules, pass_after_draw=_one_of(value, ("yes", "no")) == "yes")
        elif key == "zero_option":
            rules = replace(rules, zero_option=_one_of(value, ("yes", "no")) == "yes")
        elif key == "blocked_own":
            rules = replace(rules, blocked_own=_one_of(value, ("yes", "no")) == "yes")
        elif key == "blocked_when":
            rules = replace(rules, blocked_when=_one_of(value, ("closed", "passes")))
        elif key == "beside":
            rules = replace(rules, beside=_one_of(value, ("sides", "bridge")))
        elif key == "show_triple":
            rules = replace(rules, show_triple=_one_of(value, ("yes", "no")) == "yes")
        elif key == "blocked":
            rules = replace(rules, blocked=_one_of(value, ("tiles", "points")))
        elif key == "won_by":
            rules = replace(rules, won_by=_one_of(value, ("round", "highest")))
        elif key == "players":
            low, dash, high = value.partition("-")
            if not dash or _figure(high, _figure(low, 2)) > len(SEATS):
                raise Refused("rule", f"expected a range of players such as 2-4, found {value!r}")
            rules = replace(rules, players=(int(low), int(high)))
        elif key == "deal":
            rules = replace(rules, deal=tuple(_figure(part, 1) for part in value.split("/")))
        else:
            raise Refused("rule", f"unknown house rule {key!r}")
    return rules


def _three(value: str) -> tuple[int, int, int]:
    parts = value.split("/")
    if len(parts) != 3:
        raise Refused("rule", f"expected three figures such as 50/60/70, found {value!r}")
    return _figure(parts[0]), _figure(parts[1]), _figure(parts[2])


# --------------------------------------------------------------------------------- rules of round and game


def start_order(tile: Tile) -> tuple[int, int, int]:
    """R5: by sum, then by the largest number, then by the middle one."""
    return sum(tile), tile[2], tile[1]


def beaten_by(start: Tile, shown: Tile | None) -> set[Tile]:
    """The tiles nobody can have been dealt when this tile started, with that triple shown beside it."""
    highest = shown or start
    if is_triple(highest):
        return {tile for tile in TILES if is_triple(tile) and tile[0] > highest[0]}
    return {tile for tile in TILES if is_triple(tile) or start_order(tile) > start_order(start)}


def blocked_winner(rules: Rules, hands: dict[str, set[Tile]]) -> str | None:
    """R9, R10: who wins a blocked round; None when it is drawn."""
    order: dict[str, tuple[int, int]] = {}
    for seat, hand in hands.items():
        points = sum(map(sum, hand))
        order[seat] = (len(hand), points) if rules.blocked == "tiles" else (points, len(hand))
    best = min(order.values())
    winners = [seat for seat in order if order[seat] == best]
    return winners[0] if len(winners) == 1 else None


def game_winner(rules: Rules, scores: dict[str, int], round_winner: str | None) -> str | None:
    """R11, R12: who has won the game after this round; None when it goes on."""
    reached = {seat: score for seat, score in scores.items() if score >= rules.target}
    if not reached:
        return None
    if len(reached) == 1:
        return next(iter(reached))
    if rules.won_by == "round" and round_winner in reached:
        return round_winner
    best = max(reached.values())
    highest = [seat for seat in reached if reached[seat] == best]
    return highest[0] if len(highest) == 1 else None


# ------------------------------------------------------------------ what a record tells of where tiles are


@dataclass(eq=False)
class Slot:
    """One of the 56 places a tile begins the round in: a place in a hand or in the well."""

    tile: Tile | None = None
    cannot: set[Tile] = field(default_factory=set)
    named: bool = False  # in a deal, in the well or in a draw, so that nothing had to be inferred


class Knowledge:
    """Where the 56 tiles of a round are, as far as the record tells, and whether that is possible at all.

    A hand is the slots it was dealt and has drawn, less the tiles it has placed. ``where`` gives for every
    tile that has been seen the slots it can have come from. A tile that a player cannot have held, because
    that player drew or passed though it could have been placed, is barred from the slots held then.
    """

    def __init__(self, seats: str, dealt: int) -> None:
        self.held: dict[str, list[Slot]] = {seat: [Slot() for _ in range(dealt)] for seat in seats}
        self.well: list[Slot] = [Slot() for _ in range(len(TILES) - dealt * len(seats))]
        self.slots: list[Slot] = [slot for hand in self.held.values() for slot in hand] + self.well
        self.drawn = 0
        self.placed: dict[str, list[Tile]] = {seat: [] for seat in seats}
        self.where: dict[Tile, list[Slot]] = {}
        self.matched: dict[int, Tile] = {}
        self.sums: list[int] = []  # of tiles that were placed without being named
        self.summed: dict[str, list[int]] = {seat: [] for seat in seats}

    def count(self, seat: str) -> int:
        return len(self.held[seat]) - len(self.placed[seat]) - len(self.summed[seat])

    def well_left(self) -> int:
        return len(self.well) - self.drawn

    def known(self, seat: str) -> set[Tile]:
        """The tiles that this seat surely holds now."""
        own = set(self.held[seat])
        sure = {tile for tile, slots in self.where.items() if own.issuperset(slots)} - set(self.placed[seat])
        return {tile for tile in sure if sum(tile) not in self.summed[seat]}

    def fill(self, slot: Slot, tile: Tile) -> None:
        """This slot holds this tile."""
        if slot.tile is not None and slot.tile != tile:
            raise Refused("tile", f"{tile_name(tile)} where {tile_name(slot.tile)} is due")
        if slot not in self.where.get(tile, [slot]) or tile in slot.cannot:
            raise Refused("tile", f"{tile_name(tile)} is elsewhere")
        slot.tile = tile
        slot.named = True
        self.where[tile] = [slot]

    def fill_all(self, slots: list[Slot], tiles: list[Tile | None]) -> None:
        """The same for the tiles of a deal or of the well: none of them has been named before."""
        for slot, tile in zip(slots, tiles, strict=True):
            if tile is not None:
                if tile in self.where:
                    raise Refused("tile", f"{tile_name(tile)} is there twice")
                self.fill(slot, tile)
        self.reconcile()

    def draw(self, seat: str, tile: Tile | None) -> Slot:
        slot = self.well[self.drawn]
        if tile is not None:
            self.fill(slot, tile)
            self.reconcile()
        self.drawn += 1
        self.held[seat].append(slot)
        return slot

    def hold(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        """The seat holds this tile now, in one of these slots."""
        if any(tile in placed for placed in self.placed.values()):
            raise Refused("tile", f"{tile_name(tile)} is on the table already")
        if tile in self.where:
            options = [slot for slot in self.where[tile] if slot in among]
            elsewhere = [slot for slot in self.where[tile] if slot not in self.held[seat]]
        else:
            options = [slot for slot in among if slot.tile is None and tile not in slot.cannot]
            elsewhere = []
        if not options or elsewhere:
            raise Refused("tile", f"{seat} cannot hold {tile_name(tile)} here")
        self.where[tile] = options
        if len(options) == 1:
            options[0].tile = tile
        self.reconcile()

    def place(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        self.hold(seat, tile, among)
        self.placed[seat].append(tile)

    def place_sum(self, seat: str, total: int) -> None:
        """The seat places a tile with this sum: one that is not on the table, nor surely in another hand."""
        gone = {tile for placed in self.placed.values() for tile in placed}
        for other in self.held:
            gone |= self.known(other) if other != seat else set()
        if len([tile for tile in TILES if sum(tile) == total and tile not in gone]) <= self.sums.count(total):
            raise Refused("tile", f"no tile with the sum {total} is left")
        self.sums.append(total)
        self.summed[seat].append(total)

    def bar(self, seat: str, tiles: Iterable[Tile], message: str) -> None:
        """The seat cannot hold any of these tiles now."""
        tiles = set(tiles)
        sure = tiles & self.known(seat)
        if sure:
            raise Refused("due", f"{message}: {seat} holds {', '.join(map(tile_name, sorted(sure)))}")
        barred = {tile for tile in tiles if tile not in self.where}
        for slot in self.held[seat]:
            if slot.tile is None:
                slot.cannot |= barred
        self.reconcile()

    def allowed(self, tile: Tile) -> list[Slot]:
        if tile in self.where:
            return self.where[tile]
        return [slot for slot in self.slots if slot.tile is None and tile not in slot.cannot]

    def reconcile(self) -> None:
        """Every tile has a slot of its own that it can be in; otherwise the record contradicts itself."""
        if len(self.where) == len(TILES) and all(slot.tile is not None for slot in self.slots):
            return
        number = {id(slot): index for index, slot in enumerate(self.slots)}
        options = {tile: {number[id(slot)] for slot in self.allowed(tile)} for tile in TILES}
        self.matched = {index: tile for index, tile in self.matched.items() if index in options[tile]}
        for tile in set(TILES) - set(self.matched.values()):
            if not self._seat_tile(tile, options, set()):
                raise Refused("tile", f"there is no place left where {tile_name(tile)} can be")

    def _seat_tile(self, tile: Tile, options: dict[Tile, set[int]], tried: set[int]) -> bool:
        for index in options[tile]:
            if index not in self.matched:
                self.matched[index] = tile
                return True
        for index in options[tile]:
            if index not in tried:
                tried.add(index)
                if self._seat_tile(self.matched[index], options, tried):
                    self.matched[index] = tile
                    return True
        return False

    def bounds(self, seat: str) -> tuple[int, int]:
        """The least and the most the numbers in a hand can add up to."""
        known = self.known(seat)
        free = [slot for slot in self.held[seat] if slot.tile is None]
        sums = sorted(
            sum(tile) for tile in TILES if tile not in self.where and any(tile not in slot.cannot for slot in free)
        )
        many = self.count(seat) - len(known)
        base = sum(map(sum, known))
        return base + sum(sums[:many]), base + sum(sums[len(sums) - many :])


class Counts(Knowledge):
    """What is left of knowledge once somebody has insisted on something: how many tiles are where, no more.

    A tile on the table is still not placed again, nor drawn, nor left in a hand.
    """

    def __init__(self, told: Knowledge) -> None:
        super().__init__("".join(told.held), 0)
        self.counts = {seat: told.count(seat) for seat in told.held}
        self.in_well = told.well_left()
        self.on_table = {tile for placed in told.placed.values() for tile in placed}
        self.sums = told.sums.copy()

    def count(self, seat: str) -> int:
        return self.counts[seat]

    def well_left(self) -> int:
        return self.in_well

    def known(self, seat: str) -> set[Tile]:
        return set()

    def draw(self, seat: str, tile: Tile | None) -> Slot:
        self._check_off_table(tile)
        self.in_well = max(0, self.in_well - 1)
        self.counts[seat] += 1
        return Slot()

    def _check_off_table(self, tile: Tile | None) -> None:
        if tile in self.on_table:
            raise Refused("tile", f"{tile} is on the table already")

    def hold(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        self._check_off_table(tile)

    def place(self, seat: str, tile: Tile, among: list[Slot]) -> None:
        self._check_off_table(tile)
        self.put_down(seat, tile)

    def place_sum(self, seat: str, total: int) -> None:
        if len([tile for tile in TILES if sum(tile) == total and tile not in self.on_table]) <= self.sums.count(total):
            raise Refused("tile", f"no tile with the sum {total} is left")
        self.put_down(seat, None)
        self.sums.append(total)

    def put_down(self, seat: str, tile: Tile | None) -> None:
        self.counts[seat] = max(0, self.counts[seat] - 1)
        if tile is not None:
            self.on_table.add(tile)

    def bar(self, seat: str, tiles: Iterable[Tile], message: str) -> None:
        pass

    def bounds(self, seat: str) -> tuple[int, int]:
        sums = sorted(sum(tile) for tile in TILES if tile not in self.on_table)
        many = min(self.counts[seat], len(sums))
        return sum(sums[:many]), sum(sums[len(sums) - many :])


# --------------------------------------------------------------------------------------------- the checker

CELL = re.compile(r"(0|-?[1-9][0-9]*),(0|-?[1-9][0-9]*)([\^v])([0-5]{3})")
TILE = re.compile(r"([0-5])-([0-5])-([0-5])")
POINTS = re.compile(r"[+-](0|[1-9][0-9]*)")
SCORE = re.compile(r"0|-?[1-9][0-9]*")
KEY = re.compile(r"[a-z][a-z0-9_-]*")
HASH = re.compile(r"[0-9a-f]{64}")
UNKNOWN = "?-?-?"


def read_placement(word: str) -> tuple[Cell, Digits]:
    found = CELL.fullmatch(word)
    if not found:
        raise Refused("form", f"expected a placement such as 0,0^444, found {word!r}")
    x, y, way, numbers = found.groups()
    return (int(x), int(y), way), (int(numbers[0]), int(numbers[1]), int(numbers[2]))


def read_tile(word: str) -> Tile:
    found = TILE.fullmatch(word)
    if not found:
        raise Refused("form", f"expected a tile such as 1-2-4, found {word!r}")
    a, b, c = (int(number) for number in found.groups())
    if not a <= b <= c:
        raise Refused("form", f"expected a tile in ascending order, found {word!r}")
    return a, b, c


def read_tile_or_unknown(word: str) -> Tile | None:
    return None if word == UNKNOWN else read_tile(word)


def read_points(word: str, minus_nought: bool = False) -> int:
    if not POINTS.fullmatch(word) or (word == "-0" and not minus_nought):
        raise Refused("form", f"expected points such as +22 or -5, found {word!r}")
    return int(word)


class Round:
    """A round being read."""

    def __init__(self, rules: Rules, seats: str) -> None:
        self.rules = rules
        self.seats = seats
        self.knowledge = Knowledge(seats, rules.hand(len(seats)))
        self.table = Table()
        self.dealt: set[str] = set()
        self.well_read = False
        self.turn: str | None = None  # None before the first tile
        self.drawn: list[Slot] = []  # in this turn
        self.timeout: bool | None = None  # of this turn; None before its first line
        self.passes = 0  # in a row
        self.blocked = False
        self.out: str | None = None  # who has placed the last tile held
        self.left: dict[str, int] = {}  # the sums of hands that were only told
        self.points: dict[str, int] = dict.fromkeys(seats, 0)
        self._placements: dict[Tile, list[tuple[Cell, Digits]]] | None = None

    def is_over(self) -> bool:
        return self.out is not None or self.blocked

    def placements(self) -> dict[Tile, list[tuple[Cell, Digits]]]:
        if self._placements is None:
            self._placements = self.table.placements()
        return self._placements

    # deal and well

    def read_deal(self, words: list[str]) -> None:
        if self.turn is not None or self.is_over():
            raise Refused("order", "a deal after the first tile")
        if not words or words[0] not in self.seats or len(words[0]) != 1:
            raise Refused("seat", f"expected a seat, found {' '.join(words)!r}")
        seat, tiles = words[0], words[1:]
        if seat in self.dealt:
            raise Refused("order", f"{seat} has been dealt a hand already")
        self.dealt.add(seat)
        slots = self.knowledge.held[seat]
        if len(tiles) != len(slots):
            raise Refused("count", f"expected {len(slots)} tiles, found {len(tiles)}")
        self.knowledge.fill_all(slots, [read_tile_or_unknown(word) for word in tiles])

    def read_well(self, tiles: list[str]) -> None:
        if self.turn is not None or self.is_over():
            raise Refused("order", "a well after the first tile")
        if self.well_read:
            raise Refused("order", "a second well")
        self.well_read = True
        slots = self.knowledge.well
        if len(tiles) != len(slots):
            raise Refused("count", f"expected {len(slots)} tiles, found {len(tiles)}")
        self.knowledge.fill_all(slots, [read_tile_or_unknown(word) for word in tiles])

    # turns

    def read_turn(self, seat: str, words: list[str]) -> None:
        if self.is_over():
            raise Refused("order", "a move after the end of the round")
        if self.turn is not None and seat != self.turn:
            raise Refused("turn", f"it is {self.turn}'s turn")
        timeout = bool(words) and words[-1] == "timeout"
        if timeout:
            words = words[:-1]
            if self.rules.clock is None:
                raise Refused("timeout", "a timeout without a clock")
        if self.timeout is not None and timeout != self.timeout:
            raise Refused("timeout", "a timeout on some lines of a turn only")
        self.timeout = timeout
        if self.table.empty():
            self._read_start(seat, words)
        elif words[:1] != [] and words[0].startswith("="):
            self._read_sum(seat, words)
        elif words[:1] == ["draw"]:
            self._read_draw(seat, words[1:])
        elif words[:1] == ["pass"]:
            self._read_pass(seat, words[1:])
        else:
            self._read_place(seat, words)

    def _penalty(self, seat: str, word: str, figure: int) -> None:
        if read_points(word, minus_nought=figure == 0) != -figure:
            raise Refused("points", f"expected a loss of {figure}, found {word}")
        self.points[seat] -= figure

    def _next(self, seat: str) -> None:
        self.turn = self.seats[(self.seats.index(seat) + 1) % len(self.seats)]
        self.drawn = []
        self.timeout = None

    def _bar_placeable(self, seat: str, message: str) -> None:
        if not self.table.loose:
            self.knowledge.bar(seat, self.placements(), message)

    def _read_draw(self, seat: str, words: list[str]) -> None:
        if len(words) != 2:
            raise Refused("form", f"expected a tile and points, found {' '.join(words)!r}")
        tile = read_tile_or_unknown(words[0])
        if not self.knowledge.well_left():
            raise Refused("well", "a draw from an empty well")
        if self.rules.draw_limit is not None and len(self.drawn) >= self.rules.draw_limit:
            raise Refused("limit", f"more than {self.rules.draw_limit} draws in a turn")
        if not self.rules.draw_optional:
            self._bar_placeable(seat, "a draw where placing is due")
        self.drawn.append(self.knowledge.draw(seat, tile))
        self._penalty(seat, words[1], self.rules.draw_penalty)

    def _read_pass(self, seat: str, words: list[str]) -> None:
        if len(words) != 1:
            raise Refused("form", f"expected points, found {' '.join(words)!r}")
        at_limit = self.rules.draw_limit is not None and len(self.drawn) >= self.rules.draw_limit
        free = self.rules.ends_free(len(self.drawn))
        if self.knowledge.well_left() and not at_limit and not free:
            raise Refused("due", "a pass where drawing is due")
        if not self.rules.draw_optional or self.timeout:
            self._bar_placeable(seat, "a pass where placing is due")
        self._penalty(seat, words[0], 0 if free else self.rules.pass_penalty)
        self._pass(seat)

    def _pass(self, seat: str) -> None:
        self.passes = self.passes + 1 if self.rules.blocks(self.knowledge.well_left()) else 0
        self.blocked = self.passes >= len(self.seats)
        self._next(seat)

    def _read_start(self, seat: str, words: list[str]) -> None:
        if len(words) < 2 or words[0] in ("draw", "pass"):
            raise Refused("form", f"expected the first tile, found {' '.join(words)!r}")
        shown = None
        if words[2:3] == ["shows"] and len(words) == 4:
            shown = read_tile(words[3])
        elif len(words) != 2:
            raise Refused("form", f"unexpected {' '.join(words[2:])!r}")
        place, tile = _read_where(words[0])
        self.knowledge.place(seat, tile, self.knowledge.held[seat])
        if shown is not None:
            if tile != ZERO or shown == ZERO or not is_triple(shown) or not self.rules.zero_option:
                raise Refused("shows", "only a player who starts with 0-0-0 shows another triple")
            self.knowledge.hold(seat, shown, self.knowledge.held[seat])
        if tile == ZERO and shown is None and self.rules.zero_option and not self.rules.show_triple:
            self._check_zero_unshown(seat)
        else:
            for other in self.seats:
                self.knowledge.bar(other, beaten_by(tile, shown), f"{tile_name(tile)} does not start")
        if self.timeout and is_triple(tile) and self.rules.zero_option:
            self._check_best_start(seat, tile)
        if read_points(words[1]) != self.rules.start_worth(tile):
            raise Refused("points", f"expected {self.rules.start_worth(tile):+}, found {words[1]}")
        self._put(seat, place, tile, self.rules.start_worth(tile))

    def _check_best_start(self, seat: str, tile: Tile) -> None:
        """R14: of the two tiles that may start the clock plays the one that scores more."""
        if tile == ZERO:
            others = self.knowledge.known(seat)
            highest = max((other for other in others if is_triple(other)), default=ZERO)
            better = highest != ZERO and self.rules.start_worth(highest) > self.rules.start_worth(ZERO)
            if better:
                raise Refused("timeout", f"{tile_name(highest)} scores more")
        elif self.rules.start_worth(ZERO) > self.rules.start_worth(tile):
            self.knowledge.bar(seat, {ZERO}, "0-0-0 scores more")

    def _check_zero_unshown(self, seat: str) -> None:
        """0-0-0 was played and nothing need be shown: some triple of this seat's was the highest dealt."""
        for number in range(6):
            highest = (number, number, number)
            trial = copy.deepcopy(self.knowledge)
            try:
                if highest != ZERO:
                    trial.hold(seat, highest, trial.held[seat])
                for other in self.seats:
                    trial.bar(other, beaten_by(ZERO, highest), "a higher triple")
            except Refused:
                continue
            return
        raise Refused("due", f"0-0-0 does not start: {seat} does not hold the highest triple")

    def _read_place(self, seat: str, words: list[str]) -> None:
        if len(words) not in (2, 3):
            raise Refused("form", f"expected a placement and points, found {' '.join(words)!r}")
        word = words[2] if len(words) == 3 else ""
        if word and word not in WORDS:
            raise Refused("form", f"unknown word {word!r}")
        place, tile = _read_where(words[0])
        among = self.knowledge.held[seat]
        if self.drawn and not self.rules.draw_optional:
            among = self.drawn[-1:]  # nothing held before could be placed, or there would have been no draw
        if place is not None:
            reasons = self.table.reasons(*place)
            if reasons:
                raise Refused(reasons[0], f"{words[0]} cannot be placed: {', '.join(reasons)}")
        self.knowledge.place(seat, tile, among)
        if word not in self._shapes(place, tile):
            raise Refused("bonus", f"this placement is not {word or 'without a bonus'}")
        points = self.rules.worth(tile, word)
        if read_points(words[1]) != points:
            raise Refused("points", f"expected {points:+}, found {words[1]}")
        if self.timeout and not self.table.loose:
            better = {
                other
                for other, choices in self.placements().items()
                if max(self.rules.worth(other, self._shape(cell)) for cell, _ in choices) > points
            }
            if tile in better:
                raise Refused("timeout", f"{tile_name(tile)} scores more elsewhere")
            self.knowledge.bar(seat, better, "a timeout that does not score the most")
        self._put(seat, place, tile, points, word)

    def _read_sum(self, seat: str, words: list[str]) -> None:
        """A tile of which only the sum was taken down."""
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in WORDS) or len(words[0]) > 3:
            raise Refused("form", f"expected a sum, points and a bonus, found {' '.join(words)!r}")
        total, word = _figure(words[0][1:]), words[2] if len(words) == 3 else ""
        read_points(words[1])
        self.knowledge.place_sum(seat, total)
        fitting = [tile for tile in self.placements() if sum(tile) == total]
        shapes = {shape for tile in fitting for shape in self._shapes(None, tile)}
        if word not in (self._loose_shapes() if self.table.loose else shapes):
            raise Refused("bonus", f"no tile with the sum {total} is {word or 'without a bonus'}")
        points = self.rules.worth((0, 0, 0), word) + total
        if read_points(words[1]) != points:
            raise Refused("points", f"expected {points:+}, found {words[1]}")
        self._put(seat, None, None, points, word)

    def _shape(self, cell: Cell) -> str:
        return self.table.shape(cell, self.rules.beside)

    def _shapes(self, place: tuple[Cell, Digits] | None, tile: Tile) -> set[str]:
        """The bonus words this placement can have."""
        if place is not None:
            if self.table.loose:
                return self.table.possible_shapes(place[0], self.rules.beside)
            return {self._shape(place[0])}
        if self.table.loose:
            return self._loose_shapes()
        return {self._shape(cell) for cell, _ in self.placements().get(tile, [])}

    def _loose_shapes(self) -> set[str]:
        """The bonus words of a placement nobody knows where: beside a bridging tile only if there is one (R15)."""
        bridged = self.table.bridges or self.table.loose_bridges
        without = set() if self.rules.beside == "sides" or bridged else {"beside"}
        return {"", *WORDS} - without

    def _put(
        self, seat: str, place: tuple[Cell, Digits] | None, tile: Tile | None, points: int, word: str = ""
    ) -> None:
        if self.table.empty():
            word = ""  # the first tile of a round bridges nothing, whatever its line says
        if place is None:
            self.table.put_loose(tile, word)
        else:
            self.table.put(*place, word)
        self._placements = None
        self.points[seat] += points
        self.passes = 0
        if not self.knowledge.count(seat):
            self.out = seat
        self._next(seat)

    # what somebody insists on

    def take(self, first: str, rest: list[str]) -> str | None:
        """Take a line that is refused as it is told; the round's winner if it tells the end."""
        if not isinstance(self.knowledge, Counts):
            self.knowledge = Counts(self.knowledge)
        if first in ("out", "blocked"):
            if rest[0] != "draw":
                self.points[rest[0]] += read_points(rest[1])
            return None if rest[0] == "draw" else rest[0]
        if first == "left":
            self._take_left(rest[0], rest[1:])
        else:
            self._take_turn(first, [word for word in rest if word != "timeout"])
        return None

    def _take_left(self, seat: str, words: list[str]) -> None:
        if words[-1].startswith("="):
            self.left[seat] = _figure(words[-1][1:])
            count = _figure(words[0]) if len(words) == 2 else self.knowledge.count(seat)
        else:
            self.left[seat] = sum(sum(read_tile(word)) for word in words)
            count = len(words)
        assert isinstance(self.knowledge, Counts)
        self.knowledge.counts[seat] = count

    def _take_turn(self, seat: str, words: list[str]) -> None:
        assert isinstance(self.knowledge, Counts)
        if seat != self.turn:
            self._next(self.seats[self.seats.index(seat) - 1])
        self.out, self.blocked = None, False
        if words[0] == "draw":
            self.drawn.append(self.knowledge.draw(seat, None))
            self.points[seat] += read_points(words[2], minus_nought=True)
        elif words[0] == "pass":
            self.points[seat] += read_points(words[1], minus_nought=True)
            self._pass(seat)
        else:
            place, tile = (None, None) if words[0].startswith("=") else _read_where(words[0])
            if place is not None and not self.table.empty() and self._clashes(place):
                place = None
            self.knowledge.put_down(seat, tile)
            if tile is None:
                self.knowledge.sums.append(_figure(words[0][1:]))
            self._put(seat, place, tile, read_points(words[1]), "bridge" if "bridge" in words else "")

    def _clashes(self, place: tuple[Cell, Digits]) -> bool:
        return bool(set(self.table.reasons(*place)) - {"twice"})

    # end of the round

    def read_left(self, words: list[str]) -> None:
        if not self.is_over():
            raise Refused("order", "tiles left before the end of the round")
        if len(words) < 2 or words[0] not in self.seats or len(words[0]) != 1:
            raise Refused("seat", f"expected a seat and its tiles, found {' '.join(words)!r}")
        seat, rest = words[0], words[1:]
        if seat in self.left:
            raise Refused("order", f"the tiles left to {seat} were given already")
        if all(slot.named for slot in self.knowledge.held[seat]):
            raise Refused("left", f"the hand of {seat} is known")
        count = self.knowledge.count(seat)
        if rest[-1].startswith("="):
            total = _figure(rest[-1][1:])
            if len(rest) > 2 or (len(rest) == 2 and _figure(rest[0]) != count):
                raise Refused("count", f"expected {count} tiles, found {' '.join(rest)!r}")
            least, most = self.knowledge.bounds(seat)
            if not least <= total <= most:
                raise Refused("left", f"expected a sum of {least} to {most}, found {total}")
            self.left[seat] = total
            return
        tiles = [read_tile(word) for word in rest]
        if len(tiles) != count or len(set(tiles)) != count:
            raise Refused("count", f"expected {count} different tiles, found {' '.join(rest)!r}")
        if not self.knowledge.known(seat) <= set(tiles):
            raise Refused("left", f"{seat} holds other tiles")
        for tile in tiles:
            self.knowledge.hold(seat, tile, self.knowledge.held[seat])
        self.left[seat] = sum(map(sum, tiles))

    def check_left(self, words: list[str]) -> None:
        """The tiles left to a seat whose hand is known."""
        hand = self.knowledge.known(words[0])
        told = words[1:] if not words[-1].startswith("=") else None
        if told is not None and {read_tile(word) for word in told} != hand:
            raise Refused("left", f"{words[0]} holds other tiles than {' '.join(words)!r}")
        if told is None and words[-1] != f"={sum(map(sum, hand))}":
            raise Refused("left", f"the tiles left to {words[0]} have another sum than {words[-1]}")

    def hand_bounds(self, seat: str) -> tuple[int, int]:
        if seat in self.left:
            return self.left[seat], self.left[seat]
        return self.knowledge.bounds(seat)

    def _others(self, seat: str) -> tuple[int, int]:
        bounds = [self.hand_bounds(other) for other in self.seats if other != seat]
        return sum(least for least, _ in bounds), sum(most for _, most in bounds)

    def read_out(self, words: list[str]) -> str:
        if self.out is None:
            raise Refused("end", "nobody has gone out")
        if len(words) != 2 or words[0] != self.out:
            raise Refused("end", f"expected {self.out} and points, found {' '.join(words)!r}")
        points = read_points(words[1])
        least, most = self._others(self.out)
        if not self.rules.out_bonus + least <= points <= self.rules.out_bonus + most:
            raise Refused("points", f"expected {self.rules.out_bonus + least:+}, found {words[1]}")
        self.points[self.out] += points
        return self.out

    def read_blocked(self, words: list[str]) -> str | None:
        if self.out is not None or not self.is_over():
            raise Refused("end", "the round is not blocked")
        if len(words) != 2:
            raise Refused("form", f"expected a seat and points, found {' '.join(words)!r}")
        seat = words[0]
        points = read_points(words[1])
        if seat == "draw":
            if not self._can_be_drawn():
                raise Refused("end", "the blocked round is not drawn")
            if points:
                raise Refused("points", f"expected +0, found {words[1]}")
            return None
        if seat not in self.seats or len(seat) != 1:
            raise Refused("seat", f"expected a seat, found {seat!r}")
        for other in self.seats:
            if other != seat and not self._can_beat(seat, other):
                raise Refused("end", f"{seat} has not won the blocked round: {other} is as good or better")
        least, most = self._others(seat)
        own_least, own_most = self.hand_bounds(seat) if self.rules.blocked_own else (0, 0)
        if not least - own_most <= points <= most - own_least:
            raise Refused("points", f"expected {least - own_most:+}, found {words[1]}")
        self.points[seat] += points
        return seat

    def _can_beat(self, seat: str, other: str) -> bool:
        tiles, other_tiles = self.knowledge.count(seat), self.knowledge.count(other)
        least, most = self.hand_bounds(seat)[0], self.hand_bounds(other)[1]
        if self.rules.blocked == "tiles":
            return tiles < other_tiles or (tiles == other_tiles and least < most)
        return least < most or (least == most and tiles < other_tiles)

    def _can_be_drawn(self) -> bool:
        """Two seats can share the best hand: as many tiles, the same sum, nobody better."""
        bounds = {seat: self.hand_bounds(seat) for seat in self.seats}
        tiles = {seat: self.knowledge.count(seat) for seat in self.seats}
        for one, two in combinations(self.seats, 2):
            if tiles[one] != tiles[two]:
                continue
            low = max(bounds[one][0], bounds[two][0])
            high = min(bounds[one][1], bounds[two][1])
            for total in range(low, high + 1):
                if all(self._can_be_as_bad(tiles[one], total, tiles[s], bounds[s][1]) for s in self.seats):
                    return True
        return False

    def _can_be_as_bad(self, tiles: int, total: int, other_tiles: int, other_most: int) -> bool:
        if self.rules.blocked == "tiles":
            return (other_tiles, other_most) >= (tiles, total)
        return (other_most, other_tiles) >= (total, tiles)


def _read_where(word: str) -> tuple[tuple[Cell, Digits] | None, Tile]:
    """A placement and its tile; no placement where only the tile was taken down."""
    if TILE.fullmatch(word):
        return None, read_tile(word)
    cell, digits = read_placement(word)
    return (cell, digits), tile_of(digits)


TOLD = re.compile(
    r"""SEAT (draw (TILE|\?-\?-\?) MINUS|pass MINUS|(TILE|CELL|=SUM) POINTS( BONUS)?( shows TILE)?)( timeout)?
    |left SEAT ((FIGURE )?=FIGURE|TILE( TILE)*)|out SEAT POINTS|blocked (SEAT|draw) POINTS""".replace("\n    ", "")
    .replace("MINUS", r"(-(0|[1-9][0-9]*)|\+0)")
    .replace("POINTS", r"(\+0|[+-][1-9][0-9]*)")
    .replace("SUM", "(0|[1-9][0-9]?)")
    .replace("FIGURE", "(0|[1-9][0-9]*)")
    .replace("BONUS", "(bridge|beside|hexagon[23]?)")
    .replace("CELL", r"-?[0-9]+,-?[0-9]+[v^][0-5]{3}")
    .replace("TILE", "[0-5]-[0-5]-[0-5]")
    .replace("SEAT", "[A-Z]")
)


def _well_formed(words: list[str], seats: str) -> bool:
    """Whether a line has a form that people could tell: who insists is still asked to write it right."""
    named = {word for word in words if len(word) == 1 and word in SEATS}
    if not TOLD.fullmatch(" ".join(words)) or not named <= set(seats):
        return False
    try:
        for word in words:
            if TILE.fullmatch(word):
                read_tile(word)
            elif CELL.fullmatch(word):
                tile_of(read_placement(word)[1])
    except Refused:
        return False
    return True


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def deal_order(secret: str, number: int, numbers: dict[str, str]) -> list[Tile]:
    """The order in which a round is dealt, written from docs/dealing.md alone."""
    text = f"secret {secret}\nround {number}\n"
    text += "".join(f"number {seat} {numbers[seat]}\n" for seat in sorted(numbers))
    stream = [int(sha256(f"{text}block {block}\n")[at : at + 2], 16) for block in range(20) for at in range(0, 64, 2)]
    tiles = list(TILES)
    for size in range(len(tiles), 1, -1):
        while stream[0] // size == 256 // size:  # in the last share, which is not whole
            stream.pop(0)
        chosen = stream.pop(0) % size
        tiles[chosen], tiles[size - 1] = tiles[size - 1], tiles[chosen]
    return tiles


def receipt(secret: str, number: int, told: str) -> str:
    """What a server answers a number with, written from docs/dealing.md alone."""
    return sha256(f"secret {secret}\nround {number}\nreceipt {told}\n")


def deal_lines(order: list[Tile], rules: Rules, seats: str) -> list[str]:
    """The lines of a deal in this order."""
    size = rules.hand(len(seats))
    names = list(map(tile_name, order))
    hands = [" ".join(["deal", seat, *sorted(names[size * n : size * (n + 1)])]) for n, seat in enumerate(seats)]
    return [*hands, " ".join(["well", *names[size * len(seats) :]])]


class Game:
    """A record being read line by line."""

    def __init__(self) -> None:
        self.stage = "format"
        self.rules = EDITIONS["wooden"]
        self.seats = ""
        self.scores: dict[str, int] = {}
        self.rounds = 0
        self.round: Round | None = None
        self.round_winner: str | None = None
        self.commit = ""  # what the hash of the next secret has to be
        self.receipts: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.round_lines: list[list[str]] = []
        self.tells_secrets = False

    def read(self, line: str) -> None:
        if self.stage == "format":
            if line != "tricorn 1":
                raise Refused("form", f"expected 'tricorn 1', found {line!r}")
            self.stage = "edition"
            return
        if not line or line.startswith("#"):
            return
        if any(ord(character) < 32 or ord(character) == 127 for character in line):
            raise Refused("form", "a control character")
        words = line.split(" ")
        if "" in words:
            raise Refused("form", "expected single spaces and none at either end")
        if self.stage in ("edition", "header"):
            self._read_header(words)
        elif self.stage == "round":
            self._read_in_round(words)
        elif self.stage == "score":
            self._read_score(words)
        elif self.stage in ("between", "told"):
            self._read_between(words)
        else:
            raise Refused("order", f"nothing follows the winner, found {line!r}")

    def _read_header(self, words: list[str]) -> None:
        if words[0] == "edition" and self.stage == "edition":
            self.rules = read_rules(words[1:])
            self.stage = "header"
        elif words[0] == "player" and self.stage == "header":
            seat = SEATS[len(self.seats)] if len(self.seats) < self.rules.players[1] else None
            if seat is None or words[1:2] != [seat] or len(words) < 3:
                raise Refused("seat", f"expected seat {seat} and a name, found {' '.join(words)!r}")
            self.seats += seat
            self.scores[seat] = 0
        elif words[0] == "round" and self.stage == "header":
            if not self.rules.players[0] <= len(self.seats) <= self.rules.players[1]:
                raise Refused("seat", f"{len(self.seats)} players in {self.rules.edition}")
            if len(self.seats) - 2 >= len(self.rules.deal):
                raise Refused("rule", f"no deal for {len(self.seats)} players")
            if self.rules.hand(len(self.seats)) * len(self.seats) > len(TILES):
                raise Refused("rule", "a deal of more tiles than there are")
            self._read_round(words)
        elif self.stage == "edition" or words[0] in HEAD + BODY:
            raise Refused("order", f"unexpected {' '.join(words)!r}")
        elif words[0] == "commit" and len(words) == 2 and HASH.fullmatch(words[1]) and not self.commit:
            self.commit = words[1]
        elif not KEY.fullmatch(words[0]) or len(words) < 2:
            raise Refused("form", f"expected a lower-case word and its value, found {' '.join(words)!r}")

    def _read_round(self, words: list[str]) -> None:
        if words != ["round", str(self.rounds + 1)]:
            raise Refused("order", f"expected round {self.rounds + 1}, found {' '.join(words)!r}")
        self.rounds += 1
        self.round = Round(self.rules, self.seats)
        self.receipts, self.numbers, self.round_lines = {}, {}, []
        self.stage = "round"

    def _read_in_round(self, words: list[str]) -> None:
        assert self.round is not None
        first, rest = words[0], words[1:]
        if first == "receipt":
            if self.numbers:
                raise Refused("order", "a receipt after a number")
            self._read_given(rest, self.receipts)
            return
        if first == "number":
            self._read_given(rest, self.numbers)
            return
        if words[-1] == "anyway":
            self._read_anyway(words[:-1])
            return
        self.round_lines.append(words)
        if first == "deal":
            self.round.read_deal(rest)
        elif first == "well":
            self.round.read_well(rest)
        elif first == "left":
            self.round.read_left(rest)
        elif first == "out":
            self.round_winner = self.round.read_out(rest)
            self.stage = "score"
        elif first == "blocked":
            self.round_winner = self.round.read_blocked(rest)
            self.stage = "score"
        elif len(first) == 1 and first in self.seats:
            self.round.read_turn(first, rest)
        else:
            raise Refused("order", f"unexpected {' '.join(words)!r}")

    def _read_anyway(self, words: list[str]) -> None:
        """A line that somebody insists on: refused as it stands, and well formed."""
        assert self.round is not None
        if self.round.dealt or self.round.well_read or words[0] in ("deal", "well"):
            raise Refused("anyway", "nobody insists where the deal is on record")
        trial = copy.deepcopy(self)
        try:
            trial._read_in_round(words)
        except Refused:
            if not _well_formed(words, self.seats):
                raise
        else:
            if not isinstance(self.round.knowledge, Counts):  # which takes more for right than there is
                raise Refused("anyway", f"{' '.join(words)!r} is right and needs no insistence")
        self.round_lines.append(words)
        winner = self.round.take(words[0], words[1:])
        if words[0] in ("out", "blocked"):
            self.round_winner, self.stage = winner, "score"

    def _read_given(self, words: list[str], given: dict[str, str]) -> None:
        """A receipt or a number, into those of its kind."""
        if not self.commit or self.round_lines:
            raise Refused("order", "a number or receipt without a commitment, or not at the beginning of a round")
        seat = words[0]
        if len(words) != 2 or seat not in self.seats or len(seat) != 1 or not HASH.fullmatch(words[1]):
            raise Refused("form", f"expected a seat and 64 digits, found {' '.join(words)!r}")
        if seat <= max(given, default=""):
            raise Refused("order", f"a second one of {seat}, or one out of order")
        given[seat] = words[1]
        self.tells_secrets = True

    def _read_secret(self, words: list[str]) -> None:
        if len(words) != 1 or not HASH.fullmatch(words[0]):
            raise Refused("form", f"expected a secret, found {' '.join(words)!r}")
        if not self.commit or (self.rounds > 1 and not self.tells_secrets):
            raise Refused("order", "a secret without a commitment, or after a round that did not tell its own")
        if sha256(words[0]) != self.commit:
            raise Refused("secret", f"the hash of the secret is {sha256(words[0])}, not {self.commit}")
        self.commit, self.tells_secrets = words[0], True
        for seat, given in self.receipts.items():
            if seat not in self.numbers or receipt(words[0], self.rounds, self.numbers[seat]) != given:
                raise Refused("receipt", f"the number of {seat} is not the one that the receipt {given} is for")
        self._check_deal(deal_lines(deal_order(words[0], self.rounds, self.numbers), self.rules, self.seats))
        self.stage = "told"

    def _check_deal(self, true: list[str]) -> None:
        """What the record tells of a round has to be so, and lawful, where it was dealt like this."""
        again = Game()
        again.stage, again.rules, again.seats = "round", self.rules, self.seats
        again.round = Round(self.rules, self.seats)
        well = true[-1].split(" ")[1:]
        for line in true:
            again._read_in_round(line.split(" "))
        told = {tuple(line.split(" ")[: 2 if line[0] == "d" else 1]): line.split(" ") for line in true}
        for words in self.round_lines:
            if words[0] in ("deal", "well"):
                _check_same(words, told[tuple(words[: 2 if words[0] == "deal" else 1])])
            elif words[0] == "left":
                again.round.check_left(words[1:])
            else:
                drawn = words[1] == "draw"
                again._read_in_round([*words[:2], well.pop(0), *words[3:]] if drawn and UNKNOWN in words else words)
                if drawn and UNKNOWN not in words:
                    well.pop(0)

    def _read_score(self, words: list[str]) -> None:
        assert self.round is not None
        for seat in self.seats:
            self.scores[seat] += self.round.points[seat]
        expected = ["score"]
        for seat in self.seats:
            expected += [seat, str(self.scores[seat])]
        if words != expected:
            raise Refused("score", f"expected {' '.join(expected)!r}, found {' '.join(words)!r}")
        self.stage = "between"

    def _read_between(self, words: list[str]) -> None:
        if words[0] == "secret" and self.stage == "between":
            self._read_secret(words[1:])
            return
        if self.tells_secrets and self.stage == "between":
            raise Refused("secret", f"expected the secret of the round, found {' '.join(words)!r}")
        winner = game_winner(self.rules, self.scores, self.round_winner)
        if winner is None:
            self._read_round(words)
        elif words == ["winner", winner]:
            self.stage = "over"
        else:
            raise Refused("winner", f"expected 'winner {winner}', found {' '.join(words)!r}")


def _check_same(words: list[str], true: list[str]) -> None:
    """The tiles of a hand in any order, those of the well in theirs."""
    if words[0] == "well":
        wrong = any(word not in (UNKNOWN, right) for word, right in zip(words, true, strict=True))
    else:
        wrong = not set(words) - {UNKNOWN} <= set(true)
    if wrong:
        raise Refused("deal", f"the secret deals {' '.join(true)!r}, not {' '.join(words)!r}")


def check(text: str) -> None:
    """Raise ``Wrong`` at the first line of a record that is malformed or breaks a rule."""
    game = Game()
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    if not lines:
        raise Wrong(1, "expected 'tricorn 1', found nothing")
    for number, line in enumerate(lines, start=1):
        try:
            game.read(line.removesuffix("\r"))
        except Refused as refused:
            raise Wrong(number, str(refused)) from refused


def is_finished(text: str) -> bool:
    """Whether the record's last line tells the winner."""
    return text.rstrip("\n").rsplit("\n", 1)[-1].startswith("winner ")


# ------------------------------------------------------------------------------------------- the generator

NAMES = ("Ana", "Bo Li", "Çelik", "Dora", "Émile", "Fu")
STYLES = ("random", "greedy")


def play(edition: str, players: int, rng: Random, style: str, max_rounds: int = 60, committed: bool = False) -> str:
    """The canonical record of a whole game.

    ``edition`` is all that follows ``edition`` in the record, house rules too. ``random`` plays any lawful
    move, ``greedy`` the placement that scores most. With a clock some turns run out of time. A game that has
    no winner after ``max_rounds`` is left unfinished. A ``committed`` one has receipts, numbers, secrets and
    the deals that follow from them.
    """
    if style not in STYLES:
        raise ValueError(f"unknown style {style!r}")
    rules = read_rules(edition.split(" "))
    seats = SEATS[:players]
    lines = ["tricorn 1", f"edition {edition}"]
    lines += [f"player {seat} {name}" for seat, name in zip(seats, NAMES * 5, strict=False)]
    lines.append(f"event oracle {style}")
    scores = dict.fromkeys(seats, 0)
    secrets = [sha256(rng.randbytes(9).hex())] if committed else []
    while committed and len(secrets) <= max_rounds:
        secrets.append(sha256(secrets[-1]))
    lines += [f"commit {secrets[-1]}"] if committed else []
    for number in range(1, max_rounds + 1):
        lines.append(f"round {number}")
        pack = list(TILES)
        rng.shuffle(pack)
        if committed:
            numbers = {seat: sha256(rng.randbytes(9).hex()) for seat in seats if rng.random() < 0.6}
            kept = [
                (seat, told) for seat, told in numbers.items() if told[0] < "e"
            ]  # of others no device wrote it down
            lines += [f"receipt {seat} {receipt(secrets[-1 - number], number, told)}" for seat, told in kept]
            lines += [f"number {seat} {told}" for seat, told in numbers.items()]
            pack = deal_order(secrets[-1 - number], number, numbers)
        points, winner = _play_round(rules, seats, pack, rng, style, lines)
        for seat in seats:
            scores[seat] += points[seat]
        lines.append("score " + " ".join(f"{seat} {scores[seat]}" for seat in seats))
        lines += [f"secret {secrets[-1 - number]}"] if committed else []
        champion = game_winner(rules, scores, winner)
        if champion is not None:
            lines.append(f"winner {champion}")
            break
    return "\n".join(lines) + "\n"


def _play_round(
    rules: Rules, seats: str, pack: list[Tile], rng: Random, style: str, lines: list[str]
) -> tuple[dict[str, int], str | None]:
    """Play one round dealt in this order, add its lines, and give its points and its winner."""
    lines += deal_lines(pack, rules, seats)
    hands: dict[str, set[Tile]] = {}
    for seat in seats:
        size = rules.hand(len(seats))
        hands[seat], pack = set(pack[:size]), pack[size:]
    points = dict.fromkeys(seats, 0)
    table = Table()

    everything = [(tile, seat) for seat in seats for tile in hands[seat]]
    tile, seat = max(everything, key=lambda held: (is_triple(held[0]), start_order(held[0])))
    timeout = _runs_out(rules, rng)
    shows = ""
    if rules.zero_option and is_triple(tile) and tile != ZERO and ZERO in hands[seat]:
        better = rules.start_worth(ZERO) > rules.start_worth(tile)
        if better if timeout or style == "greedy" else rng.random() < 0.5:
            if rules.show_triple:
                shows = f" shows {tile_name(tile)}"
            tile = ZERO
    digits = tile if style == "greedy" else rng.choice(rotations(tile))
    table.put((0, 0, "^"), digits)
    hands[seat].remove(tile)
    points[seat] += rules.start_worth(tile)
    numbers = "".join(map(str, digits))
    lines.append(f"{seat} 0,0^{numbers} {rules.start_worth(tile):+}{shows}{' timeout' * timeout}")

    passes = 0
    while hands[seat] and passes < len(seats):
        seat = seats[(seats.index(seat) + 1) % len(seats)]
        placed = _play_turn(rules, seat, hands[seat], pack, table, points, rng, style, lines)
        passes = 0 if placed else passes + rules.blocks(len(pack))
    sums = {other: sum(map(sum, hands[other])) for other in seats}
    if not hands[seat]:
        gain = rules.out_bonus + sum(sums.values())
        points[seat] += gain
        lines.append(f"out {seat} {gain:+}")
        return points, seat
    winner = blocked_winner(rules, hands)
    if winner is None:
        lines.append("blocked draw +0")
        return points, None
    own = sums.pop(winner)
    gain = sum(sums.values()) - own * rules.blocked_own
    points[winner] += gain
    lines.append(f"blocked {winner} {gain:+}")
    return points, winner


def _runs_out(rules: Rules, rng: Random) -> bool:
    return rules.clock is not None and rng.random() < 0.2


def _play_turn(
    rules: Rules,
    seat: str,
    hand: set[Tile],
    pack: list[Tile],
    table: Table,
    points: dict[str, int],
    rng: Random,
    style: str,
    lines: list[str],
) -> bool:
    """Play one turn and add its lines; whether a tile was placed."""
    timeout = _runs_out(rules, rng)
    mark = " timeout" * timeout
    draws = 0
    while True:
        choices = [
            (rules.worth(tile, table.shape(cell, rules.beside)), cell, digits)
            for tile, places in table.placements().items()
            if tile in hand
            for cell, digits in places
        ]
        rather_not = rules.draw_optional and style == "random" and not timeout and rng.random() < 0.25
        if choices and not rather_not:
            best = max(choices)[0]
            if timeout or style == "greedy":
                choices = [choice for choice in choices if choice[0] == best]
            worth, cell, digits = rng.choice(choices)
            word = table.shape(cell, rules.beside)
            table.put(cell, digits, word)
            hand.remove(tile_of(digits))
            points[seat] += worth
            numbers = "".join(map(str, digits))
            lines.append(f"{seat} {cell_name(cell)}{numbers} {worth:+}{' ' * bool(word)}{word}{mark}")
            return True
        free = rules.ends_free(draws)
        ends = free and (timeout or style == "greedy" or rng.random() < 0.5)
        if pack and not ends and (rules.draw_limit is None or draws < rules.draw_limit):
            tile = pack.pop(0)
            hand.add(tile)
            draws += 1
            points[seat] -= rules.draw_penalty
            lines.append(f"{seat} draw {tile_name(tile)} -{rules.draw_penalty}{mark}")
            continue
        if free:
            lines.append(f"{seat} pass +0{mark}")
            return False
        points[seat] -= rules.pass_penalty
        lines.append(f"{seat} pass -{rules.pass_penalty}{mark}")
        return False


# -------------------------------------------------------------------------------------- incomplete records


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
    """A complete record as taken down at a table: neither deals nor well, draws unseen.

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
        if words[0] == "well":
            continue
        if words[0] in hands and words[1] == "draw":
            hands[words[0]].add(read_tile(words[2]))
            words[2] = UNKNOWN
        elif words[0] in hands and words[1] != "pass":
            hands[words[0]].discard(_read_where(words[1])[1])
        elif words[0] in ("out", "blocked"):
            for seat, hand in hands.items():
                way = rng.choice(("tiles", "sum", "count", "none")) if left == "mixed" else left
                total = f"={sum(map(sum, hand))}"
                if hand and way == "tiles":
                    lines.append(" ".join(["left", seat, *map(tile_name, sorted(hand))]))
                elif hand and way == "sum":
                    lines.append(f"left {seat} {total}")
                elif hand and way == "count":
                    lines.append(f"left {seat} {len(hand)} {total}")
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"


def without_cells(text: str, rng: Random, chance: float = 1.0) -> str:
    """The same record with the cells of some placements not taken down."""
    lines = []
    for line in text.splitlines():
        words = line.split(" ")
        if len(words) > 2 and CELL.fullmatch(words[1]) and rng.random() < chance:
            words[1] = tile_name(tile_of(read_placement(words[1])[1]))
        lines.append(" ".join(words))
    return "\n".join(lines) + "\n"
