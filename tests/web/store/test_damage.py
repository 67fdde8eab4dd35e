"""Damage in a database: a changed byte is noticed, its table is refused, and nothing of it is revealed."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import io
import logging
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Caller, begun_table, new_table
from tests.web.registries import create_table, move, pass_and_play, run_with_registry
from tests.web.server_process import QUICK, Server
from tests.web.stores import database, run_on

from tricorn.tiles import TILES
from tricorn.web.context import ServerContext
from tricorn.web.loading import read_info
from tricorn.web.operations.logs import log_loop_error, set_up_log
from tricorn.web.operations.metrics import Metrics
from tricorn.web.refusals import Refused
from tricorn.web.registry import Registry
from tricorn.web.settings import Settings
from tricorn.web.store import Damaged, SQLiteStore, Store, StoredGame, StoredTable, StoreError
from tricorn.web.store.digests import digest
from tricorn.web.tables.requests import NewSeat, NewTable

__all__ = ["database"]

Contents = dict[str, tuple[StoredTable, StoredGame | None]]


def execute(path: Path, statement: str, *values: object) -> None:
    """Change a database from outside, as no server does."""
    with closing(sqlite3.connect(path)) as db, db:
        db.create_function("digest", -1, digest)
        db.execute(statement, values)


# DatabaseFile.


async def _fill(tables: Registry) -> list[str]:
    """A table with a game in play, and one that waits in the public list."""
    table, key = await pass_and_play(tables)
    for _ in range(8):
        await move(table, key)
    seats = [NewSeat(kind="human", name="Zacarías")]
    wanted = NewTable(edition="wooden target=99", seats=seats, listed=True)
    waiting, _ = await create_table(tables, wanted)
    return [table.code, waiting.code]


async def _load(store: Store, codes: list[str]) -> Contents:
    contents: Contents = {}
    for code in codes:
        loaded = await store.load_table(code)
        if loaded is not None:
            read_info(loaded[0])
            contents[code] = (dataclasses.replace(loaded[0], touched=0.0), loaded[1])
    return contents


class DatabaseFile:
    """A database file in which one byte at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tables.sqlite"
        self.codes: list[str] = []

        async def fill(tables: Registry) -> None:
            self.codes = await _fill(tables)

        run_with_registry(folder, fill)
        self.good = self._path.read_bytes()
        self._contents = asyncio.run(self._read())
        assert len(self._contents) == len(self.codes)

    async def _read(self) -> Contents:
        store = SQLiteStore(self._path)
        try:
            await store.open(lambda news: None)
            return await _load(store, self.codes)
        finally:
            await store.close()

    def goes_unnoticed(self, offset: int, byte: int, caplog: pytest.LogCaptureFixture) -> bool:
        """Whether a server would start and load something other than was stored, without an error."""
        damaged = bytearray(self.good)
        damaged[offset] = byte
        self._path.write_bytes(damaged)
        caplog.clear()
        try:
            contents = asyncio.run(self._read())
        except StoreError:
            return False
        return contents != self._contents and not caplog.messages


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> DatabaseFile:
    return DatabaseFile(tmp_path_factory.mktemp("bytes"))


def used_offsets(good: bytes) -> list[int]:
    """The offsets of bytes that mean something; most of a small file is empty."""
    return [offset for offset, byte in enumerate(good) if byte]


TEXTS = [b"deal A ", b"well ", b" +", b"id ", b"commit ", b'"secret": "', b"target=", b"Zacar", b"player A ", b"playin"]


