"""The command line: one small module a command, and here what they share: parsing, errors, exit codes.

A command module imports nothing heavy at its top, because `tricorn --help` reads them all.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn, Protocol

from tricorn.cli import backup, editions, match, play, render, restore, rules, score, serve, simulate, verify
from tricorn.cli.failure import Failure, one_line, os_words
from tricorn.errors import TricornError

__all__ = ["COMMANDS", "main"]

_INTERRUPTED = 130  # 128 and the signal's number, as a shell has it
_BROKEN_PIPE = 141


class Command(Protocol):
    """What a command module has."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...
    def run(self, args: argparse.Namespace) -> int: ...


# In the order of the help.
COMMANDS: tuple[Command, ...] = (serve, play, score, simulate, match, verify, render, editions, rules, backup, restore)


class _Parser(argparse.ArgumentParser):
    """A parser whose complaint is one line, like every other."""

    def error(self, message: str) -> NoReturn:
        raise Failure(f"{message} ({self.prog} --help says more)")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 for a failed check, 2 for wrong usage."""
    _write_what_can_be_written()
    try:
        code = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()  # here, where a broken pipe is still ours to catch
        return code
    except KeyboardInterrupt:
        return _INTERRUPTED
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
    parser = _parser()
    try:
        args = parser.parse_args(argv)
    except SystemExit as leaving:  # after --help
        return int(leaving.code or 0)
    if args.version:
        print(f"tricorn {_version()}")
        return 0
    if args.command is None:
        parser.error(f"expected a command: {', '.join(command.NAME for command in COMMANDS)}")
    command: Command = args.command
    return command.run(args)


def _parser() -> argparse.ArgumentParser:
    # No abbreviations: a script that uses one would break when an option is added.
    parser = _Parser("tricorn", description="The triangular domino game.", allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help="print the version")
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for command in COMMANDS:
        each = commands.add_parser(
            command.NAME, help=command.HELP, description=_sentence(command.HELP), allow_abbrev=False
        )
        command.add_arguments(each)
        each.set_defaults(command=command)
    return parser


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _version() -> str:
    from importlib import metadata

    try:
        return metadata.version("tricorn")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _complain(message: str, code: int) -> int:
    print(f"tricorn: {one_line(message)}", file=sys.stderr)
    return code


def _write_what_can_be_written() -> None:
    """A name that the terminal's encoding lacks is printed escaped rather than ending the program."""
    if sys.stdout is None:  # closed by whoever started this
        sys.stdout = io.StringIO()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def _drop_output() -> None:
    """Keep Python from trying once more, at its exit, to write what cannot be written."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
