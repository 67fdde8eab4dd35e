"""Renders the game of an environment as text or pixels, as a spectator sees it."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from tricorn.core import layout as at
from tricorn.envs.games import Games
from tricorn.envs.rows import ROUND, STATE_START
from tricorn.record import RoundStart
from tricorn.render import png, svg
from tricorn.round import Round
from tricorn.round.core_log import move_events, opening_events
from tricorn.round.pictures import position_of, round_text
from tricorn.view import visible
from tricorn.wording import SEATS

__all__ = ["PIXELS", "RENDER_MODES", "print_if_human", "render"]

RENDER_MODES = ["ansi", "human", "rgb_array"]
PIXELS = (640, 480)  # width and height, fixed because video encoders need frames of one size
_BACKGROUND = (255, 255, 255)


def render(games: Games, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The table as text (mode `ansi`) or pixels (`rgb_array`); None in other modes."""
    if mode == "ansi":
        return _text(games)
    return _pixels(games) if mode == "rgb_array" else None


def print_if_human(games: Games, mode: str | None) -> None:
    """Print the table if the mode is `human`."""
    if mode == "human":
        print(_text(games))


def _public_round(games: Games) -> Round:
    """The current round of the only game, as a spectator sees it."""
    state, edition, number = games.state(0), games.edition, int(games.rows[0, ROUND])
    current = Round(edition, games.players, number)
    for event in (*opening_events(state, edition, number), *move_events(state, edition, at.LOG)):
        if not isinstance(event, RoundStart):
            current.apply(visible(event).public)  # type: ignore[arg-type]
    return current


def _text(games: Games) -> str:
    """The table, the scores, and the number of tiles in each hand and in the well."""
    current = _public_round(games)
    scores = games.rows[0, STATE_START + at.SCORES :]
    seats = [f"{SEATS[seat]} {scores[seat]} ({current.tiles_held(seat)} tiles)" for seat in range(games.players)]
    return f"{round_text(current)}\n{', '.join(seats)}; {len(current.well)} in the well\n"


def _pixels(games: Games) -> NDArray[np.uint8]:
    """The table as rows of RGB pixels."""
    picture = svg(position_of(_public_round(games)))
    table: Any = Image.open(io.BytesIO(png(picture, width=PIXELS[0]))).convert("RGBA")
    image = Image.new("RGBA", table.size, _BACKGROUND)
    image.alpha_composite(table)
    return np.asarray(ImageOps.pad(image.convert("RGB"), PIXELS, color=_BACKGROUND))
