"""What an operator sees of a server: health, metrics, the log, and how it stops."""

from __future__ import annotations

import asyncio
import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.web.clients import (
    BOT,
    HUMAN,
    Caller,
    Client,
    Closed,
    Disconnected,
    begun_table,
    join,
    metric_values,
    new_table,
    start,
    two_players,
)
from tests.web.http.test_connections import answer_to
from tests.web.server_process import Server
from tests.web.sheet_clients import THREE as RECORD
from uvicorn.lifespan.on import LifespanOn

from tricorn.tiles import TILES
from tricorn.web.app import create_app
from tricorn.web.http.connections import ServerConfig
from tricorn.web.operations.metrics import Metrics
from tricorn.web.settings import Settings


async def test_a_server_is_healthy_while_its_store_answers(server: Server) -> None:
    answer = await Caller(server).get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True, "store": True})
    assert answer.headers["cache-control"] == "no-store"


async def test_a_server_whose_store_fails_is_not_healthy(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", log="plain") as own_server:
        host = await new_table(own_server, HUMAN)
        answer = await Caller(own_server).get("/healthz")
        while answer.status_code == 200:  # the last result may still be fresh
            for path in tmp_path.glob("tables.sqlite*"):
                with path.open("r+b") as file:  # if the file became shorter, the server's memory map of it would break
                    file.write(b"\0" * path.stat().st_size)
            answer = await Caller(own_server).get("/healthz")
        assert (answer.status_code, answer.json()) == (503, {"ok": False, "store": False})
        answer = await Caller(own_server).post(f"/api/tables/{host.code}/join", {"name": "Zacarías"})
        assert (answer.status_code, answer.json()["code"]) == (503, "store")
        log = own_server.log.read_text()
        assert " error " in log
        assert [word for word in ("Traceback", "Zacarías", host.code) if word in log] == []


async def test_metrics_have_the_format_of_prometheus(server: Server) -> None:
    await two_players(server)
    answer = await Caller(server).get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    sample = re.compile(r'[a-z_]+(\{[a-z]+="[^"]*"\})? [0-9.e+-]+')
    typed = set(re.findall(r"^# TYPE (\w+) (?:counter|gauge|histogram)$", answer.text, re.MULTILINE))
    for line in answer.text.splitlines():
        if line.startswith("# HELP "):
            continue
        if not line.startswith("# TYPE "):
            assert sample.fullmatch(line), line
            name = re.split("[{ ]", line)[0]
            assert name in typed or re.sub("_(bucket|sum|count)$", "", name) in typed, line


def test_every_metric_is_documented_and_every_documented_one_exists() -> None:
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"`(tricorn_\w+)(?:\{\w+\})?`", page))
    exposed = set(re.findall(r"^# TYPE (tricorn_\w+) ", Metrics().exposition(), re.MULTILINE))
    assert documented == exposed


async def test_events_are_counted(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        host = await new_table(own_server, HUMAN, BOT)
        await host.enter()
        await host.play_on(stop=lambda client: client.round_over)
        await host.move("draw", after=0, seat=0)
        await Caller(own_server).get("/api/tables/ZZZZZ")
        values = await metric_values(own_server)
        moves = sum(line[-1][:1] in "AB" for line in host.lines)
        assert values['tricorn_moves_total{by="person"}'] + values['tricorn_moves_total{by="bot"}'] == moves
        assert values["tricorn_bot_seconds_count"] >= values['tricorn_moves_total{by="bot"}'] > 0
        assert values["tricorn_commit_seconds_count"] > moves
        assert values['tricorn_commit_seconds_bucket{le="+Inf"}'] == values["tricorn_commit_seconds_count"]
        assert values['tricorn_refusals_total{code="no-table"}'] == 1
        assert values['tricorn_refusals_total{code="stale"}'] == 1
        assert values["tricorn_sockets"] == values["tricorn_tables_watched"] == 1
        assert values["tricorn_tables_in_memory"] == values['tricorn_tables_total{what="made"}'] == 1
        assert values["tricorn_errors_total"] == 0
        assert values["process_resident_memory_bytes"] > 2**20


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "Via"])
async def test_metrics_are_not_public_by_default(server: Server, header: str) -> None:
    assert (await Caller(server).get("/metrics")).status_code == 200
    assert (await Caller(server, **{header: "192.0.2.7"}).get("/metrics")).status_code == 404


