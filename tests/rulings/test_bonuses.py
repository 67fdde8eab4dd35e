"""One bonus per placement (R3), several hexagons at once (R4), two sides without a hexagon (R15)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.helpers import RULEBOOKS, checked, dealt, on_table, record, refusal
from tests.rulings.checks import (
    BESIDE_READY,
    BRIDGE_READY,
    EVERY_EDITION,
    FIVE_OF_A_HEXAGON,
    HEXAGON_AND_THREE_SIDES,
    PAID_BESIDE,
    THREE_HEXAGONS,
    TWO_HEXAGONS,
    assert_scores,
    assert_starts,
    blocked_round,
    end_of,
)

from tricorn.bonus import Bonus
from tricorn.editions import EDITIONS
from tricorn.errors import Mismatch
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.record import Placed, parse_event
from tricorn.round import Round
from tricorn.sheet import Sheet
from tricorn.sheet.challenge import explain, explain_line

# R3 One bonus per placement. R4 Several hexagons at once.


@EVERY_EDITION
def test_r3_a_hexagon_takes_precedence_over_beside_and_bonuses_do_not_add_up(edition: str) -> None:
    assert_scores(HEXAGON_AND_THREE_SIDES, "0,0^313", 7 + 50, "hexagon", edition)
    round_ = on_table(HEXAGON_AND_THREE_SIDES, edition)
    event = round_.event_for(Place.parse("0,0^313"))
    assert isinstance(event, Placed)
    for points, bonus in ((7 + 90, Bonus.HEXAGON), (7 + 40, Bonus.BESIDE), (7 + 100, Bonus.HEXAGON)):
        with pytest.raises(Mismatch):
            round_.apply(replace(event, points=points, bonus=bonus))


@EVERY_EDITION
def test_r4_only_spanish_and_goliath_pay_more_for_several_hexagons_at_once(edition: str) -> None:
    two, three = (60, 70) if edition in ("spanish", "goliath") else (50, 50)
    assert_scores(TWO_HEXAGONS, "0,0^044", 8 + two, "hexagon2", edition)
    assert_scores(THREE_HEXAGONS, "0,0^345", 12 + three, "hexagon3", edition)


def test_r4_a_house_rule_may_pay_anything_and_the_word_stays() -> None:
    assert_scores(TWO_HEXAGONS, "0,0^044", 8 + 20, "hexagon2", "wooden hexagons=10/20/30")
    assert_scores(FIVE_OF_A_HEXAGON, "0,0^550", 10, "hexagon", "wooden hexagons=0/0/0")
    assert_scores(BRIDGE_READY, "0,0^414", 9, "bridge", "wooden bridge=0")


# R15 Two sides without a hexagon.

# Rings of tiles with a gap at 0,0^ between two of them, which 1-1-5 fills. In BESIDE_READY, one of the two, 1-2-5, was
# placed as a bridge. In AWAY, the bridge is not next to the gap.
AWAY = "-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"
FILLS_AT_BRIDGE, FILLS_AWAY = "0,0^115", "0,0^151"  # 1-1-5 both times
STRICT = ["domino-site", *(f"{name} beside=bridge" for name in RULEBOOKS if name != "domino-site")]
GENEROUS = [
    *(name for name, edition in EDITIONS.items() if edition.beside == "sides"),
    *(f"{name} beside=sides" for name in ("domino-site", "goliath")),
]


def placement(line: str) -> Placed:
    """The event of a placement's line."""
    event = parse_event(line)
    assert isinstance(event, Placed)
    return event


def placed_at(before: str, place: str, edition: str) -> Placed:
    """The line of a placement after these; other points and bonuses for it are refused."""
    round_ = on_table(before, edition)
    event = round_.event_for(Place.parse(place))
    assert isinstance(event, Placed)
    for points, bonus in ((7, None), (47, Bonus.BESIDE), (47, Bonus.BRIDGE), (47, None)):
        if (points, bonus) != (event.points, event.bonus):
            with pytest.raises(Mismatch) as caught:
                round_.copy().apply(replace(event, points=points, bonus=bonus))
            assert str(event) in caught.value.expected
    round_.apply(event)
    return event


