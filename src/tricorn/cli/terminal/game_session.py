"""A game in the terminal: turns, commands, the ends of rounds and of the game."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.text import Text

from tricorn.analysis.hints import Hint, hint_for
from tricorn.bots import bot_named
from tricorn.bots.own.faults import choose_or_lose
from tricorn.cli.failure import Failure, one_line
from tricorn.cli.terminal.autosave import Autosave
from tricorn.cli.terminal.game_sheet import game_sheet
from tricorn.cli.terminal.help_used import HINTS, TAKEN_BACK, add_help, help_used, hint_lines
from tricorn.cli.terminal.layout import public_screen, turn_screen
from tricorn.cli.terminal.panel import news, public_panel
from tricorn.cli.terminal.round_end import at_round_end, round_end, rounds_over
from tricorn.cli.terminal.screen import Quit, Screen
from tricorn.cli.terminal.seats import HUMAN
from tricorn.cli.terminal.sentences import Audience, move_events, move_sentences
from tricorn.cli.terminal.typed_move import parse_typed_move
from tricorn.cli.terminal.vocabulary import EntryTranslator
from tricorn.core.compile import Ints
from tricorn.core.rng import MAX_SEED, new_rng
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.locales.i18n import Language, Translator
from tricorn.messages import Message, Phrase
from tricorn.moves import DRAW, Place
from tricorn.rulebook import page
from tricorn.view import View
from tricorn.wording import SEATS, Say, Seat, as_sentence

__all__ = ["GameSession"]

# The messages for an illegal move, as they address the player who made it.
TO_YOU = {
    Message.MUST_START_WITH: Message.YOU_MUST_START_WITH,
    Message.MUST_PLACE_NOT_DRAW: Message.YOU_MUST_PLACE_NOT_DRAW,
    Message.MUST_PLACE_NOT_PASS: Message.YOU_MUST_PLACE_NOT_PASS,
    Message.MUST_DRAW_NOT_PASS: Message.YOU_MUST_DRAW_NOT_PASS,
}


def help_page(say: Say) -> str:
    """The help page, which lists everything that can be typed in a turn."""
    return say("""\
In your turn, type

  3             the number of a placement in the list; the table shows it in
                its cell, and 3+ where several tiles fit the same cell
  1-4-4         a tile, if it fits in one place only
  0,0v144       a placement as records write it: the cell, then the numbers
                clockwise from the apex
  d   or draw   take a tile from the pile
  f   or fit    draw until a tile fits
  p   or pass   give up the turn, where the rules allow it
  u   or undo   take back the last move that a person made, and what followed
  hint          the best move and why, against bots; the result counts hints
                and moves taken back
  s   or score  the score sheet
  r   or rules  the rules of this game
  save FILE     save the game in this file, from now on after every move
  h   or ?      this page
  q   or quit   leave the game, which is saved after every move
  Enter         the other parts of a table that is larger than the screen

