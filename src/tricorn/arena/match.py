"""A match between two bots: each deal is played once with the first bot in each seat, so that luck cancels out.

The games that share a deal form a group. Results within a group depend on each other, so confidence intervals count
groups, not games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tricorn.arena.command import command_line
from tricorn.arena.faults import Faults, Played
from tricorn.arena.job import all_policies
from tricorn.arena.luck_adjusted import (
    CHANCE_UNIT,
    LEAD_UNIT,
    MIN_GROUPS,
    adjust,
    adjusted_figures,
    game_luck,
)
from tricorn.arena.seating import Seating
from tricorn.arena.statistics import Z95, Interval, mean_interval, ratio_interval
from tricorn.arena.workers import Workers, run
from tricorn.bots import Bot, as_bot
from tricorn.core.compile import Ints
from tricorn.core.totals import GAME_WINS, ROUNDS, UNFINISHED, new_totals
from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.game import check_seed
from tricorn.messages import Message

__all__ = ["Match", "MatchPart", "MatchSums", "play_group"]

# Groups per part, of compiled games and of others.
_CHUNK, _EXTERNAL_CHUNK = 500, 1

# Groups of compiled games that are played a second time, choice by choice, to time the choices.
_TIMED_GROUPS = 10

# The sums over all groups that `MatchSums` holds. In `halves` a win counts 2 and a drawn game 1, to keep whole numbers.
_SUMS = (
    "groups",
    "games",
    "rounds",
    "halves",
    "halves_squared",
    "margin",
    "margin_squared",
    "margin_rounds",
    "rounds_squared",
    "luck",
    "luck_squared",
    "luck_halves",
    "lead_luck",
    "lead_luck_squared",
    "lead_luck_margin",
    "lead_luck_rounds",
    "choices_a",
    "nanoseconds_a",
    "choices_b",
    "nanoseconds_b",
)


@dataclass(frozen=True)
class Match:
    """Bot `a` in one seat against `b` in all other seats, over groups of games or of single rounds.

    A bot is given by its name or as an object.

    >>> from tricorn import EDITIONS
    >>> sums = Match(EDITIONS["spanish"], "greedy", "random", groups=50).play()
    >>> sums["games"], sums.win_rate()[0] > 0.5
    (100, True)
    """

    edition: Edition
    a: str | Bot
    b: str | Bot
    players: int = 2
    groups: int = 500
    seed: int = 0
    by_rounds: bool = False
    luck_adjusted: bool = False  # whether to compute the luck of every game as well

    def __post_init__(self) -> None:
        self.edition.check_players(self.players)
        for bot in (self.a, self.b):
            as_bot(bot)
        if self.groups < 1:
            raise TricornError(Message.NO_DEALS, count=self.groups)
        check_seed(self.seed)

    @property
    def command(self) -> str:
        """The command that repeats the match."""
        number = ("--rounds" if self.by_rounds else "--games", self.groups * self.players)
        names = [as_bot(bot).name for bot in (self.a, self.b)]
        adjusted = ("--luck-adjusted",) if self.luck_adjusted else ()
        return command_line(self.edition, self.seed, "match", *names, *number, "--players", self.players, *adjusted)

    @property
    def compiled(self) -> bool:
        """Whether the core plays the games without Python code."""
        return all_policies((self.a, self.b))

    def play(self, workers: Workers = 1) -> MatchSums:
        """Play the match, here or on workers, and return its sums."""
        sums = MatchSums(self.players)
        run(self, workers, sums.add)
        return sums

    def parts(self) -> Iterator[MatchPart]:
        """The parts of the match, which do not depend on the number of workers."""
        chunk = _CHUNK if self.compiled and not self.luck_adjusted else _EXTERNAL_CHUNK
        for first in range(0, self.groups, chunk):
            yield MatchPart(self, first, min(chunk, self.groups - first))

    def seatings(self, *, one_by_one: bool, log: bool = False) -> list[Seating]:
        """For each seat, a seating with `a` in that seat and `b` in all others."""
        return [
            Seating(
                self.edition,
                [self.a if seat == seat_of_a else self.b for seat in range(self.players)],
                log=log,
                one_by_one=one_by_one,
            )
            for seat_of_a in range(self.players)
        ]


@dataclass(frozen=True)
class MatchPart:
    """Some consecutive groups of a match."""

    match: Match
    first: int
    number: int

    def play(self) -> Played:
        """Play this part and return its sums."""
        sums = MatchSums(self.match.players)
        last = self.first + self.number
        adjusted = self.match.luck_adjusted
        seatings = self.match.seatings(one_by_one=not self.match.compiled, log=adjusted)
        for index in range(self.first, last):
            if adjusted:
                sums.add_lucky_group(*_play_group_with_luck(self.match, seatings, index))
            else:
                sums.add_group(*play_group(self.match, seatings, index))
        if self.match.compiled and self.first == 0:
            seatings = self.match.seatings(one_by_one=True)
            for index in range(min(last, _TIMED_GROUPS)):
                play_group(self.match, seatings, index)
        for seat_of_a, seating in enumerate(seatings):
            sums.add_time(seat_of_a, seating)
            sums.faults.merge(seating.faults)
        return Played(sums.sums, sums.faults)


def play_group(match: Match, seatings: list[Seating], index: int) -> tuple[int, int, int]:
    """Play one deal with A in each seat; twice A's wins, A's margin times the opponents, and the rounds played."""
    halves = margin = rounds = 0
    for seat_of_a, seating in enumerate(seatings):
        if match.by_rounds:
            seating.play_single(seating.seed_of(match.seed, index))
            halves += _round_halves(seating.scores, seat_of_a)
            rounds += 1
        else:
            totals = new_totals()
            seating.play_games(match.seed, index, 1, totals)
            halves += _game_halves(totals, seat_of_a)
            rounds += totals[ROUNDS]
        margin += _margin(seating.scores, seat_of_a)
    return halves, margin, rounds


def _play_group_with_luck(match: Match, seatings: list[Seating], index: int) -> tuple[int, int, int, int, int]:
    """Play one deal and compute A's luck: the figures of `play_group`, then A's luck in wins and in points."""
    halves = margin = rounds = chance = lead = 0
    for seat_of_a, seating in enumerate(seatings):
        totals = new_totals()
        record = seating.record_of(seating.seed_of(match.seed, index), totals)
        halves += _game_halves(totals, seat_of_a)
        rounds += totals[ROUNDS]
        margin += _margin(seating.scores, seat_of_a)
        chance_luck, lead_luck = game_luck(record, seat_of_a)
        chance += chance_luck
        lead += lead_luck * (match.players - 1)
    return halves, margin, rounds, chance, lead


def _game_halves(totals: Ints, seat: int) -> int:
    """2 if a seat has won the game, 1 if nobody has won it in a thousand rounds, else 0."""
    return 2 * totals[GAME_WINS + seat] + totals[UNFINISHED]


def _round_halves(scores: Sequence[int], seat: int) -> int:
    """2 if a seat has scored more than every other, 1 if it shares the highest score, else 0."""
    best_other = max(score for other, score in enumerate(scores) if other != seat)
    return 1 + (scores[seat] > best_other) - (scores[seat] < best_other)


def _margin(scores: Sequence[int], seat: int) -> int:
    """A seat's lead over the mean of the others, times the number of others."""
    return len(scores) * scores[seat] - sum(scores)


