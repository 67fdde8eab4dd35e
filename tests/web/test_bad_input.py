"""Bad input of every kind: the answer is clear, the limits hold, and the table is unharmed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.web.clients import (
    BOT,
    HUMAN,
    Caller,
    Client,
    Closed,
    Disconnected,
    join,
    new_table,
    plays_on,
    two_players,
)
from tests.web.server_process import Server

from tricorn.game import Game
from tricorn.tiles import TILES

GOLDEN = Path(__file__).parents[1] / "golden"


JUNK: list[str | bytes] = [
    "",
    "junk",
    "{",
    "[]",
    "null",
    "17",
    '"move"',
    "[" * 4000,
    '{"type": "move"}',
    '{"type": "move", "id": "x", "seat": 0, "after": 4}',
    '{"type": "move", "id": "x", "seat": true, "after": 4, "move": "draw"}',
    '{"type": "move", "id": "x", "seat": -1, "after": 4, "move": "draw"}',
    '{"type": "move", "id": "x", "seat": 1e400, "after": 4, "move": "draw"}',
    '{"type": "move", "id": "x", "seat": NaN, "after": 4, "move": "draw"}',
    '{"type": "move", "id": "x", "seat": 0, "after": 99999999999999999999, "move": "draw"}',
    '{"type": "move", "id": "x", "seat": 0, "after": 4, "move": ["draw"]}',
    '{"type": "move", "id": "\\ud800", "seat": 0, "after": 4, "move": "draw"}',
    '{"type": "move", "id": "x\\u0000", "seat": 0, "after": 4, "move": "draw"}',
    json.dumps({"type": "move", "id": "x" * 65, "seat": 0, "after": 4, "move": "draw"}),
    json.dumps({"type": "move", "id": "x", "seat": 0, "after": 4, "move": "0,0v" + "1" * 100}),
    '{"type": "hello", "key": null, "from": 0}',
    '{"type": "ready", "seat": "one"}',
    '{"type": "table"}',
    '{"type": {}}',
    b"\x00\x01\x02",
]


async def test_junk_is_refused_and_the_socket_stays(server: Server) -> None:
    host, guest = await two_players(server)
    for junk in JUNK:
        await host.send(junk)
        answer = await host.until(lambda frame: frame["type"] == "refused")
        assert answer["code"] == "malformed", junk
        assert answer["reason"] == "The message could not be read."
    await host.send({"type": "ping"})
    assert (await host.next())["type"] == "pong"
    await plays_on(host, guest)


async def test_a_socket_that_sends_only_junk_is_closed(server: Server) -> None:
    host, guest = await two_players(server)
    bad = await Client(server, host.code, host.key).enter()
    for _ in range(60):
        await bad.send("junk")
    with pytest.raises(Closed):
        await bad.until(lambda frame: frame["type"] == "never")
    await plays_on(host, guest)


async def test_an_oversized_frame_closes_its_socket_and_nothing_else(server: Server) -> None:
    host, guest = await two_players(server)
    bad = await Client(server, host.code, host.key).enter()
    await bad.send(json.dumps({"type": "ping", "more": "x" * 5000}))
    with pytest.raises(Closed):
        await bad.until(lambda frame: frame["type"] == "never")
    await plays_on(host, guest)


@pytest.mark.parametrize(
    "hello",
    [
        "junk",
        '{"type": "move"}',
        '{"type": "hello", "key": 5, "from": 0}',
        '{"type": "hello", "key": null, "from": -1}',
        '{"type": "hello", "key": null, "from": 0, "game": "x"}',
        json.dumps({"type": "hello", "key": "k" * 200, "from": 0}),
    ],
)
async def test_a_wrong_hello_is_answered_and_the_socket_closed(server: Server, hello: str) -> None:
    from websockets.asyncio.client import connect

    host = await new_table(server, HUMAN, BOT)
    async with connect(f"{server.address.replace('http', 'ws')}/ws/{host.code}", proxy=None) as socket:
        await socket.send(hello)
        answer = json.loads(await socket.recv())
        assert (answer["type"], answer["id"], answer["code"]) == ("refused", None, "malformed")
        with pytest.raises(Closed):
            await socket.recv()


async def test_a_wrong_code_is_answered_in_the_users_language(server: Server) -> None:
    for code in ("ZZZZZ", "AAAAA", "x", "bcdfg' OR 1=1", "%00", "é" * 50):
        for path in ("", "/record"):
            answer = await Caller(server).get(f"/api/tables/{code}{path}")
            assert answer.status_code == 404, code
            assert answer.json()["code"] in ("no-table", "not-found")
    answer = await Caller(server).get("/api/tables/hello")
    assert answer.json()["error"] == "A code is five or more consonants like BCDFG, not HELLO."
    spanish = Caller(server, **{"Accept-Language": "es-MX,es;q=0.9,en;q=0.5"})
    answer = await spanish.post("/api/tables/ZZZZZ/join", {"name": "Eva"})
    assert answer.json() == {
        "error": "No hay ninguna mesa ni hoja de puntos con el código ZZZZZ.",
        "code": "no-table",
        "message": None,
    }
    client = Client(server, "ZZZZZ", **{"Accept-Language": "es"})
    await client.enter()
    assert client.answers[None]["code"] == "no-table"
    assert client.answers[None]["reason"].startswith("No hay")


async def test_an_illegal_move_is_refused_in_the_users_language_and_by_name(server: Server) -> None:
    host, guest = await two_players(server, "spanish")
    player = host if host.on_turn else guest
    spanish = await Client(server, player.code, player.key, **{"Accept-Language": "es"}).enter()
    name = spanish.table["seats"][spanish.now["turn"]]["name"]
    wrong = next(str(tile) for tile in reversed(TILES) if str(tile) not in str(spanish.now["hands"]))
    answer = await spanish.move("0,0^" + wrong.replace("-", ""))
    assert answer["reason"] == f"{wrong} no está en la mano de {name}."


@pytest.mark.parametrize(
    "name",
    ["x" * 10_000, "x" * 41, "   ", "", "\u200b", "a\u0007b", "a\u202eb", "\ud800", "\u2028a\u0085"],
)
async def test_a_name_that_a_record_cannot_hold_is_refused_or_corrected(server: Server, name: str) -> None:
    host = await new_table(server, HUMAN)
    body = json.dumps({"name": name}).encode()
    answer = await host.calls.ask("POST", f"/api/tables/{host.code}/join", content=body)
    if answer.status_code == 200:
        assert name in ("", "\u2028a\u0085")
    else:
        assert answer.status_code == 422
        assert answer.json()["code"] in ("name", "malformed")
        assert len(answer.text) < 500
    seen = (await host.calls.get(f"/api/tables/{host.code}")).json()["table"]["seats"][1:]
    assert [seat["name"] for seat in seen] in ([], ["Player 2"], ["a"])


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "{{7*7}} %s {x}", 'Ana & "Bo" \'', "José 🎲", "ا ب"])
async def test_a_name_with_markup_is_text_like_any_other(server: Server, name: str) -> None:
    host = await new_table(server, {"kind": "human", "name": name}, BOT)
    await host.enter()
    assert host.table["seats"][0]["name"] == name
    assert host.header[2] == f"player A {name}"
    page = await host.calls.get(f"/t/{host.code}")
    assert "<script>alert" not in page.text


async def test_two_people_with_the_same_name_get_distinct_names(server: Server) -> None:
    host = await new_table(server, HUMAN)
    for _ in range(2):
        await join(server, host.code, "  Ana \n")
    seats = (await host.calls.get(f"/api/tables/{host.code}")).json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ana", "Ana 2", "Ana 3"]


async def test_a_full_table_cannot_be_joined_however_many_try_at_once(server: Server) -> None:
    host = await new_table(server, HUMAN)
    path = f"/api/tables/{host.code}/join"
    answers = await asyncio.gather(*(Caller(server).post(path, {"name": f"P{n}"}) for n in range(20)))
    assert sorted(answer.status_code for answer in answers) == [200] * 5 + [409] * 15
    assert len({answer.json()["key"] for answer in answers if answer.status_code == 200}) == 5


WRONG_TABLES: list[Any] = [
    None,
    [],
    {"start": True},
    {"seats": [HUMAN], "start": True},
    {"seats": [HUMAN, HUMAN]},
    {"seats": [HUMAN] * 7},
    {"seats": [HUMAN, {"kind": "king"}]},
    {"seats": [HUMAN, {"kind": "bot", "level": "god"}]},
    {"seats": [HUMAN, BOT], "edition": "checkers"},
    {"seats": [HUMAN, BOT], "edition": "spanish target=0"},
    {"seats": [HUMAN, BOT], "edition": "spanish seed=1"},
    {"seats": [HUMAN, BOT], "edition": "spanish " + "target=1 " * 100},
    {"seats": [HUMAN, BOT], "edition": "x" * 100_000},
    {"seats": [HUMAN, BOT], "edition": 5},
    {"seats": [HUMAN, BOT], "listed": "yes"},
    {"seats": [HUMAN, BOT], "seed": 5},
    {"seats": [HUMAN, *[BOT] * 5], "edition": "spanish"},
]


@pytest.mark.parametrize("wanted", WRONG_TABLES, ids=lambda wanted: str(wanted)[:60])
async def test_an_impossible_table_is_refused_with_a_sentence(server: Server, wanted: Any) -> None:
    answer = await Caller(server).ask("POST", "/api/tables", content=json.dumps(wanted))
    assert answer.status_code in (413, 422)
    problem = answer.json()
    assert problem.keys() == {"error", "code", "message"}
    assert problem["error"].endswith(".")
    assert len(problem["error"]) < 600


@pytest.mark.parametrize("body", [b"", b"\xff\xfe", b"[" * 60_000, b'{"seats": 1', b"null"])
async def test_a_body_that_is_not_json_is_refused_with_a_sentence(server: Server, body: bytes) -> None:
    answer = await Caller(server).ask("POST", "/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert answer.json()["code"] == "malformed"


async def test_a_body_too_large_is_refused(server: Server) -> None:
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    record = b"x" * (2**21 + 1)
    for path, body in (("/api/tables/BCDFG/join", large), ("/api/records", record), ("/api/reviews", record)):
        answer = await Caller(server).ask("POST", path, content=body)
        assert (answer.status_code, answer.json()["code"]) == (413, "too-large")

    async def chunks() -> Any:
        for _ in range(200):
            yield b"x" * 1000

    answer = await Caller(server).ask("POST", "/api/tables", content=chunks())
    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")


async def test_a_valid_record_is_answered_with_a_summary_of_its_game(server: Server) -> None:
    for path in GOLDEN.glob("*.tri"):
        answer = await Caller(server).ask("POST", "/api/records", content=path.read_bytes())
        assert answer.status_code == 200, answer.text
        game = Game.from_record(path.read_text(encoding="utf-8"))
        outcome = game.outcome()
        assert answer.json() == {
            "edition": str(game.edition),
            "names": list(game.names),
            "rounds": game.rounds,
            "scores": list(game.scores),
            "winner": outcome and outcome.winner,
        }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("hello", 1),
        ("tricorn 2\n", 1),
        ("tricorn 1\nedition spanish\nplayer A Ana\nplayer B Bo\nround 1\nA 0,0^444 +23\n", 6),
        ("tricorn 1\nedition spanish\nplayer A Ana\nplayer B <b>\nround 1\nA 0,0^44\n", 6),
        ("tricorn 1\nedition checkers\n", 2),
    ],
)
async def test_a_record_that_does_not_verify_is_refused_with_its_line(server: Server, text: str, line: int) -> None:
    answer = await Caller(server).ask("POST", "/api/records", content=text.encode())
    assert answer.status_code == 422
    problem = answer.json()
    assert problem["line"] == line
    assert problem["expected"]
    assert problem["found"]
    assert problem["error"].startswith(f"Line {line}: expected ")
    spanish = Caller(server, **{"Accept-Language": "es"})
    answer = await spanish.ask("POST", "/api/records", content=text.encode())
    assert answer.json()["error"].startswith(f"Línea {line}. Se esperaba: ")


async def test_a_record_that_is_not_text_or_has_no_players_is_refused(server: Server) -> None:
    for body in (b"\xff\xfe\x00", b"tricorn 1\nedition spanish\nplayer A Ana\n"):
        answer = await Caller(server).ask("POST", "/api/records", content=body)
        assert (answer.status_code, answer.json()["code"]) == (422, "record")


async def test_a_record_that_is_too_long_is_refused_unread(server: Server) -> None:
    answer = await Caller(server).ask("POST", "/api/records", content=b"\n" * 5_501)
    assert (answer.status_code, answer.json()["code"]) == (422, "too-long")
    assert answer.json()["error"].startswith("A record that is checked here has at most 5500 lines;")
    assert "line" not in answer.json()


async def test_fuzzed_frames_never_harm_a_table(server: Server) -> None:
    random = Random(11)
    host, guest = await two_players(server, "spanish")
    good = {"type": "move", "id": "a", "seat": 0, "after": 4, "move": "0,0v144"}
    values: list[object] = [None, True, -1, 0, 2**40, "", "draw", "0,0v144", [], {}, 1.5, "é", "\u0000"]
    bad = await Client(server, host.code, "wrong key").enter()
    for _ in range(40):
        frame = {**good, random.choice([*good]): random.choice(values)}
        await bad.send(json.dumps(frame))
        answer = await bad.until(lambda frame: frame["type"] in ("refused", "pong"))
        assert answer["code"] in ("malformed", "not-your-seat")
    await plays_on(host, guest)


# Limits, on a server with the default settings.


@pytest.fixture
def strict_server(tmp_path: Path) -> Iterator[Server]:
    rates: dict[str, Any] = {
        "new_tables": (5, 0.01),
        "joins": (10, 0.01),
        "wrong_codes": (10, 0.01),
        "requests": (2_000, 1_000.0),
        "messages": (20, 5.0),
        "records": (3, 0.01),
        "imports": (2, 0.01),
    }
    with Server(tmp_path / "tables.sqlite", sockets_per_address=5, behind_proxy=["127.0.0.1"], **rates) as running:
        yield running


async def test_every_limit_is_enforced(strict_server: Server) -> None:
    host, guest = await two_players(strict_server)
    # Two hundred joins from one address: a few are accepted, the others are refused as too fast.
    path = f"/api/tables/{host.code}/join"
    codes = [(await Caller(strict_server).post(path, {"name": "x"})).json()["code"] for _ in range(200)]
    assert codes.count("full") < 10
    assert codes[-1] == "too-fast"
    # Tables.
    answers = [await Caller(strict_server).post("/api/tables", {"seats": [HUMAN, BOT]}) for _ in range(10)]
    assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 6
    assert answers[-1].json()["error"] == "Too many requests; please wait a moment."
    # Records.
    answers = [await Caller(strict_server).ask("POST", "/api/records", content=b"x") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [422] * 3 + [429] * 3
    elsewhere = Caller(strict_server, **{"X-Forwarded-For": "192.0.2.9"})
    answers = [await elsewhere.ask("POST", "/api/games", content=b"x") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [422] * 2 + [429] * 2
    # Sockets.
    crowd = [await Client(strict_server, host.code).enter() for _ in range(3)]
    with pytest.raises(Disconnected):
        await Client(strict_server, host.code).enter()
    # Frames.
    for _ in range(40):
        await crowd[0].send({"type": "ping"})
    kinds = [(await crowd[0].next())["type"] for _ in range(40)]
    assert kinds.count("refused") >= 10
    await plays_on(host, guest)
    # Guessing codes: in the end this address gets no answer even for a right one.
    for _ in range(12):
        last = await Caller(strict_server).get("/api/tables/ZZZZZ")
    assert last.status_code == 429
    assert (await Caller(strict_server).get(f"/api/tables/{host.code}")).status_code == 429
    other = Caller(strict_server, **{"X-Forwarded-For": "192.0.2.7"})
    assert (await other.get(f"/api/tables/{host.code}")).status_code == 200
    await plays_on(host, guest)


async def test_requests_and_sockets_from_another_site_are_refused(server: Server) -> None:
    host = await new_table(server, HUMAN)
    strange = Caller(server, Origin="http://evil.example")
    answer = await strange.post(f"/api/tables/{host.code}/join", {"name": "E"})
    assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    with pytest.raises(Disconnected):
        await Client(server, host.code, Origin="http://evil.example").enter()
    own = Caller(server, Origin=server.address)
    assert (await own.post(f"/api/tables/{host.code}/join", {"name": "E"})).status_code == 200
    await Client(server, host.code, Origin=server.address).enter()


async def test_a_client_whose_outbox_is_too_full_is_dropped(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", outbox_bytes=1_000) as own_server:
        host = await new_table(own_server, HUMAN, BOT)
        with pytest.raises(Closed):  # the first frames are more than its outbox holds
            await host.enter()
        assert (await host.calls.get(f"/api/tables/{host.code}")).status_code == 200
