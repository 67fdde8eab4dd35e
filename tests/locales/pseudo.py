"""A pseudo-language without letters: any word left on a page was not translated."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tricorn.locales import update

__all__ = ["CODE", "make_pseudo_language"]

CODE = "eo"  # a language that Babel knows and nobody has translated into
_FIELD = re.compile(r"(\{\w+\}|%\(\w+\)s)")


def make_pseudo_language(folder: Path) -> None:
    """Write its catalogues."""
    target = folder / CODE / "LC_MESSAGES"
    target.mkdir(parents=True)
    for name, messages in update.CATALOGUES.items():
        catalogue = Catalog(locale=CODE)
        for number, message in enumerate(dict.fromkeys(message for message, _ in messages())):
            one = (
                f"<{number}>" if name == "typed.po" else _wordless(message if isinstance(message, str) else message[0])
            )
            forms = one if isinstance(message, str) else tuple(map(_wordless, message))
            catalogue.add(message, forms)
        with (target / name).open("wb") as file:
            write_po(file, catalogue)


def _wordless(text: str) -> str:
    """The text with its fields and marks but without a letter."""
    parts = _FIELD.split(text)
    kept = "".join(part if index % 2 else re.sub(r"[^\W\d_]+", "", part) for index, part in enumerate(parts))
    return kept if kept.strip() else "⟦⟧"
