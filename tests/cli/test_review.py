"""`tricorn review`: the figures of a game on a terminal and as JSON, and a clear answer to every bad record."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.cli.conftest import GOLDEN, Run

from tricorn.game import Game
from tricorn.record import MAX_BYTES

NOTES = "tricorn 1\nedition pressman-classic\nplayer A Ana\nplayer B Bo\nround 1\nA 4-4-4 +22\nB 1-4-4 +9\n"


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """A finished game of a few moves."""
    game = Game("pressman-deluxe target=40 deal=3/3/3", ["Ana", "Bo"], seed=3)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    path = tmp_path / "short.tri"
    path.write_text(game.record(), encoding="utf-8")
    return path


def test_a_review_shows_figures_account_and_errors(tricorn: Run, short: Path) -> None:
    done = tricorn("review", short)
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0].split() == ["Ana", "Bo"]
    for words in ("Mean loss per choice", "The account, in chance of winning", "What could not be known", " won"):
        assert words in done.out


def test_a_review_speaks_spanish(tricorn: Run, short: Path) -> None:
    out = tricorn("review", short, "--language", "es").out
    assert "Lo que no se podía saber" in out
    assert "luck" not in out


def test_the_json_has_the_figures_that_docs_define(tricorn: Run, short: Path) -> None:
    figures = json.loads(tricorn("review", short, "--json", "-").out)
    assert figures["winner"] in ("A", "B")
    for player in figures["players"]:
        share = player["account"]["chance"]
        parts = [round(10_000 * share[name]) for name in ("par", "luck", "errors", "unknown")]
        assert sum(parts) == round(10_000 * share["result"])
    assert {luck["kind"] for luck in figures["luck"]} == {"deal", "draw"}


def test_the_page_needs_no_other_file(tricorn: Run, tmp_path: Path) -> None:
    game = Game("pressman-classic target=60", ["Ana <b>", "Bo"], seed=11)
    while game.outcome() is None:
        game.play(game.legal_moves()[-1])
    record, page = tmp_path / "game.tri", tmp_path / "review.html"
    record.write_text(game.record(), encoding="utf-8")
    done = tricorn("review", record, "--html", page)
    text = page.read_text(encoding="utf-8")
    assert done.code == 0
    assert "Ana &lt;b&gt;" in text
    assert "<b>" not in text
    assert text.count("<figure>") == 2 * len(re.findall("^line ", done.out, re.MULTILINE)) > 0
    assert not re.search(r"(src|href)=|@import|url\(", text)


def test_notes_of_a_real_table_are_reviewed_as_far_as_they_go(tricorn: Run) -> None:
    done = tricorn("review", "-", typed=NOTES)
    assert done.code == 0
    assert "There is no account, because the record does not have all hands and cells." in done.out
    assert "2 moves cannot be judged" in done.out
    assert "No real choice was judged." in done.out
    assert "No errors" not in done.out


@pytest.mark.parametrize(
    ("typed", "code", "words"),
    [
        ("", 1, "expected"),
        (NOTES.replace("+9", "+10"), 1, "-:7: expected"),
        (b"\xff\xfe", 1, "UTF-8"),
        (b"#" * (MAX_BYTES + 1), 1, "MiB"),
    ],
)
def test_a_bad_record_is_refused_in_one_line(
    tricorn: Run, tmp_path: Path, typed: str | bytes, code: int, words: str
) -> None:
    done = tricorn("review", "-", "--json", tmp_path / "review.json", typed=typed)
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert words in done.err
    assert not list(tmp_path.iterdir()), "nothing is left behind"


def test_a_record_without_players_has_nothing_to_review(tricorn: Run) -> None:
    done = tricorn("review", "-", typed="tricorn 1\n")
    assert done.code == 1
    assert done.err.count("\n") == 1


def test_a_file_that_is_not_there_is_wrong_usage(tricorn: Run, tmp_path: Path) -> None:
    done = tricorn("review", tmp_path / "none.tri")
    assert (done.code, done.out) == (2, "")


def test_a_json_file_that_cannot_be_written_is_refused_before_the_work(tricorn: Run, tmp_path: Path) -> None:
    done = tricorn("review", GOLDEN / "classic-2p.tri", "--json", tmp_path / "no" / "folder.json")
    assert (done.code, done.out) == (2, "")
