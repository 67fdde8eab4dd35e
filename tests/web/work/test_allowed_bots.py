"""Bots from outside on a server: only those that its host allows by name."""

from __future__ import annotations

import asyncio
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.bots.own.conftest import no_bots_left, patience

from tricorn import Game
from tricorn.bots import LEVELS
from tricorn.moves import timeout_move
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash
from tricorn.web.settings import Settings
from tricorn.web.tables.info import Seat
from tricorn.web.tables.requests import SeatChange
from tricorn.web.tables.seating import seat_during_game
from tricorn.web.work.bot_pool import BotPool

__all__ = ["no_bots_left", "patience"]

STAND_IN = Seat("human", "Ana", key=KeyHash("0" * 64))


def stand_in(level: str, settings: Settings) -> Seat:
    return seat_during_game(STAND_IN, SeatChange(kind="bot", level=level), False, settings.levels)


def test_players_may_choose_the_levels_and_what_the_host_allows(tmp_path: Path) -> None:
    settings = Settings(tmp_path / "tables.db")
    assert stand_in("hard", settings).level == "hard"
    assert stand_in("heavy", replace(settings, allow_bot=("heavy",))).level == "heavy"
    with pytest.raises(Refused, match="There is no such bot"):
        stand_in("heavy", settings)


def test_a_level_that_is_not_allowed_starts_no_program(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    level = f"cmd:{sys.executable} -c open({str(marker)!r},'w')"
    game = Game("spanish", ("Ana", "Bo"), seed=1)

    async def choose() -> None:
        pool = BotPool(LEVELS)
        assert await pool.choose(level, game.view(game.turn), "here") in game.legal_moves()
        pool.close()

    asyncio.run(choose())
    assert not marker.exists()


def test_an_allowed_bot_plays_and_one_that_fails_does_not_stop_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hostile = Path(__file__).parents[2] / "bots" / "own" / "hostile.py"
    good, bad = f"{hostile}:Chatters", f"{hostile}:Raises"
    game = Game("spanish", ("Ana", "Bo"), seed=1)
    game.play(game.legal_moves()[0])
    moves = game.legal_moves()

    async def choose() -> None:
        pool = BotPool((*LEVELS, good, bad))
        assert await pool.choose(good, game.view(game.turn), "here") == moves[-1]
        assert await pool.choose(bad, game.view(game.turn), "here") == timeout_move(game.options())
        pool.close()

    asyncio.run(choose())
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "lost its move: it raised" in caplog.text
