"""What a seat may see: its own tiles, the table, what all players were shown. Nothing else is reachable."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from dataclasses import replace
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import given
from tests.helpers import checked, dealt, games, played, record, refusal

from tricorn.errors import TricornError
from tricorn.game import Game, check_record
from tricorn.record import Deal, Left, parse_event
from tricorn.round import Round
from tricorn.tiles import TILES, UNKNOWN, Tile
from tricorn.view import View, visible
from tricorn.wording import SEATS

TILE = re.compile(r"\b[0-5]-[0-5]-[0-5]\b")
PLACED = re.compile(r"^[A-F] \S+?[v^]([0-5])([0-5])([0-5]) ", re.MULTILINE)
SEED = 0x5EED_5EED_5EED


def rounds_of(text: str) -> list[str]:
    """The text of each round."""
    return re.split(r"^round \d+$", text, flags=re.MULTILINE)[1:]


def tiles_shown(text: str) -> set[str]:
    """Every tile that a text names, alone or in a placement."""
    return {*TILE.findall(text), *("-".join(sorted(numbers)) for numbers in PLACED.findall(text))}


def tiles_seen(text: str, seat: str | None) -> set[str]:
    """Every tile a seat has seen in a round, worked out from the lines of the complete record."""
    hands: dict[str, set[str]] = {}
    seen: set[str] = set()
    for line in text.strip().splitlines():
        words = line.split(" ")
        if words[0] == "deal":
            hands[words[1]] = set(words[2:])
            seen |= hands[words[1]] if words[1] == seat else set()
        elif words[0] in ("out", "blocked"):
            seen |= set().union(*hands.values())
        elif words[0] in hands and words[1] == "draw":
            hands[words[0]].add(words[2])
            seen |= {words[2]} if words[0] == seat else set()
        elif words[0] in hands and words[1] != "pass":
            tile = "-".join(sorted(words[1][-3:]))
            hands[words[0]].discard(tile)
            seen |= {tile, *TILE.findall(line)}
    return seen


def viewers(game: Game) -> list[int | None]:
    return [*range(game.players), None]


@given(games())
def test_a_view_has_exactly_the_tiles_that_its_seat_has_seen(game: Game) -> None:
    full = rounds_of(game.record())
    for seat in viewers(game):
        rounds = rounds_of(game.view(seat).record())
        assert len(rounds) == len(full)
        for seen_round, full_round in zip(rounds, full, strict=True):
            assert tiles_shown(seen_round) == tiles_seen(full_round, None if seat is None else SEATS[seat])


@given(games())
def test_a_view_is_a_record_and_stays_one_to_the_byte(game: Game) -> None:
    for seat in viewers(game):
        text = game.view(seat).record()
        assert checked(text).record() == text
        assert checked(text).scores == game.scores


@pytest.mark.parametrize(
    ("lines", "seen_by_a", "seen_by_b"),
    [
        # It is not A's turn, as everybody can see.
        (["A draw 1-2-3 -5 anyway"], "A draw 1-2-3 -5 anyway", "A draw ?-?-? -5 anyway"),
        # Only B can see that the tile is one that lies on the table.
        (["B draw 4-4-4 -5 anyway"], "B draw ?-?-? -5", "B draw 4-4-4 -5 anyway"),
        # Only B can see that B holds 1-2-4.
        (
            ["B draw 1-2-4 -5", "B draw 2-4-4 -5", "B 2-4-4 +10", "A 1-2-4 +7 anyway"],
            "A 1-2-4 +7",
            "A 1-2-4 +7 anyway",
        ),
    ],
)
def test_a_view_insists_on_exactly_what_its_seat_knows_to_be_wrong(
    lines: list[str], seen_by_a: str, seen_by_b: str
) -> None:
    game = checked(record("A 0,0^444 +22", *lines))
    for seat, seen in enumerate((seen_by_a, seen_by_b)):
        text = game.view(seat).record()
        assert text.splitlines()[-1] == seen
        assert checked(text).record() == text
        assert game.view(seat).round is not None


@given(games())
def test_a_view_has_every_line_of_the_game_and_in_addition_only_hands_shown(game: Game) -> None:
    for seat in viewers(game):
        lines = [line for line in game.view(seat).record().splitlines() if not line.startswith("left ")]
        for line, original in zip(lines, game.record().splitlines(), strict=True):
            hidden = re.sub(r"\b[0-5]-[0-5]-[0-5]\b", UNKNOWN, original)
            assert line in (original, hidden)


@given(games())
def test_every_viewer_sees_counts_scores_and_turn(game: Game) -> None:
    assert game.round is not None
    for seat in viewers(game):
        view = game.view(seat)
        assert view.tiles_held == tuple(game.round.tiles_held(other) for other in range(game.players))
        assert view.in_well == len(game.round.well)
        assert (view.turn, view.scores) == (game.turn, game.scores)
        assert len(view.drawn) == len(game.round.drawn)
        assert (view.names, view.edition) == (game.names, game.edition)
        if seat is not None:
            assert view.hand == game.round.hand(seat)
        if game.turn is not None:
            assert view.drawn == (game.round.drawn if game.turn == seat else [None] * len(game.round.drawn))


@given(games())
def test_only_the_seat_on_turn_gets_its_legal_moves(game: Game) -> None:
    for seat in viewers(game):
        on_turn = seat is not None and seat == game.turn
        assert game.view(seat).legal_moves() == (game.legal_moves() if on_turn else [])


@given(games())
def test_a_view_knows_the_round_as_far_as_its_seat_can(game: Game) -> None:
    assert game.round is not None
    for seat in viewers(game):
        round_ = game.view(seat).round
        assert round_ is not None
        assert round_.places == game.round.places
        assert round_.open_cells() == game.round.open_cells()
        if game.round.started:
            assert round_.turn == game.round.turn
        if seat is not None and seat == game.turn and game.round.started:
            assert round_.options() == game.round.options()


# What can be reached from a view.


def reachable(start: Any) -> Iterator[Any]:
    """Everything that can be reached from an object, except classes, modules and built-in functions."""
    seen: set[int] = set()
    pending = [start]
    while pending:
        item = pending.pop()
        if id(item) in seen or isinstance(item, type | ModuleType | BuiltinFunctionType):
            continue
        seen.add(id(item))
        yield item
        if isinstance(item, FunctionType):
            pending += [*(item.__closure__ or ()), *(item.__defaults__ or ())]
        else:
            pending += gc.get_referents(item)


def test_what_is_reachable_is_found_in_closures_attributes_and_containers() -> None:
    secret = Tile.parse("5-5-5")
    for holder in ({"a": [(secret,)]}, lambda: secret, Deal(0, (secret,)), Round.copy):
        found = [item for item in reachable(holder) if isinstance(item, Tile)]
        assert found == ([] if holder is Round.copy else [secret])


@given(games(12))
def test_no_hidden_tile_can_be_reached_from_a_view(game: Game) -> None:
    """In the first round, in which nothing seen earlier can hide a leak; before and after the view is used."""
    if game.rounds > 1:
        return
    (text,) = rounds_of(game.record())
    for seat in viewers(game):
        seen = {Tile.parse(tile) for tile in tiles_seen(text, None if seat is None else SEATS[seat])}
        view = game.view(seat)
        for _ in range(2):
            items = list(reachable(view))
            assert {item for item in items if isinstance(item, Tile)} <= seen
            assert not any(isinstance(item, Game) or item is game.round or item is game.events for item in items)
            for known in (item for item in items if isinstance(item, Round)):
                assert all(set(hand) <= seen for hand in known.hands)
                assert set(known.well) <= {None}
            view.legal_moves()  # this makes the view replay its round


def test_neither_the_seed_nor_its_key_can_be_reached_from_a_view() -> None:
    game = Game("spanish", 3, seed=SEED, keys=[("date", "2026-11-15"), ("seed", str(SEED)), ("commit", "0f3a")])
    game.play(game.legal_moves()[0])
    assert f"seed {SEED}" in game.record()
    for seat in viewers(game):
        view = game.view(seat)
        assert "seed" not in view.record()
        assert "commit 0f3a" in view.record()
        view.legal_moves()
        assert view.round is not None
        for item in reachable(view):
            if isinstance(item, int):
                assert item != SEED
            if isinstance(item, str):
                assert str(SEED) not in item


@given(games(40))
def test_a_view_of_a_view_is_the_same_view(game: Game) -> None:
    """Cutting a view's record for the same seat again neither removes nor adds anything."""
    for seat in range(game.players):
        text = game.view(seat).record()
        assert checked(text).view(seat).record() == text


