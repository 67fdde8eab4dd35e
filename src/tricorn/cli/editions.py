"""`tricorn editions`: the rulebooks as data, and the presets made from them."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from dataclasses import asdict
from typing import Any

from rich import box
from rich.table import Table

from tricorn.cli.console import console
from tricorn.cli.language import add_language, language_from
from tricorn.editions import EDITIONS, HOUSE_RULES, PRESETS, Edition
from tricorn.wording import Say

_WRAPPED_COLUMN = 3  # the draws


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print every field of every edition, and its presets, as JSON"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        print(json.dumps([_fields(edition) for edition in EDITIONS.values()], indent=2))
        return 0
    say = language_from(args.language).gettext
    _print_table(_headings(say), [_row(edition, say) for edition in EDITIONS.values()])
    _print_presets(say)
    return 0


def _fields(edition: Edition) -> dict[str, Any]:
    presets = [asdict(preset) for preset in PRESETS.values() if EDITIONS[preset.edition.id] is edition]
    return edition.as_dict() | {"deal": edition.deal_allowed(), "presets": presets}


def _headings(say: Say) -> tuple[str, ...]:
    return (
        *(say("edition"), say("players"), say("start"), say("draws")),
        *(say("hexagons"), say("beside"), say("blocked"), say("won by")),
    )


def _row(edition: Edition, say: Say) -> tuple[str, ...]:
    def value(key: str) -> str:
        return HOUSE_RULES[key].write(getattr(edition, key))

    limit = say("until match") if edition.draw_limit is None else say("up to {limit}")
    draws = say("{limit}, optional") if edition.draw_optional else "{limit}"
    draws = draws.format(limit=limit.format(limit=edition.draw_limit))
    others = (value(key) for key in ("hexagons", "beside", "blocked", "won_by"))
    return edition.id, value("players"), value("start"), draws, *others


def _print_table(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    out = console()
    if out.is_terminal:
        table = Table(box=box.SIMPLE_HEAD, padding=0)
        for index, heading in enumerate(headings):
            table.add_column(heading, no_wrap=index != _WRAPPED_COLUMN)
        for row in rows:
            table.add_row(*row)
        out.print(table)
        return
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_presets(say: Say) -> None:
    """Print what each preset means, and its rules as they are written in a record."""
    width = console().width if sys.stdout.isatty() else sys.maxsize
    print("\n" + say("Presets, for the option --preset:"))
    for preset in PRESETS.values():
        print("\n" + textwrap.fill(f"{preset.id}: {say(preset.meaning)}", width))
        print(textwrap.fill(preset.rules, width, initial_indent="  ", subsequent_indent="  "))
