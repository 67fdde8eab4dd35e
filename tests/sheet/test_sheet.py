"""A score sheet scores, checks, corrects and records a game at a real table."""

from __future__ import annotations

import tracemalloc
from unittest.mock import Mock

import pytest

from tricorn.core.judging import judge
from tricorn.errors import TricornError
from tricorn.game import check_record
from tricorn.sheet import Prompt, Sheet
from tricorn.sheet.history import History

START = ["A 0,0^444", "B 0,0v441", "A 1-4-5"]


def sheet_of(*entries: str, edition: str = "wooden", players: int = 2) -> Sheet:
    return Sheet(edition, ["Ana", "Bo", "Cai", "Dot"][:players], entries=entries)


def short(*entries: str) -> Sheet:
    """A sheet of a game in which each player is dealt two tiles."""
    return sheet_of(*entries, edition="wooden deal=2/2/2")


def test_a_play_entered_quickly_scores_its_sum_and_the_bonus_named() -> None:
    sheet = sheet_of("A 4-4-4", "B =9", "A 2-4-4 bridge", "B draw", "B =7 hexagon")
    assert [line.points for line in sheet.lines] == [22, 9, 50, -5, 57]
    assert sheet.scores == (72, 61)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        (["A 4-4-4", "B 4-4-4"], "4-4-4 is not in B's hand: it is already on the table"),
        (["A 0,0^444", "B 1-2-3"], "1-2-3 fits nowhere on the table (R2)"),
        (["A 4-4-4", "B =16"], "the sum of a tile is 15 at most, not 16"),
        (["A 4-4-4", "B =15", "A 5-5-5"], "every tile with the sum 15 has already been seen"),
        (["A 4-4-4", "B =15", "A =15"], "every tile with the sum 15 has already been seen"),
        (["A 4-4-4", "A 1-4-4"], "it is B's turn, not A's"),
        (["A 0,0^444", "B 1-4-4 bridge"], "expected no bonus for 1-4-4, found bridge"),
        (["A 0,0^444", "B 0,0v144"], "0,0v144: its corner 1 would meet 4 (R2)"),
        (["A draw"], "the round begins with the starting tile; nobody draws before it"),
        (["A =9"], "the first tile of a round must be named, because a triple scores more than its sum"),
        (["A 4-4-4", "B pass"], "B must draw before passing: 38 tiles are left in the pile"),
        (["A 4-4-4", "out A"], "A is not out: 8 tiles are still in hand"),
        (
            ["A 4-4-4", "blocked"],
            "the round is not blocked: according to this sheet, 38 tiles are still in the pile (R9)",
        ),
        (["A 3-3-3 shows 5-5-5"], "expected 'A 3-3-3 +19', found 'A 3-3-3 +19 shows 5-5-5'"),
    ],
)
def test_an_impossible_entry_is_pointed_out_and_can_be_insisted_on(entries: list[str], reason: str) -> None:
    sheet = sheet_of(*entries)
    line = sheet.lines[-1]
    assert line.problem == reason
    assert sheet.record().splitlines()[-1] == f"#> {entries[-1]}"
    sheet.insist(line.number)
    assert not sheet.problems
    check_record(sheet.record())


def test_a_round_with_an_empty_well_is_not_blocked_before_all_have_passed() -> None:
    sheet = sheet_of("A 4-4-4", "blocked", edition="wooden deal=28/18/14")
    assert sheet.lines[-1].problem == ("the round is not blocked: the 2 players have not all passed in a row")


def test_every_entry_is_judged_once_also_if_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Mock(side_effect=judge)
    monkeypatch.setattr("tricorn.round.round.judge", counted)
    sheet_of("A 0,0^444", "B 4-4-4", "A 1-2-3 anyway", "B draw", "B =16", "A draw")
    assert counted.call_count == 6


def test_entries_after_a_problem_are_scored_as_entered() -> None:
    sheet = sheet_of("A 4-4-4", "B 4-4-4", "A 1-4-4", "B 2-4-4")
    assert [line.number for line in sheet.problems] == [2]
    assert sheet.scores == (31, 22)


def test_an_entry_insisted_on_that_becomes_legal_loses_its_mark() -> None:
    sheet = sheet_of("A 4-4-4", "B 4-4-4 anyway")
    assert "B 4-4-4 +12 anyway" in sheet.record()
    sheet.replace(1, "A 5-5-5")
    assert "B 4-4-4 +12\n" in sheet.record()


def test_hands_may_be_entered_in_any_order_and_the_round_is_settled() -> None:
    sheet = sheet_of("A 4-4-4", "B =9", "C =8", "A =8", edition="wooden deal=2/2/2", players=3)
    assert sheet.prompt == Prompt("left", (1, 2))
    sheet.add("left C =9")
    line = sheet.add("left B 1 =6")
    assert str(line.end) == "out A +40"
    assert sheet.prompt == Prompt("start", (0, 1, 2))
    check_record(sheet.record())


