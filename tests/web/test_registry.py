"""The tables of a server in this process: evicted, loaded again, and with a store that fails."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path
from unittest.mock import create_autospec

import pytest
from tests.web.clients import LEVEL
from tests.web.registries import ENGLISH, FailingStore, Listener, create_table, move, pass_and_play, run_with_registry

from tricorn import moves
from tricorn.sheet.replay import Replay
from tricorn.view import View
from tricorn.web import registry
from tricorn.web.context import ServerContext
from tricorn.web.refusals import Refused
from tricorn.web.registry import Registry
from tricorn.web.score.stored_sheets import game_from_record
from tricorn.web.security.keys import KeyHash, hash_key, new_key
from tricorn.web.setting_kinds import Rate
from tricorn.web.store import News, Presence, StoreError
from tricorn.web.tables.requests import NewSeat, NewTable


def test_an_idle_table_is_evicted_and_loaded_again(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        table, key = await pass_and_play(tables)
        for _ in range(5):
            await move(table, key)
        listener = Listener(key)
        await table.enter(listener, None, 0)
        tables.evict_idle()
        assert len(tables) == 1, "somebody is there"
        await table.leave(listener)
        tables.evict_idle()
        assert len(tables) == 0
        again = await tables.table(table.code, "here")
        assert again is not table
        assert again.state.game is not None
        assert table.state.game is not None
        assert again.state.game.full.record() == table.state.game.full.record()
        assert again.state.next_deal == table.state.next_deal
        await move(again, key)
        with pytest.raises(Refused, match="try again"):
            await move(table, key)

    run_with_registry(tmp_path, test, seconds_in_memory=-1.0)


def test_a_new_sheet_is_replayed_once_also_if_its_code_is_in_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(tables: Registry) -> None:
        text = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\nround 1\nA 4-4-4 +22\n"
        codes, key = iter(["AAAAAA", "AAAAAA", "BBBBBB"]), hash_key(new_key())
        monkeypatch.setattr(registry, "new_code", lambda stored: next(codes))
        updated = create_autospec(Replay.update, side_effect=Replay.update)
        monkeypatch.setattr(Replay, "update", updated)
        for code in ("AAAAAA", "BBBBBB"):
            updated.reset_mock()
            sheet = await tables.create_sheet(game_from_record(text), key, "here")
            assert sheet.code == code
            assert [len(call.args[1]) for call in updated.call_args_list] == [0, 1]

    run_with_registry(tmp_path, test)


def test_a_game_starts_with_a_guest_who_joined_on_another_node_before_the_news_arrived(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        seats = [NewSeat(kind="human", name="Ana")]
        table, key = await create_table(tables, NewTable(edition="pressman-classic", seats=seats))
        context = ServerContext.create(tables.context.settings, tables.context.store)
        other_node = Registry(context)  # not opened: gives and gets no news
        await (await other_node.table(table.code, "there")).lobby.join(None, "Bo", ENGLISH)
        assert len(table.state.info.seats) == 1, "the news has not arrived"
        await table.start(key)
        assert [seat.name for seat in table.state.info.seats] == ["Ana", "Bo"]
        other_node.context.workers.close()

    run_with_registry(tmp_path, test)


def test_a_game_does_not_start_at_a_table_that_is_gone(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        seats = [NewSeat(kind="human", name="Ana")]
        table, key = await create_table(tables, NewTable(edition="pressman-classic", seats=seats))
        with closing(sqlite3.connect(tmp_path / "tables.sqlite")) as db, db:
            db.execute("DELETE FROM tables")
        with pytest.raises(Refused, match="no table"):
            await table.start(key)

    run_with_registry(tmp_path, test)


@pytest.mark.parametrize("wrong_codes", [Rate(100, 1.0), Rate(1, 1.0)], ids=["together", "one-after-another"])
def test_concurrent_requests_load_a_table_once(tmp_path: Path, wrong_codes: Rate) -> None:
    async def test(tables: Registry) -> None:
        table, _ = await pass_and_play(tables)
        tables.evict_idle()
        loaded = await asyncio.gather(*(tables.table(table.code, "here") for _ in range(20)))
        assert len({id(again) for again in loaded}) == 1

    run_with_registry(tmp_path, test, seconds_in_memory=-1.0, wrong_codes=wrong_codes)


def test_a_move_that_cannot_be_stored_is_sent_to_nobody_and_the_game_goes_on_without_it(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        store = tables.context.store
        assert isinstance(store, FailingStore)
        table, key = await pass_and_play(tables)
        await move(table, key)
        assert table.state.game is not None
        stored = table.state.game.full.record()
        listener = Listener(key)
        await table.enter(listener, None, 0)
        listener.frames.clear()
        store.full = True
        with pytest.raises(StoreError):
            await move(table, key)
        assert listener.frames == []
        assert listener.disconnected
        store.full = False
        again = await tables.table(table.code, "here")
        assert again.state.game is not None
        assert again.state.game.full.record() == stored
        await move(again, key)

    run_with_registry(tmp_path, test)


def test_a_bots_move_that_cannot_be_stored_is_played_when_somebody_returns(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        store = tables.context.store
        assert isinstance(store, FailingStore)
        bots = [NewSeat(kind="bot", level=LEVEL)] * 2
        new = NewTable(edition="pressman-classic", seats=bots, start=False)
        table, key = await create_table(tables, new)
        await table.start(key)
        listener = Listener()
        store.full = True
        await table.enter(listener, None, 0)
        while not listener.disconnected:
            await asyncio.sleep(0.01)
        store.full = False
        again = await tables.table(table.code, "here")
        listener = Listener()
        await again.enter(listener, None, 0)
        while not any('"type":"lines"' in frame for frame in listener.frames):
            await asyncio.sleep(0.01)

    run_with_registry(tmp_path, test)


def test_the_number_of_tables_in_memory_is_limited(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        await pass_and_play(tables)
        await pass_and_play(tables)
        with pytest.raises(Refused, match="full"):
            await pass_and_play(tables)

    run_with_registry(tmp_path, test, tables_in_memory=2)


def test_a_full_server_evicts_the_least_recently_used_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(tables: Registry) -> None:
        first, second, third = [(await pass_and_play(tables))[0] for _ in range(3)]
        await first.enter(Listener(), None, 0)
        monkeypatch.setattr(registry, "_MIN_SECONDS_IDLE", -1.0)
        fourth, _ = await pass_and_play(tables)
        assert [table.closed for table in (first, second, third, fourth)] == [False, True, False, False]
        again = await tables.table(second.code, "here")
        assert third.closed, "a table that is loaded takes the place of another too"
        for table in (again, fourth):
            await table.enter(Listener(), None, 0)
        with pytest.raises(Refused, match="full"):
            await tables.table(third.code, "here")

    run_with_registry(tmp_path, test, tables_in_memory=3)


def kept() -> int:
    """The KiB allocated since tracing started and not freed."""
    gc.collect()
    return tracemalloc.get_traced_memory()[0] // 1024


def test_memory_follows_the_tables_in_use(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        made: list[tuple[str, KeyHash]] = []
        sizes = []
        for number in (10, 30):
            for _ in range(number):
                table, key = await pass_and_play(tables)
                made.append((table.code, key))
            sizes.append(kept())
            tables.evict_idle()
            assert len(tables) == 0
            del table
            sizes.append(kept())
        assert sizes[3] - sizes[1] < (sizes[2] - sizes[1]) / 10, sizes  # the memory of 30 tables is released
        for code, key in made[::20]:
            await move(await tables.table(code, "here"), key)

    tracemalloc.start()
    try:
        run_with_registry(tmp_path, test, seconds_in_memory=-1.0)
    finally:
        tracemalloc.stop()


def test_a_game_that_has_become_too_long_gets_no_new_round(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        table, key = await pass_and_play(tables)
        assert table.state.game is not None
        while not table.state.game.round_over:
            await move(table, key)
        with pytest.raises(Refused, match="too long"):
            await table.ready(key, None)

    run_with_registry(tmp_path, test, lines_per_game=10)


def test_the_number_of_watchers_of_a_table_is_limited(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        table, _ = await pass_and_play(tables)
        await table.enter(Listener(), None, 0)
        await table.enter(Listener(), None, 0)
        with pytest.raises(Refused, match="watching"):
            await table.enter(Listener(), None, 0)

    run_with_registry(tmp_path, test, watchers_per_table=2)


def test_a_frame_for_several_watchers_is_encoded_once(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        table, key = await pass_and_play(tables)
        crowd = [Listener() for _ in range(3)]
        for listener in crowd:
            await table.enter(listener, None, 0)
            listener.frames.clear()
        await move(table, key)
        assert len({id(frame) for listener in crowd for frame in listener.frames}) == len(crowd[0].frames)

    run_with_registry(tmp_path, test)


def test_presence_is_announced_again_when_news_was_missed_even_if_nobody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(tables: Registry) -> None:
        table, key = await pass_and_play(tables)
        listener = Listener(key)
        await table.enter(listener, None, 0)
        await table.leave(listener)
        announced: list[News] = []
        monkeypatch.setattr(tables.context.store, "notify", announced.append)
        await table.on_news(News("missed"))
        assert News("here", code=table.code, presence=Presence()) in announced

    run_with_registry(tmp_path, test)


def test_a_step_that_the_rules_refuse_is_logged_without_its_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")  # a test before this one may have chosen another level

    async def choose(level: str, view: View, address: str) -> moves.Move:
        return moves.Pass()  # nobody may pass at the start

    async def test(tables: Registry) -> None:
        monkeypatch.setattr(tables.context.bots, "choose", choose)
        table, _ = await pass_and_play(tables)
        game = table.state.game
        assert game is not None
        table._automation._step.start(table._automation._play_bot_turn(game, 0, "easy"))
        async with asyncio.timeout(10):
            while not caplog.records:
                await asyncio.sleep(0.01)

    run_with_registry(tmp_path, test)
    assert [record.message for record in caplog.records] == ["A table's next step failed."]
