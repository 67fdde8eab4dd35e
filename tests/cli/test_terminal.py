"""`tricorn play` at a real terminal of 80 x 24: what is on its screen, and what Ctrl-C and Ctrl-D do."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.test_layout import labels_in, large_table

from tricorn.cli.failure import INTERRUPTED
from tricorn.cli.terminal.table_picture import placement_labels

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import struct
import termios

CTRL_C, CTRL_D = "\x03", "\x04"
_CLEARED = "\x1b[H\x1b[J"
_STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")


# Ctrl-C reaches a command through the terminal that controls its session, as from a keyboard.
_IN_A_SESSION = """
import fcntl, os, sys, termios
os.setsid()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, [sys.executable, "-m", "tricorn", *sys.argv[1:]])
"""
_PATIENCE = 60.0  # seconds; only a fault takes that long


class Terminal:
    """A command at the other end of a pseudo-terminal of 80 x 24."""

    def __init__(self, *args: object, home: Path) -> None:
        self.end, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
        env |= {"TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(home)}
        command = [sys.executable, "-c", _IN_A_SESSION, *map(str, args)]
        self.process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=env)
        os.close(other)
        self.printed = ""

    def until(self, text: str) -> str:
        """What is printed up to this text."""
        while text not in self.printed:
            assert select.select([self.end], [], [], _PATIENCE)[0], f"waited in vain for {text!r}: {self.printed}"
            self.printed += os.read(self.end, 4096).decode(errors="replace")
        before, _, self.printed = self.printed.partition(text)
        return before + text

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def interrupted(self) -> str:
        """What is printed until the command has ended, with Ctrl-C pressed until it says how to resume."""
        while self.process.poll() is None:
            if "--resume" not in self.printed:  # later, Ctrl-C might hit the interpreter's shutdown
                self.type(CTRL_C)
            # A program that is about to wait for a key misses one that comes just before.
            while select.select([self.end], [], [], 1.0)[0]:
                try:
                    self.printed += os.read(self.end, 4096).decode(errors="replace")
                except OSError:  # it has closed its end
                    break
        return self.printed

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.end)


def screen(printed: str) -> list[str]:
    """The lines on the screen: what came after it was last cleared."""
    return _STYLE.sub("", printed.rpartition(_CLEARED)[2]).replace("\r", "").split("\n")


def test_a_large_table_is_shown_part_by_part_and_nothing_is_lost(tmp_path: Path) -> None:
    game, path = large_table(), tmp_path / "game.tri"
    path.write_text(game.record())
    with Terminal("play", "--resume", path, home=tmp_path) as terminal:
        labels: set[str] = set()
        for _ in range(2):
            lines = screen(terminal.until("move (h for help): "))
            assert len(lines) <= 24
            assert max(map(len, lines)) <= 80
            picture = lines[0].index("Round 1")
            labels |= labels_in([line[:picture] for line in lines])
            terminal.type("\n")
        assert labels == set(placement_labels(game.view(0)).values())
        terminal.until("move (h for help): ")
        terminal.type(CTRL_D)
        terminal.until(f"Saved in {path}. Press Ctrl-C again to leave, Enter to go on: ")
        terminal.type("\n")
        terminal.until("move (h for help): ")
        terminal.type("99\n")
        lines = screen(terminal.until("move (h for help): "))
        assert len(lines) <= 24
        assert any(line.startswith("There is no placement 99") for line in lines)
        said = "".join(terminal.interrupted().split())  # however it was wrapped
        assert said.index("Ctrl-Cagaintoleave") < said.index(f"tricornplay--resume{path}")
        assert terminal.process.wait() == INTERRUPTED
