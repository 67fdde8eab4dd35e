"""`tricorn export`: the plays of records as Parquet, CSV and JSON lines, whole or not at all."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from tricorn.arena.seating import Seating
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS
from tricorn.record.rows import COLUMNS


@pytest.fixture
def records(tmp_path: Path) -> list[Path]:
    seating = Seating(EDITIONS["spanish"], ["random", "greedy"], log=True)
    paths = [tmp_path / f"game-{seed}.tri" for seed in (1, 2)]
    for seed, path in enumerate(paths):
        path.write_text(str(seating.record_of(seed, new_totals())), encoding="utf-8")
    return paths


def test_all_formats_hold_the_same_rows(tricorn: Run, records: list[Path], tmp_path: Path) -> None:
    import polars  # takes a second

    for suffix in ("parquet", "csv", "jsonl"):
        done = tricorn("export", *records, "--to", tmp_path / f"plays.{suffix}")
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"{tmp_path / 'plays'}.{suffix}: ")
        assert done.out.endswith(" plays of 2 records\n")
    frame = polars.read_parquet(tmp_path / "plays.parquet")
    lines = [json.loads(line) for line in (tmp_path / "plays.jsonl").read_text(encoding="utf-8").splitlines()]
    with (tmp_path / "plays.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    assert frame.columns == list(COLUMNS) == list(table[0])
    assert frame.to_dicts() == lines
    assert [{key: "" if value is None else str(value) for key, value in line.items()} for line in lines] == table
    assert set(frame["game"]) == {"game-1", "game-2"}


def test_a_record_that_does_not_check_is_refused_and_nothing_is_written(
    tricorn: Run, records: list[Path], tmp_path: Path
) -> None:
    records[1].write_text(records[1].read_text(encoding="utf-8").replace(" -5\n", " -6\n", 1), encoding="utf-8")
    done = tricorn("export", *records, "--to", tmp_path / "plays.csv")
    assert done.code == 1
    assert done.err.startswith(f"tricorn: {records[1]}:")
    assert not (tmp_path / "plays.csv").exists()


def test_another_suffix_is_refused(tricorn: Run, records: list[Path]) -> None:
    done = tricorn("export", *records, "--to", "plays.xls")
    assert (done.code, done.err) == (
        2,
        "tricorn: --to plays.xls: expected a file that ends in .parquet, .csv or .jsonl\n",
    )


def test_a_name_is_no_formula_in_a_spreadsheet(tricorn: Run, tmp_path: Path) -> None:
    record = "tricorn 1\nedition wooden\nplayer A =1+1\nplayer B Bo\nround 1\nA 5-5-5 +25\n"
    tricorn("export", "-", "--to", tmp_path / "plays.csv", typed=record)
    assert ",'=1+1," in (tmp_path / "plays.csv").read_text(encoding="utf-8")
