"""`tricorn score`: the scorekeeper for physical tiles, in the terminal."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from tricorn.cli.failure import Failure
from tricorn.cli.options import add_edition, edition_of, plain_core

if TYPE_CHECKING:
    from tricorn.sheet import Sheet

NAME = "score"
HELP = "keep the score of a game with physical tiles"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help="the players, clockwise")
    add_edition(parser)
    parser.add_argument("--save", metavar="FILE", type=Path, help="keep the sheet in a new file, after every entry")
    parser.add_argument("--resume", metavar="FILE", type=Path, help="go on with a sheet, or with any game's record")


def run(args: argparse.Namespace) -> int:
    if args.save is not None and args.save.exists():
        raise Failure(f"--save {args.save}: there already; expected a new name, or --resume to go on with it")
    plain_core()
    sheet = _new(args) if args.resume is None else _resumed(args)
    from tricorn.cli.files import write_whole
    from tricorn.cli.terminal.scoring import Scoring

    if args.save is not None:
        write_whole(args.save, sheet.record().encode())  # now: better to know of a bad name before the first entry
    return Scoring(sheet, args.save or args.resume).run()


def _new(args: argparse.Namespace) -> Sheet:
    from datetime import datetime

    from tricorn.sheet import Sheet

    edition = edition_of(args.edition, args.rule)
    if not args.names:
        raise Failure("expected the players' names, as in: tricorn score Ana Bo")
    today = datetime.now().astimezone().date().isoformat()
    return Sheet(edition, args.names, [("date", today)])


def _resumed(args: argparse.Namespace) -> Sheet:
    from tricorn.cli.files import STANDARD, read_record, record_failure
    from tricorn.errors import RecordError
    from tricorn.sheet import Sheet

    if args.names or args.edition or args.rule:
        raise Failure("--resume: expected neither names nor an edition with it, as the record says them")
    name = str(args.resume)
    if name == STANDARD:
        raise Failure("--resume -: expected a file, as the sheet goes on in it")
    try:
        return Sheet.from_record(read_record(name))
    except RecordError as error:
        raise record_failure(name, error) from None
