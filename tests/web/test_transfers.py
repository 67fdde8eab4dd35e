"""What a device hands to another through the server: kept for a while, once, and never readable there."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.web.clients import Caller
from tests.web.server_process import Server

from tricorn.web.refusals import Refused
from tricorn.web.setting_kinds import Rate
from tricorn.web.transfers import Transfers

ID = "0123456789abcdef" * 2
PATH = f"/api/transfers?id={ID}"


async def test_a_text_is_kept_until_the_other_device_has_it(server: Server) -> None:
    one, other = Caller(server), Caller(server)
    assert (await one.ask("POST", PATH, content="abc_-9")).status_code == 200
    assert (await one.ask("POST", PATH, content="other")).json()["code"] == "taken"
    assert (await other.ask("GET", PATH)).text == "abc_-9"
    assert (await other.ask("DELETE", PATH)).status_code == 200
    gone = await other.ask("GET", PATH)
    assert (gone.status_code, gone.json()["code"]) == (404, "no-transfer")


@pytest.mark.parametrize("id", ["", "x", "0" * 31, "0" * 33, "G" * 32])
async def test_an_id_that_could_be_guessed_is_refused(server: Server, id: str) -> None:
    assert (await Caller(server).ask("POST", f"/api/transfers?id={id}", content="abc")).status_code == 422


@pytest.mark.parametrize(("content", "status"), [("", 422), ("not base64url!", 422), ("a" * (2**20 + 1), 413)])
async def test_a_text_that_is_too_long_or_not_encrypted_is_refused(server: Server, content: str, status: int) -> None:
    assert (await Caller(server).ask("POST", f"/api/transfers?id={'a' * 32}", content=content)).status_code == status


async def test_an_address_can_leave_few_texts(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite", transfers=(2, 0.001)) as own:
        caller = Caller(own)
        answers = [await caller.ask("POST", f"/api/transfers?id={n:032x}", content="abc") for n in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_a_text_expires_and_the_memory_is_limited() -> None:
    brief = Transfers(Rate(100, 1), seconds=0)
    brief.hold("192.0.2.1", ID, "abc")
    with pytest.raises(Refused, match="expired"):
        brief.find(ID)
    small = Transfers(Rate(100, 1), max_total=5)
    small.hold("192.0.2.1", ID, "abc")
    with pytest.raises(Refused, match="Too many devices"):
        small.hold("192.0.2.1", "b" * 32, "abc")
    small.discard(ID)
    small.hold("192.0.2.1", "b" * 32, "abc")
