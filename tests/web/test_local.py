"""Tables in the browser, run in Node: the frames of the protocol, records that verify, and the rules of Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter
from tests.core.test_wasm import TABLES
from tests.helpers import HOUSE_EDITIONS
from tests.helpers import played as some_play
from tests.node import in_node

from tricorn.core.loading import WEB_PARTS, web_file
from tricorn.dealing import Chain, deal_lines
from tricorn.editions import PRESETS, Edition, edition_named
from tricorn.game import Game, before_choice, shuffled
from tricorn.locales.i18n import load_language
from tricorn.moves import Place
from tricorn.record import Deal, Drew, Event, Passed, Placed, Record, Starts, Well, parse_record
from tricorn.web.store import StoredLine
from tricorn.web.tables import frames, protocol
from tricorn.web.tables.game import TableGame
from tricorn.web.tables.results import EarlyEnding

HERE = Path(__file__).parent
NEW_START = "spanish start=choice empty_well_free=yes beside=none scoring=tiles rounds=2"
LEVELS = ("easy", "medium", "hard", "greedy", "random")
_frame: TypeAdapter[protocol.TableFrame] = TypeAdapter(protocol.TableFrame)

Played = dict[str, Any]


def table(edition: Edition, players: int, number: int) -> dict[str, Any]:
    """A table with people in some seats and bots in the others."""
    people = 1 + number % players
    seats = [
        {"kind": "human", "name": f"Ana {seat}"}
        if (seat + number) % players < people
        else {"kind": "bot", "name": f"Bot {seat}", "level": LEVELS[(seat + number) % len(LEVELS)]}
        for seat in range(players)
    ]
    return {"edition": str(edition), "seats": seats, "first": 1 + number}


def played(tables: list[dict[str, Any]]) -> list[Played]:
    """What happened at some tables."""
    return list(in_node(HERE / "local.mjs", str(web_file("play")), job=tables))


def some_tables(games: int) -> list[dict[str, Any]]:
    """Tables of all editions, numbers of players and many house rules; every third game has a clock."""
    houses = [*HOUSE_EDITIONS, *(preset.rules for preset in PRESETS.values()), NEW_START]
    books = [*TABLES, *((edition_named(house), edition_named(house).min_players) for house in houses)]
    tables = []
    for number in range(games):
        edition, players = books[number % len(books)]
        rules = {"target": "60"} | ({"clock": "30"} if number % 3 == 0 else {})
        tables.append(table(edition.with_rules(**dict(edition.house_rules()) | rules), players, number))
    return tables


def check_game(job: dict[str, Any], result: Played) -> None:
    """The last record verifies, and every option that the page was offered is one of `Round.options`."""
    *_, record = result["records"]
    assert f"edition {job['edition']}" in record
    assert "seed " in record
    offered = {
        frame["now"]["n"]: frame["now"]
        for frame in result["frames"]
        if frame["type"] == "lines" and frame["now"]["options"]
    }
    source = parse_record(record)
    replayed = Game(source.edition, source.names, keys=source.keys, dealt=False)
    for n, event in enumerate(source.events):
        if n in offered:
            check_options(replayed, offered.pop(n), event)
        replayed.apply(event)  # refuses what is not right
    outcome = replayed.outcome()
    assert outcome is not None
    over = result["frames"][-2]["now"]["over"]["game"]  # the last frame refuses a reaction
    assert over == {"winner": outcome.winner, "reason": outcome.reason.message.value}
    assert not offered


def check_options(game: Game, now: dict[str, Any], event: Event) -> None:
    current = game.round
    assert current is not None
    assert now["turn"] == current.turn
    assert now["scores"] == list(game.scores)
    assert now["well"] == len(current.well)
    assert now["hands"][str(now["turn"])] == [str(tile) for tile in current.hand(now["turn"])]
    expected = []
    for option in game.options():
        expected_option: dict[str, Any] = {"move": str(option.move), "points": option.points}
        if isinstance(option.move, Place):
            expected_option |= {"tile": str(option.move.tile), "cell": str(option.move.cell), "bonus": option.bonus}
            shows = None if current.started else getattr(current.event_for(option.move), "shows", None)
            expected_option |= {"shows": str(shows)} if shows else {}
        expected.append(expected_option)
    assert now["options"] == expected
    assert isinstance(event, Placed | Drew | Passed)


@pytest.mark.parametrize("games", [100, pytest.param(2_000, marks=pytest.mark.soak)])
def test_games_of_all_editions_verify_and_offer_what_the_rules_allow(games: int) -> None:
    tables = some_tables(games)
    timeouts = 0
    for first in range(0, games, 100):  # a process each: a module never gives memory back
        some = tables[first : first + 100]
        for job, result in zip(some, played(some), strict=True):
            check_game(job, result)
            timeouts += result["records"][-1].count(" timeout")
    assert timeouts


@pytest.mark.parametrize(
    ("edition", "players", "moves"), [("spanish target=150", 3, 70), ("pressman-classic", 2, 25), ("goliath", 3, 40)]
)
def test_a_game_goes_on_from_a_position_of_any_record(edition: str, players: int, moves: int) -> None:
    game = some_play(edition, players, seed=5, moves=moves, choices=2)
    (result,) = played([position(game)])
    record = parse_record(result["records"][-1])
    assert [str(event) for event in record.events[: len(game.events)]] == [str(event) for event in game.events]
    assert Game.from_record(record).outcome() is not None


def position(game: Game) -> dict[str, Any]:
    """A table where people continue a game."""
    deals: list[dict[str, Any]] = []
    for event in game.events:
        if isinstance(event, Deal):
            if event.seat == 0:
                deals.append({"hands": []})
            deals[-1]["hands"].append([str(tile) for tile in event.tiles])
        elif isinstance(event, Well):
            deals[-1]["well"] = [str(tile) for tile in event.tiles]
        elif isinstance(event, Starts):
            deals[-1]["starter"] = event.seat
    played_moves = [str(event).split()[1] for event in game.events if isinstance(event, Placed | Drew | Passed)]
    seats = [{"kind": "human", "name": name} for name in game.names]
    start = {"deals": deals, "moves": played_moves}
    return {"edition": str(game.edition), "seats": seats, "first": 1, "start": start}


def test_frames_are_those_of_the_protocol_and_hide_what_others_hold() -> None:
    book = edition_named("spanish target=80 clock=60")
    job = {**table(book, 3, 0), "first": 1}
    (result,) = played([job])
    for frame in result["frames"]:
        _frame.validate_json(json.dumps(frame))
    (own,) = {tuple(frame["you"]) for frame in result["frames"] if frame["type"] == "table"}
    assert len(own) == 1
    for frame in result["frames"]:
        if frame["type"] == "lines":
            check_hidden(frame, "ABC"[own[0]])
    for record in result["records"][:-1]:
        assert "seed" not in record
        check_hidden({"lines": [[line] for line in record.splitlines()]}, "ABC"[own[0]])
        Game.from_record(record)


def test_lines_and_states_are_those_of_a_server_for_the_same_game() -> None:
    (result,) = played([table(edition_named("spanish target=80"), 3, 3)])
    source = parse_record(result["records"][-1])
    right, english = server_game(source, 0), load_language("en")
    (own,) = {tuple(frame["you"]) for frame in result["frames"] if frame["type"] == "table"}
    for frame in result["frames"]:
        if frame["type"] != "lines":
            continue
        right.append([StoredLine(str(event)) for event in source.events[right.n : frame["now"]["n"]]])
        now = frames.now_for(frames.now_for_all(right, None), right, own, english)
        expected = json.loads(json.dumps(frames.lines(right, frame["first"], own, now)))
        assert {**frame, "now": without_reason(frame["now"])} == {**expected, "now": without_reason(expected["now"])}
    assert right.over


def shown(frame: dict[str, Any]) -> dict[str, Any]:
    """What a frame says about the position, apart from the time."""
    return {**frame["now"], "deadline": None}


@pytest.mark.parametrize(
    "edition", ["spanish target=150", "pressman-classic clock=30", "spanish rounds=3 deal=3/3/3/3/3 head_start=0/50"]
)
def test_turns_are_taken_back_to_choices_and_the_record_still_verifies(edition: str) -> None:
    job = {**table(edition_named(edition), 2, 0), "back": 3}
    (result,) = played([job])
    (_, *earlier), taken_back, rounds = result["frames"], 0, set()
    positions: dict[int, dict[str, Any]] = {}
    for frame in earlier:
        if frame["type"] != "lines":
            continue
        n, now = frame["now"]["n"], shown(frame)
        if not frame["lines"] and n < max(positions, default=0):
            taken_back += 1
            rounds.add(positions[max(positions)]["round"] - now["round"])
            assert len(now["options"]) > (0 if "clock" in edition else 1)
            assert now == positions[n]
            positions = {line: position for line, position in positions.items() if line <= n}
        positions[n] = now
    assert taken_back >= 3
    assert 0 in rounds
    assert 1 in rounds or "rounds=3" not in edition
    tables = [frame for frame in result["frames"] if frame["type"] == "table"]
    assert (tables[0]["taken_back"], tables[-1]["taken_back"]) == (0, taken_back)
    record = parse_record(result["records"][-1])
    assert Game.from_record(record).outcome() is not None
    assert record.events == Game.from_record(record).parsed_record.events
    assert [event for event in record.events if isinstance(event, Deal | Well)] == dealt_from_seed(record)


@pytest.mark.parametrize("edition", ["spanish clock=30", "pressman-classic clock=30", "goliath clock=30"])
def test_turns_are_taken_back_to_the_choices_that_the_server_finds(edition: str) -> None:
    game = Game(edition, ["Ana", "Bo"], seed=5, keys=[("date", "2026-11-18"), ("seed", "5")])
    for move in range(90):
        if game.outcome() is None:
            moves = game.legal_moves()
            game.time_out() if move % 7 == 0 else game.play(moves[5 * move % len(moves)])
    job = {"choicesOf": 0, "record": game.record(), "edition": str(game.edition), "names": game.names}
    (found,) = in_node(HERE / "local.mjs", str(web_file("play")), job=[job])
    expected, earlier = [], before_choice(game, 0)
    while earlier is not None:
        expected.append(len(earlier.events))
        earlier = before_choice(earlier, 0)
    assert found == expected
    assert len(found) > 10


def dealt_from_seed(record: Record) -> list[Event]:
    """The deals that the seed of a record gives to as many rounds."""
    rounds = sum(isinstance(event, Well) for event in record.events)
    seed = int(dict(record.keys)["seed"])
    lines = [
        event
        for number in range(1, rounds + 1)
        for event in deal_lines(shuffled(seed, number), record.edition, len(record.names), None)
    ]
    return [event for event in lines if isinstance(event, Deal | Well)]


def test_turns_are_not_taken_back_with_other_people_or_where_the_player_chose_so() -> None:
    alone = {**table(edition_named("spanish target=80"), 2, 0), "back": 3}
    together = {**table(edition_named("spanish target=80"), 2, 1), "back": 3}
    for result in played([{**alone, "takeBack": False}, together]):
        assert not any(frame["take_back"] or frame["taken_back"] for frame in result["frames"] if "take_back" in frame)
        assert all(frame["lines"] or frame["first"] == 1 for frame in result["frames"] if frame["type"] == "lines")


def test_a_game_from_a_position_is_not_taken_back_further(tmp_path: Path) -> None:
    source = some_play("spanish target=150", 2, seed=5, moves=11, choices=2)
    job = {**position(source), "back": 9, "first": 25}
    job["seats"][1] = {"kind": "bot", "name": "Bo", "level": "easy"}
    (result,) = played([job])
    lines = [frame["now"]["n"] for frame in result["frames"] if frame["type"] == "lines"]
    assert min(lines) == len(source.events)


def test_a_game_that_people_end_early_is_over_as_at_a_server() -> None:
    stops = [2, 9, "round"]
    jobs = [{**table(edition_named("spanish"), 2, 1), "stop": stop} for stop in stops]  # two people
    for result, stop in zip(played(jobs), stops, strict=True):
        *_, record, second = result["records"]
        right = ended_early(record)
        ended = [frame["now"] for frame in result["frames"] if frame["type"] == "lines" and frame["now"]["game"] == 1][
            -1
        ]
        header = [frame for frame in result["frames"] if frame["type"] == "header"][-1]
        now = frames.now_for(frames.now_for_all(right, None), right, [0, 1], load_language("en"))
        assert (ended["over"]["round"] is None) == (stop != "round")
        assert without_reason(ended) == without_reason(json.loads(json.dumps(now)))
        assert header["past"] == frames.header(right, [right.result()])["past"]
        for shown in (record, second):
            assert "seed " in shown
            assert "?-?-?" not in shown


def test_a_move_of_the_game_before_is_not_played_in_the_rematch() -> None:
    (result,) = played([{**table(edition_named("spanish"), 2, 1), "stop": 5}])
    (refused,) = [frame for frame in result["frames"] if frame.get("id") == "late"]
    assert refused["code"] == "stale"


def server_game(source: Record, events: int) -> TableGame:
    """The game of a record at a server's table, after some of its events."""
    game = TableGame(1, Chain("0" * 64), Game(source.edition, source.names, keys=source.keys, dealt=False))
    game.append([StoredLine(str(event)) for event in source.events[:events]])
    return game