def test_r15_the_rings_have_their_bridges_as_described() -> None:
    at, away = on_table(BESIDE_READY, "domino-site"), on_table(AWAY, "domino-site")
    assert [str(placed.place) for placed in at.placements if placed.bonus == "bridge"] == ["0,-1v251"]
    assert [str(placed.place) for placed in away.placements if placed.bonus == "bridge"] == ["0,-1^150"]
    assert at.board.is_bridging(Place.parse("0,-1v251").cell)
    assert not any(away.board.is_bridging(cell) for cell in Place.parse(FILLS_AWAY).cell.neighbours)


@PAID_BESIDE
def test_r15_matching_a_bridging_tile_and_another_earns_the_bonus(edition: str) -> None:
    event = placed_at(BESIDE_READY, FILLS_AT_BRIDGE, edition)
    assert (event.points, event.bonus) == (47, "beside")


@pytest.mark.parametrize("edition", GENEROUS)
def test_r15_two_sides_away_from_the_bridge_earn_it_by_the_generous_reading(edition: str) -> None:
    event = placed_at(AWAY, FILLS_AWAY, edition)
    assert (event.points, event.bonus) == (47, "beside")


@pytest.mark.parametrize("edition", STRICT)
def test_r15_two_sides_away_from_the_bridge_score_only_the_sum_by_the_strict_reading(edition: str) -> None:
    event = placed_at(AWAY, FILLS_AWAY, edition)
    assert (event.points, event.bonus) == (7, None)


def test_r15_only_domino_site_requires_a_bridging_tile() -> None:
    assert {name for name, edition in EDITIONS.items() if edition.beside == "bridge"} == {"domino-site"}


@pytest.mark.parametrize("edition", STRICT)
def test_r15_a_tile_beside_a_bridge_is_no_bridge_itself(edition: str) -> None:
    round_ = on_table(BESIDE_READY, edition)
    round_.apply(round_.event_for(Place.parse(FILLS_AT_BRIDGE)))
    filled = Place.parse(FILLS_AT_BRIDGE).cell
    assert not round_.board.is_bridging(filled)
    assert round_.placements[-1].bonus == "beside"


def test_r15_the_start_tile_is_no_bridge_whatever_is_insisted_on() -> None:
    """The gap is next to the start tile, which a family insisted on calling a bridge."""
    start, *rest = AWAY.split()
    round_ = Round(EDITIONS["domino-site"].with_rules(deal="28/18/14/11/9"), 2)
    round_.apply(placement(f"A {start} +42 bridge anyway"))
    for text in rest:
        round_.apply(round_.event_for(Place.parse(text)))
    assert not round_.board.is_bridging(Place.parse(start).cell)
    assert round_.option_at(Place.parse(FILLS_AWAY)).bonus is None


def test_r15_what_a_table_insists_on_counts_by_its_word() -> None:
    """The last tile of the ring is plain; entered as a bridge anyway, it makes the next one beside a bridge."""
    *before, last = AWAY.split()
    for word, points, bonus in (("bridge", 47, "beside"), ("beside", 7, None), ("hexagon", 7, None)):
        round_ = on_table(" ".join(before), "domino-site")
        total = Place.parse(last).tile.sum
        extra = 50 if word == "hexagon" else 40
        seat = "AB"[round_.turn or 0]
        round_.apply(placement(f"{seat} {last} +{total + extra} {word} anyway"))
        option = round_.option_at(Place.parse(FILLS_AWAY))
        assert (option.points, option.bonus) == (points, bonus)


@pytest.mark.parametrize(
    ("ring", "place", "bonus"), [(BESIDE_READY, FILLS_AT_BRIDGE, " beside"), (AWAY, FILLS_AWAY, "")]
)
def test_r15_a_score_sheet_finds_the_bonus_and_explains_it(ring: str, place: str, bonus: str) -> None:
    sheet = Sheet("domino-site deal=28/18/14/11/9")
    for number, text in enumerate([*ring.split(), place]):
        sheet.add(f"{'AB'[number % 2]} {text}")
    assert not sheet.problems
    assert sheet.record().splitlines()[-1] == f"B {place} {'+47' if bonus else '+7'}{bonus}"
    answer = explain_line(sheet, len(sheet.lines))
    assert answer.sentences() == explain(on_table(ring, "domino-site"), Place.parse(place)).sentences()
    assert ("was placed as a bridge, so it lies beside one" in answer.sentences()[1]) == bool(bonus)
    assert ("no bonus here" in answer.sentences()[1]) != bool(bonus)
    assert "R15" in [ruling.id for ruling, _ in answer.rulings()]
    wrong = sheet.replace(len(sheet.lines), f"B {place} {'+7' if bonus else '+47 beside'}")
    assert wrong.problem is not None
    sheet.undo()
    assert not sheet.problems


