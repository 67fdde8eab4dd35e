"""How the server says no: a word for programs, a sentence for people, in the language of whoever asked.

The rules' own sentences are written in English in the core. They are recognised here by their form, so that
they can be translated without the rules knowing of languages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tricorn.bonus import Bonus
from tricorn.errors import RecordError, TricornError
from tricorn.messages import Seat, words_of
from tricorn.record import SEATS
from tricorn.web.languages import Language
from tricorn.web.record_phrases import RECORD_PHRASES
from tricorn.web.sheet_phrases import SHEET_PHRASES

__all__ = ["RULE_SENTENCES", "Refused", "in_words", "sentence_of"]


class Refused(Exception):
    """Something that was asked for and is not done; `status` is for HTTP."""

    def __init__(self, code: str, sentence: str, status: int = 409, **values: object) -> None:
        super().__init__(sentence.format(**values))
        self.code = code
        self.sentence = sentence
        self.status = status
        self.values = values
        self.cause: TricornError | None = None  # what the rules said, if they did
        self.names: tuple[str, ...] = ()

    @classmethod
    def by_rules(cls, error: TricornError, code: str, status: int = 409, names: Sequence[str] = ()) -> Refused:
        """The refusal of something that the rules, or a reader of records, would not have.

        With names, people are called by them rather than by the letters of their seats.
        """
        refusal = cls(code, "{rules}", status, rules=str(error))
        refusal.cause = error.with_traceback(None)
        refusal.names = tuple(names)
        return refusal

    def again(self) -> Refused:
        """The same refusal without the memory of where it was raised: one that can be kept."""
        twin = Refused(self.code, self.sentence, self.status, **self.values)
        twin.cause, twin.names = self.cause, self.names
        return twin

    def text(self, language: Language) -> str:
        """The sentence in a language."""
        if isinstance(self.cause, RecordError):
            return _record_words(self.cause, language)
        if self.cause is not None:
            return sentence_of(self.cause.phrase, language, self.names)
        return language.gettext(self.sentence).format(**self.values)


def sentence_of(words: object, language: Language, names: Sequence[str] = ()) -> str:
    """Words of the rules as a whole sentence: they have neither capital nor full stop, as they may stand within one."""
    text = in_words(words, language, names)
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


def _record_words(error: RecordError, language: Language) -> str:
    fault = language.gettext("Line {line}: expected {expected}, found {found}.").format(
        line=error.line,
        expected=in_words(error.params["expected"], language),
        found=in_words(error.params["found"], language),
    )
    if not error.house_rules:
        return fault
    right = language.gettext(
        "An earlier version read the rulebook otherwise: with {rules} added to its edition line the record is right."
    )
    return f"{fault} {right.format(rules=' '.join(error.house_rules))}"


# Every sentence with which the rules refuse a move or tell how a game ended, with names for what varies.
RULE_SENTENCES = (
    "the game is over",
    "the round is over; deal the next one",
    "nobody is on turn yet",
    "a move is draw, pass or a placement like 0,-1v144, not {text}",
    "a placement is a cell and three numbers like 0,-1v144, not {text}",
    "a cell is written like 0,-1v or 2,3^, not {text}",
    "{numbers} clockwise is tile {tile} mirrored; a tile is turned, never turned over (R1)",
    "{place}: tile {tile} mirrored; a tile is never turned over (R1)",
    "out of turn: it is the turn of {turn}, not {seat}",
    "{tile} is not in the hand of {seat}: it lies on the table already",
    "{tile} is not in the hand of {seat}",
    "{holder} must start with {top}, not {seat} with {tile} (R5)",
    "{seat} must start with {top}, not with {tile} (R5)",
    "cell {cell} is filled already",
    "no side touches: no tile lies beside {cell} (R2)",
    "{place}: corner {number} meets {there} (R2)",
    "the round begins with the starting tile; nobody draws before it",
    "the round begins with the starting tile; nobody passes before it",
    "the well is empty",
    "no more than {limit} tiles are drawn in a turn (R8)",
    "{seat} must place before drawing: {move} is possible (R6)",
    "{seat} must place, not pass: {move} is possible (R6)",
    "{seat} must draw before passing: {count} tiles are in the well",
    "a name has no spaces at its ends and single ones inside, not {text}",
    "a name has no control characters, not {text}",
    "{name} alone has reached {target} points, with {score}",
    "{name} won the round in which several had reached {target} points",
    "{name} has the highest score, {score}, of those who have reached {target} points",
    "no edition {text}; there are {editions}",
    "no house rule {text}; there are {rules}",
    "a house rule is written key=value, not {text}",
    "house rule {rule} given twice; give it once",
    "{rule} takes a whole number from {low} to {high}, not {text}",
    "{rule} takes none or a whole number from {low} to {high}, not {text}",
    "{rule} takes {figures} figures separated by /, not {text}",
    "{rule} is a range from 2 to {most} like 2-4, not {text}",
    "{rule} is {first} or {second}, not {text}",
    "{edition} is for {low} to {high} players, not {players}",
)


# What is a seat's letter in them.
_SEAT_PARTS = ("seat", "turn", "holder")
# What is a phrase by itself, and is put into words too.
_PHRASE_PARTS = ("expected", "found", "whose", "what", "bonus", "bonuses", "figures", "reason")
# What a part looks like, where a form with anything in that place would fit other sentences as well.
_BONUS = f"(?:no bonus|{'|'.join(Bonus)})"
_PATTERNS = {
    "seat": f"[{SEATS}]",
    "tile": "[0-5]-[0-5]-[0-5]",
    "bonus": _BONUS,
    "bonuses": f"{_BONUS}(?: or {_BONUS})*",
    **dict.fromkeys(("count", "sum", "players", "number", "low", "high"), "[+-]?[0-9]+"),
}
_QUOTED = re.compile(r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")(?:: (.+))?""", re.DOTALL)


