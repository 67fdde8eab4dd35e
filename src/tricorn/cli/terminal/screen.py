"""Where a game is shown and answers come from: a terminal, or plain lines in and out of pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

from rich.cells import cell_len
from rich.text import Text

from tricorn.cli.console import console
from tricorn.cli.terminal.table import Size
from tricorn.rulebook import Say

__all__ = ["Screen"]

_PROMPT = 3  # lines at the foot of the screen: an empty one, the prompt, and the line after it
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
        """Begin a new page; without a terminal, a line separates it from the last one."""
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

    def free_size(self, notices: Sequence[str] = ()) -> Size | None:
        """What can be shown at once above these notices and the prompt; in a pipe there is no limit."""
        if not self.terminal:
            return None
        high = self.console.height - _PROMPT
        if notices:
            high -= 1 + sum(-(-cell_len(notice) // self.console.width) for notice in notices)
        return Size(self.console.width, max(1, high))

    def show_page(self, lines: Sequence[Text], notices: Sequence[str] = ()) -> None:
        """Print a page that was laid out for `free_size`, and notices below it."""
        self.clear()
        for line in lines:
            if self.terminal:
                self.console.print(line, no_wrap=True, overflow="crop")
            else:
                self.console.print(line, soft_wrap=True)
        if notices:
            self.show("", *notices)

    def ask(self, prompt: str) -> str:
        """The line typed after a prompt; `EOFError` when there are no more."""
        if sys.stdin is None:
            raise EOFError
        answer = input(prompt)
        if not sys.stdin.isatty():
            print(answer)  # what a keyboard would have left on the screen
        return answer.strip()

    def confirms_leaving(self, question: str | None) -> bool:
        """Whether Ctrl-C or Ctrl-D was meant: if pressed again. Nobody is asked without a question or a keyboard."""
        print()
        if question is None or sys.stdin is None or not sys.stdin.isatty():
            return True
        try:
            self.ask(question)
        except (EOFError, KeyboardInterrupt):
            print()
            return True
        return False

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

    def read_markdown(self, text: str) -> None:
        """Show a page of the rules: laid out on a terminal, as it is in a pipe."""
        self.read(self._laid_out(text) if self.terminal else text.split("\n"))

    def _laid_out(self, text: str) -> list[Text]:
        from rich.markdown import Markdown

        lines = self.console.render_lines(Markdown(text), pad=False)
        return [Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines]

    def waiting(self, sentence: str) -> AbstractContextManager[object]:
        """Something to look at while a bot thinks."""
        return self.console.status(Text(sentence)) if self.terminal else nullcontext()


def _edit_lines() -> None:
    try:
        import readline  # noqa: F401  # being imported is all it takes for input() to have arrow keys
    except ImportError:  # not on every system
        return
