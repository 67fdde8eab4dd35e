"""Games as `tricorn simulate --records` plays them, and the entries that a scorekeeper would make for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tricorn.arena.job import Job, Part, games_of
from tricorn.core.totals import new_totals
from tricorn.editions import edition_named
from tricorn.game import Game
from tricorn.record import Drew, Left, Passed, Placed, RoundStart
from tricorn.wording import SEATS

BOARD, QUICK, SUMS, MIXED = WAYS = ("board", "quick", "sums", "mixed")


def simulated(edition: str, bots: Sequence[str], games: int, seed: int) -> Iterator[Game]:
    """Whole games between bots, with deals."""
    job = Job(edition_named(edition), tuple(bots), games, seed)
    for _, record in games_of(Part(job, 0, games), new_totals()):
        yield Game.from_record(record)


def entries_for(game: Game, way: str, rng: Random) -> list[str]:
    """The entries for a game: what every player saw of it, entered in one way or in mixed ways."""
    entries: list[str] = []
    first = True
    for event in game.view(None).parsed_record.events:
        if isinstance(event, RoundStart):
            first = True
        elif isinstance(event, Placed):
            chosen = rng.choice((BOARD, BOARD, QUICK, SUMS)) if way == MIXED else way
            entries.append(f"{SEATS[event.seat]} {_tile(event, chosen, way, first)}")
            if chosen == BOARD and way == MIXED and game.edition.beside == "bridge" and not (event.bonus or first):
                # The known tiles may make a bridge where one that is not known makes two sides without a bonus (R15).
                entries[-1] = f"{SEATS[event.seat]} {event.place} {event.points:+d}"
            first = False
        elif isinstance(event, Drew | Passed):
            entries.append(f"{SEATS[event.seat]} {'draw' if isinstance(event, Drew) else 'pass'}")
        elif isinstance(event, Left):
            points = len(event.tiles or ()) if game.edition.scoring == "tiles" else event.sum
            entries.append(rng.choice((str(event), f"left {SEATS[event.seat]} ={points}")))
    return entries


def _tile(event: Placed, chosen: str, way: str, first: bool) -> str:
    """A tile as it is entered; if every cell is entered, the bonus is omitted."""
    bonus = f" {event.bonus}" if event.bonus else ""
    shows = f" shows {event.shows}" if event.shows else ""
    if chosen == BOARD:
        return f"{event.place}{'' if way == BOARD else bonus}{shows}"
    if chosen == SUMS and not first:
        return f"={event.tile.sum}{bonus}"
    return f"{event.tile}{bonus}{shows}"
