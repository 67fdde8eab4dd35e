"""How the oracle refuses a record."""

from __future__ import annotations


class Wrong(Exception):
    """A record is malformed or breaks a rule, first seen in this line (counted from 1)."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class Refused(Exception):
    """A rule is broken; the caller knows in which line. ``reason`` is a keyword."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
