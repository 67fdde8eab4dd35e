"""Rulings R1 to R14, the worked examples of the rulebooks, and facts: what each allows and what it forbids."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from tests.helpers import RULEBOOKS, checked, deal_order, dealt, games, moment, on_table, record, refusal

from tricorn.bonus import Bonus
from tricorn.core.compile import ints_from
from tricorn.core.rules import NOBODY, game_winner, rules_for
from tricorn.core.state import START_CELL
from tricorn.core.table import fitting_tiles, new_table, put_first
from tricorn.editions import EDITIONS
from tricorn.errors import IllegalMove, Mismatch, TricornError
from tricorn.game import Game
from tricorn.lattice import ORIGIN, Cell, Point
from tricorn.moves import DRAW, PASS, Place
from tricorn.record import SEATS, Blocked, Drew, Out, Passed, Placed
from tricorn.tiles import TILES, Tile, tiles_of

UNTIL_MATCH = [name for name, edition in EDITIONS.items() if not edition.draw_optional]
EVERY_EDITION = pytest.mark.parametrize("edition", RULEBOOKS)

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
    assert round_.points[event.seat] >= points


def assert_refused(before: str, then: str, reason: str, edition: str = "wooden") -> None:
    """The placement is illegal, for this reason."""
    round_ = on_table(before, edition)
    placed = len(round_.placements)
    with pytest.raises(TricornError, match=reason):
        round_.event_for(Place.parse(then))
    assert len(round_.placements) == placed


def assert_starts(tile: str, points: int, *hands: str, edition: str = "wooden", over: str = "") -> None:
    """The round starts with this tile (instead of that triple) for these points, and for no others."""
    game = dealt(edition, *hands)
    assert game.seat is not None
    starts = {str(option.move): (option.points, option.bonus) for option in game.options()}
    place = "0,0^" + tile.replace("-", "")
    assert starts[place] == (points, None)
    shows = f" shows {over}" if over and game.edition.show_triple else ""
    seat, text = SEATS[game.seat], game.record()
    assert checked(f"{text}{seat} {place} {points:+d}{shows}\n").scores[game.seat] == points
    for wrong in (points + 10, points - 10):
        assert f"{points:+d}" in refusal(f"{text}{seat} {place} {wrong:+d}{shows}\n").expected


# Worked examples of the rulebooks.


@EVERY_EDITION
def test_worked_example_start_4_4_4_scores_22(edition: str) -> None:
    assert_starts("4-4-4", 22, "4-4-4 0-0-1", "3-3-3 4-5-5", edition=edition)


@EVERY_EDITION
def test_worked_example_start_5_5_5_scores_25(edition: str) -> None:
    assert_starts("5-5-5", 25, "0-0-0 0-0-1", "4-4-4 5-5-5", edition=edition)


@EVERY_EDITION
def test_worked_example_start_3_3_3_scores_19(edition: str) -> None:
    assert_starts("3-3-3", 19, "3-3-3 2-2-2", "4-5-5 4-4-5", edition=edition)


@EVERY_EDITION
def test_worked_example_start_0_0_0_scores_40(edition: str) -> None:
    assert_starts("0-0-0", 40, "0-0-0 0-0-1", "4-5-5 4-4-5", edition=edition)
    if EDITIONS[edition].zero_option:
        assert_starts("0-0-0", 40, "0-0-0 5-5-5", "4-5-5 4-4-5", edition=edition, over="5-5-5")


@EVERY_EDITION
def test_worked_example_start_3_4_5_with_no_triple_dealt_scores_12(edition: str) -> None:
    assert_starts("3-4-5", 12, "3-4-5 0-0-1", "2-4-5 3-3-5", edition=edition)


@EVERY_EDITION
def test_worked_example_start_2_4_5_with_no_triple_dealt_scores_11(edition: str) -> None:
    assert_starts("2-4-5", 11, "2-4-4 0-0-1", "2-4-5 0-0-2", edition=edition)


@EVERY_EDITION
def test_worked_example_plain_3_4_4_scores_11(edition: str) -> None:
    assert_scores("0,0^444", "0,0v443", 11, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_2_5_5_scores_12(edition: str) -> None:
    assert_scores("0,0^555", "0,0v552", 12, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_5_5_scores_11(edition: str) -> None:
    assert_scores("0,0^555", "-1,0v515", 11, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_3_5_scores_9(edition: str) -> None:
    assert_scores("0,0^333 0,0v335", "1,0^513", 9, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_4_4_scores_9(edition: str) -> None:
    assert_scores("0,0^444", "0,-1v144", 9, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_1_3_4_scores_8(edition: str) -> None:
    assert_scores("0,0^444 0,0v443", "0,1^134", 8, edition=edition)


@EVERY_EDITION
def test_worked_example_plain_2_4_4_scores_10(edition: str) -> None:
    assert_scores("0,0^444", "-1,0v424", 10, edition=edition)


@EVERY_EDITION
def test_worked_example_hexagon_0_5_5_scores_60(edition: str) -> None:
    assert_scores(FIVE_OF_A_HEXAGON, "0,0^550", 60, "hexagon", edition)


@EVERY_EDITION
def test_worked_example_bridge_1_4_4_scores_49(edition: str) -> None:
    assert_scores(BRIDGE_READY, "0,0^414", 49, "bridge", edition)


@EVERY_EDITION
def test_worked_example_beside_a_bridge_1_1_5_scores_47(edition: str) -> None:
    assert_scores(BESIDE_READY, "0,0^115", 47, "beside", edition)


# R1 Reading order.


def test_r1_a_tile_is_named_in_ascending_order_and_runs_clockwise() -> None:
    assert str(Place.parse("0,0^312").tile) == "1-2-3"
    checked(record("A 0,0^245 +11"))
    checked(record("A 0,0^452 +11"))
    checked(record("A 0,0^524 +11"))


@pytest.mark.parametrize("mirrored", ["254", "542", "425"])
def test_r1_a_tile_is_never_turned_over(mirrored: str) -> None:
    error = refusal(record(f"A 0,0^{mirrored} +11"))
    assert error.line == 6
    assert "mirrored" in error.found
    assert "R1" in error.found


def test_r1_where_1_3_2_is_needed_1_2_3_does_not_fit() -> None:
    assert_scores("0,0^112 0,0v115", "0,-1v221", 5)
    assert_refused("0,0^112 0,0v115", "0,-1v321", r"mirrored.*R1")


def test_r1_a_mirrored_tile_is_refused_however_it_comes_in() -> None:
    game = dealt("wooden", "2-4-5 0-0-1", "0-1-2 0-1-3")
    before = game.record()
    for move in (Place(ORIGIN, (5, 4, 2)), "0,0^542", "A 0,0^542"):
        with pytest.raises(TricornError, match=r"mirrored.*R1"):
            game.play(move)
    assert game.record() == before


# R2 Legal placement.


def test_r2_a_tile_needs_a_whole_side() -> None:
    assert_scores("0,0^444 0,0v443", "1,0^334", 10)
    assert_refused("0,0^444", "1,0^334", r"shares a side.*R2")
    assert_refused("0,0^444", "3,3^445", r"shares a side.*R2")


def test_r2_every_corner_meets_its_own_number() -> None:
    assert_refused("0,0^444", "0,0v451", r"corner 5 would meet 4 \(R2\)")
    assert_refused("0,0^444", "0,0v533", r"meet 4 \(R2\)")
    assert_refused(BRIDGE_READY, "0,0^434", r"corner 3 would meet 1 \(R2\)")
    assert_refused(FIVE_OF_A_HEXAGON, "0,0^551", r"corner 1 would meet 0 \(R2\)")


def test_r2_a_filled_cell_takes_no_tile() -> None:
    assert_refused("0,0^444 0,0v441", "0,0v445", "already holds a tile")


@given(games())
def test_r2_all_tiles_round_a_point_show_the_same_number(game: Game) -> None:
    numbers: dict[Point, int] = {}
    assert game.round is not None
    for place in game.round.places:
        for corner, number in zip(place.cell.corners, place.numbers, strict=True):
            assert numbers.setdefault(corner, number) == number


def test_r2_the_first_tile_may_be_on_any_cell() -> None:
    for cell in ("0,0^", "0,0v", "-17,900v", "1000,-2500^"):
        game = checked(record(f"A {cell}555 +25"))
        assert game.round is not None
        assert set(game.round.open_cells()) == set(Cell.parse(cell).neighbours)


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
def test_r4_only_the_spanish_edition_pays_more_for_several_hexagons_at_once(edition: str) -> None:
    two, three = (60, 70) if edition == "spanish" else (50, 50)
    assert_scores(TWO_HEXAGONS, "0,0^044", 8 + two, "hexagon2", edition)
    assert_scores(THREE_HEXAGONS, "0,0^345", 12 + three, "hexagon3", edition)


def test_r4_a_house_rule_may_pay_anything_and_the_word_stays() -> None:
    assert_scores(TWO_HEXAGONS, "0,0^044", 8 + 20, "hexagon2", "wooden hexagons=10/20/30")
    assert_scores(FIVE_OF_A_HEXAGON, "0,0^550", 10, "hexagon", "wooden hexagons=0/0/0")
    assert_scores(BRIDGE_READY, "0,0^414", 9, "bridge", "wooden bridge=0")


# R5 The start is forced.


@EVERY_EDITION
@pytest.mark.parametrize(
    ("hands", "seat", "tile"),
    [
        (("2-5-5 0-0-1", "3-4-5 0-0-2"), 0, "2-5-5"),
        (("3-4-5 0-0-1", "2-5-5 0-0-2"), 1, "2-5-5"),
        (("1-5-5 0-0-1", "3-3-5 2-4-5"), 0, "1-5-5"),
        (("3-3-5 0-0-1", "3-4-4 2-4-5"), 1, "2-4-5"),
        (("4-5-5 0-0-1", "1-1-1 2-4-5"), 1, "1-1-1"),
        (("4-4-4 0-0-1", "2-2-2 3-3-3"), 0, "4-4-4"),
    ],
)
def test_r5_the_highest_triple_starts_or_else_sum_then_largest_then_middle_number(
    edition: str, hands: tuple[str, str], seat: int, tile: str
) -> None:
    game = dealt(edition, *hands)
    assert game.seat == seat
    assert [str(move.tile) for move in game.legal_moves() if isinstance(move, Place)] == [tile]


def test_r5_the_starting_player_has_no_other_choice() -> None:
    game = dealt("wooden", "2-2-2 4-4-4", "3-3-3 4-5-5")
    before = game.record()
    with pytest.raises(IllegalMove, match=r"A must start with 4-4-4, not with 2-2-2 \(R5\)"):
        game.play("0,0^222")
    with pytest.raises(IllegalMove, match="nobody draws before it"):
        game.play("draw")
    with pytest.raises(IllegalMove, match="nobody passes before it"):
        game.play("pass")
    assert game.record() == before
    error = refusal(before + "B 0,0^333 +19\n")
    assert "A must start with 4-4-4, not B with 3-3-3 (R5)" in error.found


def test_r5_choosing_0_0_0_shows_the_highest_triple() -> None:
    hands = ("0-0-0 3-3-3 2-2-2", "4-5-5 1-1-1 0-0-1")
    game = dealt("wooden", *hands)
    assert {str(move) for move in game.legal_moves()} == {"0,0^000", "0,0^333"}
    assert str(game.play("0,0^000")[0]) == "A 0,0^000 +40 shows 3-3-3"
    text = dealt("wooden", *hands).record()
    for wrong in ("A 0,0^000 +40", "A 0,0^000 +40 shows 2-2-2", "A 0,0^000 +40 shows 1-1-1"):
        assert refusal(f"{text}{wrong}\n").line == 9
    assert refusal(f"{text}A 0,0^333 +19 shows 2-2-2\n").line == 9


def test_r5_the_spanish_edition_does_not_require_the_triple_to_be_shown() -> None:
    game = dealt("spanish", "0-0-0 3-3-3 2-2-2", "4-5-5 1-1-1 0-0-1")
    assert str(game.play("0,0^000")[0]) == "A 0,0^000 +40"
    checked(game.record())


def test_r5_without_the_highest_triple_there_is_no_choice_of_0_0_0() -> None:
    game = dealt("wooden", "0-0-0 3-3-3 2-2-2", "4-4-4 1-1-1 0-0-1")
    assert game.seat == 1
    assert "B must start with 4-4-4" in refusal(game.record() + "A 0,0^000 +40 shows 3-3-3\n").found


# R6 Placing comes first.


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r6_a_player_who_can_place_must(edition: str) -> None:
    game = dealt(edition, "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3")
    game.play("0,0^555")
    before = game.record()
    assert all(isinstance(move, Place) for move in game.legal_moves())
    with pytest.raises(IllegalMove, match=r"B must place a tile, not draw: .* is possible \(R6\)"):
        game.play("draw")
    with pytest.raises(IllegalMove, match=r"B must place a tile, not pass: .* is possible \(R6\)"):
        game.play("pass")
    assert game.record() == before
    assert "R6" in refusal(before + "B draw 0-0-3 -5\n").found
    assert "R6" in refusal(before + "B pass -10\n").found


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r6_a_player_who_cannot_draws_one_at_a_time_until_one_can_be_placed(edition: str) -> None:
    game = dealt(edition, "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5 2-5-5")
    game.play("0,0^555")
    for tile in ("0-0-4", "0-1-1", "1-5-5"):
        assert game.legal_moves() == [DRAW]
        assert str(game.play(DRAW)[0]) == f"B draw {tile} -5"
    assert {str(move.tile) for move in game.legal_moves() if isinstance(move, Place)} == {"1-5-5"}
    with pytest.raises(IllegalMove, match="must place a tile, not draw"):
        game.play(DRAW)
    game.play("0,0v551")
    assert game.scores == (25, -15 + 11)


# R7 Draws before a pass still cost.


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r7_draws_made_before_a_pass_in_the_same_turn_cost_5_each(edition: str) -> None:
    def must_pass_after_draws(game: Game) -> bool:
        return game.legal_moves() == [PASS] and game.round is not None and len(game.round.drawn) >= 2

    game = moment(must_pass_after_draws, edition)
    assert game.round is not None
    assert game.seat is not None
    seat, draws = game.seat, len(game.round.drawn)
    drawn = game.events[-draws:]
    assert all(isinstance(event, Drew) and (event.seat, event.penalty) == (seat, 5) for event in drawn)
    text, before = game.record(), game.scores[seat]
    assert "-10" in refusal(f"{text}{SEATS[seat]} pass -0\n").expected
    assert "-10" in refusal(f"{text}{SEATS[seat]} pass -{10 + 5 * draws}\n").expected
    game.apply(Passed(seat, 10))
    assert game.scores[seat] == before - 10
    for _ in range(draws + 1):
        game.undo()
    assert game.scores[seat] == before + 5 * draws


# R8 The Spanish turn.


def spanish_turn() -> Game:
    """B, who could place 4-5-5, is on turn."""
    game = dealt("spanish", "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3 0-0-4 0-1-1 0-1-2")
    game.play("0,0^555")
    return game


def test_r8_a_player_who_can_place_may_draw_instead_and_place_after_any_draw() -> None:
    for draws in range(4):
        game = spanish_turn()
        for _ in range(draws):
            game.play(DRAW)
        game.play("0,0v554")
        assert game.scores == (25, 14 - 5 * draws)
        assert game.seat == 0


def test_r8_at_most_three_tiles_are_drawn_and_the_third_without_a_placement_costs_25_in_all() -> None:
    game = spanish_turn()
    for _ in range(3):
        assert DRAW in game.legal_moves()
        assert PASS not in game.legal_moves()
        with pytest.raises(IllegalMove, match="must draw before passing"):
            game.play(PASS)
        game.play(DRAW)
    assert DRAW not in game.legal_moves()
    with pytest.raises(IllegalMove, match=r"no more than 3 tiles.*R8"):
        game.play(DRAW)
    assert "R8" in refusal(game.record() + "B draw 0-1-2 -5\n").found
    assert str(game.play(PASS)[0]) == "B pass -10"
    assert game.scores == (25, -25)
    assert game.seat == 0


def test_r8_with_an_empty_well_even_a_player_who_could_place_may_pass() -> None:
    def can_place_and_pass(game: Game) -> bool:
        moves = game.legal_moves()
        return isinstance(moves[0], Place) and PASS in moves and game.round is not None and not game.round.well

    game = moment(can_place_and_pass, "spanish")
    assert game.round is not None
    assert len(game.round.drawn) < 3
    with pytest.raises(IllegalMove, match="the well is empty"):
        game.play(DRAW)
    assert game.seat is not None
    seat, before = game.seat, game.scores[game.seat]
    game.apply(Passed(seat, 10))
    assert game.scores[seat] == before - 10


# R9 Blocked rounds. R10 Ties.

# Players draw at most one tile per turn, for free, and all passes count, so it is easy to block a round.
BLOCKED = "draw_limit=1 draw_penalty=0 pass_penalty=0 blocked_when=passes"
CLOSED = BLOCKED.replace("passes", "closed")


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


def assert_only_end(game: Game, *others: str) -> None:
    """The record is refused with these other ends of the round."""
    end = end_of(game)
    text = game.record()
    for other in others:
        assert end in refusal(text[: text.index(f"\n{end}") + 1] + other + "\n").expected


def play_all(game: Game, *moves: str) -> None:
    for move in moves:
        game.play(move)


def one_round(edition: str, players: int) -> Game:
    """A game with one round dealt."""
    game = Game(edition, players, dealt=False)
    game.deal(Random(9).sample(TILES, len(TILES)))
    return game


def three_draws_and_a_pass(game: Game) -> None:
    """A Spanish turn without a placement."""
    assert game.seat is not None
    seat = game.seat
    before = len(game.events)
    play_all(game, "draw", "draw", "draw", "pass")
    lines = [event for event in game.events[before:] if isinstance(event, Drew | Passed)]
    assert [(line.seat, line.penalty) for line in lines] == [(seat, 5), (seat, 5), (seat, 5), (seat, 10)]


def assert_not_blocked(game: Game) -> None:
    """The round is in progress, and a record that says otherwise is refused in that line."""
    assert game.round is not None
    assert game.round.ended is None
    text = game.record()
    error = refusal(f"{text}blocked A +20\n")
    assert error.line == len(text.splitlines()) + 1
    assert "the round is not over" in error.expected


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r9_three_spanish_draws_without_a_placement_block_nothing_while_tiles_are_left(players: int) -> None:
    game = one_round("spanish", players)
    game.play(game.legal_moves()[0])
    assert game.round is not None
    for _ in range(len(game.round.well) // 3):
        three_draws_and_a_pass(game)
        if not game.round.well:
            break
        assert (game.round.passes, game.round.ended) == (0, None)
    assert_not_blocked(game)
    checked(game.record())


def test_r9_by_the_earlier_reading_such_passes_block_a_spanish_round() -> None:
    game = dealt("spanish blocked_when=passes", "5-5-5 0-0-1", "4-5-5 0-0-2")
    game.play("0,0^555")
    three_draws_and_a_pass(game)
    assert_not_blocked(game)
    three_draws_and_a_pass(game)
    assert game.round is not None
    assert game.round.ended == "blocked"
    assert [str(event) for event in game.events if isinstance(event, Passed)] == ["B pass -10", "A pass -10"]
    by_todays_reading = game.record().replace(" blocked_when=passes", "")
    assert refusal(by_todays_reading).line == game.record().splitlines().index(end_of(game)) + 1


def test_r9_a_spanish_round_is_blocked_when_all_pass_at_an_empty_well() -> None:
    game = one_round("spanish deal=28/18/14", 3)  # two tiles in the well
    game.play(game.legal_moves()[0])
    play_all(game, "draw", "draw", "pass", "pass")
    assert_not_blocked(game)
    game.play("pass")
    assert game.round is not None
    assert game.round.ended == "blocked"
    until_the_pass = game.record()[: game.record().index("\nblocked") + 1]
    assert "the end of the round (blocked)" in refusal(f"{until_the_pass}B pass -10\n").expected


def test_r9_the_well_must_be_empty_at_the_end_of_the_turn() -> None:
    """Four tiles in the well: B's three draws leave one, so that pass does not count, but the two after it do."""
    game = one_round("spanish deal=26/17/13", 2)
    game.play(game.legal_moves()[0])
    three_draws_and_a_pass(game)
    play_all(game, "draw", "pass")
    assert game.round is not None
    assert (game.round.passes, len(game.round.well)) == (1, 0)
    assert_not_blocked(game)
    game.play("pass")
    assert game.round.ended == "blocked"


