"""Writes what a seat may see and do in the format of layout.py; compiled.

Of other hands and of the well, only the number of tiles is read.
"""

from __future__ import annotations

from tricorn.bonus import PLAIN
from tricorn.core import layout as at
from tricorn.core.board import (
    CELLS,
    FITS,
    OPEN,
    PLACED,
    cell_x,
    cell_y,
    corner_numbers,
    points_down,
    shape_of,
)
from tricorn.core.compile import (
    Bytes,
    Ints,
    copy_into,
    fill_zeros,
    inline,
    ints_from,
    lowest_bit,
    not_literal,
    popcount,
    store_word,
)
from tricorn.core.rules import may_draw, may_pass, next_seat, startable
from tricorn.core.state import in_well, placeable
from tricorn.envs.layout import (
    BOARD,
    DRAW_ACTION,
    EXCLUDED,
    FOR_EACH_SEAT,
    FOR_EACH_SLOT,
    PASS_ACTION,
    PLACEMENTS,
    RACK,
    SCALARS,
    SCORE_STEP,
    SEATS_AT,
    SLOTS,
    SLOTS_AT,
    TILE_NUMBER,
)
from tricorn.envs.rows import DRAWN_TILES, MASKED_SLOTS, PASSED_LAST, ROUND, RULED_OUT, SHOWN, SHOWN_BY, Batch, Row

__all__ = ["clear_mask", "is_legal", "write_legal_actions", "write_mask", "write_seat", "write_table"]

_MAX_VALUE = 127  # of a number in an observation

# For each byte, a word with its eight bits as bytes.
_SPREAD = ints_from(sum((byte >> bit & 1) << 8 * bit for bit in range(8)) for byte in range(256))


