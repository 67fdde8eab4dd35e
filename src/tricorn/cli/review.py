"""`tricorn review`: a game move by move: the players' errors, their luck, and the account of both."""

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
from tricorn.cli.files import STDIO, check_writable, read_record, record_failure, write_atomically, write_json
from tricorn.cli.language import add_language, language_from
from tricorn.core.compile import ensure_compiled
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.locales.i18n import Language, Translator
from tricorn.record import Record, parse_record
from tricorn.wording import Say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or - for standard input")
    parser.add_argument("--json", metavar="FILE", help="write all figures to this file as JSON; - for standard output")
    parser.add_argument(
        "--html", metavar="FILE", help="write a self-contained page with a chart and pictures; - for standard output"
    )
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    language = language_from(args.language)
    record, game = _read(args.file, language)
    check_writable([args.json, args.html])
    ensure_compiled()
    result = _review(record, game, language.gettext)
    translator = Translator(language, record.names)
    if args.json is not None:
        write_json(args.json, review_data(result, lambda reason: reason.words(translator)))
    if args.html is not None:
        _write_page(args.html, review_page(result, translator))
    if STDIO not in (args.json, args.html):
        for line in review_text(result, translator):
            console().print(one_line(line), soft_wrap=True)
    return 0


def _write_page(name: str, page: str) -> None:
    if name == STDIO:
        sys.stdout.write(page)
    else:
        write_atomically(Path(name), page.encode())


def _read(name: str, language: Language) -> tuple[Record, Game]:
    """The record of a file and its game; an error in it ends the command."""
    try:
        record = parse_record(read_record(name, language.gettext))
        return record, Game.from_record(record)
    except RecordError as error:
        raise record_failure(name, error, Translator(language)) from None


def _review(record: Record, game: Game, say: Say) -> Review:
    """The review, with a progress bar on a terminal."""
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn(say("lines")), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("")
        return review(record, game, progress=lambda done, total: bar.update(task, completed=done, total=total))