def test_r9_the_draws_that_empty_the_well_belong_to_a_pass_that_counts() -> None:
    """Five tiles in the well: two are drawn before a placement, then three without one."""
    game = one_round("spanish deal=26/17/13", 3)
    game.play(game.legal_moves()[0])
    play_all(game, "draw", "draw")
    game.play(game.legal_moves()[0])
    three_draws_and_a_pass(game)
    assert game.round is not None
    assert (game.round.passes, len(game.round.well)) == (1, 0)
    play_all(game, "pass", "pass")
    assert game.round.ended == "blocked"


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r9_a_limit_on_draws_blocks_no_round_either_while_tiles_are_left(edition: str) -> None:
    hands = ("5-5-5 0-0-1", "0-0-2 0-0-3", "0-0-4 0-1-1")
    for rules, blocked in ((CLOSED, False), (BLOCKED, True)):
        game = dealt(f"{edition} {rules}", *hands, well="0-1-2 0-1-3 0-1-4 0-2-2")
        play_all(game, "0,0^555", "draw", "pass", "draw", "pass")
        assert_not_blocked(game)
        play_all(game, "draw", "pass")
        assert game.round is not None
        assert (game.round.ended == "blocked") == blocked
        if not blocked:
            assert_not_blocked(game)
            assert game.legal_moves() == [DRAW]


