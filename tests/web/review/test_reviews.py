"""Reviews by the server: of finished games and records, off the event loop, cached, and refused in one sentence."""

from __future__ import annotations

import asyncio
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.helpers import played
from tests.web.clients import BOT, HUMAN, Caller, Client, begun_table
from tests.web.server_process import Server

from tricorn.analysis.review import review
from tricorn.record import RoundEvent, parse_record
from tricorn.round import Round
from tricorn.web.refusals import Refused
from tricorn.web.review import worker
from tricorn.web.review.jobs import Reviews
from tricorn.web.review.worker import make_review, render_review
from tricorn.web.setting_kinds import Rate
from tricorn.web.work.process_pool import Answer, ProcessPool
from tricorn.web.work.workers import Workers

GOLDEN = Path(__file__).parents[2] / "golden"
RECORD = (GOLDEN / "classic-2p.tri").read_text(encoding="utf-8")
NOTES = """\
tricorn 1
edition pressman-classic
player A Ana
player B Bo
round 1
A 5-5-5 +25
B 4-5-5 +14
"""
SECONDS = 1_000.0  # enough for any review
UNLIMITED = Rate(1_000, 1_000.0)
SHORT = "pressman-classic target=1 deal=2/2/2/2/2 draw_penalty=0 pass_penalty=0"


def no_progress(done: int, total: int) -> None:
    pass


async def until_made(caller: Caller, id: str) -> Any:
    while (answer := await caller.get(f"/api/reviews/{id}")).status_code == 202:
        assert set(answer.json()) == {"done", "of"}
        await asyncio.sleep(0.1)
    return answer


async def finished_game(server: Server) -> Client:
    client = await (await begun_table(server, HUMAN, BOT, edition=SHORT)).enter()
    await client.play_on()
    return client


async def test_a_finished_game_is_reviewed_once_and_the_page_needs_no_other_file(server: Server) -> None:
    client = await finished_game(server)
    caller = Caller(server)
    begun = (await caller.post(f"/api/tables/{client.code}/review")).json()
    review = (await until_made(caller, begun["id"])).json()
    assert [player["name"] for player in review["players"]] == review["names"]
    assert sum(player["account"]["chance"]["result"] for player in review["players"]) == 1
    assert (await caller.post(f"/api/tables/{client.code}/review?game=1")).json() == begun
    page = await caller.get(f"/api/reviews/{begun['id']}/page?lang=es")
    assert page.headers["content-disposition"].startswith("attachment")
    assert '<html lang="es">' in page.text
    assert "src=" not in page.text


async def test_a_game_in_progress_is_reviewed_neither_by_its_table_nor_by_its_record(server: Server) -> None:
    client = await (await begun_table(server, HUMAN, BOT)).enter()
    assert (await client.calls.post(f"/api/tables/{client.code}/review")).json()["code"] == "not-over"
    record = (await client.calls.get(f"/api/tables/{client.code}/record")).text
    begun = (await client.calls.ask("POST", "/api/reviews", content=record.encode())).json()
    answer = await until_made(client.calls, begun["id"])
    assert (answer.status_code, answer.json()["code"]) == (422, "not-over")


async def test_a_wrong_record_is_refused_with_its_line_and_an_unknown_review_is_not_found(server: Server) -> None:
    caller = Caller(server)
    wrong = RECORD.replace("score A ", "score A 1", 1)
    begun = (await caller.ask("POST", "/api/reviews", content=wrong.encode())).json()
    answer = await until_made(caller, begun["id"])
    assert (answer.status_code, answer.json()["code"]) == (422, "record")
    assert "Line " in answer.json()["error"]
    assert (await caller.get("/api/reviews/0")).json()["code"] == "no-review"
    assert (await caller.get("/api/reviews/0/page")).status_code == 404


async def test_notes_of_a_real_table_are_reviewed_as_far_as_they_go(server: Server) -> None:
    caller = Caller(server, **{"Accept-Encoding": "identity"})
    begun = (await caller.ask("POST", "/api/reviews", content=NOTES.encode())).json()
    review = (await until_made(caller, begun["id"])).json()
    assert (review["unreviewed_choices"], review["choices"]) == (2, [])
    assert review["players"][0]["account"] is None


async def test_a_record_that_is_too_long_is_refused_before_any_work(server: Server) -> None:
    answer = await Caller(server).ask("POST", "/api/reviews", content=b"\n" * 100_000)
    assert (answer.status_code, answer.json()["code"]) == (422, "too-long")


def test_a_record_with_a_long_header_is_not_kept() -> None:
    with pytest.raises(Refused) as refusal:
        make_review(no_progress, RECORD.replace("\nround 1\n", f"\nevent {'x' * 2_000}\nround 1\n", 1), False, SECONDS)
    assert refusal.value.code == "header"


