"""Luck has mean zero, adds up to zero over the seats, and does not depend on the order of the well."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest

from tricorn.analysis.luck import Valuer, is_open, luck_of
from tricorn.arena.seating import Seating
from tricorn.core import layout as at
from tricorn.core.compile import accelerate
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.game import Game, shuffled
from tricorn.record import Drew
from tricorn.tiles import TILES

GAMES = 15


def games(edition: str, players: int, number: int) -> list[Game]:
    """Games with their records, between bots that make mistakes."""
    accelerate()
    seating = Seating(edition_named(edition), ["easy"] * players, log=True)
    return [Game.from_record(seating.record_of(seed, new_totals())) for seed in range(number)]


def before_a_draw(edition: str) -> Game:
    """A game whose next line is a draw."""
    game = Game(edition, 2, seed=3)
    while str(game.legal_moves()[0]) != "draw":
        game.play(game.legal_moves()[0])
    return game


@pytest.mark.parametrize("target", [60, pytest.param(100, marks=pytest.mark.soak)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_mean_of_luck_is_zero(edition: str, target: int) -> None:
    """A small sample here; benchmarks/review_luck.py has the large one."""
    changes = [
        sum(luck.change.chances[0] for luck in luck_of(game.parsed_record, playouts=8, seed=seed))
        for seed, game in enumerate(games(f"{edition} target={target}", 2, GAMES))
    ]
    assert abs(fmean(changes)) < 3 * stdev(changes) / sqrt(GAMES)
    assert stdev(changes) > 0.02


@pytest.mark.parametrize("players", [2, 3, 6])
def test_what_one_seat_gains_by_luck_the_others_lose(players: int) -> None:
    (game,) = games("pressman-classic target=60", players, 1)
    lucks = luck_of(game.parsed_record, playouts=8)
    assert any(luck.seat is None for luck in lucks)
    for luck in lucks:
        assert sum(luck.change.chances) == pytest.approx(0.0, abs=1e-9)
        assert sum(luck.change.leads) == pytest.approx(0.0, abs=1e-6)


def test_every_deal_and_every_draw_has_its_luck() -> None:
    (game,) = games("spanish target=100", 3, 1)
    lucks = luck_of(game.parsed_record, playouts=2)
    assert sum(luck.seat is None for luck in lucks) == game.rounds
    assert sum(luck.seat is not None for luck in lucks) == sum(isinstance(event, Drew) for event in game.events)


def test_the_luck_of_a_deal_includes_the_lot() -> None:
    """The same hands, with the lot on either seat: to start is worth points."""
    order = shuffled(2, 1)
    leads = []
    for lot in (0, 1):
        game = Game("goliath", 2, dealt=False)
        game.deal(order, lot=lot)
        assert game.round is not None
        leads.append(Valuer(game.edition, 2, playouts=400, seed=1).deal(game.round).leads[0])
    assert leads[0] > leads[1] + 5


def test_the_luck_of_a_draw_does_not_depend_on_the_order_of_the_rest_of_the_well() -> None:
    game = before_a_draw("pressman-classic")
    assert game.round is not None
    tile = game.round.well[0]
    assert tile is not None
    reordered = game.round.copy()
    first, last = reordered.state[at.NEXT_DRAW] + 1, at.WELL_END - 1
    while first < last:
        reordered.state[first], reordered.state[last] = reordered.state[last], reordered.state[first]
        first, last = first + 1, last - 1
    assert reordered.well[1:] == game.round.well[:0:-1]
    lucks = [Valuer(game.edition, 2, playouts=50).draw(current, tile) for current in (game.round, reordered)]
    assert lucks[0] == lucks[1]


def test_the_luck_of_the_tiles_that_could_have_been_drawn_adds_up_to_zero() -> None:
    game = before_a_draw("pressman-classic")
    assert game.round is not None
    lucks = [
        Valuer(game.edition, 2, playouts=2000, seed=tile.index).draw(game.round, tile).leads[0]
        for tile in game.round.well
        if tile is not None
    ]
    assert max(lucks) > 5
    assert min(lucks) < -5
    assert abs(fmean(lucks)) < 1


def test_a_round_with_a_hidden_hand_is_not_open() -> None:
    game = Game("pressman-classic", 2, seed=3)
    view = game.view(0)
    assert game.round is not None
    assert view.round is not None
    assert is_open(game.round)
    assert not is_open(view.round)
    assert len(game.round.well) == len(TILES) - 18
