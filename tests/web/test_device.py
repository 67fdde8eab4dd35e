"""Moving to another device, run in Node: what is combined and refused, the encryption, and the QR code."""

from __future__ import annotations

import hashlib
import hmac
from pathlib import Path
from typing import Any

import pytest
import segno
from tests.helpers import played
from tests.node import in_node
from tests.web.test_scripts import call

from tricorn.core.loading import web_file
from tricorn.web.pages.assets import STATIC

HERE = Path(__file__).parent
EMPTY: dict[str, Any] = {
    "tricorn": "device",
    "version": 1,
    "name": "",
    "games": [],
    "tables": [],
    "statistics": [],
    "evenings": [],
    "puzzles": {"days": {}, "solved": []},
    "mistakes": [],
    "lessons": [],
    "adaptive": {"strength": 25, "games": 0},
    "sheets": [],
    "drafts": [],
}


def moved(**job: Any) -> dict[str, Any]:
    """What a device stores after something arrived."""
    return dict(in_node(HERE / "device.mjs", str(STATIC / "js"), str(web_file("score")), job=job))


def game(code: str, at: int, **about: Any) -> dict[str, Any]:
    fields = {"edition": "spanish", "names": ["Ana", "Bo"], "scores": [3, 5], "phase": "playing"}
    return {"code": code, "key": f"key {code}", "at": at, **fields, **about}


def table(code: str, moves: int, choices: int = 0) -> dict[str, Any]:
    """A table in the browser after some moves of one deal."""
    record = played("spanish", 2, seed=3, moves=moves, choices=choices).record()
    seats = [{"kind": "human", "name": "Ana"}, {"kind": "bot", "name": "Pip", "level": "easy"}]
    return {"version": 1, "code": code, "edition": "spanish", "seats": seats, "records": [record]}


def row(code: str, at: int) -> dict[str, Any]:
    """A finished game for the statistics."""
    figures = {"players": 2, "levels": [], "points": 90, "rounds": 2, "won": True, "best": None}
    return {"code": code, "game": 1, "at": at, "edition": "spanish", **figures}


def test_what_both_devices_have_is_combined_and_nothing_is_lost() -> None:
    past = [{"game": 1, "scores": [1, 2], "winner": 1}]
    own = {
        "name": "Ana",
        "games": [game("BCDFG", 5), game("HJKLM", 1, past=past, game=2), game("bcdfgh", 2, local=True)],
        "local.bcdfgh": table("bcdfgh", 4),
        "statistics": [row("BCDFG", 5)],
        "puzzles": {"days": {"2026-11-01": "ww", "2026-11-02": "r"}, "solved": [1, 2]},
        "lessons": ["bridge"],
        "sheets": [{"code": "SHEET", "key": "k", "edition": "", "names": [], "scores": [], "at": 1}],
    }
    other = EMPTY | {
        "name": "Bo",
        "games": [
            game("HJKLM", 9, key="", game=2, scores=[7, 7]),
            game("NPQRS", 3),
            game("bcdfgh", 8, local=True),
            game("xxxxxx", 8, local=True),
        ],
        "tables": [table("bcdfgh", 9)],
        "statistics": [row("BCDFG", 5), row("NPQRS", 2)],
        "puzzles": {"days": {"2026-11-01": "wr", "2026-11-02": "wwr", "2026-11-03": "x"}, "solved": [2, 3]},
        "lessons": ["bridge", "hexagon"],
        "adaptive": {"strength": 50, "games": 1},
        "drafts": [{"code": "draft-a", "draft": {"edition": "spanish", "names": ["A", "B"]}, "queue": []}],
        "sheets": [{"code": "draft-a", "key": "", "edition": "", "names": [], "scores": [], "at": 2}],
    }
    after = moved(own=own, arriving=[other, other])
    stored = after["stored"]
    assert after["answers"] == [
        {"games": 2, "results": 1, "puzzles": 1},
        {"games": 0, "results": 0, "puzzles": 0},
    ], "what arrives a second time is not new"
    assert stored["name"] == "Ana"
    assert [each["code"] for each in stored["games"]] == ["HJKLM", "bcdfgh", "BCDFG", "NPQRS"]
    assert stored["games"][0]["key"] == "key HJKLM", "a seat is not lost to a device without its key"
    assert (stored["games"][0]["scores"], stored["games"][0]["past"]) == ([7, 7], past)
    assert stored["local.bcdfgh"] == table("bcdfgh", 9), "the game goes on where it was left"
    assert [each["code"] for each in stored["statistics"]] == ["NPQRS", "BCDFG"]
    assert stored["puzzles"] == {
        "days": {"2026-11-01": "wr", "2026-11-02": "wwr", "2026-11-03": "x"},
        "solved": [1, 2, 3],
    }
    assert stored["lessons"] == ["bridge", "hexagon"]
    assert stored["adaptive"] == {"strength": 50, "games": 1}
    assert [each["code"] for each in stored["sheets"]] == ["draft-a", "SHEET"]
    assert stored["draft-a"] == {"edition": "spanish", "names": ["A", "B"]}


