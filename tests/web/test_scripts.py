"""Functions of the page's scripts that need no page, run in Node: deals, outlines, mistakes, the sums of a round."""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.cheating import BY_LOT, played
from tests.node import node
from tests.web.clients import BOT, HUMAN, begun_table
from tests.web.server_process import Server

from tricorn.dealing import lot_of, order_of, receipt_of
from tricorn.game import Game
from tricorn.lattice import Cell, Point, cells_around
from tricorn.record import Placed, last_round_start, parse_record
from tricorn.render import shapes
from tricorn.web.names import distinct_names
from tricorn.web.pages.assets import STATIC

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"


def call(*calls: tuple[str, str, list[Any]]) -> list[Any]:
    """What functions of the scripts return; each call is a module, a function and its arguments."""
    command = [node(), str(HERE / "scripts.mjs"), str(STATIC / "js")]
    run = subprocess.run(command, input=json.dumps(calls), check=False, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return list(json.loads(run.stdout))


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_hash_order_lot_and_receipt_are_those_of_the_program() -> None:
    texts = [("ab1" * 100)[:length] for length in (0, 1, 55, 56, 63, 64, 65, 200)]
    hashes = call(*(("deals/sha256.js", "sha256", [text]) for text in texts))
    assert hashes == [sha256(text.encode()) for text in texts]
    for number in (1, 2, 30):
        nonces = {seat: sha256(bytes([seat, number])) for seat in range(number % 3)}
        secret, nonce = sha256(bytes([number])), "ab" * 32
        round_ = {"secret": secret, "number": number, "nonces": nonces}
        players = 2 + number % 5
        dealt, receipt = call(
            ("deals/deal.js", "dealOf", [round_, players]), ("deals/deal.js", "receiptFor", [round_, nonce])
        )
        assert dealt["tiles"] == [str(tile) for tile in order_of(secret, number, nonces)]
        assert dealt["starter"] == lot_of(secret, number, nonces, players)
        assert receipt == receipt_of(secret, number, nonce)


def test_names_of_games_in_the_browser_can_be_saved_on_a_server() -> None:
    given = ["Ana" + " B" * 30, "Ana" + " B" * 30, "bo", "Bo", "\u200b", "\N{GAME DIE}" * 50]
    (names,) = call(("shared/names.js", "distinctNames", [given]))
    assert len(set(names)) == len(given)
    assert list(distinct_names(names)) == names


def test_short_names_are_distinct_and_longer_forms_come_first() -> None:
    names = ["Grandmother", "Grandfather", "Maximilian", "Maximiliane", "Bo", "Übergrößenträger"]
    (short,) = call(("shared/names.js", "shortNames", [names]))
    assert short == ["Gm", "Gf", "M3", "Me", "Bo", "Übe"]
    for seat, name in enumerate(names):
        (forms,) = call(("shared/names.js", "nameForms", [names, seat]))
        assert (forms[0], forms[-1]) == (name, short[seat])
        cut = [form.removesuffix(".") for form in forms[1:-1]]
        assert cut == sorted(cut, key=len, reverse=True)
        assert all(not other.startswith(form) for form in cut for other in names if other != name)


def test_points_of_a_round_may_be_entered_as_a_sum() -> None:
    for text, points in {"85": "+85", "-10": "-10", "49 + 36 - 5": "+80", "0": "+0", "−5": "-5", "9+": None}.items():
        assert call(("score/figure_form.js", "parsePoints", [text])) == [points]


def test_changes_of_a_score_sheet_are_said_in_words() -> None:
    def line(entry: str, what: str, **more: Any) -> dict[str, Any]:
        return {"entry": entry, "what": what, "seat": 0, "points": 0, "reason": None, "overruled": False, **more}

    sheet = {"names": ["Ana", "Bo"], "rules": {"scoring": "numbers"}}
    start, passed = line("A 4-4-4", "place", tile="4-4-4", points=22), line("B pass", "pass", seat=1, points=-10)
    out = line("out A", "out", reason="Ana is not out: 6 tiles are left.")
    anyway = {**out, "entry": "out A anyway", "overruled": True}
    refused = "Ana: is out. Not possible: Ana is not out: 6 tiles are left."
    cases: list[tuple[list[Any], list[Any], str]] = [
        ([start], [start], ""),
        ([], [start, passed], "Ana: 4-4-4, +22. Bo: passes, −10."),
        ([start, passed], [], "Removed: Ana: 4-4-4, +22. Bo: passes, −10."),
        ([start, passed, out], [start, out], "Removed: Bo: passes, −10."),
        ([start], [start, out], refused),
        (
            [start, out, passed],
            [start, anyway, passed],
            "Changed: " + refused.replace("Not possible", "It counts anyway"),
        ),
    ]
    said = call(*(("score/texts.js", "changeTexts", [before, after, sheet]) for before, after, _ in cases))
    assert [" ".join(texts) for texts in said] == [words for *_, words in cases]


def test_a_number_without_a_receipt_came_too_late_and_nobody_is_accused() -> None:
    (read,) = call(("shared/record.js", "readRecord", [played().record()]))
    header, events, _ = read.values()
    (shown,) = call(("shared/record.js", "readHeader", [header]))
    due = {"game": 1, "round": 1, "commit": shown["commit"]}
    evidence = {**shown, "events": events, "game": 1, "seat": 2}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"nonce": "ab" * 32}, "The number of this device came too late and is not in it."),
        ({"nonce": "ab" * 32, "receipt": None}, "The number of this device came too late and is not in it."),
        ({"shown": {}}, "Every tile that you saw was dealt as the secret and the numbers say."),
    ]
    found = call(*(("deals/verify.js", "verdicts", [{**evidence, "notes": [{**due, **notes}]}]) for notes, _ in cases))
    for (_, said), (first, *_) in zip(cases, found, strict=True):
        assert first["ok"]
        assert said in [finding["text"] for finding in first["findings"]]


