"""`tricorn rules`: an edition's rules as a page to read."""

from __future__ import annotations

import argparse
import sys

from tricorn.cli.console import console
from tricorn.cli.failure import Failure
from tricorn.cli.options import edition_of
from tricorn.editions import DEFAULT_EDITION, EDITIONS
from tricorn.rulebook import page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("edition", metavar="EDITION", nargs="?", help="one that `tricorn editions` lists")
    parser.add_argument("rule", metavar="KEY=VALUE", nargs="*", help="a house rule such as target=200")


def run(args: argparse.Namespace) -> int:
    if args.edition is None:
        raise Failure(f"expected an edition, as in: tricorn rules {DEFAULT_EDITION}; there are {', '.join(EDITIONS)}")
    text = page(edition_of(args.edition, args.rule))
    out = console()
    if not out.is_terminal:
        sys.stdout.write(text)
        return 0
    from rich.markdown import Markdown

    out.print(Markdown(text))
    return 0
