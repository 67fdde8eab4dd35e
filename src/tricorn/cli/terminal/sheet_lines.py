"""The scorekeeper's sheet as text: an entry as a sentence, and all entries in columns."""

from __future__ import annotations

from collections.abc import Sequence

from tricorn.cli.terminal.game_sheet import columns
from tricorn.cli.terminal.sentences import arithmetic, further_round, left_points, penalty_text
from tricorn.cli.terminal.vocabulary import EntryTranslator, entry_words
from tricorn.locales.i18n import Language, Translator
from tricorn.record import Blocked, Drew, Left, Out, Passed, Placed, Score, Summed
from tricorn.sheet import Line, Sheet
from tricorn.sheet.entry import RoundPoints
from tricorn.wording import Say

__all__ = ["end_sentences", "line_sentence", "sheet_lines"]


def line_sentence(line: Line, sheet: Sheet, say: Say) -> str:
    """An accepted entry as a sentence, with the running scores."""
    scores = ", ".join(f"{name} {score}" for name, score in zip(sheet.names, line.scores, strict=True))
    return f"{line.number:>3}  {_event_sentence(line, sheet, say)}{_note(line, say)}  ({scores})"


def _event_sentence(line: Line, sheet: Sheet, say: Say) -> str:
    event, points = line.entry.event, penalty_text(-line.points, say)
    name = "" if event.seat is None else sheet.names[event.seat]
    match event:
        case Placed(tile=tile):
            sum_ = arithmetic(tile, line.points, line.bonus, sheet.edition, say)
            return say("{name} placed {tile}: {sum}").format(name=name, tile=tile, sum=sum_)
        case Summed():
            return _summed_sentence(line, event, name, say)
        case Drew(tile=None):
            return say("{name} drew a tile: {points}").format(name=name, points=points)
        case Drew(tile=tile):
            return say("{name} drew {tile}: {points}").format(name=name, tile=tile, points=points)
        case Passed():
            return say("{name} passed: {points}").format(name=name, points=points)
        case Left(tiles=tiles):
            hand = "" if tiles is None else f"{' '.join(map(str, tiles))} = "
            return say("{name} has {sum} left").format(name=name, sum=f"{hand}{left_points(sheet.edition, event)}")
        case Out():
            return say("{name} is out").format(name=name)
        case Blocked():
            return say("the round is blocked")
        case RoundPoints():
            return say("{name} has {points} for the round").format(name=name, points=f"{line.points:+d}")


def _summed_sentence(line: Line, event: Summed, name: str, say: Say) -> str:
    if line.bonus is None:
        return say("{name} placed a tile of {sum}: {points}").format(name=name, sum=event.total, points=line.points)
    template = say("{name} placed a tile of {sum} with {bonus}: {points}")
    return template.format(name=name, sum=event.total, bonus=say(line.bonus.label), points=line.points)


def _note(line: Line, say: Say) -> str:
    return say(", anyway") if line.overruled else "" if line.reason is None else " (?)"


def end_sentences(line: Line, end: Out | Blocked | Score, sheet: Sheet, language: Language) -> list[str]:
    """The end of a round, and of the game if it is over."""
    say, outcome = language.gettext, sheet.outcome
    round_sentences = [] if isinstance(end, Score) else [_round_winner(line.round, end, sheet.names, say)]
    if outcome is None:
        next_deal = say("Deal round {number}; type start to see who may start it.").format(number=line.round + 1)
        return [*round_sentences, *further_round(sheet.edition, line.round, line.scores, say), next_deal]
    reason = outcome.reason.words(Translator(language))
    return [
        *round_sentences,
        say("{name} wins the game: {reason}.").format(name=sheet.names[outcome.winner], reason=reason),
    ]


def _round_winner(number: int, end: Out | Blocked, names: Sequence[str], say: Say) -> str:
    if end.seat is None:
        return say("Round {number} is a draw: nobody scores for the hands.").format(number=number)
    if isinstance(end, Out):
        template = say("{name} wins round {number} by going out: {points}.")
    else:
        template = say("Round {number} is blocked, and {name} wins it: {points}.")
    return template.format(name=names[end.seat], number=number, points=f"{end.points:+d}")


def sheet_lines(sheet: Sheet, language: Language) -> list[str]:
    """The sheet: a line for each entry with its points in the player's column, the totals of rounds, and the scores."""
    say, say_n = language.gettext, language.ngettext
    lines = [columns("", sheet.names)]
    for line in sheet.lines:
        lines.append(_row(line, sheet.names, language))
        if line.problem is not None:
            lines.append(f"       ? {line.problem.words(EntryTranslator(language, sheet.names))}")
        if line.end is not None:
            lines += _round_totals(line, line.end, len(sheet.names), say)
    lines.append(columns(say("so far"), list(map(str, sheet.scores))))
    unsettled = len(sheet.problems)
    if unsettled:
        template = say_n(
            "{n} line is not settled: fix it, or insist on it with anyway and its number",
            "{n} lines are not settled: fix them, or insist on them with anyway and their number",
            unsettled,
        )
        lines.append(template.format(n=unsettled))
    return lines


def _row(line: Line, names: Sequence[str], language: Language) -> str:
    mark = "!" if line.overruled else "?" if line.reason is not None else " "
    event = line.entry.event
    played = not isinstance(event, Left | Out | Blocked)
    points = [f"{line.points:+d}" if played and seat == event.seat else "" for seat in range(len(names))]
    return columns(f"{line.number:>3} {mark} {_brief(line, names, language)}", points)


def _brief(line: Line, names: Sequence[str], language: Language) -> str:
    """The entry in short; only hands and ends name the seat, which a column shows for the others."""
    words, event = str(line.entry).removesuffix(" anyway"), line.entry.event
    if isinstance(event, Left | Out | Blocked):
        return entry_words(words, names, language)
    bonus = f" {line.bonus}" if line.bonus and line.bonus not in words else ""
    words = entry_words(words.partition(" ")[2] + bonus, names, language)
    if isinstance(event, Placed) and event.place is not None:
        say = language.gettext
        at = say("{tile} at {cell}").format(tile=event.tile, cell=event.place.cell)
        return words.replace(str(event.place), at)
    return words


def _round_totals(line: Line, end: Out | Blocked | Score, players: int, say: Say) -> list[str]:
    after = columns(say("after round {number}").format(number=line.round), list(map(str, line.scores)))
    if isinstance(end, Score):
        return [after]
    label = say("out") if isinstance(end, Out) else say("blocked")
    points = [f"{end.points:+d}" if seat == end.seat else "" for seat in range(players)]
    head = f"    {'!' if end.anyway else ' '} {label}"
    return [columns(head, points), after]
