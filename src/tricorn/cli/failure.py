"""The failure of a command: one line for stderr and an exit code."""

from __future__ import annotations

import errno
from collections.abc import Mapping

from tricorn.wording import Say

__all__ = [
    "CHECK_FAILED",
    "INTERRUPTED",
    "WRONG_USAGE",
    "Failure",
    "OptionFailure",
    "one_line",
    "os_reason",
    "os_words",
]

CHECK_FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130  # 128 plus the number of the signal, as in a shell


class Failure(Exception):
    """Ends a command with a message and an exit code."""

    def __init__(self, message: str, code: int = WRONG_USAGE) -> None:
        super().__init__(message)
        self.code = code


class OptionFailure(Failure):
    """A failure because of the values of options."""

    def __init__(self, values: Mapping[str, object], problem: str, code: int = WRONG_USAGE) -> None:
        self._values, self._problem = values, problem
        super().__init__(self.text({}), code)

    def text(self, written: Mapping[str, str]) -> str:
        """The message; `written` has what stands before the value of each setting where it was set."""
        values = (f"{written.get(option, f'{option} ')}{value}" for option, value in self._values.items())
        return f"{' '.join(values)}: {self._problem}"


def one_line(text: str) -> str:
    """The text with line breaks and control characters escaped."""
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode() for character in text
    )


def os_words(error: OSError, say: Say = str) -> str:
    """The file name and the reason of a system error."""
    reason = os_reason(error, say)
    return f"{error.filename}: {reason}" if error.filename is not None else reason


def os_reason(error: OSError, say: Say) -> str:
    """The reason of a system error; common reasons are translated."""
    common = {
        errno.ENOENT: say("No such file or directory"),
        errno.EACCES: say("Permission denied"),
        errno.EISDIR: say("Is a directory"),
        errno.ENOTDIR: say("Not a directory"),
        errno.ENOSPC: say("No space left on device"),
        errno.EROFS: say("Read-only file system"),
        errno.ENAMETOOLONG: say("File name too long"),
    }
    return common.get(error.errno or 0, error.strerror or str(error))
