"""`tricorn score`: the scorekeeper for physical tiles, in the terminal."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from tricorn.cli.failure import Failure, os_words
from tricorn.cli.files import STDIO, read_record, record_failure, write_atomically
from tricorn.cli.language import add_language, language_from
from tricorn.cli.options import add_edition, check_names, edition_from
from tricorn.cli.terminal.autosave import add_resume, resumed_file
from tricorn.cli.terminal.scoring_session import ScoringSession
from tricorn.errors import RecordError, TricornError
from tricorn.locales.i18n import Language, Translator
from tricorn.sheet import Sheet
from tricorn.wording import Say


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help="the players, clockwise")
    add_edition(parser)
    add_language(parser)
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="save the sheet in this new file (default: a new file in the data folder)",
    )
    add_resume(parser, "continue a sheet (default: the latest one), or the record of any game")


def run(args: argparse.Namespace) -> int:
    language = language_from(args.language)
    say = language.gettext
    args.resume = resumed_file(args.resume, "score", say)
    if args.save is not None and args.save.exists():
        template = say("--save {name}: the file exists already; choose a new name, or use --resume to continue it")
        raise Failure(template.format(name=args.save))
    sheet = _sheet(args, language)
    if args.save is not None:
        try:
            # Now, so that a bad file name is reported before the first entry.
            write_atomically(args.save, sheet.record().encode())
        except OSError as error:
            raise Failure(os_words(error, say)) from None
    return ScoringSession(sheet, args.save or args.resume, language).run()


def _sheet(args: argparse.Namespace, language: Language) -> Sheet:
    """The sheet to begin or to resume; errors are in the user's language."""
    try:
        return _new(args, language.gettext) if args.resume is None else _resumed(args, language.gettext)
    except RecordError as error:
        raise record_failure(str(args.resume), error, Translator(language)) from None
    except TricornError as error:
        raise Failure(error.phrase.words(Translator(language))) from None


def _new(args: argparse.Namespace, say: Say) -> Sheet:
    edition = edition_from(args)
    if not args.names:
        raise Failure(say("expected the players' names, as in: tricorn score Ana Bo"))
    check_names(args.names, say)
    today = datetime.now().astimezone().date().isoformat()
    return Sheet(edition, args.names, [("date", today)])


def _resumed(args: argparse.Namespace, say: Say) -> Sheet:
    if args.names or args.edition or args.preset or args.rule:
        raise Failure(say("--resume: names and rules are not allowed with it, because the record already has them"))
    name = str(args.resume)
    if name == STDIO:
        raise Failure(say("--resume -: expected a file, because the sheet is saved in it"))
    return Sheet.from_record(read_record(name, say))
