"""One round, as far as it is known: every event is checked against the rules and all that is on record.

The same object plays a dealt round, replays a record, and follows a physical game of which only some tiles,
or no cells, were taken down. What is not known is left open; what is known is checked.
"""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from operator import or_
from typing import NamedTuple

from tricorn.bonus import Bonus, from_shape, to_shape
from tricorn.core.play import DRAW as CORE_DRAW
from tricorn.core.play import PASS as CORE_PASS
from tricorn.core.rules import (
    TRIPLES,
    Rules,
    counts_as_blocking,
    ends_free,
    may_draw,
    may_pass,
    may_start_with_zero,
    pass_cost,
    rules_of,
    start_points,
    starting_tile,
)
from tricorn.core.table import (
    CELLS,
    FITS,
    NO_NUMBER,
    OPEN,
    PLACED,
    Table,
    cell_at,
    cell_index,
    corner_numbers,
    is_filled,
    mark_bridge,
    new_table,
    put,
    put_first,
    shape_of,
    slot_of,
    take_back,
    third_number,
    union,
)
from tricorn.editions import Edition
from tricorn.ending import Result, check_end, check_left, end_of, hands_asked
from tricorn.errors import IllegalMove, Mismatch, TricornError
from tricorn.hands import Hands, Unknown, with_sum
from tricorn.known_cells import KnownCells
from tricorn.lattice import ORIGIN, Cell
from tricorn.messages import Line, Message, Seat, either, quoted
from tricorn.moves import DRAW, PASS, Draw, Move, Pass, Place
from tricorn.record import SEATS, Blocked, Deal, Drew, Left, Out, Passed, Placed, Summed, Told, Well
from tricorn.tiles import TILES, Tile, tiles_of

__all__ = ["Mismatch", "Option", "Play", "Result", "Round", "Unknown", "passed"]

Play = Placed | Summed | Drew | Passed
_ZERO = TILES[0]
_FARTHEST_START = 1000


class Option(NamedTuple):
    """A lawful move and what it scores at once."""

    move: Move
    points: int
    bonus: Bonus | None = None


def passed(rules: Rules, seat: int, draws: int, *, timeout: bool = False) -> Passed:
    """The line of a pass after so many draws of the turn; where a draw has made it free it says +0 (R17)."""
    return Passed(seat, pass_cost(rules, draws), timeout, plus_zero=ends_free(rules, draws))


