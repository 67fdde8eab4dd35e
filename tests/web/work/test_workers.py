"""Expensive work: it never runs on the event loop, pauses in threads, and one address's does not hold up another's."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from tests.web.clients import Caller
from tests.web.http.test_connections import answer_to
from tests.web.registries import Listener, move, pass_and_play, run_with_registry
from tests.web.server_process import QUICK, Server
from tests.web.sheet_clients import THREE

from tricorn.editions import edition_named
from tricorn.game import Game
from tricorn.record import Record
from tricorn.sheet import Sheet
from tricorn.sheet.entry import Entry
from tricorn.sheet.replay import Replay
from tricorn.web import listing, loading, registry
from tricorn.web.app import create_app
from tricorn.web.compression import write_body
from tricorn.web.pages import routes as pages
from tricorn.web.refusals import Refused
from tricorn.web.registry import Registry
from tricorn.web.score import api as score_api
from tricorn.web.score import frames as score_frames
from tricorn.web.score.requests import Change
from tricorn.web.score.stored_sheets import new_game
from tricorn.web.security.keys import hash_key, new_key
from tricorn.web.setting_kinds import Rate
from tricorn.web.settings import Settings
from tricorn.web.tables import game as table_game
from tricorn.web.tables import table
from tricorn.web.work import lane as lane_module
from tricorn.web.work import process_pool
from tricorn.web.work.process_pool import Answer
from tricorn.web.work.workers import Workers

SEATS = [{"kind": "human", "name": "Ana"}, {"kind": "human", "name": "Bo"}]
HEAVY: list[tuple[ModuleType | type, str]] = [
    (pages, "_write"),
    (process_pool, "_ask"),
    (table_game, "_write_record"),
    (table_game, "_write_full_record"),
    (loading, "load_game"),
    (listing, "_read_infos"),
    (loading, "load_sheet"),
    (registry, "load_sheet"),
    (score_frames, "sheet_lines"),
    (score_api, "sheet_csv"),
    (Sheet, "record"),
    (Replay, "update"),
]
# What is done in other processes, by the threads that wait for it: names of functions.
APART = {
    "tricorn-pictures": {"draw_qr_code", "draw_preview"},
    "tricorn-records": {"summary_as_json", "imported_game", "game_from_record", "player_averages"},
}


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """Records the names of the threads that expensive functions run in, and what is done in other processes."""
    found: dict[str, set[str]] = {}
    ask = process_pool._ask

    def noted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **more: Any) -> Any:
            thread = threading.current_thread().name.partition("_")[0]
            if function is ask:
                work = args[2][1] if args[1] is write_body else args[1]
                found.setdefault(thread, set()).add(work.__name__)
            else:
                found.setdefault(name, set()).add(thread)
            return function(*args, **more)

        return call

    for module, name in HEAVY:
        monkeypatch.setattr(module, name, noted(name, getattr(module, name)))
    return found


@asynccontextmanager
async def application(folder: Path) -> AsyncIterator[tuple[httpx.AsyncClient, Registry]]:
    """The application in this process, and a client of it."""
    app = create_app(Settings(folder / "tables.sqlite", **QUICK))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            yield client, app.state.server.registry


async def play_game(client: httpx.AsyncClient, code: str) -> None:
    """Play the game at a table of one key to its end."""
    while True:
        now = (await client.get(f"/api/tables/{code}")).json()["now"]
        if now["over"] and "game" in now["over"]:
            return
        sent = {"move": now["options"][0]["move"], "seat": now["turn"], "after": now["n"]}
        (await client.post(f"/api/tables/{code}/moves", json=sent)).raise_for_status()


@pytest.mark.time_limit(60)
async def test_heavy_work_is_never_done_on_the_event_loop(tmp_path: Path, threads: dict[str, set[str]]) -> None:
    async with application(tmp_path) as (client, tables):
        wanted = {"edition": "pressman-classic target=10", "seats": SEATS, "pass_and_play": True, "start": True}
        made = (await client.post("/api/tables", json=wanted)).json()
        code = made["code"]
        client.headers["Authorization"] = f"Bearer {made['key']}"
        await client.get(f"/api/tables/{code}")
        for path in ("/", "/rules/spanish", "/score", f"/t/{code}", f"/t/{code}/qr.svg", f"/t/{code}/preview.png"):
            assert (await client.get(path)).status_code == 200
        assert (await client.get(f"/api/tables/{code}/record")).status_code == 200
        await play_game(client, code)
        text = (await client.get(f"/api/tables/{code}/record")).text
        assert (await client.post(f"/api/tables/{code}/rematch")).status_code == 200
        assert (await client.get(f"/api/tables/{code}/record?game=1")).text == text
        assert (await client.post("/api/records", content=text)).status_code == 200
        assert (await client.post("/api/games", content=text)).status_code == 200
        keys = {"keys": [made["key"]]}
        assert len((await client.post("/api/mine", json=keys)).json()) == 1
        assert (await client.get("/api/tables")).status_code == 200
        sheet = (await client.post("/api/sheets", json={"record": text})).json()
        for path in ("", "/cells?tile=0-0-1&before=2", "/challenge?line=1", "/record", "/csv"):
            assert (await client.get(f"/api/sheets/{sheet['code']}{path}")).status_code == 200
        assert len((await client.post("/api/sheets/averages", json={"keys": [sheet["key"]]})).json()) == 2
        for channel in list(tables._channels.values()):
            tables._evict(channel)
        assert (await client.get(f"/api/tables/{code}")).status_code == 200
        assert (await client.get(f"/api/sheets/{sheet['code']}")).status_code == 200
    in_threads = {name: {"tricorn-reader"} for _, name in HEAVY if name != "_ask"}
    assert threads == in_threads | APART


# Work of one address does not hold up another's.


def long_record(rounds: int) -> str:
    game = Game("pressman-classic target=1000000", 2, seed=1)
    while game.rounds <= rounds:
        game.play(game.options()[0].move)
    return game.record()


async def test_a_new_sheet_does_not_wait_for_somebody_elses_records(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", behind_proxy=["127.0.0.1"]) as own_server:
        text = long_record(3)
        them = Caller(own_server, **{"X-Forwarded-For": "192.0.2.1"})
        theirs = [asyncio.create_task(them.ask("POST", "/api/records", content=text)) for _ in range(8)]
        await asyncio.wait(theirs, return_when=asyncio.FIRST_COMPLETED)
        answer = await Caller(own_server, **{"X-Forwarded-For": "192.0.2.2"}).post("/api/sheets", {})
        assert answer.status_code == 200
        assert sum(task.done() for task in theirs) <= 4, "the rest is still waiting"
        assert {answer.status_code for answer in await asyncio.gather(*theirs)} == {200}


def spin(seconds: float) -> None:
    """Use processor time."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


