"""How a command gives up: one line for stderr and an exit code."""

from __future__ import annotations

__all__ = ["CHECK_FAILED", "WRONG_USAGE", "Failure", "one_line", "os_words"]

CHECK_FAILED = 1
WRONG_USAGE = 2


class Failure(Exception):
    """The end of a command, with what to say about it."""

    def __init__(self, message: str, code: int = WRONG_USAGE) -> None:
        super().__init__(message)
        self.code = code


def one_line(text: str) -> str:
    """The text with whatever would break the line, or play with the terminal, written as an escape."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def os_words(error: OSError) -> str:
    """What the system refused, and to which file."""
    reason = error.strerror or str(error)
    return f"{error.filename}: {reason}" if error.filename is not None else reason
