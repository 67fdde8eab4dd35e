"""`tricorn restore`: put the tables of a backup into a database."""

from __future__ import annotations

import argparse
from pathlib import Path

from tricorn.cli import database
from tricorn.cli.failure import CHECK_FAILED, Failure
from tricorn.cli.settings import add_settings, given_settings
from tricorn.web.location import without_password
from tricorn.web.operations.backup import restore
from tricorn.web.store import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a file made by `tricorn backup`")
    add_settings(parser, "db")
    parser.add_argument("--replace", action="store_true", help="delete the tables that the database has now")


def run(args: argparse.Namespace) -> int:
    location = database.location_for_writing(given_settings(args).values["db"])
    name = without_password(location)
    try:
        report = restore(args.file, location, args.replace)
    except StoreError as error:
        raise Failure(f"{args.file} to {name}: {error}", CHECK_FAILED) from None
    print(f"{name}: {report.tables} tables, {report.games} games, {report.lines} lines restored; every game replays")
    return 0
