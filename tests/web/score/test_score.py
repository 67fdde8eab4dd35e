"""Score sheets on a real server: written, corrected, followed, handed on, stored."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from tests.postgres import Postgres
from tests.web.clients import BOT, HUMAN, Caller, new_table, run
from tests.web.server_process import Server
from tests.web.sheet_clients import THREE, Follower, Keeper, entries_of, new_sheet

from tricorn.game import check_record
from tricorn.sheet import Sheet

NAMES = ["Ana", "Bo Li", "Çelik"]


async def sheet_with(server: Server, entries: list[str], edition: str = "pressman-deluxe") -> Keeper:
    keeper = await new_sheet(server, edition=edition, names=NAMES)
    for entry in entries:
        await keeper.change(f"add {entry}")
    return keeper


async def test_a_written_game_comes_out_with_the_scores_of_its_record(server: Server) -> None:
    keeper = await sheet_with(server, entries_of())
    view = await keeper.look()
    game = check_record(THREE)
    assert game is not None
    assert view["now"]["scores"] == list(game.scores)
    assert view["now"]["asked"]["what"] == "over"
    assert view["now"]["problems"] == 0
    record = await keeper.text("record")
    assert check_record(record) is not None
    assert record.splitlines()[-1] == THREE.splitlines()[-1]
    assert len((await keeper.text("csv")).splitlines()) > len(view["lines"])


async def test_a_mistake_ten_plays_back_is_corrected_and_all_totals_follow(server: Server) -> None:
    entries = entries_of()[:30]
    wrong = len(entries) - 10
    seat = entries[wrong - 1][0]
    keeper = await sheet_with(server, [*entries[: wrong - 1], f"{seat} =15", *entries[wrong:]])
    right = Sheet("pressman-deluxe", NAMES, entries=entries)
    assert (await keeper.look())["now"]["scores"] != list(right.scores)
    await keeper.change(f"replace {wrong} {entries[wrong - 1]}", after=len(entries))
    view = await keeper.look()
    assert view["now"]["scores"] == list(right.scores)
    assert [line["scores"] for line in view["lines"]] == [list(line.scores) for line in right.lines]


async def test_the_same_id_is_written_once_also_after_the_server_was_killed(tmp_path: Path) -> None:
    with Server(tmp_path / "sheets.sqlite") as server:
        keeper = await new_sheet(server, names=["Ana", "Bo"])
        assert [await keeper.change("add A 4-4-4", id="one") for _ in range(2)] == [1, 1]
        assert await keeper.change("add B =9", id="two") == 2
        server.kill()
        server.start()
        assert await keeper.change("add B =9", id="two") == 2
        assert (await keeper.look())["now"]["scores"] == [22, 9]
        assert await keeper.change("undo", id="three") == 3
        server.kill()
        server.start()
        assert (await keeper.look())["now"]["redo"]
        await keeper.change("redo")
        assert (await keeper.look())["now"]["scores"] == [22, 9]


async def test_a_strangers_repetition_of_a_change_is_refused_like_any_other(server: Server) -> None:
    keeper = await new_sheet(server, names=["Ana", "Bo"])
    assert await keeper.change("add A 4-4-4", id="one") == 1
    change = {"change": "add A 4-4-4", "id": "one"}
    for key in (None, "somebody-elses"):
        assert await Keeper(server, keeper.code, key).refused("changes", change) == (403, "not-your-pencil")


async def test_a_device_that_has_handed_on_the_pencil_learns_that_its_change_was_written(server: Server) -> None:
    keeper = await new_sheet(server, names=["Ana", "Bo"])
    assert await keeper.change("add A 4-4-4", id="one") == 1
    await keeper.calls.post(f"/api/sheets/{keeper.code}/offer", {"offered": True})
    await Keeper(server, keeper.code).calls.post(f"/api/sheets/{keeper.code}/pencil")
    assert await keeper.change("add A 4-4-4", id="one") == 1
    assert await keeper.refused("changes", {"change": "add B =9", "id": "two"}) == (403, "not-your-pencil")


async def test_a_correction_that_counts_lines_of_an_older_sheet_is_refused(server: Server) -> None:
    keeper = await sheet_with(server, ["A 4-4-4", "B =9"])
    assert await keeper.refused("changes", {"change": "remove 1", "after": 1}) == (409, "stale")
    assert len((await keeper.look())["lines"]) == 2


@pytest.mark.parametrize(
    "change",
    ["", "add", "add X 1", "add F 1-2-3", "replace 9 A =3", "remove 0", "remove 1 x", "redo", "insist", "play"],
)
async def test_what_cannot_be_read_is_refused_and_changes_nothing(server: Server, change: str) -> None:
    keeper = await sheet_with(server, ["A 4-4-4"])
    assert await keeper.refused("changes", {"change": change}) == (422, "unreadable")
    assert (await keeper.look())["now"]["n"] == 1


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ("B 4-4-4", "is already on the table"),
        ("B 0-0-1", "fits nowhere on the table"),
        ("B =16", "The sum of a tile is 15 at most"),
        ("C =9", "It is Bo Li's turn, not Çelik's"),
        ("out B", "Bo Li is not out"),
    ],
)
async def test_an_impossible_entry_is_pointed_out_and_can_be_insisted_on(
    server: Server, entry: str, reason: str
) -> None:
    keeper = await sheet_with(server, ["A 0,0^444", entry])
    line = (await keeper.look())["lines"][-1]
    assert reason in line["reason"]
    assert not line["overruled"]
    await keeper.change("insist 2")
    line = (await keeper.look())["lines"][1]
    assert reason in line["reason"]
    assert line["overruled"]


async def test_hands_that_do_not_add_up_are_pointed_out(server: Server) -> None:
    keeper = await new_sheet(server, record=THREE[: THREE.index("out ")])
    await keeper.change("add left A =200")
    line = (await keeper.look())["lines"][-1]
    assert "expected a sum from" in line["reason"].lower()
    assert "left in Ana's hand" in line["reason"]
    await keeper.change(f"insist {line['number']}")
    assert (await keeper.look())["lines"][-1]["overruled"]


async def test_reasons_are_in_the_users_language(server: Server) -> None:
    keeper = await sheet_with(server, ["A 0,0^444", "B 5-5-5"])
    spanish = Keeper(server, keeper.code, **{"Accept-Language": "es"})
    assert (await spanish.look())["lines"][1]["reason"] == "5-5-5 no encaja en ningún sitio de la mesa."


async def test_a_device_that_follows_is_told_how_many_others_do(server: Server) -> None:
    keeper = await sheet_with(server, [])
    one = await Follower(server, keeper.code).enter()
    assert one.sheet["following"] == 0
    two = await Follower(server, keeper.code).enter()
    assert two.sheet["following"] == 1
    await one.until(lambda frame: frame["type"] == "sheet" and frame["following"] == 1)


async def test_everybody_follows_and_comes_back_to_what_they_missed(server: Server) -> None:
    keeper = await sheet_with(server, ["A 4-4-4"])
    follower = await Follower(server, keeper.code).enter()
    assert not follower.sheet["writing"]
    for entry in ("B =9", "C draw", "C 3-4-4 bridge"):
        await keeper.change(f"add {entry}")
    await follower.until_change(4)
    follower.cut()
    await keeper.change("replace 2 B =10")
    await keeper.change("add A pass")
    await follower.enter()
    assert follower.rows == (await keeper.look())["lines"]
    assert follower.now == (await keeper.look())["now"]
    await follower.send({"type": "move", "id": "x", "seat": 0, "after": 0, "move": "draw"})
    assert (await follower.next())["code"] == "malformed"


async def test_there_is_one_pencil_and_it_can_be_handed_on_and_taken_back(server: Server) -> None:
    maker = await sheet_with(server, ["A 4-4-4"])
    other = Keeper(server, maker.code)
    assert await other.refused("changes", {"change": "add B =9"}) == (403, "not-your-pencil")
    assert await other.refused("pencil") == (403, "not-offered")
    assert await other.refused("offer", {"offered": True}) == (403, "not-your-pencil")
    await maker.calls.post(f"/api/sheets/{maker.code}/offer", {"offered": True})
    key = (await other.calls.post(f"/api/sheets/{maker.code}/pencil")).json()["key"]
    other = Keeper(server, maker.code, key)
    await other.change("add B =9")
    assert await maker.refused("changes", {"change": "add C =9"}) == (403, "not-your-pencil")
    assert await Keeper(server, maker.code).refused("pencil") == (403, "not-offered")
    back = await maker.calls.post(f"/api/sheets/{maker.code}/pencil")
    assert back.json() == {"key": None}
    await maker.change("add C =9")
    assert await other.refused("changes", {"change": "add A =9"}) == (403, "not-your-pencil")


def test_two_servers_on_one_database_tell_each_other(postgres: Postgres) -> None:
    address = postgres.new_database()

    async def test() -> None:
        with Server(address) as one, Server(address) as two:
            keeper = await sheet_with(one, ["A 4-4-4", "B =9"])
            elsewhere = Keeper(two, keeper.code, keeper.key)
            follower = await Follower(two, keeper.code).enter()
            await keeper.change("replace 2 B =10", id="a")
            await follower.until_change(3)
            assert follower.now["scores"] == [22, 10, 0]
            assert await elsewhere.change("replace 2 B =10", id="a") == 3
            changes = [keeper.change("add C =9", id=f"k{n}") for n in range(3)]
            changes += [elsewhere.change("add C draw", id=f"e{n}") for n in range(3)]
            numbers = [n for n in await asyncio.gather(*changes, return_exceptions=True) if isinstance(n, int)]
            assert len(set(numbers)) == len(numbers) >= 1
            await follower.until_change(max(numbers))
            for each in (keeper, elsewhere):
                while (seen := (await each.look())["now"])["n"] < max(numbers):
                    await asyncio.sleep(0.01)  # the other server is notified a moment later
                assert seen["scores"] == follower.now["scores"]

    run(test())


async def test_cells_for_a_tile_are_found_now_and_before_a_line(server: Server) -> None:
    keeper = await sheet_with(server, ["A 0,0^444", "B 0,0v441"])
    now = json.loads(await keeper.text("cells?tile=1-4-5"))
    before = json.loads(await keeper.text("cells?tile=1-4-5&before=2"))
    assert {option["cell"] for option in now["options"]} > {option["cell"] for option in before["options"]} - {"0,0v"}
    assert len(before["placed"]) == 1
    assert json.loads(await keeper.text("cells?tile=1-4-4"))["seen"]
    for tile in ("4-1-1", "1-1", "x"):
        answer = await keeper.calls.get(f"/api/sheets/{keeper.code}/cells?tile={tile}")
        assert (answer.status_code, answer.json()["code"]) == (422, "tile")


async def test_a_challenge_is_answered_with_the_ruling(server: Server) -> None:
    keeper = await new_sheet(server, record=THREE)
    view = await keeper.look()
    number = next(line["number"] for line in view["lines"] if line["bonus"] == "hexagon")
    found = json.loads(await keeper.text(f"challenge?line={number}"))
    assert found["place"]["bonus"] == "hexagon"
    assert "closes a hexagon" in found["sentences"][1]
    assert "R3" in [ruling["id"] for ruling in found["rulings"]]
    draw = next(line["number"] for line in view["lines"] if line["what"] == "draw")
    answer = await keeper.calls.get(f"/api/sheets/{keeper.code}/challenge?line={draw}")
    assert (answer.status_code, answer.json()["code"]) == (404, "no-placement")
    assert (await keeper.calls.get(f"/api/sheets/{keeper.code}/challenge?line=999")).status_code == 404


async def test_a_challenge_of_a_tile_without_its_cell_says_what_was_claimed_and_draws_the_table(server: Server) -> None:
    keeper = await sheet_with(server, ["A 0,0^444", "B 1-4-4 bridge", "C =9"])
    found = json.loads(await keeper.text("challenge?line=2"))
    assert found["place"] is None
    assert [each["tile"] for each in found["placed"]] == ["4-4-4"]
    assert "It was entered as a bridge" in found["sentences"][1]
    assert "Only the sum" in json.loads(await keeper.text("challenge?line=3"))["sentences"][0]
    spanish = Keeper(server, keeper.code, **{"Accept-Language": "es"})
    assert "Se anotó como puente" in json.loads(await spanish.text("challenge?line=2"))["sentences"][1]


async def test_a_record_can_be_continued(server: Server) -> None:
    record = "\n".join(THREE.splitlines()[:30]) + "\n"
    keeper = await new_sheet(server, record=record)
    view = await keeper.look()
    assert view["sheet"]["names"] == NAMES
    assert len(view["lines"]) == len(entries_of(record))
    bad = await Caller(server).post("/api/sheets", {"record": "tricorn 2\n"})
    assert (bad.status_code, bad.json()["code"]) == (422, "record")


async def test_sheets_are_found_by_their_keys_and_give_averages(server: Server) -> None:
    keeper = await new_sheet(server, record=THREE)
    begun = await sheet_with(server, ["A 4-4-4"])
    table = await new_table(server, HUMAN, BOT)
    keys = {"keys": [keeper.key, begun.key, table.key]}
    mine = (await Caller(server).post("/api/sheets/mine", keys)).json()
    assert {(each["code"], each["over"]) for each in mine} == {(keeper.code, True), (begun.code, False)}
    assert [each["code"] for each in (await Caller(server).post("/api/mine", keys)).json()] == [table.code]
    found = (await Caller(server).post("/api/sheets/averages", keys)).json()
    scores = Sheet.from_record(THREE).scores
    assert {each["name"]: each["score"] for each in found} == dict(zip(NAMES, scores, strict=True))


async def test_a_finished_sheet_with_impossible_lines_counts_for_the_averages(server: Server) -> None:
    keeper = await sheet_with(server, ["A 4-4-4", "A 4-4-5", "out A", "left B =400", "left C =9", "B draw"])
    now = (await keeper.look())["now"]
    assert (now["problems"], now["over"]["winner"]) == (5, 0)
    found = (await Caller(server).post("/api/sheets/averages", {"keys": [keeper.key]})).json()
    assert {each["name"]: each["score"] for each in found} == dict(zip(NAMES, now["scores"], strict=True))


async def test_a_sheet_is_not_a_table_and_a_table_is_not_a_sheet(server: Server) -> None:
    keeper = await sheet_with(server, [])
    table = await new_table(server, HUMAN, BOT)
    for path, code in ((f"/api/tables/{keeper.code}", "is-sheet"), (f"/api/sheets/{table.code}", "no-sheet")):
        answer = await Caller(server).get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, code)
    assert (await Caller(server).get(f"/t/{keeper.code}")).status_code == 404
    assert (await Caller(server).get(f"/score/{table.code}")).status_code == 404
    for page in ("", "/tv", "/qr.svg"):
        assert (await Caller(server).get(f"/score/{keeper.code}{page}")).status_code == 200


async def test_names_and_editions_are_checked(server: Server) -> None:
    for body, code in (
        ({"names": ["A", "B", "C", "D", "E"], "edition": "spanish"}, "players"),
        ({"edition": "spanish target=x"}, "edition"),
        ({"names": ["A" * 50, "B"]}, "name"),
        ({"names": ["A"]}, "malformed"),
    ):
        answer = await Caller(server).post("/api/sheets", body)
        assert (answer.status_code, answer.json()["code"]) == (422, code)


async def test_a_record_with_an_unsettled_entry_that_cannot_be_read_is_refused(server: Server) -> None:
    record = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\n#> nonsense\n"
    answer = await Caller(server).post("/api/sheets", {"record": record})
    assert (answer.status_code, answer.json()["message"]) == (422, "entry-written")


async def test_the_length_of_a_sheet_is_limited_but_it_can_still_be_corrected(server: Server) -> None:
    long = "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo\n" + "#> A draw\n" * 1_000
    keeper = await new_sheet(server, record=long)
    assert await keeper.refused("changes", {"change": "add A draw"}) == (409, "too-long")
    await keeper.change("remove 1")
    await keeper.change("add A draw")


async def test_a_pass_after_a_draw_has_its_own_cost_r17(server: Server) -> None:
    for edition, cost in (("spanish", 10), ("spanish pass_after_draw=yes", 0)):
        keeper = await sheet_with(server, ["A 0,0^444"], edition)
        assert (await keeper.look())["now"]["pass_cost"] == 10
        await keeper.change("add B draw")
        assert (await keeper.look())["now"]["pass_cost"] == cost
        await keeper.change("add B draw")
        await keeper.change("add B draw")
        assert (await keeper.look())["now"]["pass_cost"] == 10, "after the last draw that the limit allows"


@pytest.mark.parametrize(("edition", "asked"), [("wooden", True), ("spanish", False), ("domino-site", False)])
async def test_a_triple_is_asked_for_only_where_choosing_0_0_0_shows_one_r16(
    server: Server, edition: str, asked: bool
) -> None:
    view = await (await sheet_with(server, [], edition)).look()
    assert view["sheet"]["rules"]["show_triple"] is asked


async def test_a_player_is_renamed_for_everybody_and_for_good(tmp_path: Path) -> None:
    with Server(tmp_path / "sheets.sqlite") as server:
        keeper = await new_sheet(server, names=["Ana", "Bo"])
        follower = await Follower(server, keeper.code).enter()
        await keeper.change("add A 4-4-4")
        await keeper.change("rename B   Bea  Li ")
        await follower.until(lambda frame: frame["type"] == "sheet" and frame["names"] == ["Ana", "Bea Li"])
        assert await keeper.refused("changes", {"change": "rename B \u200b"}) == (422, "name")
        await keeper.change("rename B ana")
        server.kill()
        server.start()
        view = await keeper.look()
        assert view["sheet"]["names"] == ["Ana", "ana 2"], "two players never look the same"
        assert view["now"]["scores"] == [22, 0]
        mine = await keeper.calls.post("/api/sheets/mine", {"keys": [keeper.key]})
        assert mine.json()[0]["names"] == ["Ana", "ana 2"]
        assert "player B ana 2" in await keeper.text("record")


async def test_the_next_game_is_made_once_and_followers_learn_its_code(server: Server) -> None:
    keeper = await sheet_with(server, ["A +500", "B +9", "C +8"])
    follower = await Follower(server, keeper.code).enter()
    assert follower.sheet["next"] is None
    assert await Keeper(server, keeper.code, "somebody-elses").refused("next") == (403, "not-your-pencil")
    answers = [await keeper.calls.post(f"/api/sheets/{keeper.code}/next", None) for _ in range(2)]
    (code,) = {answer.json()["code"] for answer in answers}
    assert code != keeper.code
    await follower.until(lambda frame: frame["type"] == "sheet" and frame["next"] == code)
    again = Keeper(server, code, keeper.key)
    view = await again.look()
    assert (view["sheet"]["names"], view["lines"], view["sheet"]["writing"]) == (NAMES, [], True)
    assert await again.change("add A 4-4-4") == 1
