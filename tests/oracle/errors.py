"""How the oracle refuses a record."""

from __future__ import annotations


class InvalidRecord(Exception):
    """A record that is malformed or breaks a rule; ``line``, counted from 1, is where that first shows."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"line {line}: {message}")
        self.line = line
        self.message = message


class Refused(Exception):
    """A broken rule; the caller knows the line. ``reason`` is a keyword."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason
