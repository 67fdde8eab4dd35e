"""Reviews over thousands of games: luck has mean zero in every edition, and every account adds up."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest

from tricorn.analysis.luck import luck_of
from tricorn.analysis.review import review
from tricorn.arena.seating import Seating
from tricorn.core.compile import accelerate
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.record import Record

pytestmark = pytest.mark.soak

GAMES = 2_000
TABLES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.player_counts()]


def records(edition: str, players: int, number: int) -> list[Record]:
    accelerate()
    seating = Seating(edition_named(edition), ["medium"] * players, log=True)
    return [seating.record_of(seating.seed_of(11, game), new_totals()) for game in range(number)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_mean_of_luck_is_zero_over_thousands_of_games(edition: str) -> None:
    games = records(f"{edition} target=100", 2, GAMES)
    changes = [
        sum(luck.change.chances[0] for luck in luck_of(record, playouts=2, seed=seed))
        for seed, record in enumerate(games)
    ]
    assert abs(fmean(changes)) < 3 * stdev(changes) / sqrt(GAMES)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_account_adds_up(edition: str, players: int) -> None:
    for record in records(f"{edition} target=100", players, 3):
        for player in review(record, iterations=100, playouts=2).players:
            assert player.account is not None
            for share, digits in ((player.account.chance, 4), (player.account.points, 2)):
                parts = (share.par, share.luck, share.errors, share.unknown)
                assert sum(round(part * 10**digits) for part in parts) == round(share.result * 10**digits)
