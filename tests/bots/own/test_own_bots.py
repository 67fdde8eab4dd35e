"""Bots from outside: named everywhere, fair like all others, and unable to take a run down."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run

from tricorn import EDITIONS, Game, TricornError
from tricorn.arena.match import Match
from tricorn.arena.seating import Seating
from tricorn.bots import ProcessBot, bot_named
from tricorn.bots.own import bot as own
from tricorn.bots.own.faults import BotFault
from tricorn.bots.own.process import _RUN, BotProcess, _marked
from tricorn.bots.own.protocol import encode_line, parse_view, view_fields
from tricorn.core.totals import new_totals
from tricorn.messages import Message

HOSTILE = Path(__file__).with_name("hostile.py")
CLASSIC = EDITIONS["pressman-classic"]

# It answers as docs/your-own-bot.md says, without anything of Tricorn.
PROGRAM = """\
import json, sys
print(json.dumps({"ready": 1}), flush=True)
for line in sys.stdin:
    view = json.loads(line)
    print(json.dumps({"move": view["options"][0]["move"]}), flush=True)
"""


def program(folder: Path, text: str = PROGRAM) -> str:
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def fault_lines(play: Seating) -> str:
    return "\n".join(play.faults.lines())


def play_round(*bots: Any) -> Seating:
    seating = Seating(CLASSIC, bots)
    seating.play_single(3)
    return seating


def test_a_view_arrives_as_it_was_sent() -> None:
    game = Game("spanish", ("Ana", "Bo"), seed=4)
    for _ in range(25):
        view = game.view(game.turn)
        sent = parse_view(json.loads(encode_line(view_fields(view, 5.0, 1))))
        assert (sent, sent.hand, sent.tiles_held, sent.in_well) == (view, view.hand, view.tiles_held, view.in_well)
        game.play(view.legal_moves()[0])


def test_what_is_sent_holds_nothing_that_the_seat_may_not_see() -> None:
    game = Game("pressman-classic", ("Ana", "Bo"), seed=9)
    game.play(game.legal_moves()[0])
    seat = game.turn
    assert seat is not None
    assert game.round is not None
    sent = encode_line(view_fields(game.view(seat), 5.0, 1)).decode()
    hidden = [*game.round.hands[1 - seat], *game.round.well]
    assert hidden
    assert not [tile for tile in hidden if str(tile) in sent]
    assert "\nseed " not in json.loads(sent)["record"]


def test_a_program_that_takes_the_first_option_plays_the_games_of_an_object_that_does(tmp_path: Path) -> None:
    class First:
        name = "first"

        def choose(self, view: Any, budget: Any, rng: Any) -> Any:
            return view.legal_moves()[0]

    records = []
    for bot in (program(tmp_path), First()):
        seating = Seating(CLASSIC, [bot, "random"], log=True)
        records.append(seating.record_of(5, new_totals()).events)
        assert not seating.faults.counts
    assert records[0] == records[1]


def test_a_class_is_found_in_a_file_a_module_and_an_installed_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "helper.py").write_text("FIRST = 0\n")
    text = """\
        from helper import FIRST
        class Heavy:
            def choose(self, view, budget, rng):
                assert budget.seconds == 600
                return view.legal_moves()[FIRST]
    """
    (tmp_path / "mine.py").write_text(textwrap.dedent(text))
    info = tmp_path / "mine-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[tricorn.bots]\nheavy = mine:Heavy\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py:Heavy", "mine:Heavy", "heavy"):
        assert isinstance(bot_named(name), ProcessBot)
        assert fault_lines(play_round(name, "random")) == ""
    with pytest.raises(TricornError, match="heavy"):
        bot_named("nobody")


def test_objects_are_seated_by_their_own_name() -> None:
    class Last:
        name = "last"

        def choose(self, view: Any, budget: Any, rng: Any) -> Any:
            return view.legal_moves()[-1]

    assert play_round(Last(), "greedy").names == ("last 1", "greedy 2")
    sums = Match(CLASSIC, Last(), "greedy", groups=3).play()
    assert sums["games"] == 6
    assert not sums.faults.counts


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("mybot.py:Nope", "LookupError: there is no class Nope in "),
        ("nowhere.at_all:Heavy", "ModuleNotFoundError: No module named 'nowhere'"),
    ],
)
def test_a_missing_bot_is_refused_without_a_line_number_of_ours(
    tricorn: Run, tmp_path: Path, name: str, reason: str
) -> None:
    (tmp_path / "mybot.py").write_text("class Heavy: pass\n", encoding="utf-8")
    done = tricorn("match", f"{tmp_path}/{name}" if ".py" in name else name, "greedy", "--games", 2)
    assert done.code == 2
    assert reason in done.err
    assert "line" not in done.err


def test_an_object_that_raises_or_chooses_illegally_loses_its_move() -> None:
    class Bad:
        name = "bad"

        def choose(self, view: Any, budget: Any, rng: Any) -> Any:
            if len(view.hand) % 2:
                raise ValueError("odd")
            return None

    assert "it raised ValueError: odd (test_own_bots.py line" in fault_lines(play_round(Bad(), "greedy"))
    assert "it chose None, which is not legal there" in fault_lines(play_round(Bad(), "greedy"))


def test_a_class_that_misbehaves_loses_its_moves_and_the_round_ends() -> None:
    seating = play_round(f"{HOSTILE}:Moody", "greedy")
    faults = fault_lines(seating)
    for words in (
        r"it raised KeyError: 'three\nlines\nof it' (hostile.py line",
        "it chose 9,9^001, which is not legal there",
    ):
        assert words in faults
    assert "\n" not in faults
    assert sum(seating.scores)
    kinds = {kind for _, kind in seating.faults.counts}
    assert kinds == {"bot-raised", "bot-illegal"}  # printing is not a fault


DROPPED = "; it was not asked, as its process had failed three times"


@pytest.mark.parametrize(
    ("does", "words"),
    [
        ("os.abort()", f"its process was ended by SIGABRT (3){DROPPED}"),
        ("while True: os.write(1, b'x' * 2**20)", f"it wrote 64 KiB without a line break (3){DROPPED}"),
        ("while True: pass", f"it did not answer within 0.3 s (3){DROPPED}"),
        ("while True: os.fork() or time.sleep(99)", f"it ran more than 32 processes (3){DROPPED}"),
        ("os.fork() or (os.setsid(), time.sleep(99)); os._exit(0)", f"it did not answer within 0.3 s (3){DROPPED}"),
    ],
)
def test_a_process_that_misbehaves_loses_its_moves_and_leaves_nothing_behind(
    tmp_path: Path, does: str, words: str
) -> None:
    limit = 0.3 if "0.3 s" in words else 600
    text = f"import os, time\n{PROGRAM}".replace("    view =", f"    {does}\n    view =")
    seating = play_round(f"{program(tmp_path, text)}@{limit}s", "greedy")
    assert words in fault_lines(seating)
    assert sum(seating.scores)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("print('hello')", "it answered 'hello'; expected a JSON object"),
        ("print('{\"ready\": 2}')", "its first line was {'ready': 2}; expected {\"ready\": 1}"),
        ("raise SystemExit(3)", "its process ended with exit code 3"),
        (
            PROGRAM.replace('dumps({"move"', 'dumps({}) + "\\n" + json.dumps({"move"'),
            "it answered a question with more than one line",
        ),
        (PROGRAM.replace('"move":', '"go":'), "it chose None, which is not legal there"),
        (PROGRAM.replace("options", "choices"), "its process ended with exit code 1"),
    ],
)
def test_a_program_that_answers_anything_else_loses_its_moves(tmp_path: Path, text: str, words: str) -> None:
    assert words in fault_lines(play_round(program(tmp_path, text), "greedy"))


def test_output_before_a_request_is_not_an_answer() -> None:
    text = "for line in ('first', 'second'): print(line, flush=True); input()"
    process = BotProcess([sys.executable, "-c", text])
    assert process.exchange(b"", 20) == b"first"
    os.write(process._stdin.fileno(), b"\n")
    assert process._ready.select(20)  # the second line is there
    with pytest.raises(BotFault) as caught:
        process.exchange(b"\n", 20)
    assert caught.value.message is Message.BOT_CHATTER


def test_two_seats_of_a_bot_are_two_processes(tmp_path: Path) -> None:
    name = program(tmp_path)
    play_round(name, name)
    assert len(own._processes._running) == 2


def test_a_process_that_does_not_read_its_request_is_late() -> None:
    process = BotProcess([sys.executable, "-c", "import time; time.sleep(60)"])
    with pytest.raises(BotFault) as caught:
        process.exchange(b"x" * 2**20, 0.3)
    assert caught.value.message is Message.BOT_LATE


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere.py:Heavy", "no bot can be loaded from 'nowhere.py': there is no such file"),
        (f"{HOSTILE}:Nobody", "it did not start: LookupError: there is no class Nobody in"),
        ("no.such.module:Heavy", "it did not start: ModuleNotFoundError: No module named 'no'"),
        ("cmd:/no/such/program", "cmd:/no/such/program: it did not start: No such file or directory"),
        ("cmd:", "a bot's command is written like cmd:./mybot --fast, not cmd:''"),
        (f"{HOSTILE}:Loop@0s", "the time limit of a bot is written like"),
    ],
)
def test_a_bot_that_cannot_play_is_refused_before_the_run(tricorn: Run, name: str, words: str) -> None:
    code, out, err = tricorn("match", name, "greedy")
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1


def test_a_match_says_which_moves_were_lost(tricorn: Run, tmp_path: Path) -> None:
    report = tmp_path / "match.json"
    command = ("match", f"{HOSTILE}:Raises", "greedy", "--games", 2, "--seed", 1, "--workers", 1, "--json", report)
    code, out, err = tricorn(*command)
    assert code == 0
    assert "2 games" in out
    assert err.count("\n") == 1
    (fault,) = json.loads(report.read_text())["faults"]
    assert fault["bot"] == f"{HOSTILE}:Raises"
    assert fault["fault"] == "bot-raised"
    assert f"lost {fault['moves']:,} moves" in err


def test_bots_of_worker_processes_end_with_them(tricorn: Run, tmp_path: Path) -> None:
    assert tricorn("match", program(tmp_path), "greedy", "--games", 4, "--workers", 2).code == 0
    assert _marked(_RUN) == []


def test_simulate_refuses_a_bot_that_does_not_start(tricorn: Run) -> None:
    code, out, err = tricorn("simulate", "--bots", "greedy,cmd:/no/such/program", "--games", 2)
    assert (code, out) == (2, "")
    assert "it did not start" in err


def test_a_bot_from_outside_plays_in_the_terminal_and_says_why_it_loses_a_move(tricorn: Run, tmp_path: Path) -> None:
    name = f"{HOSTILE}:Raises"
    code, out, _ = tricorn("play", "--bot", name, "--seed", 1, "--save", tmp_path / "game.tri", typed="1\n1\n1\nq\n")
    assert code == 0
    assert "Raises loses its move: it raised" in out
    assert "bots B " in (tmp_path / "game.tri").read_text()
    assert tricorn("play", "--resume", tmp_path / "game.tri", "--bot", name, typed="q\n").code == 0


def test_a_record_alone_does_not_start_a_program(tricorn: Run, tmp_path: Path) -> None:
    path, name = tmp_path / "game.tri", program(tmp_path)
    assert tricorn("play", "--bot", name, "--seed", 1, "--save", path, typed="q\n").code == 0
    code, _, err = tricorn("play", "--resume", path, typed="q\n")
    assert code == 2
    assert f"{name} plays in this game; to start it again, name it: --bot {name}" in err


@pytest.mark.soak
@pytest.mark.parametrize("name", ["Loop@2s", "Flood", "Crash", "Illegal", "Forks", "Raises"])
def test_a_match_of_a_hundred_games_against_a_hostile_bot_ends(tricorn: Run, name: str) -> None:
    code, out, err = tricorn("match", f"{HOSTILE}:{name}", "greedy", "--games", 100, "--seed", 1)
    assert code == 0
    assert "100 games" in out
    assert f":{name} lost " in err
    assert err.count("\n") == 1