def test_an_end_may_be_entered_before_the_hands_or_after_them() -> None:
    before, after, neither = (
        short("A 4-4-4", "B =9", "A =8", *entries)
        for entries in (["out A", "left B =9"], ["left B =9", "out A"], ["left B =9"])
    )
    assert before.record() == after.record() == neither.record()
    assert not before.problems + after.problems
    assert before.lines[-1].end is not None
    assert after.lines[-1].end is not None


def test_an_end_that_the_rules_refuse_can_be_insisted_on() -> None:
    sheet = sheet_of("A 4-4-4", "B =9", "out A anyway")
    assert sheet.prompt == Prompt("left", (1,))
    assert str(sheet.add("left B =20").end) == "out A +45 anyway"
    assert not sheet.problems
    assert "left B =20 anyway\nout A +45 anyway\n" in sheet.record()
    check_record(sheet.record())
    assert Sheet.from_record(sheet.record()).record() == sheet.record()


def test_a_blocked_round_that_the_rules_refuse_gets_its_winner() -> None:
    sheet = sheet_of("A 4-4-4", "B =9", "blocked anyway", "left A =20", "left B =30")
    assert str(sheet.lines[-1].end) == "blocked A +10 anyway"
    check_record(sheet.record())


@pytest.mark.parametrize("count", [2, 60])
def test_a_hand_with_tiles_that_cannot_all_be_there_counts_as_it_was_entered(count: int) -> None:
    sheet = Sheet("wooden deal=1/1/1", ["A", "B"], entries=["A 0,0^555"])
    before = sheet.scores[0]
    line = sheet.add("left B" + " 0-0-1" * count)
    assert line.reason == f"expected 1 tile left in B's hand, found {count} tiles"
    assert sheet.scores[0] - before == 25 + count


def test_tiles_left_that_do_not_add_up_are_pointed_out() -> None:
    sheet = short("A 4-4-4", "B =9", "A =8", "left B =60")
    assert sheet.problems[0].problem == "expected a sum from 0 to 15 left in B's hand, found =60"
    sheet.insist(4)
    assert "left B =60 anyway\nout A +85\n" in sheet.record()
    check_record(sheet.record())


def test_a_correction_far_back_moves_every_total_after_it() -> None:
    sheet = sheet_of("A 4-4-4", "B =9", "A =8", "B =7", "A =6", "B =5")
    sheet.replace(2, "B =9 bridge")
    assert sheet.scores == (36, 61)
    sheet.undo()
    assert sheet.scores == (36, 21)
    sheet.redo()
    assert sheet.scores == (36, 61)


def test_an_entry_outside_a_round_stays_and_is_not_scored() -> None:
    sheet = short("left A =3")
    assert sheet.problems[0].problem == "there is no round in progress to end"
    assert sheet.scores == (0, 0)
    sheet.insist(1)
    assert sheet.problems


def test_a_correction_that_ends_the_game_earlier_keeps_what_came_after() -> None:
    sheet = short("A 4-4-4", "B =9", "A =8", "left B =9", "A 5-5-5")
    assert sheet.prompt.what == "play"
    other = Sheet("wooden deal=2/2/2 target=50", sheet.names, entries=[line.entry for line in sheet.lines])
    assert other.outcome is not None
    assert other.problems[0].problem == "the game is over"
    assert len(other.lines) == 5


@pytest.mark.parametrize(
    "entry", ["", "A", "A 1-4-4 ", "A 4-4-1", "G 1-4-4", "C 1-4-4", "round 1", "A 1-4-4 x", "left"]
)
def test_an_invalid_entry_is_refused_and_changes_nothing(entry: str) -> None:
    sheet = sheet_of(*START)
    before = sheet.record()
    with pytest.raises(TricornError):
        sheet.add(entry)
    assert sheet.record() == before


@pytest.mark.parametrize("change", ["remove 1 A =9", "insist 1 A =9", "undo 1", "redo 1", "move 1", "remove x"])
def test_a_change_with_words_that_do_not_belong_there_is_refused_and_changes_nothing(change: str) -> None:
    sheet = Sheet("wooden", entries=["A 4-4-4", "B 1-4-4"])
    before = sheet.lines
    with pytest.raises(TricornError, match="a change is a line like"):
        sheet.apply_changes(["add A =10", change])
    assert sheet.lines == before
    assert not sheet.can_undo


def test_a_change_of_a_long_sheet_uses_memory_for_its_own_entry_only() -> None:
    history = History(2, ["B draw"] * 1_000)
    tracemalloc.start()
    try:
        history.apply_changes(["replace 1000 B pass", "replace 1000 B draw"] * 500)
        used, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert used < 2_000_000, "the entries before each change would take 8 MB"