@given(games(60))
def test_a_view_does_not_change_with_the_game(game: Game) -> None:
    view = game.view(0)
    before = view.record(), view.scores, view.turn, view.hand
    if game.legal_moves():
        game.play(game.legal_moves()[0])
    assert (view.record(), view.scores, view.turn, view.hand) == before


# At the end of a round.


def test_hands_are_shown_when_the_round_is_over_and_not_before() -> None:
    game = dealt("wooden", "5-5-5 3-5-5", "4-5-5 0-0-1", "0-0-2 0-0-3", well="2-5-5")
    for move in ("0,0^555", "0,0v554", "draw", "0,-1v255"):
        game.play(move)
    assert "left" not in game.view("A").record()
    assert "0-0-1" not in game.view("A").record()
    game.play("-1,0v535")
    assert "left B 0-0-1\nleft C 0-0-2 0-0-3\nout A +31\n" in game.view("A").record()
    assert "left C 0-0-2 0-0-3\nout A +31\n" in game.view("B").record()
    assert "left B" not in game.view("B").record()
    assert game.view(None).record().count("left ") == 2
    assert "left" not in game.record()


PARTLY_DEALT = """\
tricorn 1
edition wooden deal=1/1/1
player A Ana
player B Bo
player C Cy
round 1
deal A 0-0-1
B 0,0^555 +25
left C 1-4-5
out B +36
"""


