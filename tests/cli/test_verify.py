"""`tricorn verify`: one line per file; exit code 0, 1 for an error in a record, 2 for a file that cannot be read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cheating import CHEATS, cheated, played
from tests.cli.conftest import GOLDEN, Run

RECORDS = sorted(GOLDEN.glob("*.tri"))


def test_good_records_are_ok(tricorn: Run) -> None:
    done = tricorn("verify", *RECORDS)
    assert (done.code, done.err) == (0, "")
    for line, path in zip(done.out.splitlines(), RECORDS, strict=True):
        assert line.startswith(f"{path}: ok (")
        assert ", won by " in line


def test_the_reason_for_a_win_with_a_lower_score_is_printed(tricorn: Run) -> None:
    """Both have reached 400, A with a point more, but B won the round (R12)."""
    why = "won by Bo Li (Bo Li won the round in which several had reached 400 points); "
    assert why in tricorn("verify", GOLDEN / "classic-figures-2p.tri").out
    assert ", won by Bo Li; " in tricorn("verify", GOLDEN / "classic-2p.tri").out


def test_a_game_in_progress_is_ok(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "short.tri"
    path.write_text("".join(RECORDS[0].read_text().splitlines(keepends=True)[:20]))
    assert (
        tricorn("verify", path).out
        == f"{path}: ok (1 round, 2 players, in progress; deals not checked: no commitment)\n"
    )


HEADER = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nround 1\n"


def test_a_bonus_that_sums_alone_cannot_explain_is_an_error(tricorn: Run) -> None:
    done = tricorn("verify", "-", typed=f"{HEADER}A 5-5-5 +25\nB =14 +14\nA =9 +59 hexagon\n")
    assert done.code == 1
    assert "hexagon: at least 5 tiles must be on the table before, not 2" in done.out + done.err
    insisted = f"{HEADER}A 5-5-5 +25\nB =14 +14\nA =9 +59 hexagon anyway\n"
    assert tricorn("verify", "-", typed=insisted).code == 0


def test_rounds_of_which_only_the_scores_are_known_are_ok(tricorn: Run) -> None:
    points = f"{HEADER}score A 85 B -10\nround 2\nscore A 85 B 405\n"
    done = tricorn("verify", "-", typed=f"{points}winner B\n")
    assert (done.code, "2 rounds, 2 players, won by Bo" in done.out) == (0, True)
    assert tricorn("verify", "-", typed=f"{points}winner A\n").code == 1
    assert tricorn("verify", "-", typed=f"{HEADER}A 5-5-5 +25\nscore A 85 B -10\n").code == 1


def test_a_record_of_its_first_line_alone_is_ok(tricorn: Run) -> None:
    done = tricorn("verify", "-", typed="tricorn 1\n")
    assert (done.code, done.out) == (0, "-: ok (0 rounds, no players yet)\n")


def test_standard_input_is_read_for_a_dash(tricorn: Run) -> None:
    done = tricorn("verify", "-", typed=RECORDS[0].read_bytes())
    assert done.code == 0
    assert done.out.startswith("-: ok (")


def test_a_fault_names_file_line_expected_and_found(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.tri"
    lines = RECORDS[0].read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("score"))
    lines[number - 1] = "score A 1 B 2"
    path.write_text("\n".join(lines) + "\n")
    done = tricorn("verify", path)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"{path}:{number}: expected 'score A ")
    assert done.err.endswith(", found 'score A 1 B 2'\n")
    assert done.err.count("\n") == 1


def test_all_files_are_checked_when_one_fails(tricorn: Run, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.tri"
    wrong.write_text("tricorn 2\n")
    done = tricorn("verify", wrong, RECORDS[0], wrong, RECORDS[1])
    assert done.code == 1
    assert [line.split(":")[0] for line in done.out.splitlines()] == [str(RECORDS[0]), str(RECORDS[1])]
    assert done.err == f"{wrong}:1: expected 'tricorn 1', found 'tricorn 2'\n" * 2


def test_bytes_that_are_not_utf8_are_named_with_their_line(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "latin.tri"
    path.write_bytes(b"tricorn 1\nedition wooden\nplayer A Jos\xe9\n")
    done = tricorn("verify", path)
    assert (done.code, done.err) == (1, f"{path}:3: expected UTF-8 text, found byte 0xe9\n")


def test_a_file_of_50_megabytes_is_refused(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "huge.tri"
    with path.open("wb") as file:
        file.truncate(50 * 2**20)
    done = tricorn("verify", path)
    assert (done.code, done.err) == (1, f"{path}:1: expected a record of at most 8 MiB, found a larger one\n")


@pytest.mark.parametrize("name", ["missing.tri", ""])
def test_what_cannot_be_read_is_exit_code_2(tricorn: Run, tmp_path: Path, name: str) -> None:
    done = tricorn("verify", tmp_path / name, RECORDS[0])
    assert done.code == 2
    assert done.err.startswith(f"tricorn: {tmp_path / name}: ")
    assert done.err.count("\n") == 1
    assert done.out.startswith(f"{RECORDS[0]}: ok")


def test_a_name_cannot_play_with_the_terminal(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2J\nb.tri"
    path.write_text("tricorn 1\n")
    done = tricorn("verify", path)
    assert "\x1b" not in done.out
    assert done.out.count("\n") == 1


# Deals.


def test_deals_that_follow_from_the_commitment_are_reported_as_checked(tricorn: Run) -> None:
    text = played().record()
    whole = tricorn("verify", "-", typed=text)
    assert (whole.code, whole.err) == (0, "")
    assert whole.out.endswith("; deals checked against the commitment)\n")
    before_the_end = "".join(text.splitlines(keepends=True)[:-3])
    assert (
        "; deals of 1 of 2 rounds checked against the commitment)" in tricorn("verify", "-", typed=before_the_end).out
    )


def test_deals_that_cannot_be_checked_are_reported_as_unchecked(tricorn: Run) -> None:
    bare = [line for line in played().record().splitlines() if not line.startswith(("number", "secret"))]
    assert "; deals not checked: no secret was published)" in tricorn("verify", "-", typed="\n".join(bare)).out
    assert "; deals not checked: no commitment)" in tricorn("verify", RECORDS[0]).out


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_that_deals_unfairly_is_caught(tricorn: Run, tmp_path: Path, cheat: str) -> None:
    path = tmp_path / "cheated.tri"
    path.write_text(cheated(cheat).record())
    done = tricorn("verify", path)
    assert (done.code, done.out) == (1, "")
    line = path.read_text().splitlines()[int(done.err.split(":")[1]) - 1]
    assert line.startswith("secret ")
    assert CHEATS[cheat][1] in done.err
