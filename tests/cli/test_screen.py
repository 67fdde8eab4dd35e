"""The screen on a terminal: how much fits, and nothing left behind where people share it."""

from __future__ import annotations

import sys

import pytest
from rich.text import Text

from tricorn.cli.terminal.screen import Screen


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard output, captured, passes for a terminal."""
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.mark.usefixtures("terminal")
def test_a_shared_screen_is_erased_with_what_was_scrolled_away(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_shared=True).clear()
    assert capsys.readouterr().out.endswith("\x1b[2J\x1b[3J")


@pytest.mark.usefixtures("terminal")
def test_ones_own_screen_is_scrolled_away_and_not_lost(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_shared=False).clear()
    assert capsys.readouterr().out == "\n" * 24 + "\x1b[H\x1b[J"


@pytest.mark.usefixtures("terminal")
def test_a_shared_screen_that_cannot_be_erased_is_pushed_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    Screen(is_shared=True).clear()
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.count("\n") >= 24


@pytest.mark.usefixtures("terminal")
def test_notices_and_the_prompt_leave_less_room_for_a_page() -> None:
    screen = Screen(is_shared=False)
    assert screen.free_size() == (80, 21)
    assert screen.free_size(["short", "long " * 20]) == (80, 17)


@pytest.mark.usefixtures("terminal")
def test_colours_are_left_out_when_they_are_not_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_shared=False).show(Text.from_ansi("\x1b[31mred\x1b[0m"))
    assert capsys.readouterr().out == "red\n"


@pytest.mark.usefixtures("terminal")
def test_a_long_text_is_shown_a_screen_at_a_time(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(is_shared=False)
    answers = iter(["", "q"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(answers))
    screen.show_long([f"line {number}" for number in range(100)])
    out = capsys.readouterr().out
    assert "line 43" in out
    assert "line 44" not in out


def test_in_a_pipe_nothing_is_wrapped(capsys: pytest.CaptureFixture[str]) -> None:
    Screen(is_shared=False).show("long " * 50)
    assert capsys.readouterr().out.count("\n") == 1
