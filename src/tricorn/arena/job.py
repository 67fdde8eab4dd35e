"""A simulation as data, and how any part of it is played: in this process, in another, or on another machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tricorn.arena.logged import round_events
from tricorn.bots import bot_named
from tricorn.bots.plain import PlainBot
from tricorn.core.compile import Ints, array, array_of
from tricorn.core.play import WINNER, new_play
from tricorn.core.playout import CHOICES, MOST_ROUNDS, game_seed, play_games, play_round
from tricorn.core.rng import MOST_SEED, new_rng, seed_rng
from tricorn.core.rules import NOBODY, game_winner, rules_of
from tricorn.core.totals import new_totals, note_game, note_round
from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.record import Event, Record, Score, Winner

__all__ = ["Job", "Part", "games_of", "run_part"]

# Games played between two reports: a fraction of a second's work, and what an interruption can lose.
_CHUNK = 2000
_RECORDS_CHUNK = 50  # written out, a game takes some forty times as long


@dataclass(frozen=True)
class Job:
    """So many games between these bots; the bot of seat n is bots[n]."""

    edition: Edition
    bots: tuple[str, ...]
    games: int
    seed: int
    records: Path | None = None

    def __post_init__(self) -> None:
        self.edition.check_players(len(self.bots))
        for name in self.bots:
            bot_named(name)
        if self.games < 1:
            raise TricornError(f"a simulation plays at least one game, not {self.games}")
        if not 0 <= self.seed <= MOST_SEED:
            raise TricornError(f"a seed is a whole number from 0 to {MOST_SEED}, not {self.seed}")

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def chunk(self) -> int:
        """How many games a part has."""
        return _CHUNK if self.records is None else _RECORDS_CHUNK

    def parts(self) -> Iterator[Part]:
        """The job cut into parts that are the same whatever the number of workers."""
        for first in range(0, self.games, self.chunk):
            yield Part(self, first, min(self.chunk, self.games - first))


@dataclass(frozen=True)
class Part:
    """Some consecutive games of a job."""

    job: Job
    first: int
    number: int


def _policies(job: Job) -> Ints:
    bots = [bot_named(name) for name in job.bots]
    return array_of((bot.policy if isinstance(bot, PlainBot) else 0 for bot in bots), "int64")


def run_part(part: Part) -> list[int]:
    """Play a part, write its records if they are wanted, and return its totals."""
    totals = new_totals()
    job = part.job
    if job.records is not None:
        width = len(str(job.games))
        for index, record in games_of(part, totals):
            (job.records / f"game-{index + 1:0{width}}.tri").write_text(str(record), encoding="utf-8", newline="\n")
    else:
        play_games(
            new_play(job.players),
            rules_of(job.edition),
            job.edition.tiles_dealt(job.players),
            _policies(job),
            job.seed,
            part.first,
            part.number,
            new_rng(0, 0),
            new_rng(0, 0),
            array(6, "int64"),
            totals,
        )
    return [int(totals[index]) for index in range(len(totals))]


def games_of(part: Part, totals: Ints) -> Iterator[tuple[int, Record]]:
    """The games of a part one by one as records, added to the totals as they are played."""
    job = part.job
    rng = new_rng(0, 0)
    for index in range(part.first, part.first + part.number):
        seed = int(game_seed(rng, job.seed, index))
        seed_rng(rng, seed, CHOICES)
        yield index, _play_game(job, seed, rng, totals)


def _play_game(job: Job, seed: int, rng: Ints, totals: Ints) -> Record:
    """One game, round by round with a log; the same game that `play_games` plays without one."""
    rules, each, policies = rules_of(job.edition), job.edition.tiles_dealt(job.players), _policies(job)
    play = new_play(job.players, log=True)
    events: list[Event] = []
    winner, rounds = NOBODY, 0
    while winner == NOBODY and rounds < MOST_ROUNDS:
        rounds += 1
        before = play.scores.copy()
        play_round(play, rules, each, policies, new_rng(seed, rounds), rng)
        note_round(totals, play, before, job.players * each)
        events += round_events(play, job.edition, rounds)
        events.append(Score(tuple(int(play.scores[seat]) for seat in range(job.players))))
        winner = int(game_winner(rules, play.scores, job.players, play.now[WINNER]))
    note_game(totals, winner, rounds)
    if winner != NOBODY:
        events.append(Winner(winner))
    names = tuple(f"{name} {seat + 1}" for seat, name in enumerate(job.bots))
    return Record(job.edition, names, (("seed", str(seed)),), tuple(events))