@pytest.mark.parametrize("shift", [0, 1])
def test_a_lot_that_the_secret_and_the_numbers_do_not_give_is_reported(shift: int) -> None:
    game = played(edition=BY_LOT)
    (read,) = call(("shared/record.js", "readRecord", [game.record()]))
    header, events, _ = read.values()
    (shown,) = call(("shared/record.js", "readHeader", [header]))
    for event in events:
        if event["kind"] == "starts":
            event["seat"] = (event["seat"] + shift) % 3
    evidence = {**shown, "events": events, "notes": [], "game": None, "seat": None}
    (verdicts,) = call(("deals/verify.js", "verdicts", [evidence]))
    said = "The lot did not fall" if shift else "The lot fell"
    assert len(verdicts) == game.rounds
    for verdict in verdicts:
        assert verdict["ok"] is (shift == 0)
        assert f"{said} as the secret and the numbers say." in [finding["text"] for finding in verdict["findings"]]


def test_tiles_and_marks_have_the_outlines_of_the_pictures() -> None:
    calls: list[tuple[str, str, list[Any]]] = []
    expected: list[Any] = []
    for cell in (Cell(0, 0, up=True), Cell(0, 0, up=False), Cell(-3, 2, up=True), Cell(7, -5, up=False)):
        tip, neighbour = cell.corners[0], cell.neighbours[0]
        start, end = [point for point in cell.corners if point in neighbour.corners]
        outlines: dict[str, tuple[list[Any], str]] = {
            "triangle": ([cell._asdict()], shapes.triangle(cell)),
            "sector": ([cell._asdict(), 2], shapes.corner(cell, 2)),
            "hexagon": ([tip, 3], shapes.hexagon(tip, 3)),
            "clasp": ([cell._asdict(), neighbour._asdict(), 9], shapes.segment(start, end, 9)),
            "star": ([shapes.spot(tip), 12.5], shapes.star(shapes.spot(tip), 12.5)),
        }
        calls += [("board/geometry.js", name, arguments) for name, (arguments, _) in outlines.items()]
        expected += [path for _, path in outlines.values()]
        numeral = shapes.toward(shapes.spot(tip), shapes.middle(cell), shapes.NUMERAL_DISTANCE)
        calls.append(("board/geometry.js", "numeralSpot", [cell._asdict(), 0]))
        expected.append(pytest.approx(numeral))
    assert call(*calls) == expected