def test_r15_undo_takes_the_bridge_back_and_the_tile_without_its_cell_is_none() -> None:
    def place(game: Game, text: str) -> None:
        assert game.round is not None
        game.apply(game.round.event_for(Place.parse(text)))

    first, *rest = BESIDE_READY.split()
    game = checked(record(f"A {first} +11", edition="domino-site deal=28/18/14/11/9"))
    for text in rest:
        place(game, text)
    place(game, FILLS_AT_BRIDGE)
    assert str(game.events[-1]).endswith("+47 beside")
    game.undo()
    game.undo()
    assert game.round is not None
    bridge = Place.parse(rest[-1])
    assert not game.round.board.is_bridging(bridge.cell)
    # Without its cell, the tile is not known to be a bridge at that gap, although it was entered as one.
    game.apply(parse_event("A 1-2-5 +48 bridge"))
    assert not game.round.board.is_bridging(bridge.cell)
    game.undo()
    place(game, str(bridge))
    place(game, FILLS_AT_BRIDGE)
    assert str(game.events[-1]).endswith("+47 beside")


@pytest.mark.parametrize(
    ("edition", "ring", "loose", "claims"),
    [
        # The bonuses that are accepted: none (""), beside, bridge.
        pytest.param("domino-site", BESIDE_READY, "+9", {"beside"}, id="beside a known bridge"),
        pytest.param("domino-site", AWAY, "+9", {""}, id="away from the bridge, a plain tile anywhere"),
        pytest.param("domino-site", AWAY, "+49 bridge", {"", "beside"}, id="another bridge may lie at the third side"),
        pytest.param("wooden", AWAY, "+9", {"beside"}, id="two sides are enough elsewhere"),
    ],
)
def test_r15_where_a_cell_is_unknown_what_is_known_is_checked(
    edition: str, ring: str, loose: str, claims: set[str]
) -> None:
    round_ = on_table(ring, edition)
    points, _, word = loose.partition(" ")
    seat = "AB"[round_.turn or 0]
    insisted = " bridge anyway" if word else ""  # the rules see no bridge, so the table must insist
    round_.apply(placement(f"{seat} 2-3-4 {points}{insisted}"))
    assert not round_.located
    seat = "AB"[round_.turn or 0]
    place = FILLS_AT_BRIDGE if ring == BESIDE_READY else FILLS_AWAY
    for claim, score in (("", "+7"), ("beside", "+47 beside"), ("bridge", "+47 bridge")):
        event = placement(f"{seat} {place} {score}")
        if claim in claims:
            round_.copy().apply(event)
        else:
            with pytest.raises(Mismatch):
                round_.copy().apply(event)


def test_r15_where_no_tile_was_placed_as_a_bridge_none_lies_beside_one() -> None:
    plain = ("4-5-5 +14", "3-5-5 +13", "2-5-5 +12", "1-5-5 +11", "0-5-5 +10", "4-4-5 +13", "3-4-5 +12")
    eight = ["A 5-5-5 +25", *(f"{'BA'[turn % 2]} {placed}" for turn, placed in enumerate(plain))]
    for edition in ("domino-site", "wooden"):
        error = refusal(
            record(*eight, "A 2-4-5 +11", "B 1-4-5 +10", "A 0-4-5 +9", "B 4-4-4 +52 beside", edition=edition)
        )
        assert (error.line, "this round has none" in error.found) == (17, True)
        bridge = ("A 2-4-5 +51 bridge", "B 1-4-5 +10", "A 0-4-5 +9")
        checked(record(*eight, *bridge, "B 4-4-4 +52 beside", edition=edition))
        checked(record(*eight, "A =11 +51 bridge", *bridge[1:], "B =12 +52 beside", edition=edition))