@pytest.mark.parametrize("edition", UNTIL_MATCH)
def test_r9_without_a_limit_a_pass_needs_an_empty_well_so_both_readings_agree(edition: str) -> None:
    def is_last_pass(game: Game) -> bool:
        return game.round is not None and game.legal_moves() == [PASS] and game.round.passes == game.round.players - 1

    game = moment(is_last_pass, edition)
    text = game.record()
    game.play(PASS)
    (end,) = [line for line in game.record()[len(text) :].splitlines() if line.startswith("blocked")]
    assert end
    checked(game.record())
    checked(game.record().replace(f"edition {edition}", f"edition {edition} blocked_when=passes"))


def test_r9_a_placement_between_passes_starts_the_count_again() -> None:
    game = dealt(f"wooden {BLOCKED}", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-1-2 4-5-5 0-1-3 0-1-4")
    play_all(game, "0,0^555", "draw", "pass", "draw", "0,0v554", "draw", "pass")
    assert game.round is not None
    assert (game.round.passes, game.round.ended) == (1, None)
    play_all(game, "draw", "pass")
    assert game.round.ended == "blocked"


@pytest.mark.parametrize(
    ("edition", "line"),
    [
        ("pressman-deluxe", "blocked A -17"),
        ("wooden", "blocked A -17"),
        ("pressman-classic", "blocked B +17"),
        ("spanish", "blocked B +17"),
        ("domino-site", "blocked B +17"),
    ],
)
def test_r9_fewest_tiles_or_fewest_points_win_by_edition_and_get_the_others_less_their_own(
    edition: str, line: str
) -> None:
    """A has two tiles of 22 points left, B three of 5; there is no bonus, and the winner may lose points."""
    game = blocked_round(edition, "5-5-5 3-4-4", "0-0-1 0-0-2", well="0-1-1 2-4-5", moves="0,0^555")
    assert end_of(game) == line
    assert game.scores == ((25 - 17, 0) if "A" in line else (25, 17))
    others = {
        "blocked A -17",
        "blocked B +17",
        "blocked draw +0",
        "blocked A +8",
        "blocked B +42",
        "out A +30",
    }
    assert_only_end(game, *(others - {line, "out A +30"}))
    assert "blocked" in refusal(game.record()[: game.record().index("\nblocked") + 1] + "out A +30\n").expected


def test_r10_a_tie_in_tiles_goes_to_the_fewest_points() -> None:
    """Two tiles each; A has 9 points, B 8."""
    game = blocked_round("wooden", "5-5-5 0-0-4", "4-5-5 0-0-3", well="0-1-4 0-2-3", moves="0,0^555 0,0v554")
    assert end_of(game) == "blocked B +1"
    assert_only_end(game, "blocked A -1", "blocked draw +0")


def test_r10_a_tie_in_points_goes_to_the_fewest_tiles() -> None:
    """Seven points each; A has two tiles, B three."""
    game = blocked_round("pressman-classic", "5-5-5 0-0-4", "0-0-1 0-0-2", well="1-1-2 0-1-2", moves="0,0^555")
    assert end_of(game) == "blocked A +0"
    assert_only_end(game, "blocked B +0", "blocked draw +0")


@pytest.mark.parametrize("edition", ["wooden", "pressman-classic"])
def test_r10_a_round_tied_in_both_is_drawn_and_nobody_scores_for_hands(edition: str) -> None:
    """Two tiles and seven points each."""
    game = blocked_round(edition, "5-5-5 0-0-4", "4-5-5 0-1-3", well="0-0-3 0-1-2", moves="0,0^555 0,0v554")
    assert end_of(game) == "blocked draw +0"
    assert game.scores == (25, 14)
    assert_only_end(game, "blocked A +0", "blocked B +0")


# R11 A round is always finished. R12 Who wins.


def short_game(edition: str, *rounds: tuple[str, str, str, str]) -> Game:
    """Rounds of two tiles each: both hands, the well, the moves."""
    game = dealt(edition, *rounds[0][:2], well=rounds[0][2])
    for number, (a, b, well, moves) in enumerate(rounds):
        if number:
            game.deal(deal_order((a, b), well))
        for move in moves.split():
            game.play(move)
    return game


def test_r11_a_round_in_progress_is_always_finished() -> None:
    game = dealt("wooden target=20", "5-5-5 3-5-5", "4-5-5 0-0-2")
    game.play("0,0^555")
    assert game.scores == (25, 0)
    assert game.outcome() is None
    assert "a winner only once" in refusal(game.record() + "winner A\n").expected
    game.play("0,0v554")
    assert game.outcome() is None
    game.play("-1,0v535")
    assert game.outcome() is not None
    assert str(game.events[-1]) == "winner A"
    assert "nothing after the winner" in refusal(game.record() + "round 2\n").expected


def test_r11_only_scores_after_the_rounds_own_points_count() -> None:
    """A passes the target of 20 with 25 points, and ends the round with none after three draws and a pass."""
    game = dealt(
        "wooden target=20 draw_limit=3 blocked_when=passes",
        "5-5-5 0-0-1",
        "0-0-2 0-0-3",
        well="0-0-4 0-1-1 0-1-2 0-1-3 0-1-4 0-2-2",
    )
    game.play("0,0^555")
    assert game.round is not None
    while game.round.ended is None:
        game.play(game.legal_moves()[0])
    assert end_of(game) == "blocked A +0"
    assert (game.scores, game.outcome()) == ((0, -25), None)
    assert "a winner only once" in refusal(game.record() + "winner A\n").expected
    checked(game.record() + "round 2\n")


def test_r11_points_for_going_out_count() -> None:
    """A has 38 of 70 before going out, and 76 with it."""
    game = short_game("wooden target=70", ("5-5-5 3-5-5", "4-5-5 4-4-5", "", "0,0^555 0,0v554 -1,0v535"))
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (0, (76, 14))


def test_r12_the_only_player_at_the_target_wins_although_another_won_the_round() -> None:
    """A reaches the target of 60 alone; B goes out in the last round, but stays below it."""
    rounds = (
        ("5-5-5 4-5-5", "3-5-5 0-0-1", "", "0,0^555 0,0v553 -1,0v545"),  # A 40, B 13
        ("4-4-4 0-0-1", "3-4-4 2-4-4", "1-4-4", "0,0^444 0,0v443 draw -1,0v414 0,-1v244"),  # A +26, B +22
    )
    for edition in RULEBOOKS:
        game = short_game(f"{edition} target=60 out_bonus=0", *rounds)
        outcome = game.outcome()
        assert outcome is not None
        assert (outcome.winner, outcome.scores) == (0, (66, 35))
        assert "alone" in outcome.reason
        assert "winner A" in refusal(game.record().replace("winner A", "winner B")).expected


@pytest.mark.parametrize(("edition", "winner"), [(name, 0 if name == "spanish" else 1) for name in RULEBOOKS])
def test_r12_of_several_the_winner_of_the_round_wins_or_in_the_spanish_edition_the_highest(
    edition: str, winner: int
) -> None:
    """B goes out in the round in which both reach 70, but A has more."""
    game = short_game(
        f"{edition} target=70 out_bonus=0",
        ("5-5-5 4-5-5", "3-5-5 4-4-5", "", "0,0^555 0,0v553 -1,0v545"),  # A 52, B 13
        ("4-5-5 4-4-5", "5-5-5 3-5-5", "", "0,0^555 0,0v554 -1,0v535"),  # A 66, B 64
        ("4-4-4 0-0-1", "3-4-4 2-4-4", "1-4-4", "0,0^444 0,0v443 draw -1,0v414 0,-1v244"),
    )
    assert end_of(game) == "out B +1"
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.scores) == (winner, (92, 86))
    line = f"winner {SEATS[winner]}"
    assert line in refusal(game.record().replace(line, f"winner {SEATS[1 - winner]}")).expected
    assert line in refusal(game.record().replace(line, "round 4")).expected


