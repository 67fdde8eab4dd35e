"""Games that were played without the server and are sent to it."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from tests.web.clients import Caller, Client
from tests.web.server_process import Server

from tricorn.dealing import Chain
from tricorn.record import parse_record
from tricorn.web.record_checks import MAX_HEADER_BYTES, with_clean_header
from tricorn.web.refusals import Refused
from tricorn.web.tables.game import new_game

GOLDEN = Path(__file__).parents[2] / "golden"
RECORD = (GOLDEN / "classic-2p.tri").read_text(encoding="utf-8")


async def test_a_record_that_is_right_is_kept_with_the_games_of_a_key(server: Server) -> None:
    answer = await Caller(server).ask("POST", "/api/games", content=RECORD.encode())
    made = answer.json()
    assert answer.status_code == 200, made
    (mine,) = (await Caller(server).ask("POST", "/api/mine", json={"keys": [made["key"]]})).json()
    assert (mine["code"], mine["phase"], mine["you"][0]) == (made["code"], "over", made["seat"])
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


def with_header(*keys: str, names: tuple[str, str] | None = None) -> str:
    """The record with more keys, and with other names if some are given."""
    record = parse_record(RECORD)
    header = record.header()
    if names is not None:
        header[2:4] = [f"player A {names[0]}", f"player B {names[1]}"]
    return "\n".join([*header, *keys, *map(str, record.events)]) + "\n"


async def saved(server: Server, record: str) -> httpx.Response:
    return await Caller(server).ask("POST", "/api/games", content=record.encode())


async def test_a_record_with_names_that_no_table_would_have_is_refused(server: Server) -> None:
    for names in (("Ana", "A\u200bna"), ("Ana", "\u3164"), ("Ana", "B" * 41)):
        answer = await saved(server, with_header(names=names))
        assert (answer.status_code, answer.json()["code"]) == (422, "name"), names


async def test_a_saved_game_has_the_same_names_in_its_seats_and_in_its_record(server: Server) -> None:
    for given, names in ((("Zoe\u0308", "Bo\u2003Li"), ("Zoë", "Bo Li")), (("Ana", "\u0410na"), ("Ana", "\u0410na 2"))):
        made = (await saved(server, with_header(names=given))).json()
        view = (await Caller(server).get(f"/api/tables/{made['code']}")).json()
        assert tuple(seat["name"] for seat in view["table"]["seats"]) == names
        assert parse_record((await Caller(server).get(f"/api/tables/{made['code']}/record")).text).names == names


@pytest.mark.parametrize(
    "keys", [[f"event {'x' * 2_000}"], ["event x"] * 300, [f"k{n} \N{GAME DIE}" for n in range(300)]]
)
async def test_a_record_with_a_longer_header_than_a_game_played_here_is_refused(
    server: Server, keys: list[str]
) -> None:
    answer = await saved(server, with_header(*keys))
    assert (answer.status_code, answer.json()["code"]) == (422, "header")
    answer = await Caller(server).post("/api/sheets", {"record": with_header(*keys)})
    assert (answer.status_code, answer.json()["code"]) == (422, "header")


async def test_the_longest_header_is_sent_to_everybody_who_watches(server: Server) -> None:
    free = MAX_HEADER_BYTES - len("\n".join(parse_record(RECORD).header()).encode()) - len("\nevent ")
    record = with_header(f"event {'x' * free}")
    with pytest.raises(Refused):
        with_clean_header(parse_record(with_header(f"event {'x' * (free + 1)}")))
    answer = await saved(server, record)
    assert answer.status_code == 200, answer.text
    watcher = await Client(server, answer.json()["code"]).enter()
    assert watcher.header == parse_record(record).header()
    assert watcher.game_over


def test_no_game_played_here_has_too_long_a_header_to_be_saved() -> None:
    rules = (
        "target=1000000 hexagons=10000/10000/10000 bridge=10000 start_bonus=10000 zero_start=10000 draw_penalty=10000 "
        "pass_penalty=10000 out_bonus=10000 draw_limit=56 draw_optional=yes pass_after_draw=yes zero_option=yes "
        "show_triple=no beside=bridge blocked=tiles blocked_when=passes blocked_own=no won_by=highest clock=86400 "
        "players=2-6 deal=28/18/14/11/9"
    )
    names = [chr(ord("\N{GAME DIE}") + seat) * 40 for seat in range(6)]
    bots = " ".join(f"{seat} medium" for seat in "ABCDEF")
    game = new_game(1, f"pressman-classic {rules}", names, bots, Chain("0" * 64), {})
    header = parse_record("\n".join([*game.header(), ""]))
    assert with_clean_header(header) == header