# R21 No bonus for two sides.


@pytest.mark.parametrize("edition", ["goliath", *(f"{name} beside=none" for name in RULEBOOKS if name != "goliath")])
@pytest.mark.parametrize(("ring", "place"), [(BESIDE_READY, FILLS_AT_BRIDGE), (AWAY, FILLS_AWAY)])
def test_r21_two_sides_score_the_sum_wherever_they_are(edition: str, ring: str, place: str) -> None:
    event = placed_at(ring, place, edition)
    assert (event.points, event.bonus) == (7, None)
    with pytest.raises(Mismatch):
        on_table(ring, edition).apply(replace(event, points=47, bonus=Bonus.BESIDE))


def test_r21_a_bridge_and_a_hexagon_earn_their_bonus() -> None:
    assert_scores(BRIDGE_READY, "0,0^414", 49, "bridge", "goliath")
    assert_scores(HEXAGON_AND_THREE_SIDES, "0,0^313", 57, "hexagon", "goliath")


def test_r21_a_score_sheet_says_why_two_sides_earn_nothing() -> None:
    answer = explain(on_table(BESIDE_READY, "goliath"), Place.parse(FILLS_AT_BRIDGE))
    assert answer.sentences()[1] == "it matched 2 sides without closing a hexagon, which earns no bonus here"
    assert {"R2", "R21"} == {ruling.id for ruling, _ in answer.rulings()}


# R23 Points by tiles.


def test_r23_every_tile_counts_one_on_the_table_and_in_hands() -> None:
    game = dealt("wooden scoring=tiles", "5-5-5 3-5-5", "4-5-5 4-4-5")
    for move in ("0,0^555", "0,0v554", "-1,0v535"):
        game.play(move)
    assert [str(event) for event in game.events[-5:-1]] == [
        "A 0,0^555 +11",
        "B 0,0v554 +1",
        "A -1,0v535 +1",
        "out A +26",
    ]
    checked(game.record())
    assert "+1" in refusal(game.record().replace("0,0v554 +1", "0,0v554 +14")).expected


def test_r23_the_bonuses_are_those_of_the_edition() -> None:
    for ring, place, points, bonus in (
        (BRIDGE_READY, "0,0^414", 41, "bridge"),
        (BESIDE_READY, FILLS_AT_BRIDGE, 41, "beside"),
        (THREE_HEXAGONS, "0,0^345", 51, "hexagon3"),
    ):
        assert_scores(ring, place, points, bonus, "wooden scoring=tiles")


def test_r23_the_numbers_still_decide_who_starts() -> None:
    assert_starts("2-5-5", 1, "3-4-5 0-0-1", "2-5-5 0-0-2", edition="wooden scoring=tiles")
    assert_starts("0-0-0", 41, "0-0-0 0-0-1", "4-5-5 4-4-5", edition="wooden scoring=tiles")


@pytest.mark.parametrize(("scoring", "end"), [("numbers", "blocked A +2"), ("tiles", "blocked draw +0")])
@pytest.mark.parametrize("measure", ["points", "tiles"])
def test_r23_a_hand_s_points_are_its_number_of_tiles(scoring: str, end: str, measure: str) -> None:
    """A is left with 0-0-1 and 0-0-3, B with 0-0-2 and 0-0-4."""
    game = blocked_round(
        f"wooden blocked={measure} scoring={scoring}",
        "5-5-5 0-0-1",
        "4-5-5 0-0-2",
        well="0-0-3 0-0-4",
        moves="0,0^555 0,0v554",
    )
    assert end_of(game) == end


def test_r23_a_score_sheet_says_what_a_tile_counts() -> None:
    plain = explain(on_table("0,0^444", "wooden scoring=tiles"), Place.parse("0,0v443"))
    assert plain.sentences()[-1] == "it scores 1, as every tile counts one point"
    bridge = explain(on_table(BRIDGE_READY, "wooden scoring=tiles"), Place.parse("0,0^414"))
    assert bridge.sentences()[-1] == "it scores 1 + 40 = 41"
    assert "R23" in {ruling.id for ruling, _ in bridge.rulings()}
