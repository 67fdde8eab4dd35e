"""Options that several commands have: the edition with its house rules, bots, and players' names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from tricorn.bots import ProcessBot, bot_named
from tricorn.cli.failure import Failure
from tricorn.editions import DEFAULT_EDITION, Edition, edition_named
from tricorn.wording import Say

__all__ = ["add_edition", "check_bots", "check_names", "edition_from"]


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add the options `--edition` and `--rule`."""
    parser.add_argument(
        "--edition",
        metavar="E",
        help=f"the edition to play by (default: {DEFAULT_EDITION}); `tricorn editions` lists them",
    )
    parser.add_argument(
        "--rule",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a house rule such as target=200; may be repeated (`tricorn editions --json` lists the keys)",
    )


def edition_from(name: str | None, rules: Sequence[str]) -> Edition:
    """The edition of that name, or the default one, with house rules."""
    return edition_named(" ".join([DEFAULT_EDITION if name is None else name, *rules]))


def check_bots(names: Iterable[str]) -> None:
    """Fail before the work begins if an external bot does not start."""
    for bot in {bot_named(name) for name in names}:
        if isinstance(bot, ProcessBot):
            bot.check_start()


def check_names(names: Sequence[str], say: Say = str) -> None:
    """Refuse two players with the same name, ignoring case."""
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise Failure(say("two players are called {name}; choose different names").format(name=name))
        seen.add(name.casefold())
