"""The errors of Tricorn: what was refused, as a message and its parameters. A refusal changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tricorn.messages import Message, Phrase

__all__ = ["EditionError", "IllegalMove", "Mismatch", "RecordError", "TricornError"]


class TricornError(ValueError):
    """Something that came in from outside was refused; `str` gives the English sentence.

    >>> error = TricornError(Message.WELL_EMPTY)
    >>> str(error), error.message.id
    ('the well is empty', 'well-empty')
    """

    def __init__(self, message: Message, **params: object) -> None:
        super().__init__()
        self.message = message
        self.params: Mapping[str, object] = params

    @property
    def phrase(self) -> Phrase:
        """The message with its parameters, which can be put into any language."""
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
        return _restored, (type(self), self.__dict__)


def _restored(kind: type[TricornError], state: dict[str, Any]) -> TricornError:
    """An error from another process."""
    error = kind.__new__(kind)
    error.__dict__.update(state)
    return error


class EditionError(TricornError):
    """An unknown edition, an impossible house rule, or a wrong number of players."""


class IllegalMove(TricornError):
    """A move the rules do not allow here; the message names the rule it breaks."""


class _Unexpected(TricornError):
    """Something else was expected than was found."""

    @property
    def expected(self) -> str:
        return str(self.params["expected"])

    @property
    def found(self) -> str:
        return str(self.params["found"])


class Mismatch(_Unexpected):
    """A line of another form than expected, or an event that is not what the rules make of the round so far."""

    def __init__(self, expected: object, found: object) -> None:
        super().__init__(Message.MISMATCH, expected=expected, found=found)


class RecordError(_Unexpected):
    """A record that cannot be read or does not check: the line, what was expected, what was found."""

    def __init__(self, line: int, expected: object, found: object) -> None:
        super().__init__(Message.RECORD_MISMATCH, line=line, expected=expected, found=found)
        self.line = line
        self.house_rules: tuple[str, ...] = ()  # under which the record would be right, if that is known
