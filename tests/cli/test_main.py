"""What all commands share: help, versions, errors in one line, exit codes, quiet ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from tricorn import __version__
from tricorn.cli import COMMANDS, main
from tricorn.cli.failure import one_line

SOURCE = Path(__file__).parents[2] / "src"


def python(*args: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    return subprocess.run(
        [sys.executable, *args], capture_output=True, text=True, check=False, env=environment, timeout=60
    )


def test_help_names_every_command(tricorn: Run) -> None:
    done = tricorn("--help")
    assert done.code == 0
    assert all(f"  {command}" in done.out for command in COMMANDS)


@pytest.mark.parametrize("command", list(COMMANDS))
def test_every_command_has_help(tricorn: Run, command: str) -> None:
    done = tricorn(command, "--help")
    assert (done.code, done.err) == (0, "")


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys, tricorn.cli; tricorn.cli.main(['--help']);"
        "heavy = {'numpy', 'numba', 'rich', 'tricorn.core', 'tricorn.game', 'resvg_py'};"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = python("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_version_is_printed_and_is_that_of_the_package(tricorn: Run) -> None:
    version, runs_on = tricorn("--version").out.splitlines()
    assert version == f"tricorn {__version__}"
    assert re.fullmatch(r"Python 3\.\d+\.\d+ on \S+, (compiled|plain) rules, build [0-9a-f]{16}", runs_on)
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    assert metadata.version("tricorn") == __version__


@pytest.mark.parametrize(("typed", "opens"), [("\n", True), ("y\n", True), ("n\n", False), ("", False)])
def test_on_a_terminal_it_says_what_it_can_do_and_offers_to_open_the_game(
    tricorn: Run, monkeypatch: pytest.MonkeyPatch, typed: str, opens: bool
) -> None:
    monkeypatch.setattr("tricorn.cli.serve.run", lambda args: 5 if args.open else 0)
    monkeypatch.setattr("tricorn.cli._has_terminal", lambda: True)
    done = tricorn(typed=typed)
    assert done.code == (5 if opens else 0)
    assert all(f"  {command}" in done.out for command in COMMANDS)
    assert done.out.endswith("Open the game in your browser now? [Y/n] ")


def test_the_package_runs_as_a_module() -> None:
    done = python("-m", "tricorn", "editions", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("[")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "expected a command: serve, play, "),
        (["plya"], "'plya'"),
        (["verify"], "FILE"),
        (["rules"], "expected an edition or a preset, as in: tricorn rules pressman-classic; the editions are "),
        (["rules", "english"], "there is no edition 'english'; choose one of pressman-deluxe, "),
        (["rules", "famly"], "there is no edition 'famly'; choose one of pressman-deluxe, "),
        (["rules", "famly"], "family, children"),
        (["play", "--preset", "famly"], "'famly' (choose from 'family', 'children')"),
        (["play", "--preset", "family", "--rule", "jokers=2"], "no house rule 'jokers'"),
        (["rules", "spanish", "target=0"], "target takes a whole number from 1 to 1000000, not '0'"),
        (["rules", "spanish", "jokers=2"], "no house rule 'jokers'"),
        (["render", "x.tri", "--theme", "pink"], "'pink'"),
        (["render", "x.tri", "--at", "end"], "--at"),
        (["play", "--players", "two"], "'two'"),
        (["play", "--play", "2"], "--play"),
        (["play", "--edition", "spanish", "--players", "5"], "spanish is for 2 to 4 players, not 5"),
        (["play", "--players", "0"], "2 to 6 players, not 0"),
        (["play", "--rule", "bridge"], "key=value, not 'bridge'"),
        (["play", "--bot", "deep"], "no bot 'deep'"),
        (["play", "--seed", "-1"], "not -1"),
        (["play", "--seats", "human,,greedy"], "--seats is written like"),
        (["play", "--seats", "human,greedy", "--players", "3"], "--players 3: --seats names 2"),
        (["play", "--seats", "Ana=human,ana=greedy"], "two players are called ana; choose different names"),
        (["score", "Ana", "Bo", "Ana"], "two players are called Ana; choose different names"),
        (
            ["simulate", "--bots", "random,greedy,easy", "--players", "2", "--games", "1"],
            "at most 2 bots for --players 2",
        ),
        (["play", "--seats", "A\x1b[31m=human,greedy"], "control characters"),
        (["rules", "a\nb"], r"a\nb"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(tricorn: Run, args: list[str], said: str) -> None:
    done = tricorn(*args)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("tricorn: ")
    assert done.err.count("\n") == 1
    assert said in done.err


@pytest.mark.parametrize(
    "command",
    [
        ["play"],
        ["score", "Ana", "Bo"],
        ["simulate", "--bots", "greedy", "--games", "1"],
        ["match", "greedy", "random"],
        ["tournament", "greedy", "random"],
    ],
)
def test_a_preset_is_refused_together_with_an_edition(tricorn: Run, command: list[str]) -> None:
    done = tricorn(*command, "--edition", "wooden", "--preset", "family")
    assert (done.code, done.out) == (2, "")
    assert "argument --preset: not allowed with argument --edition" in done.err


def test_an_interrupt_ends_quietly(tricorn: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    done = tricorn("play", "--seed", 1)
    assert (done.code, done.err) == (130, "")


@pytest.mark.skipif(os.name != "posix", reason="pipes of a POSIX shell")
def test_a_broken_pipe_ends_quietly() -> None:
    command = f"{sys.executable} -m tricorn rules spanish | true; exit ${{PIPESTATUS[0]}}"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, env=environment, timeout=60
    )
    assert done.stderr == ""
    assert done.returncode in (0, 141)  # 0 if the page was written before the reader had gone


def test_a_full_disk_is_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tricorn", "editions", "--json"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=environment,
            timeout=60,
        )
    assert done.returncode == 2
    assert done.stderr == "tricorn: No space left on device\n"


def test_without_standard_output_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["editions"]) == 0


def test_a_message_stays_on_one_line_and_leaves_the_terminal_alone() -> None:
    assert one_line("a\nb\x1b[2J\u202e\udcff é") == r"a\nb\x1b[2J\u202e\udcff é"
