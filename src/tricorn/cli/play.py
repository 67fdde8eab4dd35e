"""`tricorn play`: a game in the terminal, against bots or with others at one keyboard."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tricorn.cli.failure import Failure
from tricorn.cli.options import add_edition, edition_of, plain_core

if TYPE_CHECKING:
    from tricorn.game import Game

NAME = "play"
HELP = "play a game in the terminal"

_DEFAULT_BOT = "greedy"
# Who answers at once in plain Python. Other bots think in playouts; they are worth a wait for the compiler where
# nothing has been compiled yet.
_QUICK = frozenset({"human", "random", "greedy"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_edition(parser)
    parser.add_argument("--players", metavar="N", type=int, help="how many play (2): you and bots")
    parser.add_argument("--bot", metavar="LEVEL", help=f"who plays against you ({_DEFAULT_BOT})")
    parser.add_argument(
        "--seats",
        metavar="SEAT,SEAT…",
        help="who sits at A, B, …: human or a bot, with a name if you like: Ana=human,greedy,Bo=human",
    )
    parser.add_argument("--seed", metavar="S", type=int, help="the seed of the deals; a new one without it")
    parser.add_argument("--save", metavar="FILE", type=Path, help="keep the game in a file, after every move")
    parser.add_argument(
        "--resume",
        metavar="FILE",
        type=Path,
        help="go on with a saved game, which stays in its file unless --save is given",
    )


def run(args: argparse.Namespace) -> int:
    if args.save is not None and _holds_another(args.save, args.resume):
        raise Failure(f"--save {args.save}: there already; expected a new name, or --resume to go on with it")
    game, kinds = _new(args) if args.resume is None else _resumed(args)
    from tricorn.cli.files import write_whole
    from tricorn.cli.terminal.session import Session

    session = Session(game, kinds, args.save or args.resume)
    if args.save is not None:
        write_whole(args.save, game.record().encode())  # now: better to know of a bad name before the first move
    return session.run()


def _new(args: argparse.Namespace) -> tuple[Game, list[str]]:
    from tricorn.cli.terminal.start import new_game, seats_for

    edition = edition_of(args.edition, args.rule)
    seats = seats_for(edition, args.players, args.seats, args.bot or _DEFAULT_BOT)
    kinds = [seat.kind for seat in seats]
    _choose_core(kinds)
    return new_game(edition, seats, args.seed), kinds


def _resumed(args: argparse.Namespace) -> tuple[Game, list[str]]:
    from tricorn.cli.terminal.start import kinds_on_record, record_to_resume, resumed_game

    for option in ("edition", "rule", "players", "seed"):
        if getattr(args, option) not in (None, []):
            raise Failure(f"--{option}: expected none with --resume, as the record says it")
    record = record_to_resume(args.resume)
    kinds = kinds_on_record(record, args.seats, args.bot or _DEFAULT_BOT, args.resume)
    _choose_core(kinds)
    return resumed_game(record, kinds, args.resume), kinds


def _choose_core(kinds: list[str]) -> None:
    if _QUICK.issuperset(kinds):
        plain_core()


def _holds_another(save: Path, resume: Path | None) -> bool:
    """Whether a file holds something that saving would lose."""
    if not save.is_file() or save.stat().st_size == 0:
        return False
    return resume is None or not resume.exists() or not save.samefile(resume)
