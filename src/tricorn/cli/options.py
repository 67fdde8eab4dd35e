"""Options that several commands have: the rules to play by, bots, and players' names."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence

from tricorn.bots import ProcessBot, bot_named
from tricorn.cli.failure import Failure
from tricorn.editions import DEFAULT_EDITION, PRESETS, Edition, edition_named
from tricorn.wording import Say

__all__ = ["add_edition", "check_bots", "check_names", "edition_from"]


def add_edition(parser: argparse.ArgumentParser) -> None:
    """Add the options `--edition` or `--preset`, and `--rule`."""
    rules = parser.add_mutually_exclusive_group()
    rules.add_argument(
        "--edition",
        metavar="E",
        help=f"the edition to play by (default: {DEFAULT_EDITION}); `tricorn editions` lists them",
    )
    rules.add_argument(
        "--preset",
        metavar="|".join(PRESETS),
        choices=PRESETS,
        help="play by these rules instead of a rulebook's; `tricorn editions` says what they mean",
    )
    parser.add_argument(
        "--rule",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a house rule such as target=200; may be repeated (`tricorn editions --json` lists the keys)",
    )


def edition_from(args: argparse.Namespace) -> Edition:
    """The edition or the preset of the command line, or the default edition, with house rules."""
    if args.preset is not None:
        return PRESETS[args.preset].edition.with_written_rules(args.rule)
    return edition_named(DEFAULT_EDITION if args.edition is None else args.edition).with_written_rules(args.rule)


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
