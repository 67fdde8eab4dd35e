"""Bots that are not policies of the core: each follows a game through the views of its seat and chooses moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from time import perf_counter_ns

from tricorn.arena.faults import Faults
from tricorn.bots import Bot, Budget, SearchBot
from tricorn.bots.own.faults import choose_or_lose
from tricorn.core import layout as at
from tricorn.core.playout import CHOICE_STREAM, game_seed
from tricorn.core.rng import new_rng, seed_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import State
from tricorn.editions import Edition
from tricorn.moves import Move, Option
from tricorn.record import Event, Left, Record
from tricorn.round import Round
from tricorn.round.board import start_options
from tricorn.round.core_log import closing_events, move_events, opening_events
from tricorn.round.state import observed
from tricorn.tiles import tiles_of
from tricorn.view import View, Visible, visible

__all__ = ["ExternalBots", "ThinkingTime", "mark_warm"]


class ThinkingTime:
    """How many real choices a seat has made, and how long they took."""

    def __init__(self) -> None:
        self.choices = 0
        self.nanoseconds = 0

    def add_choice(self, nanoseconds: int) -> None:
        """Add a choice that took this long."""
        self.choices += 1
        self.nanoseconds += nanoseconds


# The bots that have made a choice in this process. The first choice may load machine code, which must not count as
# thinking time, so a choice with a minimal budget is made before it.
_warm: set[str] = set()
_WARM_UP_BUDGET = Budget(worlds=1, seconds=0.01)


def mark_warm(name: str) -> bool:
    """Note that a bot makes a choice in this process; return whether it is its first."""
    is_first = name not in _warm
    _warm.add(name)
    return is_first


class _ExternalBot:
    """A bot in its seat, with what that seat has seen and its own generator."""

    def __init__(self, bot: Bot, edition: Edition, names: tuple[str, ...], seat: int) -> None:
        self.bot = bot
        self.edition = edition
        self.names = names
        self.seat = seat
        self.reads_record = not isinstance(bot, SearchBot)
        self.rng = new_rng(0, 0)
        self._events: list[Event] = []

    def begin_game(self, seed: int) -> None:
        """Begin a game, with a generator that does not reveal the game's seed."""
        own_seed = game_seed(self.rng, seed, self.seat)
        seed_rng(self.rng, own_seed, CHOICE_STREAM)
        self._events = []

    def add(self, event: Visible[Event]) -> None:
        """Add an event as this seat may see it."""
        self._events += event.to((self.seat,))

    def view(self, current: Round, scores: tuple[int, ...], options: tuple[Option, ...] | None) -> View:
        """The view of this seat, which is on turn; `options` are computed from the round if they are None."""
        record = Record(self.edition, self.names, (), tuple(self._events))
        return View(
            record, self.seat, self.seat, scores, tuple(current.options()) if options is None else options, current
        )

    def choose(self, view: View, time: ThinkingTime, faults: Faults) -> Move:
        """The bot's move, or the one made for it if it loses its move."""
        if isinstance(self.bot, SearchBot) and mark_warm(self.bot.name):
            self.bot.choose(view, _WARM_UP_BUDGET, self.rng[:])
        began = perf_counter_ns()
        move, fault = choose_or_lose(self.bot, view, self.rng)
        time.add_choice(perf_counter_ns() - began)
        if fault is not None:
            faults.add(self.bot.name, fault)
        return move


class ExternalBots:
    """The external bots of a game, by seat. They see the core's array as their seat may; some also get the record."""

    def __init__(self, edition: Edition, names: tuple[str, ...], bots: Mapping[int, Bot]) -> None:
        self.edition = edition
        self.rules = rules_for(edition)
        self._bots = {seat: _ExternalBot(bot, edition, names, seat) for seat, bot in bots.items()}
        self._readers = {seat: bot for seat, bot in self._bots.items() if bot.reads_record}
        self._round_number = 0
        self.faults = Faults()
        self._log_position = at.LOG  # the first entry of the round's log that the bots have not got yet

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    def __bool__(self) -> bool:
        return bool(self._bots)

    def begin_game(self, seed: int) -> None:
        """Begin the game with this seed."""
        for bot in self._bots.values():
            bot.begin_game(seed)

    def add_deal(self, state: State, number: int) -> None:
        """Pass on the deal of a round."""
        self._log_position, self._round_number = at.LOG, number
        if self._readers:
            self._add_events(opening_events(state, self.edition, number))

    def add_moves(self, state: State) -> None:
        """Pass on the moves logged since the last call."""
        if self._readers:
            self._add_events(move_events(state, self.edition, self._log_position))
            self._log_position = state[at.LOG_END]

    def add_end(self, state: State) -> None:
        """Pass on the rest of a round: the last moves, the hands, the end and the scores."""
        self.add_moves(state)
        if self._readers:
            hands = [(seat, state[at.HANDS + seat]) for seat in range(state[at.PLAYERS])]
            shown = [Left(seat, tuple(tiles_of(hand))) for seat, hand in hands if hand]
            self._add_events(closing_events(state), shown)

    def _add_events(self, events: Iterable[Event], hands: Sequence[Left] = ()) -> None:
        for seen in (visible(event, hands) for event in events):
            for bot in self._readers.values():
                bot.add(seen)

    def choose(self, seat: int, state: State, time: ThinkingTime) -> int:
        """The core's choice for the move of the bot in this seat, or for the one made for it if it loses its move."""
        self.add_moves(state)
        return self._choose(seat, state, time, None)

    def choose_start(self, seat: int, state: State, time: ThinkingTime) -> int:
        """The core's choice for the first move of a round, by a bot that may choose between two tiles."""
        # A view cannot compute these: what a seat sees does not tell it that it starts.
        options = tuple(start_options(self.rules, state[at.HANDS + seat]))
        return self._choose(seat, state, time, options)

    def _choose(self, seat: int, state: State, time: ThinkingTime, options: tuple[Option, ...] | None) -> int:
        bot = self._bots[seat]
        current = Round.of(self.edition, self._round_number, observed(state, self.rules, seat))
        return current.choice_of(bot.choose(bot.view(current, _scores(state), options), time, self.faults))


def _scores(state: State) -> tuple[int, ...]:
    return tuple(state[at.SCORES + seat] for seat in range(state[at.PLAYERS]))
