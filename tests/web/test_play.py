"""Playing over sockets: whole games, lines, acknowledgements, refusals, reconnecting."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from tests.web.clients import BOT, HUMAN, Caller, Client, Frame, join, new_table, two_players
from tests.web.server_process import Server

from tricorn.game import Game
from tricorn.record import parse_record


@pytest.mark.parametrize("edition", ["pressman-classic target=150", "spanish target=100", "wooden target=100"])
async def test_two_clients_play_a_whole_game_with_what_they_are_offered(server: Server, edition: str) -> None:
    random = Random(edition)
    host, guest = await two_players(server, edition)

    def choose(now: Frame) -> str:
        return str(random.choice(now["options"])["move"])

    await asyncio.gather(host.play_on(choose), guest.play_on(choose))
    full = (await host.calls.get(f"/api/tables/{host.code}/record")).text
    game = Game.from_record(full)
    outcome = game.outcome()
    assert outcome is not None
    assert host.now["over"]["game"]["winner"] == guest.now["over"]["game"]["winner"] == outcome.winner
    assert host.now["over"]["game"]["reason"] == f"{outcome.reason}."
    assert host.now["scores"] == list(game.scores)
    assert len(host.lines) == len(guest.lines) == len(game.events)
    for client, seat in ((host, 0), (guest, 1)):
        assert client.record() == game.view(seat).record()


async def test_the_view_over_http_is_what_the_socket_says(server: Server) -> None:
    host, guest = await two_players(server)
    for client in (host, guest):
        seen = (await client.calls.get(f"/api/tables/{client.code}")).json()
        assert seen["now"] == client.now
        assert seen["table"]["you"] == client.table["you"]
        record = (await client.calls.get(f"/api/tables/{client.code}/record")).text
        assert record == client.record()


async def test_a_game_can_be_played_over_http_alone(server: Server) -> None:
    host = await new_table(server, HUMAN, BOT, edition="pressman-classic target=40")
    table = f"/api/tables/{host.code}"
    for _ in range(2_000):
        now = (await host.calls.get(table)).json()["now"]
        if now["options"]:
            body = {"move": now["options"][0]["move"], "seat": 0, "after": now["n"], "id": f"h{now['n']}"}
            answer = await host.calls.post(f"{table}/moves", body)
            assert answer.json() == {"n": now["n"] + 1}
        elif now["over"] and "game" in now["over"]:
            break
        elif now["over"]:
            assert (await host.calls.post(f"{table}/ready", {"seat": 0})).status_code == 200
        else:
            await asyncio.sleep(0.005)
    assert Game.from_record((await host.calls.get(f"{table}/record")).text).outcome() is not None


async def test_a_client_that_loses_its_connection_in_mid_turn_misses_nothing(server: Server) -> None:
    random = Random(5)
    host, guest = await two_players(server, "spanish target=150")

    async def play(client: Client) -> None:
        """Play, but reconnect from some line now and then, in the middle of a turn."""
        while not client.game_over:
            moves = random.randrange(1, 6)

            def enough(client: Client) -> bool:
                nonlocal moves
                moves -= 1
                return client.game_over or moves < 0

            await client.play_on(lambda now: str(random.choice(now["options"])["move"]), enough)
            client.cut()
            await client.enter(random.randrange(len(client.lines) + 1))

    await asyncio.gather(play(host), play(guest))
    game = Game.from_record((await host.calls.get(f"/api/tables/{host.code}/record")).text)
    assert host.record() == game.view(0).record()
    assert guest.record() == game.view(1).record()


def on_turn(*clients: Client) -> Client:
    return next(client for client in clients if client.on_turn)


async def test_a_move_sent_twice_with_the_same_id_is_played_once_and_gets_the_same_answer(server: Server) -> None:
    host, guest = await two_players(server, "spanish")
    player = on_turn(host, guest)
    move, after = player.now["options"][0]["move"], player.now["n"]
    first = await player.move(move, after, id="the one", seat=player.now["turn"])
    seat = player.table["you"][0]
    again = await player.move(move, after, id="the one", seat=seat)
    assert first == again == {"type": "ack", "id": "the one", "n": after + 1}
    body = {"move": move, "seat": seat, "after": after, "id": "the one"}
    answer = await player.calls.post(f"/api/tables/{player.code}/moves", body)
    assert answer.json() == {"n": after + 1}
    assert len(player.lines) == after + 1


async def test_every_move_without_an_id_is_a_separate_move(server: Server) -> None:
    host = await new_table(server, HUMAN, HUMAN, pass_and_play=True)
    await host.enter()
    for _ in range(4):
        seat, after, move = host.now["turn"], host.now["n"], host.now["options"][0]["move"]
        for kind, detail in (("ack", after + 1), ("refused", "stale")):
            await host.send({"type": "move", "seat": seat, "after": after, "move": move})
            answer = await host.until(lambda frame: frame["type"] in ("ack", "refused"))
            assert (answer["type"], answer["id"], answer.get("n", answer.get("code"))) == (kind, "", detail)
        assert host.now["n"] > after


async def test_a_stale_move_is_refused(server: Server) -> None:
    host, guest = await two_players(server)
    player = on_turn(host, guest)
    move, after = player.now["options"][0]["move"], player.now["n"]
    for wrong in (after - 1, after + 1, 0):
        answer = await player.move(move, wrong)
        assert (answer["type"], answer["code"]) == ("refused", "stale")
    assert (await player.move(move, after))["type"] == "ack"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("5,5^001", "illegal"),
        ("0,0v012", "illegal"),
        ("draw", "illegal"),
        ("pass", "illegal"),
        ("999999999,-999999999v555", "illegal"),
        ("0,0^432", "malformed"),
        ("0,0^999", "malformed"),
        ("", "malformed"),
        ("A 0,0^444", "malformed"),
        ("éàü\u202e", "malformed"),
    ],
)
async def test_an_illegal_move_is_refused_with_the_reason_and_changes_nothing(
    server: Server, move: str, code: str
) -> None:
    host, guest = await two_players(server, "pressman-classic")
    player, other = on_turn(host, guest), host if guest.on_turn else guest
    answer = await player.move(move)
    assert (answer["type"], answer["code"]) == ("refused", code)
    assert answer["reason"].endswith(".")
    assert answer["reason"][0].isupper() or not answer["reason"][0].isalpha()
    before = player.now["n"]
    assert (await player.move(player.now["options"][0]["move"]))["n"] == before + 1
    await other.until(lambda frame: frame["type"] == "lines")
    assert other.now["n"] == before + 1


async def test_somebody_elses_seat_or_turn_is_refused(server: Server) -> None:
    host, guest = await two_players(server)
    player, other = on_turn(host, guest), host if guest.on_turn else guest
    move = player.now["options"][0]["move"]
    assert (await other.move(move))["code"] == "not-your-seat"
    assert (await other.move(move, seat=other.table["you"][0]))["code"] == "not-your-turn"
    assert (await other.move(move, seat=5))["code"] == "not-your-seat"
    spectator = await Client(server, host.code).enter()
    assert (await spectator.move(move))["code"] == "not-your-seat"
    stranger = await Client(server, host.code, "x" * 32).enter()
    assert stranger.table["you"] == []
    assert (await stranger.move(move))["code"] == "not-your-seat"
    seat, after = player.now["turn"], player.now["n"]
    assert (await player.move(move, id="once"))["type"] == "ack"
    for another in (other, spectator, stranger):
        assert (await another.move(move, after, seat, id="once"))["code"] == "not-your-seat"


async def test_a_spectator_and_a_late_comer_see_the_public_record(server: Server) -> None:
    host, guest = await two_players(server, "spanish target=60")
    early = await Client(server, host.code).enter()
    watching = asyncio.create_task(early.watch())
    await asyncio.gather(host.play_on(), guest.play_on())
    await watching
    late = await Client(server, host.code).enter()
    game = Game.from_record((await host.calls.get(f"/api/tables/{host.code}/record")).text)
    assert early.record() == late.record() == game.view(None).record()
    refused = await Caller(server).post(f"/api/tables/{host.code}/join", {"name": "Cy"})
    assert (refused.status_code, refused.json()["code"]) == (409, "started")


async def test_a_client_that_knows_another_game_or_too_many_lines_gets_everything(server: Server) -> None:
    host, _ = await two_players(server)
    expected = [*host.lines]
    for game, last in ((7, 3), (1, 1_000)):
        other = Client(server, host.code, host.key)
        other.lines = [["something old"]] * last
        other.game = game
        await other.enter()
        assert other.lines == expected


async def test_a_seat_is_present_while_its_client_is_connected(server: Server) -> None:
    host = await new_table(server, HUMAN)
    await host.enter()
    guest = await join(server, host.code, "Bo")
    await host.until(lambda frame: frame["type"] == "table")
    assert host.table["seats"][1] | {"level": None} == {
        "seat": 1,
        "kind": "human",
        "name": "Bo",
        "level": None,
        "person": True,
        "here": True,  # who has just sat down is about to connect
        "ready": False,
        "resigned": False,
        "hints": 0,
    }
    await guest.enter()
    second = await Client(server, guest.code, guest.key).enter()
    guest.cut()
    await second.leave()
    await host.until(lambda frame: frame["type"] == "table" and not frame["seats"][1]["here"])


async def test_a_spectator_does_not_make_a_seat_look_as_if_its_person_were_there(server: Server) -> None:
    host = await new_table(server, HUMAN)
    spectator = await Client(server, host.code).enter()
    assert [seat["here"] for seat in spectator.table["seats"]] == [False]


async def test_the_record_of_a_running_game_parses_and_hides_the_well(server: Server) -> None:
    host, _ = await two_players(server)
    text = (await host.calls.get(f"/api/tables/{host.code}/record")).text
    record = parse_record(text)
    assert record.names == ("Ana", "Bo")
    assert dict(record.keys).keys() == {"date", "commit"}