@pytest.mark.parametrize(("edition", "winner"), [(name, None if name == "spanish" else 1) for name in RULEBOOKS])
def test_r12_if_the_highest_score_is_shared_everybody_plays_on(edition: str, winner: int | None) -> None:
    """Both have 90 of 80; the winner of the round has won where that counts."""
    game = short_game(
        f"{edition} target=80",
        ("5-5-5 3-5-5", "4-5-5 4-4-5", "", "0,0^555 0,0v554 -1,0v535"),
        ("4-5-5 4-4-5", "5-5-5 3-5-5", "", "0,0^555 0,0v554 -1,0v535"),
    )
    assert game.scores == (90, 90)
    outcome = game.outcome()
    assert (None if outcome is None else outcome.winner) == winner
    if winner is None:
        assert "a winner only once" in refusal(game.record() + "winner A\n").expected
        game.deal(TILES)
        checked(game.record())


@pytest.mark.parametrize(
    ("edition", "scores", "round_winner", "winner"),
    [
        ("wooden", (399, 10), 0, None),
        ("wooden", (400, 10), 1, 0),
        ("wooden", (450, 400), 1, 1),
        ("spanish", (450, 400), 1, 0),
        ("wooden", (450, 400, 7), 2, 0),
        ("wooden", (450, 400), None, 0),
        ("wooden", (450, 450), None, None),
        ("wooden", (450, 450), 1, 1),
        ("wooden", (450, 450, 7), 2, None),
        ("spanish", (450, 450), 1, None),
        ("spanish", (450, 450, 460), 1, 2),
    ],
)
def test_r12_every_case_of_several_players_past_400(
    edition: str, scores: tuple[int, ...], round_winner: int | None, winner: int | None
) -> None:
    won = NOBODY if round_winner is None else round_winner
    result = game_winner(rules_for(EDITIONS[edition]), ints_from(scores), 0, len(scores), won)
    assert result == (NOBODY if winner is None else winner)


