"""Tables of the rulebooks' worked examples and of the rulings, and what the tests check of a placement."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.helpers import RULEBOOKS, checked, dealt, on_table, refusal

from tricorn.bonus import Bonus
from tricorn.editions import EDITIONS
from tricorn.errors import Mismatch, TricornError
from tricorn.game import Game
from tricorn.moves import DRAW, PASS, Place
from tricorn.record import Blocked, Out, Placed
from tricorn.wording import SEATS

UNTIL_MATCH = [name for name, edition in EDITIONS.items() if not edition.draw_optional]
BY_TRIPLE = [name for name, edition in EDITIONS.items() if edition.start == "triple"]
EVERY_EDITION = pytest.mark.parametrize("edition", RULEBOOKS)
FORCED = [name for name, edition in EDITIONS.items() if edition.start == "triple"]
WITH_FORCED_START = pytest.mark.parametrize("edition", FORCED)
PAID_BESIDE = pytest.mark.parametrize(
    "edition", [name for name, edition in EDITIONS.items() if edition.beside != "none"]
)

# Tables of the rulebooks' worked examples and of the rulings.
FIVE_OF_A_HEXAGON = "-1,0v015 -1,1^351 -1,1v534 0,1^445 0,0v554"
BRIDGE_READY = "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155"
BESIDE_READY = "-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"
HEXAGON_AND_THREE_SIDES = (
    "-1,0v353 -1,1^535 -1,1v350 0,1^013 0,0v131 -1,0^534 -2,0v445 -2,0^444 -2,-1v244 -1,-1^422 -1,-2v022 "
    "0,-2^250 0,-2v522 0,-1^322 0,-1v231"
)
TWO_HEXAGONS = "1,0^014 1,-1v241 1,-1^422 0,-1v244 0,0v400 0,1^000 -1,1v050 -1,1^505 -1,0v450"
THREE_HEXAGONS = (
    "-1,1^235 -1,0v553 -1,1v322 -1,0^551 -1,-1v015 0,-1^550 0,1^233 0,0v433 1,0^344 1,-1v444 1,-1^445 0,-1v554"
)

# Players draw at most one tile per turn, for free, and all passes count, so it is easy to block a round.
BLOCKED = "draw_limit=1 draw_penalty=0 pass_penalty=0 blocked_when=passes"


def assert_scores(before: str, then: str, points: int, bonus: str | None = None, edition: str = "wooden") -> None:
    """The placement has these points and this bonus, and a line with others is refused."""
    round_ = on_table(before, edition)
    event = round_.event_for(Place.parse(then))
    assert isinstance(event, Placed)
    assert (event.points, event.bonus) == (points, bonus)
    for wrong in (
        replace(event, points=points + 1),
        replace(event, points=points - 1),
        replace(event, bonus=Bonus.BRIDGE if bonus != Bonus.BRIDGE else Bonus.BESIDE),
    ):
        with pytest.raises(Mismatch) as caught:
            round_.copy().apply(wrong)
        assert str(event) in caught.value.expected
    round_.apply(event)
    assert round_.scores[event.seat] >= points


def assert_refused(before: str, then: str, reason: str, edition: str = "wooden") -> None:
    """The placement is illegal, for this reason."""
    round_ = on_table(before, edition)
    placed = len(round_.placements)
    with pytest.raises(TricornError, match=reason):
        round_.event_for(Place.parse(then))
    assert len(round_.placements) == placed


def assert_starts(tile: str, points: int, *hands: str, edition: str = "wooden", over: str = "") -> None:
    """The round starts with this tile (instead of that triple) for these points, and for no others.

    If a lot decides who starts, it falls on the tile's holder.
    """
    holder = next(seat for seat, hand in enumerate(hands) if tile in hand.split())
    game = dealt(edition, *hands, lot=holder)
    assert game.turn is not None
    starts = {str(option.move): (option.points, option.bonus) for option in game.options()}
    place = "0,0^" + tile.replace("-", "")
    assert starts[place] == (points, None)
    shows = f" shows {over}" if over and game.edition.show_triple else ""
    seat, text = SEATS[game.turn], game.record()
    assert checked(f"{text}{seat} {place} {points:+d}{shows}\n").scores[game.turn] == points
    for wrong in (points + 10, points - 10):
        assert f"{points:+d}" in refusal(f"{text}{seat} {place} {wrong:+d}{shows}\n").expected


def blocked_round(edition: str, *hands: str, well: str, moves: str) -> Game:
    """A round in which, after these moves, each player draws one tile that does not fit and passes."""
    game = dealt(f"{edition} {BLOCKED}", *hands, well=well)
    for move in moves.split():
        game.play(move)
    assert game.round is not None
    while game.round.ended is None:
        assert game.legal_moves() in ([DRAW], [PASS])
        game.play(game.legal_moves()[0])
    assert game.round.ended == "blocked"
    checked(game.record())
    return game


def end_of(game: Game) -> str:
    """The line that ended the last round."""
    return next(str(event) for event in reversed(game.events) if isinstance(event, Blocked | Out))
