"""A simulation as data that is cut into parts, each of which can be played in any process or on any machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tricorn.arena.seating import Seating, policy_of
from tricorn.bots import bot_named
from tricorn.core.compile import Ints
from tricorn.core.totals import new_totals
from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.game import check_seed
from tricorn.messages import Message
from tricorn.record import Record

__all__ = ["Job", "Part", "all_policies", "games_of", "run_part"]

# Games in a part: a fraction of a second's work, which is what an interruption can lose. A long job has larger parts,
# so that a cluster's scheduler is not busy with many small ones.
_CHUNK, _LARGE_CHUNK, _PARTS = 2000, 20_000, 5000
_RECORDS_CHUNK = 50  # written out, a game takes some forty times as long
_EXTERNAL_CHUNK = 1  # bots that think take seconds for a game


def all_policies(names: tuple[str, ...]) -> bool:
    """Whether these bots are all policies of the core, so that games between them are compiled."""
    return all(policy_of(bot_named(name)) is not None for name in names)


@dataclass(frozen=True)
class Job:
    """A number of games between these bots; the bot of seat n is bots[n]."""

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
            raise TricornError(Message.NO_GAMES, count=self.games)
        check_seed(self.seed)

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def compiled(self) -> bool:
        """Whether the core plays the games by itself."""
        return all_policies(self.bots)

    @property
    def chunk(self) -> int:
        """How many games a part has."""
        if not self.compiled:
            return _EXTERNAL_CHUNK
        if self.records is not None:
            return _RECORDS_CHUNK
        return max(_CHUNK, min(_LARGE_CHUNK, self.games // _PARTS))

    def parts(self) -> Iterator[Part]:
        """The job cut into parts that are the same whatever the number of workers."""
        chunk = self.chunk
        for first in range(0, self.games, chunk):
            yield Part(self, first, min(chunk, self.games - first))


@dataclass(frozen=True)
class Part:
    """Some consecutive games of a job."""

    job: Job
    first: int
    number: int

    def play(self) -> list[int]:
        """Play this part, write its records if they are wanted, and return its totals."""
        return run_part(self)


def run_part(part: Part) -> list[int]:
    """Play a part of a job; its totals."""
    totals = new_totals()
    job = part.job
    if job.records is not None:
        width = len(str(job.games))
        for index, record in games_of(part, totals):
            path = job.records / f"game-{index + 1:0{width}}.tri"
            path.write_text(str(record), encoding="utf-8", newline="\n")
    else:
        Seating(job.edition, job.bots).play_games(job.seed, part.first, part.number, totals)
    return [totals[index] for index in range(len(totals))]


def games_of(part: Part, totals: Ints) -> Iterator[tuple[int, Record]]:
    """The records of a part's games, one by one; each game is added to the totals when it has been played."""
    job = part.job
    seating = Seating(job.edition, job.bots, log=True)
    for index in range(part.first, part.first + part.number):
        yield index, seating.record_of(seating.seed_of(job.seed, index), totals)
