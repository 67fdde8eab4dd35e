"""Replays the entries of a score sheet in a `Game`.

An entry that the rules refuse is scored as if the table had insisted on it, and its line has the reason; later entries
are scored from there. The game before each round is saved, so a change replays only from the round that it is in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, takewhile

from tricorn.game import Game
from tricorn.messages import Message, Phrase
from tricorn.record import Blocked, Left, MoveEvent, Out, RoundStart, Score, TableEvent, Winner
from tricorn.round import Round
from tricorn.sheet.entry import Entry, RoundPoints
from tricorn.sheet.line import Line

__all__ = ["Replay"]


class Replay:
    """The lines that result from the entries, and the game after them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.lines: list[Line] = []
        self.declared: int | None = None  # the index of the entry that declared the round over
        self.first_points: int | None = None  # the index of the first entry of a round that is entered as points alone
        self._entries: tuple[Entry, ...] = ()
        self._checkpoints = [(0, game)]  # for each round, the number of entries before it and the game at that point

    def copy(self) -> Replay:
        """An independent copy; it shares the games, which are replaced and never changed."""
        clone = Replay(self.game)
        clone.lines, clone.declared, clone.first_points = self.lines.copy(), self.declared, self.first_points
        clone._entries, clone._checkpoints = self._entries, self._checkpoints.copy()
        return clone

    def update(self, entries: tuple[Entry, ...]) -> None:
        """Replay from the last round that began before the first entry that has changed."""
        pairs = zip(self._entries, entries, strict=False)
        unchanged = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], pairs))
        self._entries = entries
        # Strictly less: a new entry after a round's last one may change how that round ends.
        self._checkpoints = [self._checkpoints[0], *(point for point in self._checkpoints[1:] if point[0] < unchanged)]
        start, game = self._checkpoints[-1]
        self.game, self.declared, self.first_points = game.copy(), None, None
        del self.lines[start:]
        for group in self._groups(start):
            if not self.game.in_round and len(self.lines) > self._checkpoints[-1][0]:
                self._checkpoints.append((len(self.lines), self.game.copy()))
            self._apply(group)

    def rename(self, names: tuple[str, ...]) -> None:
        """Rename the players, in the current game and in every checkpoint."""
        if names == self.game.names:
            return
        self.game = self.game.copy()
        self._checkpoints = [(entries, game.copy()) for entries, game in self._checkpoints]
        for game in (self.game, *(game for _, game in self._checkpoints)):
            game.names = names

    @property
    def round(self) -> Round | None:
        """The round in progress."""
        return self.game.round if self.game.in_round else None

    def without_points(self) -> list[int]:
        """The seats whose points are missing in a round that is entered as points alone."""
        entered = [line.entry.event.seat for line in self.lines[self.first_points :] if line.counted]
        return [seat for seat in range(self.game.players) if seat not in entered]

    def unknown_hands(self, current: Round) -> list[int]:
        """The seats whose hands must be entered before the round can end."""
        event = None if self.declared is None else self._entries[self.declared].event
        return current.unknown_hands(event.seat if isinstance(event, Out) else None)

    def _groups(self, start: int) -> Iterator[tuple[Entry, ...]]:
        """The entries one by one, except that consecutive hands form one group."""
        for are_hands, entries in groupby(self._entries[start:], lambda entry: isinstance(entry.event, Left)):
            group = tuple(entries)
            yield from [group] if are_hands else ((entry,) for entry in group)

    def _apply(self, group: tuple[Entry, ...]) -> None:
        first, rounds = len(self.lines), self.game.rounds
        self.lines += [Line(number, entry, rounds) for number, entry in enumerate(group, first + 1)]
        # A record lists the hands in seat order.
        for index in sorted(range(first, len(self.lines)), key=lambda index: group[index - first].event.seat or 0):
            self.lines[index] = self._apply_line(self.lines[index])
        last = len(self.lines) - 1
        end = self._end_of_round(last)
        self.lines[last] = replace(self.lines[last], end=end, scores=self.game.scores)

    def _apply_line(self, line: Line) -> Line:
        """Apply a line's entry and return the line with its score."""
        event = line.entry.event
        is_about_end = isinstance(event, Left | Out | Blocked)
        if isinstance(event, RoundPoints):
            line = self._apply_points(event, line)
        elif self.first_points is not None:
            line = replace(line, reason=Message.ROUND_IN_POINTS(), counted=False)
        elif is_about_end and self.round is None:
            line = replace(line, reason=Message.NO_ROUND_TO_END(), counted=False)
        elif not is_about_end and self.game.outcome() is not None:
            line = replace(line, reason=Message.GAME_OVER(), counted=False)
        elif isinstance(event, Left):
            line = replace(line, reason=self._apply_event(event))
        elif isinstance(event, Out | Blocked):
            line = replace(line, reason=self._apply_end(event, line))
        else:
            line = self._apply_play(event, line)
        return replace(line, scores=self.game.scores)

    def _apply_points(self, event: RoundPoints, line: Line) -> Line:
        """Add a player's points of a whole round."""
        if self.game.outcome() is not None:
            return replace(line, reason=Message.GAME_OVER(), counted=False)
        if self.first_points is None and self.game.in_round:
            return replace(line, reason=Message.ROUND_IN_TURNS(), counted=False)
        if self.first_points is None:
            self.game.apply(RoundStart(self.game.rounds + 1))
            self.first_points = line.number - 1
        game, scores = self.game, list(self.game.scores)
        scores[event.seat] += event.points
        game.round = Round(game.edition, game.players, game.rounds, tuple(scores))
        return replace(line, round=self.game.rounds, points=event.points)

    def _apply_event(self, event: TableEvent) -> Phrase | None:
        """Apply an event to the game, insisting if the rules refuse it; return the reason for the refusal."""
        current = self.round
        assert current is not None
        error = current.refusal_of(replace(event, anyway=False))
        # If the table declared the round over and the rules disagree, the hands must be insisted on as well.
        anyway = error is not None or (isinstance(event, Left) and not current.ended)
        self.game.apply(replace(event, anyway=anyway), judged=True)
        return None if error is None else error.phrase

    def _apply_play(self, play: MoveEvent, line: Line) -> Line:
        self._withdraw_declaration()
        if not self.game.in_round:
            self.game.apply(RoundStart(self.game.rounds + 1))
        current = self.round
        assert current is not None
        event = play if line.entry.has_points else current.with_points(play)
        before = current.scores[event.seat]
        reason = self._apply_event(event)
        points = current.scores[event.seat] - before
        return replace(line, round=self.game.rounds, points=points, bonus=getattr(event, "bonus", None), reason=reason)

    # The end of a round: entered with its points, declared before the hands are entered, or found by the rules alone.

    def _apply_end(self, event: Out | Blocked, line: Line) -> Phrase | None:
        """Apply a round's end that has points, or remember one without points as declared.

        Return why the rules disagree, or None if they do not.
        """
        self._withdraw_declaration()
        if line.entry.has_points:
            return self._apply_event(event)
        assert self.round is not None
        self.declared = line.number - 1
        return self.round.declare(event)

    def _withdraw_declaration(self) -> None:
        """Mark the line that declared the round over: the round went on after it."""
        if self.declared is not None:
            line = self.lines[self.declared]
            self.lines[self.declared] = replace(line, reason=Message.ROUND_WENT_ON(), counted=False)
            self.declared = None

    def _end_of_round(self, last: int) -> Out | Blocked | Score | None:
        """The end of the round, if it is over and everything about it is known."""
        current = self.round
        if current is None:
            return None
        if self.first_points is not None:
            return None if self.without_points() else self._end_points()
        if self.declared is not None and not self.unknown_hands(current):
            self._end_as_declared(current, self.declared)
        following = self._entries[last + 1].event if last + 1 < len(self._entries) else None
        if not isinstance(following, Left | Out | Blocked) or current.result is not None:
            self.game.settle()  # otherwise wait for the entries about the end, even if it can be worked out already
        if current.result is None:
            return None
        self.declared = None
        return next(event for event in reversed(self.game.events) if isinstance(event, Out | Blocked))

    def _end_points(self) -> Score:
        """End a round that is entered as points alone: every player has some."""
        self.first_points = None
        score = Score(self.game.scores)
        self.game.apply(score)
        outcome = self.game.outcome()
        if outcome is not None:
            self.game.apply(Winner(outcome.winner))
        return score

    def _end_as_declared(self, current: Round, declared: int) -> None:
        line = self.lines[declared]
        event = line.entry.event
        assert isinstance(event, Out | Blocked)
        end = current.with_prize(event) if line.entry.has_winner else current.blocked_end()
        reason = self._apply_event(end)
        self.lines[declared] = replace(line, reason=line.reason or reason)
