"""`tricorn export`: a table with a row for each play of some records."""

from __future__ import annotations

import argparse
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

from tricorn.cli.failure import Failure
from tricorn.cli.files import read_record, record_failure, write_atomically
from tricorn.errors import RecordError
from tricorn.extras import command_for
from tricorn.game import check_record
from tricorn.record.rows import COLUMNS, Row
from tricorn.sheet.as_csv import harmless


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a record, or - for standard input")
    parser.add_argument(
        "--to",
        metavar="OUT",
        type=Path,
        required=True,
        help="the table to write: a file that ends in .parquet, .csv or .jsonl",
    )


def run(args: argparse.Namespace) -> int:
    if args.to.suffix not in _WRITERS:
        raise Failure(f"--to {args.to}: expected a file that ends in .parquet, .csv or .jsonl")
    rows = [row for name in args.files for row in _rows(name)]
    write_atomically(args.to, _WRITERS[args.to.suffix](rows))
    print(f"{args.to}: {len(rows)} plays of {len(args.files)} record{'' if len(args.files) == 1 else 's'}")
    return 0


def _rows(name: str) -> Iterator[Row]:
    """The rows of a record, which is checked in full; the game is named after the file, without its suffix."""
    try:
        game = check_record(read_record(name))
    except RecordError as error:
        raise record_failure(name, error) from None
    if game is not None:
        yield from game.parsed_record.to_rows(Path(name).stem)


def _csv(rows: list[Row]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows({**row, "game": harmless(row["game"]), "name": harmless(row["name"])} for row in rows)
    return out.getvalue().encode("utf-8")


def _jsonl(rows: list[Row]) -> bytes:
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows).encode("utf-8")


def _parquet(rows: list[Row]) -> bytes:
    try:
        import polars
    except ImportError:
        raise Failure(f"Parquet needs polars: {command_for('data')}; .csv and .jsonl need no further package") from None
    out = io.BytesIO()
    polars.DataFrame(rows, schema=dict(COLUMNS)).write_parquet(out)
    return out.getvalue()


_WRITERS = {".parquet": _parquet, ".csv": _csv, ".jsonl": _jsonl}
