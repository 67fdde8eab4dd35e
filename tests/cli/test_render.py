"""`tricorn render`: which position, where to, and what is refused."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from tests.cli.conftest import GOLDEN, Run

from tricorn.game import Game
from tricorn.record import Drew, Passed, Placed
from tricorn.render import svg, text
from tricorn.round.pictures import position_of

RECORD = GOLDEN / "spanish-3p.tri"
GAME = Game.from_record(RECORD.read_text())
MOVES = sum(isinstance(event, Placed | Drew | Passed) for event in GAME.events)


def test_without_an_output_the_last_position_is_printed(tricorn: Run) -> None:
    assert GAME.round is not None
    done = tricorn("render", RECORD)
    position = position_of(GAME.round)
    assert (done.code, done.out) == (0, f"{text(position)}\n{position.caption}\n")


@pytest.mark.parametrize(
    ("at", "caption"),
    [
        (0, None),
        (1, "Round 1 after C placed 5-5-5 for 25 points"),
        (2, "Round 1 after A placed 0-5-5 for 10 points"),
        (7, "Round 1 after B placed 1-4-4 for 9 points"),  # the draw after it leaves the table as it was
        (-MOVES, "Round 1 after C placed 5-5-5 for 25 points"),
    ],
)
def test_at_counts_the_moves_of_the_game(tricorn: Run, at: int, caption: str | None) -> None:
    last = tricorn("render", RECORD, "--at", at).out.splitlines()[-1]
    assert last == (caption or "(an empty table)")


def test_at_the_number_of_moves_is_the_last(tricorn: Run) -> None:
    assert tricorn("render", RECORD, "--at", MOVES).out == tricorn("render", RECORD, "--at", -1).out


@pytest.mark.parametrize("at", [MOVES + 1, -MOVES - 1])
def test_a_move_that_is_not_there_is_refused(tricorn: Run, at: int) -> None:
    done = tricorn("render", RECORD, "--at", at)
    said = f"--at {at}: {RECORD} has {MOVES} moves; expected 0 to {MOVES}, or -1 to -{MOVES} from its end"
    assert (done.code, done.err) == (2, f"tricorn: {said}\n")


def test_svg_goes_to_a_file_or_to_standard_output(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    assert tricorn("render", RECORD, "-o", path, "--theme", "dark", "--width", 300).code == 0
    done = tricorn("render", RECORD, "-o", "-", "--theme", "dark", "--width", 300)
    assert GAME.round is not None
    assert path.read_text() == done.out == svg(position_of(GAME.round), theme="dark", width=300)
    assert ET.fromstring(done.out).get("width") == "300"


def test_png_goes_to_a_file(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "table.PNG"
    assert tricorn("render", RECORD, "-o", path, "--width", 200).code == 0
    data = path.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 200


def test_open_cells_are_shown_on_request(tricorn: Run) -> None:
    assert "tc-open" not in tricorn("render", RECORD, "--at", 1, "-o", "-").out
    done = tricorn("render", RECORD, "--at", 1, "-o", "-", "--open")
    assert len(re.findall(r'class="tc-open"', done.out)) == 3


@pytest.mark.parametrize("name", ["table.gif", "table", ".svg/"])
def test_another_suffix_is_refused(tricorn: Run, tmp_path: Path, name: str) -> None:
    done = tricorn("render", RECORD, "-o", f"{tmp_path}/{name}")
    assert done.code == 2
    assert "expected a name that ends in .svg or .png, or -" in done.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["nowhere/table.svg", "folder.svg"])
def test_a_path_that_cannot_be_written_is_one_line_and_leaves_no_file(tricorn: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.svg").mkdir()
    done = tricorn("render", RECORD, "-o", tmp_path / name)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"tricorn: {tmp_path / name}: ")
    assert done.err.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.svg"]


@pytest.mark.parametrize("width", [0, -5, 100_000])
def test_an_impossible_width_is_refused(tricorn: Run, tmp_path: Path, width: int) -> None:
    done = tricorn("render", RECORD, "-o", tmp_path / "table.png", "--width", width)
    assert done.code == 2
    assert str(width) in done.err
    assert list(tmp_path.iterdir()) == []


def test_a_missing_record_is_exit_code_2(tricorn: Run, tmp_path: Path) -> None:
    done = tricorn("render", tmp_path / "no.tri")
    assert (done.code, done.out) == (2, "")
    assert done.err == f"tricorn: {tmp_path / 'no.tri'}: No such file or directory; expected a game record\n"


def test_a_fault_on_the_way_to_the_position_is_exit_code_1(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.tri"
    wrong = RECORD.read_text().replace("A 0,-1v055 +10", "A 0,-1v055 +11", 1)
    path.write_text(wrong)
    done = tricorn("render", path)
    assert done.code == 1
    assert done.err.startswith(f"tricorn: {path}:14: expected ")
    assert tricorn("render", path, "--at", 1).code == 0


def test_a_round_without_cells_is_not_drawn(tricorn: Run) -> None:
    record = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nround 1\nA 4-4-4 +22\n"
    done = tricorn("render", "-", typed=record)
    assert (done.code, done.out) == (2, "")
    assert done.err == "tricorn: -: round 1 was recorded without cells, so there is nothing to draw\n"


def test_a_record_without_moves_is_an_empty_table(tricorn: Run) -> None:
    done = tricorn("render", "-", typed="tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\n")
    assert (done.code, done.out) == (0, "(an empty table)\n")
