"""`tricorn editions`: the rulebooks as data."""

from __future__ import annotations

import argparse
import json

from rich import box
from rich.table import Table

from tricorn.cli.console import console
from tricorn.cli.language import add_language, language_from
from tricorn.editions import EDITIONS, HOUSE_RULES, Edition
from tricorn.wording import Say

_WRAPPED_COLUMN = 3  # the draws


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print every field of every edition as JSON")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        fields = [edition.as_dict() | {"deal": edition.deal_allowed()} for edition in EDITIONS.values()]
        print(json.dumps(fields, indent=2))
        return 0
    say = language_from(args.language).gettext
    _print_table(_headings(say), [_row(edition, say) for edition in EDITIONS.values()])
    return 0


def _headings(say: Say) -> tuple[str, ...]:
    return (
        *(say("edition"), say("players"), say("dealt"), say("draws")),
        *(say("hexagons"), say("beside"), say("blocked"), say("won by")),
    )


def _row(edition: Edition, say: Say) -> tuple[str, ...]:
    def value(key: str) -> str:
        return HOUSE_RULES[key].write(getattr(edition, key))

    limit = say("until match") if edition.draw_limit is None else say("up to {limit}")
    draws = say("{limit}, optional") if edition.draw_optional else "{limit}"
    draws = draws.format(limit=limit.format(limit=edition.draw_limit))
    others = (value(key) for key in ("hexagons", "beside", "blocked", "won_by"))
    return edition.id, value("players"), HOUSE_RULES["deal"].write(edition.deal_allowed()), draws, *others


def _print_table(headings: tuple[str, ...], rows: list[tuple[str, ...]]) -> None:
    out = console()
    if out.is_terminal:
        table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
        for index, heading in enumerate(headings):
            table.add_column(heading, no_wrap=index != _WRAPPED_COLUMN)
        for row in rows:
            table.add_row(*row)
        out.print(table)
        return
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    for row in (headings, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
