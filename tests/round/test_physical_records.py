"""Records of physical rounds, in which much is not known: valid ones are accepted, contradictions are found."""

from __future__ import annotations

import pytest
from tests.helpers import checked, on_table, record, refusal

from tricorn.editions import edition_named
from tricorn.errors import Mismatch, TricornError
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import Placed, parse_event
from tricorn.round import Round
from tricorn.tiles import TILES, Tile
from tricorn.wording import SEATS

# Two unknown tiles each; in ENDED, A goes out with the last line.
SMALL = "wooden deal=2/2/2"
OPENED = ("A 0,0^555 +25",)
ENDED = ("A 0,0^555 +25", "B draw ?-?-? -5", "B 0,0v554 +14", "A -1,0v535 +13")  # B holds two tiles

# Nobody can place, and each player draws one tile and passes: B holds three tiles, A two.
BLOCKED = ("A 0,0^555 +25", "B draw ?-?-? -0", "B pass -0", "A draw ?-?-? -0", "A pass -0")
CAN_BLOCK = "deal=2/2/2 draw_limit=1 draw_penalty=0 pass_penalty=0 blocked_when=passes"


def small(*lines: str) -> str:
    return record(*lines, edition=SMALL)


def blocked(edition: str, *lines: str) -> str:
    return record(*BLOCKED, *lines, edition=f"{edition} {CAN_BLOCK}")


# Valid physical records.


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([*ENDED, "left B 0-0-1 2-3-4", "out A +35"], id="no deals, tiles left"),
        pytest.param([*ENDED, "left B =10", "out A +35"], id="no deals, a sum left"),
        pytest.param([*ENDED, "left B 2 =10", "out A +35"], id="no deals, number and sum left"),
        pytest.param([*ENDED, "out A +35"], id="nothing recorded of what is left"),
        pytest.param(["deal A 5-5-5 3-5-5", *ENDED, "out A +35"], id="one deal"),
        pytest.param(["deal B ?-?-? 0-0-1", *ENDED, "left B 0-0-1 2-3-4", "out A +35"], id="a deal known in part"),
        pytest.param(["deal A ?-?-? ?-?-?", "deal B ?-?-? ?-?-?", *ENDED, "out A +35"], id="deals not known"),
        pytest.param(["well " + " ".join(["?-?-?"] * 52), *ENDED, "out A +35"], id="a well not known"),
        pytest.param(["well 4-5-5 " + " ".join(["?-?-?"] * 51), *ENDED, "out A +35"], id="a well known in part"),
        pytest.param(["A 5-5-5 +25", "B 4-5-5 +14", "A 3-5-5 +13", "left B =3", "out A +28"], id="no cells"),
        pytest.param([ENDED[0], "B 4-5-5 +14", "A -1,0v535 +13", "out A +28"], id="one cell not recorded"),
        pytest.param(["A 0,0^555 +25", "B 0,0v554 +14", "A 3-5-5 +13", "left B =3", "out A +28"], id="the last"),
        pytest.param(["A -7,12v555 +25", "B -7,12^554 +14"], id="another cell to begin with"),
        pytest.param(["A 0,0^000 +40 shows 4-4-4"], id="0-0-0, and a triple shown"),
        pytest.param(["A 0,0^000 +40"], id="0-0-0 as the only triple"),
        pytest.param(["B 0,0^245 +11", "A 0,0v424 +10"], id="the second seat begins"),
    ],
)
def test_a_physical_round_is_accepted_stopped_anywhere_and_written_back_to_the_byte(lines: list[str]) -> None:
    for length in range(len(lines) + 1):
        text = small(*lines[:length])
        assert checked(text).record() == text


