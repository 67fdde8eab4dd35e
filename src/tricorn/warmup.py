"""Compile the core before anybody waits for it: `python -m tricorn.warmup`, run at set-up and server start."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

__all__ = ["main", "warm_up"]

Say = Callable[[str], None]


def _move() -> None:
    """Friendly objects and a plain bot: what every other step needs too."""
    from tricorn.bots import bot_named
    from tricorn.core.rng import new_rng
    from tricorn.game import Game

    game = Game("spanish", players=2, seed=1)
    game.play(game.legal_moves()[0])
    assert game.seat is not None
    bot_named("greedy").choose(game.view(game.seat), None, new_rng(1, 0))
    while not game.outcome():
        game.play(game.legal_moves()[0])


def _play_out() -> None:
    from tricorn.arena.job import Job, run_part
    from tricorn.arena.match import Match
    from tricorn.editions import EDITIONS

    job = Job(EDITIONS["spanish"], ("random", "greedy"), games=1, seed=1)
    run_part(next(job.parts()))
    next(Match(job.edition, "random", "greedy", players=2, groups=1, seed=1).parts()).play()


def _think() -> None:
    from tricorn.bots import bot_named
    from tricorn.bots.endgame import solve
    from tricorn.bots.state import state_of
    from tricorn.core.rng import new_rng
    from tricorn.game import Game

    game = Game("spanish", players=2, seed=1)
    game.play(game.legal_moves()[0])
    while len(game.legal_moves()) == 1:
        game.play(game.legal_moves()[0])
    assert game.seat is not None
    assert game.round is not None
    view = game.view(game.seat)
    bot_named("search:2").choose(view, None, new_rng(1, 0))
    solve(state_of(view, game.round), game.round.rules, nodes=1)


def warm_up(say: Say) -> None:
    """Load the compiled core; if it has not been compiled, do that first and say so."""
    from tricorn.core.compile import COMPILED, compiled_folder

    if COMPILED and not _complete(compiled_folder()).exists():
        say("Compiling the rules, once ...")
        subprocess.run([sys.executable, "-m", "tricorn.warmup"], check=True, stdout=subprocess.DEVNULL)
    _move()
    _play_out()
    _think()


def _complete(folder: Path) -> Path:
    """The file that says that everything has been compiled into this folder."""
    return folder / "complete"


def _compile(say: Say) -> None:
    """Compile all there is: first what all parts share, then, where a process can be forked, on two cores."""
    say("Compiling the rules ...")
    _move()
    helper = None
    if "fork" in multiprocessing.get_all_start_methods():
        say("Compiling playouts and the searcher ...")
        helper = multiprocessing.get_context("fork").Process(target=_think)
        helper.start()
    _play_out()
    if helper is not None:
        helper.join()
    # Loads what the helper compiled; where there was none, or it failed, it is compiled now.
    _think()


def main() -> int:
    def say(text: str) -> None:
        end = "\r" if sys.stdout.isatty() and text.endswith("...") else "\n"
        print(f"{text:<40}", end=end, flush=True)

    # Small functions over small arrays: higher levels take a fifth more time to compile and run no faster.
    os.environ.setdefault("NUMBA_OPT", "1")
    from tricorn.core.compile import COMPILED, compiled_folder

    if not COMPILED:
        say("Compilation is switched off (TRICORN_COMPILE=0).")
        return 0
    folder = compiled_folder()
    for old in folder.parent.glob("compiled-*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    began = time.monotonic()
    _compile(say)
    _complete(folder).touch()
    say(f"Compiled in {time.monotonic() - began:.1f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
