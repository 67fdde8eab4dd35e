"""Saves a game or a score sheet in the terminal after every step."""

from __future__ import annotations

import argparse
import contextlib
from datetime import datetime
from pathlib import Path

from tricorn.cli.data_folder import data_folder
from tricorn.cli.failure import Failure, one_line, os_words
from tricorn.cli.files import write_atomically
from tricorn.cli.terminal.screen import Screen
from tricorn.wording import Say, as_sentence

__all__ = ["Autosave", "add_resume", "resumed_file"]

_LATEST = True  # the value of `--resume` without a file name


class Autosave:
    """The file that the record is saved in, and the error if the last attempt failed.

    Without a path, the record is saved in a new file in the user's data folder.
    """

    def __init__(self, path: Path | None, prefix: str, error_template: str, say: Say = str) -> None:
        self.path = path
        self.prefix = prefix  # of automatic file names: `play` or `score`
        self.error_template = error_template  # has a field for the {reason}
        self.say = say
        self.error: str | None = None

    def save(self, text: str) -> None:
        """Save the record in its file; an error is kept in `error`, since it should not end the game."""
        self.error = None
        try:
            if self.path is None:
                self.path = _new_file(self.prefix)
            write_atomically(self.path, text.encode())
            _remember(self.path, self.prefix)
        except OSError as error:
            self.error = self.error_template.format(reason=os_words(error, self.say))

    def quit_question(self) -> str | None:
        """The question to ask after Ctrl-C or Ctrl-D; None if nothing has been saved yet."""
        if self.path is None and self.error is None:
            return None
        if self.error is not None:
            template = self.say("{error}. Press Ctrl-C again to leave without saving, Enter to go on: ")
            return template.format(error=one_line(self.error))
        template = self.say("Saved in {name}. Press Ctrl-C again to leave, Enter to go on: ")
        return template.format(name=one_line(str(self.path)))

    def save_as(self, name: str, text: str) -> str:
        """Save the record in this file from now on; returns the result as a sentence."""
        if not name:
            return self.say("save needs a file name, as in save evening.tri")
        if not name.isprintable():
            return self.say("a file name cannot have control characters")
        path = Path(name)
        with contextlib.suppress(RuntimeError):  # in ~user, the user does not exist
            path = path.expanduser()
        if path.exists() and path != self.path:
            return self.say("there is already a file {name}; choose another name").format(name=name)
        previous_path, previous_error = self.path, self.error
        self.path = path
        self.save(text)
        if self.error is None:
            return self.say("saved in {name}, now and after every move").format(name=name)
        sentence, self.error, self.path = self.error, previous_error, previous_path
        return sentence

    def ask_to_save(self, screen: Screen, question: str, text: str) -> None:
        """If the last attempt to save failed, ask for other files until one works; an empty answer ends that."""
        while self.error is not None and (name := screen.ask(question)):
            screen.show(as_sentence(one_line(self.save_as(name, text))))

    def goodbye(self, screen: Screen, template: str) -> None:
        """If the record is saved, say where; the template has a field for the {name}."""
        if self.path is not None and self.error is None:
            screen.show(template.format(name=one_line(str(self.path))))


def _folder() -> Path:
    return data_folder() / "games"


def _new_file(prefix: str) -> Path:
    """A new empty file with a unique name such as `play-2026-11-17-2.tri`."""
    folder = _folder()
    folder.mkdir(parents=True, exist_ok=True)
    today, number = datetime.now().astimezone().date().isoformat(), 1
    while True:
        path = folder / f"{prefix}-{today}-{number}.tri"
        with contextlib.suppress(FileExistsError):
            path.open("x").close()
            return path
        number += 1


def _pointer(prefix: str) -> Path:
    """The file with the path of the latest game or sheet that was saved elsewhere."""
    return _folder() / f"{prefix}-elsewhere"


def _remember(path: Path, prefix: str) -> None:
    """Note where a game or a sheet was saved, if that is not in the data folder."""
    text, pointer = str(path.resolve()), _pointer(prefix)
    if path.parent == _folder() or _saved_elsewhere(prefix) == [path.resolve()]:
        return
    with contextlib.suppress(OSError, UnicodeError):  # the game itself is saved
        pointer.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(pointer, text.encode())


def _saved_elsewhere(prefix: str) -> list[Path]:
    """The path in the pointer, if there is one."""
    with contextlib.suppress(OSError, UnicodeError):
        return [Path(_pointer(prefix).read_text("utf-8"))]
    return []


def add_resume(parser: argparse.ArgumentParser, help: str) -> None:
    """Add the option `--resume`."""
    parser.add_argument("--resume", metavar="FILE", type=Path, nargs="?", const=_LATEST, help=help)


def resumed_file(option: Path | bool | None, prefix: str, say: Say) -> Path | None:
    """The file of the option `--resume`; without a name, the one that was written last, wherever it is."""
    if not isinstance(option, bool):
        return option
    known = [*_folder().glob(f"{prefix}-*.tri"), *_saved_elsewhere(prefix)]
    files = [path for path in known if path.is_file() and path.stat().st_size]
    if not files:
        raise Failure(say("--resume: nothing has been saved here yet; expected the name of a record"))
    return max(files, key=lambda path: path.stat().st_mtime_ns)
