"""Games of every edition and number of players, as digests of their records.

`main` plays them in plain Python, and deals some of them again from their seed and plays them move by move through
`Game`.
"""

from __future__ import annotations

import json
from hashlib import sha256

from tests.helpers import other_readings

from tricorn.arena.job import Job, Part, games_of
from tricorn.core.compile import is_compiled
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.game import Game
from tricorn.record import Drew, Passed, Placed, Record

TABLES = [(name, players) for name, edition in EDITIONS.items() for players in edition.player_counts()]
# Games per table: to the rulebook's target, to a lower one, and shorter ones for each of six other readings. The long
# tests play them `LONG` times as often, with other deals.
WHOLE, SHORT, BY_OTHER_READINGS, LONG = 2, 12, 3, 4
SEED = 20


def records(edition: str, players: int, times: int) -> list[Record]:
    """Games of plain bots against each other, under the edition and every other reading of it."""
    records = _play(edition, players, times * WHOLE) + _play(f"{edition} target=100", players, times * SHORT)
    for reading in other_readings(edition):
        records += _play(reading, players, times * BY_OTHER_READINGS)
    return records


def _play(edition: str, players: int, games: int) -> list[Record]:
    bots = tuple(("random", "greedy", "heuristic")[seat % 3] for seat in range(players))
    job = Job(edition_named(edition), bots, games, SEED + players)
    return [record for _, record in games_of(Part(job, 0, games), new_totals())]


def digest(record: Record) -> str:
    return sha256(str(record).encode()).hexdigest()


def replayed(record: Record) -> str:
    """The text of the same game, dealt from its seed and played move by move."""
    game = Game(record.edition, record.names, seed=int(dict(record.keys)["seed"]), keys=record.keys)
    for event in record.events:
        if isinstance(event, Placed):
            assert event.place is not None
            game.play(event.place)
        elif isinstance(event, Drew | Passed):
            game.play("draw" if isinstance(event, Drew) else "pass")
    return game.record()


def main(edition: str, players: str, times: str) -> None:
    assert not is_compiled()
    digests = []
    for index, record in enumerate(records(edition, int(players), int(times))):
        if index % 8 == 0:
            assert replayed(record) == str(record)
        digests.append(digest(record))
    print(json.dumps(digests))
