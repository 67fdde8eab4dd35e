"""`tricorn rules`: an edition's rules as a page to read."""

from __future__ import annotations

import argparse
import sys

from tricorn.cli.options import console, edition_of

NAME = "rules"
HELP = "show the rules of an edition, with house rules if any"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("edition", metavar="EDITION", help="one that `tricorn editions` lists")
    parser.add_argument("rule", metavar="KEY=VALUE", nargs="*", help="a house rule such as target=200")


def run(args: argparse.Namespace) -> int:
    from tricorn.rulebook import page

    text = page(edition_of(args.edition, args.rule))
    out = console()
    if not out.is_terminal:
        sys.stdout.write(text)
        return 0
    from rich.markdown import Markdown

    out.print(Markdown(text))
    return 0