def test_points_are_shown_beside_the_tiles_and_texts_and_inside_the_stage() -> None:
    hexagon = [cell._asdict() for cell in cells_around(Point(0, 0))]
    stage = {"left": -130, "top": -130, "right": 130, "bottom": 130}
    above = {"left": -130, "top": -130, "right": 130, "bottom": -75}
    whole = {"cells": hexagon, "boxes": [stage], "stage": stage}
    room = {"cells": hexagon, "boxes": [above], "stage": stage}
    near, width, height = [0, -20], 60, 36
    spot, nowhere = call(
        ("board/free_spot.js", "freeSpot", [near, width, height, room]),
        ("board/free_spot.js", "freeSpot", [near, width, height, whole]),
    )
    assert nowhere is None
    assert abs(spot[0]) + width / 2 <= 130
    assert abs(spot[1]) + height / 2 <= 130
    assert spot[1] - height / 2 > -75
    rim = shapes.SIDE * 3**0.5 / 2  # from the centre of the hexagon to the middle of a side
    assert max(abs(spot[0]) - width / 2, abs(spot[1]) - height / 2) > rim * 0.8


def test_no_tip_of_a_tile_is_under_a_wide_label() -> None:
    cell = next(iter(cells_around(Point(0, 0))))
    x, y = shapes.middle(cell)
    stage = {"left": x - 900, "top": y - 900, "right": x + 900, "bottom": y + 900}
    room = {"cells": [cell._asdict()], "boxes": [], "stage": stage}
    width, height = 400, 80
    ((left, top),) = call(("board/free_spot.js", "freeSpot", [[x, y], width, height, room]))
    for point in cell.corners:
        tip_x, tip_y = shapes.spot(point)
        assert abs(tip_x - left) > width / 2 or abs(tip_y - top) > height / 2


def test_a_mistake_in_a_reviewed_record_is_stored_as_its_player_saw_it() -> None:
    text = (GOLDEN / "classic-2p.tri").read_text()
    record = parse_record(text)
    index = max(at for at, event in enumerate(record.events[:-20]) if isinstance(event, Placed) and event.seat == 1)
    view = Game.from_record(replace(record, events=record.events[:index], lines=())).view(1)
    moves = [
        {"move": str(option.move), "points": 1, "chance": 0.5, "gain": 2, "reasons": []} for option in view.options
    ]
    choice = {"event": index, "seat": "B", "grade": "blunder", "played": "draw", "moves": moves}
    choices = [choice, choice | {"seat": "A"}, choice | {"grade": "inaccuracy"}]
    ((mistake,),) = call(("shared/mistakes.js", "findMistakes", [text, choices, [1]]))
    start = last_round_start(view.parsed_record.events)
    assert start is not None
    assert mistake["lines"] == [str(event) for event in view.parsed_record.events[start + 1 :]]
    assert (tuple(mistake["scores"]), mistake["seat"]) == (view.scores, 1)
    assert [move[:5] for move in mistake["moves"]] == [[str(option.move), 1, None, 0.5, 2] for option in view.options]


def test_a_round_is_added_up_with_what_counts_for_the_winner() -> None:
    blocked = {"reason": "blocked", "winner": 1, "points": 13, "sums": {"0": 18, "1": 5}, "bonus": 0, "own": True}
    rounds: dict[str, dict[str, Any]] = {
        "Bo: 18 − 5 = +13": blocked,
        "Bo: 18 = +18": blocked | {"points": 18, "own": False},  # the winner's own hand is not lost
        "Bo: 25 for going out + 18 = +43": blocked | {"points": 43, "sums": {"0": 18, "1": 0}, "bonus": 25},
        "The hands are level, so nobody scores for them.": blocked | {"winner": None, "points": 0},
    }
    said = call(*(("table/result_words.js", "arithmetic", [each, ["Ana", "Bo"]]) for each in rounds.values()))
    assert said == list(rounds)


