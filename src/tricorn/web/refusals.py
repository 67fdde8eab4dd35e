"""Refusals: a code for programs, and a sentence for people in their language."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from tricorn.errors import RecordError, TricornError
from tricorn.locales.i18n import Language, sentence

__all__ = [
    "Refused",
    "busy_refusal",
    "damaged_refusal",
    "is_api",
    "malformed_refusal",
    "not_found_refusal",
    "stopping_refusal",
    "too_fast_refusal",
    "try_again_refusal",
]


class Refused(Exception):
    """Raised to refuse a request or a message; `status` is for HTTP."""

    def __init__(self, code: str, template: str, status: int = 409, **values: object) -> None:
        super().__init__(template.format(**values))
        self.code = code
        self.template = template
        self.status = status
        self.values = values
        self.cause: TricornError | None = None  # the error of the rules, if they refused
        self.names: tuple[str, ...] = ()
        self.retry_after: int | None = None  # seconds after which the same request may succeed

    @classmethod
    def by_rules(cls, error: TricornError, code: str, status: int = 409, names: Sequence[str] = ()) -> Refused:
        """A refusal by the rules or by the parser of records.

        With `names`, the sentence uses them instead of the letters of the seats.
        """
        refusal = cls(code, "{rules}", status, rules=error)
        refusal.cause = error.with_traceback(None)
        refusal.names = tuple(names)
        return refusal

    @property
    def message(self) -> str | None:
        """The id of the rules' message, if the rules refused."""
        return None if self.cause is None else self.cause.message.id

    def copy(self) -> Refused:
        """The same refusal without a traceback, so that it can be cached."""
        copied: Refused = _restored(*self._parts())
        return copied

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, self._parts()

    def _parts(self) -> tuple[Any, ...]:
        return self.code, self.template, self.status, self.values, self.cause, self.names, self.retry_after

    def text(self, language: Language) -> str:
        """The sentence in a language."""
        if self.cause is None:
            return language.gettext(self.template).format(**self.values)
        return sentence(self.cause.phrase, language, self.names)

    def content(self, language: Language) -> dict[str, object]:
        """The JSON of an HTTP response (docs/protocol.md)."""
        content: dict[str, object] = {"error": self.text(language), "code": self.code, "message": self.message}
        if isinstance(self.cause, RecordError):
            content |= {"line": self.cause.line, "expected": self.cause.expected, "found": self.cause.found}
        return content


def is_api(path: str) -> bool:
    """Whether requests for this path are refused with JSON, because programs send them."""
    return path.startswith("/api/")


def busy_refusal() -> Refused:
    return Refused("busy", "This server is full; please try again later.", 503)


def damaged_refusal() -> Refused:
    """The refusal of a table that does not match what was stored."""
    return Refused(
        "damaged",
        "This table's stored data is damaged and it cannot be opened; please tell the operator of this server.",
        500,
    )


def malformed_refusal(status: int = 400) -> Refused:
    return Refused("malformed", "The request could not be read.", status)


def not_found_refusal() -> Refused:
    return Refused("not-found", "There is no such page.", 404)


def stopping_refusal() -> Refused:
    return Refused("stopping", "This server is being stopped or restarted; please try again in a moment.", 503)


def too_fast_refusal(seconds: float = 1.0) -> Refused:
    """The refusal of an address that may send its request again after some seconds."""
    refusal = Refused("too-fast", "Too many requests; please wait a moment.", 429)
    refusal.retry_after = max(1, math.ceil(seconds))
    return refusal


def try_again_refusal() -> Refused:
    """The refusal while a table is being closed; a socket's client reconnects and sends its message again."""
    return Refused("try-again", "The table is being reloaded; please try again.", 503)


def _restored(
    code: str,
    template: str,
    status: int,
    values: dict[str, object],
    cause: TricornError | None,
    names: tuple[str, ...],
    retry_after: int | None,
) -> Refused:
    """Recreate a refusal, for `copy` and for pickle."""
    refusal = Refused(code, template, status, **values)
    refusal.cause, refusal.names, refusal.retry_after = cause, names, retry_after
    return refusal
