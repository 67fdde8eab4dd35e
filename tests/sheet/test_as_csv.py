"""A sheet's table for spreadsheets has every entry with its totals."""

from __future__ import annotations

import csv
from io import StringIO

from tricorn.sheet import Sheet
from tricorn.sheet.as_csv import sheet_csv


def test_a_table_for_spreadsheets_has_every_entry_and_every_end_of_a_round() -> None:
    entries = ["A 0,0^444", "B =9", "A =8 bridge", "left B 1-2-3", "B 5-5-5", "B 5-5-5"]
    sheet = Sheet("wooden deal=2/2/2", ["=Ana", "Bo"], entries=entries)
    rows = list(csv.DictReader(StringIO(sheet_csv(sheet))))
    assert [row["what"] for row in rows] == [
        "placed",
        "placed",
        "placed",
        "left",
        "won by going out",
        "placed",
        "placed",
    ]
    assert rows[0]["player"] == "'=Ana"
    assert [row["points"] for row in rows] == ["22", "9", "48", "0", "31", "25", "15"]
    assert (rows[4]["score A"], rows[4]["score B"]) == ("101", "9")
    assert rows[-1]["note"].startswith("unsettled: ")


def test_a_round_of_points_alone_has_a_row_for_each_player() -> None:
    sheet = Sheet("wooden", ["Ana", "Bo"], entries=["A +85", "B -10"])
    rows = list(csv.DictReader(StringIO(sheet_csv(sheet))))
    assert [(row["player"], row["what"], row["points"]) for row in rows] == [
        ("Ana", "points of the round", "85"),
        ("Bo", "points of the round", "-10"),
    ]
    assert (rows[1]["score A"], rows[1]["score B"]) == ("85", "-10")