@pytest.mark.parametrize(
    ("edition", "end", "sums"),
    [
        ("wooden", "blocked A +4", ("left A =3", "left B =7")),
        ("wooden", "blocked A -4", ("left A 2 =7", "left B 3 =3")),
        ("pressman-classic", "blocked B +4", ("left A =7", "left B =3")),
        ("pressman-classic", "blocked A +0", ("left A =7", "left B =7")),
        ("pressman-classic", "blocked B +2", ("left A 0-0-3 0-0-2", "left B =3")),
    ],
)
def test_a_blocked_physical_round_is_won_by_what_was_left(edition: str, end: str, sums: tuple[str, str]) -> None:
    checked(blocked(edition, *sums, end))
    winner, other = (end.split(" ")[1], "B" if "A" in end else "A")
    assert end in refusal(blocked(edition, *sums, end.replace(winner, other, 1))).expected
    assert end in refusal(blocked(edition, *sums, "blocked draw +0")).expected


def test_an_unknown_tile_drawn_is_known_once_it_is_placed() -> None:
    game = checked(small(*ENDED[:3]))
    assert game.round is not None
    assert game.round.hidden == [1, 2]
    assert [game.round.tiles_held(seat) for seat in (0, 1)] == [1, 2]
    assert not game.round.well.count(Tile.parse("4-5-5"))


# Physical records that contradict themselves.


