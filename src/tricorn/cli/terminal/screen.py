"""Shows texts and reads answers, on a terminal or through pipes."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext, suppress

from rich.cells import cell_len
from rich.text import Text

from tricorn.cli.console import console
from tricorn.cli.failure import INTERRUPTED
from tricorn.cli.terminal.table_picture import Size
from tricorn.wording import Say

__all__ = ["Quit", "Screen"]

_PROMPT_HEIGHT = 3  # an empty line, the prompt, and the line after it
_HOME_AND_ERASE = "\x1b[H\x1b[J"
_ERASE_ALL = "\x1b[H\x1b[2J\x1b[3J"  # including the scrollback


class Quit(Exception):
    """Raised when the user leaves, with the exit code."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code


class Screen:
    """The screen; if several people share it, nothing stays in the scrollback."""

    def __init__(self, is_shared: bool, say: Say = str) -> None:
        self.say = say
        self.console = console()
        self.is_shared = is_shared
        self.is_terminal = self.console.is_terminal and not self.console.is_dumb_terminal
        if self.is_terminal and sys.stdin is not None and sys.stdin.isatty():
            _enable_line_editing()

    def clear(self) -> None:
        """Begin a new page; in a pipe, a line separates it from the last one."""
        if not self.is_terminal:
            blank_lines = self.console.height if self.console.is_terminal and self.is_shared else 1
            print("\n" * blank_lines + "-" * 60)
        elif self.is_shared:
            print(_ERASE_ALL, end="")
        else:
            # Scroll instead of erasing, to keep what the user had on the terminal before the game.
            print("\n" * self.console.height + _HOME_AND_ERASE, end="")

    def show(self, *lines: Text | str) -> None:
        """Print lines; long ones are wrapped on a terminal, but not in a pipe."""
        for line in lines:
            self.console.print(line, soft_wrap=not self.is_terminal)

    def free_size(self, notices: Sequence[str] = ()) -> Size | None:
        """The space above these notices and the prompt; None in a pipe, which has no limit."""
        if not self.is_terminal:
            return None
        height = self.console.height - _PROMPT_HEIGHT
        if notices:
            height -= 1 + sum(-(-cell_len(notice) // self.console.width) for notice in notices)
        return Size(self.console.width, max(1, height))

    def show_page(self, lines: Sequence[Text], notices: Sequence[str] = ()) -> None:
        """Print a page that was laid out for `free_size`, and notices below it."""
        self.clear()
        for line in lines:
            if self.is_terminal:
                self.console.print(line, no_wrap=True, overflow="crop")
            else:
                self.console.print(line, soft_wrap=True)
        if notices:
            self.show("", *notices)

    def ask(self, prompt: str) -> str:
        """The line typed after a prompt; raises `EOFError` at the end of the input."""
        if sys.stdin is None:
            raise EOFError
        answer = input(prompt)
        if not sys.stdin.isatty():
            print(answer)  # as a terminal echoes what is typed
        return answer.strip()

    def confirm_quit(self, cause: EOFError | KeyboardInterrupt, question: str | None) -> None:
        """After Ctrl-C or Ctrl-D, raise `Quit` if it is pressed again, or if there is no question or keyboard."""
        code = INTERRUPTED if isinstance(cause, KeyboardInterrupt) else 0
        print()
        if question is None or sys.stdin is None or not sys.stdin.isatty():
            raise Quit(code) from None
        try:
            self.ask(question)
        except (EOFError, KeyboardInterrupt):
            print()
            raise Quit(code) from None

    def show_long(self, lines: Sequence[Text | str]) -> None:
        """Show a long text one screen at a time."""
        self.clear()
        if not self.is_terminal:
            self.show(*lines)
            return
        say = self.say
        page_height = max(5, self.console.height - 2)
        for start in range(0, len(lines), page_height):
            self.show(*lines[start : start + page_height])
            more = start + page_height < len(lines)
            answer = self.ask(
                say("Press Enter for more, or type q to go back: ") if more else say("Press Enter to go back: ")
            )
            if answer.lower().startswith("q"):
                return

    def show_markdown(self, text: str) -> None:
        """Show a page of Markdown: rendered on a terminal, as source in a pipe."""
        self.show_long(self._rendered(text) if self.is_terminal else text.split("\n"))

    def _rendered(self, text: str) -> list[Text]:
        from rich.markdown import Markdown

        lines = self.console.render_lines(Markdown(text), pad=False)
        return [Text.assemble(*((segment.text, segment.style or "") for segment in line)) for line in lines]

    def waiting(self, sentence: str) -> AbstractContextManager[object]:
        """Show a sentence with a spinner while a bot thinks; nothing in a pipe."""
        return self.console.status(Text(sentence)) if self.is_terminal else nullcontext()


def _enable_line_editing() -> None:
    with suppress(ImportError):  # not every system has it
        import readline  # noqa: F401  # importing it gives input() arrow keys and a history