async def test_a_review_ends_when_its_time_is_used_up_and_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", compiled=True, review_seconds=0.0) as server:
        caller = Caller(server)
        begun = (await caller.ask("POST", "/api/reviews", content=RECORD.encode())).json()
        review = (await until_made(caller, begun["id"])).json()
        page = (await caller.get(f"/api/reviews/{begun['id']}/page")).text
    assert review["reviewed_moves"] == 0 < review["moves"]
    assert review["choices"] == review["luck"] == review["values"] == []
    assert f"Only the first 0 of {review['moves']} moves were reviewed" in page


async def test_a_finished_review_is_downloaded_while_another_is_in_progress(tmp_path: Path) -> None:
    long = played("pressman-classic target=1000000", 6, seed=3, moves=1_500, choices=3).record()
    with Server(tmp_path / "tables.sqlite", compiled=True, review_seconds=1_000.0) as server:
        caller = Caller(server)
        finished = (await caller.ask("POST", "/api/reviews", content=NOTES.encode())).json()["id"]
        await until_made(caller, finished)
        running = (await caller.ask("POST", "/api/reviews", content=long.encode())).json()["id"]
        while not (await caller.get(f"/api/reviews/{running}")).json()["of"]:
            await asyncio.sleep(0.1)
        assert (await caller.get(f"/api/reviews/{finished}")).status_code == 200
        assert (await caller.get(f"/api/reviews/{finished}/page")).status_code == 200
        assert (await caller.get(f"/api/reviews/{running}")).status_code == 202


async def test_addresses_take_turns() -> None:
    """A review of another address does not wait for all those that were requested before it."""
    workers = Workers(UNLIMITED)
    reviews = Reviews(UNLIMITED, SECONDS, workers.reviews)
    try:
        ids = [reviews.begin("one", f"{NOTES}# {number}\n", is_over=False) for number in range(4)]
        other = reviews.begin("another", NOTES, is_over=False)
        while reviews.find(other).result is None:
            await asyncio.sleep(0)
        assert reviews.find(ids[-1]).result is None
    finally:
        reviews.close()
        workers.close()


def test_a_review_is_packed_for_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    quick_review = partial(review, iterations=60, playouts=2)
    monkeypatch.setattr(worker, "review", quick_review)
    record = played("pressman-classic target=20", 2, seed=3, moves=400, choices=3).record()
    _, packed = make_review(no_progress, record, True, SECONDS)
    found = quick_review(record)
    assert f"{100 * (found.players[0].accuracy or 0):.1f} %" in render_review(packed, "en").decode()


@pytest.mark.parametrize("is_over", [False, True])
def test_each_line_of_a_dealt_game_is_judged_once(is_over: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "review", partial(review, iterations=200, playouts=2))
    judged: list[RoundEvent] = []
    apply = Round.apply

    def counting(self: Round, event: RoundEvent) -> None:
        judged.append(event)
        apply(self, event)

    monkeypatch.setattr(Round, "apply", counting)
    _, packed = make_review(no_progress, RECORD, is_over, SECONDS)
    assert "<figure>" in render_review(packed, "en").decode()
    assert judged == [event for event in parse_record(RECORD).events if isinstance(event, RoundEvent)]


async def test_new_reviews_are_limited_for_each_address_and_one_that_is_there_counts_no_more() -> None:
    workers = Workers(UNLIMITED)
    reviews = Reviews(Rate(2, 0.0001), SECONDS, workers.reviews)
    try:
        first = reviews.begin("one", NOTES, is_over=False)
        reviews.begin("one", NOTES + "# again\n", is_over=False)
        assert reviews.begin("one", NOTES, is_over=False) == first
        with pytest.raises(Refused) as refusal:
            reviews.begin("one", NOTES + "# too often\n", is_over=False)
        assert refusal.value.code == "too-fast"
        reviews.begin("another", NOTES + "# too often\n", is_over=False)
    finally:
        reviews.close()
        workers.close()


async def test_waiting_reviews_of_an_address_are_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(ProcessPool, "call", lambda *args, **options: Answer(go_on.wait(), 0.0))
    workers = Workers(UNLIMITED)
    reviews = Reviews(UNLIMITED, SECONDS, workers.reviews)
    try:
        ids = [reviews.begin("one", f"{NOTES}# {number}\n", is_over=False) for number in range(7)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as refusal:
            reviews.find(ids[-1]).finished()
        assert refusal.value.code == "too-fast"
        assert reviews.find(ids[-2]).finished() is None
    finally:
        go_on.set()
        reviews.close()
        workers.close()
