"""The file in which what happens at the terminal is kept, written anew after every step."""

from __future__ import annotations

import contextlib
from pathlib import Path

from tricorn.cli.failure import os_words
from tricorn.cli.files import write_whole
from tricorn.rulebook import Say

__all__ = ["Kept"]


class Kept:
    """Where the record goes, if anywhere, and why it could not be written the last time."""

    def __init__(self, path: Path | None, unsaved: str, say: Say = str) -> None:
        self.path = path
        self.unsaved = unsaved  # what to say when it could not be written, with a place for the {reason}
        self.say = say
        self.trouble: str | None = None

    def write(self, text: str) -> None:
        """Write the record to its file, if there is one; a full disk does not end the game."""
        self.trouble = None
        if self.path is None:
            return
        try:
            write_whole(self.path, text.encode())
        except OSError as error:
            self.trouble = self.unsaved.format(reason=os_words(error, self.say))

    def write_to(self, name: str, text: str) -> str:
        """Keep the record in this file from now on; what came of it, in a sentence."""
        if not name:
            return self.say("save needs a file name, as in save evening.tri")
        if not name.isprintable():
            return self.say("a file name has no control characters")
        path = Path(name)
        with contextlib.suppress(RuntimeError):  # ~somebody who is not known here
            path = path.expanduser()
        if path.exists() and path != self.path:
            return self.say("there is already a file {name}; choose another name").format(name=name)
        before, self.path = self.path, path
        self.write(text)
        if self.trouble is None:
            return self.say("saved in {name}, and again after every move").format(name=name)
        sentence, self.trouble, self.path = self.trouble, None, before
        return sentence
