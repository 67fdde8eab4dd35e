"""`tricorn restore`: put the tables of a backup into a database."""

from __future__ import annotations

import argparse
from pathlib import Path

from tricorn.cli import database
from tricorn.cli.failure import CHECK_FAILED, Failure
from tricorn.web.operations.backup import restore
from tricorn.web.store import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file made by tricorn backup")
    database.add_argument(parser)
    parser.add_argument("--replace", action="store_true", help="delete the tables that are in the database")


def run(args: argparse.Namespace) -> int:
    location = database.named(args.db)
    try:
        counts = restore(args.file, location, args.replace)
    except StoreError as error:
        raise Failure(f"{args.file} to {database.shown(location)}: {error}", CHECK_FAILED) from None
    where = database.shown(location)
    print(f"{where}: {counts.tables} tables, {counts.games} games, {counts.lines} lines restored; every game replays")
    return 0