@cache
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((sentence, _form(sentence)) for sentence in (*RULE_SENTENCES, *RECORD_PHRASES, *SHEET_PHRASES))


def _form(sentence: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", sentence)
    pattern = "".join(
        f"(?P<{part}>{_PATTERNS.get(part, '.+?')})" if index % 2 else re.escape(part)
        for index, part in enumerate(parts)
    )
    return re.compile(pattern, re.DOTALL)


@dataclass(frozen=True)
class _Reader:
    """A reader of a language who calls the players by these names."""

    language: Language
    names: Sequence[str]

    def gettext(self, template: str, /) -> str:
        return self.language.gettext(template)

    def ngettext(self, one: str, other: str, count: int, /) -> str:
        return self.language.ngettext(one, other, count)

    def value(self, value: object, /) -> str:
        if isinstance(value, Seat) and value.index < len(self.names):
            return self.names[value.index]
        return _recognised(value, self.language, self.names) if isinstance(value, str) else str(value)


def in_words(words: object, language: Language, names: Sequence[str] = ()) -> str:
    """A phrase or another parameter of a message in a language."""
    return words_of(words, _Reader(language, names))


def _recognised(sentence: str, language: Language, names: Sequence[str] = ()) -> str:
    """A sentence of the rules in a language; quoted text, and one whose form is not known, stay as they are."""
    quoted = _QUOTED.fullmatch(sentence)
    if quoted is not None:
        text, why = quoted.groups()
        return text if why is None else f"{text}: {_recognised(why, language, names)}"
    for form, pattern in _forms():
        match = pattern.fullmatch(sentence)
        if match is not None:
            words = {part: _part(part, word, language, names) for part, word in match.groupdict().items()}
            return language.gettext(form).format(**words)
    return sentence


def _part(part: str, word: str, language: Language, names: Sequence[str]) -> str:
    """What varies in a sentence: a phrase in words, a seat's letter as the name of whoever sits there."""
    if part in _PHRASE_PARTS:
        return _recognised(word, language, names)
    if part in _SEAT_PARTS and len(word) == 1 and -1 < SEATS.find(word) < len(names):
        return names[SEATS.index(word)]
    return word