@pytest.fixture
def make_workers() -> Iterator[Callable[[Rate], Workers]]:
    made: list[Workers] = []

    def make(budget: Rate) -> Workers:
        made.append(Workers(budget))
        return made[-1]

    yield make
    for workers in made:
        workers.close()


MakeWorkers = Callable[[Rate], Workers]
PLENTY = Rate(1_000, 1_000.0)


async def test_an_address_over_its_budget_is_refused_at_once_and_told_for_how_long(make_workers: MakeWorkers) -> None:
    workers = make_workers(Rate(0, 0.001))
    running = asyncio.create_task(workers.reads.run("a", spin, 0.05))
    waiting = [asyncio.create_task(workers.reads.run("a", spin, 0.0)) for _ in range(10)]
    await running
    for refused in [*(await asyncio.gather(*waiting, return_exceptions=True))]:
        assert isinstance(refused, Refused), "what was waiting is refused too"
    with pytest.raises(Refused) as refusal:
        await workers.records.run("a", spin, 0.0)
    assert (refusal.value.code, refusal.value.status) == ("too-fast", 429)
    assert refusal.value.retry_after == pytest.approx(50, abs=10), "0.05 s at 0.001 a second"
    await workers.reads.run("b", spin, 0.0)


async def test_an_address_may_work_again_when_its_debt_is_paid_off(make_workers: MakeWorkers) -> None:
    workers = make_workers(Rate(0, 1.0))
    await workers.reads.run("a", spin, 0.05)
    async with asyncio.timeout(10):
        while True:
            with suppress(Refused):
                await workers.reads.run("a", spin, 0.0)
                break
            await asyncio.sleep(0.01)


