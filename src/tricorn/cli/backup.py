"""`tricorn backup`: copy all tables to a file while the server runs."""

from __future__ import annotations

import argparse
from pathlib import Path

from tricorn.cli import database
from tricorn.cli.failure import CHECK_FAILED, Failure
from tricorn.cli.settings import add_settings, given_settings
from tricorn.web.location import without_password
from tricorn.web.operations.backup import back_up
from tricorn.web.store import StoreError


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", metavar="FILE", type=Path, help="the backup; an existing file is replaced when the new one is complete"
    )
    add_settings(parser, "db")
    parser.add_argument(
        "--leave-out-damaged", action="store_true", help="copy the undamaged tables and list the damaged ones"
    )


def run(args: argparse.Namespace) -> int:
    location = database.location_or_default(given_settings(args).values["db"])
    try:
        report = back_up(location, args.file, args.leave_out_damaged)
    except StoreError as error:
        raise Failure(f"{without_password(location)}: {error}", CHECK_FAILED) from None
    print(f"{args.file}: {report.tables} tables, {report.games} games, {report.lines} lines; every game replays")
    for description in report.problems:
        print(f"left out: {description}")
    return 0