def test_a_game_that_was_played_on_differently_on_both_devices_is_kept_twice() -> None:
    here, there = table("bcdfgh", 8, choices=1), table("bcdfgh", 8, choices=2)
    assert here["records"] != there["records"]
    own = {"games": [game("bcdfgh", 2, local=True)], "local.bcdfgh": here}
    stored = moved(own=own, arriving=[EMPTY | {"games": [game("bcdfgh", 1, local=True)], "tables": [there]}])["stored"]
    assert stored["local.bcdfgh"] == here
    (code,) = {each["code"] for each in stored["games"]} - {"bcdfgh"}
    assert stored[f"local.{code}"] == there | {"code": code}


def test_what_a_device_gives_away_another_one_takes() -> None:
    own = {
        "name": "Ana",
        "games": [game("BCDFG", 5), game("bcdfgh", 2, local=True)],
        "local.bcdfgh": table("bcdfgh", 4),
        "statistics": [row("BCDFG", 5)],
    }
    data = moved(own=own)["data"]
    stored = moved(arriving=[data])["stored"]
    assert {name: stored[name] for name in own} == own


@pytest.mark.parametrize(
    "arriving",
    [
        "",
        "no JSON",
        "null",
        "[]",
        {"games": []},
        EMPTY | {"version": 2},
        EMPTY | {"tricorn": "statistics"},
        EMPTY | {"name": "x" * 100},
        EMPTY | {"games": [game("../rules", 1)]},
        EMPTY | {"games": [game("BCDFG", 1, names="Ana")]},
        EMPTY | {"games": [game("BCDFG", 1, phase="won")]},
        EMPTY | {"games": [game("BCDFG", 1)] * 500},
        EMPTY | {"tables": [table("bcdfgh", 4) | {"records": ["tricorn 1\n"]}]},
        EMPTY | {"tables": [table("bcdfgh", 4) | {"records": [table("b", 9)["records"][0].replace("+", "+1")]}]},
        EMPTY | {"tables": [table("bcdfgh", 4) | {"code": "games"}] * 2, "puzzles": {"days": [], "solved": []}},
        EMPTY | {"puzzles": {"days": {"today": "r"}, "solved": []}},
        EMPTY | {"sheets": [{"code": "settings", "key": ""}]},
    ],
)
def test_what_is_no_data_of_a_device_is_refused_and_changes_nothing(arriving: Any) -> None:
    own = {"name": "Ana", "games": [game("BCDFG", 5)]}
    after = moved(own=own, arriving=[arriving])
    assert after["answers"] == ["NotDeviceData"]
    assert after["stored"] == own


def test_what_cannot_be_stored_changes_nothing() -> None:
    own = {"name": "Ana", "games": [game("BCDFG", 5)], "statistics": [row("BCDFG", 5)]}
    after = moved(own=own, arriving=[EMPTY | {"games": [game("NPQRS", 9)]}], unstorable="sheets")
    assert after["answers"] == [None]
    assert after["stored"] == own


def test_what_is_encrypted_is_read_with_its_key_only() -> None:
    key, data = bytes(range(16)), bytes(range(256)) * 3

    def subkey(use: str) -> bytes:
        return hmac.digest(key, use.encode(), "sha256")

    blocks = (hashlib.sha256(subkey("stream") + n.to_bytes(4, "big")).digest() for n in range(len(data) // 32))
    hidden = bytes(a ^ b for a, b in zip(data, b"".join(blocks), strict=True))
    whole = hidden + hmac.digest(subkey("tag"), hidden, "sha256")
    damaged = [b"", whole[:-1], whole[1:], bytes([whole[0] ^ 1]) + whole[1:], whole[:-1] + bytes([whole[-1] ^ 1])]
    secret = {"key": key.hex(), "data": data.hex(), "damaged": [each.hex() for each in damaged]}
    crypted = moved(secret=secret)["crypted"]
    assert crypted == {
        "id": subkey("id").hex(),
        "data": whole.hex(),
        "again": data.hex(),
        "refused": [True] * len(damaged),
    }


@pytest.mark.parametrize("length", [1, 30, 42, 43, 62, 63, 84, 85, 106])
def test_a_qr_code_of_the_page_is_that_of_the_server(length: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # segno adds a byte of zeros before the padding, which the standard does not ask for and readers ignore.
    monkeypatch.setattr(segno.encoder, "write_padding_bits", lambda *_: None)
    text = ("http://192.168.178.21:8000/device#" + "aZ_-9" * 20)[:length]
    (code,) = call(("device/qr.js", "qrModules", [text]))
    expected = segno.make(
        text, version=code["version"], error="m", mode="byte", mask=code["mask"], boost_error=False, micro=False
    )
    assert code["modules"] == [[bool(module) for module in line] for line in expected.matrix]


def test_a_text_too_long_for_a_qr_code_of_the_page_has_none() -> None:
    assert call(("device/qr.js", "qrModules", ["x" * 107])) == [None]
