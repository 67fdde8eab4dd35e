"""What several commands share: the edition with its house rules, the language, the plain core, the console."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricorn.cli.failure import Failure

if TYPE_CHECKING:
    from rich.console import Console

    from tricorn.editions import Edition
    from tricorn.web.languages import Language

__all__ = ["add_edition", "add_language", "console", "edition_of", "language_of", "plain_core"]


def add_edition(parser: argparse.ArgumentParser) -> None:
    """`--edition` and `--rule`, as everywhere."""
    parser.add_argument("--edition", metavar="E", help="a rulebook; `tricorn editions` lists them")
    parser.add_argument(
        "--rule",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a house rule such as target=200; may be repeated",
    )


def edition_of(name: str | None, rules: Sequence[str]) -> Edition:
    """The edition of that name, or the usual one, with house rules."""
    from tricorn.editions import DEFAULT_EDITION, edition_named

    return edition_named(" ".join([DEFAULT_EDITION if name is None else name, *rules]))


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language`, for a command that speaks more than one."""
    parser.add_argument("--language", metavar="en|es", help="what to speak; without it, as the environment says")


def language_of(chosen: str | None) -> Language:
    """The language chosen, else that of the environment, else English."""
    from tricorn.web.languages import LANGUAGES, load_language

    if chosen is not None and chosen not in LANGUAGES:
        raise Failure(f"--language {chosen}: expected {' or '.join(LANGUAGES)}")
    # The first of them that is set decides, as everywhere.
    told = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = chosen or re.split("[_.@]", told)[0].lower()
    return load_language(code if code in LANGUAGES else LANGUAGES[0])


def plain_core() -> None:
    """Have the rules run as plain Python; to be called before they are imported.

    For replaying some games it is fast enough, and there is nothing to wait for where nothing has been compiled yet.
    """
    os.environ.setdefault("TRICORN_COMPILE", "0")


def console() -> Console:
    """Where to print: coloured on a terminal, plain in a pipe, and nothing in a text taken for markup."""
    from rich.console import Console

    return Console(markup=False, highlight=False, emoji=False)
