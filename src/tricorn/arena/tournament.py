"""A tournament: every bot against every other, two at a table, on the same deals with seats exchanged.

All pairs play the same deals, so intervals are estimated by resampling deals, not games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import exp, log
from random import Random
from statistics import fmean, quantiles
from typing import NamedTuple

from tricorn.arena.command import command_line
from tricorn.arena.faults import Faults, Played
from tricorn.arena.match import Match, MatchSums, play_group
from tricorn.bots import Bot, as_bot
from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.game import check_seed
from tricorn.messages import Message

__all__ = ["PLAYERS", "RESAMPLES", "Rating", "Results", "Tournament", "fit_strengths", "ratings"]

PLAYERS = 2
_CHUNK, _EXTERNAL_CHUNK = 100, 1  # deals per part, of compiled games and of others
_ELO = 400 / log(10)  # Elo points for a strength e times as high; 400 for 10 times
_PRECISION = 1e-9  # of the strengths
RESAMPLES = 200  # tournaments with resampled deals, for the intervals of ratings

Pair = tuple[int, int]
DealResult = tuple[int, int, int]  # twice the wins of the pair's first bot, its margin, the rounds played


@dataclass(frozen=True)
class Tournament:
    """A round-robin of bots over a number of deals; each pair plays two games per deal."""

    edition: Edition
    bots: tuple[str | Bot, ...]
    deals: int
    seed: int

    def __post_init__(self) -> None:
        self.edition.check_players(PLAYERS)
        if len(self.bots) < 2:
            raise TricornError(Message.TOURNAMENT_BOTS, count=len(self.bots))
        names = self.names
        for name in names:
            if names.count(name) > 1:
                raise TricornError(Message.TOURNAMENT_TWICE, bot=name)
        if self.deals < 1:
            raise TricornError(Message.NO_DEALS, count=self.deals)
        check_seed(self.seed)

    @property
    def names(self) -> list[str]:
        """The names of the bots."""
        return [as_bot(bot).name for bot in self.bots]

    @property
    def command(self) -> str:
        """The command that repeats the tournament."""
        return command_line(self.edition, self.seed, "tournament", *self.names, "--games", PLAYERS * self.deals)

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of bots, as indexes into `bots`."""
        return list(combinations(range(len(self.bots)), 2))

    def match(self, pair: Pair) -> Match:
        """The match of one pair."""
        return Match(self.edition, self.bots[pair[0]], self.bots[pair[1]], PLAYERS, self.deals, self.seed)

    def remaining(self, results: Results) -> Remaining:
        """The parts that are still to be played."""
        return Remaining(self, results)


@dataclass(frozen=True)
class Remaining:
    """The parts of a tournament that are missing from its results. All pairs advance together, chunk by chunk."""

    tournament: Tournament
    results: Results

    def parts(self) -> Iterator[TournamentPart]:
        """The missing parts."""
        for first in range(0, self.tournament.deals, _CHUNK):
            last = min(first + _CHUNK, self.tournament.deals)
            for number, pair in enumerate(self.tournament.pairs):
                match, played = self.tournament.match(pair), self.results.deals[number]
                step = _CHUNK if match.compiled else _EXTERNAL_CHUNK
                for start in range(first, last, step):
                    end = min(start + step, last)
                    if not all(deal in played for deal in range(start, end)):
                        yield TournamentPart(match, number, start, end - start)


@dataclass(frozen=True)
class TournamentPart:
    """Some consecutive deals of one pair."""

    match: Match
    pair: int
    first: int
    number: int

    def play(self) -> Played:
        """Play this part; its sums are the pair, the first deal, then three figures for each deal."""
        seatings = self.match.seatings(one_by_one=False)
        sums = [self.pair, self.first]
        for index in range(self.first, self.first + self.number):
            sums += play_group(self.match, seatings, index)
        faults = Faults()
        for seating in seatings:
            faults.merge(seating.faults)
        return Played(sums, faults)


