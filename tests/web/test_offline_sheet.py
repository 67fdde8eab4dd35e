"""The scorekeeper without a server, run in Node: lines, turns, ends, cells and records are those of the server's."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS
from tests.node import in_node, scripts_in
from tests.physical import WAYS, entries_for, simulated
from tests.web.server_process import Server
from tests.web.sheet_clients import new_sheet as server_sheet
from tests.web.test_scripts import call

from tricorn.core.loading import web_file
from tricorn.editions import PRESETS, edition_named
from tricorn.errors import TricornError
from tricorn.game import check_record
from tricorn.locales.i18n import Language, load_language
from tricorn.record import parse_record
from tricorn.sheet import Sheet
from tricorn.tiles import TILES, Tile
from tricorn.web.score import frames
from tricorn.web.score.info import SheetInfo
from tricorn.web.security.keys import KeyHash

ENGLISH = load_language("en")
DATE = ("date", "2026-11-17")
NAMES = ("Ana", "Bo")

Shown = dict[str, Any]


def view_of(sheet: Sheet) -> Shown:
    """The sheet as the server sends it to the device with the pencil."""
    info = SheetInfo(str(sheet.edition), sheet.names, (KeyHash(""),), KeyHash(""))
    lines = frames.sheet_lines(sheet.names, sheet.lines, ENGLISH)
    return {
        "sheet": frames.sheet("BCDFG", info, sheet, None, 0),
        "lines": lines,
        "now": frames.now(sheet, len(lines), ENGLISH),
    }


def unknown_to_server(sheet: Sheet) -> Shown:
    """A sheet that only the browser has, before its changes."""
    return view_of(sheet) | {"now": None}


def job(sheet: Sheet, changes: list[str], **more: Any) -> Shown:
    return {"view": view_of(sheet), "changes": changes, **more}


def offline(*jobs: Shown, language: Language = ENGLISH) -> list[Shown]:
    """What the page shows for each sheet with its waiting changes."""
    script = Path(__file__).parent / "offline.mjs"
    job = {"lang": language.code, "jobs": jobs}
    return list(in_node(script, scripts_in(language), str(web_file("score")), job=job))


def new_sheet(edition: str = "pressman-deluxe", names: tuple[str, ...] = NAMES) -> Sheet:
    return Sheet(edition, names, [DATE])


def now_of(right: Sheet, changes: int, shown: Shown, language: Language = ENGLISH) -> Shown:
    """How the server says that things stand; it counts only so many undos."""
    now = frames.now(right, changes, language)
    assert now["added"] == shown["added"][-100:]
    return {**now, "added": shown["added"]}


def check_same(shown: Shown, right: Sheet, changes: int, language: Language = ENGLISH) -> None:
    """Lines, with the reasons in words, state and record are those of the server's sheet."""
    assert shown["lines"] == frames.sheet_lines(right.names, right.lines, language)
    assert shown["now"] == now_of(right, changes, shown["now"], language)
    assert shown["record"] == right.record()


@cache
def physical_games() -> list[tuple[Sheet, list[str]]]:
    """Simulated games of all editions and some house rules, with the entries of a scorekeeper, in all ways."""
    made = []
    for number, (edition, way) in enumerate(
        product([*RULEBOOKS, *HOUSE_EDITIONS[:5], PRESETS["children"].rules], WAYS)
    ):
        low, high = edition_named(edition).players
        players = low + number % (high - low + 1)
        (game,) = simulated(edition, (["greedy", "random"] * 3)[:players], 1, seed=number)
        names = tuple(name.title() for name in game.names)
        made.append((new_sheet(str(game.edition), names), entries_for(game, way, Random(number))))
    return made


