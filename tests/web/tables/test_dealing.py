"""Verifiable deals at real tables: commitments before the deal, nonces in it, secrets after it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.web.cheating_server import CAUGHT, CAUGHT_BY_THE_RECEIPT, CAUGHT_BY_WHAT_OTHERS_WERE_SHOWN
from tests.web.clients import BOT, HUMAN, Caller, Client, join, new_table, run
from tests.web.registries import create_table, move, pass_and_play, run_with_registry
from tests.web.server_process import Server

from tricorn.cli import main
from tricorn.dealing import MAX_ROUNDS, Chain, receipt_of
from tricorn.game import Game
from tricorn.record import DealNumber, Secret
from tricorn.web.refusals import Refused
from tricorn.web.registry import Registry
from tricorn.web.security.keys import KeyHash
from tricorn.web.store import StoredGame
from tricorn.web.tables import game as table_game
from tricorn.web.tables.info import Seat, TableInfo
from tricorn.web.tables.next_deal import DeviceNonce, NextDeal
from tricorn.web.tables.requests import NewSeat, NewTable
from tricorn.wording import SEATS


async def nonce_and_receipt(client: Client, nonce: str | None = None) -> tuple[str, str | None]:
    """Send a nonce for the round that is dealt next, as the page does, and wait for its receipt."""
    nonce, id = nonce or secrets.token_hex(32), secrets.token_hex(6)
    due = client.table["next"]
    await client.send({"type": "nonce", "id": id, "game": due["game"], "round": due["round"], "nonce": nonce})
    answer = await client.until(lambda frame: frame["type"] == "receipt" and frame["id"] == id)
    assert (answer["game"], answer["round"]) == (due["game"], due["round"])
    return nonce, answer["receipt"]


async def give(client: Client, nonce: str | None = None) -> str:
    return (await nonce_and_receipt(client, nonce))[0]


async def in_lobby(server: Server, edition: str = "pressman-classic target=50") -> tuple[Client, Client]:
    """A host and a guest, connected; there was a bot between them."""
    host = await new_table(server, HUMAN, BOT, edition=edition, start=False)
    guest = await join(server, host.code)
    assert (await host.calls.ask("DELETE", f"/api/tables/{host.code}/seats/1")).status_code == 200
    return await host.enter(), await guest.enter()


async def begin(host: Client, path: str = "start") -> None:
    assert (await host.calls.post(f"/api/tables/{host.code}/{path}")).status_code == 200


async def played_on(*clients: Client) -> str:
    """All play until the game is over; the full record."""
    await asyncio.gather(*(client.play_on() for client in clients))
    return (await clients[0].calls.get(f"/api/tables/{clients[0].code}/record")).text


def nonces_in(record: str, round_number: int = 1) -> dict[str, str]:
    lines = record.split(f"\nround {round_number}\n")[1].splitlines()
    return {line[7]: line[9:] for line in lines[:6] if line.startswith("number ")}


def secret_in(record: str) -> str:
    """The secret of round 1."""
    return next(line[7:] for line in record.splitlines() if line.startswith("secret "))


def commit_in(record: str) -> str:
    return next(line[7:] for line in record.splitlines() if line.startswith("commit "))


async def test_the_commitment_is_shown_before_the_deal_and_nonces_given_after_it_are_in_it(server: Server) -> None:
    host, guest = await in_lobby(server)
    shown = host.table["next"]
    assert (shown["game"], shown["round"], guest.table["next"]) == (1, 1, shown)
    first = await give(host)
    assert await give(host) != first, "another one, which comes too late"
    second = await give(guest)
    await begin(host)
    await host.until_started()
    record = await played_on(host, guest)
    assert commit_in(record) == shown["commit"]
    # The seat between them is gone, and the nonce has moved up with its person.
    assert nonces_in(record) == {"A": first, "B": second}
    game = Game.from_record(record)
    assert game.deals_checked == game.rounds


async def test_a_nonce_is_answered_with_a_receipt_that_everybody_at_the_table_is_shown_before_the_deal(
    server: Server,
) -> None:
    host, guest = await in_lobby(server)
    spectator = await Client(server, host.code).enter()
    nonce, receipt = await nonce_and_receipt(host)
    for client in (guest, spectator):
        await client.until(lambda frame: frame["type"] == "table" and bool(frame["next"]["receipts"]))
        assert client.table["next"]["receipts"] == {"0": receipt}
    assert await nonce_and_receipt(host, nonce) == (nonce, receipt), "asked for again"
    assert (await nonce_and_receipt(host))[1] is None, "another nonce, which is not in the deal"
    late = host.table["next"] | {"nonce": secrets.token_hex(32)}
    await begin(host)
    await host.until_started()
    body = {name: late[name] for name in ("game", "round", "nonce")}
    answer = await guest.calls.post(f"/api/tables/{guest.code}/nonce", body)
    assert answer.json() == {"ok": True, "receipt": None}
    record = await played_on(host, guest)
    assert receipt == receipt_of(secret_in(record), 1, nonce)


async def test_a_nonce_with_a_receipt_is_in_the_deal_although_the_server_was_killed_and_its_device_is_away(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        host, guest = await in_lobby(own_server)
        nonce, receipt = await nonce_and_receipt(guest)
        assert receipt is not None
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)
        await begin(host)
        await host.enter()
        assert nonces_in(host.record()) == {"B": nonce}


async def test_a_table_made_to_start_shows_its_commitment_and_takes_a_nonce_before_it_deals(server: Server) -> None:
    answer = await Caller(server).post("/api/tables", {"seats": [HUMAN, BOT], "start": True})
    made, nonce = answer.json(), "ab" * 32
    host = Client(server, made["code"], made["key"])
    look = await Caller(server).get(f"/api/tables/{host.code}")
    assert look.json()["now"] is None, "somebody else does not begin it"
    assert look.json()["table"]["next"] == {"game": 1, "round": 1, "commit": made["commit"], "receipts": {}}
    body = {"game": 1, "round": 1, "nonce": nonce}
    receipt = (await host.calls.post(f"/api/tables/{host.code}/nonce", body)).json()["receipt"]
    assert receipt is not None
    await host.enter()
    assert commit_in(host.record()) == made["commit"]
    assert nonces_in(host.record()) == {"A": nonce}
    await host.play_on(stop=lambda client: client.round_over)
    assert receipt == receipt_of(secret_in(host.record()), 1, nonce)


@pytest.mark.parametrize("asked", ["look", "record", "socket"])
async def test_a_client_that_gives_no_nonce_finds_the_game_begun(server: Server, asked: str) -> None:
    host = await new_table(server, HUMAN, BOT)
    if asked == "look":
        look = (await host.calls.get(f"/api/tables/{host.code}")).json()
        assert (look["table"]["started"], look["now"]["round"]) == (True, 1)
    elif asked == "record":
        assert "\nround 1\n" in (await host.calls.get(f"/api/tables/{host.code}/record")).text
    else:
        await host.enter()
        assert host.now["round"] == 1


async def test_a_game_among_bots_begins_with_the_first_visitor(server: Server) -> None:
    maker = await new_table(server, BOT, BOT)
    spectator = await Client(server, maker.code).enter()
    assert spectator.now["round"] == 1


async def test_a_requested_game_begins_even_if_the_server_was_killed_before_its_creator_connected(
    tmp_path: Path,
) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        host = await new_table(own_server, HUMAN, BOT)
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)
        await host.enter()
        assert host.now["round"] == 1


async def test_every_round_and_every_game_has_its_nonces(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT, edition="spanish target=200 deal=2/2/2", start=False)
    made = []
    await host.enter()
    for game, path in ((1, "start"), (2, "rematch")):
        commit = host.table["next"]["commit"]
        assert host.table["next"]["game"] == game
        made.append([await give(host)])
        await begin(host, path)
        while host.now.get("game") != game:
            await host.next()
        while not host.game_over:
            await host.play_on(stop=lambda client: client.round_over)
            if not host.game_over:
                due = {"game": game, "round": host.now["round"] + 1, "commit": commit, "receipts": {}}
                assert host.table["next"] == due
                made[-1].append(await give(host))
                await host.send({"type": "ready"})
                while host.round_over:
                    await host.next()
        while host.table["next"]["game"] == game:
            await host.next()
        record = (await host.calls.get(f"/api/tables/{host.code}/record")).text
        assert commit_in(record) == commit
        assert [nonces_in(record, n)["A"] for n in range(1, len(made[-1]) + 1)] == made[-1]
        assert Game.from_record(record).deals_checked == len(made[-1])
    assert sum(map(len, made)) > 2


async def test_nonces_come_over_http_too_and_a_device_with_several_seats_gives_one(server: Server) -> None:
    host = await new_table(server, BOT, HUMAN, HUMAN, pass_and_play=True, start=False)
    nonce = secrets.token_hex(32)
    answer = await host.calls.post(f"/api/tables/{host.code}/nonce", {"game": 1, "round": 1, "nonce": nonce})
    assert answer.status_code == 200
    await begin(host)
    await host.enter()
    assert nonces_in(host.record()) == {"B": nonce}


async def test_a_nonce_for_another_round_or_without_a_seat_is_not_in_the_deal(server: Server) -> None:
    host, guest = await in_lobby(server)
    spectator = await Client(server, host.code).enter()
    nonce = {"type": "nonce", "game": 1, "round": 2, "nonce": "ab" * 32}
    await guest.send(nonce)
    await guest.send({**nonce, "game": 2, "round": 1})
    await spectator.send({**nonce, "round": 1, "id": "mine"})
    assert (await spectator.until(lambda frame: frame["type"] == "refused"))["code"] == "not-your-seat"
    await give(guest, "cd" * 32)
    await begin(host)
    await host.until_started()
    await guest.until_started()
    await guest.send({**nonce, "round": 1})
    assert nonces_in(host.record()) == {"B": "cd" * 32}


@pytest.mark.parametrize("nonce", ["", "ab" * 31, "AB" * 32, "ab" * 33, "ab" * 32 + "\n", None, 7, ["ab" * 32]])
async def test_a_malformed_nonce_is_refused(server: Server, nonce: object) -> None:
    host, _ = await in_lobby(server)
    frame = {"game": 1, "round": 1, "nonce": nonce}
    await host.send({"type": "nonce", **frame})
    assert (await host.until(lambda frame: frame["type"] == "refused"))["code"] == "malformed"
    assert (await host.calls.post(f"/api/tables/{host.code}/nonce", frame)).status_code == 422


async def test_a_killed_server_goes_on_with_the_secrets_it_has_committed_to(tmp_path: Path) -> None:
    with Server(tmp_path / "tables.sqlite") as own_server:
        host, guest = await in_lobby(own_server)
        shown, nonce = host.table["next"]["commit"], await give(guest)
        await begin(host)
        await host.until_started()
        await asyncio.to_thread(own_server.kill)
        await asyncio.to_thread(own_server.start)
        await host.enter()
        await guest.enter()
        assert host.table["next"] == {"game": 1, "round": 2, "commit": shown, "receipts": {}}
        record = await played_on(host, guest)
        assert commit_in(record) == shown
        assert nonces_in(record) == {"B": nonce}
        assert Game.from_record(record).deals_checked > 0


def test_a_waiting_table_keeps_its_secrets_when_it_is_loaded_again(tmp_path: Path) -> None:
    async def test(tables: Registry) -> None:
        new = NewTable(edition="wooden", seats=[NewSeat(kind="human")])
        table, _ = await create_table(tables, new)
        table.close()
        again = await tables.table(table.code, "here")
        assert again is not table
        assert again.state.next_deal == table.state.next_deal

    run_with_registry(tmp_path, test)


def test_a_game_begun_before_there_were_commitments_goes_on_without_one() -> None:
    chain = Chain("ab" * 32)
    begun = table_game.new_game(1, "wooden", ["Ana", "Bo"], "", chain, {})
    header = tuple(line for line in begun.header() if not line.startswith("commit"))
    game = table_game.load_game(StoredGame(1, header, tuple(begun.stored_lines(1))), chain)
    while not game.round_over:
        game.play(game.options()[0].move)
    game.deal({0: "cd" * 32})
    assert game.full.rounds == 2
    assert not [event for event in game.full.events if isinstance(event, DealNumber | Secret)]


def test_a_game_that_has_used_up_its_secrets_is_not_dealt_another_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_game, "MAX_ROUNDS", 1)

    async def test(tables: Registry) -> None:
        table, key = await pass_and_play(tables)
        while table.state.game is not None and not table.state.game.round_over:
            await move(table, key)
        with pytest.raises(Refused, match="too long"):
            await table.ready(key, None)

    run_with_registry(tmp_path, test)


def test_the_description_of_a_table_does_not_print_its_secret() -> None:
    due = NextDeal(1, 1, "ef" * 32)
    about = TableInfo("wooden", (Seat("bot", "Pip", "easy"),), KeyHash("ab" * 32))
    about = about.with_nonce(DeviceNonce(1, 1, KeyHash("ab" * 32), "cd" * 32, "01" * 32), due)
    assert about.secret not in repr(about)
    assert "cd" * 32 not in repr(about)
    assert TableInfo.from_json(about.to_json()) == about
    assert about.chain(1).commitment != about.chain(2).commitment
    assert about.chain(1).secret(MAX_ROUNDS) != about.secret


# Servers that cheat. Each test starts a server, so all except the first of a kind run only with the long tests.


class Seen(NamedTuple):
    """What a device remembers of a game: the record, what it was shown before the deal, its nonce and receipt."""

    record: str
    commit: str
    nonce: str
    receipt: str | None
    shown: dict[str, str]  # the receipts of all, by seat

    def with_receipts(self, receipts: dict[str, str]) -> str:
        """The record with receipts written down in it, as the page saves it."""
        lines = "".join(f"receipt {SEATS[int(seat)]} {receipt}\n" for seat, receipt in sorted(receipts.items()))
        return self.record.replace("\nround 1\n", f"\nround 1\n{lines}")


def one_in_every_run(cheats: Iterable[str]) -> list[Any]:
    return [pytest.param(cheat, marks=[pytest.mark.soak] * bool(n)) for n, cheat in enumerate(cheats)]


def cheat_by(tmp_path: Path, cheat: str) -> Seen:
    """A game at an unfair server, as the device of seat A sees it."""
    results: list[Seen] = []

    async def test() -> None:
        host, guest = await in_lobby(unfair)
        commit, (nonce, receipt) = host.table["next"]["commit"], await nonce_and_receipt(host)
        await give(guest)
        await host.until(lambda frame: frame["type"] == "table" and len(frame["next"]["receipts"]) == 2)
        shown = host.table["next"]["receipts"]
        await begin(host)
        await host.until_started()
        results.append(Seen(await played_on(host, guest), commit, nonce, receipt, shown))

    with Server(tmp_path / "tables.sqlite", program=("tests.web.cheating_server", cheat)) as unfair:
        run(test())
    return results[0]


def verified(record: str, path: Path) -> int:
    path.write_text(record)
    return main(["verify", str(path)])


@pytest.mark.parametrize("cheat", one_in_every_run(CAUGHT))
def test_a_server_that_deals_unfairly_is_caught_by_its_record(
    cheat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = cheat_by(tmp_path, cheat).record
    assert verified(record, tmp_path / "game.tri") == 1
    assert record.splitlines()[int(capsys.readouterr().err.split(":")[1]) - 1].startswith("secret ")


@pytest.mark.parametrize("cheat", one_in_every_run(CAUGHT_BY_THE_RECEIPT))
def test_a_server_that_drops_or_replaces_a_nonce_is_caught_by_the_receipt_it_gave(
    cheat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen, path = cheat_by(tmp_path, cheat), tmp_path / "game.tri"
    assert verified(seen.record, path) == 0, "without the receipt nobody could tell"
    assert seen.receipt is not None
    for receipts in ({"0": seen.receipt}, seen.shown):
        assert verified(seen.with_receipts(receipts), path) == 1
        assert f"a number of A in round 1 whose receipt is {seen.receipt}" in capsys.readouterr().err


@pytest.mark.parametrize("cheat", one_in_every_run(CAUGHT_BY_WHAT_OTHERS_WERE_SHOWN))
def test_a_server_that_shows_a_device_another_receipt_than_it_gave_is_caught(
    cheat: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    seen, path = cheat_by(tmp_path, cheat), tmp_path / "game.tri"
    assert seen.receipt is not None
    assert seen.shown["0"] != seen.receipt, "the device itself sees it before the deal"
    assert verified(seen.with_receipts({"0": seen.receipt}), path) == 0
    assert verified(seen.with_receipts({"1": seen.shown["1"]}), path) == 1
    assert f"a number of B in round 1 whose receipt is {seen.shown['1']}" in capsys.readouterr().err


def test_a_server_that_begins_with_another_commitment_is_caught_by_a_device_that_was_shown_one(tmp_path: Path) -> None:
    seen = cheat_by(tmp_path, "begins with another commitment")
    assert commit_in(seen.record) != seen.commit


async def test_a_server_that_deals_before_the_commitment_is_shown_has_no_receipt_to_give(tmp_path: Path) -> None:
    with Server(
        tmp_path / "tables.sqlite", program=("tests.web.cheating_server", "deals before the commitment is shown")
    ) as unfair:
        host = await new_table(unfair, HUMAN, BOT)
        nonce = {"game": 1, "round": 1, "nonce": "ab" * 32}
        answer = await host.calls.post(f"/api/tables/{host.code}/nonce", nonce)
        assert answer.json() == {"ok": True, "receipt": None}, "as it never is at the first request after making one"