On the table the numbers stand where corners meet; * is the tile placed last.""")


class GameSession:
    """A session of a game: the game, who plays each seat, the screen, and the file that the game is saved in."""

    def __init__(self, game: Game, occupants: Sequence[str], save: Path | None, language: Language) -> None:
        self.game = game
        self.language = language
        self.say = say = language.gettext
        self.autosave = Autosave(save, "play", say("The game could not be saved: {reason}"), say)
        self.humans = [seat for seat, occupant in enumerate(occupants) if occupant == HUMAN]
        self.audience = self._audience()
        self.names = self.audience.names
        self.screen = Screen(is_shared=len(self.humans) > 1, say=say)
        self.bots = {seat: bot_named(occupant) for seat, occupant in enumerate(occupants) if occupant != HUMAN}
        self._english_words = {word: english for english, words in language.typed.items() for word in words}
        self._at_screen: int | None = None  # the seat of the person who looks at a shared screen
        self._part, self._part_count = 0, 1  # which part of a table larger than the screen is shown
        self._notices: list[str] = []  # to be shown above the prompt
        self._hint: tuple[View, Hint] | None = None  # the last one
        self._rounds_shown = rounds_over(game.events)
        self._commands: dict[str, Callable[[], bool]] = {
            **dict.fromkeys(("u", "undo"), self._undo),
            **dict.fromkeys(("f", "fit"), self._draw_until_one_fits),
            "hint": self._show_hint,
            **dict.fromkeys(("h", "?", "help"), self._show_help),
            **dict.fromkeys(("s", "score"), self._show_sheet),
            **dict.fromkeys(("r", "rules"), self._show_rules),
            **dict.fromkeys(("q", "quit"), self._quit),
        }

    def _audience(self) -> Audience:
        """The names on record; a single person among bots who gave no name is addressed as "you"."""
        names, say = list(self.game.names), self.say
        if len(self.humans) == 1 and names[self.humans[0]] == f"Player {SEATS[self.humans[0]]}":
            names[self.humans[0]] = say("You")
            return Audience(self.language, names, self.humans[0])
        return Audience(self.language, names)

    # The loop.

    def run(self) -> int:
        """Play until the game is over or the user leaves; returns the exit code."""
        try:
            while self.game.outcome() is None:
                self._play_turn_or_quit()
            self._show_outcome()
            code = 0
        except Quit as quit:
            self._say_goodbye()
            code = quit.code
        if self.autosave.error is not None:
            raise Failure(self.autosave.error)
        return code

    def _play_turn_or_quit(self) -> None:
        try:
            self._play_turn()
        except (EOFError, KeyboardInterrupt) as cause:
            self.screen.confirm_quit(cause, self.autosave.quit_question())

    def _play_turn(self) -> None:
        if rounds_over(self.game.events) > self._rounds_shown:
            self._show_round_end()
            self._pause(self.say("Press Enter for the next round: "))
        seat = self.game.turn
        assert seat is not None  # a game with a seed deals the next round itself
        if seat in self.humans:
            self._human_turn(seat)
        else:
            self._bot_turn(seat)

    def _bot_turn(self, seat: int) -> None:
        with self.screen.waiting(self.say("{name} is thinking …").format(name=self.names[seat])):
            move, fault = choose_or_lose(self.bots[seat], self.game.view(seat), self._rng("bots"))
        if fault is not None:
            message = Message.BOT_LOST_MOVE(bot=self.names[seat], reason=fault.phrase)
            self._notices.append(f"{one_line(message.words(Translator(self.language)))}.")
        events = self.game.play(move)
        self._save()
        if not self.humans:
            self._show_notices()
            self.screen.show(*move_sentences(move_events(events), self.game.edition, self.audience))

    def _show_notices(self) -> None:
        """Print the notices and forget them."""
        self.screen.show(*self._notices)
        self._notices.clear()

    def _rng(self, purpose: str) -> Ints:
        """A generator for the current choice alone, so that a resumed game continues as if it had never stopped.

        Its seed is a hash of the game's, so it tells nothing about the deals.
        """
        digest = hashlib.sha256(f"{purpose} {self.game.seed}".encode()).digest()
        return new_rng(int.from_bytes(digest[:8], "big") & MAX_SEED, len(self.game.events))

    # A person's turn.

    def _human_turn(self, seat: int) -> None:
        if len(self.humans) > 1 and self._at_screen != seat:
            self._hand_over(seat)
        self._at_screen = seat
        view = self.game.view(seat)
        self._part = 0
        self._show_turn(view)
        while not self._answered(self.screen.ask(f"\n{self._prompt(seat)}"), view):
            if self.screen.is_terminal:
                self._show_turn(view)

    def _prompt(self, seat: int) -> str:
        say = self.say
        prompt = say("Your move (h for help): ") if seat == self.audience.you else say("{name}'s move (h for help): ")
        more = say("Enter for the next part of the table ({part} of {parts}).") + " " if self._part_count > 1 else ""
        part = self._part % self._part_count + 1
        return (more + prompt).format(name=self.names[seat], part=part, parts=self._part_count)

    def _show_turn(self, view: View) -> None:
        notices = [*self._notices, *([f"{one_line(self.autosave.error)}."] if self.autosave.error is not None else [])]
        self._notices = []
        lines, self._part_count = turn_screen(view, self.audience, self.screen.free_size(notices), self._part)
        self.screen.show_page(lines, notices)

    def _hand_over(self, seat: int) -> None:
        """Replace the last player's rack by what everybody may see, and wait for the next player."""
        view = self.game.view(None)
        latest = news(view, self.humans, self.audience)
        texts = [*public_panel(view, self.audience), *([Text(), *latest] if latest else [])]
        self.screen.show_page(public_screen(view, self.audience, texts, self.screen.free_size()))
        prompt = self.say("Pass the keyboard to {name}. {name}, press Enter: ").format(name=self.names[seat])
        self.screen.ask(f"\n{prompt}")

    def _answered(self, answer: str, view: View) -> bool:
        """Do what was typed; False if the player must be asked again."""
        first, _, rest = answer.partition(" ")
        word = self._english_words.get(first.lower(), first).lower()
        if word in self._commands and not rest:
            return self._commands[word]()
        if word == "save":
            return self._save_as(rest.strip())
        if not answer and self._part_count > 1:
            self._part += 1
            return False
        try:
            self.game.play(parse_typed_move(self._english_words.get(answer.lower(), answer), view, self.language))
        except TricornError as error:
            return self._refused(error)
        self._save()
        return True

    def _refused(self, error: TricornError) -> bool:
        return self._ask_again(self._addressed(error).words(EntryTranslator(self.language, self.names)))

    def _addressed(self, error: TricornError) -> Phrase:
        """The message of an error; a single person among bots is addressed as "you"."""
        seat = error.params.get("seat")
        if error.message in TO_YOU and isinstance(seat, Seat) and seat.index == self.audience.you:
            params = {name: value for name, value in error.params.items() if name != "seat"}
            return TO_YOU[error.message](**params)
        return error.phrase

    def _ask_again(self, text: str) -> bool:
        """Show a text as a sentence; False, so that the player is asked again."""
        notice = as_sentence(one_line(text))
        if self.screen.is_terminal:
            self._notices.append(notice)  # for the next page; here it would push the table off the screen
        else:
            self.screen.show(notice)
        return False

    def _undo(self) -> bool:
        if not any(move.seat in self.humans for move in move_events(self.game.events)):
            return self._ask_again(self.say("you have no move to take back"))
        while move_events([self.game.undo()])[0].seat not in self.humans:
            pass
        self._rounds_shown = rounds_over(self.game.events)
        add_help(self.game, TAKEN_BACK)
        self._save()
        return True

    def _draw_until_one_fits(self) -> bool:
        if any(isinstance(move, Place) for move in self.game.legal_moves()):
            return self._ask_again(self.say("a tile fits already"))
        try:
            while not any(isinstance(move, Place) for move in self.game.legal_moves()):
                self.game.play(DRAW)
        except TricornError as error:
            return self._refused(error)
        self._save()
        return True

    def _show_hint(self) -> bool:
        if len(self.humans) > 1:
            return self._ask_again(self.say("there are no hints, because other people play here too"))
        seat = self.game.turn
        assert seat is not None
        view = self.game.view(seat)
        if self._hint is None or self._hint[0].parsed_record.events != view.parsed_record.events:
            with self.screen.waiting(self.say("Thinking …")):
                self._hint = view, hint_for(view, self._rng("hints"))
            add_help(self.game, HINTS)
            self._save()
        for line in hint_lines(*self._hint, self.audience):
            self._ask_again(line)
        return False

    def _show_help(self) -> bool:
        self.screen.show_long(help_page(self.say).split("\n"))
        return True

    def _show_sheet(self) -> bool:
        self.screen.show_long(game_sheet(self.game.view(None).parsed_record.events, self.game.edition, self.audience))
        return True

    def _show_rules(self) -> bool:
        self.screen.show_markdown(page(self.game.edition, self.say))
        return True

    def _quit(self) -> bool:
        question = self.say("Save the game? Type a file name, or press Enter to leave without saving: ")
        self.autosave.ask_to_save(self.screen, question, self.game.record())
        raise Quit

    # The ends of rounds and of the game.

    def _show_round_end(self) -> None:
        self._rounds_shown = rounds_over(self.game.events)
        self._at_screen = None  # everybody looks at this page
        view = at_round_end(self.game.view(None))
        texts = [Text(line) for text in round_end(view, self.audience) for line in text.split("\n")]
        self.screen.show_page(public_screen(view, self.audience, texts, self.screen.free_size()))

    def _show_outcome(self) -> None:
        outcome = self.game.outcome()
        assert outcome is not None
        self._show_round_end()
        say, reason = self.say, outcome.reason.words(Translator(self.language))
        template = (
            say("You win the game: {reason}.")
            if outcome.winner == self.audience.you
            else say("{name} wins the game: {reason}.")
        )
        self.screen.show(
            "", template.format(name=self.names[outcome.winner], reason=reason), *help_used(self.game, self.language)
        )
        self.autosave.goodbye(self.screen, say("The game is saved in {name}."))

    def _pause(self, prompt: str) -> None:
        if self.humans:
            self.screen.ask(f"\n{prompt}")

    # Saving the game.

    def _save(self) -> None:
        if self.autosave.path is not None or any(move.seat in self.humans for move in move_events(self.game.events)):
            self.autosave.save(self.game.record())

    def _save_as(self, name: str) -> bool:
        return self._ask_again(self.autosave.save_as(name, self.game.record()))

    def _say_goodbye(self) -> None:
        """Say where the game is saved, and how to continue it."""
        if self.screen.is_shared:
            self.screen.clear()  # it shows the rack of the player on turn
        template = self.say("The game is saved in {name}; continue with: tricorn play --resume {name}")
        self.autosave.goodbye(self.screen, template)
