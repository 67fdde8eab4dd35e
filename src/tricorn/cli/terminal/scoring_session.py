"""A session of the scorekeeper: turns what is typed into entries and changes of the sheet."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from rich.text import Text

from tricorn.cli.failure import Failure, one_line, os_reason
from tricorn.cli.files import write_atomically
from tricorn.cli.terminal.autosave import Autosave
from tricorn.cli.terminal.screen import Quit, Screen
from tricorn.cli.terminal.sentences import rules_name
from tricorn.cli.terminal.sheet_lines import end_sentences, line_sentence, sheet_lines
from tricorn.cli.terminal.vocabulary import EntryTranslator, entry_words, help_page, in_english
from tricorn.errors import Mismatch, TricornError
from tricorn.locales.i18n import Language
from tricorn.messages import Message, Phrase
from tricorn.moves import Option, Place
from tricorn.record import Placed, Summed
from tricorn.render import Position, text
from tricorn.round.pictures import position_of
from tricorn.rulebook import page, start_text
from tricorn.sheet import Line, Sheet
from tricorn.sheet.as_csv import sheet_csv
from tricorn.sheet.challenge import Claim, explain_line
from tricorn.sheet.entry import Entry, typed
from tricorn.tiles import Tile
from tricorn.wording import SEATS, Say, as_sentence

__all__ = ["ScoringSession"]


class _InputError(Exception):
    """What was typed cannot be done; the message says why, in the user's language."""


class _OtherCommand(Exception):
    """A question was answered with another command, which is to be run instead."""


