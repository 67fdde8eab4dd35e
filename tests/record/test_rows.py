"""The rows of a record agree with its replay, and the public columns contain nothing hidden."""

from __future__ import annotations

import pytest
from tests.helpers import other_readings

from tricorn.arena.seating import Seating
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.game import Game
from tricorn.record import Drew, Passed, Placed, Record, parse_record
from tricorn.record.rows import COLUMNS, Row
from tricorn.tiles import TILES
from tricorn.wording import SEATS

READINGS = [reading for edition in EDITIONS for reading in (edition, *other_readings(edition))]


def recorded(edition: str, seed: int) -> Record:
    return Seating(edition_named(edition), ["random", "greedy", "random"], log=True).record_of(seed, new_totals())


@pytest.mark.parametrize("edition", READINGS)
def test_rows_say_what_a_replay_says(edition: str) -> None:
    record = recorded(edition, 3)
    game, rows = Game(record.edition, record.names, dealt=False), iter(record.to_rows("g"))
    for event in record.events:
        if isinstance(event, Placed | Drew | Passed):
            current, row = game.round, next(rows)
            assert current is not None
            assert list(row) == list(COLUMNS)
            assert (row["game"], row["round"], row["seat"]) == ("g", game.rounds, SEATS[event.seat])
            assert row["score"] == game.scores[event.seat]
            assert row["in_well"] == len(current.well)
            assert row["drawn"] == len(current.drawn)
            assert row["full_hand"] == " ".join(map(str, current.hand(event.seat)))
            held = [row[f"held_{seat.lower()}"] for seat in SEATS]
            assert held == [*(current.tiles_held(seat) for seat in range(3)), None, None, None]
            before = game.scores[event.seat]
            game.apply(event)
            if not current.ended:
                assert row["points"] == game.scores[event.seat] - before
        else:
            game.apply(event)
    assert not list(rows)


def test_every_row_has_the_end_of_its_round_and_game() -> None:
    rows = recorded("spanish", 4).to_rows()
    assert {row["round_end"] for row in rows} <= {"out", "blocked"}
    assert {row["game_winner"] for row in rows} == {rows[-1]["round_winner"]}
    first = [row for row in rows if row["round"] == 1]
    assert len({row["round_winner"] for row in first}) == 1
    assert [row["play"] for row in first] == list(range(1, len(first) + 1))
    assert [row["kind"] for row in first].count("start") == 1


def test_public_columns_do_not_reveal_a_drawn_tile() -> None:
    drawn = [row for row in recorded("pressman-classic", 5).to_rows() if row["kind"] == "draw"]
    assert drawn
    for row in drawn:
        public = {key: value for key, value in row.items() if not key.startswith("full_")}
        assert row["full_tile"] not in public.values()
        assert public["tile"] is None


def rows_after(edition: str, *lines: str) -> list[Row]:
    header = f"tricorn 1\nedition {edition}\nplayer A Ana\nplayer B Bo\nround 1\n"
    return parse_record(header + "".join(f"{line}\n" for line in lines)).to_rows()


def test_draws_count_only_for_the_seat_that_made_them() -> None:
    rows = rows_after("wooden", "A 0,0^444 +22", "B draw ?-?-? -5", "A 0,0v441 +9 anyway")
    assert [row["drawn"] for row in rows] == [0, 0, 0]


def test_a_tile_drawn_is_that_of_the_recorded_well() -> None:
    *_, draw, summed, last = rows_after(
        "wooden deal=27/17/13",
        f"deal B {' '.join(str(tile) for tile in TILES[:27])}",
        f"well {TILES[27]} {TILES[28]}",
        "A 0,0^555 +25",
        "B draw ?-?-? -5",
        "B =3 +3",
        "A pass -10",
    )
    assert (draw["full_tile"], draw["in_well"], summed["in_well"]) == (str(TILES[27]), 2, 1)
    assert str(TILES[27]) in summed["full_hand"].split()
    assert last["full_hand"] is None


def test_a_hand_is_unknown_once_a_tile_of_it_is_placed_unnamed() -> None:
    rows = rows_after(
        "wooden deal=2/2/2",
        "deal A 4-4-4 0-0-1",
        "deal B 1-4-4 2-3-4",
        "A 0,0^444 +22",
        "B =9 +9",
        "A pass -10",
        "B pass -10",
    )
    assert [row["full_hand"] for row in rows if row["seat"] == "B"] == ["1-4-4 2-3-4", None]


def test_unknown_values_are_left_empty() -> None:
    record = parse_record(
        "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nround 1\nA 5-5-5 +25\nB draw ?-?-? -5\nB =9 +9\n"
    )
    start, draw, summed = record.to_rows()
    assert (start["tile"], start["cell"], start["full_hand"]) == ("5-5-5", None, None)
    assert (draw["full_tile"], draw["held_b"], summed["held_b"], summed["drawn"]) == (None, 9, 10, 1)
    assert (summed["tile"], summed["points"], summed["game_winner"]) == (None, 9, None)
