"""The score sheet of a game at a real table: entries as people report them, with points, totals and problems.

An entry that the rules refuse stays on the sheet as it was entered, with the reason, until it is corrected or the
table insists on it (`anyway`). Later entries are scored as if it were right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from tricorn.editions import DEFAULT_EDITION, Edition
from tricorn.game import Game, Outcome
from tricorn.moves import Option
from tricorn.round import Round
from tricorn.sheet.entry import Entry
from tricorn.sheet.from_record import UNSETTLED, read_record
from tricorn.sheet.history import History
from tricorn.sheet.line import Line
from tricorn.sheet.replay import Replay
from tricorn.tiles import TILES, Tile

__all__ = ["Prompt", "Sheet"]


class Prompt(NamedTuple):
    """What to enter next, and for which seats: a start, a play, the tiles left in hands, or nothing more.

    `points`: the other players' points of a round that is entered as points alone.
    """

    what: Literal["start", "play", "left", "points", "over"]
    seats: tuple[int, ...]


class Sheet:
    """A score sheet: an edition, the players and their entries.

    It has more than 30 methods because it is read, written, corrected and undone.

    >>> sheet = Sheet("wooden", ["Ana", "Bo"])
    >>> sheet.add("A 0,0^444").points, sheet.add("B 0,0v441").points
    (22, 9)
    >>> sheet.add("A 5-5-5").problem
    '5-5-5 fits nowhere on the table (R2)'
    """

    def __init__(
        self,
        edition: str | Edition = DEFAULT_EDITION,
        names: Sequence[str] = ("A", "B"),
        keys: Sequence[tuple[str, str]] = (),
        entries: Iterable[str | Entry] = (),
    ) -> None:
        self._replay = Replay(Game(edition, names, keys=keys, dealt=False))
        self._history = History(len(self.names), entries)
        self._replay.update(self._history.entries)

    @property
    def edition(self) -> Edition:
        """The rules that are played."""
        return self._replay.game.edition

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self._replay.game.names

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every entry with its points, totals and problem."""
        return tuple(self._replay.lines)

    def line(self, number: int) -> Line:
        """The line with this number."""
        return self._replay.lines[self._history.index(number)]

    @property
    def problems(self) -> list[Line]:
        """The lines that are not settled."""
        return [line for line in self._replay.lines if line.problem is not None]

    @property
    def scores(self) -> tuple[int, ...]:
        """The running scores, with every entry counted as it was entered."""
        return self._replay.game.scores

    @property
    def rounds(self) -> int:
        """How many rounds have begun."""
        return self._replay.game.rounds

    @property
    def round(self) -> Round | None:
        """The round in progress."""
        return self._replay.round

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is in progress."""
        return self._replay.game.outcome()

    @property
    def prompt(self) -> Prompt:
        """What to enter next."""
        current, outcome = self.round, self.outcome
        if outcome is not None:
            return Prompt("over", (outcome.winner,))
        if self._replay.first_points is not None:
            return Prompt("points", tuple(self._replay.without_points()))
        if current is None or not current.started:
            return Prompt("start", tuple(range(len(self.names))))
        if self._replay.declared is not None or current.ended:
            return Prompt("left", tuple(self._replay.unknown_hands(current)))
        assert current.turn is not None
        return Prompt("play", (current.turn,))

    def cells(self, tile: Tile) -> list[Option]:
        """Where a tile fits, with points and bonus, best first.

        If the cell of some tile is not known (see `located`), only cells beside tiles with known cells are listed, and
        the bonus counts only those tiles.
        """
        return (self.round or Round(self.edition, len(self.names))).fitting(tile)

    @property
    def located(self) -> bool:
        """Whether the cell of every tile on the table is known."""
        return self.round is None or self.round.located

    def unseen(self) -> list[Tile]:
        """The tiles not yet seen in this round."""
        seen = 0 if self.round is None else self.round.seen()
        return [tile for tile in sorted(TILES) if not seen & tile.bit]

    # Changes.

    def add(self, entry: str | Entry) -> Line:
        """Add an entry at the end and return its line."""
        return self.insert(len(self._history.entries) + 1, entry)

    def insert(self, number: int, entry: str | Entry) -> Line:
        """Add an entry before the line with this number."""
        self._history.insert(number, entry)
        self._replay.update(self._history.entries)
        return self.line(number)

    def replace(self, number: int, entry: str | Entry) -> Line:
        """Replace an entry."""
        self._history.replace(number, entry)
        self._replay.update(self._history.entries)
        return self.line(number)

    def insist(self, number: int) -> Line:
        """Let an entry stand although the rules refuse it; the record will note it."""
        self._history.insist(number)
        self._replay.update(self._history.entries)
        return self.line(number)

    def remove(self, number: int) -> None:
        """Remove an entry."""
        self._history.remove(number)
        self._replay.update(self._history.entries)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self._history.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to repeat."""
        return self._history.can_redo

    @property
    def trailing_additions(self) -> list[int]:
        """How many lines each of the latest changes added, if it only added at the end; undo removes just those."""
        return self._history.trailing_additions

    def undo(self) -> None:
        """Take back the last change."""
        self._history.undo()
        self._replay.update(self._history.entries)

    def redo(self) -> None:
        """Repeat the change that was undone last."""
        self._history.redo()
        self._replay.update(self._history.entries)

    def apply_changes(self, changes: Iterable[str]) -> None:
        """Apply changes written as lines: all of them or, if one is refused, none. They are scored together.

        Changes look like `add A =9`, `insert 3 A pass`, `replace 3 A =8`, `remove 3`, `insist 3`, `undo`, `redo` or
        `rename B Bea`, which undo does not take back. Tabs separate entries that are added, and undone, together, and
        players that are renamed together.

        >>> sheet = Sheet("wooden")
        >>> sheet.apply_changes(["add A 4-4-4", "add B =9", "replace 2 B =10", "undo"])
        >>> sheet.scores
        (22, 9)
        """
        self._history.apply_changes(changes)
        self._replay.update(self._history.entries)
        self._replay.rename(tuple(self._history.names.get(seat, name) for seat, name in enumerate(self.names)))

    # Previews and records.

    def settled(self) -> Sheet:
        """A copy without problems: it insists on what the rules refuse and leaves out what cannot be counted.

        >>> sheet = Sheet("wooden", entries=["A 4-4-4", "A 4-4-5"])
        >>> len(sheet.problems), len(sheet.settled().problems), sheet.settled().scores
        (1, 0, (35, 0))
        """
        kept = [line for line in self._replay.lines if line.problem is None or line.counted]
        return self.copy(tuple(line.entry if line.problem is None else line.entry.insisted() for line in kept))

    def preview(self, entry: str | Entry) -> Line:
        """The line that an entry would become if it were added at the end."""
        return self.copy((*self._history.entries, self._history.read(entry))).lines[-1]

    def before(self, number: int) -> Sheet:
        """The sheet as it was before the line with this number."""
        return self.copy(self._history.entries[: self._history.index(number, end=True)])

    def copy(self, entries: tuple[Entry, ...] | None = None) -> Sheet:
        """A copy without the history, with other entries if some are given; unchanged rounds are not replayed.

        One thread may read the copy while another changes this sheet.
        """
        clone = Sheet.__new__(Sheet)
        clone._history = History(len(self.names), self._history.entries if entries is None else entries)
        clone._replay = self._replay.copy()
        if entries is not None:
            clone._replay.update(entries)
        return clone

    def record(self) -> str:
        """The record up to the first unsettled entry; the rest follows as comments, which `from_record` reads back."""
        unsettled = [line.number - 1 for line in self.problems]
        unsettled += [index for index in (self._replay.declared, self._replay.first_points) if index is not None]
        if not unsettled:
            return self._replay.game.record()
        entries = self._history.entries
        rest = entries[min(unsettled) :]
        return self.copy(entries[: min(unsettled)]).record() + "".join(f"{UNSETTLED}{entry}\n" for entry in rest)

    @classmethod
    def from_record(cls, text: str) -> Sheet:
        """The sheet of a record; of a dealt game, only what every player saw."""
        record, entries = read_record(text)
        return cls(record.edition, record.names, record.keys, entries)
