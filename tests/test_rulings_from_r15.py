"""Rulings R15 to R18: what each allows and forbids, in the editions and under the house rules that differ."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.helpers import RULEBOOKS, checked, dealt, on_table, record, refusal

from tricorn.bonus import Bonus
from tricorn.challenge import explain, explain_line
from tricorn.editions import EDITIONS
from tricorn.errors import IllegalMove, Mismatch
from tricorn.game import Game
from tricorn.moves import DRAW, PASS, Place
from tricorn.record import Passed, Placed, parse_event
from tricorn.round import Round
from tricorn.sheet import Sheet
from tricorn.tiles import TILES

EVERY_EDITION = pytest.mark.parametrize("edition", RULEBOOKS)

# Rings of tiles with a gap at 0,0^ between two of them, which 1-1-5 fills. In the first, one of the two, 1-2-5, was
# placed as a bridge. In the second, the bridge is not next to the gap.
AT_BRIDGE = "-1,0v551 -1,0^554 -1,-1v045 -1,-1^401 -1,-2v010 0,-2^040 0,-2v402 1,-2^224 1,-2v221 1,-1^112 0,-1v251"
AWAY = "-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"
FILLS_AT_BRIDGE, FILLS_AWAY = "0,0^115", "0,0^151"  # 1-1-5 both times
STRICT = ["domino-site", *(f"{name} beside=bridge" for name in RULEBOOKS if name != "domino-site")]
GENEROUS = [*(name for name in RULEBOOKS if name != "domino-site"), "domino-site beside=sides"]


# R15 Two sides without a hexagon.


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
    at, away = on_table(AT_BRIDGE, "domino-site"), on_table(AWAY, "domino-site")
    assert [str(placed.place) for placed in at.placements if placed.bonus == "bridge"] == ["0,-1v251"]
    assert [str(placed.place) for placed in away.placements if placed.bonus == "bridge"] == ["0,-1^150"]
    assert at.board.is_bridging(Place.parse("0,-1v251").cell)
    assert not any(away.board.is_bridging(cell) for cell in Place.parse(FILLS_AWAY).cell.neighbours)


@EVERY_EDITION
def test_r15_matching_a_bridging_tile_and_another_earns_the_bonus_in_every_edition(edition: str) -> None:
    event = placed_at(AT_BRIDGE, FILLS_AT_BRIDGE, edition)
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
    round_ = on_table(AT_BRIDGE, edition)
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
        seat = "AB"[round_.seat or 0]
        round_.apply(placement(f"{seat} {last} +{total + extra} {word} anyway"))
        option = round_.option_at(Place.parse(FILLS_AWAY))
        assert (option.points, option.bonus) == (points, bonus)


@pytest.mark.parametrize(("ring", "place", "bonus"), [(AT_BRIDGE, FILLS_AT_BRIDGE, " beside"), (AWAY, FILLS_AWAY, "")])
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

    first, *rest = AT_BRIDGE.split()
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
        pytest.param("domino-site", AT_BRIDGE, "+9", {"beside"}, id="beside a known bridge"),
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
    seat = "AB"[round_.seat or 0]
    insisted = " bridge anyway" if word else ""  # the rules see no bridge, so the table must insist
    round_.apply(placement(f"{seat} 2-3-4 {points}{insisted}"))
    assert not round_.located
    seat = "AB"[round_.seat or 0]
    place = FILLS_AT_BRIDGE if ring == AT_BRIDGE else FILLS_AWAY
    for claim, score in (("", "+7"), ("beside", "+47 beside"), ("bridge", "+47 bridge")):
        event = placement(f"{seat} {place} {score}")
        if claim in claims:
            round_.copy().apply(event)
        else:
            with pytest.raises(Mismatch):
                round_.copy().apply(event)


def test_r15_where_no_tile_was_placed_as_a_bridge_none_lies_beside_one() -> None:
    lines = ["A 5-5-5 +25", "B 4-5-5 +14"]
    error = refusal(record(*lines, "A 3-5-5 +53 beside", edition="domino-site"))
    assert (error.line, "no tile was placed as a bridge (R15)" in error.expected) == (8, True)
    assert refusal(record(*lines, "A =13 +53 beside", edition="domino-site")).line == 8
    checked(record(*lines, "A 3-5-5 +53 beside", edition="wooden"))
    checked(record(*lines, "A 3-5-5 +53 bridge", "B 2-5-5 +52 beside", edition="domino-site"))
    checked(record(*lines, "A =13 +53 bridge", "B 2-5-5 +52 beside", edition="domino-site"))


# R16 The choice of 0-0-0.

ZERO_AND_TOP = ("0-0-0 5-5-5 0-0-1", "4-4-4 4-5-5 0-0-2")


@pytest.mark.parametrize(
    "edition", [*(name for name in RULEBOOKS if name != "domino-site"), "domino-site zero_option=yes"]
)
def test_r16_the_holder_of_the_highest_triple_may_start_with_0_0_0(edition: str) -> None:
    game = dealt(edition, *ZERO_AND_TOP)
    assert {str(move) for move in game.legal_moves()} == {"0,0^000", "0,0^555"}
    shows = " shows 5-5-5" if game.edition.show_triple else ""
    assert str(game.play("0,0^000")[0]) == f"A 0,0^000 +40{shows}"
    checked(game.record())


@pytest.mark.parametrize("edition", ["domino-site", *(f"{name} zero_option=no" for name in RULEBOOKS[:4])])
def test_r16_without_that_choice_the_highest_triple_starts(edition: str) -> None:
    game = dealt(edition, *ZERO_AND_TOP)
    text = game.record()
    assert [str(move) for move in game.legal_moves()] == ["0,0^555"]
    with pytest.raises(IllegalMove, match="A must start with 5-5-5, not with 0-0-0"):
        game.play("0,0^000")
    for line in ("A 0,0^000 +40", "A 0,0^000 +40 shows 5-5-5"):
        assert refusal(f"{text}{line}\n").line == len(text.splitlines()) + 1
    game.play("0,0^555")
    checked(game.record())


@EVERY_EDITION
def test_r16_0_0_0_scores_40_where_it_is_the_highest_triple_dealt(edition: str) -> None:
    game = dealt(edition, "0-0-0 0-0-1", "4-5-5 4-4-5")
    assert [str(move) for move in game.legal_moves()] == ["0,0^000"]
    assert str(game.play("0,0^000")[0]) == "A 0,0^000 +40"


def test_r16_where_hands_are_unknown_no_triple_is_shown_in_domino_site() -> None:
    checked(record("A 0,0^000 +40", edition="domino-site"))
    assert refusal(record("A 0,0^000 +40 shows 5-5-5", edition="domino-site")).line == 6
    hand = "deal A 0-0-0 3-3-3 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2"
    assert refusal(record(hand, "A 0,0^000 +40", edition="domino-site")).line == 7
    hidden = record(hand, "A 0,0^000 +40", edition="spanish")
    checked(hidden)
    assert refusal(hidden.replace("edition spanish", "edition spanish zero_option=no")).line == 7


# R17 A turn that ends after a draw.

FREE = "spanish pass_after_draw=yes"


def free_turn(edition: str = FREE) -> Game:
    """B, who could place 4-5-5, is on turn."""
    game = dealt(edition, "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3 0-0-4 0-1-1 0-1-2")
    game.play("0,0^555")
    return game


@pytest.mark.parametrize("draws", [1, 2])
def test_r17_a_turn_may_end_after_a_draw_at_no_further_cost(draws: int) -> None:
    game = free_turn()
    assert PASS not in game.legal_moves()
    for _ in range(draws):
        game.play(DRAW)
    assert game.legal_moves()[-2:] == [PASS, DRAW]
    assert game.options()[-2].points == 0
    assert str(game.play(PASS)[0]) == "B pass +0"
    assert game.scores == (25, -5 * draws)
    assert game.seat == 0
    text = game.record()
    checked(text)
    assert "+0" in refusal(text.replace("B pass +0", "B pass -10")).expected
    assert refusal(text.replace(" pass_after_draw=yes", "")).line == len(text.splitlines())


def test_r17_the_last_draw_that_the_limit_allows_costs_the_pass() -> None:
    game = free_turn()
    for _ in range(3):
        game.play(DRAW)
    assert DRAW not in game.legal_moves()
    text = game.record()
    assert "-10" in refusal(f"{text}B pass +0\n").expected
    assert str(game.play(PASS)[0]) == "B pass -10"
    assert game.scores == (25, -25)


def test_r17_without_a_limit_every_draw_may_end_the_turn() -> None:
    game = free_turn(f"{FREE} draw_limit=none")
    for _ in range(4):
        game.play(DRAW)
    assert str(game.play(PASS)[0]) == "B pass +0"
    assert game.scores == (25, -20)


def test_r17_a_pass_without_a_draw_is_not_free() -> None:
    game = free_turn()
    text = game.record()
    assert refusal(f"{text}B pass +0\n").line == len(text.splitlines()) + 1
    with pytest.raises(IllegalMove, match="must draw before passing"):
        game.play(PASS)


def test_r17_with_the_well_then_empty_such_a_pass_counts_towards_a_blocked_round() -> None:
    """Two tiles in the well. B draws both and passes for free; the others pass for 10, and the round is blocked."""
    game = Game(f"{FREE} deal=28/18/14", 3, dealt=False)
    game.deal(TILES)
    game.play(game.legal_moves()[0])
    for move in ("draw", "draw", "pass"):
        lines = game.play(move)
    assert str(lines[0]).endswith("pass +0")
    assert game.round is not None
    assert game.round.passes == 1
    game.play(PASS)
    game.play(PASS)
    assert game.round.ended == "blocked"
    assert [str(event)[2:] for event in game.events if isinstance(event, Passed)] == ["pass +0", "pass -10", "pass -10"]
    checked(game.record())


def test_r17_while_tiles_are_left_it_does_not() -> None:
    game = free_turn()
    assert game.round is not None
    for _ in range(4):
        game.play(DRAW)
        game.play(PASS)
    assert (game.round.passes, game.round.ended) == (0, None)
    text = game.record()
    assert refusal(f"{text}blocked A +20\n").line == len(text.splitlines()) + 1


@EVERY_EDITION
def test_r17_no_edition_allows_it_by_default(edition: str) -> None:
    assert not EDITIONS[edition].pass_after_draw


@pytest.mark.parametrize("edition", [name for name in RULEBOOKS if name != "spanish"])
def test_r17_has_no_effect_where_drawing_is_not_a_choice(edition: str) -> None:
    game = dealt(f"{edition} pass_after_draw=yes", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5")
    game.play("0,0^555")
    game.play(DRAW)
    assert game.legal_moves() == [DRAW]
    with pytest.raises(IllegalMove, match="must draw before passing"):
        game.play(PASS)


def test_r17_a_score_sheet_scores_such_a_pass_as_free() -> None:
    sheet = Sheet(FREE, entries=["A 5-5-5", "B draw", "B pass", "A draw", "A draw", "A draw", "A pass"])
    assert not sheet.problems
    assert sheet.scores == (25 - 25, -5)
    assert [line for line in sheet.record().splitlines() if "pass" in line][1:] == ["B pass +0", "A pass -10"]
    assert Sheet.from_record(sheet.record()).record() == sheet.record()


def test_r17_when_time_is_up_the_turn_ends_as_soon_as_it_may() -> None:
    """B's hand does not fit; by the usual rules the clock draws three, here one."""
    for rules, lines in (("", 4), (" pass_after_draw=yes", 2)):
        game = dealt(f"spanish clock=30{rules}", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 0-1-2")
        game.play("0,0^555")
        _, events = game.time_out()
        assert len(events) == lines
        assert isinstance(events[-1], Passed)
        checked(game.record())


# R18 The winner's own hand in a blocked round.

# Players draw at most one tile per turn, for free, and all passes count.
BLOCKED = "draw_limit=1 draw_penalty=0 pass_penalty=0 blocked_when=passes"


@pytest.mark.parametrize(
    ("edition", "with_own", "without"),
    [
        ("pressman-deluxe", "blocked A -17", "blocked A +5"),
        ("wooden", "blocked A -17", "blocked A +5"),
        ("pressman-classic", "blocked B +17", "blocked B +22"),
        ("spanish", "blocked B +17", "blocked B +22"),
        ("domino-site", "blocked B +17", "blocked B +22"),
    ],
)
def test_r18_the_winner_of_a_blocked_round_loses_their_own_hand_or_by_a_house_rule_does_not(
    edition: str, with_own: str, without: str
) -> None:
    """A has two tiles of 22 points left, B three of 5."""
    assert EDITIONS[edition].blocked_own
    for rule, end, wrong in ((" blocked_own=yes", with_own, without), (" blocked_own=no", without, with_own)):
        rules = f"{edition} {BLOCKED}{rule}"
        game = dealt(rules, "5-5-5 3-4-4", "0-0-1 0-0-2", well="0-1-1 2-4-5")
        for move in ("0,0^555", "draw", "pass", "draw", "pass"):
            game.play(move)
        text = game.record()
        assert end in text.splitlines()
        assert end in refusal(text.replace(f"\n{end}\n", f"\n{wrong}\n")).expected


def test_r18_where_a_hand_is_unknown_its_bounds_follow_the_reading() -> None:
    """B has 3 points and has won; A holds 3-4-4 and a tile that does not fit 5-5-5, so 11 to 24 points."""
    lines = ["deal A 5-5-5 3-4-4", "A 0,0^555 +25", "B draw ?-?-? -0", "B pass -0", "A draw ?-?-? -0", "A pass -0"]
    for rule, low, high in (("yes", 8, 21), ("no", 11, 24)):
        rules = f"pressman-classic deal=2/2/2/2/2 {BLOCKED} blocked_own={rule}"
        for points in (low - 1, low, high, high + 1):
            text = record(*lines, "left B =3", f"blocked B {points:+d}", edition=rules)
            if low <= points <= high:
                checked(text)
            else:
                assert f"points from {low:+d} to {high:+d}" in refusal(text).expected
