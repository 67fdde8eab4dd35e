"""Wrong records, each made from a sound one by a single alteration.

``alterations(text, rng)`` yields them. Every one has gone through the oracle, which says in which line it is
wrong; what is still a sound record after the alteration (a deal left out, say) is not yielded. Alterations
whose wrongness hangs on a reading of the format that can be disputed are not made at all.

"Rescored" alterations also correct the score lines to match, so that only the rule itself gives them away.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tests.oracle.oracle import (
    SEATS,
    TILES,
    WORDS,
    Cell,
    Digits,
    Rules,
    Table,
    Tile,
    Wrong,
    blocked_winner,
    cell_name,
    check,
    corners,
    is_triple,
    neighbours,
    play,
    read_placement,
    read_rules,
    read_tile,
    rotations,
    tile_name,
    tile_of,
)


class Alteration(NamedTuple):
    """A wrong record: what was done to it, its text, and where and why the oracle refuses it."""

    name: str
    text: str
    line: int
    message: str


Lines = list[str]


@dataclass
class Move:
    """A line of a turn, with what is known just before it."""

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
    """A complete record taken apart for altering."""

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
                late = words[-1] == "timeout"
                self.moves.append(Move(index, words[0], what, words, copied, held, list(well), drawn, late))
                if what == "draw":
                    hands[words[0]].add(read_tile(words[2]))
                    well.pop(0)
                    drawn += 1
                    continue
                if what != "pass":
                    table.put(*read_placement(words[1]), "bridge" if "bridge" in words else "")
                    hands[words[0]].discard(tile_of(read_placement(words[1])[1]))
                drawn = 0

    def some(self, *what: str) -> list[Move]:
        """The lines of these kinds, shuffled."""
        chosen = [move for move in self.moves if move.what in what]
        self.rng.shuffle(chosen)
        return chosen

    def starting(self, *words: str) -> list[int]:
        """The indices of the lines that begin with one of these words, shuffled."""
        chosen = [index for index, line in enumerate(self.lines) if line.split(" ")[0] in words]
        self.rng.shuffle(chosen)
        return chosen

    def turns(self) -> list[list[Move]]:
        """The moves, gathered into turns."""
        found: list[list[Move]] = [[]]
        for move in self.moves:
            found[-1].append(move)
            if move.what != "draw":
                found.append([])
        return [turn for turn in found if turn]

    def with_line(self, index: int, line: str) -> Lines:
        return [*self.lines[:index], line, *self.lines[index + 1 :]]

    def with_words(self, index: int, words: list[str]) -> Lines:
        return self.with_line(index, " ".join(words))

    def inserted(self, index: int, *lines: str) -> Lines:
        return [*self.lines[:index], *lines, *self.lines[index:]]

    def without(self, *indices: int) -> Lines:
        return [line for index, line in enumerate(self.lines) if index not in indices]

    def swapped(self, one: int, two: int) -> Lines:
        lines = list(self.lines)
        lines[one], lines[two] = lines[two], lines[one]
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


def refigured(words: list[str], change: int) -> list[str]:
    """The words of a line with its points figure changed by so much."""
    place = next(place for place, word in enumerate(words) if re.fullmatch(r"[+-][0-9]+", word))
    return [*words[:place], f"{int(words[place]) + change:+}", *words[place + 1 :]]


def placed(move: Move, rules: Rules, cell: Cell, digits: Digits) -> list[str]:
    """The words of a move with another placement, its points and its bonus word right for it."""
    tile = tile_of(digits)
    word = "" if move.what == "start" else move.table.shape(cell, rules.beside)
    points = rules.start_worth(tile) if move.what == "start" else rules.worth(tile, word)
    words = [move.seat, cell_name(cell) + "".join(map(str, digits)), f"{points:+}"]
    return words + [word] * bool(word) + ["timeout"] * move.timeout


# Games short enough to be altered often; between them every kind of alteration applies to one or another. The last
# element says whether the deals can be checked.
SAMPLES: tuple[tuple[str, int, str, int, bool], ...] = (
    ("pressman-classic target=60", 2, "random", 53, False),
    ("pressman-deluxe target=60", 4, "random", 271, False),
    ("domino-site target=60 clock=30", 3, "greedy", 208, False),
    ("wooden target=20 deal=2/2/2", 3, "random", 16, False),
    ("spanish target=60", 3, "random", 2, False),
    ("spanish target=60 clock=60 draw_limit=none", 2, "random", 5, False),
    ("pressman-deluxe target=60 draw_limit=2 draw_penalty=0 bridge=0", 3, "greedy", 4, False),
    ("pressman-classic target=100 deal=3/3/3/3/3", 3, "random", 13, True),
    ("domino-site target=60", 2, "greedy", 1277, False),
    ("domino-site target=60 deal=20/14/12/9/8", 2, "random", 356, False),
    ("spanish target=60 pass_after_draw=yes blocked_own=no", 2, "random", 18, False),
)


def samples() -> list[str]:
    """The records of ``SAMPLES``."""
    return [
        play(edition, players, Random(seed), style, committed=committed)
        for edition, players, style, seed, committed in SAMPLES
    ]


Maker = Callable[[Record], Iterator[Lines]]
KINDS: dict[str, Maker] = {}


def kind(maker: Maker) -> Maker:
    KINDS[maker.__name__.replace("_", " ")] = maker
    return maker


def alterations(text: str, rng: Random, per_kind: int = 2, tries: int = 12) -> Iterator[Alteration]:
    """Wrong records made from a sound and complete one, up to ``per_kind`` of every kind that applies."""
    record = Record(text, rng)
    for name, maker in KINDS.items():
        found: set[str] = set()
        for attempt, lines in enumerate(maker(record)):
            if attempt >= tries or len(found) >= per_kind:
                break
            altered = "\n".join(lines) + "\n"
            if altered in found or lines == record.lines:
                continue
            try:
                check(altered)
            except Wrong as wrong:
                found.add(altered)
                yield Alteration(name, altered, wrong.line, wrong.message)


# ---------------------------------------------------------------------------------- points and bonus words


@kind
def points_of_a_placement_changed(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start"):
        yield record.with_words(move.index, refigured(move.words, record.rng.choice((-40, -10, -1, 1, 10, 40, 50))))


@kind
def points_of_a_placement_changed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start"):
        yield rescored(record.with_words(move.index, refigured(move.words, record.rng.choice((-1, 1, 40, 50)))))


@kind
def points_of_a_placement_without_sign(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        yield record.with_line(move.index, record.lines[move.index].replace(" +", " ", 1))


@kind
def points_of_a_placement_negated(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        yield record.with_line(move.index, record.lines[move.index].replace(" +", " -", 1))


@kind
def points_of_a_placement_left_out(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        yield record.with_words(move.index, [*move.words[:2], *move.words[3:]])


@kind
def points_with_a_leading_nought(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        yield record.with_line(move.index, record.lines[move.index].replace(" +", " +0", 1))


@kind
def start_bonus_left_out(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if is_triple(tile_of(move.placement()[1])):
            yield rescored(record.with_words(move.index, refigured(move.words, -record.rules.start_bonus)))


@kind
def start_bonus_given_to_a_tile_that_is_no_triple(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if not is_triple(tile_of(move.placement()[1])):
            yield rescored(record.with_words(move.index, refigured(move.words, record.rules.start_bonus)))


@kind
def zero_start_bonus_left_out(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if tile_of(move.placement()[1]) == (0, 0, 0):
            yield rescored(record.with_words(move.index, refigured(move.words, -record.rules.zero_start)))


@kind
def penalty_of_a_draw_changed(record: Record) -> Iterator[Lines]:
    for move in record.some("draw"):
        yield rescored(record.with_words(move.index, refigured(move.words, record.rng.choice((-5, -1, 1, 4)))))


@kind
def penalty_of_a_draw_positive(record: Record) -> Iterator[Lines]:
    for move in record.some("draw"):
        yield rescored(record.with_line(move.index, record.lines[move.index].replace(" -", " +")))


@kind
def penalty_of_a_pass_changed(record: Record) -> Iterator[Lines]:
    for move in record.some("pass"):
        yield rescored(record.with_words(move.index, refigured(move.words, record.rng.choice((-15, -5, -1, 1, 9)))))


@kind
def bonus_word_removed(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus():
            yield record.with_words(move.index, [word for word in move.words if word != move.bonus()])


@kind
def bonus_word_and_bonus_removed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus():
            words = [word for word in move.words if word != move.bonus()]
            yield rescored(record.with_words(move.index, refigured(words, -record.rules.bonus(move.bonus()))))


@kind
def bonus_word_added(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start"):
        if not move.bonus():
            yield record.with_words(move.index, [*move.words[:3], record.rng.choice(WORDS), *move.words[3:]])


@kind
def bonus_word_and_bonus_added_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if not move.bonus():
            word = record.rng.choice(WORDS)
            words = refigured([*move.words[:3], word, *move.words[3:]], record.rules.bonus(word))
            yield rescored(record.with_words(move.index, words))


@kind
def bonus_word_changed(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus():
            other = record.rng.choice([word for word in WORDS if word != move.bonus()])
            yield record.with_words(move.index, [other if word in WORDS else word for word in move.words])


@kind
def bonus_word_and_bonus_changed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus():
            other = record.rng.choice([word for word in WORDS if word != move.bonus()])
            change = record.rules.bonus(other) - record.rules.bonus(move.bonus())
            words = [other if word in WORDS else word for word in move.words]
            yield rescored(record.with_words(move.index, refigured(words, change)))


@kind
def bonus_word_misspelt(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus():
            other = record.rng.choice((move.bonus().capitalize(), move.bonus() + "s", "hexagon1", "hexagon4"))
            yield record.with_words(move.index, [other if word in WORDS else word for word in move.words])


@kind
def bonus_word_twice(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus():
            yield record.with_words(move.index, [*move.words[:3], move.bonus(), *move.words[3:]])


# ----------------------------------------------------------------------------------------- cells and tiles


@kind
def cell_moved_by_one(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        (x, y, way), digits = move.placement()
        dx, dy = record.rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1)))
        numbers = "".join(map(str, digits))
        yield record.with_words(move.index, [move.seat, f"{x + dx},{y + dy}{way}{numbers}", *move.words[2:]])


@kind
def cell_moved_far_away(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        (x, y, way), digits = move.placement()
        numbers = "".join(map(str, digits))
        yield record.with_words(move.index, [move.seat, f"{x + 30},{y - 40}{way}{numbers}", *move.words[2:]])


@kind
def cell_turned_upside_down(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        flipped = move.words[1].translate(str.maketrans("^v", "v^"))
        yield record.with_words(move.index, [move.seat, flipped, *move.words[2:]])


@kind
def cell_that_is_occupied(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        numbers = move.words[1][-3:]
        cell = record.rng.choice(sorted(move.table.filled))
        yield record.with_words(move.index, [move.seat, cell_name(cell) + numbers, *move.words[2:]])


@kind
def cell_that_touches_only_at_a_corner(record: Record) -> Iterator[Lines]:
    """Everything matches, but no side is shared."""
    for move in record.some("place"):
        cell, digits = move.placement()
        for point in corners(cell):
            for other in corner_cells(move.table, point):
                numbers = [move.table.numbers.get(corner) for corner in corners(other)]
                for turned in rotations(tile_of(digits)):
                    if all(have in (None, want) for have, want in zip(numbers, turned, strict=True)):
                        words = [move.seat, cell_name(other) + "".join(map(str, turned)), f"+{sum(digits)}"]
                        yield rescored(record.with_words(move.index, words + ["timeout"] * move.timeout))


def corner_cells(table: Table, point: tuple[int, int]) -> list[Cell]:
    """The empty cells near a point that a tile touches only at corners."""
    x, y = point
    near = [(x + dx, y + dy, way) for dx in (-2, -1, 0, 1) for dy in (-2, -1, 0, 1) for way in "^v"]
    return [
        cell
        for cell in near
        if cell not in table.filled
        and not any(other in table.filled for other in neighbours(cell))
        and any(corner in table.numbers for corner in corners(cell))
    ]


@kind
def coordinate_written_otherwise(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start"):
        word = move.words[1]
        for other in (f"+{word}", f"0{word}", word.replace(",", ", "), word.replace(",", ";"), f"({word})"):
            if other != word and not other.startswith(("0-", "+-")):
                yield record.with_words(move.index, [move.seat, other, *move.words[2:]])


@kind
def digits_rotated(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        word = move.words[1]
        turned = word[:-3] + word[-2:] + word[-3]
        yield record.with_words(move.index, [move.seat, turned, *move.words[2:]])


@kind
def digits_mirrored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        word = move.words[1]
        if len(set(word[-3:])) == 3:
            yield record.with_words(move.index, [move.seat, word[:-2] + word[-1] + word[-2], *move.words[2:]])


@kind
def digit_of_a_placement_changed(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        word = move.words[1]
        place = record.rng.choice((-3, -2, -1))
        number = (int(word[place]) + record.rng.randrange(1, 6)) % 6
        changed = word[: len(word) + place] + str(number) + word[len(word) + place + 1 :]
        yield record.with_words(move.index, [move.seat, changed, *move.words[2:]])


@kind
def digit_of_six(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start"):
        yield record.with_words(move.index, [move.seat, move.words[1][:-1] + "6", *move.words[2:]])


@kind
def tile_not_held_but_fitting_rescored(record: Record) -> Iterator[Lines]:
    """Another's tile, or the well's, placed lawfully for its points."""
    for move in record.some("place"):
        others = sorted(set(move.table.placements()) - move.hands[move.seat])
        if others:
            places = move.table.placements()[record.rng.choice(others)]
            words = placed(move, record.rules, *record.rng.choice(places))
            yield rescored(record.with_words(move.index, words))


@kind
def tile_on_the_table_placed_again_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        for cell, pattern in move.table.openings():
            for tile in sorted(move.table.tiles):
                for digits in rotations(tile):
                    if all(want in (None, have) for want, have in zip(pattern, digits, strict=True)):
                        yield rescored(record.with_words(move.index, placed(move, record.rules, cell, digits)))


@kind
def tile_placed_where_another_number_stands_rescored(record: Record) -> Iterator[Lines]:
    """A tile of the player's own, with points and bonus as if it fitted."""
    for move in record.some("place"):
        cells = sorted(move.table.open_cells())
        tile = record.rng.choice(sorted(move.hands[move.seat]))
        words = placed(move, record.rules, record.rng.choice(cells), record.rng.choice(rotations(tile)))
        yield rescored(record.with_words(move.index, words))


