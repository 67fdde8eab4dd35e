"""The entries of a score sheet, with undo and redo."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import check_name
from tricorn.sheet.entry import Entry
from tricorn.wording import SEATS, Seat, quoted

__all__ = ["History"]

Entries = tuple[Entry, ...]

_MAX_COUNTED = 100  # of the additions at the end


class _Step(NamedTuple):
    """A change: from an index on, some entries were replaced by others."""

    start: int
    removed: Entries
    added: Entries

    def inverse(self) -> _Step:
        return _Step(self.start, self.added, self.removed)


class History:
    """The current entries, the changes that led to them, and those that were undone."""

    def __init__(self, players: int, entries: Iterable[str | Entry] = ()) -> None:
        self._players = players
        self._past: list[_Step] = []
        self._future: list[_Step] = []
        self.entries: Entries = tuple(map(self.read, entries))
        self.names: dict[int, str] = {}  # new names by seat; undo does not change them

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    @property
    def trailing_additions(self) -> list[int]:
        """How many entries each of the latest changes added that only added some at the end; up to a limit."""
        end, counts = len(self.entries), list[int]()
        for step in reversed(self._past[-_MAX_COUNTED:]):
            if step.removed or step.start + len(step.added) != end:
                break
            end = step.start
            counts.append(len(step.added))
        return counts[::-1]

    def read(self, entry: str | Entry) -> Entry:
        """Parse an entry; refuse one for a seat that does not exist."""
        entry = Entry.parse(entry) if isinstance(entry, str) else entry
        seat = entry.event.seat
        if seat is not None and seat >= self._players:
            raise TricornError(Message.NO_SEAT, seat=Seat(seat), players=self._players)
        return entry

    def index(self, number: int, *, end: bool = False) -> int:
        """The index of the entry with this number; with `end`, the number may be one past the last."""
        last = len(self.entries) + end
        if not 1 <= number <= last:
            raise TricornError(Message.NO_LINE, number=number, most=last)
        return number - 1

    def insert(self, number: int, entry: str | Entry) -> None:
        """Add an entry before the one with this number."""
        self._change(self.index(number, end=True), 0, self.read(entry))

    def replace(self, number: int, entry: str | Entry) -> None:
        """Replace an entry."""
        self._change(self.index(number), 1, self.read(entry))

    def insist(self, number: int) -> None:
        """Let an entry stand although the rules refuse it."""
        self.replace(number, self.entries[self.index(number)].insisted())

    def remove(self, number: int) -> None:
        """Remove an entry."""
        self._change(self.index(number), 1)

    def _change(self, index: int, removed: int, *added: Entry) -> None:
        step = _Step(index, self.entries[index : index + removed], added)
        self._past.append(step)
        self._future.clear()
        self._take(step)

    def _take(self, step: _Step) -> None:
        self.entries = (*self.entries[: step.start], *step.added, *self.entries[step.start + len(step.removed) :])

    def undo(self) -> None:
        """Take back the last change."""
        if not self._past:
            raise TricornError(Message.NOTHING_TO_UNDO)
        self._future.append(self._past.pop())
        self._take(self._future[-1].inverse())

    def redo(self) -> None:
        """Repeat the change that was undone last."""
        if not self._future:
            raise TricornError(Message.NOTHING_TO_REDO)
        self._past.append(self._future.pop())
        self._take(self._past[-1])

    def apply_changes(self, changes: Iterable[str]) -> None:
        """Apply changes written as lines (see `Sheet.apply_changes`): all of them or, if one is refused, none."""
        trial = History(self._players, self.entries)
        trial._past, trial._future, trial.names = self._past.copy(), self._future.copy(), self.names.copy()
        for change in changes:
            trial._apply_change(change)
        self.entries, self._past, self._future, self.names = trial.entries, trial._past, trial._future, trial.names

    def _apply_change(self, change: str) -> None:
        verb, _, rest = change.partition(" ")
        number, _, entry = rest.partition(" ")
        numbered = number.isascii() and number.isdecimal()
        match verb:
            case "undo" if not rest:
                self.undo()
            case "redo" if not rest:
                self.redo()
            case "add":
                self._change(len(self.entries), 0, *map(self.read, rest.split("\t")))
            case "insert" if numbered:
                self.insert(int(number[:9]), entry)
            case "replace" if numbered:
                self.replace(int(number[:9]), entry)
            case "remove" if numbered and not entry:
                self.remove(int(number[:9]))
            case "insist" if numbered and not entry:
                self.insist(int(number[:9]))
            case "rename" if all(part[:1] in SEATS[: self._players] and part[1:2] == " " for part in rest.split("\t")):
                self.names |= {SEATS.index(part[0]): check_name(part[2:]) for part in rest.split("\t")}
            case _:
                raise TricornError(Message.CHANGE_WRITTEN, text=quoted(change, 40))