@pytest.mark.parametrize(("rule", "own"), [("yes", True), ("no", False)])
async def test_a_server_says_whether_the_winner_of_a_blocked_round_loses_the_own_hand(
    server: Server, rule: str, own: bool
) -> None:
    edition = f"pressman-classic target=1 deal=2/2/2/2/2 blocked_own={rule}"
    client = await (await begun_table(server, HUMAN, BOT, edition=edition)).enter()
    await client.play_on()
    assert client.now["over"]["round"]["own"] is own


def test_a_refused_nonce_is_sent_again_and_a_page_that_the_phone_freezes_closes_its_socket() -> None:
    command = [node(), str(HERE / "live_socket.mjs"), str(STATIC / "js")]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    assert json.loads(run.stdout) == {"sent": ["nonce", "nonce"], "told": [], "closed": 1}


def test_changes_at_an_open_table_are_said_in_one_sentence_each() -> None:
    def table(*names: str, you: int | None = None, hints: bool = False) -> dict[str, Any]:
        bots = ("Otto", "Vega")
        seats = [
            {"seat": seat, "name": name, "kind": "bot", "level": "hard", "person": False}
            if name in bots
            else {"seat": seat, "name": name, "kind": "human", "level": None, "person": True}
            for seat, name in enumerate(names)
        ]
        chosen = {"hints": hints, "take_back": True, "on_resign": "bot"}
        return {"seats": seats, "you": [] if you is None else [you], **chosen}

    changes = {
        "The bot Otto has sat down: hard.": (table("Ana"), table("Ana", "Otto")),
        "Otto has left the table.": (table("Ana", "Otto", "Bo"), table("Ana", "Bo")),
        "Bo has sat down.": (table("Ana"), table("Ana", "Bo")),
        "You have sat down.": (table("Ana"), table("Ana", "Bo", you=1)),
        "You have left your seat.": (table("Ana", "Bo", you=0), table("Bo")),
        "Ana is now called Anna.": (table("Ana", "Bo"), table("Anna", "Bo")),
        "The order of play is now Ana, Bo, and Otto.": (table("Ana", "Otto", "Bo"), table("Ana", "Bo", "Otto")),
        "The host has changed the rules of the table.": (table("Ana"), table("Ana", hints=True)),
        "Otto has left the table. The bot Vega has sat down: hard.": (table("Ana", "Otto"), table("Ana", "Vega")),
        "": (table("Ana", "Bo", you=0), table("Ana", "Bo", you=0)),
    }
    said = call(*(("table/lobby_news.js", "lobbyNews", list(change)) for change in changes.values()))
    assert [" ".join(sentences) for sentences in said] == list(changes)


def test_a_television_says_the_last_turn_as_people_do() -> None:
    said = call(
        *(
            ("tv/words.js", "placementWords", ["Ana", {"tile": tile, "points": points, "bonus": bonus}, scoring])
            for tile, points, bonus, scoring in (
                ("2-2-5", 49, "bridge", "numbers"),
                ("0-0-1", 51, "hexagon", "numbers"),
                ("5-5-5", 25, None, "numbers"),
                ("0-0-1", 1, None, "numbers"),
                ("3-4-5", 1, None, "tiles"),
            )
        )
    )
    assert [f"{words['before']} {words['points']}" for words in said] == [
        "Ana built a bridge with 2-2-5: 9 + 40 points",
        "Ana closed a hexagon with 0-0-1: 1 + 50 points",
        "Ana started with 5-5-5: 15 + 10 points",
        "Ana placed 0-0-1: 1 point",
        "Ana placed 3-4-5: 1 point",
    ]


def test_a_page_is_back_within_three_seconds_of_a_restart_and_does_not_hammer_a_server_that_stays_away() -> None:
    outages = [*range(1, 31), *(f"{seconds}lost" for seconds in range(1, 61)), 600]
    command = [node(), str(HERE / "reconnecting.mjs"), str(STATIC / "js"), *map(str, outages)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    *restarts, long = json.loads(run.stdout)
    assert max(result["late"] for result in restarts[:30]) <= 2_000
    assert max(result["late"] for result in restarts[30:]) <= 3_000
    assert long["late"] <= 3_300
    assert long["attempts"] < 60 / 0.7 + 600 / 3
