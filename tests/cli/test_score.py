"""`tricorn score`: games typed in as people tell them, corrected, insisted on, kept and taken up again."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Run
from tests.helpers import played

from tricorn.game import Game, check_record
from tricorn.record import Blocked, Deal, Drew, Left, Out, Passed, Placed, RoundStart, Score, Well, Winner
from tricorn.sheet import Sheet


def typed(game: Game, way: str, rng: Random) -> list[str]:
    """What a scorekeeper types to take down a game, seats by turn: on the board, quickly, or mixed."""
    lines: list[str] = []
    sheet = Sheet(game.edition, game.names)
    for event in game.view(None).parsed_record.events:
        if isinstance(event, RoundStart | Deal | Well | Score | Winner | Out | Blocked):
            continue
        if isinstance(event, Placed):
            lines += _tile(sheet, event, rng.choice(["board", "quick", "sum"]) if way == "mixed" else way)
            sheet.add(f"{'ABCDEF'[event.seat]} {event.place}" + (f" shows {event.shows}" if event.shows else ""))
        else:
            lines.append({Drew: "d", Passed: "p", Left: str(event)}[type(event)])
            sheet.add(str(event))
    return lines


def _tile(sheet: Sheet, event: Placed, way: str) -> list[str]:
    digits = str(event.tile).replace("-", "")
    if sheet.prompt.what == "start":
        shows = f" shows {event.shows}" if event.shows else ""
        return [f"{sheet.names[event.seat]} {digits}{shows}"]
    if way == "board":
        assert event.place is not None
        at = [option.move for option in sheet.cells(event.tile)].index(event.place)
        return [digits, str(at + 1)]
    bonus = f" {event.bonus}" if event.bonus else ""
    if way == "sum":
        return [f"={event.tile.sum}{bonus}"]
    return [f"{digits}{bonus}" if bonus else str(event.tile) + " +" + str(event.points)]


@pytest.mark.parametrize("way", ["board", "quick", "sum"])
@pytest.mark.parametrize(("edition", "players"), [("wooden target=60", 3), ("spanish target=60", 3)])
def test_a_whole_game_typed_in_has_the_scores_of_its_record(
    tricorn: Run, tmp_path: Path, edition: str, players: int, way: str
) -> None:
    game = _named(played(edition, players, 5, 999, 5))
    path = tmp_path / "sheet.tri"
    name, *rules = edition.split()
    lines = typed(game, way, Random(1))
    done = tricorn(
        "score", *game.names, "--edition", name, *_flags(rules), "--save", path, typed="\n".join(lines) + "\nquit\n"
    )
    assert (done.code, done.err) == (0, "")
    kept = check_record(path.read_text())
    assert kept is not None
    assert kept.scores == game.scores
    assert kept.outcome() == game.outcome()
    assert f"wins the game: {game.outcome().reason}" in done.out  # type: ignore[union-attr]


def _flags(rules: list[str]) -> list[str]:
    return [word for rule in rules for word in ("--rule", rule)]


def _named(game: Game) -> Game:
    game.names = ("Ana", "Bo", "Cai")[: game.players]
    return game


def score(tricorn: Run, *lines: str, names: tuple[str, ...] = ("Ana", "Bo")) -> str:
    done = tricorn("score", *names, typed="\n".join(lines) + "\n")
    assert (done.code, done.err) == (0, "")
    return done.out


def test_a_refused_entry_is_explained_by_name_and_can_be_insisted_on(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.tri"
    out = score(tricorn, "Ana 444", "Bo 4-4-4", f"save {path}", "anyway", "sheet")
    assert "4-4-4 is not in Bo's hand: it is already on the table." in out
    assert "B 4-4-4 +12 anyway" in path.read_text()
    assert "  2 ! 4-4-4" in out


def test_a_round_is_typed_as_points_alone(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.tri"
    out = score(tricorn, "Ana +85", f"save {path}", "-10", "sheet")
    assert "Ana has +85 for the round" in out
    assert "Bo's points of the round, like +85: " in out
    assert path.read_text().endswith("round 1\nscore A 85 B -10\n")


def test_corrections_recalculate_and_point_out_what_no_longer_fits(tricorn: Run) -> None:
    out = score(tricorn, "a 444", "=9 +9", "=8", "fix 2 4-4-4", "undo", "insert 2 b d", "remove 2", "undo", "redo")
    assert "Line 2, Bo 4-4-4: 4-4-4 is not in Bo's hand" in out
    assert "1 line is not settled" in out


def test_a_sheet_with_an_unsettled_line_is_saved_and_resumed(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.tri"
    score(tricorn, "a 444", "=10 +10", "=11 +11", f"save {path}", "fix 2 4-4-4")
    assert path.read_text().endswith("A 0,0^444 +22\n#> B 4-4-4\n#> A =11 +11\n")
    assert tricorn("verify", path).code == 0
    done = tricorn("score", "--resume", path, typed="anyway 2\n")
    assert "B 4-4-4 +12 anyway\nA =11 +11\n" in path.read_text()
    assert "  2 ? 4-4-4" in done.out


def test_a_challenge_is_answered_with_the_ruling(tricorn: Run) -> None:
    out = score(tricorn, "a 444", "144", "1", "why")
    assert "It matched one side, and no tile touched the point opposite" in out
    assert "R2 Legal placement" in out


def test_a_tile_without_its_cell_is_explained_and_its_cell_can_be_set(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.tri"
    out = score(tricorn, "a 444", "144 +9", "=9 +9", "why", "why 2", "fix 2 144 ?", "1", f"save {path}")
    assert "Only the sum of the tile was recorded" in out
    assert "To enter its cell, type: fix 2 144 ?" in out
    assert "B -1,0v414 +9" in path.read_text()


def test_a_mistyped_tile_can_be_corrected_when_its_cell_is_asked_for(tricorn: Run) -> None:
    out = score(tricorn, "a 444", "144", "undo", "144", "245", "244", "9", "1", "sheet")
    assert "1-4-4 was not entered." in out
    assert "2-4-5 fits nowhere on the table" in out
    assert "Type a number from 1 to 3, not 9." in out
    assert "  2   2-4-4 at " in out


def test_the_hands_are_asked_for_one_by_one(tricorn: Run) -> None:
    done = tricorn("score", "Ana", "Bo", "Cai", "--edition", "wooden", "--rule", "deal=1/1/1", typed="a 444\n9\n125\n")
    assert "Bo's remaining tiles, or their sum: 9" in done.out
    assert "Cai's remaining tiles, or their sum: 125" in done.out
    assert "Ana wins round 1 by going out: +42." in done.out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ([], "expected the players' names"),
        (["Ana"], "2 to"),
        (["Ana", "Bo", "--edition", "chess"], "no edition 'chess'"),
        (["Ana", "Bo", "--rule", "target=x"], "target takes a whole number"),
        (["Ana", "Bo", "--resume", "x.tri"], "names and rules are not allowed"),
        (["--preset", "family", "--resume", "x.tri"], "names and rules are not allowed"),
        (["--resume", "none.tri"], "none.tri: No such file"),
        (["--resume", "-"], "expected a file"),
    ],
)
def test_wrong_usage_is_one_line(tricorn: Run, args: list[str], sentence: str) -> None:
    done = tricorn("score", *args)
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert sentence in done.err


@pytest.mark.parametrize(
    "line",
    [
        "zzz",
        "fix",
        "fix x 1",
        "fix 9 144",
        "insert 2",
        "why 4",
        "why",
        "anyway",
        "redo",
        "remove 7",
        "csv",
        "144",
        "a",
        "out",
    ],
)
def test_input_that_is_not_understood_changes_nothing(tricorn: Run, line: str) -> None:
    out = score(tricorn, line, "sheet")
    assert out.count("so far") == 1
    assert "  1" not in out


def test_a_file_that_is_there_is_not_written_over(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "s.tri"
    path.write_text("mine")
    assert tricorn("score", "Ana", "Bo", "--save", path).code == 2
    score(tricorn, f"save {path}", f"csv {path}")
    assert path.read_text() == "mine"


def test_the_sheet_is_written_as_csv(tricorn: Run, tmp_path: Path) -> None:
    score(tricorn, "a 444", "d", f"csv {tmp_path / 's.csv'}")
    assert (tmp_path / "s.csv").read_text().splitlines()[2].startswith("2,1,B,Bo,drew,")


def test_a_correction_of_a_line_that_is_not_there_says_so(tricorn: Run) -> None:
    out = score(tricorn, "a 444", "d", "fix 99 d", "insert 99 d", "fix 99", "insert 3 d")
    assert out.count("There is no line 99; the lines are 1 to 2.") == 3
    assert out.count("\n  3  ") == 1, "the new line is shown"


def test_the_latest_sheet_is_resumed_wherever_it_was_saved(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "evening.tri"
    score(tricorn, "a 444", f"save {path}", "quit")
    assert tricorn("score", "--resume", typed="b =9\n").code == 0
    assert path.read_text().count("\nB ") == 1


def test_a_sheet_saves_itself_and_is_resumed_without_its_name(tricorn: Run) -> None:
    out = score(tricorn, "a 444", "quit")
    path = Path(out.rpartition("--resume ")[2].strip())
    assert "A 0,0^444 +22" in path.read_text()
    assert tricorn("score", "--resume", typed="b =9\n").code == 0
    assert path.read_text().count("\nB ") == 1


def test_a_sheet_that_could_not_be_saved_is_offered_another_file(
    tricorn: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr("tricorn.cli.terminal.autosave.data_folder", lambda: tmp_path / "file")
    path = tmp_path / "s.tri"
    out = score(tricorn, "a 444", "quit", str(tmp_path), str(path))
    assert "there is already a file" in out.lower()
    assert "A 0,0^444 +22" in path.read_text()


def test_a_sheet_of_goliath_starts_by_lot_with_any_tile_and_passes_for_nothing(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.tri"
    args = ("score", "Ana", "Bo", "--edition", "goliath", "--rule", "deal=27/7/7", "--save", path)
    done = tricorn(*args, typed="bo 012\nd\nd\np\n")
    assert "Who starts by lot, and with which tile? bo 012" in done.out
    assert "Bo placed 0-1-2: 3  (Ana 0, Bo 3)" in done.out
    assert "Ana passed: no cost  (Ana -10, Bo 3)" in done.out
    assert path.read_text().endswith("\nB 0,0^012 +3\nA draw ?-?-? -5\nA draw ?-?-? -5\nA pass +0\n")


def test_a_childrens_sheet_counts_tiles(tricorn: Run, tmp_path: Path) -> None:
    path = tmp_path / "sheet.tri"
    rules = ("--preset", "children", "--rule", "deal=1/1/1/1/1", "--rule", "rounds=2")
    typed = "ana 555\nleft bo 16\nleft bo 125\nbo 444\nleft ana 1\nbo 333\n"
    done = tricorn("score", "Ana", "Bo", *rules, "--save", path, typed=typed)
    assert "Ana placed 5-5-5: 1  (Ana 7, Bo 0)" in done.out
    assert "found =16." in done.out
    assert "Bo has 1-2-5 = 1 left" in done.out
    assert "Ana has 1 left" in done.out
    assert "The highest score is shared, so everybody plays one more round." in done.out
    game = check_record(path.read_text())
    assert game is not None
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.scores == (7, 14)
    assert f"Bo wins the game: {outcome.reason}." in done.out


def test_a_sheet_names_its_preset(tricorn: Run) -> None:
    assert tricorn("score", "Ana", "Bo", "--preset", "family").out.startswith("Ana, Bo: Family rules. Type help")