class ScoringSession:
    """A session of the scorekeeper: the sheet, the screen, and the file that the sheet is saved in."""

    def __init__(self, sheet: Sheet, path: Path | None, language: Language) -> None:
        self.sheet = sheet
        self.language = language
        self.say = say = language.gettext
        self.autosave = Autosave(path, "score", say("The sheet could not be saved: {reason}"), say)
        self.screen = Screen(is_shared=False, say=say)
        self._refused: Entry | None = None  # the entry that the rules refused last; `anyway` insists on it
        self._commands: dict[str, Callable[[str], None]] = {
            "undo": lambda _: self._step(self.sheet.undo),
            "redo": lambda _: self._step(self.sheet.redo),
            "fix": self._fix,
            "insert": self._insert,
            "remove": self._remove,
            "rename": self._rename,
            "anyway": self._insist,
            "sheet": lambda _: self.screen.show(*sheet_lines(self.sheet, language)),
            "board": lambda _: self._show_board(),
            "why": self._why,
            "start": lambda _: self.screen.show(*start_text(self.sheet.edition, say).split("\n")),
            "rules": lambda _: self.screen.show_markdown(page(self.sheet.edition, say)),
            "save": lambda rest: self._show(self.autosave.save_as(rest, self.sheet.record())),
            "csv": self._write_csv,
            "help": lambda _: self.screen.show(*help_page(say).split("\n")),
            "quit": self._quit,
        }
        self._commands |= {"u": self._commands["undo"], "q": self._quit, "?": self._commands["help"]}

    def run(self) -> int:
        """Read entries until the user leaves; returns the exit code."""
        self._show_opening()
        try:
            while True:
                self._take_answer()
        except Quit as quit:
            code = quit.code
        template = self.say("The sheet is saved in {name}; continue with: tricorn score --resume {name}")
        self.autosave.goodbye(self.screen, template)
        if self.autosave.error is not None:
            raise Failure(self.autosave.error)
        return code

    def _take_answer(self) -> None:
        try:
            self._execute(self.screen.ask(f"\n{self._prompt()}"))
        except (EOFError, KeyboardInterrupt) as cause:
            self.screen.confirm_quit(cause, self.autosave.quit_question())

    def _prompt(self) -> str:
        what, seats = self.sheet.prompt
        name, say = self.sheet.names[seats[0]], self.say
        if what == "over":
            return say("The game is over; type quit to leave: ")
        if what == "start" and self.sheet.edition.start == "choice":
            return say("Who starts by lot, and with which tile? ")
        if what == "start":
            return say("Who starts, and with which tile? ")
        if what == "left":
            return say("{name}'s remaining tiles, or their sum: ").format(name=name)
        if what == "points":
            return say("{name}'s points of the round, like +85: ").format(name=name)
        return f"{name}: "

    def _execute(self, answer: str) -> None:
        """Do what was typed; if it cannot be done, say why and change nothing."""
        first, _, rest = answer.partition(" ")
        word = in_english(first, self.language).lower()
        try:
            if word in self._commands:
                self._commands[word](rest.strip())
            elif answer:
                self._write(answer)
        except _InputError as error:
            self._show(str(error))
        except TricornError as error:
            self._show(self._words(error.phrase))
        except _OtherCommand as other:
            self._execute(str(other))

    def _words(self, phrase: Phrase) -> str:
        return phrase.words(EntryTranslator(self.language, self.sheet.names))

    def _show(self, text: str) -> None:
        self.screen.show(as_sentence(one_line(text)))

    # Entries.

    def _write(self, answer: str) -> None:
        entry = self._entry(answer, _default_seat(self.sheet))
        preview = self.sheet.preview(entry)
        if preview.problem is not None:
            self._refused = entry if preview.counted else None
            self._show(self._words(preview.problem))
            if preview.counted:
                self.screen.show(self.say("If it happened all the same, type: anyway"))
            return
        self._added(self.sheet.add(entry))

    def _added(self, line: Line) -> None:
        self._refused = None
        self.screen.show(line_sentence(line, self.sheet, self.say))
        if line.end is not None:
            self.screen.show(*end_sentences(line, line.end, self.sheet, self.language))
        self._save()

    def _entry(self, answer: str, seat: int | None) -> Entry:
        """The entry that was typed; for a tile alone, the user chooses among the cells where it fits."""
        words = self._plain_words(answer)
        choose_cell = words[-1] == "?"
        if choose_cell:
            words.pop()
        if self.sheet.prompt.what == "left" and re.fullmatch("[=0-9][-=0-9]*", words[0]):
            words = ["left", SEATS[seat or 0], *words]
        entry = self._parsed(answer, typed(" ".join(words), seat))
        event = entry.event
        if isinstance(event, Placed) and (choose_cell or (_is_tile_alone(entry, event) and self.sheet.located)):
            return self._with_cell(self.sheet, entry, event)
        return entry

    def _parsed(self, answer: str, text: str) -> Entry:
        """Parse an entry; if the text is none at all, the error says what can be typed here."""
        try:
            return Entry.parse(text)
        except TricornError as error:
            if not isinstance(error, Mismatch) or error.params["expected"] != Message.PLAY_WRITTEN():
                raise
        if self.sheet.prompt.what == "left":
            template = self.say("what is left is a sum like 17 or tiles like 125 334, not {text}")
        else:
            template = self.say("a play is a tile like 144, a sum like =9, d or p, not {text}; type help to see more")
        raise _InputError(template.format(text=repr(answer[:20])))

    def _plain_words(self, answer: str) -> list[str]:
        """The words that were typed, in English, and with the letter of the seat for a player's name."""
        names = [name.lower() for name in self.sheet.names]
        return [
            SEATS[names.index(word.lower())] if names.count(word.lower()) == 1 else in_english(word, self.language)
            for word in answer.split()
        ]

    def _with_cell(self, sheet: Sheet, entry: Entry, event: Placed) -> Entry:
        """The entry with the cell that the user chooses; the first tile lies at the origin by convention."""
        # A tile that is on the table already is refused anyway, so its cell is not asked for.
        on_table = sheet.round is not None and sheet.round.on_table & event.tile.bit
        options = [] if on_table or sheet.outcome is not None else sheet.cells(event.tile)
        first = sheet.prompt.what == "start"
        place = None if not options else options[0].move if first else self._choose_cell(sheet, event.tile, options)
        if not isinstance(place, Place):
            return entry
        shows = f" shows {event.shows}" if event.shows else ""
        return Entry.parse(f"{SEATS[event.seat]} {place}{shows}")

    def _choose_cell(self, sheet: Sheet, tile: Tile, options: list[Option]) -> Place | None:
        """Ask which of these placements was made; None to leave the cell open."""
        labels = {
            option.move.cell: str(number) for number, option in enumerate(options, 1) if isinstance(option.move, Place)
        }
        assert sheet.round is not None
        self.screen.show(*_picture(text(position_of(sheet.round), colour=self.screen.is_terminal, labels=labels)))
        for number, option in enumerate(options, 1):
            bonus = f", {self.say(option.bonus.label)}" if option.bonus else ""
            self.screen.show(f"  {number}  {option.move}  {option.points:+d}{bonus}")
        question = self.say("Where is {tile}? Type a number, press Enter to leave it open, or type another entry: ")
        while True:
            answer = self.screen.ask(question.format(tile=tile))
            if not answer:
                return None
            if in_english(answer, self.language).lower() in ("undo", "u"):
                raise _InputError(self.say("{tile} was not entered").format(tile=tile))
            if not re.fullmatch("[0-9]{1,2}", answer):
                raise _OtherCommand(answer)
            if 1 <= int(answer) <= len(options):
                move = options[int(answer) - 1].move
                return move if isinstance(move, Place) else None
            self._show(
                self.say("type a number from 1 to {most}, not {number}").format(number=answer, most=len(options))
            )

    # Corrections.

    def _step(self, step: Callable[[], None]) -> None:
        step()
        self._corrected()

    def _corrected(self) -> None:
        self._refused = None
        self.screen.show(*sheet_lines(self.sheet, self.language)[-8:])
        for line in self.sheet.problems:
            entry = entry_words(str(line.entry), self.sheet.names, self.language)
            problem = "" if line.problem is None else self._words(line.problem)
            template = self.say("line {number}, {entry}: {problem}")
            self._show(template.format(number=line.number, entry=entry, problem=problem))
        self._save()

    def _numbered(self, rest: str) -> tuple[int, str]:
        number, _, words = rest.partition(" ")
        if not number.isdecimal():
            raise _InputError(self.say("which line? Type its number on the sheet, as in fix 12 144 bridge"))
        return int(number), words.strip()

    def _fix(self, rest: str) -> None:
        number, entry = self._correction(rest)
        self.sheet.replace(number, entry)
        self._corrected()

    def _insert(self, rest: str) -> None:
        number, entry = self._correction(rest, end=True)
        self.sheet.insert(number, entry)
        self._corrected()

    def _correction(self, rest: str, *, end: bool = False) -> tuple[int, Entry]:
        """A line's number and its new entry, which is for the same player unless another is named.

        With `end`, the number may be one past the last.
        """
        number, words = self._numbered(rest)
        is_new = end and number == len(self.sheet.lines) + 1
        seat = _default_seat(self.sheet) if is_new else self.sheet.line(number).entry.event.seat
        if not words.strip("? "):
            raise _InputError(self.say("what should the line say? Type it after the number, as in fix 12 144 bridge"))
        entry = self._parsed(words, typed(" ".join(self._plain_words(words.removesuffix("?"))), seat))
        if words.endswith("?") and isinstance(entry.event, Placed):
            return number, self._with_cell(self.sheet.before(number), entry, entry.event)
        return number, entry

    def _remove(self, rest: str) -> None:
        self.sheet.remove(self._numbered(rest)[0])
        self._corrected()

    def _rename(self, rest: str) -> None:
        who, _, name = rest.partition(" ")
        letter = self._plain_words(who)[0].upper() if who else ""
        if not name.strip() or len(letter) != 1 or letter not in SEATS[: len(self.sheet.names)]:
            raise _InputError(
                self.say("whose name? Type a letter or the old name, then the new one, as in rename b Bea")
            )
        self.sheet.apply_changes([f"rename {letter} {' '.join(name.split())}"])
        self.screen.show(*sheet_lines(self.sheet, self.language)[-8:])
        self._save()

    def _insist(self, rest: str) -> None:
        if rest:
            self.sheet.insist(self._numbered(rest)[0])
            self._corrected()
        elif self._refused is None:
            raise _InputError(
                self.say("nothing was refused just now; to insist on a line, type its number, as in anyway 12")
            )
        else:
            self._added(self.sheet.add(self._refused.insisted()))

    # Showing.

    def _show_opening(self) -> None:
        """Show the sheet if it is resumed, else the names, the edition and how to get help."""
        if self.sheet.lines:
            self.screen.show(*sheet_lines(self.sheet, self.language))
        else:
            template = self.say("{names}: {edition}. Type help to see what you can enter.")
            self.screen.show(
                template.format(names=", ".join(self.sheet.names), edition=rules_name(self.sheet.edition, self.say))
            )

    def _show_board(self) -> None:
        position = Position() if self.sheet.round is None else position_of(self.sheet.round)
        self.screen.show(*_picture(text(position, colour=self.screen.is_terminal, say=self.say)))
        if not self.sheet.located:
            self.screen.show(self.say("Tiles that were entered without a cell are not shown."))

    def _why(self, rest: str) -> None:
        """Explain what the rules say about a line, by default the last placement."""
        number = self._numbered(rest)[0] if rest else _last_placement(self.sheet, self.say)
        line = self.sheet.line(number)
        challenge = explain_line(self.sheet, number)
        for sentence in (*([line.reason] if line.reason else []), *challenge.sentences()):
            self._show(self._words(sentence))
        for ruling, note in challenge.rulings(self.say):
            text = ruling.text_for(self.sheet.edition, self.say)
            self.screen.show(f"{ruling.id} {self.say(ruling.title)}: {text} {note}")
        if isinstance(challenge, Claim):
            self.screen.show(_cell_hint(number, challenge, self.say))

    # Saving the sheet.

    def _save(self) -> None:
        self.autosave.save(self.sheet.record())
        if self.autosave.error is not None:
            self._show(self.autosave.error)

    def _write_csv(self, rest: str) -> None:
        path = Path(rest)
        if not rest or not rest.isprintable() or path.exists():
            raise _InputError(self.say("csv needs the name of a new file, as in csv evening.csv"))
        try:
            write_atomically(path, sheet_csv(self.sheet).encode())
        except OSError as error:
            raise _InputError(f"{rest}: {os_reason(error, self.say)}") from None
        self._show(self.say("written to {name}").format(name=rest))

    def _quit(self, _: str) -> None:
        question = self.say("Save the sheet? Type a file name, or press Enter to leave without saving: ")
        self.autosave.ask_to_save(self.screen, question, self.sheet.record())
        raise Quit


def _cell_hint(number: int, claim: Claim, say: Say) -> str:
    """How to enter the cell of a placement that was entered without one."""
    if isinstance(claim.event, Placed):
        template, tile = say("To enter its cell, type: fix {number} {tile} ?"), str(claim.event.tile).replace("-", "")
    else:
        template, tile = say("To enter its cell, type the tile's own numbers, as in: fix {number} {tile} ?"), "144"
    return template.format(number=number, tile=tile)


def _last_placement(sheet: Sheet, say: Say) -> int:
    for line in reversed(sheet.lines):
        if isinstance(line.entry.event, Placed | Summed):
            return line.number
    raise _InputError(say("there is no placement yet"))


def _is_tile_alone(entry: Entry, event: Placed) -> bool:
    """Whether a tile was entered without a cell, a bonus, points or `anyway`, so that its cell should be asked for."""
    return event.place is None and event.bonus is None and not entry.has_points and not event.anyway


def _picture(drawing: str) -> list[Text]:
    return [Text.from_ansi(line) for line in drawing.split("\n")]


def _default_seat(sheet: Sheet) -> int | None:
    """The seat that an entry is for unless it names another."""
    what, seats = sheet.prompt
    return seats[0] if what in ("play", "left", "points") else None
