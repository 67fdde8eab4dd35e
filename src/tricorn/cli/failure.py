"""How a command gives up: one line for stderr and an exit code."""

from __future__ import annotations

import errno

from tricorn.rulebook import Say

__all__ = ["CHECK_FAILED", "WRONG_USAGE", "Failure", "one_line", "os_reason", "os_words"]

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


def os_words(error: OSError, say: Say = str) -> str:
    """What the system refused, and to which file."""
    reason = os_reason(error, say)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def os_reason(error: OSError, say: Say) -> str:
    """Why the system refused; of what befalls a file now and then, in the reader's language."""
    usual = {
        errno.ENOENT: say("No such file or directory"),
        errno.EACCES: say("Permission denied"),
        errno.EISDIR: say("Is a directory"),
        errno.ENOTDIR: say("Not a directory"),
        errno.ENOSPC: say("No space left on device"),
        errno.EROFS: say("Read-only file system"),
        errno.ENAMETOOLONG: say("File name too long"),
    }
    return usual.get(error.errno or 0, error.strerror or str(error))
