"""The names of bots from outside: `file.py:Class`, `package.module:Class`, an entry point, `cmd:COMMAND`."""

from __future__ import annotations

import os
import re
import shlex
import sys
from importlib.metadata import entry_points
from pathlib import Path

from tricorn.bots.own.bot import MOVE_SECONDS, ProcessBot
from tricorn.errors import TricornError
from tricorn.messages import Message, quoted

__all__ = ["ENTRY_POINTS", "installed_bots", "own_bot", "short_name"]

ENTRY_POINTS = "tricorn.bots"
_COMMAND = "cmd:"
_MAX_LENGTH = 300
_IDENTIFIER = r"[A-Za-z_]\w*"
_CLASS = re.compile(rf"(?:(?P<file>.+\.py)|{_IDENTIFIER}(?:\.{_IDENTIFIER})*):{_IDENTIFIER}", re.ASCII)
_LIMIT = re.compile(r"@([0-9]{1,4}(?:\.[0-9]{1,3})?)s")


def own_bot(name: str) -> ProcessBot | None:
    """The bot from outside with this name; None if the name has another form.

    `@10s` at its end is the time limit of a move.

    >>> own_bot("mypackage.bots:Heavy@10s").seconds
    10.0
    """
    if len(name) > _MAX_LENGTH or not name.isprintable():
        return None
    limit = _LIMIT.search(name)
    if limit is None or limit.end() != len(name):
        command, seconds = _command(name), MOVE_SECONDS
    else:
        command, seconds = _command(name[: limit.start()]), float(limit[1])
    if command is None:
        return None
    if os.name != "posix":
        raise TricornError(Message.BOT_SYSTEM)
    if seconds == 0:
        raise TricornError(Message.BOT_LIMIT, text=quoted(name, 60))
    return ProcessBot(" ".join(name.split()), command, seconds)


def _command(name: str) -> tuple[str, ...] | None:
    if name.startswith(_COMMAND):
        return _program(name.removeprefix(_COMMAND))
    if match := _CLASS.fullmatch(name):
        if match["file"] is not None and not Path(match["file"]).is_file():
            raise TricornError(Message.BOT_NO_FILE, file=quoted(match["file"], 60))
        return _host(name)
    if name in (installed := installed_bots()):
        return _host(installed[name])
    return None


def _program(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise TricornError(Message.BOT_COMMAND, text=quoted(text, 60))
    return tuple(words)


def _host(spec: str) -> tuple[str, ...]:
    where, _, name = spec.rpartition(":")
    where = str(Path(where).resolve()) if where.endswith(".py") else where
    return sys.executable, "-m", "tricorn.bots.own.host", f"{where}:{name}"


def installed_bots() -> dict[str, str]:
    """The bots of installed packages: `module:Class` by name."""
    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}


def short_name(name: str) -> str:
    """What a player of this name is called at a table.

    >>> short_name("mybot.py:Heavy@10s"), short_name("cmd:./bots/heavy --fast"), short_name("greedy")
    ('Heavy', 'heavy', 'greedy')
    """
    name = _LIMIT.sub("", name)
    if name.startswith(_COMMAND):
        return Path(_program(name.removeprefix(_COMMAND))[0]).name
    return name.rpartition(":")[2] if _CLASS.fullmatch(name) else name
