"""The oracle: what it accepts, what it refuses, and that the alterations and positions cover every kind."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.oracle.alter import CHILDREN, FAMILY, KINDS, alterations, samples
from tests.oracle.oracle import (
    EDITIONS,
    STYLES,
    TILES,
    InvalidRecord,
    Rules,
    Table,
    Tile,
    blocked_winner,
    check,
    game_winner,
    is_finished,
    lot,
    physical,
    play,
    read_placement,
    read_rules,
    rotations,
    start_order,
    tile_of,
    view,
    without_cells,
)
from tests.oracle.positions import POSITIONS, Position

ROOT = Path(__file__).parents[2]
GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.tri"))
TABLES = [(name, players) for name, rules in EDITIONS.items() for players in range(2, rules.players[1] + 1)]
HOUSE_EDITIONS = [
    "wooden target=150 hexagons=10/20/30 bridge=0 start_bonus=0 zero_start=0",
    "pressman-classic target=150 draw_penalty=0 pass_penalty=0 out_bonus=0 clock=60",
    "pressman-deluxe target=100 draw_limit=1 blocked=points won_by=highest clock=30",
    "domino-site target=100 draw_limit=2 draw_optional=yes show_triple=no",
    "spanish target=150 draw_limit=none draw_optional=no blocked=tiles won_by=round",
    "spanish target=150 draw_limit=none clock=20 show_triple=yes",
    "wooden target=100 players=2-8 deal=5/5/5/5/5/5/5",
    "pressman-classic target=60 players=2-4 deal=28/18/14",
    "spanish target=40 deal=1/1/1",
    "spanish target=100 pass_after_draw=yes beside=bridge clock=60",
    "spanish target=100 zero_option=no blocked_when=passes blocked_own=no",
    "domino-site target=100 zero_option=yes beside=sides",
    "wooden target=60 draw_limit=1 pass_after_draw=yes beside=bridge blocked_when=passes blocked_own=no",
    "goliath target=60 clock=30",
    "goliath target=60 start=triple show_triple=yes empty_well_free=no beside=sides",
    "goliath target=100 start_bonus=10 zero_start=30 deal=20/14/12 pass_after_draw=yes",
    "goliath rounds=2 scoring=tiles target=1 won_by=round blocked_when=passes",
    "pressman-deluxe rounds=1 start=choice clock=60 empty_well_free=yes beside=none deal=20/14/12",
    "domino-site target=60 draw_limit=2 empty_well_free=yes deal=20/14/12/9/8",
    "spanish rounds=2 clock=60 start=choice blocked=tiles scoring=numbers",
]


def game(edition: str, players: int, style: str, seed: int = 0) -> str:
    return play(edition, players, Random(f"{edition} {players} {style} {seed}"), style)


# What is accepted.


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_record_is_accepted(path: Path) -> None:
    check(path.read_text(encoding="utf-8"))


def test_the_golden_records_are_finished_games() -> None:
    assert all(is_finished(path.read_text(encoding="utf-8")) for path in GOLDEN)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_game_of_every_edition_and_table_is_finished_and_accepted(edition: str, players: int, style: str) -> None:
    text = game(edition, players, style)
    assert is_finished(text)
    check(text)


@pytest.mark.parametrize("edition", [*HOUSE_EDITIONS, FAMILY, CHILDREN])
def test_a_game_by_house_rules_is_accepted(edition: str) -> None:
    highest = min(read_rules(edition.split(" ")).players[1], 8)
    for players in {2, 3, highest}:
        for style in STYLES:
            check(game(edition, players, style))


def test_a_record_may_stop_after_any_line() -> None:
    lines = samples()[0].splitlines()
    for length in range(1, len(lines) + 1):
        check("\n".join(lines[:length]) + "\n")
        check("\n".join(lines[:length]))


def test_lines_may_end_in_carriage_returns_and_have_comments_and_blanks_between() -> None:
    text = samples()[0]
    check(text.replace("\n", "\r\n"))
    check(text.replace("\n", "\n# a comment,  with  spaces \n\n"))


@pytest.mark.parametrize("text", samples(), ids=lambda text: text.splitlines()[1])
def test_a_view_of_a_valid_record_is_valid(text: str) -> None:
    check(view(text, "A"))
    check(view(text, "B"))
    check(view(text, "Z"))


@pytest.mark.parametrize("left", ["tiles", "sum", "count", "mixed", "none"])
def test_a_valid_record_of_a_physical_game_is_valid(left: str) -> None:
    for text in samples()[:5]:
        bare = physical(text, Random(1), left)
        check(bare)
        check(without_cells(bare, Random(1), 0.1))


def test_a_valid_record_without_some_cells_is_valid() -> None:
    for text in samples():
        for chance in (0.05, 0.5, 1.0):
            check(without_cells(text, Random(2), chance))


def test_a_start_on_any_cell_is_accepted() -> None:
    text = "tricorn 1\nedition wooden\nplayer A a\nplayer B b\nround 1\nA -17,900v555 +25\n"
    check(text)
    check(text.replace("-17,900v555", "5-5-5"))


def test_a_penalty_of_zero_may_have_either_sign() -> None:
    text = game("pressman-classic target=20 draw_penalty=0 pass_penalty=0", 2, "random")
    assert " -0" in text
    check(text)
    check(text.replace(" -0\n", " +0\n"))


# What is refused.


def test_every_kind_of_alteration_occurs_in_the_samples() -> None:
    found: set[str] = set()
    for text in samples():
        for alteration in alterations(text, Random(1), per_kind=1, kinds=KINDS.keys() - found):
            assert alteration.line <= alteration.text.count("\n")
            found.add(alteration.name)
    assert found == set(KINDS)
    assert len(KINDS) >= 100


def test_every_alteration_is_refused_in_the_line_it_names() -> None:
    for alteration in alterations(samples()[2], Random(2), per_kind=1):
        with pytest.raises(InvalidRecord) as caught:
            check(alteration.text)
        assert caught.value.line == alteration.line


def test_an_alteration_is_seen_no_earlier_than_the_first_line_that_differs() -> None:
    """Timeouts and the header can make a later line wrong, never an earlier one."""
    text = samples()[0]
    lines = text.splitlines()
    for alteration in alterations(text, Random(3), per_kind=1):
        altered = alteration.text.splitlines()
        pairs = zip(lines, altered, strict=False)
        first = next((n for n, (old, new) in enumerate(pairs, 1) if old != new), len(lines) + 1)
        assert alteration.line >= min(first, len(altered)), alteration.name


HEAD = "tricorn 1\nedition {}\nplayer A a\nplayer B b\nround 1\n"
OPEN = HEAD.format("wooden deal=2") + "A 0,0^555 +25\n"
SHORT = OPEN + "B draw ?-?-? -5\nB 0,0v554 +14\nA -1,0v535 +13\n"  # A is out, B holds two tiles


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("", 1, id="nothing at all"),
        pytest.param("tricorn 1\nedition wooden\nplayer A a\nround 1\n", 4, id="one player"),
        pytest.param(OPEN + "B draw ?-?-? -5\nB draw ?-?-? -5\nB 0,0^555 +15\n", 9, id="placed twice"),
        pytest.param(OPEN + "B 5-5-5 +15\n", 7, id="placed twice, the cell unknown"),
        pytest.param(OPEN + "B draw 4-5-5 -5\nB draw 0-0-1 -5\n", 8, id="drawn tile not placed"),
        pytest.param(OPEN + "B draw 4-5-5 -5\nB 0,0v553 +13\n", 8, id="another than the drawn tile placed"),
        pytest.param(OPEN + "B draw 0-0-1 -5\nB draw 0-0-1 -5\n", 8, id="drawn twice"),
        pytest.param(OPEN + "B draw 5-5-5 -5\n", 7, id="the first tile drawn"),
        pytest.param(
            OPEN + "B draw 4-5-5 -5\nB 0,0v554 +14\nA -1,0v535 +13\nleft B 3-5-5 0-0-1\n",
            10,
            id="left placed",
        ),
        pytest.param(
            OPEN + "B draw 4-5-5 -5\nB 0,0v554 +14\nA -1,0v535 +13\nleft B 2-5-5 0-0-1\n",
            10,
            id="left a tile that could have been placed instead of drawing",
        ),
        pytest.param(OPEN + "B pass -10\n", 7, id="a pass with tiles in an unknown well"),
        pytest.param(OPEN + "B 0,0v554 +54 bridge\n", 7, id="no bridge"),
        pytest.param(OPEN + "B 4-5-5 +54 bridge\n", 7, id="no bridge, the cell unknown"),
        pytest.param(OPEN + "B 1-2-3 +6\n", 7, id="fits nowhere, the cell unknown"),
        pytest.param(OPEN + "B 4-5-5 +15\n", 7, id="points do not match, the cell unknown"),
        pytest.param(SHORT + "A pass -10\n", 10, id="a move after going out"),
        pytest.param(SHORT + "blocked A +10\n", 10, id="out, not blocked"),
        pytest.param(SHORT + "left B 0-0-1\n", 10, id="too few tiles left"),
        pytest.param(SHORT + "left B 1 =1\n", 10, id="too few tiles counted"),
        pytest.param(SHORT + "left B =40\n", 10, id="more left than two tiles can have"),
        pytest.param(SHORT + "left A 0-0-1\n", 10, id="something left to the one who went out"),
        pytest.param(SHORT + "left B ?-?-? 0-0-1\n", 10, id="unknown tiles left"),
        pytest.param(SHORT + "left B =9\nleft B =9\n", 11, id="left twice"),
        pytest.param(SHORT + "left B =9\nout A +35\n", 11, id="out points against the sum left"),
        pytest.param(SHORT + "out A +24\n", 10, id="less for going out than the bonus"),
        pytest.param(SHORT + "left B 2 =9\nout A +34\nscore A 72 B 10\n", 12, id="a score that does not add up"),
        pytest.param(HEAD.format("wooden") + "A 0,0^000 +40 shows 0-0-0\n", 6, id="0-0-0 shown"),
        pytest.param(HEAD.format("wooden") + "A 0,0^000 +40 shows 1-2-3\n", 6, id="no triple shown"),
        pytest.param(HEAD.format("wooden") + "A 0,0^222 +16 shows 1-1-1\n", 6, id="shown with another start"),
        pytest.param(
            HEAD.format("wooden") + "A 0,0^000 +40 shows 2-2-2\nB draw 3-3-3 -5\nB 0,0v001 +1\n",
            8,
            id="placed another than the last tile drawn after a triple was shown",
        ),
        pytest.param(OPEN + "B draw 0-0-1 -5 timeout\n", 7, id="a timeout without a clock"),
        pytest.param(
            HEAD.format("wooden clock=30")
            + "deal A 4-4-5 5-5-5 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2\n"
            + "deal B 3-5-5 4-5-5 0-1-3 0-1-4 0-1-5 0-2-2 0-2-3 0-2-4 0-2-5\n"
            + "A 0,0^555 +25\nB 0,0v554 +14 timeout\n",
            9,
            id="a timeout that scores more than it could",
        ),
        pytest.param(
            HEAD.format("goliath clock=30")
            + "deal A 4-4-5 5-5-5 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2\n"
            + "A 0,0^445 +13 timeout\n",
            7,
            id="a timeout that starts with more than it could",
        ),
        pytest.param(
            HEAD.format("wooden clock=30") + "A 0,0^000 +40 shows 5-5-5 timeout\n",
            6,
            id="a timeout that starts with 0-0-0 for more than the triple",
        ),
        pytest.param(
            HEAD.format("spanish clock=30")
            + "deal A 0-0-0 3-3-3 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2\n"
            + "A 0,0^000 +40 timeout\n",
            7,
            id="a timeout that starts with 0-0-0 for more than the triple, nothing to show",
        ),
        pytest.param(
            HEAD.format("wooden clock=30 zero_start=0")
            + "deal A 0-0-0 3-3-3 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2\n"
            + "A 0,0^333 +19 timeout\n",
            7,
            id="a timeout that starts with the triple for more than 0-0-0",
        ),
        pytest.param(
            HEAD.format("wooden")
            + "deal A 0-0-0 3-3-3 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2\n"
            + "A 0,0^000 +40\n",
            7,
            id="a triple not shown",
        ),
        pytest.param(
            HEAD.format("spanish")
            + "deal A 0-0-0 3-3-3 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 0-1-2\n"
            + "deal B 4-4-4 4-5-5 0-1-3 0-1-4 0-1-5 0-2-2 0-2-3 0-2-4 0-2-5\n"
            + "A 0,0^000 +40\n",
            8,
            id="0-0-0 although another holds the highest triple, nothing to show",
        ),
        pytest.param(
            HEAD.format("wooden") + "A 0,0^345 +12\nB 1,-1^333 +9\n",
            7,
            id="a triple dealt, and yet 3-4-5 started",
        ),
    ],
)
def test_a_wrong_record_with_unknown_tiles_is_refused_in_the_line(text: str, line: int) -> None:
    check("\n".join(text.split("\n")[: line - 1]) or "tricorn 1")
    with pytest.raises(InvalidRecord) as caught:
        check(text)
    assert caught.value.line == line


LOT = HEAD.format("goliath")
BRIEF = HEAD.format("goliath deal=1") + "starts B\nB 0,0^345 +12\n"  # B is out, A holds one tile


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param(HEAD.format("spanish") + "starts A\n", 6, id="starts where no lot decides"),
        pytest.param(HEAD.format("goliath start=triple") + "starts A\n", 6, id="starts by a house rule"),
        pytest.param(LOT + "starts A\nstarts A\n", 7, id="starts twice"),
        pytest.param(LOT + "starts A\nA 0,0^345 +12\nstarts A\n", 8, id="starts after the first tile"),
        pytest.param(LOT + "starts C\n", 6, id="starts of a seat that is not in the game"),
        pytest.param(LOT + "starts AB\n", 6, id="starts of two seats in a word"),
        pytest.param(LOT + "starts A B\n", 6, id="starts of two seats"),
        pytest.param(LOT + "starts\n", 6, id="starts of nobody"),
        pytest.param(LOT + "starts A timeout\n", 6, id="starts with a timeout"),
        pytest.param(LOT + "starts A anyway\n", 6, id="starts anyway"),
        pytest.param(LOT.replace("round 1\n", "starts A\n"), 5, id="starts in the header"),
        pytest.param(
            LOT + "starts A\ndeal A" + " ?-?-?" * 9 + "\n",
            7,
            id="a deal after starts",
        ),
        pytest.param(LOT + "starts A\nwell" + " ?-?-?" * 38 + "\n", 7, id="a well after starts"),
        pytest.param(LOT + "starts A\nB 0,0^345 +12\n", 7, id="another seat than the lot says"),
        pytest.param(LOT + "starts A\nA draw ?-?-? -5\n", 7, id="a draw instead of a start"),
        pytest.param(LOT + "starts A\nA pass +0\n", 7, id="a pass instead of a start"),
        pytest.param(LOT + "A 0,0^444 +22\n", 6, id="a bonus for a chosen triple"),
        pytest.param(LOT + "A 0,0^000 +40\n", 6, id="a bonus for a chosen 0-0-0"),
        pytest.param(LOT + "A 0,0^000 +0 shows 5-5-5\n", 6, id="a triple shown though any tile may start"),
        pytest.param(HEAD.format("goliath scoring=tiles") + "A 0,0^345 +12\n", 6, id="numbers where tiles count"),
        pytest.param(HEAD.format("wooden scoring=tiles") + "A 0,0^444 +22\n", 6, id="numbers for a triple"),
        pytest.param(HEAD.format("goliath") + "A 0,0^345 +1\n", 6, id="tiles where numbers count"),
        pytest.param("tricorn 1\nedition wooden rounds=0\n", 2, id="no rounds"),
        pytest.param(BRIEF + "left A 1 =7\nout B +33\n", 9, id="out points against the sum left after a lot"),
        pytest.param(
            BRIEF.replace("deal=1", "deal=1 scoring=tiles").replace("+12", "+1") + "out B +27\n", 8, id="out by tiles"
        ),
    ],
)
def test_a_record_against_the_rules_of_start_and_scoring_is_refused_in_the_line(text: str, line: int) -> None:
    check("\n".join(text.split("\n")[: line - 1]))
    with pytest.raises(InvalidRecord) as caught:
        check(text)
    assert caught.value.line == line


def test_a_lot_may_be_left_out_and_any_tile_may_start() -> None:
    check(LOT + "starts B\nB 0,0^012 +3\n")
    check(LOT + "B 0,0^012 +3\n")
    check(LOT + "A 0,0^000 +0\n")
    check(HEAD.format("goliath start_bonus=10 zero_start=30") + "A 0,0^000 +40\n")
    check(HEAD.format("wooden scoring=tiles") + "A 0,0^000 +41\n")


def test_a_tile_that_fitted_when_its_seat_drew_is_refused_later() -> None:
    """5-5-5 starts; B draws, so B held nothing with two fives then, and cannot place it later."""
    valid = HEAD.format("pressman-classic") + "A 0,0^555 +25\nB draw ?-?-? -5\nB draw ?-?-? -5\nB 0,0v554 +14\n"
    check(valid + "A -1,0v535 +13\nB 0,1^145 +10\n")
    with pytest.raises(InvalidRecord) as caught:
        check(valid + "A -1,0v535 +13\nB 0,-1v255 +12\n")
    assert caught.value.line == 11


# Positions.


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)
def test_the_position_has_the_expected_result(position: Position) -> None:
    rules = read_rules(position.edition.split(" "))
    table = Table()
    for word in position.before.split():
        cell, digits = read_placement(word)
        assert table.reasons(cell, digits) == ()
        table.put(cell, digits, "" if table.empty() else table.shape(cell, rules.beside))
    cell, digits = read_placement(position.then)
    assert table.reasons(cell, digits) == position.refused
    if position.refused:
        assert position.points is None
    elif table.empty():
        assert (rules.start_worth(tile_of(digits)), "") == (position.points, position.bonus)
    else:
        word = table.shape(cell, rules.beside)
        assert (rules.worth(tile_of(digits), word), word) == (position.points, position.bonus)


def test_the_positions_cover_every_bonus_and_every_refusal() -> None:
    assert {position.bonus for position in POSITIONS} == {
        "",
        "bridge",
        "beside",
        "hexagon",
        "hexagon2",
        "hexagon3",
    }
    first = {position.refused[0] for position in POSITIONS if position.refused}
    assert first == {"mirrored", "twice", "occupied", "side", "corner"}
    assert len({position.name for position in POSITIONS}) == len(POSITIONS) >= 90


def test_the_lot_of_the_documented_example_is_as_documented() -> None:
    numbers = {"A": "1b" * 32, "C": "c8" * 32}
    for number, seats in ((5, "BBD"), (7, "ABC")):
        assert "".join("ABCD"[lot("4f" * 32, number, numbers, players)] for players in (2, 3, 4)) == seats


# Tiles and rules.


def test_there_are_56_tiles_6_of_them_triples() -> None:
    assert len(set(TILES)) == 56
    assert sum(tile[0] == tile[2] for tile in TILES) == 6


@pytest.mark.parametrize(("tile", "count"), [((5, 5, 5), 5), ((1, 1, 4), 10), ((1, 2, 3), 9)])
def test_this_many_others_fit_a_lone_tile(tile: Tile, count: int) -> None:
    for digits in rotations(tile):
        for way in "^v":
            table = Table()
            table.put((0, 0, way), digits)
            assert len(table.placements()) == count


def test_the_start_goes_by_sum_then_largest_then_middle_number() -> None:
    assert start_order((2, 5, 5)) > start_order((3, 4, 5)) > start_order((1, 5, 5)) > start_order((3, 3, 5))
    assert len({start_order(tile) for tile in TILES}) == 56


@pytest.mark.parametrize(
    ("edition", "scores", "round_winner", "winner"),
    [
        ("wooden", {"A": 399, "B": 10}, "A", None),
        ("wooden", {"A": 400, "B": 10}, "B", "A"),
        ("wooden", {"A": 450, "B": 400}, "B", "B"),
        ("spanish", {"A": 450, "B": 400}, "B", "A"),
        ("wooden", {"A": 450, "B": 400, "C": 7}, "C", "A"),
        ("wooden", {"A": 450, "B": 400}, None, "A"),
        ("wooden", {"A": 450, "B": 450}, None, None),
        ("wooden", {"A": 450, "B": 450}, "B", "B"),
        ("wooden", {"A": 450, "B": 450, "C": 7}, "C", None),
        ("spanish", {"A": 450, "B": 450}, "B", None),
        ("spanish", {"A": 450, "B": 450, "C": 460}, "B", "C"),
    ],
)
def test_the_game_is_won_as_the_edition_says(
    edition: str, scores: dict[str, int], round_winner: str | None, winner: str | None
) -> None:
    assert game_winner(EDITIONS[edition], scores, round_winner, rounds=1) == winner


@pytest.mark.parametrize(
    ("rounds", "scores", "winner"),
    [
        (2, {"A": 500, "B": 10}, None),
        (3, {"A": 39, "B": 40}, "B"),
        (3, {"A": -39, "B": -40}, "A"),
        (3, {"A": 40, "B": 40, "C": 10}, None),
        (4, {"A": 40, "B": 40, "C": 70}, "C"),
        (4, {"A": 450, "B": 450}, None),
    ],
)
def test_after_the_agreed_rounds_the_highest_score_wins_if_it_is_not_shared(
    rounds: int, scores: dict[str, int], winner: str | None
) -> None:
    rules = read_rules(["wooden", "rounds=3"])
    assert game_winner(rules, scores, "A", rounds) == winner


@pytest.mark.parametrize(
    ("measure", "hands", "winner"),
    [
        ("tiles", {"A": {(5, 5, 5)}, "B": {(0, 0, 1), (0, 0, 2)}}, "A"),
        ("points", {"A": {(5, 5, 5)}, "B": {(0, 0, 1), (0, 0, 2)}}, "B"),
        ("tiles", {"A": {(1, 1, 1)}, "B": {(0, 1, 1)}}, "B"),
        ("points", {"A": {(1, 1, 1)}, "B": {(0, 0, 1), (0, 0, 2)}}, "A"),
        ("tiles", {"A": {(0, 1, 2)}, "B": {(0, 0, 3)}}, None),
        ("points", {"A": {(0, 1, 2)}, "B": {(0, 0, 3)}, "C": {(5, 5, 5)}}, None),
        ("points", {"A": {(0, 1, 2)}, "B": {(0, 0, 3)}, "C": {(0, 0, 1)}}, "C"),
    ],
)
def test_a_blocked_round_is_won_by_the_measure_and_then_by_the_other(
    measure: str, hands: dict[str, set[Tile]], winner: str | None
) -> None:
    rules = Rules("house", players=(2, 4), blocked=measure)
    assert blocked_winner(rules, hands) == winner


@pytest.mark.parametrize("measure", ["tiles", "points"])
def test_a_blocked_round_scored_by_tiles_is_won_by_the_fewest_and_drawn_if_they_are_shared(measure: str) -> None:
    rules = Rules("house", players=(2, 4), blocked=measure, scoring="tiles")
    assert blocked_winner(rules, {"A": {(5, 5, 5)}, "B": {(0, 0, 1), (0, 0, 2)}}) == "A"
    assert blocked_winner(rules, {"A": {(5, 5, 5)}, "B": {(0, 0, 1)}}) is None


@pytest.mark.parametrize(
    ("edition", "draws", "well", "free"),
    [
        ("spanish", 0, 0, False),
        ("goliath", 0, 0, True),
        ("goliath", 2, 0, True),
        ("goliath", 3, 0, False),
        ("goliath", 3, 7, False),
        ("goliath pass_after_draw=yes", 1, 7, True),
        ("goliath pass_after_draw=yes", 3, 0, False),
        ("wooden empty_well_free=yes", 12, 0, True),
        ("wooden empty_well_free=yes draw_limit=2", 2, 0, False),
    ],
)
def test_a_pass_is_free_where_the_well_is_empty_but_not_at_the_limit(
    edition: str, draws: int, well: int, free: bool
) -> None:
    assert read_rules(edition.split(" ")).passes_free(draws, well) == free
