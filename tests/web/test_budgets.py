"""The budget of an address: over it, requests are refused at once, while players at the same address go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.web.clients import Caller, two_players
from tests.web.server_process import Server

from tricorn.web.setting_kinds import Rate

RECORD = (Path(__file__).parents[1] / "golden" / "classic-2p.tri").read_text(encoding="utf-8")
TINY = Rate(0, 0.00001)  # seconds of processor time: the first job uses it up for minutes


async def use_up_budget(server: Server) -> None:
    await Caller(server).ask("POST", "/api/games", content=RECORD.encode())


async def test_an_address_over_its_budget_gets_429_and_when_to_come_back(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", work=TINY) as server:
        await use_up_budget(server)
        for method, path in (("GET", "/"), ("GET", "/api/openapi.json"), ("POST", "/api/records")):
            answer = await Caller(server).ask(method, path, content=RECORD.encode() if method == "POST" else None)
            assert answer.status_code == 429, path
            assert int(answer.headers["Retry-After"]) > 60
            assert "Too many requests; please wait a moment." in answer.text
        page = await Caller(server, **{"Accept-Language": "es"}).get("/")
        assert page.headers["Refresh"] == page.headers["Retry-After"], "a browser tries again by itself"
        assert page.text == "Demasiadas peticiones; espera un momento.\n"
        assert (await Caller(server).get("/healthz")).status_code == 200


async def test_players_at_an_address_over_its_limits_play_on_and_come_back(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", work=TINY, wrong_codes=Rate(3, 0.0001)) as server:
        host, guest = await two_players(server, "pressman-classic target=20")
        for code in ("BBBBB", "CCCCC", "DDDDD"):  # somebody at the same address guesses codes
            assert (await Caller(server).get(f"/api/tables/{code}")).status_code == 404
        await use_up_budget(server)
        assert (await Caller(server).get(f"/api/tables/{host.code}")).status_code == 429, "a stranger"
        host.cut()
        await host.enter()
        server.stop()
        server.start()
        await use_up_budget(server)
        assert (await Caller(server).get(f"/api/tables/{host.code}")).status_code == 429, "a stranger"
        for player in (host, guest):  # their table is not in memory
            assert (await player.calls.get(f"/api/tables/{host.code}")).status_code == 200
            await player.enter()
        await asyncio.gather(host.play_on(), guest.play_on())


async def test_an_imported_game_is_loaded_when_somebody_opens_it(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as server:
        made = (await Caller(server).ask("POST", "/api/games", content=RECORD.encode())).json()
        assert "tricorn_tables_in_memory 0" in (await Caller(server).get("/metrics")).text
        shown = (await Caller(server).get(f"/api/tables/{made['code']}")).json()
        assert shown["table"]["next"]["commit"] == made["commit"]
