"""A round being read: deals, turns and ends."""

from __future__ import annotations

import copy
from itertools import combinations

from tests.oracle.errors import Refused
from tests.oracle.knowledge import Counts, Knowledge, Slot
from tests.oracle.reading import read_play, read_points, read_tile, read_tile_or_unknown
from tests.oracle.rules import Rules, beaten_by, read_figure
from tests.oracle.table import TILES, WORDS, ZERO, Cell, Digits, Table, Tile, is_triple, tile_name


class Round:
    """A round being read."""

    def __init__(self, rules: Rules, seats: str) -> None:
        self.rules = rules
        self.seats = seats
        self.knowledge = Knowledge(seats, rules.hand(len(seats)))
        self.table = Table()
        self.dealt: set[str] = set()
        self.well_read = False
        self.starter: str | None = None  # the seat that the lot fell on, where the record says it (R19)
        self.turn: str | None = None  # None before the first tile
        self.drawn: list[Slot] = []  # in this turn
        self.timeout: bool | None = None  # of this turn; None before its first line
        self.passes = 0  # in a row
        self.blocked = False
        self.out: str | None = None  # the seat that has placed its last tile
        self.left: dict[str, int] = {}  # the sums of hands from ``left`` lines
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
        self._check_before_starts("deal")
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
        self._check_before_starts("well")
        if self.well_read:
            raise Refused("order", "a second well")
        self.well_read = True
        slots = self.knowledge.well
        if len(tiles) != len(slots):
            raise Refused("count", f"expected {len(slots)} tiles, found {len(tiles)}")
        self.knowledge.fill_all(slots, [read_tile_or_unknown(word) for word in tiles])

    def _check_before_starts(self, what: str) -> None:
        if self.turn is not None or self.starter is not None:
            raise Refused("order", f"a {what} after the first tile, or after who starts")

    def read_starts(self, words: list[str]) -> None:
        self._check_before_starts("starts")
        if self.rules.start != "choice":
            raise Refused("rule", "the start is not by choice")
        if len(words) != 1 or words[0] not in self.seats or len(words[0]) != 1:
            raise Refused("seat", f"expected a seat, found {' '.join(words)!r}")
        self.starter = words[0]

    # turns

    def read_turn(self, seat: str, words: list[str]) -> None:
        if self.is_over():
            raise Refused("order", "a move after the end of the round")
        due = self.turn or self.starter
        if due is not None and seat != due:
            raise Refused("turn", f"it is {due}'s turn")
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
        if read_points(word, minus_zero=figure == 0) != -figure:
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
        if self.rules.at_limit(len(self.drawn)):
            raise Refused("limit", f"more than {self.rules.draw_limit} draws in a turn")
        if not self.rules.draw_optional:
            self._bar_placeable(seat, "a draw where placing is due")
        self.drawn.append(self.knowledge.draw(seat, tile))
        self._penalty(seat, words[1], self.rules.draw_penalty)

    def _read_pass(self, seat: str, words: list[str]) -> None:
        if len(words) != 1:
            raise Refused("form", f"expected points, found {' '.join(words)!r}")
        draws, well = len(self.drawn), self.knowledge.well_left()
        if well and not self.rules.at_limit(draws) and not self.rules.ends_free(draws):
            raise Refused("due", "a pass where drawing is due")
        if not self.rules.draw_optional or self.timeout:
            self._bar_placeable(seat, "a pass where placing is due")
        self._penalty(seat, words[0], 0 if self.rules.passes_free(draws, well) else self.rules.pass_penalty)
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
        place, tile = read_play(words[0])
        self.knowledge.place(seat, tile, self.knowledge.held[seat])
        if self.rules.start == "choice":
            self._check_chosen(seat, tile, shown)
        else:
            self._check_forced(seat, tile, shown)
        if read_points(words[1]) != self.rules.start_worth(tile):
            raise Refused("points", f"expected {self.rules.start_worth(tile):+}, found {words[1]}")
        self._put(seat, place, tile, self.rules.start_worth(tile))

    def _check_chosen(self, seat: str, tile: Tile, shown: Tile | None) -> None:
        """R19: any tile may start, and nothing is shown. The clock plays one that scores least (R14)."""
        if shown is not None:
            raise Refused("shows", "nothing is shown where any tile may start")
        if self.timeout:
            lower = {other for other in TILES if self.rules.start_worth(other) < self.rules.start_worth(tile)}
            self.knowledge.bar(seat, lower, "a timeout that does not score the least")

    def _check_forced(self, seat: str, tile: Tile, shown: Tile | None) -> None:
        """The highest triple of all hands starts, or else the highest sum; its holder may choose 0-0-0."""
        if shown is not None:
            if tile != ZERO or shown == ZERO or not is_triple(shown) or not self.rules.zero_option:
                raise Refused("shows", "only a player who starts with 0-0-0 shows another triple")
            self.knowledge.hold(seat, shown, self.knowledge.held[seat])
        if tile == ZERO and shown is None and self.rules.zero_option and not self.rules.show_triple:
            self._check_zero_unshown(seat)
        else:
            for other in self.seats:
                self.knowledge.bar(other, beaten_by(tile, shown), f"{tile_name(tile)} does not start")
        if self.timeout and self.rules.zero_option:
            self._check_least_start(seat, tile, shown)

    def _check_least_start(self, seat: str, tile: Tile, shown: Tile | None) -> None:
        """R14: of the two tiles that may start, the clock plays the one that scores less."""
        if shown is not None and self.rules.start_worth(shown) < self.rules.start_worth(ZERO):
            raise Refused("timeout", f"{tile_name(shown)} scores less")
        if is_triple(tile) and self.rules.start_worth(ZERO) < self.rules.start_worth(tile):
            self.knowledge.bar(seat, {ZERO}, "0-0-0 scores less")

    def _check_zero_unshown(self, seat: str) -> None:
        """Check a start with 0-0-0 for which nothing is shown: a triple of this seat must be the highest dealt."""
        for number in range(6):
            highest = (number, number, number)
            if self.timeout and self.rules.start_worth(highest) < self.rules.start_worth(ZERO):
                continue  # the clock would have played it (R14)
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
        place, tile = read_play(words[0])
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
            lower = {
                other
                for other, choices in self.placements().items()
                if min(self.rules.worth(other, self._shape(cell)) for cell, _ in choices) < points
            }
            if tile in lower:
                raise Refused("timeout", f"{tile_name(tile)} scores less elsewhere")
            self.knowledge.bar(seat, lower, "a timeout that does not score the least")
        self._put(seat, place, tile, points, word)

    def _read_sum(self, seat: str, words: list[str]) -> None:
        """A tile of which only the sum is recorded."""
        if len(words) not in (2, 3) or (len(words) == 3 and words[2] not in WORDS) or len(words[0]) > 3:
            raise Refused("form", f"expected a sum, points and a bonus, found {' '.join(words)!r}")
        total, word = read_figure(words[0][1:]), words[2] if len(words) == 3 else ""
        read_points(words[1])
        self.knowledge.place_sum(seat, total)
        fitting = [tile for tile in self.placements() if sum(tile) == total]
        shapes = {shape for tile in fitting for shape in self._shapes(None, tile)}
        if word not in (self._loose_shapes() if self.table.loose else shapes):
            raise Refused("bonus", f"no tile with the sum {total} is {word or 'without a bonus'}")
        points = self.rules.value(total) + self.rules.bonus(word)
        if read_points(words[1]) != points:
            raise Refused("points", f"expected {points:+}, found {words[1]}")
        self._put(seat, None, None, points, word)

    def _shape(self, cell: Cell) -> str:
        return self.table.shape(cell, self.rules.beside)

    def _shapes(self, place: tuple[Cell, Digits] | None, tile: Tile) -> set[str]:
        """The bonus words this placement can have."""
        if place is not None:
            if self.table.loose:
                return self.table.possible_shapes(place[0], self.rules.beside) - self.table.unreachable()
            return {self._shape(place[0])}
        if self.table.loose:
            return self._loose_shapes()
        return {self._shape(cell) for cell, _ in self.placements().get(tile, [])}

    def _loose_shapes(self) -> set[str]:
        """The bonus words of a placement in an unknown cell."""
        without = {"beside"} if self.rules.beside == "none" else set()
        return {"", *WORDS} - without - self.table.unreachable()

    def _put(
        self, seat: str, place: tuple[Cell, Digits] | None, tile: Tile | None, points: int, word: str = ""
    ) -> None:
        if self.table.empty():
            word = ""  # the first tile of a round is never a bridge
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

    # lines marked ``anyway``

    def apply_anyway(self, first: str, rest: list[str]) -> str | None:
        """Apply a line marked ``anyway`` as it is written; return the winner if the line ends the round."""
        if not isinstance(self.knowledge, Counts):
            self.knowledge = Counts(self.knowledge)
        if first in ("out", "blocked"):
            if rest[0] != "draw":
                self.points[rest[0]] += read_points(rest[1])
            return None if rest[0] == "draw" else rest[0]
        if first == "left":
            self._left_anyway(rest[0], rest[1:])
        else:
            self._turn_anyway(first, [word for word in rest if word != "timeout"])
        return None

    def _left_anyway(self, seat: str, words: list[str]) -> None:
        if words[-1].startswith("="):
            self.left[seat] = read_figure(words[-1][1:])
            count = read_figure(words[0]) if len(words) == 2 else self.knowledge.count(seat)
        else:
            self.left[seat] = sum(sum(read_tile(word)) for word in words)
            count = len(words)
        assert isinstance(self.knowledge, Counts)
        self.knowledge.counts[seat] = count

    def _turn_anyway(self, seat: str, words: list[str]) -> None:
        assert isinstance(self.knowledge, Counts)
        if seat != self.turn:
            self._next(self.seats[self.seats.index(seat) - 1])
        self.out, self.blocked = None, False
        if words[0] == "draw":
            self.drawn.append(self.knowledge.draw(seat, None))
            self.points[seat] += read_points(words[2], minus_zero=True)
        elif words[0] == "pass":
            self.points[seat] += read_points(words[1], minus_zero=True)
            self._pass(seat)
        else:
            place, tile = (None, None) if words[0].startswith("=") else read_play(words[0])
            if place is not None and not self.table.empty() and self._clashes(place):
                place = None
            self.knowledge.put_down(seat, tile)
            if tile is None:
                self.knowledge.sums.append(read_figure(words[0][1:]))
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
            total = read_figure(rest[-1][1:])
            if len(rest) > 2 or (len(rest) == 2 and read_figure(rest[0]) != count):
                raise Refused("count", f"expected {count} tiles, found {' '.join(rest)!r}")
            low, high = self.knowledge.bounds(seat)
            is_count = self.rules.scoring == "tiles" and total == count  # what the tiles count (R23)
            if not low <= total <= high and not is_count:
                raise Refused("left", f"expected a sum of {low} to {high}, found {total}")
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
        tiles = words[1:] if not words[-1].startswith("=") else None
        if tiles is not None and {read_tile(word) for word in tiles} != hand:
            raise Refused("left", f"{words[0]} holds other tiles than {' '.join(words)!r}")
        counts = {sum(map(sum, hand)), len(hand) if self.rules.scoring == "tiles" else sum(map(sum, hand))}
        if tiles is None and words[-1] not in {f"={count}" for count in counts}:
            raise Refused("left", f"the tiles left to {words[0]} have another sum than {words[-1]}")

    def hand_bounds(self, seat: str) -> tuple[int, int]:
        """The lowest and highest possible points of a hand: by numbers, or by tiles (R23)."""
        if self.rules.scoring == "tiles":
            return self.knowledge.count(seat), self.knowledge.count(seat)
        if seat in self.left:
            return self.left[seat], self.left[seat]
        return self.knowledge.bounds(seat)

    def _others(self, seat: str) -> tuple[int, int]:
        bounds = [self.hand_bounds(other) for other in self.seats if other != seat]
        return sum(low for low, _ in bounds), sum(high for _, high in bounds)

    def read_out(self, words: list[str]) -> str:
        if self.out is None:
            raise Refused("end", "nobody has gone out")
        if len(words) != 2 or words[0] != self.out:
            raise Refused("end", f"expected {self.out} and points, found {' '.join(words)!r}")
        points = read_points(words[1])
        low, high = self._others(self.out)
        if not self.rules.out_bonus + low <= points <= self.rules.out_bonus + high:
            raise Refused("points", f"expected {self.rules.out_bonus + low:+}, found {words[1]}")
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
        low, high = self._others(seat)
        own_low, own_high = self.hand_bounds(seat) if self.rules.blocked_own else (0, 0)
        if not low - own_high <= points <= high - own_low:
            raise Refused("points", f"expected {low - own_high:+}, found {words[1]}")
        self.points[seat] += points
        return seat

    def _can_beat(self, seat: str, other: str) -> bool:
        tiles, other_tiles = self.knowledge.count(seat), self.knowledge.count(other)
        low, high = self.hand_bounds(seat)[0], self.hand_bounds(other)[1]
        if self.rules.blocked == "tiles":
            return tiles < other_tiles or (tiles == other_tiles and low < high)
        return low < high or (low == high and tiles < other_tiles)

    def _can_be_drawn(self) -> bool:
        """Whether two seats can share the best hand: the same number of tiles, the same sum, and no better hand."""
        bounds = {seat: self.hand_bounds(seat) for seat in self.seats}
        tiles = {seat: self.knowledge.count(seat) for seat in self.seats}
        for one, other in combinations(self.seats, 2):
            if tiles[one] != tiles[other]:
                continue
            low = max(bounds[one][0], bounds[other][0])
            high = min(bounds[one][1], bounds[other][1])
            for total in range(low, high + 1):
                if all(self._can_be_as_bad(tiles[one], total, tiles[s], bounds[s][1]) for s in self.seats):
                    return True
        return False

    def _can_be_as_bad(self, tiles: int, total: int, other_tiles: int, other_high: int) -> bool:
        if self.rules.blocked == "tiles":
            return (other_tiles, other_high) >= (tiles, total)
        return (other_high, other_tiles) >= (total, tiles)