def test_a_changed_byte_never_goes_unnoticed(file: DatabaseFile, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(14)
    for offset in random.sample(used_offsets(file.good), 60):
        byte = file.good[offset] ^ 1 << random.randrange(8)
        assert not file.goes_unnoticed(offset, byte, caplog), (offset, file.good[offset - 20 : offset + 20])


@pytest.mark.parametrize("text", TEXTS)
def test_a_changed_byte_in_a_text_is_noticed(text: bytes, file: DatabaseFile, caplog: pytest.LogCaptureFixture) -> None:
    offset = file.good.index(text) + len(text)
    for byte in {file.good[offset] ^ 1, ord("5"), 0xFF} - {file.good[offset]}:
        assert not file.goes_unnoticed(offset, byte, caplog), file.good[offset - 20 : offset + 20]


# Rows that were changed from outside.


CHANGES = {
    "line": "UPDATE lines SET line = replace(line, '0', '1') WHERE n = 4",
    "id of a move": "UPDATE lines SET move = 'id x' WHERE move IS NOT NULL",
    "missing line": "DELETE FROM lines WHERE n = 3",
    "digest": "UPDATE lines SET digest = (SELECT digest FROM lines AS other WHERE n = 2) WHERE n = 3",
    "header": "UPDATE games SET header = replace(header, 'Ana', 'Ann')",
    "description": "UPDATE tables SET about = replace(about, 'Ana', 'Ann')",
    "version": "UPDATE tables SET version = version + 1",
    "phase": "UPDATE tables SET phase = 'plating'",
    "key": "UPDATE keys SET hash = 'x'",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_rows_changed_from_outside_are_not_loaded(
    change: str, database: Path | str, request: pytest.FixtureRequest
) -> None:
    async def test(store: Store) -> None:
        tables = Registry(ServerContext.create(Settings(database, **QUICK), store))
        table, key = await pass_and_play(tables)
        await move(table, key)
        if isinstance(store, SQLiteStore):
            await store._write(lambda db: db.execute(change))
        else:
            postgres: Postgres = request.getfixturevalue("postgres")
            await asyncio.to_thread(postgres.fetch, str(database), change)
        with pytest.raises(Damaged):
            await _load(store, [table.code])
        table.close()
        with pytest.raises(Refused, match="damaged"):
            await tables.table(table.code, "here")

    run_on(database, test)


# A server with damaged tables.

TRIPLE = re.compile(r"[0-5]-[0-5]-[0-5]")
UPDATE_LINE = "UPDATE lines SET line = replace(line, 'well ', 'wall ')"
DAMAGE = {
    "line": UPDATE_LINE,
    "line with its digest": f"{UPDATE_LINE}, digest = digest(code, game, n, replace(line, 'well ', 'wall '), move)",
    "line that is no text": f"{UPDATE_LINE} || CAST(x'ff' AS TEXT)",
    "header with its digest": "UPDATE games SET header = '[\"x\"]', digest = digest(code, game, '[\"x\"]')",
    "description": "UPDATE tables SET about = '{'",
    "description with its digest": "UPDATE tables SET about = '{}', digest = digest(code, '{}', listed, version, "
    "(SELECT group_concat(hash, char(10)) FROM (SELECT hash FROM keys WHERE keys.code = tables.code ORDER BY hash)))",
}


@pytest.mark.parametrize("change", DAMAGE.values(), ids=DAMAGE.keys())
async def test_a_damaged_table_is_refused_left_out_of_lists_and_not_quoted_in_the_log(
    change: str, tmp_path: Path
) -> None:
    path = tmp_path / "tables.sqlite"
    with Server(path) as server:
        damaged, intact = [await begun_table(server, HUMAN, BOT, listed=True) for _ in range(2)]
        waiting = await new_table(server, HUMAN, listed=True)
    execute(path, f"{change} WHERE code = ?", damaged.code)
    with Server(path, log="plain") as server:
        for client in (intact, waiting):
            assert (await Caller(server).get(f"/api/tables/{client.code}")).status_code == 200
        for _ in range(2):
            answer = await Caller(server).get(f"/api/tables/{damaged.code}")
            assert (answer.status_code, answer.json()["code"]) == (500, "damaged")
        damaged.move_to(server)
        await damaged.connect()
        await damaged.send({"type": "hello", "key": damaged.key, "from": 0})
        refused = await damaged.until(lambda frame: frame["type"] == "refused")
        assert refused["code"] == "damaged"
        listed = await Caller(server).get("/api/tables")
        assert listed.status_code == 200
        codes = {entry["code"] for entry in listed.json()}
        assert codes >= {intact.code, waiting.code}
        assert (damaged.code in codes) == ("tables" not in change), "lists do not read lines"
        mine = await Caller(server).post("/api/mine", {"keys": [damaged.key, intact.key]})
        assert mine.status_code == 200
        server.stop()
        log = server.log.read_text()
    assert log.count("A table cannot be opened: ") == 1
    assert "Traceback" not in log
    assert not TRIPLE.search(log)


def test_an_earlier_game_that_is_damaged_is_refused_and_the_table_goes_on(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        table, key = await pass_and_play(tables, edition="pressman-classic target=10")
        assert table.state.game is not None
        while not table.state.game.over:
            await (table.ready(key, None) if table.state.game.round_over else move(table, key))
        await table.decisions.rematch(key, agree=True, wait=True)
        store = tables.context.store
        assert isinstance(store, SQLiteStore)
        await store._write(lambda db: db.execute("UPDATE lines SET line = 'x' WHERE game = 1 AND n = 3"))
        with pytest.raises(Damaged, match="line 3 of game 1"):
            await table.history.finished_record_writer("192.0.2.1", 1)
        await move(table, key)

    run_with_registry(tmp_path, test)


@pytest.mark.parametrize("form", ["plain", "json"])
def test_a_logged_error_has_its_traceback_and_type_but_no_message(form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    written, words = io.StringIO(), " ".join(map(str, TILES))
    monkeypatch.setattr("sys.stderr", written)
    root, own = logging.getLogger(), logging.getLogger("tricorn")
    handlers, levels = root.handlers[:], (root.level, own.level)
    set_up_log(form, Metrics())
    try:
        try:
            try:
                raise ValueError(words)
            except ValueError as cause:
                raise KeyError(words) from cause
        except KeyError as error:
            own.exception("It failed.")
            failed = error

        async def nobody_waits() -> None:
            loop = asyncio.get_running_loop()
            loop.set_exception_handler(log_loop_error)
            loop.create_future().set_exception(failed)
            gc.collect()

        asyncio.run(nobody_waits())
    finally:
        root.handlers[:] = handlers
        root.setLevel(levels[0])
        own.setLevel(levels[1])
    log = written.getvalue()
    assert log.count(" failed") == 2
    assert all(word in log for word in ("ValueError", "KeyError", "test_damage.py"))
    assert not TRIPLE.search(log)
