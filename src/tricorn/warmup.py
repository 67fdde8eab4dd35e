"""Compile the core before anybody waits for it: `python -m tricorn.warmup`, run at set-up and server start."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable, Iterator

__all__ = ["main", "warm_up"]


def _steps() -> Iterator[tuple[str, Callable[[], object]]]:
    """What there is to compile, in words and as something that makes it compile."""
    from tricorn.arena.job import Job, run_part
    from tricorn.arena.match import Match
    from tricorn.bots import bot_named
    from tricorn.bots.endgame import solve
    from tricorn.bots.state import state_of
    from tricorn.core.rng import new_rng
    from tricorn.editions import EDITIONS
    from tricorn.game import Game

    job = Job(EDITIONS["spanish"], ("random", "greedy"), games=1, seed=1)
    match = Match(job.edition, "random", "greedy", players=2, groups=1, seed=1)
    game = Game("spanish", players=2, seed=1)

    def move() -> None:
        game.play(game.legal_moves()[0])
        assert game.seat is not None
        bot_named("greedy").choose(game.view(game.seat), None, new_rng(1, 0))

    def whole_game() -> None:
        while not game.outcome():
            game.play(game.legal_moves()[0])

    def think() -> None:
        fresh = Game("spanish", players=2, seed=1)
        fresh.play(fresh.legal_moves()[0])
        while len(fresh.legal_moves()) == 1:
            fresh.play(fresh.legal_moves()[0])
        assert fresh.seat is not None
        assert fresh.round is not None
        view = fresh.view(fresh.seat)
        bot_named("search:2").choose(view, None, new_rng(1, 0))
        solve(state_of(view, fresh.round), fresh.round.rules, nodes=1)

    yield "the rules", move
    yield "whole games", whole_game
    yield "playouts", lambda: run_part(next(job.parts()))
    yield "the searcher", think
    yield "matches", lambda: next(match.parts()).play()


def warm_up(say: Callable[[str], None]) -> None:
    """Compile everything that is not compiled yet, telling what is being done."""
    from tricorn.core.compile import COMPILED, compiled_folder

    if not COMPILED:
        say("Compilation is switched off (TRICORN_COMPILE=0).")
        return
    folder = compiled_folder()
    for old in folder.parent.glob("compiled-*"):
        if old != folder:
            shutil.rmtree(old, ignore_errors=True)
    began = time.monotonic()
    for words, step in _steps():
        say(f"Compiling {words} ...")
        step()
    say(f"Compiled in {time.monotonic() - began:.1f} s.")


def main() -> int:
    def say(text: str) -> None:
        end = "\r" if sys.stdout.isatty() and text.endswith("...") else "\n"
        print(f"{text:<40}", end=end, flush=True)

    warm_up(say)
    return 0


if __name__ == "__main__":
    sys.exit(main())
