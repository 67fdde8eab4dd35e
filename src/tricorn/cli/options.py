"""The options for an edition with its house rules, which several commands have."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from tricorn.editions import DEFAULT_EDITION, Edition, edition_named

__all__ = ["add_edition", "edition_of"]


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
    return edition_named(" ".join([DEFAULT_EDITION if name is None else name, *rules]))