class Round(Hands):
    """A round in progress or over; `number` is its place in the game.

    >>> from tricorn.editions import EDITIONS
    >>> from tricorn.record import parse_event
    >>> round_ = Round(EDITIONS["spanish"], players=2)
    >>> round_.apply(parse_event("A 0,0^444 +22"))
    >>> round_.apply(parse_event("B 0,0v441 +9"))
    >>> round_.points
    [22, 9]
    """

    def __init__(self, edition: Edition, players: int, number: int = 1) -> None:
        edition.check_players(players)
        super().__init__(players, edition.tiles_dealt(players))
        self.edition = edition
        self.number = number
        self.rules: Rules = rules_of(edition)
        self.table: Table = new_table()
        self.located = True  # whether the cell of every tile placed is known
        self._located_first = 0  # how many placements there were before the first without a cell
        self.placements: list[Placed] = []  # of the tiles that were named
        self.drawn: list[Tile | None] = []  # in this turn, so by the player on turn
        self.passes = 0  # in a row, of those that count towards a blocked round (R9)
        self._unlocated: list[Bonus | None] = []  # the bonuses of the tiles placed without their cells
        self.points = [0] * players  # scored in this round
        self.left: dict[int, Left] = {}
        self.ended: str | None = None  # "out" or "blocked" once nobody moves any more
        self.went_out: int | None = None
        self.result: Result | None = None
        self._turn: int | None = None
        self._turn_timed: bool | None = None  # whether the clock takes this turn; None before its first line
        self._shift = ORIGIN  # the first tile's cell on record; the core has it in the middle

    def copy(self) -> Round:
        """An independent copy."""
        twin = Round.__new__(Round)
        twin.__dict__.update(self.__dict__)
        twin.copy_hands_from(self)
        twin.table = self.table[:]
        for name in ("placements", "drawn", "points", "left", "_unlocated"):
            setattr(twin, name, getattr(self, name).copy())
        return twin

    # What is known.

    @property
    def seat(self) -> int | None:
        """Whose turn it is: None when the round is over, or nobody can know yet who starts."""
        if self.ended:
            return None
        if self._turn is None and not any(self.hidden):
            tile = starting_tile(self.in_hands())
            return next(seat for seat in range(self.players) if self.hand_masks[seat] >> tile & 1)
        return self._turn

    @property
    def places(self) -> list[Place]:
        """The placements whose cells are known, in order."""
        return [placed.place for placed in self.placements if placed.place is not None]

    def open_cells(self) -> list[Cell]:
        """The empty cells with a tile beside them."""
        return [self._outside(cell) for cell in self._core_open()]

    def _fitting(self) -> int:
        """The tiles that fit somewhere on the table."""
        return union(self.table)

    def _able(self, seat: int) -> bool | None:
        """Whether a player can place a tile; None if that cannot be told."""
        if not self.located:
            return None
        if self.hand_masks[seat] & self._fitting():
            return True
        return None if self.hidden[seat] else False

    def fitting(self, tile: Tile) -> list[Option]:
        """Where a tile may go, whoever holds it, best first.

        Where not every cell was taken down (`located` is False) these are the cells beside tiles whose place is
        known; the bonus is then the one that those tiles make.
        """
        if not self.started:
            return [Option(Place(ORIGIN, tile.numbers), start_points(self.rules, tile.index))]
        options = self._placements(tile.bit)
        if not self.located:
            known = KnownCells(self.placements)
            options = [option for option in options if isinstance(option.move, Place) and known.has_room(option.move)]
        return sorted(options, key=lambda option: (-option.points, str(option.move)))

    def option_at(self, place: Place) -> Option:
        """What a placement makes and scores, whoever holds the tile; refused with the rule it breaks (R1, R2)."""
        if not self.started:
            return Option(place, start_points(self.rules, place.tile.index))
        shape = self._shape_at(place)
        return Option(place, place.tile.sum + self.rules.bonuses[shape], from_shape(shape))

    def numbers_round(self, cell: Cell) -> tuple[int, ...]:
        """The numbers that stand at a cell's corners, clockwise from the apex, as far as tiles touch them."""
        numbers = KnownCells(self.placements).numbers
        return tuple(numbers[corner] for corner in cell.corners if corner in numbers)

    def is_filled(self, cell: Cell) -> bool:
        """Whether a tile is known to lie on a cell."""
        return any(place.cell == cell for place in self.places)

    def is_bridging(self, cell: Cell) -> bool:
        """Whether a tile is known to lie on a cell that was placed there as a bridge (R15)."""
        return cell in KnownCells(self.placements).bridging

    def before(self, place: Place) -> Round:
        """A copy whose table is as it was before this placement; the table as it is, if it was never made."""
        twin = self.copy()
        made = [index for index, placed in enumerate(self.placements) if placed.place == place]
        if not made:
            return twin
        index = self.core_cell(place.cell)
        while index >= 0 and is_filled(twin.table, index):
            take_back(twin.table)
        del twin.placements[made[0] :]
        twin.on_table = reduce(or_, (placed.tile.bit for placed in twin.placements), 0)
        twin.located = len(twin.placements) <= self._located_first
        if twin.located:
            twin.summed, twin._unlocated = [], []
        return twin

    # Cells on record and in the core.

    def _outside(self, index: int) -> Cell:
        cell = cell_at(index)
        return Cell(cell.x + self._shift.x, cell.y + self._shift.y, cell.up)

    def _core_open(self) -> list[int]:
        return [self.table[CELLS + slot] for slot in range(self.table[OPEN])]

    # Lawful moves.

    def options(self) -> list[Option]:
        """Every lawful move of the player on turn with its points, best first; the hand must be known.

        Placements come with the cell's numbers worked out, so each can be played as it is.
        """
        seat = self.seat
        if seat is None:
            return []
        if self.hidden[seat]:
            raise TricornError(Message.HAND_UNKNOWN, seat=Seat(seat))
        if not self.started:
            return self._start_options(seat)
        if not self.located:
            raise TricornError(Message.CELL_UNKNOWN)
        options = self._placements(self.hand_masks[seat])
        options.sort(key=lambda option: (-option.points, str(option.move)))
        able = bool(options)
        # Where both are lawful, the pass is free.
        if may_pass(self.rules, able, len(self.drawn), len(self.well)):
            options.append(Option(PASS, -pass_cost(self.rules, len(self.drawn))))
        if may_draw(self.rules, able, len(self.drawn), len(self.well)):
            options.append(Option(DRAW, -self.rules.draw_penalty))
        return options

    def legal_moves(self) -> list[Move]:
        """Every lawful move of the player on turn, those that score most first."""
        return [option.move for option in self.options()]

    def _start_options(self, seat: int) -> list[Option]:
        top = TILES[starting_tile(self.hand_masks[seat])]
        tiles = [top]
        if may_start_with_zero(self.rules, self.hand_masks[seat]):
            tiles.append(_ZERO)
        options = [Option(Place(ORIGIN, tile.numbers), start_points(self.rules, tile.index)) for tile in tiles]
        return sorted(options, key=lambda option: -option.points)

    def _placements(self, tiles: int) -> list[Option]:
        """Every placement of these tiles, in the order of the core's open cells."""
        found = []
        for slot, cell in enumerate(self._core_open()):
            fitting = self.table[FITS + slot] & tiles
            if not fitting:
                continue
            shape = shape_of(self.table, cell, self.rules.beside_bridge)
            for tile in tiles_of(fitting):
                place = Place(self._outside(cell), self._numbers_at(cell, tile))
                found.append(Option(place, tile.sum + self.rules.bonuses[shape], from_shape(shape)))
        return found

    def _numbers_at(self, cell: int, tile: Tile) -> tuple[int, int, int]:
        """The numbers of a fitting tile on an open cell, clockwise from the apex."""
        corners = corner_numbers(self.table, cell)
        missing = third_number(corners, tile.index)
        a, b, c = (missing if n == NO_NUMBER else n for n in (corners >> 6, corners >> 3 & 7, corners & 7))
        return a, b, c

    def move_of(self, choice: int) -> Move:
        """The core's choice (see core.play) as a move on this table."""
        if choice == CORE_DRAW:
            return DRAW
        if choice == CORE_PASS:
            return PASS
        cell, tile = divmod(choice, 64)
        return Place(self._outside(cell), self._numbers_at(cell, TILES[tile]))

    def core_cell(self, cell: Cell) -> int:
        """The core's index of a cell."""
        return cell_index(Cell(cell.x - self._shift.x, cell.y - self._shift.y, cell.up))

    # Playing.

    def event_for(self, move: Move, *, timeout: bool = False) -> Placed | Drew | Passed:
        """The line that a move of the player on turn becomes; a move that is not lawful is refused."""
        seat = self.seat
        if seat is None:
            raise IllegalMove(Message.ROUND_OVER if self.ended else Message.NOBODY_ON_TURN)
        if isinstance(move, Draw):
            self._check_draw(seat)
            if self.well[0] is None:
                raise TricornError(Message.WELL_UNKNOWN)
            return Drew(seat, self.well[0], self.rules.draw_penalty, timeout)
        if isinstance(move, Pass):
            self._check_pass(seat)
            return passed(self.rules, seat, len(self.drawn), timeout=timeout)
        self.check_holds(seat, move.tile)
        if not self.started:
            self._check_not_mirrored(move)
            self._check_start_cell(move.cell)
            shows = self._triple_to_show(seat, move.tile, None)
            return Placed(seat, move.tile, move, start_points(self.rules, move.tile.index), None, shows, timeout)
        shape = self._shape_at(move)
        return Placed(
            seat, move.tile, move, move.tile.sum + self.rules.bonuses[shape], from_shape(shape), None, timeout
        )

    # Applying events: each is checked in full before anything changes.

    def apply(self, event: Deal | Well | Told) -> None:
        """Take one event, or refuse it (`IllegalMove`, `Mismatch`) and leave the round as it was."""
        if self.result is not None:
            raise Mismatch(Message.NOTHING_IN_ROUND(), event)
        if isinstance(event, Deal):
            self.take_deal(event)
        elif isinstance(event, Well):
            self.take_well(event)
        elif event.anyway:
            self._apply_anyway(event)
        elif isinstance(event, Left):
            self._apply_left(event)
        elif isinstance(event, Out | Blocked):
            self._apply_end(event)
        elif self.ended:
            raise Mismatch(Message.END_OF_ROUND(end=Line(self.ended)), event)
        else:
            self._check_turn(event.seat)
            self._check_clock(event)
            if isinstance(event, Placed):
                self._apply_placed(event)
            elif isinstance(event, Summed):
                self._apply_summed(event)
            elif isinstance(event, Drew):
                self._apply_drew(event)
            else:
                self._apply_passed(event)

    def _check_turn(self, seat: int) -> None:
        self._check_seat(seat)
        if self._turn is not None and seat != self._turn:
            raise IllegalMove(Message.OUT_OF_TURN, turn=Seat(self._turn), seat=Seat(seat))

    def _check_seat(self, seat: int) -> None:
        if seat >= self.players:
            raise IllegalMove(Message.NO_SEAT, seat=Seat(seat), players=self.players)

    def _check_clock(self, event: Play) -> None:
        """R14: a turn taken by the clock is marked on all its lines, and is played by the rule."""
        if event.timeout and self.edition.clock is None:
            raise Mismatch(Message.NO_CLOCK(), "timeout")
        if self._turn_timed is not None and event.timeout != self._turn_timed:
            raise Mismatch(Message.TIMEOUT_ON_ALL(), event)
        if not event.timeout:
            return
        if isinstance(event, Placed | Summed):
            best = self._best_points(event)
            if best is not None and event.points < best:
                raise Mismatch(Message.BEST_WHEN_TIME_UP(points=f"{best:+d}"), event)
        elif isinstance(event, Passed) and self._able(event.seat):
            raise Mismatch(Message.PLACE_WHEN_TIME_UP(), event)

    def _best_points(self, event: Placed | Summed) -> int | None:
        """What the best placement of the tiles that a player is known to hold scores, if that can be told."""
        if not self.located:
            return None
        if not self.started:
            return None if self.hidden[event.seat] else self._start_options(event.seat)[0].points
        known = self.hand_masks[event.seat] | (event.tile.bit if isinstance(event, Placed) else 0)
        return max((option.points for option in self._placements(known)), default=None)

    def _note_best(self, event: Placed) -> None:
        """When time was up, the player held nothing that scores more than what was placed (R14)."""
        if event.timeout and self.started and self.located and self.hidden[event.seat]:
            better = [option.move for option in self._placements(self.unseen()) if option.points > event.points]
            self.exclude(event.seat, reduce(or_, (move.tile.bit for move in better if isinstance(move, Place)), 0))

    # Placing.

    def _check_just_drawn(self, seat: int, tile: Tile) -> None:
        """Who had to draw places the tile drawn last: no other could be placed (R6)."""
        if not self._bound_to_last:
            return
        last = self.drawn[-1]
        if tile != last and (last is not None or self.hand_masks[seat] & tile.bit):
            raise IllegalMove(Message.WAS_IN_HAND, seat=Seat(seat), what=tile)

    @property
    def _bound_to_last(self) -> bool:
        """Whether the tile to be placed is the one drawn last."""
        return bool(self.drawn) and not self.edition.draw_optional

    def _apply_placed(self, event: Placed) -> None:
        self.check_holds(event.seat, event.tile)
        self._check_just_drawn(event.seat, event.tile)
        if not self.started:
            self._check_started_with(event)
        elif event.place is None:
            self._check_unlocated(event, event.tile.bit, event.tile, event.tile.sum)
        else:
            shape = self._shape_at(event.place) if self.located else self._claimed_at(event, event.place)
            self._check_points(event, event.tile.sum, shape)
        self._note_best(event)
        self._lay(event)
        self.reveal(event.seat, event.tile, just_drawn=self._bound_to_last)
        self.hand_masks[event.seat] ^= event.tile.bit
        if event.shows is not None:
            self.reveal(event.seat, event.shows, just_drawn=False)
        self._after_placing(event)

    def _lay(self, event: Placed) -> None:
        """Note a tile on the table; if its cell is known, and touches others that are, in the core's table too."""
        if not self.started:
            event = replace(event, bonus=None)  # a table may insist on one; the first tile bridges nothing (R15)
        place, shape = event.place, to_shape(event.bonus)
        if place is not None:
            if not self.table[PLACED]:
                self._shift = Cell(place.cell.x, place.cell.y, True)
                put_first(self.table, self.core_cell(place.cell), *place.numbers)
                if event.bonus is Bonus.BRIDGE:
                    mark_bridge(self.table, self.core_cell(place.cell))
            elif self.located or self._opens_on(place):
                put(self.table, self.core_cell(place.cell), event.tile.index, shape)
        else:
            self._unlocated.append(event.bonus)
        self.located = self.located and place is not None
        self._located_first += self.located
        self.on_table |= event.tile.bit
        self.placements.append(event)

    def _opens_on(self, place: Place) -> bool:
        """Whether a placement fits beside the tiles in the core's table, which may be a part of all."""
        try:
            self._shape_at(place)
        except IllegalMove:
            return False
        return True

    def _after_placing(self, event: Placed | Summed) -> None:
        self.points[event.seat] += event.points
        self.passes = 0
        if self.tiles_held(event.seat):
            self._next_turn(event.seat)
        else:
            self.ended, self.went_out = "out", event.seat

    def _check_points(self, event: Placed | Summed, total: int, shape: int) -> None:
        right = replace(event, points=total + self.rules.bonuses[shape], bonus=from_shape(shape))
        if isinstance(right, Placed):
            right = replace(right, shows=None)
        if right != event:
            raise Mismatch(quoted(right), quoted(event))

    def _check_start_cell(self, cell: Cell) -> None:
        """Any cell may be the first; so far out nobody means it, and its neighbours could not be written."""
        if max(abs(cell.x), abs(cell.y)) > _FARTHEST_START:
            raise IllegalMove(Message.FIRST_TILE_TOO_FAR, cell=cell)

    def _check_started_with(self, event: Placed) -> None:
        shows = self._triple_to_show(event.seat, event.tile, event.shows)
        points = start_points(self.rules, event.tile.index)
        right = Placed(event.seat, event.tile, event.place, points, None, shows, event.timeout)
        if right != event:
            raise Mismatch(quoted(right), quoted(event))

    def _triple_to_show(self, seat: int, tile: Tile, shown: Tile | None) -> Tile | None:
        """Check the forced start (R5, and R16 on the 0-0-0 option); the triple to be shown along with it, if any.

        With unknown tiles about, `shown` is what the record says was shown.
        """
        own = self.hand_masks[seat] | tile.bit
        zero = tile == _ZERO and self.edition.zero_option
        if shown is not None and zero and self.edition.show_triple and shown.is_triple:
            self.check_holds(seat, shown)
            own |= shown.bit
        top = TILES[starting_tile(self.in_hands() | own)]
        if tile == top:
            return None
        if not own & top.bit:
            if zero and not self.edition.show_triple and self._may_hide_triple_over(top, seat):
                return None
            holder = next(other for other in range(self.players) if self.hand_masks[other] & top.bit)
            raise IllegalMove(Message.OTHER_MUST_START, holder=Seat(holder), top=top, seat=Seat(seat), tile=tile)
        if zero and top.is_triple:
            return top if self.edition.show_triple else None
        raise IllegalMove(Message.MUST_START_WITH, seat=Seat(seat), top=top, tile=tile)

    def _may_hide_triple_over(self, top: Tile, seat: int) -> bool:
        """Whether a player who started with 0-0-0 unseen may hold a higher triple than any that is known."""
        hidden = self.hidden[seat] - (not self.hand_masks[seat] & _ZERO.bit)
        return hidden > 0 and (TRIPLES & ~self.seen()) >> (top.index + 1) != 0

    def _shape_at(self, place: Place) -> int:
        """What a placement makes; refused with the rule it breaks if it is not lawful (R1, R2)."""
        cell = self.core_cell(place.cell)
        if cell >= 0 and is_filled(self.table, cell):
            raise IllegalMove(Message.CELL_FILLED, cell=place.cell)
        if cell < 0 or not slot_of(self.table, cell):
            raise IllegalMove(Message.NO_SIDE_TOUCHES, cell=place.cell)
        corners = corner_numbers(self.table, cell)
        for number, there in zip(place.numbers, (corners >> 6, corners >> 3 & 7, corners & 7), strict=True):
            if there not in (number, NO_NUMBER):
                raise IllegalMove(Message.CORNER_MEETS, place=place, number=number, there=there)
        self._check_not_mirrored(place)
        return shape_of(self.table, cell, self.rules.beside_bridge)

    def _check_not_mirrored(self, place: Place) -> None:
        if place.is_mirrored:
            raise IllegalMove(Message.MIRRORED, place=place, tile=place.tile)

    # Rounds of which not every cell was taken down.

    def _check_unlocated(self, event: Placed | Summed, tiles: int, what: object, total: int) -> None:
        """A tile without its cell: one of these must fit somewhere with the bonus claimed, as far as can be told."""
        self._check_points(event, total, to_shape(event.bonus))
        if not self.located:
            self._check_beside(event)
            return
        bonuses = {option.bonus for option in self._placements(tiles)}
        if not bonuses:
            raise IllegalMove(Message.FITS_NOWHERE, what=what)
        if event.bonus not in bonuses:
            named = [Line(bonus) for bonus in sorted(filter(None, bonuses))]
            none = [Message.NO_BONUS()] if None in bonuses else []
            found = Line(event.bonus) if event.bonus else Message.NO_BONUS()
            raise Mismatch(Message.BONUS_FOR(bonuses=either([*named, *none]), what=what), found)

    def _apply_summed(self, event: Summed) -> None:
        """A tile of which only the sum was taken down."""
        seat, total = event.seat, event.total
        if not self.started:
            raise IllegalMove(Message.FIRST_TILE_UNNAMED)
        self.check_holds_sum(seat, total)
        last = self.drawn[-1] if self._bound_to_last else None
        what = Message.TILE_WITH_SUM(sum=total)
        if last is not None and last.sum != total:
            raise IllegalMove(Message.WAS_IN_HAND, seat=Seat(seat), what=what)
        possible = with_sum(total) & ~(self.seen() & ~self.hand_masks[seat])
        self._check_unlocated(event, possible, what, total)
        if last is not None:
            self.hand_masks[seat] ^= last.bit
            self.on_table |= last.bit
        else:
            if not self._bound_to_last:
                self.forget(seat, possible)
            self.give_up(seat, just_drawn=self._bound_to_last)
            self.summed.append(total)
        self._lay_unnamed(event)
        self._after_placing(event)

    def _lay_unnamed(self, event: Summed) -> None:
        """A tile lies on the table of which only the sum is known."""
        self.located = False
        self._unlocated.append(event.bonus)

    def _claimed_at(self, event: Placed, place: Place) -> int:
        """The shape on record, unless the tiles whose cells are known speak against it."""
        known = KnownCells(self.placements)
        known.check_room(place)
        known.check_claim(event, place.cell, self._unlocated, bool(self.rules.beside_bridge))
        return to_shape(event.bonus)

    def _check_beside(self, event: Placed | Summed) -> None:
        """Refuse a bonus for two sides beside a bridging tile where nobody has placed one (R15)."""
        if event.bonus is not Bonus.BESIDE or not self.rules.beside_bridge:
            return
        if Bonus.BRIDGE not in (*self._unlocated, *(placed.bonus for placed in self.placements)):
            raise Mismatch(Message.NO_BRIDGE_PLACED(), event)

    # Drawing, passing, and whose turn is next.

    def _check_draw(self, seat: int) -> None:
        if not self.started:
            raise IllegalMove(Message.NO_DRAW_BEFORE_START)
        able = self._able(seat)
        if may_draw(self.rules, bool(able), len(self.drawn), len(self.well)):
            return
        if not self.well:
            raise IllegalMove(Message.WELL_EMPTY)
        if len(self.drawn) >= self.rules.draw_limit:
            raise IllegalMove(Message.DRAW_LIMIT, count=self.rules.draw_limit)
        raise IllegalMove(Message.MUST_PLACE_NOT_DRAW, seat=Seat(seat), move=self._a_placement(seat))

    def _check_pass(self, seat: int) -> None:
        if not self.started:
            raise IllegalMove(Message.NO_PASS_BEFORE_START)
        able = self._able(seat)
        if may_pass(self.rules, bool(able), len(self.drawn), len(self.well)):
            return
        if able and not self.edition.draw_optional:
            raise IllegalMove(Message.MUST_PLACE_NOT_PASS, seat=Seat(seat), move=self._a_placement(seat))
        raise IllegalMove(Message.MUST_DRAW_NOT_PASS, seat=Seat(seat), count=len(self.well))

    def _a_placement(self, seat: int) -> Move:
        return self._placements(self.hand_masks[seat])[0].move

    def _apply_drew(self, event: Drew) -> None:
        seat = event.seat
        self._check_draw(seat)
        self._check_penalty(event.penalty, self.rules.draw_penalty)
        tile = self.next_drawn(event)
        self._note_unable(event)
        self._take_drawn(event, tile)

    def _take_drawn(self, event: Drew, tile: Tile | None) -> None:
        self.draw(event.seat, tile, len(self.placements))
        self.drawn.append(tile)
        self.points[event.seat] -= event.penalty
        self._turn_timed = event.timeout

    def _note_unable(self, event: Drew | Passed) -> None:
        """Who draws or passes where placing comes first (R6, R14) holds nothing that fits; known tiles were checked."""
        comes_first = not self.edition.draw_optional or (event.timeout and isinstance(event, Passed))
        if self.located and comes_first:
            self.exclude(event.seat, self._fitting())

    def _check_penalty(self, penalty: int, right: int) -> None:
        if penalty != right:
            raise Mismatch(f"-{right}" if right else "+0", f"-{penalty}")

    def _apply_passed(self, event: Passed) -> None:
        self._check_pass(event.seat)
        self._check_penalty(event.penalty, pass_cost(self.rules, len(self.drawn)))
        self._note_unable(event)
        self._take_passed(event)

    def _take_passed(self, event: Passed) -> None:
        self.points[event.seat] -= event.penalty
        self.passes += counts_as_blocking(self.rules, len(self.well))
        if self.passes >= self.players:
            self.ended = "blocked"
        else:
            self._next_turn(event.seat)

    def _next_turn(self, seat: int) -> None:
        self._turn = (seat + 1) % self.players
        self._turn_timed = None
        self.drawn = []

    # What people tell without its points, or insist on.

    def reckoned(self, play: Play) -> Play:
        """The play with the points that the rules give it, and with the bonus found where it is not named."""
        if isinstance(play, Drew):
            return replace(play, penalty=self.rules.draw_penalty)
        if isinstance(play, Passed):
            right = passed(self.rules, play.seat, len(self.drawn))
            return replace(play, penalty=right.penalty, plus_zero=right.plus_zero or play.plus_zero)
        if isinstance(play, Placed) and not self.started:
            return replace(play, points=start_points(self.rules, play.tile.index))
        shape = to_shape(play.bonus)
        if isinstance(play, Placed) and play.place is not None and not shape and self._opens_on(play.place):
            shape = self._shape_at(play.place)
        total = play.tile.sum if isinstance(play, Placed) else play.total
        return replace(play, points=total + self.rules.bonuses[shape], bonus=from_shape(shape))

    def _apply_anyway(self, event: Told) -> None:
        """Take what the rules refuse, as it is told: only where no deal is on record, and only if they do refuse it."""
        if self.dealt:
            raise Mismatch(Message.ANYWAY_IN_DEALT_ROUND(), event)
        if event.seat is not None:
            self._check_seat(event.seat)
        plain = replace(event, anyway=False)
        try:
            self.copy().apply(plain)
        except TricornError:
            self._take_as_told(event)
        else:
            raise Mismatch(Message.RIGHT_WITHOUT_ANYWAY(line=quoted(plain)), quoted(event))

    def _take_as_told(self, event: Told) -> None:
        """Follow what people tell: turns and counts go on from there."""
        self.overruled = True
        if isinstance(event, Out | Blocked):
            self._end(Result("out" if isinstance(event, Out) else "blocked", event.seat, event.points))
        elif isinstance(event, Left):
            count = event.count if event.tiles is None else len(event.tiles)
            self.count_as(event.seat, self.tiles_held(event.seat) if count is None else count)
            self.left[event.seat] = Left(event.seat, None, None, event.sum)
        else:
            self._take_play_as_told(event)

    def _take_play_as_told(self, play: Play) -> None:
        seat = play.seat
        if seat != self._turn:
            self._next_turn(seat - 1)
        self.ended = self.went_out = None
        if isinstance(play, Placed):
            self._lay(play if self._may_lie(play.place) else replace(play, place=None))
            self.part_with(seat, play.tile)
            self._after_placing(play)
        elif isinstance(play, Summed):
            self._lay_unnamed(play)
            self.summed.append(play.total)
            self.part_with(seat, None)
            self._after_placing(play)
        elif isinstance(play, Drew):
            seen = play.tile is not None and self.seen() & play.tile.bit
            self._take_drawn(play, None if seen else play.tile)
        else:
            self._take_passed(play)

    def _may_lie(self, place: Place | None) -> bool:
        """Whether the table, as far as it is known, has room for a placement."""
        if place is None or not self.started:
            return True
        if self.located:
            return self._opens_on(place)
        return KnownCells(self.placements).has_room(place)

    # The end of the round.

    def _apply_left(self, event: Left) -> None:
        check_left(self, event)
        if event.tiles is not None:
            self.lay_open(event.seat, event.tiles)
        self.left[event.seat] = event

    @property
    def hands_known(self) -> bool:
        """Whether every hand's sum is known."""
        return not hands_asked(self)

    def end_event(self) -> Out | Blocked:
        """The line that ends the round, once it has ended and all hands are known."""
        return end_of(self)

    def _apply_end(self, event: Out | Blocked) -> None:
        self._end(check_end(self, event))

    def _end(self, result: Result) -> None:
        self.result = result
        self.ended = result.reason
        if result.winner is not None:
            self.points[result.winner] += result.points

    def __str__(self) -> str:
        # Drawing is a room above this one: it is fetched only when somebody asks for a picture.
        from tricorn.render import round_text

        return round_text(self)

    def __repr__(self) -> str:
        placed = len(self.placements) + len(self.summed)
        turn = "over" if self.ended else "start open" if self.seat is None else f"{SEATS[self.seat]} to play"
        return f"<Round {self.number}: {self.edition.id}, {self.players} players, {placed} placed, {turn}>"

    def _repr_svg_(self) -> str:
        from tricorn.render import round_svg

        return round_svg(self)