@dataclass
class MatchSums:
    """The sums of the results of any number of groups of one match, as whole numbers."""

    players: int
    sums: list[int] = field(default_factory=lambda: [0] * len(_SUMS))
    faults: Faults = field(default_factory=Faults)

    def __getitem__(self, name: str) -> int:
        return self.sums[_SUMS.index(name)]

    def add(self, part: Played) -> None:
        """Add a part's sums."""
        self.sums = [total + addend for total, addend in zip(self.sums, part.sums, strict=True)]
        self.faults.merge(part.faults)

    def _add(self, **figures: int) -> None:
        for name, figure in figures.items():
            self.sums[_SUMS.index(name)] += figure

    def add_group(self, halves: int, margin: int, rounds: int) -> None:
        """Add one group: twice A's wins, A's margin times the opponents, and the rounds played."""
        self._add(
            groups=1,
            games=self.players,
            rounds=rounds,
            halves=halves,
            halves_squared=halves * halves,
            margin=margin,
            margin_squared=margin * margin,
            margin_rounds=margin * rounds,
            rounds_squared=rounds * rounds,
        )

    def add_lucky_group(self, halves: int, margin: int, rounds: int, luck: int, lead_luck: int) -> None:
        """Add one group with A's luck, in the units of `luck_adjusted`."""
        self.add_group(halves, margin, rounds)
        self._add(
            luck=luck,
            luck_squared=luck * luck,
            luck_halves=luck * halves,
            lead_luck=lead_luck,
            lead_luck_squared=lead_luck * lead_luck,
            lead_luck_margin=lead_luck * margin,
            lead_luck_rounds=lead_luck * rounds,
        )

    def add_time(self, seat_of_a: int, seating: Seating) -> None:
        """Add the thinking time of the bots in a seating."""
        for seat, time in enumerate(seating.thinking):
            if seat == seat_of_a:
                self._add(choices_a=time.choices, nanoseconds_a=time.nanoseconds)
            else:
                self._add(choices_b=time.choices, nanoseconds_b=time.nanoseconds)

    def win_rate(self) -> Interval:
        """A's share of wins, and its 95 % interval."""
        max_halves = 2 * self.players
        rate = self["halves"] / (self["groups"] * max_halves)
        # Add about two groups all won and two all lost (the Agresti-Coull interval). Otherwise a few groups with equal
        # results would have an interval of width 0.
        extra = Z95 * Z95 / 2
        _, low, high = mean_interval(
            self["groups"] + 2 * extra,
            self["halves"] / max_halves + extra,
            self["halves_squared"] / max_halves**2 + extra,
        )
        return rate, max(0.0, min(low, rate)), min(1.0, max(high, rate))

    def margin(self) -> tuple[float, float | None, float | None]:
        """A's lead over the mean of the others in points per round, and its 95 % interval; None for a single group."""
        others = self.players - 1
        margin, error = ratio_interval(
            self["groups"],
            (self["margin"] / others, self["rounds"]),
            (
                self["margin_squared"] / others**2,
                self["margin_rounds"] / others,
                self["rounds_squared"],
            ),
        )
        if error is None:
            return margin, None, None
        return margin, margin - error, margin + error

    def without_luck(self) -> dict[str, Any] | None:
        """The win rate and margin less luck, by the names of the JSON; None without luck or with too few groups."""
        groups = self["groups"]
        if groups < MIN_GROUPS or not self["luck_squared"]:
            return None
        games, win_share = self.players, 1 / (2 * self.players)
        win_rate = adjust(
            groups,
            (self["halves"] * win_share, self["halves_squared"] * win_share**2),
            (self["luck"] / CHANCE_UNIT / games, self["luck_squared"] / (CHANCE_UNIT * games) ** 2),
            self["luck_halves"] * win_share / CHANCE_UNIT / games,
        )
        # The margin per round is a ratio of two sums. The residuals of the groups' margins add up to zero.
        ratio, rounds = self["margin"] / self["rounds"], self["rounds"] / groups * (self.players - 1)
        squares = self["margin_squared"] - 2 * ratio * self["margin_rounds"] + ratio**2 * self["rounds_squared"]
        margin = adjust(
            groups,
            (0.0, squares / rounds**2),
            (self["lead_luck"] / LEAD_UNIT / rounds, self["lead_luck_squared"] / (LEAD_UNIT * rounds) ** 2),
            (self["lead_luck_margin"] - ratio * self["lead_luck_rounds"]) / LEAD_UNIT / rounds**2,
        )
        return adjusted_figures(win_rate, margin, self.win_rate()[0], self.margin()[0])

    def width(self) -> float:
        """The width of the win rate's interval."""
        _, low, high = self.win_rate()
        return high - low

    def result(self) -> dict[str, Any]:
        """The win rate and the margin with their intervals, by the names of the JSON; empty if nothing was played."""
        if not self["groups"]:
            return {}
        rate, *rate_bounds = self.win_rate()
        margin, *margin_bounds = self.margin()
        return {
            "win_rate": rate,
            "win_rate_ci95": rate_bounds,
            "margin_per_round": margin,
            "margin_ci95": margin_bounds,
        }

    def figures(self) -> dict[str, Any]:
        """The result and the time per choice, by the names of the JSON; empty if nothing was played."""
        if not self["groups"]:
            return {}
        return {
            **self.result(),
            "ms_per_choice": {side: self._ms_per_choice(side) for side in "ab"},
            "choices_timed": {side: self[f"choices_{side}"] for side in "ab"},
        }

    def _ms_per_choice(self, side: str) -> float | None:
        choices = self[f"choices_{side}"]
        return self[f"nanoseconds_{side}"] / choices / 1e6 if choices else None
