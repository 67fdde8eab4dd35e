"""`tricorn review`: a game move by move, with the errors of its players, their luck, and the account of both."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tricorn.analysis.as_data import review_data
from tricorn.analysis.as_page import review_page
from tricorn.analysis.as_text import review_text
from tricorn.analysis.review import Review, review
from tricorn.cli.console import console
from tricorn.cli.failure import one_line
from tricorn.cli.files import STANDARD, read_record, record_failure, write_whole
from tricorn.cli.language import add_language, language_of
from tricorn.cli.long_work import check_writable, write_json
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.locales.i18n import Language, Reader
from tricorn.record import Record, parse_record
from tricorn.rulebook import Say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--json", metavar="FILE", help="write all figures to this file, - for standard output")
    parser.add_argument(
        "--html", metavar="FILE", help="write a page with a chart and pictures, which needs no other file"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    language = language_of(args.language)
    record = _read(args.file, language)
    check_writable([args.json, args.html])
    found = _review(record, language.gettext)
    reader = Reader(language, record.names)
    if args.json is not None:
        write_json(args.json, review_data(found, lambda reason: reason.words(reader)))
    if args.html is not None:
        _write(args.html, review_page(found, reader))
    if STANDARD not in (args.json, args.html):
        for line in review_text(found, reader):
            console().print(one_line(line), soft_wrap=True)
    return 0


def _write(name: str, page: str) -> None:
    if name == STANDARD:
        sys.stdout.write(page)
    else:
        write_whole(Path(name), page.encode())


def _read(name: str, language: Language) -> Record:
    """The record of a file; one that is wrong ends the command."""
    try:
        record = parse_record(read_record(name, language.gettext))
        Game.from_record(record)
    except RecordError as error:
        raise record_failure(name, error, Reader(language)) from None
    return record


def _review(record: Record, say: Say) -> Review:
    """The review, with progress on a terminal."""
    shown = (BarColumn(), MofNCompleteColumn(), TextColumn(say("lines")), TimeRemainingColumn())
    with Progress(*shown, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("")
        return review(record, progress=lambda done, total: bar.update(task, completed=done, total=total))