# R13 What domino-site leaves out is taken from pressman-classic.


def test_r13_domino_site_plays_by_the_figures_of_pressman_classic() -> None:
    own = {"id", "name", "rulebook", "zero_option", "beside"}  # the last two are its own rules (R15, R16)
    site, classic = EDITIONS["domino-site"].as_dict(), EDITIONS["pressman-classic"].as_dict()
    assert {key: site[key] for key in site.keys() - own} == {key: classic[key] for key in classic.keys() - own}


def test_r13_a_game_of_one_is_a_game_of_the_other() -> None:
    game = Game("domino-site", 5, seed=13)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    checked(game.record().replace("edition domino-site", "edition pressman-classic"))


# R14 The turn clock.

CLOCKED = "wooden clock=30"


def clocked() -> Game:
    """B, who holds 3-5-5 and 4-5-5, is on turn in a game with a clock."""
    game = dealt(CLOCKED, "5-5-5 0-0-1", "4-5-5 3-5-5", well="0-0-2")
    game.play("0,0^555")
    return game


def test_r14_when_time_is_up_the_best_placement_is_made_and_marked() -> None:
    game = clocked()
    _, lines = game.time_out()
    (placed,) = lines
    assert isinstance(placed, Placed)
    assert (str(placed.tile), placed.points, placed.timeout) == ("4-5-5", 14, True)
    assert game.seat == 0
    checked(game.record())
    text = clocked().record()
    assert "scores most, +14" in refusal(text + "B 0,0v553 +13 timeout\n").expected
    checked(text + "B 0,0v553 +13\n")


