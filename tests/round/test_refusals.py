"""Every refusal that the core has: an event that gets it, and its sentence."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tricorn.core import refusals
from tricorn.core.judging import judge
from tricorn.core.refusals import REFUSALS
from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import Blocked, Left, Out, Placed, parse_event
from tricorn.round import Round
from tricorn.round.encoding import encode
from tricorn.tiles import Tile


class Case(NamedTuple):
    """The events of a round, the one that is refused after them, and why."""

    code: str
    edition: str
    players: int
    lines: list[str]
    refused: str
    sentence: str


CASES = [
    Case(
        "NOTHING_IN_ROUND",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25", "left B =3", "out A +28"],
        "B pass -10",
        "expected nothing more in this round, found B pass -10",
    ),
    Case(
        "END_OF_ROUND",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25"],
        "B draw ?-?-? -5",
        "expected the end of the round (out), found B draw ?-?-? -5",
    ),
    Case("NO_SEAT", "pressman-classic", 2, ["A 0,0^555 +25"], "C draw ?-?-? -5", "there is no seat C among 2 players"),
    Case("OUT_OF_TURN", "pressman-classic", 2, ["A 0,0^555 +25"], "A draw ?-?-? -5", "it is B's turn, not A's"),
    Case(
        "DEALS_FIRST",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25"],
        "deal A ?-?-?",
        "expected deals before the well and the first tile, found deal A ?-?-?",
    ),
    Case(
        "ONE_DEAL_PER_SEAT",
        "wooden deal=1/1/1",
        2,
        ["deal B ?-?-?"],
        "deal A ?-?-?",
        "expected one deal per seat, in seat order, found deal A ?-?-?",
    ),
    Case(
        "TILES_FOR_PLAYERS",
        "wooden deal=1/1/1",
        2,
        [],
        "deal A ?-?-? ?-?-?",
        "expected 1 tiles for 2 players, found 2 tiles",
    ),
    Case(
        "ONE_WELL", "wooden deal=28/18/14", 2, ["well"], "well", "expected one well, before the first tile, found well"
    ),
    Case("WELL_HOLDS", "wooden deal=28/18/14", 2, [], "well ?-?-?", "expected 0 tiles in the well, found 1 tile"),
    Case(
        "DIFFERENT_TILES",
        "wooden deal=1/1/1",
        2,
        ["deal A 5-5-5"],
        "deal B 5-5-5",
        "expected 56 different tiles, found 5-5-5 twice",
    ),
    Case(
        "ANYWAY_IN_DEALT_ROUND",
        "wooden deal=1/1/1",
        2,
        ["deal A 5-5-5"],
        "A 0,0^555 +24 anyway",
        "expected no 'anyway' in a round whose deal is recorded, found A 0,0^555 +24 anyway",
    ),
    Case(
        "RIGHT_WITHOUT_ANYWAY",
        "pressman-classic",
        2,
        [],
        "A 0,0^555 +25 anyway",
        "expected 'A 0,0^555 +25', which is right without 'anyway', found 'A 0,0^555 +25 anyway'",
    ),
    Case(
        "NO_CLOCK",
        "pressman-classic",
        2,
        [],
        "A 0,0^555 +25 timeout",
        "expected no timeout, as this game has no clock, found timeout",
    ),
    Case(
        "TIMEOUT_ON_ALL",
        "pressman-classic clock=30",
        2,
        ["A 0,0^555 +25", "B draw ?-?-? -5"],
        "B pass -10 timeout",
        "expected timeout on every line of a turn or on none (R14), found B pass -10 timeout",
    ),
    Case(
        "LEAST_WHEN_TIME_UP",
        "pressman-classic clock=30",
        2,
        ["A 0,0^555 +25"],
        "B 4-5-5 +15 timeout",
        "expected the placement that scores least, +14, when time is up (R14), found B 4-5-5 +15 timeout",
    ),
    Case(
        "PLACE_WHEN_TIME_UP",
        "spanish deal=2/2/2 clock=30",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 4-5-5 0-0-2", "A 0,0^555 +25"],
        "B pass -10 timeout",
        "expected a placement, as one is possible, when time is up (R14), found B pass -10 timeout",
    ),
    Case(
        "ON_TABLE_ALREADY",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B 0,0v555 +15",
        "5-5-5 is not in B's hand: it is already on the table",
    ),
    Case(
        "NOT_IN_HAND",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 4-5-5 0-0-2", "A 0,0^555 +25"],
        "B 3-5-5 +13",
        "3-5-5 is not in B's hand",
    ),
    Case(
        "PLACED_TOO_LATE",
        "pressman-classic",
        2,
        ["A 0,0^555 +25", "B draw ?-?-? -5", "B 0,0v554 +14", "A 2-5-5 +12"],
        "B 3-5-5 +13",
        "B should have placed 3-5-5 earlier (R6, R14)",
    ),
    Case(
        "WAS_IN_HAND",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 0-0-3 0-0-2", "A 0,0^555 +25", "B draw 0-1-1 -5"],
        "B 0-0-3 +3",
        "B must place a tile, not draw: 0-0-3 was in hand (R6)",
    ),
    Case(
        "SUM_SEEN",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B =15 +15",
        "every tile with the sum 15 has already been seen",
    ),
    Case(
        "SUM_TOO_HIGH", "pressman-classic", 2, ["A 0,0^555 +25"], "B =16 +16", "the sum of a tile is 15 at most, not 16"
    ),
    Case(
        "SUM_NOT_IN_HAND",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 0-0-3 0-0-2", "A 0,0^555 +25"],
        "B =9 +9",
        "no tile with the sum 9 is in B's hand",
    ),
    Case(
        "FIRST_TILE_UNNAMED",
        "pressman-classic",
        2,
        [],
        "A =9 +9",
        "the first tile of a round must be named, because a triple scores more than its sum",
    ),
    Case(
        "FIRST_TILE_TOO_FAR",
        "pressman-classic",
        2,
        [],
        "A 0,-999999999^555 +25",
        "the first tile goes near 0,0^, not on 0,-999999999^",
    ),
    Case(
        "OTHER_MUST_START",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 4-4-4 0-0-2"],
        "B 0,0^444 +22",
        "A must start with 5-5-5, not B with 4-4-4 (R5)",
    ),
    Case(
        "MUST_START_WITH",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 4-5-5 0-0-2"],
        "A 0,0^001 +1",
        "A must start with 5-5-5, not with 0-0-1 (R5)",
    ),
    Case("CELL_FILLED", "pressman-classic", 2, ["A 0,0^555 +25"], "B 0,0^554 +14", "cell 0,0^ already holds a tile"),
    Case(
        "NO_SIDE_TOUCHES",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B 5,5^554 +14",
        "no tile on the table shares a side with 5,5^ (R2)",
    ),
    Case(
        "CORNER_MEETS",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B 0,0v344 +11",
        "0,0v344: its corner 3 would meet 5 (R2)",
    ),
    Case(
        "FITS_NOWHERE", "pressman-classic", 2, ["A 0,0^555 +25"], "B 0-0-1 +1", "0-0-1 fits nowhere on the table (R2)"
    ),
    Case(
        "BONUS_FOR",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B 4-5-5 +54 bridge",
        "expected no bonus for 4-5-5, found bridge",
    ),
    Case(
        "BONUS_AT_CORNERS",
        "pressman-classic",
        2,
        ["A 0,0^555 +25", "B 0,0v550 +10", "A 1,0^015 +6", "B 1,-1v251 +8", "A 1,-1^523 +10", "B 4-5-5 +14"],
        "A 0,-1v355 +13",
        "expected a bonus, as all three corners meet tiles, found A 0,-1v355 +13",
    ),
    Case(
        "NO_BRIDGE_AT_SIDES",
        "pressman-classic",
        2,
        ["A 0,0^555 +25", "B 0,0v550 +10", "A 1,0^015 +6", "B 1,-1v251 +8", "A 1,-1^523 +10", "B 4-5-5 +14"],
        "A 0,-1v355 +53 bridge",
        "expected no bridge, as 2 sides meet tiles, found A 0,-1v355 +53 bridge",
    ),
    Case(
        "NO_BRIDGE_BESIDE",
        "domino-site",
        2,
        ["A 0,0^555 +25", "B 0,0v550 +10", "A 1,0^015 +6", "B 1,-1v251 +8", "A 1,-1^523 +10", "B 4-5-5 +14"],
        "A 0,-1v355 +53 beside",
        "expected no bonus, as no side meets a bridging tile (R15), found A 0,-1v355 +53 beside",
    ),
    Case(
        "NO_BESIDE",
        "goliath",
        2,
        ["A 0,0^555 +15", "B 4-5-5 +14"],
        "A 3-5-5 +53 beside",
        "expected no bonus, as two sides earn none (R21), found A 3-5-5 +53 beside",
    ),
    Case(
        "NO_STARTS",
        "pressman-classic",
        2,
        [],
        "starts B",
        "expected no such line, as the tiles decide who starts (R5), found starts B",
    ),
    Case(
        "ONE_STARTS",
        "goliath",
        2,
        ["starts A"],
        "starts B",
        "expected one line that says who starts, after the deal and before the first tile (R19), found starts B",
    ),
    Case(
        "TOO_FEW_TILES",
        "pressman-classic",
        2,
        ["A 0,0^555 +25", "B =14 +14", "A 4-4-5 +13", "B =10 +10"],
        "A =9 +59 hexagon",
        "hexagon: at least 5 tiles must be on the table before, not 4",
    ),
    Case(
        "NO_BRIDGE_BEFORE",
        "spanish",
        2,
        [
            "A 0,0^555 +25",
            *(f"{'BA'[index % 2]} ={total} +{total}" for index, total in enumerate([14, 13, 12, 11, 10, 9, 8, 7])),
        ],
        "B =9 +69 hexagon2",
        "hexagon2: there must be a bridge before, and this round has none",
    ),
    Case(
        "EXPECTED_LINE",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B 0,0v554 +15",
        "expected 'B 0,0v554 +14', found 'B 0,0v554 +15'",
    ),
    Case(
        "NO_DRAW_BEFORE_START",
        "pressman-classic",
        2,
        [],
        "A draw ?-?-? -5",
        "the round begins with the starting tile; nobody draws before it",
    ),
    Case(
        "NO_PASS_BEFORE_START",
        "pressman-classic",
        2,
        [],
        "A pass -10",
        "the round begins with the starting tile; nobody passes before it",
    ),
    Case("WELL_EMPTY", "wooden deal=28/18/14", 2, ["A 0,0^555 +25"], "B draw ?-?-? -5", "the pile is empty"),
    Case(
        "DRAW_LIMIT",
        "spanish",
        2,
        ["A 0,0^555 +25", "B draw ?-?-? -5", "B draw ?-?-? -5", "B draw ?-?-? -5"],
        "B draw ?-?-? -5",
        "no more than 3 tiles may be drawn in a turn (R8)",
    ),
    Case(
        "MUST_PLACE_NOT_DRAW",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 4-5-5 0-0-2", "A 0,0^555 +25"],
        "B draw ?-?-? -5",
        "B must place a tile, not draw: 0,0v554 is possible (R6)",
    ),
    Case(
        "MUST_PLACE_NOT_PASS",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["deal A 5-5-5 0-0-1", "deal B 4-5-5 0-0-2", "A 0,0^555 +25"],
        "B pass -10",
        "B must place a tile, not pass: 0,0v554 is possible (R6)",
    ),
    Case(
        "MUST_DRAW_NOT_PASS",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B pass -10",
        "B must draw before passing: 38 tiles are left in the pile",
    ),
    Case("EXPECTED_PENALTY", "pressman-classic", 2, ["A 0,0^555 +25"], "B draw ?-?-? -4", "expected -5, found -4"),
    Case(
        "TILE_NOT_SEEN",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "B draw 5-5-5 -5",
        "expected a tile not seen before, found 5-5-5",
    ),
    Case(
        "NEXT_OF_WELL",
        "wooden deal=27/17/13",
        2,
        ["well 0-0-1 0-0-2", "A 0,0^555 +25"],
        "B draw 0-0-2 -5",
        "expected 0-0-1, the next tile in the well, found 0-0-2",
    ),
    Case(
        "NOTHING_LEFT_YET",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "left A =3",
        "expected the end of the round before any tiles left in hands, found left A =3",
    ),
    Case(
        "ONE_LEFT_PER_SEAT",
        "wooden deal=1/1/1",
        3,
        ["A 0,0^555 +25", "left C =3"],
        "left B =3",
        "expected at most one line of tiles left per seat, in seat order, found left B =3",
    ),
    Case(
        "LEFT_IS_KNOWN",
        "wooden deal=1/1/1",
        2,
        ["deal B 0-0-1", "A 0,0^555 +25"],
        "left B 0-0-1",
        "expected tiles left only for a hand that is not known from the deal, found left B 0-0-1",
    ),
    Case(
        "TILES_LEFT",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25"],
        "left B 2 =9",
        "expected 1 tile left in B's hand, found 2 tiles",
    ),
    Case(
        "SUM_LEFT",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25"],
        "left B =15",
        "expected a sum from 0 to 14 left in B's hand, found =15",
    ),
    Case(
        "EACH_TILE_ONCE",
        "pressman-classic deal=2/2/2/2/2",
        2,
        ["A 0,0^555 +25", "B draw ?-?-? -5", "B 0,0v554 +14", "A 3-5-5 +13"],
        "left B 0-0-1 0-0-1",
        "expected each tile once, found 0-0-1 twice",
    ),
    Case(
        "TILE_LEFT",
        "spanish deal=2/2/2",
        2,
        ["A 0,0^555 +25", "B draw 0-0-1 -5", "B 0,0v554 +14", "A 3-5-5 +13"],
        "left B 0-0-2 0-0-3",
        "expected 0-0-1 among the tiles left in B's hand, found none",
    ),
    Case(
        "NOT_OVER",
        "pressman-classic",
        2,
        ["A 0,0^555 +25"],
        "out A +25",
        "expected a move, as the round is not over, found out A +25",
    ),
    Case(
        "ENDED_OTHERWISE", "wooden deal=1/1/1", 2, ["A 0,0^555 +25"], "blocked A +3", "expected out, found blocked A +3"
    ),
    Case("OTHER_IS_OUT", "wooden deal=1/1/1", 2, ["A 0,0^555 +25"], "out B +30", "expected out A, found out B +30"),
    Case(
        "EXPECTED_END",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25", "left B =3"],
        "out A +27",
        "expected 'out A +28', found 'out A +27'",
    ),
    Case(
        "NOBODY_SCORES",
        "wooden deal=28/18/14",
        2,
        ["A 0,0^555 +25", "B pass -10", "A pass -10"],
        "blocked draw +3",
        "expected +0, as nobody won the round, found blocked draw +3",
    ),
    Case(
        "POINTS_BETWEEN",
        "wooden deal=1/1/1",
        2,
        ["A 0,0^555 +25"],
        "out A +200",
        "expected points from +25 to +39, found out A +200",
    ),
    Case(
        "SEAT_OF_PLAYERS",
        "wooden deal=28/18/14",
        2,
        ["A 0,0^555 +25", "B pass -10", "A pass -10"],
        "blocked C +3",
        "expected a seat in a game of 2 players, found C",
    ),
    Case(
        "WINNER_WITH_TILES",
        "wooden deal=28/18/14",
        2,
        ["A 0,0^555 +25", "B pass -10", "A pass -10"],
        "blocked B +3",
        "expected a winner with 27 tiles, found B with 28",
    ),
    Case(
        "FEWEST_POINTS_WIN",
        "pressman-classic deal=28/18/14/11/9",
        2,
        ["A 0,0^555 +25", "B pass -10", "A pass -10", "left A =130"],
        "blocked B +3",
        "expected the fewest points in hand for the winner, found B",
    ),
    Case(
        "NO_TIE",
        "wooden deal=28/18/14",
        2,
        ["A 0,0^555 +25", "B pass -10", "A pass -10"],
        "blocked draw +0",
        "expected a winner, as no two hands can be equal in tiles and points (R10), found blocked draw +0",
    ),
]
# A record cannot have a tile that is turned over, nor that people declare a round over.
NOT_WRITTEN = {"MIRRORED", "NOT_OUT", "NOT_BLOCKED_WELL", "NOT_BLOCKED_PASSES"}


def round_after(edition: str, players: int, lines: list[str]) -> Round:
    current = Round(edition_named(edition), players)
    for line in lines:
        event = parse_event(line)
        current.apply(event)  # type: ignore[arg-type]
    return current


@pytest.mark.parametrize("case", CASES, ids=[case.code for case in CASES])
def test_an_event_is_refused_with_its_sentence_and_changes_nothing(case: Case) -> None:
    current, event = round_after(case.edition, case.players, case.lines), parse_event(case.refused)
    before = current.copy()
    assert judge(current.state, current.rules, encode(event)) == getattr(refusals, case.code)  # type: ignore[arg-type]
    with pytest.raises(TricornError) as caught:
        current.apply(event)  # type: ignore[arg-type]
    assert str(caught.value) == case.sentence
    assert current.state[:] == before.state
    assert current.placements == before.placements


def test_every_refusal_has_a_case() -> None:
    named = {name: code for name, code in vars(refusals).items() if name.isupper() and isinstance(code, int)}
    codes = {name for name, code in named.items() if code in REFUSALS and name not in ("FIGURES", "SUM_OF_TILE")}
    assert sorted(named[name] for name in codes) == list(range(1, len(REFUSALS) + 1))
    assert {case.code for case in CASES} | NOT_WRITTEN == codes


def test_a_first_tile_that_is_turned_over_is_refused() -> None:
    current = round_after("wooden", 2, [])
    with pytest.raises(TricornError) as caught:
        current.apply(Placed(0, Tile.parse("2-3-4"), Place(Cell(0, 0, up=True), (4, 3, 2)), 9))
    assert str(caught.value) == "0,0^432: this is tile 2-3-4 mirrored; a tile is never turned over (R1)"
    assert not current.started


def test_the_cell_of_a_first_tile_that_people_insist_on_is_dropped_if_it_is_too_far_out() -> None:
    current = round_after("wooden", 2, ["A 999999999,0^345 +12 anyway"])
    assert (current.started, current.located, current.places) == (True, False, [])


def test_after_a_draw_a_tile_in_hand_that_does_not_fit_its_cell_is_refused_for_the_cell() -> None:
    deals = ["deal A 5-5-5 0-0-1", "deal B 0-0-3 0-0-2"]
    current = round_after("wooden deal=2/2/2", 2, [*deals, "A 0,0^555 +25", "B draw 0-1-1 -5"])
    for line, code in (
        ("B 0,0v003 +3", refusals.CORNER_MEETS),
        ("B 9,9^003 +3", refusals.NO_SIDE_TOUCHES),
        ("B 0,0^003 +3", refusals.CELL_FILLED),
        ("B 9,9^004 +4", refusals.NOT_IN_HAND),
    ):
        event = parse_event(line)
        assert judge(current.state, current.rules, encode(event)) == code  # type: ignore[arg-type]


def test_a_tile_that_is_turned_over_is_refused() -> None:
    current = round_after("wooden", 2, ["A 0,0^345 +12"])
    place = Place(Cell(0, 0, up=False), (4, 3, 2))
    with pytest.raises(TricornError) as caught:
        current.apply(Placed(1, Tile.parse("2-3-4"), place, 9))
    assert str(caught.value) == "0,0v432: this is tile 2-3-4 mirrored; a tile is never turned over (R1)"


@pytest.mark.parametrize(
    ("edition", "lines", "end", "sentence"),
    [
        ("wooden", ["A 0,0^555 +25"], Out(0, 0), "A is not out: 8 tiles are still in hand"),
        (
            "wooden",
            ["A 0,0^555 +25"],
            Blocked(None, 0),
            "the round is not blocked: according to this sheet, 38 tiles are still in the pile (R9)",
        ),
        (
            "wooden deal=28/18/14",
            ["A 0,0^555 +25", "B pass -10"],
            Blocked(1, 0),
            "the round is not blocked: the 2 players have not all passed in a row",
        ),
        ("wooden deal=1/1/1", ["A 0,0^555 +25"], Out(0, 0), None),
        ("wooden deal=28/18/14", ["A 0,0^555 +25", "B pass -10", "A pass -10"], Blocked(1, 0), None),
    ],
)
def test_an_end_that_people_declare_is_judged_and_hands_may_follow(
    edition: str, lines: list[str], end: Out | Blocked, sentence: str | None
) -> None:
    current = round_after(edition, 2, lines)
    left = Left(1, None, None, current.rules.out_bonus * 5)
    assert current.declare(end) == sentence
    error = current.refusal_of(left)
    assert error is None or "before any tiles" not in str(error)
