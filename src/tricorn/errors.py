"""What Tricorn says when it refuses something: one clear sentence, and nothing changed."""

from __future__ import annotations

__all__ = ["EditionError", "IllegalMove", "RecordError", "TricornError"]


class TricornError(ValueError):
    """Something that came in from outside was refused."""


class EditionError(TricornError):
    """An unknown edition, an impossible house rule, or a wrong number of players."""


class IllegalMove(TricornError):
    """A move the rules do not allow here; the message names the rule it breaks."""


class RecordError(TricornError):
    """A record that cannot be read or does not check: the line, what was expected, what was found."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}: expected {expected}, found {found}")
        self.line = line
        self.expected = expected
        self.found = found
