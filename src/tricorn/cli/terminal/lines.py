"""The lines of a score sheet in words and columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tricorn.cli.terminal.sheet import columns
from tricorn.cli.terminal.words import arithmetic, count
from tricorn.record import SEATS, Blocked, Drew, Left, Out, Passed, Placed, Summed
from tricorn.render import BONUS_WORDS
from tricorn.sheet import Line, Sheet

__all__ = ["end_words", "line_words", "sheet_lines", "with_names"]


def with_names(sentence: str, names: Sequence[str]) -> str:
    """A sentence of the rules with the players' names in place of their seats' letters."""
    return re.sub(r"\b[A-F]\b", lambda seat: (*names, *SEATS[len(names) :])[SEATS.index(seat[0])], sentence)


def line_words(line: Line, names: Sequence[str]) -> str:
    """An entry that was taken, in a sentence, with the running scores."""
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, line.scores, strict=True))
    return f"{line.number:>3}  {_what(line, names)}{_note(line)}  ({scores})"


def _what(line: Line, names: Sequence[str]) -> str:
    event = line.entry.event
    name = "" if event.seat is None else names[event.seat]
    match event:
        case Placed():
            return f"{name} placed {event.tile}: {arithmetic(event.tile, line.points, line.bonus)}"
        case Summed():
            bonus = f" with {BONUS_WORDS[line.bonus]}" if line.bonus else ""
            return f"{name} placed a tile of {event.total}{bonus}: {line.points}"
        case Drew():
            return f"{name} drew {'a tile' if event.tile is None else event.tile}: {line.points:+d}"
        case Passed():
            return f"{name} passed: {line.points:+d}"
        case Left():
            tiles = "" if event.tiles is None else f"{' '.join(map(str, event.tiles))} = "
            return f"{name} has {tiles}{event.sum} left"
        case Out():
            return f"{name} is out"
        case Blocked():
            return "the round is blocked"


def _note(line: Line) -> str:
    return ", anyway" if line.overruled else "" if line.reason is None else " (?)"


def end_words(line: Line, end: Out | Blocked, sheet: Sheet) -> list[str]:
    """The end of a round, and of the game if it was decided."""
    if end.seat is None:
        first = f"Round {line.round} is drawn: nobody scores for hands (R10)."
    else:
        how = "by going out" if isinstance(end, Out) else "as it is blocked"
        first = f"{sheet.names[end.seat]} wins round {line.round} {how}: {end.points:+d}."
    outcome = sheet.outcome
    if outcome is not None:
        return [first, f"{sheet.names[outcome.winner]} wins the game: {outcome.reason}."]
    return [first, f"Round {line.round + 1} is dealt; type start for who may start it."]


def sheet_lines(sheet: Sheet) -> list[str]:
    """The sheet: a line an entry with its points in the player's column, a foot a round, the scores."""
    lines = [columns("", sheet.names)]
    for line in sheet.lines:
        lines.append(_row(line, sheet.names))
        if line.problem is not None:
            lines.append(f"       ? {with_names(line.problem, sheet.names)}")
        if line.end is not None:
            lines += _foot(line, line.end, len(sheet.names))
    lines.append(columns("so far", list(map(str, sheet.scores))))
    if sheet.problems:
        lines.append(
            f"{count(len(sheet.problems), 'line')} to be settled: fix them, or insist with anyway and the number"
        )
    return lines


def _row(line: Line, names: Sequence[str]) -> str:
    mark = "!" if line.overruled else "?" if line.reason is not None else " "
    told = line.entry.event
    played = not isinstance(told, Left | Out | Blocked)
    points = [f"{line.points:+d}" if played and seat == told.seat else "" for seat in range(len(names))]
    return columns(f"{line.number:>3} {mark} {_brief(line, names)}", points)


def _brief(line: Line, names: Sequence[str]) -> str:
    """The entry without its seat, which the column tells; hands and ends with it."""
    words, event = str(line.entry).removesuffix(" anyway"), line.entry.event
    if isinstance(event, Left | Out | Blocked):
        return with_names(words, names)
    bonus = f" {line.bonus}" if line.bonus and line.bonus not in words else ""
    words = words.partition(" ")[2] + bonus
    if isinstance(event, Placed) and event.place is not None:
        return words.replace(str(event.place), f"{event.tile} at {event.place.cell}")
    return words


def _foot(line: Line, end: Out | Blocked, players: int) -> list[str]:
    what = "out" if isinstance(end, Out) else "blocked"
    points = [f"{end.points:+d}" if seat == end.seat else "" for seat in range(players)]
    head = f"    {'!' if end.anyway else ' '} {what}"
    return [columns(head, points), columns(f"after round {line.round}", list(map(str, line.scores)))]
