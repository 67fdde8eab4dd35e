"""The file in which a game or a sheet at the terminal is saved, written after every step."""

from __future__ import annotations

import argparse
import contextlib
from datetime import datetime
from pathlib import Path

from tricorn.cli.data_folder import data_folder
from tricorn.cli.failure import Failure, one_line, os_words
from tricorn.cli.files import write_whole
from tricorn.rulebook import Say

__all__ = ["Autosave", "add_resume", "resumed_file"]

_LATEST = True  # the value of `--resume` without a name


class Autosave:
    """Where the record goes, and why it could not be written the last time.

    Without a path, the first step that is written gets a new file in the user's data folder.
    """

    def __init__(self, path: Path | None, what: str, unsaved: str, say: Say = str) -> None:
        self.path = path
        self.what = what  # `play` or `score`; automatic file names begin with it
        self.unsaved = unsaved  # what to say when it could not be written, with a place for the {reason}
        self.say = say
        self.error: str | None = None

    def write(self, text: str) -> None:
        """Write the record to its file; a full disk does not end the game."""
        self.error = None
        try:
            if self.path is None:
                self.path = _new_file(self.what)
            write_whole(self.path, text.encode())
        except OSError as error:
            self.error = self.unsaved.format(reason=os_words(error, self.say))

    def leaving_question(self) -> str | None:
        """What to ask when Ctrl-C or Ctrl-D was pressed; None if nothing has happened yet."""
        if self.path is None and self.error is None:
            return None
        if self.error is not None:
            words = self.say("{error}. Ctrl-C again to lose it, Enter to go on: ")
            return words.format(error=one_line(self.error))
        words = self.say("Saved in {name}. Ctrl-C again to leave, Enter to go on: ")
        return words.format(name=one_line(str(self.path)))

    def write_to(self, name: str, text: str) -> str:
        """Save the record in this file from now on; what came of it, in a sentence."""
        if not name:
            return self.say("save needs a file name, as in save evening.tri")
        if not name.isprintable():
            return self.say("a file name has no control characters")
        path = Path(name)
        with contextlib.suppress(RuntimeError):  # the user of a ~user path does not exist
            path = path.expanduser()
        if path.exists() and path != self.path:
            return self.say("there is already a file {name}; choose another name").format(name=name)
        path_before, error_before = self.path, self.error
        self.path = path
        self.write(text)
        if self.error is None:
            return self.say("saved in {name}, and again after every move").format(name=name)
        sentence, self.error, self.path = self.error, error_before, path_before
        return sentence


def _folder() -> Path:
    return data_folder() / "games"


def _new_file(what: str) -> Path:
    """An empty file with a name that no other has: `play-2026-11-17-2.tri`."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    today, number = datetime.now().astimezone().date().isoformat(), 1
    while True:
        path = folder / f"{what}-{today}-{number}.tri"
        with contextlib.suppress(FileExistsError):
            path.open("x").close()
            return path
        number += 1


def add_resume(parser: argparse.ArgumentParser, words: str) -> None:
    """The option `--resume`."""
    parser.add_argument("--resume", metavar="FILE", type=Path, nargs="?", const=_LATEST, help=words)


def resumed_file(given: Path | bool | None, what: str, say: Say) -> Path | None:
    """The file that `--resume` names: without a name, that of the game or sheet that was saved last without one."""
    if not isinstance(given, bool):
        return given
    files = [path for path in _folder().glob(f"{what}-*.tri") if path.stat().st_size]
    if not files:
        raise Failure(say("--resume: nothing was saved here yet; expected the name of a record"))
    return max(files, key=lambda path: path.stat().st_mtime_ns)
