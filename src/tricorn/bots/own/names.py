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
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = ["ENTRY_POINTS", "installed_bots", "own_bot", "short_name"]

ENTRY_POINTS = "tricorn.bots"
_COMMAND = "cmd:"
_MAX_LENGTH = 300
_IDENTIFIER = r"[A-Za-z_]\w*"
_CLASS = re.compile(rf"(?:(?P<file>.+\.py)|{_IDENTIFIER}(?:\.{_IDENTIFIER})*):{_IDENTIFIER}", re.ASCII)
_LIMIT = re.compile(r"@([0-9]{1,4}(?:\.[0-9]{1,3})?)s")


def own_bot(name: str) -> ProcessBot | None:
    """The bot from outside with this name; None if the name does not have the form of one.

    A name may end in the time limit of a move, such as `@10s`.

    >>> own_bot("mypackage.bots:Heavy@10s").seconds
    10.0
    """
    if len(name) > _MAX_LENGTH or not name.isprintable():
        return None
    limit = _LIMIT.search(name)
    if limit is None or limit.end() != len(name):
        command, seconds = _command_for(name), MOVE_SECONDS
    else:
        command, seconds = _command_for(name[: limit.start()]), float(limit[1])
    if command is None:
        return None
    if os.name != "posix":
        raise TricornError(Message.BOT_SYSTEM)
    if seconds == 0:
        raise TricornError(Message.BOT_LIMIT, text=quoted(name, 60))
    return ProcessBot(" ".join(name.split()), command, seconds)


def _command_for(name: str) -> tuple[str, ...] | None:
    """The command that starts the bot with this name."""
    if name.startswith(_COMMAND):
        return _split_command(name.removeprefix(_COMMAND))
    if match := _CLASS.fullmatch(name):
        if match["file"] is not None and not Path(match["file"]).is_file():
            raise TricornError(Message.BOT_NO_FILE, file=quoted(match["file"], 60))
        return _host_command(name)
    if name in (installed := installed_bots()):
        return _host_command(installed[name])
    return None


def _split_command(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise TricornError(Message.BOT_COMMAND, text=quoted(text, 60))
    return tuple(words)


def _host_command(spec: str) -> tuple[str, ...]:
    """The command that runs a Python class as a bot (host.py)."""
    source, _, name = spec.rpartition(":")
    source = str(Path(source).resolve()) if source.endswith(".py") else source
    return sys.executable, "-m", "tricorn.bots.own.host", f"{source}:{name}"


def installed_bots() -> dict[str, str]:
    """The bots of installed packages: `module:Class` by name."""
    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}


def short_name(name: str) -> str:
    """The name of a bot as it is shown at a table.

    >>> short_name("mybot.py:Heavy@10s"), short_name("cmd:./bots/heavy --fast"), short_name("greedy")
    ('Heavy', 'heavy', 'greedy')
    """
    name = _LIMIT.sub("", name)
    if name.startswith(_COMMAND):
        return Path(_split_command(name.removeprefix(_COMMAND))[0]).name
    return name.rpartition(":")[2] if _CLASS.fullmatch(name) else name