async def test_metrics_are_not_shown_to_another_computer(tmp_path: Path) -> None:
    app = create_app(Settings(tmp_path / "tables.sqlite"))
    async with app.router.lifespan_context(app):
        for host, status in (("127.0.0.1", 200), ("::1", 200), ("192.0.2.7", 404), ("2001:db8::7", 404)):
            transport = httpx.ASGITransport(app, client=(host, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
                assert (await client.get("/metrics")).status_code == status, host


async def test_variables_of_opentelemetry_configure_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    for name in ("TRACER", "METER", "LOGGER"):
        monkeypatch.setenv(f"OTEL_PYTHON_{name}_PROVIDER", "nobody")  # an error as soon as it is looked up
    app = create_app(Settings(tmp_path / "tables.sqlite"))
    lifespan = LifespanOn(ServerConfig(app, app.state.server))
    await lifespan.startup()
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
        assert (await client.get("/healthz")).status_code == 200
    await lifespan.shutdown()
    assert caplog.messages == []


async def test_metrics_can_be_made_public(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", metrics=True, behind_proxy=["127.0.0.1"]) as own_server:
        passed_on = Caller(own_server, **{"X-Forwarded-For": "192.0.2.7"})
        assert (await passed_on.get("/metrics")).status_code == 200


@pytest.fixture(params=["plain", "json"])
def logging_server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    with Server(tmp_path / "tables.sqlite", log=request.param) as running:
        yield running


async def test_the_log_of_a_whole_session_has_no_key_tile_name_code_or_address(logging_server: Server) -> None:
    async def session() -> list[str]:
        host = await new_table(
            logging_server, {"kind": "human", "name": "Zacarías"}, edition="spanish target=1 deal=2/2/2"
        )
        guest = await join(logging_server, host.code, "Wenceslao")
        await start(host)
        await host.enter()
        await guest.enter()
        await asyncio.gather(host.play_on(), guest.play_on())
        await Caller(logging_server, key=host.key).get(f"/api/tables/{host.code}/record")
        await host.send({"type": "move", "id": "x", "seat": 9, "after": 0, "move": "0,0^555"})
        await host.send("junk 1-2-3")
        await Caller(logging_server).get("/api/tables/ZZZZZ")
        await Caller(logging_server).ask(
            "POST", "/api/records", content=b"tricorn 1\nedition spanish\nplayer A Ana\n5-5-5\n"
        )
        assert host.key is not None
        assert guest.key is not None
        return [host.key, guest.key, host.code, "Zacarías", "Wenceslao"]

    secrets = await session()
    await asyncio.to_thread(logging_server.stop)
    log = logging_server.log.read_text()
    for event in ("started", "table made", "game begun", "game over", "socket opened", "refused", "stopped"):
        assert event in log, event
    for secret in [*secrets, *map(str, TILES), "127.0.0.1", "Traceback"]:
        assert secret not in log, secret
    if log.startswith("{"):
        for line in log.splitlines():
            event = json.loads(line)
            assert event.keys() >= {"time", "level", "from", "event"}


async def test_a_stopped_server_finishes_moves_disconnects_everybody_and_loses_nothing(tmp_path: Path) -> None:
    async def play_until_closed(client: Client) -> int | None:
        try:
            await client.play_on()
        except Closed as closed:
            return None if closed.rcvd is None else closed.rcvd.code
        return None

    with Server(tmp_path / "tables.sqlite", log="plain") as own_server:
        tables = [await two_players(own_server, "pressman-classic target=100000") for _ in range(6)]
        playing = [asyncio.create_task(play_until_closed(client)) for pair in tables for client in pair]
        while not all(host.answers or guest.answers for host, guest in tables):
            await asyncio.sleep(0.05)
        assert await asyncio.to_thread(own_server.stop) == -signal.SIGTERM
        assert await asyncio.gather(*playing) == [1012] * len(playing)
        log = own_server.log.read_text()
        assert "error" not in log
        assert "stopped" in log
        own_server.start()
        for host, guest in tables:
            latest = max(len(host.lines), len(guest.lines))
            acknowledged = [answer["n"] for answer in (*host.answers.values(), *guest.answers.values())]
            seen = (await host.calls.get(f"/api/tables/{host.code}")).json()
            assert seen["now"]["n"] == latest >= max(acknowledged)
            before = list(host.lines)
            await host.enter()
            assert host.lines[: len(before)] == before


async def test_a_stopping_server_refuses_what_it_cannot_finish_and_logs_no_error(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", log="plain") as own_server:
        caller = Caller(own_server)
        for n in range(3):  # each takes longer than this test
            assert (await caller.ask("POST", "/api/reviews", content=f"{RECORD}# {n}\n")).status_code == 200
        table = await (await begun_table(own_server, HUMAN, *[{"kind": "bot", "level": "hard"}] * 3)).enter()
        head = b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n"
        slow = [asyncio.create_task(answer_to(own_server, head, b"x")) for _ in range(4)]
        queued = asyncio.create_task(caller.ask("POST", "/api/records", content="hello"))
        while (await asyncio.wait({queued}, timeout=1))[0]:  # the slow ones have not arrived yet
            queued = asyncio.create_task(caller.ask("POST", "/api/records", content="hello"))
        await asyncio.to_thread(own_server.stop)
        answer = await queued
        assert (answer.status_code, answer.json()["code"]) == (503, "stopping")
        assert [answer.split(b" ")[1] for answer in await asyncio.gather(*slow)] == [b"503"] * 4
        with pytest.raises(Closed):
            await table.watch()
        log = own_server.log.read_text()
        assert "stopped" in log
        assert [word for word in ("Traceback", " error ", " warning ") if word in log] == []


async def test_a_stopping_server_takes_no_new_clients(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        host = await new_table(own_server, HUMAN, BOT)
        own_server.stop()
        with pytest.raises(Disconnected):
            await host.enter()
