"""The command line: parses arguments, runs a command's module, and turns errors into a line and an exit code."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn, Protocol, cast

from tricorn.cli.failure import INTERRUPTED, WRONG_USAGE, Failure, OptionFailure, one_line, os_words
from tricorn.errors import TricornError
from tricorn.wording import as_sentence

__all__ = ["COMMANDS", "main"]

_BROKEN_PIPE = 141


class Command(Protocol):
    """The interface of a command's module."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


# In the order of the help. A command's module is imported only when the command is run: `tricorn verify` should not
# wait for a web framework.
COMMANDS = {
    "serve": "play in the browser, on this computer, in your network or over the Internet",
    "play": "play a game in the terminal",
    "score": "keep the score of a game with physical tiles",
    "simulate": "play many games between bots, and report statistics",
    "match": "find out which of two bots plays better",
    "tournament": "rate several bots by playing each against every other",
    "verify": "check game records against the rules; exit code 1 if one is wrong",
    "render": "draw a position of a recorded game",
    "review": "review a recorded game: errors, luck, and what decided it",
    "export": "write the plays of records as a table in Parquet, CSV or JSON lines",
    "editions": "list the rulebooks and their figures",
    "rules": "show the rules of an edition, with or without house rules",
    "site": "write the pages as static files, for games in the browser without a server",
    "backup": "copy all tables to a file and check it by replaying every game; the server may be running",
    "restore": "put the tables of a backup into a database, after replaying every game; stop the server first",
}


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error as one line, like every other error."""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 for a failed check, 2 for wrong usage."""
    _escape_unencodable()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # here a broken pipe can still be caught
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()
        return _BROKEN_PIPE
    except Failure as failure:
        return _report(str(failure), failure.code)
    except OSError as error:
        _discard_output()
        return _report(os_words(error), WRONG_USAGE)
    except TricornError as error:
        return _report(str(error), WRONG_USAGE)


def _run(argv: Sequence[str]) -> int:
    parser = _parser(argv)
    try:
        args = parser.parse_args(argv)
    except SystemExit as exit_request:  # after --help
        return int(exit_request.code or 0)
    if args.version:
        args.command = import_module("tricorn.cli.version")
    if args.command is None:
        if not _has_terminal():
            parser.error(f"expected a command: {', '.join(COMMANDS)}")
        parser.print_help()
        return _run(["serve", "--open"]) if _wants_to_play() else 0
    command: Command = args.command
    try:
        return command.run(args)
    except OptionFailure as failure:
        raise Failure(failure.text(args.written), failure.code) from None


def _parser(argv: Sequence[str]) -> argparse.ArgumentParser:
    """A parser for these arguments; only the command that they name has its options."""
    # No abbreviations: a script that uses one would break when an option is added.
    parser = _Parser("tricorn", description="The triangular domino game.", allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version, and what the rules run on")
    parser.set_defaults(command=None, written={})
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND")
    requested = next((word for word in argv if not word.startswith("-")), None)
    for name, help in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=help, description=as_sentence(help), allow_abbrev=False)
        if name == requested:
            command = cast("Command", import_module(f"tricorn.cli.{name}"))
            command.add_arguments(subparser)
            subparser.set_defaults(command=command)
    return parser


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _wants_to_play() -> bool:
    try:
        answer = input("\nOpen the game in your browser now? [Y/n] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("", "y", "yes")


def _report(message: str, code: int) -> int:
    print(f"tricorn: {one_line(message)}", file=sys.stderr)
    return code


def _escape_unencodable() -> None:
    """Print characters that the terminal's encoding lacks as escapes, instead of failing."""
    if sys.stdout is None:  # the parent process has closed it
        sys.stdout = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _discard_output() -> None:
    """Keep Python from flushing stdout again when it exits."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