async def test_work_for_seated_players_is_charged_but_not_refused(make_workers: MakeWorkers) -> None:
    workers = make_workers(Rate(0, 0.0001))
    for _ in range(2):
        await workers.reads.run("a", spin, 0.01, seated=True)
    with pytest.raises(Refused):
        await workers.reads.run("a", spin, 0.0)


async def test_work_for_seated_players_is_refused_once_it_is_far_over_the_budget(make_workers: MakeWorkers) -> None:
    workers = make_workers(Rate(0, 0.001))
    workers.reads._call = lambda work, *args: Answer(work(*args), 15.0)
    for _ in range(2):
        await workers.reads.run("a", spin, 0.0, seated=True)
    with pytest.raises(Refused) as refusal:
        await workers.reads.run("a", spin, 0.0, seated=True)
    assert refusal.value.retry_after == pytest.approx(10_000, abs=100), "of 30 s, 20 are allowed"
    await workers.reads.run("b", spin, 0.0, seated=True)


async def test_long_work_of_many_addresses_delays_no_reads(make_workers: MakeWorkers) -> None:
    workers = make_workers(PLENTY)
    go_on = threading.Event()
    lanes = [workers.for_lines(5_000), workers.records, workers.pictures]
    for lane in lanes:
        lane._call = lambda work, *args: Answer(work(*args), 0.0)
    long = [asyncio.create_task(lane.run(f"address {n}", go_on.wait)) for lane in lanes for n in range(8)]
    await asyncio.sleep(0)
    await workers.for_lines(1_000).run("us", spin, 0.0)
    assert not any(task.done() for task in long)
    go_on.set()
    await asyncio.gather(*long)


async def test_work_that_waits_too_long_for_others_is_refused(
    make_workers: MakeWorkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lane_module, "_SECONDS_TO_WAIT", 0.05)
    workers = make_workers(PLENTY)
    go_on = threading.Event()
    running = asyncio.create_task(workers.loads.run("a", go_on.wait))
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await workers.loads.run("b", spin, 0.0)
    assert (refused.value.code, refused.value.status) == ("busy", 503)
    go_on.set()
    await running