def test_trailing_additions_count_the_undos_that_only_remove_last_lines() -> None:
    sheet = Sheet("wooden", ["Ana", "Bo"])
    assert sheet.trailing_additions == []
    sheet.apply_changes(["add A 4-4-4", "add B =9"])
    assert sheet.trailing_additions == [1, 1]
    sheet.apply_changes(["replace 1 A 5-5-5"])
    assert sheet.trailing_additions == []
    sheet.apply_changes(["add A draw", "add A pass\tB =3"])
    assert sheet.trailing_additions == [1, 2]


def test_entries_that_are_added_together_are_undone_together() -> None:
    sheet = Sheet("wooden deal=1/1/1", ["Ana", "Bo", "Cai"])
    sheet.apply_changes(["add A 4-4-4", "add left B =9\tleft C =7"])
    assert sheet.scores == (22 + 25 + 16, 0, 0)
    sheet.undo()
    assert sheet.prompt == Prompt("left", (1, 2))
    sheet.redo()
    assert len(sheet.lines) == 3
    with pytest.raises(TricornError):
        sheet.apply_changes(["add left B =9\tnonsense"])
    assert len(sheet.lines) == 3


def test_a_round_can_be_entered_as_points_alone() -> None:
    sheet = Sheet("wooden", ["Ana", "Bo"])
    assert sheet.add("A +85").scores == (85, 0)
    assert sheet.prompt == Prompt("points", (1,))
    assert sheet.record().endswith("#> A +85\n")
    assert sheet.add("B -10").end is not None
    assert sheet.prompt.what == "start"
    sheet.apply_changes(["add A 4-4-4", "add B =9"])
    assert sheet.scores == (107, -1)
    sheet.apply_changes(["remove 4", "remove 3", "add A +0\tB +420"])
    assert sheet.outcome is not None
    assert sheet.outcome.winner == 1
    text = sheet.record()
    assert [line for line in text.splitlines() if line.split()[0] in ("round", "score", "winner")] == [
        *("round 1", "score A 85 B -10", "round 2", "score A 85 B 410", "winner B")
    ]
    check_record(text)
    assert [str(line.entry) for line in Sheet.from_record(text).lines] == ["A +85", "B -10", "A +0", "B +420"]


def test_a_round_is_entered_as_turns_or_as_points_alone() -> None:
    sheet = Sheet("wooden", ["Ana", "Bo"], entries=["A 4-4-4", "B +20"])
    problem = sheet.line(2).problem
    assert problem == "this round is entered turn by turn, so points alone begin with the next one"
    assert not sheet.line(2).counted
    sheet = Sheet("wooden", ["Ana", "Bo"], entries=["A +20", "B 4-4-4", "out A", "A +5", "B +1"])
    wrong = "this round is entered as points alone, so turns begin with the next one"
    assert [line.problem for line in sheet.lines] == [None, wrong, wrong, None, None]
    assert sheet.scores == (25, 1)


def test_after_a_round_of_points_alone_the_highest_of_those_at_the_target_wins() -> None:
    sheet = Sheet("pressman-classic", ["Ana", "Bo", "Cai"], entries=["A +400", "B +410", "C +20"])
    assert sheet.outcome is not None
    assert sheet.outcome.winner == 1
    tied = Sheet("pressman-classic", ["Ana", "Bo"], entries=["A +400", "B +400"])
    assert tied.prompt.what == "start"


def test_a_player_is_renamed_in_all_rounds_and_undo_leaves_the_name() -> None:
    sheet = Sheet("wooden", ["Ana", "Bo"])
    sheet.apply_changes(["add A 4-4-4", "rename B Bea", "add B =9", "undo"])
    assert sheet.names == ("Ana", "Bea")
    assert "player B Bea" in sheet.record()
    assert sheet.before(1).names == ("Ana", "Bea")
    for wrong in ("rename C Cai", "rename Bea", "rename", "rename A Dan\tC Cai", "rename A Dan\t"):
        with pytest.raises(TricornError):
            sheet.apply_changes([wrong])
    assert sheet.names == ("Ana", "Bea")
    sheet.apply_changes(["rename A Bea\tB Ana"])
    assert sheet.names == ("Bea", "Ana")


def test_a_tile_placed_after_the_hands_were_counted_has_left_its_hand() -> None:
    entries = ["A 5-5-5", "B 4-5-5", "C 3-5-5", "A 4-4-5", "left B 0-0-1", "B 0-0-1", "C 2-5-5"]
    sheet = Sheet("wooden deal=2/2/2", ["A", "B", "C"], entries=entries)
    assert sheet.scores[2] == 13 + 12 + 25  # B holds nothing, so C gets nothing for that hand
