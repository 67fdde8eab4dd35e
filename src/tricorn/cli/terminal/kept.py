"""The file in which what happens at the terminal is kept, written anew after every step."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tricorn.cli.failure import os_words
from tricorn.cli.files import write_whole

__all__ = ["Kept"]


class Kept:
    """Where the record goes, if anywhere, and why it could not be written the last time."""

    def __init__(self, path: Path | None, what: str) -> None:
        self.path = path
        self.what = what  # as sentences call it: the game, the sheet
        self.trouble: str | None = None

    def write(self, text: str) -> None:
        """Write the record to its file, if there is one; a full disk does not end the game."""
        self.trouble = None
        if self.path is None:
            return
        try:
            write_whole(self.path, text.encode())
        except OSError as error:
            self.trouble = f"The {self.what} could not be saved: {os_words(error)}"

    def write_to(self, name: str, text: str) -> str:
        """Keep the record in this file from now on; what came of it, in a sentence."""
        if not name:
            return "save needs a file name, as in save evening.tri"
        if not name.isprintable():
            return "a file name has no control characters"
        path = Path(name)
        with contextlib.suppress(RuntimeError):  # ~somebody who is not known here
            path = path.expanduser()
        if path.exists() and path != self.path:
            return f"there is already a file {name}; choose another name"
        before, self.path = self.path, path
        self.write(text)
        if self.trouble is None:
            return f"saved in {name}, and again after every move"
        sentence, self.trouble, self.path = self.trouble, None, before
        return sentence
