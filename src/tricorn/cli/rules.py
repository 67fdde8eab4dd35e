"""`tricorn rules`: an edition's rules as a page to read."""

from __future__ import annotations

import argparse
import sys

from tricorn.cli.console import console
from tricorn.cli.failure import Failure
from tricorn.cli.language import add_language, language_from
from tricorn.cli.options import edition_from
from tricorn.editions import DEFAULT_EDITION, EDITIONS
from tricorn.errors import TricornError
from tricorn.locales.i18n import Translator
from tricorn.rulebook import page


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "edition", metavar="EDITION", nargs="?", help="the name of an edition; `tricorn editions` lists them"
    )
    parser.add_argument("rule", metavar="KEY=VALUE", nargs="*", help="house rules such as target=200")
    add_language(parser)


def run(args: argparse.Namespace) -> int:
    language = language_from(args.language)
    say = language.gettext
    if args.edition is None:
        template = say("expected an edition, as in: tricorn rules {edition}; the editions are {editions}")
        raise Failure(template.format(edition=DEFAULT_EDITION, editions=", ".join(EDITIONS)))
    try:
        edition = edition_from(args.edition, args.rule)
    except TricornError as error:
        raise Failure(error.phrase.words(Translator(language))) from None
    text = page(edition, say)
    out = console()
    if not out.is_terminal:
        sys.stdout.write(text)
        return 0
    from rich.markdown import Markdown

    out.print(Markdown(text))
    return 0
