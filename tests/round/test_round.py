"""Rounds: illegal moves are refused and change nothing, and what is known of a round is always consistent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import checked, dealt, games, on_table, record, refusal, snapshot, tiles
from tests.round.test_physical_records import CAN_BLOCK, ENDED, SMALL, small

from tricorn.editions import EDITIONS, edition_named
from tricorn.errors import EditionError, IllegalMove, Mismatch, TricornError
from tricorn.game import Game
from tricorn.lattice import ORIGIN, Cell
from tricorn.moves import DRAW, PASS, Place
from tricorn.record import Deal, Drew, Left, Out, Passed, Placed, Well, parse_event
from tricorn.round import Round
from tricorn.tiles import Tile

# Illegal moves.


def position() -> Game:
    """B is on turn with 3-4-4 and 0-1-2 and could place the former; 4-4-4 and 2-4-4 are on the table."""
    game = dealt("pressman-deluxe", "4-4-4 2-4-4 1-1-3 0-0-1", "1-4-4 3-4-4 0-1-2 2-3-4", well="0-0-2 0-0-3 5-5-5")
    for move in ("0,0^444", "0,0v441", "-1,0v424"):
        game.play(move)
    return game


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("5,5^344", r"no tile on the table shares a side with 5,5\^ \(R2\)"),
        ("1,-1^344", r"no tile on the table shares a side with 1,-1\^ \(R2\)"),
        ("900,900^344", r"shares a side.*\(R2\)"),
        ("0,-1v434", r"corner 3 would meet 4 \(R2\)"),
        ("1,0^344", r"corner 3 would meet 1 \(R2\)"),
        ("-1,0^234", r"corner 3 would meet 4 \(R2\)"),
        ("-1,0^243", r"mirrored.*\(R1\)"),
        ("0,-1v544", "4-4-5 is not in B's hand"),
        ("0,-1v244", "2-4-4 is not in B's hand: it is already on the table"),
        ("0,-1v144", "1-4-4 is not in B's hand: it is already on the table"),
        ("0,-1v113", "1-1-3 is not in B's hand"),
        ("draw", r"B must place a tile, not draw: .* is possible \(R6\)"),
        ("pass", r"B must place a tile, not pass: .* is possible \(R6\)"),
        ("0,0^344", r"cell 0,0\^ already holds a tile"),
        ("0,0v344", r"cell 0,0v already holds a tile"),
        ("A 0,-1v344", "it is B's turn, not A's"),
        ("A draw", "it is B's turn, not A's"),
        ("C pass", "it is B's turn, not C's"),
        ("BC 0,-1v344", "a placement is a cell and three numbers"),
        ("AB draw", "a move is draw, pass or a placement"),
        ("B  draw", "a move is draw, pass or a placement"),
        ("draw 0-0-2", "a move is draw, pass or a placement"),
        ("0,-1v344 +11", "a move is draw, pass or a placement"),
        ("3-4-4", "a move is draw, pass or a placement"),
        ("", "a move is draw, pass or a placement"),
    ],
)
def test_an_illegal_move_says_why_and_changes_nothing(move: str, reason: str) -> None:
    game = position()
    before = snapshot(game)
    with pytest.raises(TricornError, match=reason):
        game.play(move)
    assert snapshot(game) == before
    game.play("0,-1v344")


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        (Place(Cell(0, -1, False), (5, 4, 4)), "not in B's hand"),
        (Place(Cell(-1, 0, True), (2, 4, 3)), "mirrored"),
        (Place(Cell(0, -1, False), (7, 7, 7)), "three numbers 0-5"),
        (Place(Cell(10**12, 0, False), (3, 4, 4)), "shares a side"),
    ],
)
def test_an_illegal_placement_as_an_object_is_refused_too(place: Place, reason: str) -> None:
    game = position()
    before = snapshot(game)
    with pytest.raises(TricornError, match=reason):
        game.play(place)
    assert snapshot(game) == before


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("A 0,-1v344 +11", "'s turn, not "),
        ("C 0,-1v344 +11", "no seat C among 2 players"),
        ("B 0,-1v344 +12", "+12"),
        ("B 0,-1v344 +51 bridge", "bridge"),
        ("B 0,-1v344 +11 shows 5-5-5", "shows"),
        ("B 0,-1v434 +11", "corner 3 would meet 4 (R2)"),
        ("B 1-4-4 +9", "is already on the table"),
        ("B draw 0-0-2 -5", "must place a tile, not draw"),
        ("B pass -10", "must place a tile, not pass"),
        ("left B =9", "left"),
        ("out B +25", "out"),
        ("blocked B +0", "blocked"),
        ("score A 1 B 2", "score"),
        ("deal A 0-0-0", "deal"),
        ("well 0-0-0", "well"),
        ("round 2", "round 2"),
        ("winner A", "winner A"),
    ],
)
def test_an_illegal_line_is_refused_with_its_number_and_what_was_found(line: str, found: str) -> None:
    text = position().record()
    error = refusal(f"{text}{line}\n")
    assert error.line == text.count("\n") + 1
    assert found in str(error)


def test_a_refused_event_leaves_a_round_as_it_was() -> None:
    game = position()
    assert game.round is not None
    before = snapshot(game)
    for line in (
        "A pass -10",
        "B 0,-1v344 +12",
        "B draw 0-0-2 -5",
        "B pass -10",
        "left A =3",
        "out B +9",
        "blocked B +0",
    ):
        with pytest.raises(TricornError):
            game.apply(parse_event(line))
    assert snapshot(game) == before


def test_nothing_can_be_played_before_the_deal_or_after_the_end() -> None:
    game = Game("wooden", 2, dealt=False)
    with pytest.raises(IllegalMove, match="no round has been dealt"):
        game.play("draw")
    assert (game.legal_moves(), game.turn) == ([], None)
    game = dealt("wooden target=20", "5-5-5", "0-0-1")
    game.play("0,0^555")
    assert game.outcome() is not None
    assert game.legal_moves() == []
    before = game.record()
    with pytest.raises(IllegalMove, match="the game is over"):
        game.play("draw")
    assert game.record() == before


def test_between_rounds_nobody_is_on_turn() -> None:
    game = dealt("wooden", "5-5-5", "0-0-1")
    game.play("0,0^555")
    with pytest.raises(IllegalMove, match="the round is over"):
        game.play("draw")


def test_a_round_for_too_many_players_is_refused() -> None:
    with pytest.raises(EditionError, match="for 2 to 4 players, not 5"):
        Round(EDITIONS["wooden"], players=5)


# What is known of a round.


@pytest.mark.parametrize("up", [True, False])
@given(x=st.integers(-(10**8), 10**8), y=st.integers(-(10**8), 10**8))
def test_a_round_may_begin_on_any_cell(up: bool, x: int, y: int) -> None:
    cell = Cell(x, y, up)
    round_ = on_table(f"{cell}123")
    assert set(round_.open_cells()) == set(cell.neighbours)
    for neighbour in cell.neighbours:
        round_.copy().apply(round_.event_for(fitting(round_, neighbour)))


def fitting(round_: Round, cell: Cell) -> Place:
    """A placement on a cell next to the only tile of a round."""
    (first,) = round_.places
    numbers = dict(zip(first.cell.corners, first.numbers, strict=True))
    a, b, c = (numbers.get(corner) for corner in cell.corners)
    # The new corner gets a number of another corner, so the tile cannot be mirrored.
    other = next(number for number in (a, b, c) if number is not None)
    return Place(cell, tuple(other if number is None else number for number in (a, b, c)))  # type: ignore[arg-type]


@given(games(40))
def test_tiles_held_and_tiles_in_the_well_and_on_the_table_are_always_56(game: Game) -> None:
    round_ = game.round
    assert round_ is not None
    held = sum(round_.tiles_held(seat) for seat in range(round_.players))
    assert held + len(round_.well) + len(round_.placements) == 56


def test_moves_and_ends_that_are_not_known_are_refused() -> None:
    round_ = on_table("0,0^555")
    assert round_.turn == 1
    with pytest.raises(TricornError, match="B's hand is not known"):
        round_.options()
    with pytest.raises(TricornError):
        round_.end_event()
    fresh = Round(EDITIONS["wooden"], players=2)
    assert (fresh.turn, fresh.options()) == (None, [])
    with pytest.raises(IllegalMove, match="nobody is on turn yet"):
        fresh.event_for(DRAW)


def test_nobody_can_draw_in_play_from_a_well_whose_order_is_not_known() -> None:
    game = checked(small("deal A 5-5-5 0-0-1", "deal B 0-0-2 0-0-3", "A 0,0^555 +25"))
    assert game.legal_moves() == [DRAW]
    with pytest.raises(TricornError, match="order of the well is not known"):
        game.play(DRAW)
    game.apply(Drew(1, Tile.parse("4-5-5"), 5))
    assert game.play("0,0v554")[0].seat == 1  # type: ignore[union-attr]


@given(games(40))
def test_a_copied_round_is_independent(game: Game) -> None:
    round_ = game.round
    assert round_ is not None
    clone, before = round_.copy(), snapshot(game)
    while (seat := clone.turn) is not None:
        clone.apply(clone.event_for(clone.legal_moves()[-1]))
        assert seat in range(clone.players)
    assert snapshot(game) == before


def test_a_copied_round_has_its_own_unknown_tiles() -> None:
    """The original draws an unknown tile; in the copy all tiles of B are known, so none may be entered as left."""
    lines = ("deal A 5-5-5 0-0-1", "deal B 0-0-2 0-0-3", "A 0,0^555 +25")
    game = checked(record(*lines, edition=f"wooden {CAN_BLOCK}"))
    clone = game.copy()
    game.apply(Drew(1, None, 0))
    for line in ("B draw 0-0-4 -0", "B pass -0", "A draw 0-1-1 -0", "A pass -0"):
        clone.apply(parse_event(line))
    with pytest.raises(Mismatch, match="not known from the deal"):
        clone.apply(Left(1, tuple(tiles("0-0-2 0-0-3 0-0-4"))))


# Events as objects.


def test_deals_and_the_well_come_before_the_first_tile_and_once() -> None:
    round_ = Round(edition_named(SMALL), players=2)
    round_.apply(Deal(0, (Tile.parse("5-5-5"), None)))
    with pytest.raises(Mismatch, match="one deal per seat"):
        round_.apply(Deal(0, (None, None)))
    round_.apply(Well((None,) * 52))
    with pytest.raises(Mismatch, match="one well"):
        round_.apply(Well((None,) * 52))
    place = Place(ORIGIN, (5, 5, 5))
    round_.apply(Placed(0, place.tile, place, 25))
    for event in (Deal(1, (None, None)), Well((None,) * 52)):
        with pytest.raises(Mismatch, match="before"):
            round_.apply(event)
    with pytest.raises(IllegalMove, match="must draw before passing"):
        round_.apply(Passed(1, 10))
    with pytest.raises(IllegalMove, match="must draw before passing"):
        round_.event_for(PASS)


def test_nothing_follows_the_end_of_a_round() -> None:
    game = checked(small(*ENDED, "out A +35"))
    assert game.round is not None
    with pytest.raises(Mismatch, match="nothing more in this round"):
        game.round.apply(Out(0, 35))


def test_the_hands_of_a_round_are_tiles() -> None:
    game = Game("wooden", 2, seed=1)
    deals = [event for event in game.events if isinstance(event, Deal)]
    assert game.round is not None
    assert game.round.hands == tuple(deal.tiles for deal in deals)
    seen = game.view("A").round
    assert seen is not None
    assert seen.hands == (deals[0].tiles, ())