async def test_waiting_work_is_limited(make_workers: MakeWorkers) -> None:
    workers = make_workers(PLENTY)
    go_on = threading.Event()
    running = [asyncio.create_task(workers.reads.run("a", go_on.wait)) for _ in range(401)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await workers.reads.run("a", go_on.wait)
    assert (refused.value.code, refused.value.status) == ("too-fast", 429)
    go_on.set()
    await asyncio.gather(*running)


# Uploads in progress.


@pytest.mark.time_limit(60)
async def test_an_address_sends_four_records_at_a_time(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", behind_proxy=["127.0.0.1"]) as own_server:

        def head(address: str, length: int) -> bytes:
            line = f"POST /api/records HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {address}\r\n"
            return f"{line}Connection: close\r\nContent-Length: {length}\r\n\r\n".encode()

        async def is_answered(address: str) -> bool:
            try:
                async with asyncio.timeout(1.0):
                    return bool(await answer_to(own_server, head(address, 5) + b"hello"))
            except TimeoutError:
                return False

        assert await answer_to(own_server, head("192.0.2.1", 5) + b"hello")  # starts the process that replays
        slow = [await asyncio.open_connection("127.0.0.1", own_server.port) for _ in range(4)]
        for _, writer in slow:
            writer.write(head("192.0.2.1", 1_000_000) + b"x" * 500_000)
        while await is_answered("192.0.2.1"):  # it may not have seen all of them yet
            pass
        assert await answer_to(own_server, head("192.0.2.2", 5) + b"hello")
        slow[0][1].transport.abort()
        while not await is_answered("192.0.2.1"):
            pass
        for _, writer in slow[1:]:
            writer.transport.abort()


# Joining a very long game.


def told(listener: Listener) -> tuple[list[list[str]], list[str]]:
    """The lines that a listener was sent, and the types of frames."""
    lines: list[list[str]] = []
    sent = [json.loads(frame) for frame in listener.frames]
    for frame in sent:
        if frame["type"] == "lines":
            lines[frame["first"] - 1 :] = frame["lines"]
    return lines, [frame["type"] for frame in sent]


@pytest.mark.parametrize("moves", [0, 1, 5], ids=["nothing", "a move", "moves"])
def test_a_client_that_joins_a_long_game_gets_every_line_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    async def test(tables: Registry) -> None:
        long, key = await pass_and_play(tables)
        for _ in range(12):  # no round is over so soon
            await move(long, key)
        run_work = tables.context.workers.reads.run

        async def slow(*args: Any, **options: Any) -> Any:
            """Let the game go on while the lines are being made."""
            made = await run_work(*args, **options)
            for _ in range(moves):
                await move(long, key)
            return made

        prepared, usual = Listener(key), Listener(key)
        with monkeypatch.context() as changed:
            changed.setattr(table, "_MAX_ENCODED_DIRECTLY", 10)
            changed.setattr(tables.context.workers.reads, "run", slow)
            await long.enter(prepared, None, 0)
        await long.enter(usual, None, 0)
        game = long.state.game
        assert game is not None
        assert told(prepared)[0] == told(usual)[0]
        assert len(told(prepared)[0]) == game.n
        assert told(prepared)[1][:3] == ["table", "header", "lines"]

    run_with_registry(tmp_path, test)


async def test_averages_of_very_long_sheets_are_limited(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(score_api, "_MAX_AVERAGED_LINES", 100)
    async with application(tmp_path) as (client, _):
        made = [(await client.post("/api/sheets", json={"record": THREE})).json() for _ in range(2)]
        entries = len((await client.get(f"/api/sheets/{made[0]['code']}")).json()["lines"])
        assert 50 < entries <= 100, "one of them is allowed, two are too long"
        answer = await client.post("/api/sheets/averages", json={"keys": [sheet["key"] for sheet in made]})
        assert {player["games"] for player in answer.json()} == {1}


# Correcting a long score sheet.


def test_a_long_change_of_a_sheet_is_encoded_in_a_thread_and_sent_in_order(
    tmp_path: Path, threads: dict[str, set[str]]
) -> None:
    async def test(tables: Registry) -> None:
        key = hash_key(new_key())
        header = Record(edition_named("pressman-classic"), ("Ana", "Bo"))
        game = new_game(header, map(Entry.parse, ["A 4-4-4", *["B =9", "A =8"] * 20]))
        channel = await tables.create_sheet(game, key, "here")
        follower = Listener()
        await channel.enter(follower, None, channel.n)
        threads.clear()
        await channel.change(key, Change(change="replace 1 A 5-5-5"))
        assert threads["sheet_lines"] == {"tricorn-reader"}
        await channel.change(key, Change(change="add B =7"))
        sent = [json.loads(frame) for frame in follower.frames[-2:]]
        assert [(frame["first"], len(frame["lines"])) for frame in sent] == [(1, 41), (42, 1)]

    run_with_registry(tmp_path, test)