def ended_early(record: str) -> TableGame:
    """The same game, which everybody has agreed to end."""
    source = parse_record(record)
    game = server_game(source, len(source.events))
    game.ending = EarlyEnding(1, None, None)
    return game


def without_reason(now: dict[str, Any]) -> dict[str, Any]:
    """The state without the reason of the end, which pages put into words for local tables."""
    over = now["over"]
    return {**now, "over": {**over, "game": {**over["game"], "reason": ""}}} if over and over.get("game") else now


def test_a_local_table_refuses_reactions_which_nobody_else_would_see() -> None:
    (result,) = played([{**table(edition_named("pressman-classic target=1"), 2, 0), "first": 1}])
    last = result["frames"][-1]
    assert (last["type"], last["id"], last["code"]) == ("refused", "r", "alone")


def test_the_first_hints_load_the_analysis_once_and_say_if_they_cannot() -> None:
    result = in_node(HERE / "hints.mjs", *(str(web_file(part)) for part in WEB_PARTS))
    missing, hint, again = result["asked"]
    assert result["before"] == ["play"]
    assert (missing["hint"], missing["isMissing"]) == (None, True)
    assert hint["hint"]["move"] in result["moves"]
    assert again == hint
    assert result["loaded"] == ["play", *["analysis", "review"] * 2]
    assert result["hints"] == 1


def check_hidden(frame: dict[str, Any], own: str) -> None:
    for line in (line for lines in frame["lines"] for line in lines):
        kind, *rest = line.split()
        hidden = (
            kind == "well" or (kind == "deal" and rest[0] != own) or (kind in "ABC" and "draw" in rest and kind != own)
        )
        assert not hidden or not any(character.isdigit() for word in rest if "-" in word[1:] for character in word), (
            line
        )