def test_hands_on_record_are_shown_in_seat_order_with_those_of_left_lines() -> None:
    game = Game.from_record(PARTLY_DEALT)
    for seat in (None, 1, 2):
        view = game.view(seat)
        assert view.round is not None
        assert Game.from_record(view.record()).view(seat).record() == view.record()
        left = [str(event) for event in view.parsed_record.events if isinstance(event, Left)]
        assert left == ["left A 0-0-1", "left C 1-4-5"]
    assert "left A" not in game.view("A").record()


def test_undoing_the_last_move_of_a_round_hides_the_hands_again() -> None:
    game = dealt("wooden", "5-5-5 3-5-5", "4-5-5 0-0-1")
    for move in ("0,0^555", "0,0v554", "-1,0v535"):
        game.play(move)
    assert "0-0-1" in game.view("A").record()
    game.undo()
    assert "0-0-1" not in game.view("A").record()
    game.play("-1,0v535")
    assert game.view("A").record().count("left B") == 1


def test_a_triple_shown_is_seen_by_all() -> None:
    game = dealt("wooden", "0-0-0 3-3-3", "4-5-5 0-0-1")
    game.play("0,0^000")
    for seat in viewers(game):
        assert "A 0,0^000 +40 shows 3-3-3" in game.view(seat).record()


def test_a_seat_that_holds_a_triple_sees_0_0_0_started_over_a_higher_one_unseen() -> None:
    """In the Spanish edition nothing is shown, so B's view does not say which triple A holds."""
    game = dealt("spanish", "0-0-0 3-3-3", "2-2-2 0-0-1")
    game.play("0,0^000")
    assert checked(game.view("B").record()).turn == 1
    view = game.view("B").round
    assert view is not None
    assert view.turn == 1


# Seats.


@pytest.mark.parametrize("seat", [-1, 2, 6, "C", "G", "", "AB", "a"])
def test_there_is_no_view_from_a_seat_that_does_not_exist(seat: int | str) -> None:
    with pytest.raises(TricornError, match="no such seat; the seats are A, B"):
        Game("wooden", 2, seed=1).view(seat)


