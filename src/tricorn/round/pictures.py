"""Pictures of a round: the tiles whose cells are known, with a caption."""

from __future__ import annotations

from tricorn.render.position import Drawn, Position
from tricorn.render.svg import svg
from tricorn.render.text import text
from tricorn.round.state import RoundState
from tricorn.wording import SEATS

__all__ = ["position_of", "round_svg", "round_text"]


def position_of(state: RoundState, open_cells: bool = False) -> Position:
    """The tiles whose cells are known; the last placement is marked only if its cell is."""
    last = state.placements[-1] if state.placements else None
    return Position(
        tuple(Drawn(place.cell, place.numbers) for place in state.places),
        None if last is None or last.place is None else last.bonus,
        # Open cells are left out if a tile's cell is unknown: that tile may fill some and open others.
        tuple(state.open_cells()) if open_cells and state.located else (),
        _caption(state),
    )


def _caption(state: RoundState) -> str:
    if not state.placements:
        return f"Round {state.number} before the first tile"
    last = state.placements[-1]
    points = f"{last.points} point{'' if last.points == 1 else 's'}"
    bonus = f" ({last.bonus.label})" if last.bonus else ""
    return f"Round {state.number} after {SEATS[last.seat]} placed {last.tile} for {points}{bonus}"


def round_svg(state: RoundState) -> str:
    """The round's table as SVG in the reader's colour scheme, for notebooks.

    >>> from tricorn.editions import EDITIONS
    >>> round_svg(RoundState(EDITIONS["wooden"], players=2)).count("Round 1 before the first tile")
    2
    """
    return svg(position_of(state), theme="auto")


def round_text(state: RoundState) -> str:
    """The round's table as text, with a caption below.

    >>> from tricorn.editions import EDITIONS
    >>> print(round_text(RoundState(EDITIONS["wooden"], players=2)))
    Round 1 before the first tile
    """
    position = position_of(state)
    return f"{text(position)}\n{position.caption}" if position.tiles else position.caption
