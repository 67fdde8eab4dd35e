"""A tournament: every bot against every other, two at a table, on the same deals with seats exchanged.

All pairs play the same deals, so intervals are estimated by resampling deals, not games.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from math import log
from types import ModuleType
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from tricorn.arena.command import command_line
from tricorn.arena.faults import Faults, Played
from tricorn.arena.match import Match, MatchSums, play_group
from tricorn.bots import Bot, as_bot
from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.game import check_seed
from tricorn.messages import Message

__all__ = ["PLAYERS", "RESAMPLES", "Rating", "Results", "Tournament", "check_ratings", "ratings"]

PLAYERS = 2
_CHUNK, _EXTERNAL_CHUNK = 100, 1  # deals per part, of compiled games and of others
_ELO = 400 / log(10)  # Elo points for a strength e times as high; 400 for 10 times
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


def check_ratings() -> ModuleType:
    """Import the library that fits ratings, or raise an error that says what to install."""
    try:
        import choix
    except ImportError:
        raise TricornError(Message.NO_CHOIX) from None
    return cast(ModuleType, choix)


class Rating(NamedTuple):
    """A bot's rating in Elo points above the mean of the field, with its 95 % interval."""

    bot: str
    rating: float
    low: float
    high: float


def ratings(tournament: Tournament, results: Results) -> list[Rating]:
    """Bradley-Terry ratings, the strongest first, with intervals from tournaments with resampled deals."""
    halves = _halves(tournament, results)
    strength = _fit(tournament, halves)
    rng = np.random.default_rng(tournament.seed)
    samples = np.array([_fit(tournament, _resampled(halves, rng), strength) for _ in range(RESAMPLES)])
    low, high = np.percentile(samples, [2.5, 97.5], axis=0)
    fitted = zip(tournament.names, strength, low, high, strict=True)
    unsorted = [Rating(name, *(float(_ELO * value) for value in values)) for name, *values in fitted]
    return sorted(unsorted, key=lambda rating: -rating.rating)


Halves = NDArray[np.float64]


def _halves(tournament: Tournament, results: Results) -> Halves:
    """Twice the wins of the first bot of each pair (row) in each deal (column); NaN for deals not played."""
    halves = np.full((len(tournament.pairs), tournament.deals), np.nan)
    for row, deals in zip(halves, results.deals, strict=True):
        for deal, (won, _, _) in deals.items():
            if deal < tournament.deals:
                row[deal] = won
    return halves


def _resampled(halves: Halves, rng: np.random.Generator) -> Halves:
    return halves[:, rng.integers(0, halves.shape[1], halves.shape[1])]


def _fit(tournament: Tournament, halves: Halves, start: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """The logarithms of the bots' strengths, with mean 0.

    One drawn game is added to each pair, so that a bot that has won all its games has a finite rating.
    """
    choix = check_ratings()
    wins = np.zeros((len(tournament.bots), len(tournament.bots)))
    for (a, b), row in zip(tournament.pairs, halves, strict=True):
        played = row[~np.isnan(row)]
        won = played.sum() / 2
        wins[a, b] = won + 0.5
        wins[b, a] = PLAYERS * len(played) - won + 0.5
    strengths = np.asarray(choix.ilsr_pairwise_dense(wins, initial_params=start), np.float64)
    centred: NDArray[np.float64] = strengths - strengths.mean()
    return centred
