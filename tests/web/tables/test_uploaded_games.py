"""Games that were played without the server and are sent to it."""

from __future__ import annotations

from pathlib import Path

from tests.web.clients import Caller
from tests.web.server_process import Server

GOLDEN = Path(__file__).parents[2] / "golden"
RECORD = (GOLDEN / "classic-2p.tri").read_text(encoding="utf-8")


async def test_a_record_that_is_right_is_kept_with_the_games_of_a_key(server: Server) -> None:
    answer = await Caller(server).ask("POST", "/api/games", content=RECORD.encode())
    made = answer.json()
    assert answer.status_code == 200, made
    (mine,) = (await Caller(server).ask("POST", "/api/mine", json={"keys": [made["key"]]})).json()
    assert (mine["code"], mine["state"], mine["you"][0]) == (made["code"], "over", made["seat"])
    kept = await Caller(server).get(f"/api/tables/{made['code']}/record")
    assert [line for line in kept.text.splitlines() if line] == [
        line for line in RECORD.splitlines() if line and not line.startswith("#")
    ]
    assert (await Caller(server, made["key"]).ask("POST", f"/api/tables/{made['code']}/rematch")).status_code == 200


async def test_a_record_that_is_wrong_unfinished_or_of_a_physical_game_is_refused(server: Server) -> None:
    lines = RECORD.splitlines()
    wrong = "\n".join(lines).replace("score A ", "score A 1", 1)
    unfinished = "\n".join(lines[:-1])
    seen = "\n".join(line for line in lines if not line.startswith(("deal", "well")))
    bodies = {wrong: "record", unfinished: "not-over", seen: "not-over", "hello": "record", "": "record"}
    for body, code in bodies.items():
        answer = await Caller(server).ask("POST", "/api/games", content=f"{body}\n".encode())
        assert answer.status_code == 422
        assert answer.json()["code"] == code
    assert (await Caller(server).ask("POST", "/api/games", content=b"\xff")).status_code == 422
