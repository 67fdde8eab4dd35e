"""The score sheet of a game at a real table: entries as people tell them, replayed by the rules that play every game.

An entry that the rules refuse stays on the sheet as it was told, with their reason, until it is corrected or somebody
insists on it (`anyway`). What comes after it is reckoned as if it were right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal, NamedTuple

from tricorn.bonus import Bonus
from tricorn.editions import DEFAULT_EDITION, Edition
from tricorn.entry import Entry
from tricorn.errors import TricornError
from tricorn.game import Game, Outcome
from tricorn.messages import Message, Phrase, Seat, quoted
from tricorn.moves import Option
from tricorn.record import (
    Blocked,
    Deal,
    DealNumber,
    Left,
    Out,
    Placed,
    Receipt,
    Record,
    RoundStart,
    Score,
    Secret,
    TableEvent,
    Well,
    Winner,
    parse_record,
)
from tricorn.round import Round
from tricorn.round.ending import blocked_end, hands_asked, with_points
from tricorn.rulebook import Say, start_text
from tricorn.tiles import TILES, Tile

__all__ = ["Asked", "Line", "Sheet"]

_Dealing = Receipt | DealNumber | Deal | Well | Secret  # what a sheet knows nothing of
_UNSETTLED = "#> "  # a comment to a reader of records: an entry that is not settled, or comes after one


@dataclass(frozen=True)
class Line:
    """An entry and what became of it."""

    number: int  # from 1
    entry: Entry
    round: int
    points: int = 0  # for the player it tells of; a round's end has its own
    bonus: Bonus | None = None
    scores: tuple[int, ...] = ()  # the game's, after it and the round's end it brought about
    end: Out | Blocked | None = None  # the end of the round, if this entry completed it
    reason: Phrase | None = None  # what the rules have against it
    counted: bool = True  # False where it cannot be reckoned even if somebody insists

    @property
    def problem(self) -> Phrase | None:
        """Why this line is not settled."""
        return None if self.overruled else self.reason

    @property
    def overruled(self) -> bool:
        """Whether the rules refuse it and the table insists on it."""
        return self.reason is not None and self.entry.anyway and self.counted


class Asked(NamedTuple):
    """What the sheet waits for, and from which seats: who starts, a play, the tiles left in hands, or nothing more."""

    what: Literal["start", "play", "left", "over"]
    seats: tuple[int, ...]


class Sheet:
    """A score sheet: an edition, the players and their entries.

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
        self._entries: tuple[Entry, ...] = ()
        self._lines: list[Line] = []
        self._past: list[tuple[Entry, ...]] = []
        self._future: list[tuple[Entry, ...]] = []
        self._game = Game(edition, names, keys=keys, dealt=False)
        self._declared: int | None = None  # the place of the entry that said the round is over
        self._between = [(0, self._game)]  # the game before each round, with how many entries led there
        self._entries = tuple(map(self._read, entries))
        self._replay(0)

    def _read(self, entry: str | Entry) -> Entry:
        read = Entry.parse(entry) if isinstance(entry, str) else entry
        seat = read.event.seat
        if seat is not None and seat >= len(self.names):
            raise TricornError(Message.NO_SEAT, seat=Seat(seat), players=len(self.names))
        return read

    # What can be asked.

    @property
    def edition(self) -> Edition:
        return self._game.edition

    @property
    def names(self) -> tuple[str, ...]:
        return self._game.names

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every entry with its points, totals and problem."""
        return tuple(self._lines)

    def line(self, number: int) -> Line:
        """The line with this number."""
        return self._lines[self._at(number)]

    @property
    def problems(self) -> list[Line]:
        """The lines that are not settled."""
        return [line for line in self._lines if line.problem is not None]

    @property
    def scores(self) -> tuple[int, ...]:
        """The running scores, everything counted as it was told."""
        return self._game.scores

    @property
    def rounds(self) -> int:
        """How many rounds have been begun."""
        return self._game.rounds

    @property
    def round(self) -> Round | None:
        """The round that is on."""
        return self._game.round if self._game.in_round else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return self._game.outcome()

    @property
    def asked(self) -> Asked:
        """What is to be told next."""
        current, outcome = self.round, self.outcome
        if outcome is not None:
            return Asked("over", (outcome.winner,))
        if current is None or not current.started:
            return Asked("start", tuple(range(len(self.names))))
        if self._declared is not None or current.ended:
            return Asked("left", tuple(hands_asked(current, self._said_to_be_out())))
        assert current.seat is not None
        return Asked("play", (current.seat,))

    def start_rule(self, say: Say = str) -> str:
        """Who may start a round, in the words of the edition's page."""
        return start_text(self.edition, say)

    def cells(self, tile: Tile) -> list[Option]:
        """Where a tile fits, with points and bonus, best first.

        Once a tile has no cell on the sheet, these are cells beside tiles that have one, and the bonus is the one
        that those tiles make; `located` tells.
        """
        return (self.round or Round(self.edition, len(self.names))).fitting(tile)

    @property
    def located(self) -> bool:
        """Whether the sheet knows the cell of every tile on the table."""
        return self.round is None or self.round.located

    def unseen(self) -> list[Tile]:
        """The tiles that have not been seen in this round."""
        seen = 0 if self.round is None else self.round.tiles.seen()
        return [tile for tile in sorted(TILES) if not seen & tile.bit]

    # Writing, and correcting what was written.

    def add(self, entry: str | Entry) -> Line:
        """Write an entry at the end; its line tells what became of it."""
        return self.insert(len(self._entries) + 1, entry)

    def preview(self, entry: str | Entry) -> Line:
        """What would become of an entry at the end."""
        return Sheet._with(self, (*self._entries, self._read(entry)))._lines[-1]

    def insert(self, number: int, entry: str | Entry) -> Line:
        """Write an entry before the line with this number."""
        at, read = self._at(number, len(self._entries) + 1), self._read(entry)
        self._change((*self._entries[:at], read, *self._entries[at:]))
        return self._lines[at]

    def replace(self, number: int, entry: str | Entry) -> Line:
        """Write an entry in place of another."""
        at, read = self._at(number), self._read(entry)
        self._change((*self._entries[:at], read, *self._entries[at + 1 :]))
        return self._lines[at]

    def insist(self, number: int) -> Line:
        """Let an entry stand although the rules refuse it; the record will note it."""
        return self.replace(number, self._entries[self._at(number)].insisted())

    def remove(self, number: int) -> None:
        """Strike an entry out."""
        at = self._at(number)
        self._change((*self._entries[:at], *self._entries[at + 1 :]))

    def before(self, number: int) -> Sheet:
        """The sheet as it was before the line with this number."""
        return self._with(self._entries[: self._at(number, len(self._entries) + 1)])

    @property
    def can_undo(self) -> bool:
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        return bool(self._future)

    def undo(self) -> None:
        """Take back the last change."""
        if not self._past:
            raise TricornError(Message.NOTHING_TO_UNDO)
        self._future.append(self._entries)
        self._become(self._past.pop())

    def redo(self) -> None:
        """Make the change again that was taken back last."""
        if not self._future:
            raise TricornError(Message.NOTHING_TO_REDO)
        self._past.append(self._entries)
        self._become(self._future.pop())

    def make(self, changes: Iterable[str]) -> None:
        """Make changes told as lines, all of them or, if one is refused, none; all is reckoned once, at the end.

        They are `add A =9`, `insert 3 A pass`, `replace 3 A =8`, `remove 3`, `insist 3`, `undo` and `redo`.

        >>> sheet = Sheet("wooden")
        >>> sheet.make(["add A 4-4-4", "add B =9", "replace 2 B =10", "undo"])
        >>> sheet.scores
        (22, 9)
        """
        entries, past, future = self._entries, self._past.copy(), self._future.copy()
        for change in changes:
            what, _, rest = change.partition(" ")
            if what in ("undo", "redo") and not rest:
                source, target = (past, future) if what == "undo" else (future, past)
                if not source:
                    raise TricornError(Message.NOTHING_TO_UNDO if what == "undo" else Message.NOTHING_TO_REDO)
                target.append(entries)
                entries = source.pop()
            else:
                past.append(entries)
                future.clear()
                entries = self._changed(entries, what, rest)
        self._past, self._future = past, future
        self._become(entries)

    def _changed(self, entries: tuple[Entry, ...], what: str, rest: str) -> tuple[Entry, ...]:
        """The entries after one change of them."""
        if what == "add":
            return (*entries, self._read(rest))
        number, _, entry = rest.partition(" ")
        if what not in ("insert", "replace", "remove", "insist") or not (number.isascii() and number.isdecimal()):
            raise TricornError(Message.CHANGE_WRITTEN, text=quoted(f"{what} {rest}", 40))
        at = _place_of(int(number[:9]), len(entries) + (what == "insert"))
        if what == "remove" and not entry:
            return (*entries[:at], *entries[at + 1 :])
        read = entries[at].insisted() if what == "insist" and not entry else self._read(entry)
        return (*entries[:at], read, *entries[at + (what != "insert") :])

    def _at(self, number: int, most: int | None = None) -> int:
        return _place_of(number, len(self._entries) if most is None else most)

    def _change(self, entries: tuple[Entry, ...]) -> None:
        self._past.append(self._entries)
        self._future.clear()
        self._become(entries)

    def _become(self, entries: tuple[Entry, ...]) -> None:
        same = sum(1 for _ in takewhile(lambda both: both[0] is both[1], zip(self._entries, entries, strict=False)))
        self._entries = entries
        self._replay(same)

    def _with(self, entries: tuple[Entry, ...]) -> Sheet:
        """A sheet without a past that has these entries, of which the rounds it shares are not replayed."""
        twin = Sheet(self.edition, self.names, self._game.keys)
        twin._entries, twin._between, twin._lines = self._entries, self._between.copy(), self._lines.copy()
        twin._become(entries)
        return twin

    # Replaying.

    def _replay(self, same: int) -> None:
        """Replay from the last round that began before the first entry that is not the same."""
        # Strictly before: an entry about a round's end keeps the one before it from settling the round.
        self._between = [self._between[0], *((at, game) for at, game in self._between[1:] if at < same)]
        start, game = self._between[-1]
        self._game, self._declared = game.copy(), None
        del self._lines[start:]
        for group in self._groups(start):
            if not self._game.in_round and len(self._lines) > self._between[-1][0]:
                self._between.append((len(self._lines), self._game.copy()))
            self._take(group)

    def _groups(self, start: int) -> Iterator[tuple[Entry, ...]]:
        """The entries one by one, but hands told one after the other together: a record has them by seat."""
        while start < len(self._entries):
            hands = tuple(takewhile(lambda entry: isinstance(entry.event, Left), self._entries[start:]))
            group = hands or (self._entries[start],)
            yield group
            start += len(group)

    def _take(self, group: tuple[Entry, ...]) -> None:
        first, rounds = len(self._lines), self._game.rounds
        order = sorted(range(len(group)), key=lambda at: group[at].event.seat or 0)
        lines = [Line(first + at + 1, entry, rounds) for at, entry in enumerate(group)]
        self._lines += lines
        for at in order:
            self._lines[first + at] = self._taken(self._lines[first + at])
        last = len(self._lines) - 1
        end = self._end_of_round(last)
        self._lines[last] = replace(self._lines[last], end=end, scores=self._game.scores)

    def _taken(self, line: Line) -> Line:
        """The line, once its entry is taken as far as it can be."""
        event = line.entry.event
        if isinstance(event, Left | Out | Blocked) and self.round is None:
            return replace(line, reason=Message.NO_ROUND_TO_END(), counted=False)
        if isinstance(event, Left):
            line = replace(line, reason=self._take_left(event))
        elif isinstance(event, Out | Blocked):
            line = replace(line, reason=self._take_end(line))
        elif self.outcome is not None:
            return replace(line, reason=Message.GAME_OVER(), counted=False, scores=self.scores)
        else:
            line = self._take_play(line)
        return replace(line, scores=self.scores)

    def _take_play(self, line: Line) -> Line:
        self._drop_declared()
        if not self._game.in_round:
            self._game.apply(RoundStart(self._game.rounds + 1))
        current, play = self.round, line.entry.event
        assert current is not None
        assert not isinstance(play, Left | Out | Blocked)
        if not line.entry.points_told:
            play = current.with_points(play)
        before = current.points[play.seat]
        reason = self._tell(play)
        bonus = getattr(play, "bonus", None)
        points = current.points[play.seat] - before
        return replace(line, round=self._game.rounds, points=points, bonus=bonus, reason=reason)

    def _tell(self, event: TableEvent) -> Phrase | None:
        """Have the game take an event, if need be as something the table insists on; what the rules say against it."""
        try:
            self._game.apply(replace(event, anyway=False))
        except TricornError as error:
            self._game.apply(replace(event, anyway=True))
            return error.phrase
        return None

    def _take_left(self, event: Left) -> Phrase | None:
        current = self.round
        assert current is not None
        if self._declared is None or current.ended:
            return self._tell(event)
        # The table says that the round is over and the rules do not see it, so these lines need the same insistence.
        twin = current.copy()
        twin.ended = "out"
        self._game.apply(replace(event, anyway=True))
        try:
            twin.apply(replace(event, anyway=False))
        except TricornError as error:
            return error.phrase
        return None

    # The end of a round: told with its points, declared before the hands are told, or seen by the rules alone.

    def _take_end(self, line: Line) -> Phrase | None:
        """Take a round's end with its points; without them, note that it was said and what speaks against it."""
        self._drop_declared()
        event, current = line.entry.event, self.round
        assert isinstance(event, Out | Blocked)
        assert current is not None
        if line.entry.points_told:
            return self._tell(event)
        self._declared = line.number - 1
        if isinstance(event, Out) and current.went_out != event.seat:
            held = current.tiles_held(event.seat)
            return Message.NOT_OUT(seat=Seat(event.seat), count=held)
        if isinstance(event, Blocked) and current.ended != "blocked":
            if current.well and not current.rules.blocked_by_passes:
                return Message.NOT_BLOCKED_WELL(count=len(current.well))
            return Message.NOT_BLOCKED_PASSES(players=current.players)
        return None

    def _drop_declared(self) -> None:
        """The round went on after somebody had said that it was over."""
        if self._declared is not None:
            line = self._lines[self._declared]
            self._lines[self._declared] = replace(line, reason=Message.ROUND_WENT_ON(), counted=False)
            self._declared = None

    def _said_to_be_out(self) -> int | None:
        if self._declared is None:
            return None
        event = self._entries[self._declared].event
        return event.seat if isinstance(event, Out) else None

    def _end_of_round(self, last: int) -> Out | Blocked | None:
        """Settle the round if it is over and everything about it is told; its end."""
        current = self.round
        if current is None:
            return None
        if self._declared is not None and not hands_asked(current, self._said_to_be_out()):
            self._end_as_declared(current, self._declared)
        following = self._entries[last + 1].event if last + 1 < len(self._entries) else None
        if not isinstance(following, Left | Out | Blocked) or current.result is not None:
            self._game.settle()  # otherwise the end is not yet told in full, even if it can be worked out
        if current.result is None:
            return None
        self._declared = None
        return next(event for event in reversed(self._game.events) if isinstance(event, Out | Blocked))

    def _end_as_declared(self, current: Round, declared: int) -> None:
        line = self._lines[declared]
        said = line.entry.event
        assert isinstance(said, Out | Blocked)
        end = with_points(current, said) if line.entry.winner_told else blocked_end(current)
        reason = self._tell(end)
        self._lines[declared] = replace(line, reason=line.reason or reason)

    # Records.

    def record(self) -> str:
        """The record as far as all is settled; what comes after stands there as comments that a sheet reads back."""
        unsettled = [line.number - 1 for line in self.problems]
        if self._declared is not None:
            unsettled.append(self._declared)
        if not unsettled:
            return self._game.record()
        settled = self._with(self._entries[: min(unsettled)])
        rest = self._entries[min(unsettled) :]
        return settled.record() + "".join(f"{_UNSETTLED}{entry}\n" for entry in rest)

    @classmethod
    def from_record(cls, text: str) -> Sheet:
        """The sheet of a record; of a game that was dealt, what everybody at the table saw of it."""
        lines = text.split("\n")
        rest = [line.removeprefix(_UNSETTLED).removesuffix("\r") for line in lines if line.startswith(_UNSETTLED)]
        record = parse_record(text)
        if any(isinstance(event, _Dealing) for event in record.events):
            record = _without_deals(Game.from_record(record).view(None).source)
        entries: list[str | Entry] = [*_entries_of(record), *rest]
        return cls(record.edition, record.names, record.keys, entries)


def _place_of(number: int, most: int) -> int:
    if not 1 <= number <= most:
        raise TricornError(Message.NO_LINE, number=number, most=most)
    return number - 1


def _without_deals(record: Record) -> Record:
    return replace(record, events=tuple(event for event in record.events if not isinstance(event, _Dealing)))


def _entries_of(record: Record) -> Iterator[Entry]:
    """A record's events as entries that leave out what the rules work out by themselves."""
    game = Game(record.edition, record.names, dealt=False)
    for event in game.replay(record):
        if isinstance(event, RoundStart | Score | Winner | _Dealing):
            continue
        current = game.round
        if current is None or isinstance(event, Left):
            yield Entry(event)
        elif isinstance(event, Out | Blocked):
            if event.anyway or not current.hands_known:
                yield Entry(event, points_told=True)
        else:
            yield _shortest(event, current)


def _shortest(event: TableEvent, current: Round) -> Entry:
    assert not isinstance(event, Left | Out | Blocked)
    if isinstance(event, Placed) and event.place is not None:
        found = replace(event, bonus=None)
        if current.with_points(found) == event:
            return Entry(found)
    return Entry(event, points_told=current.with_points(event) != event)
