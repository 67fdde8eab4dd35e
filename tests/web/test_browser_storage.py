"""What a browser stores, run in Node: entries, keys and games are kept whatever the server or the network answers."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.node import node

from tricorn.web.pages.assets import STATIC

HERE = Path(__file__).parent
DRAFT = {
    "draft-1": {"edition": "spanish", "names": ["Ana", "Bo"]},
    "queue.draft-1": [{"id": "a", "change": "add A =9"}],
}
MADE = {"body": json.dumps({"code": "BCDFG", "key": "k"})}


def run(script: str, job: dict[str, Any]) -> dict[str, Any]:
    """What a script says after a job."""
    command = [node(), str(HERE / script), str(STATIC / "js")]
    run = subprocess.run(command, input=json.dumps(job), check=False, capture_output=True, text=True, timeout=10)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


def flushed(code: str, stored: dict[str, Any], *answers: dict[str, Any], unstorable: str = "") -> dict[str, Any]:
    """What happens when the changes of a sheet are sent and the server answers."""
    return run("queue.mjs", {"code": code, "stored": stored, "answers": answers, "unstorable": unstorable})


def test_a_sheet_begun_offline_goes_to_the_server_with_its_entries() -> None:
    sent = flushed("draft-1", DRAFT, MADE)
    assert sent["stored"]["queue.BCDFG"] == DRAFT["queue.draft-1"]
    assert sent["opened"] == ["/score/BCDFG"]
    assert not sent["stored"].keys() & DRAFT.keys()


@pytest.mark.parametrize("unstorable", ["sheets", "queue.BCDFG"])  # the key, or the entries
def test_a_sheet_begun_offline_stays_in_a_browser_that_cannot_store_it_again(unstorable: str) -> None:
    sent = flushed("draft-1", DRAFT, MADE, unstorable=unstorable)
    assert (sent["stored"] | DRAFT) == sent["stored"]
    assert "queue.BCDFG" not in sent["stored"]
    assert not sent["opened"]


WAITING = {"queue.BCDFG": [{"id": "a", "change": "add A =9"}, {"id": "b", "change": "add B =7"}]}


def test_entries_are_kept_if_the_server_has_no_such_sheet() -> None:
    body = json.dumps({"error": "There is no such sheet.", "code": "no-sheet"})
    sent = flushed("BCDFG", WAITING, {"status": 404, "body": body})
    assert sent["stored"] == WAITING
    assert sent["refused"] == ["There is no such sheet."]
    assert (len(sent["posted"]), sent["delays"]) == (1, [])


@pytest.mark.parametrize("sign_in", [{"type": "text/html", "body": "<html>"}, {"body": "{}"}, {"body": "null"}])
@pytest.mark.parametrize(("code", "waiting"), [("BCDFG", WAITING), ("draft-1", DRAFT)])
def test_a_network_that_answers_for_the_server_is_none(code: str, waiting: dict[str, Any], sign_in: Any) -> None:
    sent = flushed(code, waiting, *[sign_in] * 5)
    assert sent["stored"] == waiting
    assert (len(sent["posted"]), sent["delays"]) == (1, [600])


def test_a_seat_or_a_sheet_that_the_server_does_not_list_is_hidden_and_its_key_is_kept() -> None:
    games = [{"code": code, "key": f"key {code}", "phase": "playing", "at": at} for at, code in enumerate("ABC")]
    sheets = [{"code": code, "key": f"key {code}", "at": at} for at, code in enumerate("DEF")]
    stored: dict[str, Any] = {"games": games, "sheets": sheets}
    listed = [
        [{"code": code, "phase": "playing", "turn": False} for code in codes] for codes in ("AC", "DF", "ABC", "DEF")
    ]
    answers = [{"body": json.dumps(codes)} for codes in listed]
    damaged = run("my_lists.mjs", {"stored": stored, "answers": answers[:2]})
    mended = run("my_lists.mjs", {"stored": damaged, "answers": answers[2:]})
    for name, missing in (("games", "B"), ("sheets", "E")):
        assert {item["code"] for item in damaged[name] if item.get("missing")} == {missing}
        assert not any(item.get("missing") for item in mended[name])
        for lists in (damaged, mended):
            assert {(item["code"], item["key"], item["at"]) for item in lists[name]} == {
                (item["code"], item["key"], item["at"]) for item in stored[name]
            }


def test_a_saved_game_that_cannot_be_read_is_damaged_and_only_a_missing_one_is_gone() -> None:
    told = run("local_socket.mjs", {"missing": None, "broken": '{"version": 1, "co', "newer": '{"version": 2}'})
    assert told["missing"] == ["gone", "There is no such game in this browser."]
    for code in ("broken", "newer"):
        connection, reason = told[code]
        assert connection == "lost", "the page erases a game that is gone"
        assert reason.startswith("This saved game is damaged")