@pytest.mark.parametrize(
    ("lines", "line", "message"),
    [
        pytest.param([*OPENED, "B draw 5-5-5 -5"], 7, "a tile not seen before", id="a tile on the table drawn"),
        pytest.param(
            ["deal A 5-5-5 0-0-1", *OPENED, "B draw 0-0-1 -5"],
            8,
            "a tile not seen before",
            id="a dealt tile drawn",
        ),
        pytest.param(
            [*OPENED, "B draw 0-0-1 -5", "B draw 0-0-1 -5"],
            8,
            "a tile not seen before",
            id="a tile drawn twice",
        ),
        pytest.param([*OPENED, "B 5-5-5 +15"], 7, "is already on the table", id="a tile placed twice"),
        pytest.param([*OPENED, "B 0,0v555 +15"], 7, "is already on the table", id="a tile placed twice, with cell"),
        pytest.param(
            ["deal A 5-5-5 4-5-5", *OPENED, "B 0,0v554 +14"],
            8,
            "not in B's hand",
            id="another's tile placed",
        ),
        pytest.param(["deal B 0-0-1 0-0-2", *OPENED, "B 0,0v554 +14"], 8, "not in B's hand", id="a tile not dealt"),
        pytest.param(
            ["deal A 0-0-1 0-0-2", "A 0,0^555 +25"],
            7,
            "not in A's hand",
            id="a start that was not dealt",
        ),
        pytest.param(["deal B 5-5-5 0-0-1", "A 0,0^444 +22"], 7, "B must start with 5-5-5", id="a higher triple known"),
        pytest.param(["deal A 0-0-1 0-0-1"], 6, "0-0-1 twice", id="a tile dealt twice"),
        pytest.param(["deal A 0-0-1 0-0-2", "deal B 0-0-1 0-0-3"], 7, "0-0-1 twice", id="a tile dealt to two"),
        pytest.param(["deal A 0-0-1"], 6, "2 tiles for 2 players", id="too few dealt"),
        pytest.param(["deal A ?-?-? ?-?-? ?-?-?"], 6, "2 tiles for 2 players", id="too many dealt, unknown"),
        pytest.param(["well ?-?-?"], 6, "52 tiles in the well", id="a well too small"),
        pytest.param(
            ["well 4-5-5 " + " ".join(["?-?-?"] * 51), *OPENED, "B draw 3-5-5 -5"],
            8,
            "4-5-5, the next tile in the well",
            id="another than the next tile in the well",
        ),
        pytest.param([*OPENED, "B pass -10"], 7, "must draw before passing", id="a pass with tiles in the well"),
        pytest.param(
            ["deal B 4-5-5 0-0-1", *OPENED, "B draw ?-?-? -5"],
            8,
            "must place a tile, not draw",
            id="a draw although a tile fits",
        ),
        pytest.param(
            [*OPENED, "B draw 4-5-5 -5", "B draw ?-?-? -5"],
            8,
            "must place a tile, not draw",
            id="a drawn tile not placed",
        ),
        pytest.param(
            [*OPENED, "B draw 4-5-5 -5", "B 0,0v553 +13"], 8, "(R6, R14)", id="another than the drawn tile placed"
        ),
        pytest.param(
            [
                *OPENED,
                "B draw ?-?-? -5",
                "B 0,0v554 +14",
                "A draw ?-?-? -5",
                "A -1,0v535 +13",
                "B 0,-1v255 +12",
            ],
            11,
            "(R6, R14)",
            id="a tile placed that could have been placed instead of drawing",
        ),
        pytest.param([*OPENED, "B 0,0v554 +54 bridge"], 7, "+14", id="no bridge"),
        pytest.param([*OPENED, "B 4-5-5 +54 bridge"], 7, "no bonus for 4-5-5", id="no bridge, the cell unknown"),
        pytest.param([*OPENED, "B 4-5-5 +64 hexagon"], 7, "no bonus for 4-5-5", id="no hexagon, the cell unknown"),
        pytest.param([*OPENED, "B 4-5-5 +15"], 7, "+14", id="wrong points, the cell unknown"),
        pytest.param([*OPENED, "B 1-2-3 +6"], 7, "fits nowhere", id="a tile that fits nowhere"),
        pytest.param(
            [*OPENED, "B 4-5-5 +14", "A 0,0^335 +11"],
            8,
            "already holds a tile",
            id="a filled cell, others not known",
        ),
        pytest.param([*OPENED, "B 4-5-5 +14", "A -1,0v133 +7"], 8, "meet 5", id="a wrong corner, others not known"),
        pytest.param([*ENDED, "A pass -10"], 10, "the end of the round (out)", id="a move after going out"),
        pytest.param([*ENDED, "blocked A +10"], 10, "expected out", id="out, not blocked"),
        pytest.param([*ENDED, "out B +35"], 10, "out A", id="another went out"),
        pytest.param(
            [*ENDED[:3], "left B =9"], 9, "the end of the round before any tiles left", id="left before the end"
        ),
        pytest.param([*ENDED, "left B 0-0-1"], 10, "2 tiles left in B's hand", id="too few tiles left"),
        pytest.param([*ENDED, "left B 1 =1"], 10, "2 tiles left in B's hand", id="the number left is wrong"),
        pytest.param([*ENDED, "left B 0-0-1 0-0-1"], 10, "0-0-1 twice", id="the same tile left twice"),
        pytest.param([*ENDED, "left B 0-0-1 3-5-5"], 10, "is already on the table", id="a placed tile left"),
        pytest.param([*ENDED, "left B 0-0-1 2-5-5"], 10, "(R6, R14)", id="a tile left that could have been placed"),
        pytest.param([*ENDED, "left B =40"], 10, "a sum from", id="more left than two tiles can have"),
        pytest.param(
            ["A 0,0^555 +25", "B draw ?-?-? -5", "B 0,0v552 +12", "A -1,0v515 +11", "left B =26"],
            10,
            "a sum from 1 to 25 left in B's hand",
            id="a sum left that takes a tile which could have been placed",
        ),
        pytest.param([*ENDED, "left B =0"], 10, "a sum from", id="less left than two tiles can have"),
        pytest.param([*ENDED, "left A 0-0-1"], 10, "0 tiles left in A's hand", id="left to the seat that is out"),
        pytest.param([*ENDED, "left C =9"], 10, "left C", id="left to nobody"),
        pytest.param([*ENDED, "left B =9", "left B =9"], 11, "one line of tiles left per seat", id="left twice"),
        pytest.param([*ENDED, "left B =9", "out A +35"], 11, "+34", id="out against the sum left"),
        pytest.param([*ENDED, "left B 0-0-1 0-1-1", "out A +29"], 11, "+28", id="out against the tiles left"),
        pytest.param([*ENDED, "out A +24"], 10, "points from", id="less for going out than the bonus"),
        pytest.param([*ENDED, "out A +60"], 10, "points from", id="more for going out than two tiles can bring"),
        pytest.param([*ENDED, "out A +35", "score A 72 B 9"], 11, "score A 73 B 9", id="a score that does not add up"),
        pytest.param([*ENDED, "out A +35", "out A +35"], 11, "out A +35", id="out twice"),
        pytest.param(["A 0,0^000 +40 shows 0-0-0"], 6, "shows 0-0-0", id="0-0-0 shown"),
        pytest.param(["A 0,0^000 +40 shows 1-2-3"], 6, "shows 1-2-3", id="no triple shown"),
        pytest.param(["A 0,0^222 +16 shows 1-1-1"], 6, "shows 1-1-1", id="shown with another start"),
        pytest.param(
            ["A 0,0^000 +40 shows 3-3-3", "B draw 3-3-3 -5"],
            7,
            "a tile not seen before",
            id="the shown tile drawn",
        ),
        pytest.param(
            ["deal B 4-4-4 0-0-1", "A 0,0^000 +40 shows 3-3-3"],
            7,
            "B must start with 4-4-4",
            id="shown, yet beaten",
        ),
        pytest.param(
            ["A 5-5-5 +25", "B draw 4-5-5 -5", "B 3-5-5 +13"], 8, "(R6)", id="not the drawn tile, no cells known"
        ),
        pytest.param([*OPENED, "B draw 0-0-1 -5 timeout"], 7, "no clock", id="a timeout without a clock"),
        pytest.param([*OPENED, "A -1,0v535 +13"], 7, "'s turn, not ", id="two turns in a row"),
        pytest.param([*OPENED, "C 0,0v554 +14"], 7, "no seat C", id="a seat that is not there"),
    ],
)
def test_a_contradiction_in_a_physical_round_is_caught_in_its_line(lines: list[str], line: int, message: str) -> None:
    error = refusal(small(*lines))
    assert error.line == line
    assert message in str(error)


