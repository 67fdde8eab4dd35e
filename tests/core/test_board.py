"""The board in flat arrays agrees with a plain one in dictionaries, and undoing restores it exactly."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import oracle

from tricorn.bonus import PLAIN, Bonus
from tricorn.core.board import (
    CELLS,
    FITS,
    FITTING_SLOTS,
    LATTICE_POINTS,
    MIDDLE,
    NO_NUMBER,
    OPEN,
    PLACED,
    TRAIL,
    WIDTH,
    Board,
    cell_at,
    cell_index,
    clear_board,
    copy_board,
    corner_numbers,
    find_fitting_slots,
    fitting_tiles,
    is_filled,
    new_board,
    put,
    put_first,
    shape_of,
    slot_number,
    take_back,
    third_number,
)
from tricorn.core.state import START_CELL
from tricorn.lattice import ORIGIN, Cell, Point, cells_around
from tricorn.tiles import TILES, Tile, tiles_of

SHAPES = {PLAIN: ""} | {bonus.shape: str(bonus) for bonus in Bonus}
SHAPE_OF = {word: shape for shape, word in SHAPES.items()}
SEEDS = st.integers(0, 2**32)
EMPTY_POINT = new_board()[LATTICE_POINTS]


def index_of(cell: Cell) -> int:
    return int(cell_index(cell.x, cell.y, not cell.up))


class Both:
    """The same round on both boards, played at random."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.beside = self.rng.choice(("sides", "bridge"))
        self.board = new_board()
        self.plain: list[oracle.Table] = [oracle.Table()]

    @property
    def naive(self) -> oracle.Table:
        return self.plain[-1]

    def choices(self) -> list[tuple[Cell, Tile]]:
        """Every legal placement the core knows of tiles that are not on the table."""
        free = sum(tile.bit for tile in TILES if tile.numbers not in self.naive.tiles)
        return [
            (cell_at(self.board[CELLS + slot]), tile)
            for slot in range(self.board[OPEN])
            for tile in tiles_of(int(self.board[FITS + slot]) & free)
        ]

    def put(self) -> bool:
        """Place a tile; whether one could be placed."""
        before = self.naive
        after = oracle.Table(dict(before.filled), dict(before.numbers), set(before.tiles), set(before.bridges))
        if before.empty():
            tile, up = self.rng.choice(TILES), self.rng.random() < 0.5
            numbers = self.rng.choice(oracle.rotations(tile.numbers))
            put_first(self.board, START_CELL + (not up), *numbers)
            after.put((0, 0, "^" if up else "v"), numbers)
        else:
            choices = self.choices()
            if not choices:
                return False
            # Mostly close to the middle, where bridges and hexagons are made.
            cell, tile = min(self.rng.sample(choices, min(3, len(choices))), key=lambda c: abs(c[0].x) + abs(c[0].y))
            numbers = self.numbers(cell, tile)
            word = before.shape(plain(cell), self.beside)
            put(self.board, index_of(cell), tile.index, SHAPE_OF[word])
            after.put(plain(cell), numbers, word)
        self.plain.append(after)
        return True

    def numbers(self, cell: Cell, tile: Tile) -> tuple[int, int, int]:
        corners = int(corner_numbers(self.board, index_of(cell)))
        missing = int(third_number(corners, tile.index))
        a, b, c = (missing if n == NO_NUMBER else n for n in (corners >> 6, corners >> 3 & 7, corners & 7))
        return a, b, c

    def take_back(self) -> None:
        take_back(self.board)
        self.plain.pop()

    def check(self) -> None:
        """Everything the core's board says is what the plain one says."""
        board, naive = self.board, self.naive
        openings = dict(naive.openings())
        slots = range(board[OPEN])
        assert board[PLACED] == len(naive.filled)
        assert {plain(cell_at(board[CELLS + slot])) for slot in slots} == set(openings)
        assert len({int(board[CELLS + slot]) for slot in slots}) == len(slots)
        for slot in slots:
            index = int(board[CELLS + slot])
            cell = plain(cell_at(index))
            fitting = {tile for tile, _ in oracle.fitting(openings[cell])}
            assert {tile.numbers for tile in tiles_of(int(board[FITS + slot]))} == fitting
            for beside in ("sides", "bridge"):
                assert SHAPES[int(shape_of(board, index, beside == "bridge"))] == naive.shape(cell, beside)
            assert slot_number(board, index) == slot + 1
            assert not is_filled(board, index)
        assert all(is_filled(board, index_of(Cell(x, y, way == "^"))) for x, y, way in naive.filled)
        touched = [point for point in range(WIDTH * WIDTH) if board[LATTICE_POINTS + point] != EMPTY_POINT]
        cells = (2 * point + down for point in touched for down in (0, 1))
        assert sum(slot_number(board, cell) != 0 for cell in cells) == len(openings)


def plain(cell: Cell) -> oracle.Cell:
    return cell.x, cell.y, "^" if cell.up else "v"


def snapshot(board: Board) -> dict[int, list[int]]:
    """Everything in a board except scratch space and what lies beyond the ends of the lists."""
    opened, placed = int(board[OPEN]), int(board[PLACED])
    lengths = {LATTICE_POINTS: WIDTH * WIDTH, CELLS: opened, FITS: opened, TRAIL: placed, OPEN: 1, PLACED: 1}
    return {part: [int(board[part + index]) for index in range(length)] for part, length in lengths.items()}


