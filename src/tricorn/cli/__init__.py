"""The command line: a small module for each command, and what they share: parsing, errors, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, cast

from tricorn import __version__
from tricorn.cli.failure import INTERRUPTED, Failure, one_line, os_words
from tricorn.errors import TricornError

__all__ = ["COMMANDS", "main"]

_BROKEN_PIPE = 141


class Command(Protocol):
    """The interface of a command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


# In the order of the help. The module of a command is imported when the command is named: `tricorn verify` should not
# wait for a web framework.
COMMANDS = {
    "serve": "play in the browser: serve tables on this computer, in the home network or on the Internet",
    "play": "play a game in the terminal",
    "score": "keep the score of a game with physical tiles",
    "simulate": "let bots play each other, by the million rounds if you like",
    "match": "find out which of two bots plays better",
    "tournament": "find out how strong several bots are: each against each, with ratings",
    "verify": "check game records; exit code 1 if one is wrong",
    "render": "draw a position of a recorded game",
    "review": "go through a recorded game: errors, luck, and the account of both",
    "export": "write the plays of records as a table: Parquet, CSV or JSON lines",
    "editions": "list the rulebooks and their figures",
    "rules": "show the rules of an edition, with house rules if any",
    "site": "write the pages as static files: games against bots and on one device, played in the browser",
    "backup": "copy all tables to a file, checked by replaying every game; the server may be running",
    "restore": "put the tables of a backup into a database, checked by replaying every game; stop the server first",
}


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, like all others."""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message} ({self.prog} --help says more)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 for a failed check, 2 for wrong usage."""
    _escape_unencodable()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # here, where a broken pipe can still be caught
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return _BROKEN_PIPE
    except Failure as failure:
        return _complain(str(failure), failure.code)
    except OSError as error:
        _drop_output()
        return _complain(os_words(error), 2)
    except TricornError as error:
        return _complain(str(error), 2)


def _run(argv: Sequence[str]) -> int:
    parser = _parser(argv)
    try:
        args = parser.parse_args(argv)
    except SystemExit as leaving:  # after --help
        return int(leaving.code or 0)
    if args.version:
        print(f"tricorn {__version__}")
        return 0
    if args.command is None:
        parser.error(f"expected a command: {', '.join(COMMANDS)}")
    command: Command = args.command
    return command.run(args)


def _parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """A parser for these arguments, with the options of the command they name."""
    # No abbreviations: a script that uses one would break when an option is added.
    parser = _Parser("tricorn", description="The triangular domino game.", allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    named = next((word for word in argv if not word.startswith("-")), None)
    for name, help in COMMANDS.items():
        each = commands.add_parser(name, help=help, description=_sentence(help), allow_abbrev=False)
        if name == named:
            command = cast("Command", import_module(f"tricorn.cli.{name}"))
            command.add_arguments(each)
            each.set_defaults(command=command)
    return parser


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _complain(message: str, code: int) -> int:
    print(f"tricorn: {one_line(message)}", file=sys.stderr)
    return code


def _escape_unencodable() -> None:
    """Print characters that the terminal's encoding lacks as escapes, instead of failing."""
    if sys.stdout is None:  # closed by the parent process
        sys.stdout = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _drop_output() -> None:
    """Keep Python from trying to flush stdout again at its exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