@inline
def _write_tiles(tiles: int, out: Bytes, first: int) -> None:
    """Write a mask of tiles as one byte per tile."""
    for byte in range(TILE_NUMBER // 8):
        store_word(out, first + 8 * byte, _SPREAD[tiles >> 8 * byte & 0xFF])


@inline
def is_legal(batch: Batch, row: Row, action: int) -> bool:
    """Whether an action is legal for the seat on turn."""
    rules, state = batch.rules, row.state
    hand = state[at.HANDS + state[at.SEAT]]
    if 0 <= action < PLACEMENTS:
        slot, tile = action // TILE_NUMBER, action % TILE_NUMBER
        if state[PLACED]:
            return slot < state[OPEN] and state[FITS + slot] & hand & 1 << tile != 0
        return slot == 0 and startable(rules, hand) >> tile & 1 != 0
    if state[PLACED] == 0:
        return False
    can_place = placeable(state) != 0
    if action == DRAW_ACTION:
        return may_draw(rules, can_place, state[at.DRAWS], in_well(state))
    return action == PASS_ACTION and may_pass(rules, can_place, state[at.DRAWS], in_well(state))


@inline
def write_mask(batch: Batch, row: Row, mask: Bytes) -> None:
    """Set the legal actions of the seat on turn in an empty mask."""
    rules, state = batch.rules, row.state
    hand = state[at.HANDS + state[at.SEAT]]
    if state[PLACED] == 0:
        row.fields[MASKED_SLOTS] = 1
        _write_tiles(startable(rules, hand), mask, not_literal(0))
        return
    fitting = placeable(state)
    if fitting:
        for slot in range(state[OPEN]):
            tiles = state[FITS + slot] & fitting
            if tiles:
                row.fields[MASKED_SLOTS] |= 1 << slot
                _write_tiles(tiles, mask, slot * TILE_NUMBER)
    if may_draw(rules, fitting != 0, state[at.DRAWS], in_well(state)):
        mask[DRAW_ACTION] = 1
    if may_pass(rules, fitting != 0, state[at.DRAWS], in_well(state)):
        mask[PASS_ACTION] = 1


@inline
def write_legal_actions(batch: Batch, row: Row, actions: Ints) -> int:
    """Write the legal actions of the seat on turn in ascending order; return how many there are."""
    rules, state = batch.rules, row.state
    hand, count = state[at.HANDS + state[at.SEAT]], 0
    if state[PLACED] == 0:
        tiles = startable(rules, hand)
        while tiles:
            actions[count] = lowest_bit(tiles)
            tiles &= tiles - 1
            count += 1
        return count
    fitting = placeable(state)
    for slot in range(state[OPEN]):
        tiles = state[FITS + slot] & fitting
        while tiles:
            actions[count] = slot * TILE_NUMBER + lowest_bit(tiles)
            count += 1
            tiles &= tiles - 1
    if may_draw(rules, fitting != 0, state[at.DRAWS], in_well(state)):
        actions[count] = DRAW_ACTION
        count += 1
    if may_pass(rules, fitting != 0, state[at.DRAWS], in_well(state)):
        actions[count] = PASS_ACTION
        count += 1
    return count


@inline
def clear_mask(row: Row, mask: Bytes) -> None:
    """Undo `write_mask`, touching only what it wrote."""
    slots = row.fields[MASKED_SLOTS]
    while slots:
        fill_zeros(mask, lowest_bit(slots) * TILE_NUMBER, not_literal(TILE_NUMBER))
        slots &= slots - 1
    row.fields[MASKED_SLOTS] = 0
    mask[DRAW_ACTION] = mask[PASS_ACTION] = 0


@inline
def write_table(batch: Batch, row: Row, out: Bytes) -> None:
    """Write the board: the open cells by slot, and the tiles."""
    state = row.state
    fill_zeros(out, not_literal(SLOTS_AT), not_literal(SLOTS * FOR_EACH_SLOT))
    for slot in range(state[OPEN]):
        cell = state[CELLS + slot]
        corners = corner_numbers(state, cell)
        shape = shape_of(state, cell, batch.rules.beside)
        word = 1 + points_down(cell) | (cell_x(cell) & 0xFF) << 8 | (cell_y(cell) & 0xFF) << 16
        word |= corners >> 6 << 24 | (corners >> 3 & 7) << 32 | (corners & 7) << 40
        if shape != PLAIN:
            word |= shape << 48 | min(batch.rules.bonuses[shape], _MAX_VALUE) << 56
        store_word(out, SLOTS_AT + slot * FOR_EACH_SLOT, word)
    copy_into(row.board, out, not_literal(BOARD))


@inline
def write_seat(batch: Batch, row: Row, observer: int, out: Bytes) -> None:
    """Write what a seat sees in addition to the board: its rack, the scalars, the seats and the excluded tiles."""
    state = row.state
    turn = state[at.SEAT] - observer
    _write_tiles(state[at.HANDS + observer], out, not_literal(RACK))
    out[SCALARS] = observer
    out[SCALARS + 1] = turn if turn >= 0 else turn + batch.players
    out[SCALARS + 2] = state[PLACED]
    out[SCALARS + 3] = min(row.fields[ROUND], _MAX_VALUE)
    out[SCALARS + 4] = in_well(state)
    out[SCALARS + 5] = state[at.DRAWS]
    out[SCALARS + 6] = state[at.PASSES]
    offset, excluded, seat = SEATS_AT, SEATS_AT + batch.players * FOR_EACH_SEAT, observer
    for distance in range(batch.players):
        _write_public(row, seat, out, offset)
        offset += FOR_EACH_SEAT
        if distance:
            _write_tiles(row.fields[RULED_OUT + seat], out, excluded)
            excluded += EXCLUDED
        seat = next_seat(seat, batch.players)


@inline
def _write_public(row: Row, seat: int, out: Bytes, offset: int) -> None:
    """Write what every player may know about a seat."""
    fields, score = row.fields, row.state[at.SCORES + seat]
    out[offset] = popcount(row.state[at.HANDS + seat])
    out[offset + 1] = fields[DRAWN_TILES + seat]
    out[offset + 2] = fields[SHOWN] + 1 if fields[SHOWN_BY] == seat else 0
    out[offset + 3] = fields[PASSED_LAST] >> seat & 1
    out[offset + 4] = max(-_MAX_VALUE, min(_MAX_VALUE, score // SCORE_STEP))
    out[offset + 5] = score % SCORE_STEP