@given(SEEDS)
def test_the_table_is_that_of_plain_geometry_after_every_placement(seed: int) -> None:
    both = Both(seed)
    while both.put():
        both.check()


@given(SEEDS)
def test_taking_back_restores_every_array(seed: int) -> None:
    both = Both(seed)
    snapshots = []
    for _ in range(both.rng.randint(1, 56)):
        snapshots.append(snapshot(both.board))
        if not both.put():
            snapshots.pop()
            break
    while snapshots:
        both.take_back()
        assert snapshot(both.board) == snapshots.pop()


@given(SEEDS)
def test_placing_and_taking_back_in_any_order_stays_true_to_plain_geometry(seed: int) -> None:
    both = Both(seed)
    for _ in range(80):
        back = len(both.plain) > 1 and both.rng.random() < 0.4
        if back or not both.put():
            both.take_back()
    if len(both.plain) > 1:
        both.check()


@given(SEEDS)
def test_a_cleared_table_is_a_new_one(seed: int) -> None:
    both = Both(seed)
    while both.put():
        pass
    clear_board(both.board)
    assert snapshot(both.board) == snapshot(new_board())


@given(SEEDS)
def test_a_copied_table_is_independent(seed: int) -> None:
    both = Both(seed)
    for _ in range(10):
        both.put()
    twin = new_board()
    copy_board(both.board, twin)
    before = snapshot(twin)
    both.put()
    assert snapshot(twin) == before


@given(SEEDS, st.sets(st.sampled_from(TILES), min_size=1, max_size=9))
def test_the_open_cells_that_some_tile_of_a_hand_fits_are_found(seed: int, hand: set[Tile]) -> None:
    both = Both(seed)
    for _ in range(12):
        both.put()
    mask = sum(tile.bit for tile in hand)
    fits = [int(both.board[FITS + slot]) for slot in range(both.board[OPEN])]
    count = find_fitting_slots(both.board, mask)
    assert [int(both.board[FITTING_SLOTS + index]) for index in range(count)] == [
        slot for slot, fitting in enumerate(fits) if fitting & mask
    ]
    fitting_anywhere = 0
    for fitting in fits:
        fitting_anywhere |= fitting
    assert fitting_tiles(both.board) == fitting_anywhere


@given(SEEDS)
def test_a_tile_fits_an_open_cell_in_one_way_at_most(seed: int) -> None:
    both = Both(seed)
    for _ in range(20):
        both.put()
    for cell, pattern in both.naive.openings():
        for tile in TILES:
            rotations = {
                digits
                for digits in oracle.rotations(tile.numbers)
                if all(want in (None, have) for want, have in zip(pattern, digits, strict=True))
            }
            assert len(rotations) <= 1, (cell, tile)


def test_a_round_never_reaches_further_than_28_units_and_stays_on_the_field() -> None:
    """However the 56 tiles lie in one line, the cells they open have their indices."""
    cell = ORIGIN
    for _ in range(55):
        cell = max(cell.neighbours, key=lambda other: (other.x, other.y))
    assert max(abs(cell.x), abs(cell.y)) <= 28 < MIDDLE - 2
    for near in (cell, *cell.neighbours):
        assert cell_at(index_of(near)) == near


@given(st.integers(-29, 29), st.integers(-29, 29), st.booleans())
def test_a_cell_keeps_its_index(x: int, y: int, up: bool) -> None:
    cell = Cell(x, y, up)
    assert cell_at(index_of(cell)) == cell


@pytest.mark.parametrize("cell", [Cell(40, 0, True), Cell(0, -40, False), Cell(10**9, 0, True), Cell(31, 0, True)])
def test_a_cell_off_the_field_has_no_index(cell: Cell) -> None:
    assert index_of(cell) == -1


def test_the_first_tile_opens_its_three_neighbours() -> None:
    board = new_board()
    put_first(board, START_CELL, 1, 2, 3)
    assert {cell_at(board[CELLS + slot]) for slot in range(board[OPEN])} == set(ORIGIN.neighbours)
    assert int(corner_numbers(board, START_CELL)) == 1 << 6 | 2 << 3 | 3


def test_six_tiles_around_a_point_share_its_number() -> None:
    """0-0-a, a-0-b, … around one point, closed by the sixth."""
    board = new_board()
    ring = cells_around(Point(0, 1))
    # The outer numbers 1 2 3 4 5 1 run clockwise around the point, whose number is 0.
    outer = [1, 2, 3, 4, 5, 0]
    first = ring[0]
    numbers = {Point(0, 1): 0}
    for index, cell in enumerate(ring):
        (shared,) = {*cell.corners} & {*ring[index - 1].corners} - {Point(0, 1)}
        numbers[shared] = outer[index]
    put_first(board, index_of(first), *(numbers[corner] for corner in first.corners))
    shapes = []
    for cell in ring[1:]:
        tile = Tile.holding(*(numbers[corner] for corner in cell.corners))
        shape = int(shape_of(board, index_of(cell), 0))
        shapes.append(SHAPES[shape])
        put(board, index_of(cell), tile.index, shape)
    assert shapes == ["", "", "", "", "hexagon"]