@kind
def tile_alone_that_is_not_held(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        tile = record.rng.choice(sorted(set(TILES) - move.hands[move.seat]))
        words = [move.seat, tile_name(tile), f"+{sum(tile)}", *["timeout"] * move.timeout]
        yield rescored(record.with_words(move.index, words))


# ---------------------------------------------------------------------------------------- draws and passes


@kind
def tile_of_a_draw_changed(record: Record) -> Iterator[Lines]:
    for move in record.some("draw"):
        tile = record.rng.choice(TILES)
        yield record.with_words(move.index, [*move.words[:2], tile_name(tile), *move.words[3:]])


@kind
def tile_of_a_draw_descending(record: Record) -> Iterator[Lines]:
    for move in record.some("draw"):
        yield record.with_words(move.index, [*move.words[:2], move.words[2][::-1], *move.words[3:]])


@kind
def tiles_of_two_draws_swapped(record: Record) -> Iterator[Lines]:
    draws = record.some("draw")
    for one, two in itertools.pairwise(draws):
        lines = record.with_words(one.index, [*one.words[:2], two.words[2], *one.words[3:]])
        lines[two.index] = " ".join([*two.words[:2], one.words[2], *two.words[3:]])
        yield lines


@kind
def tiles_of_two_draws_in_one_turn_swapped(record: Record) -> Iterator[Lines]:
    for one, two in zip(record.moves, record.moves[1:], strict=False):
        if one.what == two.what == "draw":
            yield record.swapped(one.index, two.index)


@kind
def draw_deleted_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("draw"):
        yield rescored(record.without(move.index))


@kind
def draw_doubled_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("draw"):
        yield rescored(record.inserted(move.index, record.lines[move.index]))


@kind
def draw_where_placing_was_due_rescored(record: Record) -> Iterator[Lines]:
    """The next tile of the well is drawn, and then the tile placed that could have been placed at once."""
    for move in record.some("place"):
        if move.well and not record.rules.draw_optional:
            mark = " timeout" * move.timeout
            line = f"{move.seat} draw {tile_name(move.well[0])} -{record.rules.draw_penalty}{mark}"
            yield rescored(record.inserted(move.index, line))


@kind
def draw_beyond_the_limit_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("pass", "place"):
        if move.well and move.drawn == record.rules.draw_limit:
            mark = " timeout" * move.timeout
            line = f"{move.seat} draw {tile_name(move.well[0])} -{record.rules.draw_penalty}{mark}"
            yield rescored(record.inserted(move.index, line))


@kind
def draw_from_an_empty_well_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("pass"):
        if not move.well:
            mark = " timeout" * move.timeout
            for tile in ("?-?-?", "0-0-1"):
                line = f"{move.seat} draw {tile} -{record.rules.draw_penalty}{mark}"
                yield rescored(record.inserted(move.index, line))


@kind
def draw_before_the_first_tile_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if move.well:
            line = f"{move.seat} draw {tile_name(move.well[0])} -{record.rules.draw_penalty}"
            yield rescored(record.inserted(move.index, line))


@kind
def pass_before_the_first_tile_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        yield rescored(record.inserted(move.index, f"{move.seat} pass -{record.rules.pass_penalty}"))


@kind
def pass_where_placing_was_due_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        mark = " timeout" * move.timeout
        line = f"{move.seat} pass -{record.rules.pass_penalty}{mark}"
        yield rescored(record.with_line(move.index, line))


@kind
def pass_where_placing_was_due_and_the_well_is_empty_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if not move.well:
            mark = " timeout" * move.timeout
            line = f"{move.seat} pass -{record.rules.pass_penalty}{mark}"
            yield rescored(record.with_line(move.index, line))


@kind
def pass_where_drawing_was_due_rescored(record: Record) -> Iterator[Lines]:
    for turn in record.turns():
        for drawn, move in enumerate(turn):
            if move.what == "draw":
                mark = " timeout" * move.timeout
                line = f"{move.seat} pass -{record.rules.pass_penalty}{mark}"
                rest = [later.index for later in turn[drawn + 1 :]]
                lines = record.with_line(move.index, line)
                yield rescored([line for index, line in enumerate(lines) if index not in rest])


@kind
def pass_deleted_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("pass"):
        yield rescored(record.without(move.index))


@kind
def pass_doubled_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("pass"):
        yield rescored(record.inserted(move.index, record.lines[move.index]))


@kind
def last_pass_of_a_blocked_round_missing_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("blocked"):
        yield rescored(record.without(index - 1))


@kind
def round_going_on_after_everybody_has_passed_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("blocked"):
        seat = record.lines[index - 1][0]
        following = record.seats[(record.seats.index(seat) + 1) % len(record.seats)]
        yield rescored(record.inserted(index, f"{following} pass -{record.rules.pass_penalty}"))


# ------------------------------------------------------------------------------------ lines and turn order


@kind
def two_lines_next_to_each_other_swapped(record: Record) -> Iterator[Lines]:
    for index in record.body():
        if index + 1 < len(record.lines):
            yield record.swapped(index, index + 1)


@kind
def two_lines_swapped(record: Record) -> Iterator[Lines]:
    indices = record.body()
    for one, two in itertools.pairwise(indices):
        yield record.swapped(one, two)


@kind
def line_deleted(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.without(index)


@kind
def line_doubled(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.inserted(index, record.lines[index])


@kind
def line_moved_elsewhere(record: Record) -> Iterator[Lines]:
    indices = record.body()
    for index, target in itertools.pairwise(indices):
        lines = record.without(index)
        lines.insert(target, record.lines[index])
        yield lines


@kind
def line_cut_short(record: Record) -> Iterator[Lines]:
    for index in record.body():
        line = record.lines[index]
        yield record.with_line(index, line[: record.rng.randrange(1, len(line))].rstrip())


@kind
def seat_of_a_move_changed_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "draw", "pass", "start"):
        other = record.rng.choice([seat for seat in record.seats if seat != move.seat])
        yield rescored(record.with_words(move.index, [other, *move.words[1:]]))


@kind
def seat_that_is_not_in_the_game(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "draw", "pass", "start"):
        other = SEATS[len(record.seats)]
        yield record.with_words(move.index, [other, *move.words[1:]])


@kind
def two_turns_swapped(record: Record) -> Iterator[Lines]:
    turns = record.turns()
    pairs = [(one, two) for one, two in itertools.pairwise(turns) if one[-1].index + 1 == two[0].index]
    record.rng.shuffle(pairs)
    for one, two in pairs:
        first, middle, end = one[0].index, two[0].index, two[-1].index + 1
        yield [
            *record.lines[:first],
            *record.lines[middle:end],
            *record.lines[first:middle],
            *record.lines[end:],
        ]


@kind
def turn_left_out_rescored(record: Record) -> Iterator[Lines]:
    turns = record.turns()
    record.rng.shuffle(turns)
    for turn in turns:
        yield rescored(record.without(*(move.index for move in turn)))


# ------------------------------------------------------------------------------------------- deal and well


@kind
def deal_with_a_tile_too_many(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        words = record.lines[index].split(" ")
        extra = record.rng.choice([tile_name(tile) for tile in TILES if tile_name(tile) not in words])
        yield record.with_words(index, [*words, extra])


@kind
def deal_with_a_tile_too_few(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        words = record.lines[index].split(" ")
        words.pop(record.rng.randrange(2, len(words)))
        yield record.with_words(index, words)


@kind
def deal_with_a_tile_twice(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        words = record.lines[index].split(" ")
        one, two = record.rng.sample(range(2, len(words)), 2)
        words[one] = words[two]
        yield record.with_words(index, words)


@kind
def deal_with_a_tile_of_another_hand(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        words = record.lines[index].split(" ")
        other = index + 1 if record.lines[index + 1].startswith("deal ") else index - 1
        words[record.rng.randrange(2, len(words))] = record.rng.choice(record.lines[other].split(" ")[2:])
        yield record.with_words(index, words)


@kind
def deal_with_a_tile_of_the_well(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        words = record.lines[index - 1].split(" ")
        words[record.rng.randrange(2, len(words))] = record.rng.choice(record.lines[index].split(" ")[1:])
        yield record.with_words(index - 1, words)


@kind
def deal_with_tiles_exchanged_between_two_hands(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        if record.lines[index + 1].startswith("deal "):
            one, two = (record.lines[place].split(" ") for place in (index, index + 1))
            place, other = record.rng.randrange(2, len(one)), record.rng.randrange(2, len(two))
            one[place], two[other] = two[other], one[place]
            lines = record.with_words(index, one)
            lines[index + 1] = " ".join(two)
            yield lines


@kind
def deal_with_seats_exchanged(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        if record.lines[index + 1].startswith("deal "):
            one, two = (record.lines[place].split(" ") for place in (index, index + 1))
            lines = record.with_words(index, [*one[:2], *two[2:]])
            lines[index + 1] = " ".join([*two[:2], *one[2:]])
            yield lines


@kind
def deal_to_the_same_seat_twice(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        if record.lines[index + 1].startswith("deal "):
            two = record.lines[index + 1].split(" ")
            yield record.with_words(index + 1, ["deal", record.lines[index].split(" ")[1], *two[2:]])


@kind
def deal_to_a_seat_that_is_not_in_the_game(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, ["deal", SEATS[len(record.seats)], *words[2:]])


@kind
def deal_after_the_first_tile(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        deal = max(index for index in record.starting("deal") if index < move.index)
        lines = record.inserted(move.index + 1, record.lines[deal])
        yield [line for index, line in enumerate(lines) if index != deal]


@kind
def deal_with_a_tile_that_does_not_exist(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal", "well"):
        words = record.lines[index].split(" ")
        words[record.rng.randrange(2, len(words))] = record.rng.choice(("1-2-6", "2-1-3", "123", "1-2", "1-2-3-4"))
        yield record.with_words(index, words)


@kind
def well_shortened(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        yield record.with_words(index, record.lines[index].split(" ")[:-1])


@kind
def well_with_a_tile_missing_in_front(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, ["well", *words[2:]])


@kind
def well_with_a_tile_twice(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        words = record.lines[index].split(" ")
        one, two = record.rng.sample(range(1, len(words)), 2)
        words[one] = words[two]
        yield record.with_words(index, words)


@kind
def well_with_a_dealt_tile_too_many(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        yield record.with_line(index, f"{record.lines[index]} {record.lines[index - 1].split(' ')[2]}")


@kind
def well_swapped_in_the_drawn_part(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        words = record.lines[index].split(" ")
        drawn = 0
        for line in record.lines[index:]:
            if line.startswith("round "):
                break
            drawn += " draw " in line and not line.startswith("blocked")
        for place in range(1, min(drawn, len(words) - 2) + 1):
            yield record.with_words(index, [*words[:place], words[place + 1], words[place], *words[place + 2 :]])


@kind
def well_and_hand_exchange_a_tile(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        hand, well = record.lines[index - 1].split(" "), record.lines[index].split(" ")
        one, two = record.rng.randrange(2, len(hand)), record.rng.randrange(1, len(well))
        hand[one], well[two] = well[two], hand[one]
        lines = record.with_words(index, well)
        lines[index - 1] = " ".join(hand)
        yield lines


@kind
def well_twice(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        yield record.inserted(index, record.lines[index])


# --------------------------------------------------------------------------------------------------- start


@kind
def start_with_another_tile_of_the_hand_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        tile = record.rng.choice(sorted(move.hands[move.seat]))
        if tile != tile_of(move.placement()[1]):
            yield rescored(record.with_words(move.index, placed(move, record.rules, (0, 0, "^"), tile)))


@kind
def start_by_another_seat_rescored(record: Record) -> Iterator[Lines]:
    """Another player starts with that player's own best tile."""
    for move in record.some("start"):
        for seat in record.seats:
            if seat != move.seat:
                tile = max(move.hands[seat], key=lambda held: (is_triple(held), sum(held), held[2], held[1]))
                words = placed(move, record.rules, (0, 0, "^"), tile)
                yield rescored(record.with_words(move.index, [seat, *words[1:]]))


@kind
def start_with_another_triple_of_the_hand_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        for tile in sorted(move.hands[move.seat]):
            if is_triple(tile) and tile not in ((0, 0, 0), tile_of(move.placement()[1])):
                words = placed(move, record.rules, (0, 0, "^"), tile)
                yield rescored(record.with_words(move.index, words))


@kind
def start_that_is_mirrored(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        word = move.words[1]
        if len(set(word[-3:])) == 3:
            yield record.with_words(move.index, [move.seat, word[:-2] + word[-1] + word[-2], *move.words[2:]])


@kind
def shows_missing(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if "shows" in move.words:
            place = move.words.index("shows")
            yield record.with_words(move.index, [*move.words[:place], *move.words[place + 2 :]])


@kind
def shows_without_a_tile(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if "shows" in move.words:
            place = move.words.index("shows")
            yield record.with_words(move.index, [*move.words[: place + 1], *move.words[place + 2 :]])


@kind
def shows_another_tile(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        if "shows" in move.words:
            place = move.words.index("shows") + 1
            for tile in [*(t for t in TILES if is_triple(t)), *sorted(move.hands[move.seat])]:
                yield record.with_words(move.index, [*move.words[:place], tile_name(tile), *move.words[place + 1 :]])


@kind
def shows_where_nothing_is_shown(record: Record) -> Iterator[Lines]:
    for move in record.some("start", "place"):
        if "shows" not in move.words:
            tile = record.rng.choice(sorted(move.hands[move.seat]))
            yield record.with_words(move.index, [*move.words[:3], "shows", tile_name(tile), *move.words[3:]])


# ------------------------------------------------------------------------------------------ end of a round


@kind
def out_written_as_blocked(record: Record) -> Iterator[Lines]:
    for index in record.starting("out"):
        yield record.with_line(index, record.lines[index].replace("out", "blocked"))


@kind
def blocked_written_as_out(record: Record) -> Iterator[Lines]:
    for index in record.starting("blocked"):
        yield record.with_line(index, record.lines[index].replace("blocked", "out"))


@kind
def out_by_another_seat_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("out"):
        words = record.lines[index].split(" ")
        other = record.rng.choice([seat for seat in record.seats if seat != words[1]])
        yield rescored(record.with_words(index, ["out", other, words[2]]))


@kind
def out_points_off_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("out"):
        words = record.lines[index].split(" ")
        change = record.rng.choice((-record.rules.out_bonus or -2, -1, 1))
        yield rescored(record.with_words(index, refigured(words, change)))


@kind
def out_although_a_tile_is_left_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("out"):
        lines = record.without(index - 1)
        if index - 1 in [move.index for move in record.moves if move.what == "place"]:
            yield rescored(lines)


@kind
def out_forgotten_and_the_round_going_on_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("out"):
        seat = record.lines[index].split(" ")[1]
        following = record.seats[(record.seats.index(seat) + 1) % len(record.seats)]
        yield rescored(record.inserted(index, f"{following} pass -{record.rules.pass_penalty}"))


@kind
def blocked_with_another_winner_rescored(record: Record) -> Iterator[Lines]:
    """The hands are counted rightly for the wrong winner."""
    for index in record.starting("blocked"):
        last = [move for move in record.moves if move.index < index][-1]
        sums = {seat: sum(map(sum, hand)) for seat, hand in last.hands.items()}
        for seat in record.seats:
            if record.lines[index].split(" ")[1] != seat:
                gain = sum(sums.values()) - 2 * sums[seat]
                yield rescored(record.with_line(index, f"blocked {seat} {gain:+}"))


@kind
def blocked_points_off_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("blocked"):
        words = record.lines[index].split(" ")
        for change in (1, -1, 25):
            yield rescored(record.with_words(index, refigured(words, change)))


@kind
def blocked_called_drawn_rescored(record: Record) -> Iterator[Lines]:
    for index in record.starting("blocked"):
        if " draw " not in record.lines[index]:
            yield rescored(record.with_line(index, "blocked draw +0"))


@kind
def blocked_before_anybody_has_passed(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        yield [*record.lines[: move.index + 1], f"blocked {move.seat} +10"]


@kind
def out_before_the_hand_is_empty(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if len(move.hands[move.seat]) > 1:
            yield [*record.lines[: move.index + 1], f"out {move.seat} +60"]


@kind
def round_end_missing(record: Record) -> Iterator[Lines]:
    for index in record.starting("out", "blocked"):
        yield rescored(record.without(index))


# --------------------------------------------------------------------------------------- scores and winner


@kind
def score_off_by_one(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        words = record.lines[index].split(" ")
        place = record.rng.randrange(2, len(words), 2)
        words[place] = str(int(words[place]) + record.rng.choice((-1, 1)))
        yield record.with_words(index, words)


@kind
def score_figures_swapped(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        words = record.lines[index].split(" ")
        words[2], words[4] = words[4], words[2]
        yield record.with_words(index, words)


@kind
def score_seats_swapped(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        words = record.lines[index].split(" ")
        words[1], words[3] = words[3], words[1]
        yield record.with_words(index, words)


@kind
def score_of_a_seat_missing(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        yield record.with_words(index, record.lines[index].split(" ")[:-2])


@kind
def score_with_a_plus_sign(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, [*words[:2], f"+{words[2].lstrip('-')}", *words[3:]])


@kind
def score_missing(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        yield record.without(index)


@kind
def score_of_the_round_alone(record: Record) -> Iterator[Lines]:
    scores = sorted(record.starting("score"))
    for before, index in itertools.pairwise(scores):
        old, new = record.lines[before].split(" "), record.lines[index].split(" ")
        words = [
            str(int(now) - int(then)) if place and place % 2 == 0 else now
            for place, (now, then) in enumerate(zip(new, old, strict=True))
        ]
        yield record.with_words(index, words)


@kind
def winner_wrong(record: Record) -> Iterator[Lines]:
    for index in record.starting("winner"):
        for seat in record.seats:
            yield record.with_line(index, f"winner {seat}")


@kind
def winner_missing_and_another_round_following(record: Record) -> Iterator[Lines]:
    for index in record.starting("winner"):
        yield record.with_line(index, f"round {len(record.starting('round')) + 1}")


@kind
def winner_too_early(record: Record) -> Iterator[Lines]:
    for index in record.starting("score"):
        if record.lines[index + 1 : index + 2] and record.lines[index + 1].startswith("round "):
            yield [*record.lines[: index + 1], f"winner {record.rng.choice(record.seats)}"]


@kind
def winner_before_the_score(record: Record) -> Iterator[Lines]:
    for index in record.starting("winner"):
        yield record.swapped(index - 1, index)


@kind
def winner_in_lower_case(record: Record) -> Iterator[Lines]:
    for index in record.starting("winner"):
        yield record.with_line(index, f"winner {record.lines[index][-1].lower()}")


@kind
def winner_by_name(record: Record) -> Iterator[Lines]:
    for index in record.starting("winner"):
        yield record.with_line(index, f"winner {record.lines[2].split(' ', 2)[2]}")


@kind
def something_after_the_winner(record: Record) -> Iterator[Lines]:
    for line in (record.lines[-1], "round 99", f"A pass -{record.rules.pass_penalty}", record.lines[-2]):
        if record.lines[-1].startswith("winner "):
            yield [*record.lines, line]


@kind
def round_number_wrong(record: Record) -> Iterator[Lines]:
    for index in record.starting("round"):
        number = int(record.lines[index].split(" ")[1])
        yield record.with_line(index, f"round {record.rng.choice((number + 1, number - 1, 0, 'one'))}")


@kind
def round_without_a_number(record: Record) -> Iterator[Lines]:
    for index in record.starting("round"):
        yield record.with_line(index, "round")


@kind
def round_begun_before_the_last_one_ended(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        before = sum(line.startswith("round ") for line in record.lines[: move.index])
        yield [*record.lines[: move.index], f"round {before + 1}"]


# ----------------------------------------------------------------------------------------- form and header


@kind
def unknown_word(record: Record) -> Iterator[Lines]:
    for index in record.body():
        word = record.rng.choice(("Draw", "skip", "places", "deals", "turn A", "A knocks -10", "resign A"))
        yield record.inserted(index, word)


@kind
def word_added_at_the_end_of_a_line(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index] + record.rng.choice((" well", " 0", " x", " #", " +0")))


@kind
def double_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index].replace(" ", "  ", 1))


@kind
def trailing_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index] + " ")


@kind
def leading_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, " " + record.lines[index])


@kind
def tab_for_a_space(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index].replace(" ", "\t", 1))


@kind
def comment_at_the_end_of_a_line(record: Record) -> Iterator[Lines]:
    for index in record.body():
        yield record.with_line(index, record.lines[index] + " # what a move")


@kind
def seat_in_lower_case(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "draw", "pass", "start"):
        yield record.with_words(move.index, [move.seat.lower(), *move.words[1:]])


@kind
def word_in_capitals(record: Record) -> Iterator[Lines]:
    for index in record.starting("round", "deal", "well", "out", "blocked", "score", "winner"):
        first, _, rest = record.lines[index].partition(" ")
        yield record.with_line(index, f"{record.rng.choice((first.upper(), first.capitalize()))} {rest}")


@kind
def version_wrong(record: Record) -> Iterator[Lines]:
    for line in ("tricorn 2", "tricorn", "tricorn 1.0", "Tricorn 1", "tricorn 1 1", "tricorn 01"):
        yield record.with_line(0, line)


@kind
def first_line_missing(record: Record) -> Iterator[Lines]:
    yield record.without(0)


@kind
def something_before_the_first_line(record: Record) -> Iterator[Lines]:
    yield ["# a comment", *record.lines]
    yield ["", *record.lines]


@kind
def edition_unknown(record: Record) -> Iterator[Lines]:
    for edition in ("pressman", "Spanish", "deluxe", "spanish-2", "wooden,"):
        words = record.lines[1].split(" ")
        yield record.with_words(1, ["edition", edition, *words[2:]])


@kind
def edition_missing(record: Record) -> Iterator[Lines]:
    yield record.without(1)
    yield record.with_line(1, "edition")


@kind
def edition_twice(record: Record) -> Iterator[Lines]:
    yield record.inserted(1, record.lines[1])


@kind
def edition_exchanged(record: Record) -> Iterator[Lines]:
    """A sound game, but not by this edition."""
    for edition in ("pressman-deluxe", "pressman-classic", "spanish", "wooden", "domino-site"):
        words = record.lines[1].split(" ")
        yield record.with_words(1, ["edition", edition, *words[2:]])


@kind
def house_rule_unknown(record: Record) -> Iterator[Lines]:
    for rule in ("penalty=5", "Target=300", "hexagon=50", "draw-limit=3", "target", "=5", "target:300"):
        yield record.with_line(1, f"{record.lines[1]} {rule}")


@kind
def house_rule_with_a_bad_value(record: Record) -> Iterator[Lines]:
    bad = (
        "target=many",
        "target=",
        "target=-100",
        "hexagons=50/60",
        "hexagons=50",
        "hexagons=50/60/70/80",
        "hexagons=50/x/70",
        "bridge=-40",
        "bridge=4.5",
        "draw_limit=few",
        "draw_optional=maybe",
        "show_triple=1",
        "pass_after_draw=never",
        "zero_option=0",
        "beside=two",
        "blocked_when=empty",
        "blocked_own=half",
        "blocked=luck",
        "won_by=chance",
        "clock=fast",
        "players=4-2",
        "players=many",
        "deal=many",
        "deal=0/0/0/0/0",
        "deal=9,7,7",
        "draw_penalty=none",
    )
    for rule in record.rng.sample(bad, len(bad)):
        if f" {rule.split('=')[0]}=" not in record.lines[1]:
            yield record.with_line(1, f"{record.lines[1]} {rule}")


@kind
def house_rule_twice(record: Record) -> Iterator[Lines]:
    yield record.with_line(1, f"{record.lines[1].split(' target=')[0]} target=200 target=300")
    yield record.with_line(1, f"{record.lines[1].split(' target=')[0]} target=200 bridge=40 target=200")


@kind
def house_rule_that_the_record_breaks(record: Record) -> Iterator[Lines]:
    rules = (
        "bridge=30",
        "hexagons=10/20/30",
        "start_bonus=0",
        "zero_start=0",
        "draw_penalty=0",
        "pass_penalty=7",
        "out_bonus=0",
        "draw_limit=1",
        "target=1",
        "target=5000",
        "deal=5/5/5/5/5",
    )
    for rule in record.rng.sample(rules, len(rules)):
        if f" {rule.split('=')[0]}=" not in record.lines[1]:
            yield record.with_line(1, f"{record.lines[1]} {rule}")


@kind
def players_too_many_for_the_edition(record: Record) -> Iterator[Lines]:
    last = max(record.starting("player"))
    more = [f"player {seat} More" for seat in SEATS[len(record.seats) : 7]]
    yield record.inserted(last + 1, *more)


@kind
def player_missing(record: Record) -> Iterator[Lines]:
    for index in record.starting("player"):
        yield record.without(index)


@kind
def player_twice(record: Record) -> Iterator[Lines]:
    for index in record.starting("player"):
        yield record.inserted(index, record.lines[index])


@kind
def player_without_a_name(record: Record) -> Iterator[Lines]:
    for index in record.starting("player"):
        yield record.with_line(index, record.lines[index][:8])


@kind
def player_seats_out_of_order(record: Record) -> Iterator[Lines]:
    for index in record.starting("player"):
        if record.lines[index + 1].startswith("player "):
            yield record.swapped(index, index + 1)


@kind
def players_more_than_play(record: Record) -> Iterator[Lines]:
    last = max(record.starting("player"))
    yield record.inserted(last + 1, f"player {SEATS[len(record.seats)]} Guest")


@kind
def header_line_after_the_first_round(record: Record) -> Iterator[Lines]:
    for index in record.body()[:6]:
        if not record.lines[index].startswith("round 1"):
            yield record.inserted(index, record.rng.choice(("date 2026-11-15", "event late", "player G Gil")))


# ------------------------------------------------------------------------- readings of the rulebooks, R9 to R18


def ending_blocked(record: Record, move: Move, penalties: str) -> Iterator[Lines]:
    """The record up to a turn's first line, then a turn of draws without a placement by everybody, and the end.

    ``penalties`` are those of the passes. It is the blocked line alone that is wrong: there are tiles in the well.
    """
    rules, limit = record.rules, record.rules.draw_limit
    if not rules.draw_optional or limit is None or len(move.well) <= limit * len(record.seats):
        return
    first = record.seats.index(move.seat)
    hands, well = {seat: set(hand) for seat, hand in move.hands.items()}, list(move.well)
    lines = record.lines[: move.index]
    for seat in record.seats[first:] + record.seats[:first]:
        for _ in range(limit):
            hands[seat].add(well[0])
            lines.append(f"{seat} draw {tile_name(well.pop(0))} -{rules.draw_penalty}")
        lines.append(f"{seat} pass {penalties}")
    winner = blocked_winner(rules, hands)
    others = sum(sum(map(sum, hand)) for seat, hand in hands.items() if seat != winner)
    if winner is not None:
        own = sum(map(sum, hands[winner])) if rules.blocked_own else 0
        yield [*lines, f"blocked {winner} {others - own:+}"]


@kind
def blocked_while_tiles_are_left_in_the_well(record: Record) -> Iterator[Lines]:
    for turn in record.turns():
        if turn[0].what != "start" and record.rules.blocked_when == "closed" and not record.rules.clock:
            yield from ending_blocked(record, turn[0], f"-{record.rules.pass_penalty}")


@kind
def pass_at_the_limit_for_nothing_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("pass"):
        if move.drawn == record.rules.draw_limit:
            yield rescored(record.with_words(move.index, [*move.words[:2], "+0", *move.words[3:]]))


@kind
def pass_after_a_draw_for_nothing_rescored(record: Record) -> Iterator[Lines]:
    """A turn cut short after a draw, as if that were free."""
    for turn in record.turns():
        if turn[0].what == "draw" and not record.rules.pass_after_draw:
            mark = " timeout" * turn[0].timeout
            yield rescored([*record.lines[: turn[0].index + 1], f"{turn[0].seat} pass +0{mark}"])


@kind
def pass_after_a_draw_for_a_penalty_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("pass"):
        if record.rules.ends_free(move.drawn):
            yield rescored(record.with_words(move.index, [*move.words[:2], "-10", *move.words[3:]]))


@kind
def pass_for_nothing_without_a_draw_rescored(record: Record) -> Iterator[Lines]:
    for turn in record.turns():
        if turn[0].what != "start" and record.rules.pass_after_draw:
            mark = " timeout" * turn[0].timeout
            yield [*record.lines[: turn[0].index], f"{turn[0].seat} pass +0{mark}"]


@kind
def bonus_for_two_sides_away_from_a_bridging_tile_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if not move.bonus() and move.table.shape(move.placement()[0], "sides") == "beside":
            words = refigured([*move.words[:3], "beside", *move.words[3:]], record.rules.bonus("beside"))
            yield rescored(record.with_words(move.index, words))


@kind
def bonus_for_two_sides_beside_a_bridging_tile_left_out_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        if move.bonus() == "beside":
            words = [word for word in move.words if word != "beside"]
            yield rescored(record.with_words(move.index, refigured(words, -record.rules.bonus("beside"))))


@kind
def start_with_0_0_0_where_that_is_no_choice_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        top = tile_of(move.placement()[1])
        if (0, 0, 0) in move.hands[move.seat] and is_triple(top) and top != (0, 0, 0) and not record.rules.zero_option:
            words = placed(move, record.rules, (0, 0, "^"), (0, 0, 0))
            yield rescored(record.with_words(move.index, words))
            yield rescored(record.with_words(move.index, [*words[:3], "shows", tile_name(top), *words[3:]]))


@kind
def blocked_prize_by_the_other_reading_rescored(record: Record) -> Iterator[Lines]:
    """The winner's own hand taken off where it is not, or not where it is."""
    for index in record.starting("blocked"):
        winner = record.lines[index].split(" ")[1]
        last = [move for move in record.moves if move.index < index][-1]
        if winner != "draw":
            own = sum(map(sum, last.hands[winner]))
            change = own if record.rules.blocked_own else -own
            yield rescored(record.with_words(index, refigured(record.lines[index].split(" "), change)))


@kind
def reading_exchanged(record: Record) -> Iterator[Lines]:
    """A sound game, but not by this reading of the rules."""
    rules = record.rules
    readings = (
        f"blocked_when={'closed' if rules.blocked_when == 'passes' else 'passes'}",
        f"beside={'sides' if rules.beside == 'bridge' else 'bridge'}",
        f"zero_option={'no' if rules.zero_option else 'yes'}",
        f"pass_after_draw={'no' if rules.pass_after_draw else 'yes'}",
        f"blocked_own={'no' if rules.blocked_own else 'yes'}",
    )
    for reading in readings:
        kept = [word for word in record.lines[1].split(" ") if word.split("=")[0] != reading.split("=")[0]]
        yield record.with_words(1, [*kept, reading])


# ---------------------------------------------------------------------------------------------- turn clock


@kind
def timeout_on_one_line_of_a_turn_only(record: Record) -> Iterator[Lines]:
    turns = [turn for turn in record.turns() if len(turn) > 1 and record.rules.clock is not None]
    record.rng.shuffle(turns)
    for turn in turns:
        move = record.rng.choice(turn)
        line = record.lines[move.index]
        if move.timeout:
            yield record.with_line(move.index, line.removesuffix(" timeout"))
        else:
            yield record.with_line(move.index, line + " timeout")


@kind
def timeout_without_a_clock(record: Record) -> Iterator[Lines]:
    if record.rules.clock is None:
        for move in record.some("place", "pass", "start"):
            if not move.drawn:
                yield record.with_line(move.index, record.lines[move.index] + " timeout")


@kind
def timeout_although_the_clock_was_taken_away(record: Record) -> Iterator[Lines]:
    if any(move.timeout for move in record.moves):
        yield record.with_line(1, re.sub(r" clock=\S+", "", record.lines[1]))


@kind
def timeout_in_the_middle_of_a_line(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "draw", "pass"):
        if move.timeout:
            yield record.with_words(move.index, [*move.words[:-2], "timeout", move.words[-2]])


@kind
def timeout_twice_on_a_line(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "draw", "pass"):
        if move.timeout:
            yield record.with_line(move.index, record.lines[move.index] + " timeout")


@kind
def timeout_that_does_not_score_the_most_rescored(record: Record) -> Iterator[Lines]:
    """The clock places a tile lawfully, but another placement would have scored more."""
    for move in record.some("place"):
        if move.timeout:
            choices = [
                words
                for tile, places in move.table.placements().items()
                if tile in move.hands[move.seat]
                for cell, digits in places
                if int((words := placed(move, record.rules, cell, digits))[2]) < int(move.words[2])
            ]
            if choices:
                yield rescored(record.with_words(move.index, record.rng.choice(choices)))


@kind
def timeout_costing_extra_points_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "draw", "pass"):
        if move.timeout:
            yield rescored(record.with_words(move.index, refigured(move.words, -5)))


# ------------------------------------------------------------------------- commitment, numbers and secrets


def otherwise(digits: str, rng: Random) -> str:
    """A hash with one of its digits changed."""
    place = rng.randrange(len(digits))
    return (
        digits[:place]
        + rng.choice([digit for digit in "0123456789abcdef" if digit != digits[place]])
        + digits[place + 1 :]
    )


@kind
def commitment_changed(record: Record) -> Iterator[Lines]:
    for index in record.starting("commit"):
        yield record.with_line(index, f"commit {otherwise(record.lines[index][7:], record.rng)}")


@kind
def commitment_left_out(record: Record) -> Iterator[Lines]:
    for index in record.starting("commit"):
        yield record.without(index)


@kind
def number_changed(record: Record) -> Iterator[Lines]:
    for index in record.starting("number"):
        line = record.lines[index]
        yield record.with_line(index, line[:9] + otherwise(line[9:], record.rng))


@kind
def number_left_out(record: Record) -> Iterator[Lines]:
    for index in record.starting("number"):
        yield record.without(index)


@kind
def number_given_to_another_seat(record: Record) -> Iterator[Lines]:
    for index in record.starting("number"):
        words = record.lines[index].split(" ")
        for seat in record.seats.replace(words[1], ""):
            yield record.with_words(index, ["number", seat, words[2]])


@kind
def number_added(record: Record) -> Iterator[Lines]:
    for index in record.starting("deal"):
        before = record.lines[index - 1].split(" ")
        if record.lines[index].startswith("deal A") and before[1] != record.seats[-1] and record.starting("commit"):
            yield record.inserted(index, f"number {record.seats[-1]} {record.rng.randbytes(32).hex()}")


@kind
def number_without_a_commitment(record: Record) -> Iterator[Lines]:
    if not record.starting("commit"):
        for index in record.starting("round"):
            yield record.inserted(index + 1, f"number A {record.rng.randbytes(32).hex()}")


@kind
def number_after_the_deal(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        if record.lines[index - len(record.seats) - 1].startswith("number"):
            yield record.inserted(index + 1, f"number {record.seats[-1]} {record.rng.randbytes(32).hex()}")


@kind
def number_that_is_too_short(record: Record) -> Iterator[Lines]:
    for index in record.starting("number"):
        yield record.with_line(index, record.lines[index][:-1])


@kind
def number_in_capitals(record: Record) -> Iterator[Lines]:
    for index in record.starting("number"):
        yield record.with_line(index, record.lines[index][:9] + record.lines[index][9:].upper())


@kind
def receipt_changed(record: Record) -> Iterator[Lines]:
    for index in record.starting("receipt"):
        line = record.lines[index]
        yield record.with_line(index, line[:10] + otherwise(line[10:], record.rng))


@kind
def receipt_given_to_another_seat(record: Record) -> Iterator[Lines]:
    for index in record.starting("receipt"):
        words = record.lines[index].split(" ")
        for seat in record.seats.replace(words[1], ""):
            yield record.with_words(index, ["receipt", seat, words[2]])


@kind
def receipts_of_two_rounds_exchanged(record: Record) -> Iterator[Lines]:
    for one, two in itertools.combinations(record.starting("receipt"), 2):
        if record.lines[one][:9] == record.lines[two][:9]:  # of one seat, so in different rounds
            yield record.swapped(one, two)


@kind
def receipt_without_its_number(record: Record) -> Iterator[Lines]:
    for index in record.starting("round") if record.starting("commit") else ():
        given = "".join(line[7] for line in record.lines[index : index + 12] if line.startswith("number"))
        seat = next((seat for seat in record.seats if seat not in given), None)
        while record.lines[index + 1].startswith("receipt") and seat and record.lines[index + 1][8] < seat:
            index += 1
        if seat:
            yield record.inserted(index + 1, f"receipt {seat} {record.rng.randbytes(32).hex()}")


@kind
def receipt_after_its_number(record: Record) -> Iterator[Lines]:
    for index in record.starting("number"):
        if record.lines[index - 1].startswith("receipt"):
            yield record.swapped(index, index - 1)


@kind
def receipt_without_a_commitment(record: Record) -> Iterator[Lines]:
    if not record.starting("commit"):
        for index in record.starting("round"):
            yield record.inserted(index + 1, f"receipt A {record.rng.randbytes(32).hex()}")


@kind
def secret_changed(record: Record) -> Iterator[Lines]:
    for index in record.starting("secret"):
        yield record.with_line(index, f"secret {otherwise(record.lines[index][7:], record.rng)}")


@kind
def secret_left_out(record: Record) -> Iterator[Lines]:
    for index in record.starting("secret"):
        yield record.without(index)


@kind
def secrets_of_two_rounds_exchanged(record: Record) -> Iterator[Lines]:
    for one, two in itertools.pairwise(record.starting("secret")):
        yield record.swapped(one, two)


@kind
def secret_told_before_the_scores(record: Record) -> Iterator[Lines]:
    for index in record.starting("secret"):
        yield record.swapped(index, index - 1)


@kind
def secret_without_a_commitment(record: Record) -> Iterator[Lines]:
    if not record.starting("commit"):
        for index in record.starting("score"):
            yield record.inserted(index + 1, f"secret {record.rng.randbytes(32).hex()}")


@kind
def deal_with_undrawn_tiles_of_the_well_swapped(record: Record) -> Iterator[Lines]:
    for index in record.starting("well"):
        words = record.lines[index].split(" ")
        yield record.with_words(index, [*words[:-2], words[-1], words[-2]])


# --------------------------------------------------------------------------- sums, and what somebody insists on


@kind
def anyway_in_a_game_whose_deal_is_on_record(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start", "draw", "pass"):
        yield record.with_words(move.index, [*move.words, "anyway"])


@kind
def anyway_on_a_wrong_line_of_a_game_whose_deal_is_on_record(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start"):
        yield rescored(record.with_words(move.index, [*refigured(move.words, 1), "anyway"]))


@kind
def anyway_in_the_middle_of_a_line(record: Record) -> Iterator[Lines]:
    for move in record.some("place", "start", "draw", "pass"):
        yield record.with_words(move.index, [*move.words[:2], "anyway", *move.words[2:]])


@kind
def first_tile_told_by_its_sum(record: Record) -> Iterator[Lines]:
    for move in record.some("start"):
        yield record.with_words(move.index, [*move.words[:1], f"={_sum_of(move.words[1])}", *move.words[2:]])


@kind
def sum_that_is_not_the_tiles(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        total = _sum_of(move.words[1]) + record.rng.choice((-1, 1))
        yield record.with_words(move.index, [*move.words[:1], f"={total}", *move.words[2:]])


@kind
def sum_over_the_largest_possible_rescored(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        words = refigured(move.words, 16 - _sum_of(move.words[1]))
        yield rescored(record.with_words(move.index, [*words[:1], "=16", *words[2:]]))


@kind
def sum_with_a_leading_nought(record: Record) -> Iterator[Lines]:
    for move in record.some("place"):
        yield record.with_words(move.index, [*move.words[:1], f"=0{_sum_of(move.words[1])}", *move.words[2:]])


def _sum_of(placement: str) -> int:
    return sum(read_placement(placement)[1])