def test_whole_games_entered_without_a_server_are_those_of_the_servers_sheet() -> None:
    games = physical_games()
    wholes = [{"view": unknown_to_server(sheet), "changes": [f"add {e}" for e in entries]} for sheet, entries in games]
    outcomes = set()
    for (sheet, entries), shown in zip(games, offline(*wholes), strict=True):
        right = Sheet(sheet.edition, sheet.names, [DATE])
        right.apply_changes([f"add {entry}" for entry in entries])
        assert not right.problems
        check_same(shown, right, len(entries))
        assert check_record(shown["record"]) is not None
        outcomes |= {line.end.__class__.__name__ for line in right.lines if line.end}
    assert outcomes == {"Out", "Blocked"}


def test_in_the_middle_of_a_game_turn_cells_and_unseen_tiles_are_those_of_the_servers_sheet() -> None:
    jobs, sheets = [], []
    for sheet, entries in physical_games()[::2]:
        for share in (3, 5):
            part = entries[: len(entries) // share]
            right = new_sheet(str(sheet.edition), sheet.names)
            known, waiting = part[: len(part) // 2], [f"add {entry}" for entry in part[len(part) // 2 :]]
            right.apply_changes([f"add {entry}" for entry in known])
            tiles = [str(tile) for tile in TILES[::9]] if right.before(1).located else []
            jobs.append(job(right, waiting, tiles=tiles))
            right = new_sheet(str(sheet.edition), sheet.names)
            right.apply_changes([f"add {entry}" for entry in part])
            sheets.append((right, len(known)))
    located = 0
    for shown, (right, changes) in zip(offline(*jobs), sheets, strict=True):
        assert shown["now"] == now_of(right, changes, shown["now"])
        assert [line["scores"] for line in shown["lines"]] == [list(line.scores) for line in right.lines]
        if right.located:
            located += 1
            assert shown["cells"] == [frames.cells(right, tile) for tile in TILES[::9]]
    assert located > 5


def test_a_tile_is_offered_the_cells_beside_what_was_entered_just_before_it() -> None:
    sheet = new_sheet()
    sheet.add("A 0,0^444")
    entered, answered = offline(
        job(sheet, ["add B 0,0v441"], tiles=["1-1-4"], isConnected=True),
        job(sheet, [], tiles=["1-1-4"], isConnected=True),
    )
    assert answered["cells"] == [None], "the server knows"
    sheet.add("B 0,0v441")
    assert entered["cells"] == [frames.cells(sheet, Tile.parse("1-1-4"))]


def test_an_entry_is_judged_once_however_often_the_sheet_is_shown_and_tiles_are_typed() -> None:
    whole, entries = physical_games()[0]
    plays = [entry for entry in entries[:20] if entry[1] == " "]
    sheet = new_sheet(str(whole.edition), whole.names)
    jobs = []
    for number, play in enumerate(plays, 1):
        sheet.add(play)
        waiting = [f"add {entry}" for entry in plays[number : number + 1]]
        jobs += [job(sheet, waiting, tiles=["1-2-3"]), job(sheet, waiting, tiles=["0-0-1"])]
    entered_twice = [count for _ in plays[2:] for count in (1, 0)]
    assert [shown["judged"] for shown in offline(*jobs)] == [2, 0, *entered_twice, 0, 0]


def test_undo_without_a_connection_restores_the_turn() -> None:
    changes = ["add A 4-4-4", "add B =9", "add A draw", "undo", "undo", "add B =7 bridge", "undo", "redo", "add A pass"]
    right = new_sheet()
    jobs = [job(new_sheet(), changes[:at]) for at in range(1, len(changes) + 1)]
    for change, shown in zip(changes, offline(*jobs), strict=True):
        right.apply_changes([change])
        assert shown["now"] == frames.now(right, 0, ENGLISH)
        assert [line["entry"] for line in shown["lines"]] == [str(line.entry) for line in right.lines]


def test_corrections_without_a_connection_score_what_follows_again() -> None:
    entered = ["add A 0,0^444", "add B 0,0v441", "add A draw", "add A =9", "add B =7"]
    corrections = ["replace 2 B draw", "insert 3 B pass", "remove 3", "replace 4 A =8 bridge", "rename B Bea", "undo"]
    jobs, rights = [], []
    for number in range(1, len(corrections) + 1):
        right = new_sheet()
        right.apply_changes(entered[:3])
        jobs.append(job(right, [*entered[3:], *corrections[:number]]))
        right = new_sheet()
        right.apply_changes([*entered, *corrections[:number]])
        rights.append(right)
    for shown, right in zip(offline(*jobs), rights, strict=True):
        assert [line["points"] for line in shown["lines"]] == [line.points for line in right.lines]
        assert shown["now"]["scores"] == list(right.scores)
        assert shown["now"]["asked"]["seats"] == list(right.prompt.seats)


RENAMED = {
    "rename B Bea": ["Ana", "Bea", "Cai"],
    "rename A Bo\tB Ana": ["Bo", "Ana", "Cai"],
    "rename A bo\tC Ana": ["bo 2", "Bo", "Ana"],
    "rename A Ana  Bea ": ["Ana Bea", "Bo", "Cai"],
    "rename A Dan\tB dan": ["Dan", "dan 2", "Cai"],
    "rename A Dan\tX Eva": ["Ana", "Bo", "Cai"],
    "rename A Dan\tB": ["Ana", "Bo", "Cai"],
    "rename Dan": ["Ana", "Bo", "Cai"],
}


async def test_players_renamed_without_a_connection_have_the_names_that_the_server_gives_them(server: Server) -> None:
    names = ("Ana", "Bo", "Cai")
    shown = offline(*(job(new_sheet(names=names), ["add A 4-4-4", change]) for change in RENAMED))
    for sheet, (change, right) in zip(shown, RENAMED.items(), strict=True):
        keeper = await server_sheet(server, names=list(names))
        if right == list(names):
            assert (await keeper.refused("changes", {"change": change}))[0] == 422
        else:
            await keeper.change(change)
        assert (await keeper.look())["sheet"]["names"] == sheet["names"] == right
        assert list(parse_record(sheet["record"]).names) == right


def test_the_names_that_people_enter_are_one_change() -> None:
    def change(*entered: str) -> Any:
        return call(("shared/names.js", "renameChange", [NAMES, entered]))[0]

    assert change("Bo", "Ana") == "rename A Bo\tB Ana"
    assert change("Ana", " Bea\tLi ") == "rename B Bea Li"
    assert change("Ana", "") == ""


def test_lines_that_the_server_has_are_undone_as_long_as_it_is_known_what_that_does() -> None:
    def sheet() -> Sheet:
        made = new_sheet()
        made.apply_changes(["add A 4-4-4", "add B =9", "replace 2 B =8", "add A draw"])
        return made

    once, twice = offline(job(sheet(), ["undo"]), job(sheet(), ["undo", "undo"]))
    right = sheet()
    right.undo()
    assert once["now"]["scores"] == list(right.scores)
    assert once["now"]["asked"]["seats"] == [0]
    assert not once["now"]["undo"], "what the next undo brings back is not known here"
    assert twice["now"]["scores"] == once["now"]["scores"]


def test_without_a_connection_nothing_is_offered_to_undo_that_only_the_server_can() -> None:
    corrected = new_sheet()
    corrected.apply_changes(["add A 4-4-4", "add B =9", "replace 2 B =8"])
    undone = new_sheet()
    undone.apply_changes(["add A 4-4-4", "add B =9", "undo"])
    here, there = (
        offline(*(job(sheet, [], isConnected=connected) for sheet in (corrected, undone)))
        for connected in (False, True)
    )
    assert [(shown["now"]["undo"], shown["now"]["redo"]) for shown in here] == [(False, False), (True, False)]
    assert [(shown["now"]["undo"], shown["now"]["redo"]) for shown in there] == [(True, False), (True, True)]


@pytest.mark.parametrize("edition", ["pressman-deluxe", "spanish", "pressman-classic blocked_own=no"])
def test_a_round_that_people_declare_over_is_counted_and_pointed_out(edition: str) -> None:
    ends = (
        ["out A", "left B =12"],
        ["out A anyway", "left B =12"],
        ["out A anyway", "left B =40"],
        ["blocked", "left A =9", "left B =12"],
        ["blocked anyway", "left B =5", "left A =5"],
    )
    jobs = []
    rights = []
    for end in ends:
        changes = ["add A 4-4-4", "add B =9", *(f"add {entry}" for entry in end)]
        jobs.append({"view": unknown_to_server(new_sheet(edition)), "changes": changes})
        right = new_sheet(edition)
        right.apply_changes(changes)
        rights.append(right)
    for shown, right in zip(offline(*jobs), rights, strict=True):
        check_same(shown, right, len(right.lines))
        assert shown["lines"][2]["reason"], "the rules do not say that the round is over"
        assert shown["record"] == right.record(), "from what is not settled on, entries are comments"


def test_what_the_table_insists_on_stands_and_its_record_verifies() -> None:
    changes = ["add A 0,0^444", "add B 5-5-5", "insist 2", "add A 0,0v441"]
    right = new_sheet()
    right.apply_changes(changes)
    (shown,) = offline(job(new_sheet(), changes))
    assert shown["lines"][1]["overruled"]
    assert shown["now"]["problems"] == 0
    assert shown["record"] == right.record()
    assert check_record(shown["record"]) is not None


READ = (
    *("A 0,0^432", "A 0,0^443", "A 4-1-4", "A 1-4-4 shows 5-5-5", "A =9 shows 5-5-5", "A =09", "A =99", "A =100"),
    *("A 123456789,-1v144", "A 1234567890,0^144", "A 00,0^144", "A 1-4-4 +05", "A 1-4-4 +123456789", "A pass +3"),
    *("A pass +0", "A pass -0 timeout", "A draw ?-?-? -5", "A draw 4-1-4", "A 1-4-4 bridge timeout anyway"),
    *(
        "A 1-4-4 anyway timeout",
        "left A 3 =17",
        "left A 100 =17",
        "left A 4-1-4",
        "blocked A",
        "blocked draw +0",
        "out",
    ),
)


def test_the_page_reads_the_entries_that_the_server_reads() -> None:
    read = []
    for entry in READ:
        sheet = new_sheet("spanish clock=30")
        with suppress(TricornError):
            sheet.add(entry)
        read.append(sheet)
    views = [{"view": unknown_to_server(new_sheet("spanish clock=30")), "changes": [f"add {e}"]} for e in READ]
    for shown, right in zip(offline(*views), read, strict=True):
        assert shown["lines"] == frames.sheet_lines(right.names, right.lines, ENGLISH)
    assert 0 < sum(bool(sheet.lines) for sheet in read) < len(READ)


def test_changes_that_cannot_be_made_change_nothing() -> None:
    wrong = ["add", "add X 1-1-1", "add C =9", "add A 9-9-9", "replace 7 A =9", "insert 0 A =9", "remove x", "nonsense"]
    (shown,) = offline(job(new_sheet(), ["add A 4-4-4", *wrong]))
    assert [line["entry"] for line in shown["lines"]] == ["A 4-4-4"]


def test_rounds_of_points_alone_are_those_of_the_servers_sheet() -> None:
    changes = [
        *("add A +85", "add B 4-4-4", "add left A =3", "add B -10", "add A +5\tB +7", "undo", "redo"),
        *("add A 4-4-4", "add B +3", "remove 8", "remove 7", "add A +0\tB +390\tA +400", "add A +1"),
    ]
    for count in range(1, len(changes) + 1):
        right = new_sheet(names=("Ana", "Bo"))
        right.apply_changes(changes[:count])
        (shown,) = offline({"view": unknown_to_server(new_sheet(names=("Ana", "Bo"))), "changes": changes[:count]})
        check_same(shown, right, count)