@dataclass
class Results:
    """The results of each pair, deal by deal."""

    pairs: int
    deals: list[dict[int, DealResult]] = field(default_factory=list)
    faults: Faults = field(default_factory=Faults)

    def __post_init__(self) -> None:
        self.deals = self.deals or [{} for _ in range(self.pairs)]

    def accepts(self, part: Played) -> bool:
        """Whether a result has the form of a part of this tournament."""
        return len(part.sums) > 2 and len(part.sums) % 3 == 2 and 0 <= part.sums[0] < self.pairs and part.sums[1] >= 0

    def add(self, part: Played) -> None:
        """Add the result of a part."""
        pair, first, *figures = part.sums
        for index in range(0, len(figures), 3):
            halves, margin, rounds = figures[index : index + 3]
            self.deals[pair][first + index // 3] = (halves, margin, rounds)
        self.faults.merge(part.faults)

    @property
    def games(self) -> int:
        """The number of games played."""
        return PLAYERS * sum(len(deals) for deals in self.deals)

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return sum(rounds for deals in self.deals for _, _, rounds in deals.values())

    def sums(self, pair: int) -> MatchSums:
        """The sums of the match of a pair."""
        sums = MatchSums(PLAYERS)
        for deal in self.deals[pair].values():
            sums.add_group(*deal)
        return sums


class Rating(NamedTuple):
    """A bot's rating in Elo points above the mean of the field, with its 95 % interval."""

    bot: str
    rating: float
    low: float
    high: float


def ratings(tournament: Tournament, results: Results) -> list[Rating]:
    """Bradley-Terry ratings, the strongest first, with intervals from tournaments with resampled deals."""
    deals, rng = range(tournament.deals), Random(tournament.seed)
    # For each pair, the figures of each deal: twice the games that the first bot won, and the games played.
    halves = [[played[deal][0] if deal in played else 0 for deal in deals] for played in results.deals]
    games = [[PLAYERS * (deal in played) for deal in deals] for played in results.deals]

    def fit(chosen: Sequence[int], start: list[float] | None = None) -> list[float]:
        """The bots' strengths in these deals. A drawn game for each pair keeps those that win everything finite."""
        wins = [[0.0] * len(tournament.bots) for _ in tournament.bots]
        for pair, (a, b) in enumerate(tournament.pairs):
            wins[a][b] = sum(map(halves[pair].__getitem__, chosen)) / 2 + 0.5
            wins[b][a] = sum(map(games[pair].__getitem__, chosen)) - wins[a][b] + 1
        return fit_strengths(wins, start)

    strengths = fit(deals)
    samples = [fit(rng.choices(deals, k=len(deals)), strengths) for _ in range(RESAMPLES)]
    cuts = [quantiles(values, n=40, method="inclusive") for values in zip(*samples, strict=True)]
    rated = [
        Rating(name, *(_ELO * log(value) for value in (strength, cut[0], cut[-1])))
        for name, strength, cut in zip(tournament.names, strengths, cuts, strict=True)
    ]
    return sorted(rated, key=lambda rating: -rating.rating)


def fit_strengths(wins: Sequence[Sequence[float]], start: list[float] | None = None) -> list[float]:
    """The likeliest strengths, with geometric mean 1, if `a` wins a / (a + b) of its games against `b`.

    `wins` has the games that each bot (row) won against each other (column), some for every pair, and zeros in its
    diagonal. Each step gives every bot the strength for which it would win as much as it did, if the others kept theirs
    (Zermelo's algorithm).

    >>> fit_strengths([[0, 80], [20, 0]])
    [2.0, 0.5]
    """
    bots, strengths, change = range(len(wins)), start or [1.0] * len(wins), 1.0
    while change > _PRECISION:
        before = strengths
        new = [sum(wins[a]) / sum((wins[a][b] + wins[b][a]) / (before[a] + before[b]) for b in bots) for a in bots]
        mean = exp(fmean(map(log, new)))
        strengths = [strength / mean for strength in new]
        change = max(abs(now / then - 1) for now, then in zip(strengths, before, strict=True))
    return strengths