def test_0_0_0_starts_over_a_known_triple_only_if_a_higher_one_may_be_held_unseen() -> None:
    """In the Spanish edition, which shows nothing; the well is not recorded."""
    for own, others, is_legal in (
        ("0-0-0 3-3-3", "4-4-4 0-0-1", False),
        ("0-0-0 ?-?-?", "4-4-4 0-0-1", True),
        ("?-?-? ?-?-?", "4-4-4 0-0-1", True),
        ("0-0-0 ?-?-?", "5-5-5 0-0-1", False),
        ("?-?-? 3-3-3", "4-4-4 0-0-1", False),
        ("0-0-0 3-3-3", "2-2-2 0-0-1", True),
    ):
        text = record(f"deal A {own}", f"deal B {others}", "A 0,0^000 +40", edition="spanish deal=2/2/2")
        if is_legal:
            checked(text)
        else:
            assert "B must start with" in refusal(text).found


@pytest.mark.parametrize(
    ("edition", "lines", "message"),
    [
        pytest.param("wooden", ["blocked B +5"], "a winner with 2 tiles", id="more tiles than another"),
        pytest.param("wooden", ["out A +25"], "expected blocked", id="blocked, not out"),
        pytest.param("wooden", ["blocked A +200"], "points from", id="more than the hands can bring"),
        pytest.param("wooden", ["blocked C +5"], "C", id="won by nobody at the table"),
        pytest.param("wooden", ["blocked draw +5"], "+0", id="points for a draw"),
        pytest.param("pressman-classic", ["left A =9", "left B =5", "blocked A +4"], "blocked B +4", id="not fewest"),
        pytest.param("pressman-classic", ["left A =20", "left B =5", "blocked draw +0"], "blocked B", id="no tie"),
        pytest.param("wooden", ["left A =9", "left B =5", "blocked A +4"], "blocked A -4", id="the sign"),
    ],
)
def test_a_contradiction_in_a_blocked_physical_round_is_caught(edition: str, lines: list[str], message: str) -> None:
    assert message in str(refusal(blocked(edition, *lines)))


