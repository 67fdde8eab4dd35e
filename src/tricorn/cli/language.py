"""The option `--language` of commands that are translated."""

from __future__ import annotations

import argparse
import os
import re

from tricorn.cli.failure import Failure
from tricorn.locales.i18n import SOURCE, Language, codes, load_language

__all__ = ["add_language", "language_from"]


def add_language(parser: argparse.ArgumentParser) -> None:
    """Add the option."""
    parser.add_argument(
        "--language", metavar="|".join(codes()), help="the language of the output (default: that of the environment)"
    )


def language_from(chosen: str | None) -> Language:
    """The language of the option, else that of the environment, else English."""
    available = codes()
    if chosen is not None and chosen not in available:
        raise Failure(f"--language {chosen}: expected {' or '.join(available)}")
    # The first variable that is set decides, as in other programs.
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    code = chosen or re.split("[_.@]", locale)[0].lower()
    return load_language(code if code in available else SOURCE)
