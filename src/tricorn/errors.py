"""The errors of Tricorn: each carries a message and its parameters. A refused call changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tricorn.messages import Message, Phrase

__all__ = ["EditionError", "IllegalMove", "Mismatch", "RecordError", "TricornError"]


class TricornError(ValueError):
    """Input that was refused; `str` gives the English sentence.

    >>> error = TricornError(Message.WELL_EMPTY)
    >>> str(error), error.message.id
    ('the pile is empty', 'well-empty')
    """

    def __init__(self, message: Message, **params: object) -> None:
        super().__init__()
        self.message = message
        self.params: Mapping[str, object] = params

    @property
    def phrase(self) -> Phrase:
        """The message with its parameters, which can be worded in any language."""
        return self.message(**self.params)

    @property
    def template(self) -> str:
        """The English template."""
        return self.phrase.template

    def __str__(self) -> str:
        return self.phrase

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (type(self), self.__dict__)


def _restore(error_type: type[TricornError], state: dict[str, Any]) -> TricornError:
    """Unpickle an error, without calling the `__init__` of its type."""
    error = error_type.__new__(error_type)
    error.__dict__.update(state)
    return error


class EditionError(TricornError):
    """An unknown edition, an impossible house rule, or a wrong number of players."""


class IllegalMove(TricornError):
    """A move that the rules do not allow; the message names the rule that it breaks."""


class _Unexpected(TricornError):
    """An error with `expected` and `found`."""

    @property
    def expected(self) -> str:
        return str(self.params["expected"])

    @property
    def found(self) -> str:
        return str(self.params["found"])


class Mismatch(_Unexpected):
    """A malformed line, or an event that contradicts the rules or the round so far."""

    def __init__(self, expected: object, found: object) -> None:
        super().__init__(Message.MISMATCH, expected=expected, found=found)


class RecordError(_Unexpected):
    """A record that cannot be parsed or breaks the rules: the line, what was expected, what was found."""

    def __init__(self, line: int, expected: object, found: object) -> None:
        super().__init__(Message.RECORD_MISMATCH, line=line, expected=expected, found=found)
        self.line = line