def test_r14_due_draws_are_made_and_all_lines_of_the_turn_are_marked() -> None:
    """B drew once; then the clock draws more tiles and places one, and the first draw is marked too."""
    game = dealt(CLOCKED, "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1 1-5-5")
    game.play("0,0^555")
    game.play(DRAW)
    first, lines = game.time_out()
    assert game.events[first:] == lines
    words = [str(line).split(" ") for line in lines]
    assert [word[1:3] for word in words[:3]] == [["draw", "0-0-4"], ["draw", "0-1-1"], ["draw", "1-5-5"]]
    assert all(word[-1] == "timeout" for word in words)
    assert game.scores == (25, 11 - 15)
    checked(game.record())
    partly = game.record().replace(" -5 timeout", " -5", 1)
    assert "on every line of a turn or on none" in refusal(partly).expected


def test_r14_the_clock_passes_if_nothing_else_is_legal() -> None:
    game = dealt("wooden clock=30 draw_limit=1", "5-5-5 0-0-1", "0-0-2 0-0-3", well="0-0-4 0-1-1")
    game.play("0,0^555")
    _, lines = game.time_out()
    assert [str(line) for line in lines] == ["B draw 0-0-4 -5 timeout", "B pass -10 timeout"]
    checked(game.record())


def test_r14_a_known_tile_of_a_partly_known_hand_counts() -> None:
    known = record("deal B 4-4-5 ?-?-? ?-?-? ?-?-?", "A 0,0^444 +22", edition="spanish clock=30 deal=4/4/4")
    assert "scores most, +13" in refusal(known + "B 0,0v443 +11 timeout\n").expected
    for line in ("B 0,0v443 +11", "B 0,0v445 +13 timeout"):
        checked(f"{known}{line}\n")


