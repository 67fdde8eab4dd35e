"""Where a game is shown and answers come from: a terminal, or plain lines in and out of pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import zip_longest

from rich.text import Text

from tricorn.cli.console import console
from tricorn.rulebook import Say

__all__ = ["Screen"]

_GAP = 4  # columns between two texts side by side
_PROMPT = 3  # lines at the foot of the screen
_HOME_AND_ERASE = "\x1b[H\x1b[J"
_ERASE_ALL = "\x1b[H\x1b[2J\x1b[3J"  # what was scrolled away included


class Screen:
    """The screen. A private one leaves nothing to scroll back to: several people share it."""

    def __init__(self, private: bool, say: Say = str) -> None:
        self.say = say
        self.console = console()
        self.private = private
        self.terminal = self.console.is_terminal and not self.console.is_dumb_terminal
        if self.terminal and sys.stdin is not None and sys.stdin.isatty():
            _edit_lines()

    def clear(self) -> None:
        """Begin anew; without a terminal, a line to tell one page from the next."""
        if not self.terminal:
            above = self.console.height if self.console.is_terminal and self.private else 1
            print("\n" * above + "-" * 60)
        elif self.private:
            print(_ERASE_ALL, end="")
        else:
            # Scrolled away rather than erased: what stood on the terminal before the game is the user's.
            print("\n" * self.console.height + _HOME_AND_ERASE, end="")

    def show(self, *lines: Text | str) -> None:
        """Print lines; a sentence too long for the terminal is wrapped, in a pipe it stays whole."""
        for line in lines:
            self.console.print(line, soft_wrap=not self.terminal)

    def show_beside(self, picture: Sequence[Text], panel: Sequence[Text]) -> None:
        """Print a picture and, right of it if there is room and below it if not, what belongs to it."""
        wide = max((line.cell_len for line in picture), default=0)
        room = self.console.width - wide - _GAP
        if self.terminal and room >= max(line.cell_len for line in panel):
            # Where the table is higher than the screen, its top is out of sight; the panel must not be.
            above = max(0, len(picture) - len(panel)) if len(picture) > self.console.height - _PROMPT else 0
            for left, right in zip_longest(picture, [Text()] * above + [*panel], fillvalue=Text()):
                pad = " " * (wide + _GAP - left.cell_len)
                self._print_line(Text.assemble(left, pad, right) if right.plain else left)
            return
        for line in (*picture, Text(), *panel):
            self._print_line(line)
        if self.terminal and wide > self.console.width:
            self.show(self.say("(The table is wider than this terminal; make it wider to see all of it.)"))

    def _print_line(self, line: Text) -> None:
        if self.terminal:
            self.console.print(line, no_wrap=True, overflow="crop")
        else:
            self.console.print(line, soft_wrap=True)

    def ask(self, prompt: str) -> str:
        """The line typed after a prompt; `EOFError` when there are no more."""
        if sys.stdin is None:
            raise EOFError
        answer = input(prompt)
        if not sys.stdin.isatty():
            print(answer)  # what a keyboard would have left on the screen
        return answer.strip()

    def read(self, lines: Sequence[Text | str]) -> None:
        """Show a long text from its beginning, a screen at a time."""
        self.clear()
        if not self.terminal:
            self.show(*lines)
            return
        at_once = max(5, self.console.height - 2)
        for start in range(0, len(lines), at_once):
            self.show(*lines[start : start + at_once])
            more = start + at_once < len(lines)
            say = self.say
            answer = self.ask(say("Enter for more, q to go back: ") if more else say("Enter to go back: "))
            if answer.lower().startswith("q"):
                return

    def waiting(self, sentence: str) -> AbstractContextManager[object]:
        """Something to look at while a bot thinks."""
        return self.console.status(Text(sentence)) if self.terminal else nullcontext()


def _edit_lines() -> None:
    try:
        import readline  # noqa: F401  # being imported is all it takes for input() to have arrow keys
    except ImportError:  # not on every system
        return
