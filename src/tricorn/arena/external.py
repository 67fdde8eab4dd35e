"""Bots that are not policies of the core: each follows a game through the views of its seat and chooses moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter_ns

from tricorn.arena.faults import Faults
from tricorn.bots import Bot, Budget, SearchBot
from tricorn.bots.own.faults import choose_or_lose
from tricorn.core.playout import CHOICE_STREAM, game_seed
from tricorn.core.rng import new_rng, seed_rng
from tricorn.core.rules import rules_for
from tricorn.core.state import HANDS, LOG, LOG_END, PLAYERS, SCORES, State
from tricorn.editions import Edition
from tricorn.moves import Move, Option
from tricorn.record import Event, Left
from tricorn.round.board import start_options
from tricorn.round.core_log import closing_events, move_events, opening_events
from tricorn.tiles import tiles_of
from tricorn.view_tracker import ViewTracker

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
    """A bot in its seat, with the views of that seat and its own generator."""

    def __init__(self, bot: Bot, edition: Edition, names: tuple[str, ...], seat: int) -> None:
        self.bot = bot
        self.views = ViewTracker(edition, names, seat)
        self.rng = new_rng(0, 0)

    def begin_game(self, seed: int) -> None:
        """Begin a game, with a generator that does not reveal the game's seed."""
        own_seed = game_seed(self.rng, seed, self.views.seat)
        seed_rng(self.rng, own_seed, CHOICE_STREAM)
        self.views = ViewTracker(self.views.edition, self.views.names, self.views.seat)

    def choose(
        self, scores: tuple[int, ...], time: ThinkingTime, faults: Faults, options: tuple[Option, ...] | None = None
    ) -> Move:
        """The bot's move, or the one made for it if it loses its move."""
        if isinstance(self.bot, SearchBot) and mark_warm(self.bot.name):
            self.bot.choose(self.views.view(scores, options), _WARM_UP_BUDGET, self.rng[:])
        view = self.views.view(scores, options)
        began = perf_counter_ns()
        move, fault = choose_or_lose(self.bot, view, self.rng)
        time.add_choice(perf_counter_ns() - began)
        if fault is not None:
            faults.add(self.bot.name, fault)
        return move


class ExternalBots:
    """The external bots of a game, by seat. They get their events from the core's log of each round."""

    def __init__(self, edition: Edition, names: tuple[str, ...], bots: Mapping[int, Bot]) -> None:
        self.edition = edition
        self.rules = rules_for(edition)
        self._bots = {seat: _ExternalBot(bot, edition, names, seat) for seat, bot in bots.items()}
        self.faults = Faults()
        self._log_position = LOG  # the first entry of the round's log that the bots have not got yet

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
        self._log_position = LOG
        if self._bots:
            self._add_events(opening_events(state, self.edition, number))

    def add_moves(self, state: State) -> None:
        """Pass on the moves logged since the last call."""
        if self._bots:
            self._add_events(list(move_events(state, self.edition, self._log_position)))
            self._log_position = state[LOG_END]

    def add_end(self, state: State) -> None:
        """Pass on the rest of a round: the last moves, the other hands, the end and the scores."""
        self.add_moves(state)
        for seat, bot in self._bots.items():
            hands = [(other, state[HANDS + other]) for other in range(state[PLAYERS]) if other != seat]
            bot.views.add([Left(other, tuple(tiles_of(hand))) for other, hand in hands if hand])
        if self._bots:
            self._add_events(closing_events(state))

    def _add_events(self, events: Sequence[Event]) -> None:
        for bot in self._bots.values():
            bot.views.add(events)

    def choose(self, seat: int, state: State, time: ThinkingTime) -> Move:
        """The move of the bot in this seat, or the one made for it if it loses its move."""
        self.add_moves(state)
        return self._bots[seat].choose(_scores(state), time, self.faults)

    def choose_start(self, seat: int, state: State, time: ThinkingTime) -> Move:
        """The first move of a round, by a bot that may choose between two tiles."""
        # A view cannot compute these: what a seat sees does not tell it that it starts.
        options = tuple(start_options(self.rules, state[HANDS + seat]))
        return self._bots[seat].choose(_scores(state), time, self.faults, options)


def _scores(state: State) -> tuple[int, ...]:
    return tuple(state[SCORES + seat] for seat in range(state[PLAYERS]))
