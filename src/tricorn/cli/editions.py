"""`tricorn editions`: the rulebooks as data."""

from __future__ import annotations

import argparse
import json

from rich import box
from rich.table import Table

from tricorn.cli.console import console
from tricorn.editions import EDITIONS, HOUSE_RULES, Edition

_HEADINGS = ("edition", "players", "dealt", "draws", "hexagons", "beside", "blocked", "won by")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="every field of every edition, as JSON")


def run(args: argparse.Namespace) -> int:
    if args.json:
        found = [edition.as_dict() | {"deal": edition.deal_allowed()} for edition in EDITIONS.values()]
        print(json.dumps(found, indent=2))
        return 0
    _print_table([_row(edition) for edition in EDITIONS.values()])
    return 0


def _row(edition: Edition) -> tuple[str, ...]:
    def spelled(key: str) -> str:
        return HOUSE_RULES[key].write(getattr(edition, key))

    limit = "until match" if edition.draw_limit is None else f"up to {edition.draw_limit}"
    draws = f"{limit}, optional" if edition.draw_optional else limit
    rest = (spelled(key) for key in ("hexagons", "beside", "blocked", "won_by"))
    return edition.id, spelled("players"), HOUSE_RULES["deal"].write(edition.deal_allowed()), draws, *rest


def _print_table(rows: list[tuple[str, ...]]) -> None:
    out = console()
    if out.is_terminal:
        table = Table(box=box.SIMPLE_HEAD, collapse_padding=True, pad_edge=False)
        for heading in _HEADINGS:
            table.add_column(heading, no_wrap=heading != "draws")
        for row in rows:
            table.add_row(*row)
        out.print(table)
        return
    widths = [max(map(len, column)) for column in zip(_HEADINGS, *rows, strict=True)]
    for row in (_HEADINGS, *rows):
        print("  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip())
