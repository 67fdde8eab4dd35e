"""A simulation as data, divided into parts that any process on any machine can play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tricorn.arena.command import command_line
from tricorn.arena.faults import Played
from tricorn.arena.seating import Seating, policy_of
from tricorn.bots import Bot, as_bot
from tricorn.core.compile import Ints
from tricorn.core.totals import new_totals
from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.game import check_seed
from tricorn.messages import Message
from tricorn.record import Record

__all__ = ["Job", "Part", "all_policies", "games_of"]

# Games per part. An interruption loses at most the parts being played, so a part takes a fraction of a second. A long
# job has larger parts, to keep the number of tasks small for a cluster's scheduler.
_CHUNK, _LARGE_CHUNK, _MAX_PARTS = 2000, 20_000, 5000
_RECORDS_CHUNK = 50  # writing its record makes a game take about forty times as long
_EXTERNAL_CHUNK = 1  # a game of searching bots takes seconds


def all_policies(bots: Iterable[str | Bot]) -> bool:
    """Whether all these bots are policies of the core, so that compiled code plays their games."""
    return all(policy_of(as_bot(bot)) is not None for bot in bots)


@dataclass(frozen=True)
class Job:
    """A number of games between bots; `bots[n]` plays seat n."""

    edition: Edition
    bots: tuple[str | Bot, ...]
    games: int
    seed: int
    records: Path | None = None

    def __post_init__(self) -> None:
        self.edition.check_players(len(self.bots))
        for bot in self.bots:
            as_bot(bot)
        if self.games < 1:
            raise TricornError(Message.NO_GAMES, count=self.games)
        check_seed(self.seed)

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.bots)

    @property
    def names(self) -> list[str]:
        """The names of the bots."""
        return [as_bot(bot).name for bot in self.bots]

    @property
    def command(self) -> str:
        """The command that repeats the simulation."""
        return command_line(self.edition, self.seed, "simulate", "--bots", ",".join(self.names), "--games", self.games)

    @property
    def compiled(self) -> bool:
        """Whether the core plays the games without Python code."""
        return all_policies(self.bots)

    @property
    def chunk(self) -> int:
        """The number of games per part."""
        if not self.compiled:
            return _EXTERNAL_CHUNK
        if self.records is not None:
            return _RECORDS_CHUNK
        return max(_CHUNK, min(_LARGE_CHUNK, self.games // _MAX_PARTS))

    def parts(self) -> Iterator[Part]:
        """The parts of the job, which do not depend on the number of workers."""
        chunk = self.chunk
        for first in range(0, self.games, chunk):
            yield Part(self, first, min(chunk, self.games - first))


@dataclass(frozen=True)
class Part:
    """Some consecutive games of a job."""

    job: Job
    first: int
    number: int

    def play(self) -> Played:
        """Play this part, write its records if the job has a folder for them, and return its totals."""
        totals, job = new_totals(), self.job
        seating = Seating(job.edition, job.bots, log=job.records is not None)
        if job.records is None:
            seating.play_games(job.seed, self.first, self.number, totals)
        else:
            width = len(str(job.games))
            for index, record in games_of(self, totals, seating):
                path = job.records / f"game-{index + 1:0{width}}.tri"
                path.write_text(str(record), encoding="utf-8", newline="\n")
        return Played([totals[index] for index in range(len(totals))], seating.faults)


def games_of(part: Part, totals: Ints, seating: Seating | None = None) -> Iterator[tuple[int, Record]]:
    """Play a part's games one by one, add each to the totals, and yield its index and record."""
    job = part.job
    seating = seating or Seating(job.edition, job.bots, log=True)
    for index in range(part.first, part.first + part.number):
        yield index, seating.record_of(seating.seed_of(job.seed, index), totals)