def test_r14_a_hand_held_nothing_better_than_what_the_clock_placed() -> None:
    """3-4-4 was the best that B had, so 4-4-5 came later; three draws and a pass, so nothing fitted."""
    edition = "spanish clock=30 deal=4/4/4"
    best = record("A 0,0^444 +22", "B 0,0v443 +11 timeout", "A -1,0v414 +9", edition=edition)
    assert "(R6, R14)" in refusal(best + "B 0,-1v544 +13\n").found
    checked(best + "B draw ?-?-? -5\nB 0,-1v544 +13\n")
    checked(best.replace(" timeout", "") + "B 0,-1v544 +13\n")
    draws = ["B draw ?-?-? -5 timeout"] * 3
    passed = record("A 0,0^444 +22", *draws, "B pass -10 timeout", "A -1,0v414 +9", edition=edition)
    assert "(R6, R14)" in refusal(passed + "B 0,-1v544 +13\n").found
    checked(passed.replace(" timeout", "") + "B 0,-1v544 +13\n")


def test_r14_a_clock_never_costs_extra_points() -> None:
    text = clocked().record()
    assert "+14" in refusal(text + "B 0,0v554 +9 timeout\n").expected


def test_r14_a_clock_never_passes_or_draws_for_a_player_who_can_place() -> None:
    game = dealt("spanish clock=60", "5-5-5 0-0-1", "4-5-5 0-0-2", well="0-0-3 0-0-4 0-1-1")
    game.play("0,0^555")
    unclocked = game.copy()
    _, lines = game.time_out()
    assert [type(line) for line in lines] == [Placed]
    for _ in range(3):
        unclocked.play(DRAW)
    text = unclocked.record().replace(" -5", " -5 timeout")
    checked(unclocked.record() + "B pass -10\n")
    assert refusal(text + "B pass -10 timeout\n").line <= text.count("\n") + 1


