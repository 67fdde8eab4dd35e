"""Random games of other programs, for comparison: prints games and moves per second as JSON.

`rounds.py` runs it with a Python that has OpenSpiel and python-chess; a package that is not installed gives null.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from typing import Any


def _import(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def dominoes() -> Callable[[random.Random], int] | None:
    """A function that plays a random game of OpenSpiel's block dominoes and returns the number of moves."""
    pyspiel = _import("pyspiel")
    if pyspiel is None or _import("open_spiel.python.games") is None:
        return None
    game = pyspiel.load_game("python_block_dominoes")

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                moves += 1
        return moves

    return play


def chess() -> Callable[[random.Random], int] | None:
    """A function that plays a random game of chess and returns the number of moves."""
    library = _import("chess")
    if library is None:
        return None

    def play(rng: random.Random) -> int:
        board = library.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        return len(board.move_stack)

    return play


def rates(play: Callable[[random.Random], int], seconds: float) -> dict[str, float]:
    """Games and moves per second, measured for at least this many seconds."""
    rng = random.Random(1)
    play(rng)
    games = moves = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        moves += play(rng)
        games += 1
    elapsed = time.perf_counter() - began
    return {"games": games / elapsed, "moves": moves / elapsed}


def main() -> None:
    seconds = float(sys.argv[1])
    players = {"OpenSpiel python_block_dominoes": dominoes(), "python-chess": chess()}
    print(json.dumps({name: None if play is None else rates(play, seconds) for name, play in players.items()}))


if __name__ == "__main__":
    main()