def test_a_hand_known_in_part_may_be_too_high_to_win() -> None:
    """A holds 3-4-4 and an unknown tile, B has 3 points."""
    lines = ("deal A 5-5-5 3-4-4", *BLOCKED, "left B =3")
    edition = f"pressman-classic {CAN_BLOCK}"
    checked(record(*lines, "blocked B +9", edition=edition))
    error = refusal(record(*lines, "blocked A -9", edition=edition))
    assert "the fewest points in hand" in error.expected


# Tables on which the next tile makes a bridge, or lies beside one.
BRIDGE_READY = "-1,0v424 -1,0^240 -1,-1v504 0,-1^455 0,-2v255 1,-2^502 1,-2v055 1,-1^155"
BESIDE_READY = "-1,0v101 -1,0^014 -2,0v400 -2,0^044 -2,-1v244 -1,-1^402 -1,-2v020 0,-2^050 0,-2v505 0,-1^150 0,-1v515"


@pytest.mark.parametrize(
    ("before", "place", "right", "wrong"),
    [
        (BRIDGE_READY, "0,0^414", "+49 bridge", "+9"),
        (BESIDE_READY, "0,0^151", "+47 beside", "+47 bridge"),
        (BESIDE_READY, "0,0^151", "+47 beside", "+7"),
    ],
)
def test_a_bonus_is_checked_as_far_as_cells_are_known(before: str, place: str, right: str, wrong: str) -> None:
    """The cell of one tile is not known; the others make a bridge without it, or more."""
    round_ = on_table(before)
    place_without_cell(round_)
    assert not round_.located
    seat = SEATS[round_.turn or 0]
    with pytest.raises(Mismatch, match=r"a bonus, as|no bridge, as"):
        round_.copy().apply(placed(f"{seat} {place} {wrong}"))
    round_.apply(placed(f"{seat} {place} {right}"))


def place_without_cell(round_: Round) -> None:
    """Place any tile without a bonus and without its cell."""
    assert round_.turn is not None
    for tile in TILES[::-1]:
        try:
            round_.apply(Placed(round_.turn, tile, None, tile.sum))
        except TricornError:
            continue
        return
    raise AssertionError("no tile fits")


def placed(line: str) -> Placed:
    event = parse_event(line)
    assert isinstance(event, Placed)
    return event


@pytest.mark.parametrize(
    ("edition", "lines"),
    [
        pytest.param(f"wooden {CAN_BLOCK}", [*BLOCKED, "blocked draw +0"], id="R10: a tie with two tiles and three"),
    ],
)
def test_a_deeper_contradiction_in_a_physical_round_is_caught(edition: str, lines: list[str]) -> None:
    assert refusal(record(*lines, edition=edition)).line == 5 + len(lines)


def test_people_may_insist_on_more_tiles_than_the_table_has_room_for() -> None:
    round_ = Round(edition_named("wooden"), players=2)
    round_.apply(Placed(0, Tile.parse("5-5-5"), Place.parse("0,0^555"), 25))
    cells = [cell for x in range(35) for cell in (Cell(x, 0, up=False), Cell(x + 1, 0, up=True))]
    for number, cell in enumerate(cells):
        round_.apply(Placed(1 - number % 2, Tile.parse("5-5-5"), Place(cell, (5, 5, 5)), 15, anyway=True))
    assert len(round_.placements) == 1 + len(cells)
    assert len(round_.places) == len(TILES)
    assert round_.places == [Place(cell, (5, 5, 5)) for cell in (Cell(0, 0, up=True), *cells[: len(TILES) - 1])]
    assert not round_.located