def test_r14_the_clock_starts_with_what_scores_most() -> None:
    game = dealt(CLOCKED, "5-5-5 0-0-0", "0-0-1 0-0-2")
    text = game.record()
    _, lines = game.time_out()
    assert str(lines[0]) == "A 0,0^000 +40 shows 5-5-5 timeout"
    assert "+40" in refusal(text + "A 0,0^555 +25 timeout\n").expected


@pytest.mark.parametrize("edition", RULEBOOKS)
def test_r14_without_a_clock_nothing_is_marked(edition: str) -> None:
    assert EDITIONS[edition].clock is None
    game = dealt(edition, "5-5-5 0-0-1", "4-5-5 3-5-5")
    assert "no clock" in refusal(game.record() + "A 0,0^555 +25 timeout\n").expected
    with pytest.raises(IllegalMove, match="could time out"):
        game.time_out()
    checked(dealt(f"{edition} clock=60", "5-5-5 0-0-1", "4-5-5 3-5-5").record() + "A 0,0^555 +25 timeout\n")


# Facts about the tiles and the table.


@pytest.mark.parametrize(
    ("tile", "number"), [("5-5-5", 5), ("0-0-0", 5), ("1-1-4", 10), ("0-5-5", 10), ("1-2-3", 9), ("0-1-5", 9)]
)
def test_fact_a_lone_triple_fits_5_tiles_a_pair_10_and_three_different_numbers_9(tile: str, number: int) -> None:
    for cell in (START_CELL, START_CELL + 1):
        table = new_table()
        put_first(table, cell, *Tile.parse(tile).numbers)
        assert len(tiles_of(int(fitting_tiles(table)) & ~Tile.parse(tile).bit)) == number


@given(games())
def test_fact_a_tile_fits_an_open_cell_in_one_way_at_most(game: Game) -> None:
    places = [move for move in game.legal_moves() if isinstance(move, Place)]
    assert len({(place.cell, place.tile) for place in places}) == len(places)


@given(games())
def test_fact_the_table_never_reaches_further_than_28_units_from_the_first_tile(game: Game) -> None:
    assert game.round is not None
    for place in game.round.places:
        assert max(abs(place.cell.x), abs(place.cell.y), abs(place.cell.x + place.cell.y)) <= 28


def test_fact_a_fan_round_a_point_earns_nothing_until_the_sixth_closes_the_hexagon() -> None:
    fan = ["-1,-1v123", "-1,0^232", "-1,0v323", "0,0^333", "0,-1v533", "0,-1^351"]
    for number in range(1, 5):
        tile = Place.parse(fan[number]).tile
        assert_scores(" ".join(fan[:number]), fan[number], tile.sum)
    assert_scores(" ".join(fan[:5]), fan[5], 9 + 50, "hexagon")


@pytest.mark.parametrize(
    ("before", "then", "points"),
    [
        ("-1,0v133 -1,0^311 -1,-1v011 0,-1^100 0,-2v400 1,-2^024 1,-2v200", "0,0^351", 9),
        ("0,-1v501 0,-1^055 -1,-1v500 -1,0^300 -2,0v033 -2,1^433 -2,1v342", "0,0^010", 1),
        ("0,0v014 1,0^440 1,-1v004 1,-1^003 1,-2v230 1,-2^323 0,-2v333", "0,0^100", 1),
    ],
)
def test_fact_being_near_the_point_opposite_the_matched_side_makes_no_bridge(
    before: str, then: str, points: int
) -> None:
    assert_scores(before, then, points)


def test_every_ruling_has_a_test_named_after_it() -> None:
    names = [name for name in globals() if name.startswith("test_r")]
    assert {name.split("_")[1] for name in names} >= {f"r{number}" for number in range(1, 15)}
