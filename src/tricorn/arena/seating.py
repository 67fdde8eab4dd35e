"""Bots in their seats, and the rounds and games between them.

Compiled code plays for bots that are policies of the core. Any other bot is called for every real choice, with a view
and its own random number generator, and gets nothing else: the game is played in the core's arrays, and forced moves
are made without the bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter_ns

from tricorn.arena.external import ExternalBots, ThinkingTime, mark_warm
from tricorn.arena.faults import Faults
from tricorn.bots import Bot, PlainBot, as_bot
from tricorn.core import layout as at
from tricorn.core.compile import Ints, ints, ints_from
from tricorn.core.heuristic import new_policies
from tricorn.core.layout import MAX_SEATS
from tricorn.core.playout import CHOICE_STREAM, EXTERNAL, MAX_ROUNDS, advance, game_seed, play_games, seat_knowledge
from tricorn.core.policy import choose, choose_start
from tricorn.core.rng import new_rng, seed_rng
from tricorn.core.rules import (
    NOBODY,
    game_winner,
    rules_for,
    startable,
)
from tricorn.core.state import apply_choice, choice_tile, deal, new_state, start_with
from tricorn.core.totals import add_game, add_round
from tricorn.editions import Edition
from tricorn.record import Event, Record, Winner
from tricorn.round.core_log import round_events

__all__ = ["Seating", "policy_of"]


def policy_of(bot: Bot) -> int | None:
    """The policy of the core that plays for a bot; None for an external bot."""
    return bot.policy if isinstance(bot, PlainBot) else None


class Seating:
    """Bots, by name or as objects, in their seats; `state` is the core's state of the current round.

    With `one_by_one`, policies of the core are also called choice by choice: the games are the same, slower, and timed.
    """

    def __init__(
        self, edition: Edition, bots: Sequence[str | Bot], *, log: bool = False, one_by_one: bool = False
    ) -> None:
        edition.check_players(len(bots))
        self.edition = edition
        self.players = len(bots)
        seated = [as_bot(bot) for bot in bots]
        self.names = tuple(f"{bot.name} {seat + 1}" for seat, bot in enumerate(seated))
        self.rules = rules_for(edition)
        self._hand_size = edition.tiles_dealt(self.players)
        external = {seat: bot for seat, bot in enumerate(seated) if policy_of(bot) is None}
        self._external = ExternalBots(edition, self.names, external)
        self._policies = [EXTERNAL if (policy := policy_of(bot)) is None else policy for bot in seated]
        self._core_policies = new_policies([EXTERNAL] * self.players if one_by_one else self._policies)
        self.compiled = not self._external and not one_by_one
        self.state = new_state(self.players, log=log or bool(self._external))
        self.thinking = tuple(ThinkingTime() for _ in seated)
        self._deal_rng, self._choice_rng = new_rng(0, 0), new_rng(0, 0)

    @property
    def faults(self) -> Faults:
        """The moves that bots have lost so far."""
        return self._external.faults

    def play_games(self, seed: int, first: int, number: int, totals: Ints) -> None:
        """Play a simulation's games with indexes from `first` on, and add them to the totals."""
        if not self.compiled:
            for index in range(first, first + number):
                self.play_game(self.seed_of(seed, index), totals)
            return
        play_games(
            self.state,
            self.rules,
            self._hand_size,
            self._core_policies,
            seed,
            first,
            number,
            self._deal_rng,
            self._choice_rng,
            ints(MAX_SEATS),
            totals,
        )

    def seed_of(self, seed: int, index: int) -> int:
        """The seed of the game with this index in a simulation."""
        return game_seed(self._choice_rng, seed, index)

    def record_of(self, seed: int, totals: Ints) -> Record:
        """Play the game with this seed and return its record."""
        events: list[Event] = []
        winner = self.play_game(seed, totals, events)
        if winner != NOBODY:
            events.append(Winner(winner))
        return Record(self.edition, self.names, (("seed", str(seed)),), tuple(events))

    def play_game(self, seed: int, totals: Ints, events: list[Event] | None = None) -> int:
        """Play the game with this seed, add it to the totals and its lines to the events; return the winner's seat.

        The core's `play_games` plays the same game without stopping between rounds.
        """
        state = self.state
        self._begin_game(seed)
        winner, rounds = NOBODY, 0
        while winner == NOBODY and rounds < MAX_ROUNDS:
            rounds += 1
            before = ints_from(self.scores)
            self._play_round(seed, rounds)
            add_round(totals, state, before, self.players * self._hand_size)
            if events is not None:
                events += round_events(state, self.edition, rounds)
            winner = game_winner(self.rules, state, at.SCORES, self.players, state[at.WINNER], rounds)
        add_game(totals, winner, rounds)
        return winner

    def play_single(self, seed: int) -> None:
        """Play only the first round of the game with this seed."""
        self._begin_game(seed)
        self._play_round(seed, 1)

    def _begin_game(self, seed: int) -> None:
        for seat in range(self.players):
            self.state[at.SCORES + seat] = self.rules.head_start[seat]
        self._external.begin_game(seed)
        seed_rng(self._choice_rng, seed, CHOICE_STREAM)

    def _play_round(self, seed: int, number: int) -> None:
        state, rules = self.state, self.rules
        seed_rng(self._deal_rng, seed, number)
        state[at.ROUND] = number
        deal(state, rules, self._deal_rng, self._hand_size)
        self._external.add_deal(state, number)
        start_with(state, rules, self._starting_tile())
        while advance(state, rules, self._core_policies, self._choice_rng):
            apply_choice(state, rules, self._choose())
        self._external.add_end(state)

    def _starting_tile(self) -> int:
        """The tile that the seat on turn starts with."""
        seat = self.state[at.SEAT]
        hand = self.state[at.HANDS + seat]
        if seat not in self._external or startable(self.rules, hand).bit_count() == 1:
            return choose_start(self.rules, hand, self._policies[seat], self._choice_rng)
        return choice_tile(self._external.choose_start(seat, self.state, self.thinking[seat]))

    def _choose(self) -> int:
        """The choice of the seat on turn."""
        seat = self.state[at.SEAT]
        if seat not in self._external:
            return self._policy_choice(seat)
        return self._external.choose(seat, self.state, self.thinking[seat])

    def _policy_choice(self, seat: int) -> int:
        policy, known = self._policies[seat], seat_knowledge(self.state)
        if mark_warm("a policy"):
            choose(self.state, self.rules, policy, known, self._core_policies, self._choice_rng[:])
        began = perf_counter_ns()
        choice = choose(self.state, self.rules, policy, known, self._core_policies, self._choice_rng)
        self.thinking[seat].add_choice(perf_counter_ns() - began)
        return choice

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores of the current game, or of the last one."""
        return tuple(self.state[at.SCORES + seat] for seat in range(self.players))
