"""What Tricorn says when it refuses something: one clear sentence, and nothing changed."""

from __future__ import annotations

__all__ = ["EditionError", "IllegalMove", "Mismatch", "RecordError", "TricornError"]


class TricornError(ValueError):
    """Something that came in from outside was refused."""


class EditionError(TricornError):
    """An unknown edition, an impossible house rule, or a wrong number of players."""


class IllegalMove(TricornError):
    """A move the rules do not allow here; the message names the rule it breaks."""


class Mismatch(TricornError):
    """An event that is not what the rules make of the round so far."""

    def __init__(self, expected: object, found: object) -> None:
        super().__init__(f"expected {expected}, found {found}")
        self.expected = str(expected)
        self.found = str(found)


class RecordError(TricornError):
    """A record that cannot be read or does not check: the line, what was expected, what was found."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(f"line {line}: expected {expected}, found {found}")
        self.line = line
        self.expected = expected
        self.found = found
        self.house_rules: tuple[str, ...] = ()  # under which the record would be right, if that is known
