"""The loops that steps.py times, compiled separately from the core because only this benchmark calls them."""

from __future__ import annotations

from tricorn.bonus import PLAIN
from tricorn.core.board import (
    CELLS,
    OPEN,
    PLACED,
    Board,
    clear_board,
    fitting_tiles,
    put,
    put_first,
    shape_of,
    take_back,
)
from tricorn.core.compile import Ints, jit
from tricorn.core.rules import Rules
from tricorn.core.state import State, deal

PLACE, TAKE_BACK, FITTING, SHAPES = range(4)


@jit
def replay(board: Board, rounds: Ints, step: int, repeat: int, result: Ints) -> None:
    """Replay the placements of many rounds `repeat` times, with one additional step per placement.

    `rounds` has, for each round, its number of placements, the start as cell and numbers, and the other placements as
    cell and tile. `result` keeps the compiler from removing the steps.
    """
    for _ in range(repeat):
        at = 0
        while at < len(rounds):
            number = rounds[at]
            clear_board(board)
            put_first(board, rounds[at + 1], rounds[at + 2], rounds[at + 3], rounds[at + 4])
            at += 5
            for _ in range(number - 1):
                put(board, rounds[at], rounds[at + 1], PLAIN)
                at += 2
                if step == FITTING:
                    result[0] ^= fitting_tiles(board)
                elif step == SHAPES:
                    for slot in range(board[OPEN]):
                        result[0] += shape_of(board, board[CELLS + slot], 0)
            if step == TAKE_BACK:
                while board[PLACED]:
                    take_back(board)


@jit
def deals(state: State, rules: Rules, rng: Ints, hand_size: int, number: int) -> None:
    """Deal a number of rounds."""
    for _ in range(number):
        deal(state, rules, rng, hand_size)