def test_a_seat_may_be_given_by_letter() -> None:
    game = Game("wooden", 2, seed=1)
    assert game.view("B").record() == game.view(1).record()


def test_a_view_before_the_first_deal_shows_the_header() -> None:
    view = Game("wooden", ["Ana", "Bo"], dealt=False).view("A")
    assert view.record() == "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\n"
    assert (view.round, view.hand, view.drawn, view.tiles_held, view.in_well) == (None, [], [], (), 0)
    assert check_record(view.record()) is not None


def test_a_physical_game_can_be_viewed_from_every_seat() -> None:
    game = checked(record("A 0,0^555 +25", "B 0,0v554 +14"))
    for seat in viewers(game):
        view = game.view(seat)
        assert view.record() == game.record()
        assert view.legal_moves() == []


def test_a_view_without_events_has_the_round_and_the_moves() -> None:
    game = played("pressman-classic", 3, 5, 20, 3)
    for seat in viewers(game):
        view, brief = game.view(seat), game.view(seat, with_events=False)
        assert brief.parsed_record.events == ()
        assert replace(brief, parsed_record=view.parsed_record) == view
        assert brief.round is not None
        assert view.round is not None
        assert brief.round.state == view.round.state


def test_a_view_has_its_events_where_the_round_follows_from_them_alone() -> None:
    game = checked(record("A 0,0^555 +25", "B 1,0^445 +99 anyway"))
    assert game.view(0, with_events=False) == game.view(0)


def test_a_view_cannot_be_changed_in_place() -> None:
    view = Game("wooden", 2, seed=1).view(0)
    with pytest.raises(AttributeError):
        view.seat = 1  # type: ignore[misc]
    assert isinstance(view, View)


# Line by line.


@pytest.mark.parametrize(
    ("line", "own", "others"),
    [
        ("deal A 0-0-1 0-0-2", "deal A 0-0-1 0-0-2", "deal A ?-?-? ?-?-?"),
        ("well 0-0-1 0-0-2", "well ?-?-? ?-?-?", "well ?-?-? ?-?-?"),
        ("A draw 0-0-1 -5 timeout", "A draw 0-0-1 -5 timeout", "A draw ?-?-? -5 timeout"),
        ("A draw 0-0-1 +0", "A draw 0-0-1 +0", "A draw ?-?-? +0"),
        ("A 0,0^000 +40 shows 5-5-5", "A 0,0^000 +40 shows 5-5-5", "A 0,0^000 +40 shows 5-5-5"),
        ("A pass -10", "A pass -10", "A pass -10"),
        ("left A 0-0-1", "left A 0-0-1", "left A 0-0-1"),
        ("score A 1 B 2", "score A 1 B 2", "score A 1 B 2"),
    ],
)
def test_a_line_is_cut_for_others_and_left_to_its_own_seat(line: str, own: str, others: str) -> None:
    event = visible(parse_event(line))
    for lines in (event.as_lines().to, lambda seats: [*map(str, event.to(seats))]):
        assert (lines([0]), lines([1]), lines([])) == ([own], [others], [others])


def test_a_view_refuses_what_its_seat_could_not_have_seen_happen() -> None:
    """A view is checked like any record: another seat cannot place one of the viewer's tiles."""
    game = dealt("wooden", "5-5-5 4-5-5", "3-5-5 0-0-1")
    game.play("0,0^555")
    assert "not in B's hand" in refusal(game.view("A").record() + "B 0,0v554 +14\n").found


def test_the_checks_of_these_tests_would_find_a_leak() -> None:
    """The whole record, taken as a view, contains more than any seat has seen."""
    (text,) = rounds_of(played("wooden", 2, 1, 4, 1).record())
    assert tiles_shown(text) == set(map(str, TILES))
    for seat in ("A", "B", None):
        assert 0 < len(tiles_seen(text, seat)) < 20
