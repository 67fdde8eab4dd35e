"""`tricorn score`: the scorekeeper for physical tiles, in the terminal."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from tricorn.cli.failure import CHECK_FAILED, Failure, os_words
from tricorn.cli.files import STANDARD, read_record, write_whole
from tricorn.cli.language import add_language, language_of
from tricorn.cli.options import add_edition, check_names, edition_of
from tricorn.cli.terminal.autosave import add_resume, resumed_file
from tricorn.cli.terminal.scoring import Scoring
from tricorn.errors import RecordError, TricornError
from tricorn.locales.i18n import Language, Reader
from tricorn.messages import Message
from tricorn.rulebook import Say
from tricorn.sheet import Sheet


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", metavar="NAME", nargs="*", help="the players, clockwise")
    add_edition(parser)
    add_language(parser)
    parser.add_argument(
        "--save", metavar="FILE", type=Path, help="save the sheet in this new file, not in one of its own"
    )
    add_resume(parser, "go on with a sheet, the latest if none is named, or with any game's record")


def run(args: argparse.Namespace) -> int:
    language = language_of(args.language)
    say = language.gettext
    args.resume = resumed_file(args.resume, "score", say)
    if args.save is not None and args.save.exists():
        words = say("--save {name}: there already; expected a new name, or --resume to go on with it")
        raise Failure(words.format(name=args.save))
    sheet = _sheet(args, language)
    if args.save is not None:
        try:
            write_whole(args.save, sheet.record().encode())  # now: better to know of a bad name before the first entry
        except OSError as error:
            raise Failure(os_words(error, say)) from None
    return Scoring(sheet, args.save or args.resume, language).run()


def _sheet(args: argparse.Namespace, language: Language) -> Sheet:
    """The sheet to begin or to resume; a refusal is in the reader's language."""
    try:
        return _new(args, language.gettext) if args.resume is None else _resumed(args, language.gettext)
    except RecordError as error:
        reason = Message.MISMATCH(expected=error.params["expected"], found=error.params["found"])
        raise Failure(f"{args.resume}:{error.line}: {reason.words(Reader(language))}", CHECK_FAILED) from None
    except TricornError as error:
        raise Failure(error.phrase.words(Reader(language))) from None


def _new(args: argparse.Namespace, say: Say) -> Sheet:
    edition = edition_of(args.edition, args.rule)
    if not args.names:
        raise Failure(say("expected the players' names, as in: tricorn score Ana Bo"))
    check_names(args.names, say)
    today = datetime.now().astimezone().date().isoformat()
    return Sheet(edition, args.names, [("date", today)])


def _resumed(args: argparse.Namespace, say: Say) -> Sheet:
    if args.names or args.edition or args.rule:
        raise Failure(say("--resume: expected neither names nor an edition with it, as the record says them"))
    name = str(args.resume)
    if name == STANDARD:
        raise Failure(say("--resume -: expected a file, as the sheet goes on in it"))
    return Sheet.from_record(read_record(name, say))
