"""`tricorn render`: draw a position of a recorded game."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from tricorn.cli.console import console
from tricorn.cli.failure import Failure
from tricorn.cli.files import read_record, record_failure, write_atomically
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.record import MoveEvent, Record, parse_record
from tricorn.render import Position, png, svg, text
from tricorn.render.palette import THEMES
from tricorn.round.pictures import position_of

_SUFFIXES = (".svg", ".png")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument(
        "--at",
        metavar="N",
        type=int,
        default=-1,
        help="draw the position after the Nth move (a placement, a draw or a pass); -1 is the last (default: -1)",
    )
    parser.add_argument(
        "-o",
        dest="output",
        metavar="OUT",
        help="OUT.svg, OUT.png, or - for SVG on standard output (default: print the position as text)",
    )
    parser.add_argument(
        "--theme", choices=(*THEMES, "auto"), default="light", help="the colours of the picture (default: light)"
    )
    parser.add_argument("--width", metavar="PIXELS", type=int, help="the width of the picture in pixels")
    parser.add_argument("--open", action="store_true", help="show the open cells")


def run(args: argparse.Namespace) -> int:
    if args.output not in (None, "-") and Path(args.output).suffix.lower() not in _SUFFIXES:
        raise Failure(f"-o {args.output}: expected a name that ends in .svg or .png, or -")
    position = _position(args.file, args.at, args.open)
    if args.output is None:
        _print(position)
    else:
        _write(args, position)
    return 0


def _position(name: str, at: int, open_cells: bool) -> Position:
    try:
        game = Game.from_record(_cut(parse_record(read_record(name)), name, at))
    except RecordError as error:
        raise record_failure(name, error) from None
    if game.round is None:
        return Position()
    if game.round.placements and not game.round.places:
        raise Failure(f"{name}: round {game.rounds} was recorded without cells, so there is nothing to draw")
    return position_of(game.round, open_cells)


def _cut(record: Record, name: str, at: int) -> Record:
    """The record up to a move. Later lines are not replayed, so errors in them are not reported."""
    moves = [index for index, event in enumerate(record.events) if isinstance(event, MoveEvent)]
    count = len(moves)
    if not -count <= at <= count and not (at == -1 and not moves):
        raise Failure(f"--at {at}: {name} has {count} moves; expected 0 to {count}, or -1 to -{count} from its end")
    number = max(0, at + count + 1 if at < 0 else at)
    length = moves[number - 1] + 1 if number else 0
    return replace(record, events=record.events[:length], lines=record.lines[:length])


def _print(position: Position) -> None:
    out = console()
    out.print(Text.from_ansi(text(position, colour=True)), soft_wrap=True)
    if position.caption:
        out.print(position.caption, soft_wrap=True)


def _write(args: argparse.Namespace, position: Position) -> None:
    picture = svg(position, theme=args.theme, width=args.width)
    if args.output == "-":
        # As bytes, because SVG is UTF-8 in every locale.
        sys.stdout.buffer.write(picture.encode())
        sys.stdout.buffer.flush()
    elif args.output.lower().endswith(".svg"):
        write_atomically(Path(args.output), picture.encode())
    else:
        write_atomically(Path(args.output), png(picture, width=args.width))
