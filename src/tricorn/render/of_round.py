"""A round, as far as its cells are known, made ready to be drawn: its position, and the words under it."""

from __future__ import annotations

from tricorn.challenge import Challenge
from tricorn.record import SEATS
from tricorn.render.position import Drawn, Position
from tricorn.render.svg import Theme, svg
from tricorn.render.text import text
from tricorn.round import Round

__all__ = ["challenge_svg", "position_of", "round_svg", "round_text"]


def position_of(round_: Round, open_cells: bool = False) -> Position:
    """The tiles whose cells are known; the last placement is marked only if its cell is."""
    last = round_.placements[-1] if round_.placements else None
    return Position(
        tuple(Drawn(place.cell, place.numbers) for place in round_.places),
        None if last is None or last.place is None else last.bonus,
        # Beside a tile whose cell was not taken down there may be more, or fewer.
        tuple(round_.open_cells()) if open_cells and round_.located else (),
        _caption(round_),
    )


def _caption(round_: Round) -> str:
    if not round_.placements:
        return f"Round {round_.number} before the first tile"
    last = round_.placements[-1]
    points = f"{last.points} point{'' if last.points == 1 else 's'}"
    bonus = f" ({last.bonus.label})" if last.bonus else ""
    return f"Round {round_.number} after {SEATS[last.seat]} placed {last.tile} for {points}{bonus}"


def challenge_svg(challenge: Challenge, theme: Theme = "auto") -> str:
    """The table with the placement in question on it, and what it makes marked."""
    tiles = [Drawn(place.cell, place.numbers) for place in challenge.before.places]
    if challenge.reason is not None:  # no picture has two tiles on a cell, or two numbers at a point
        free = () if challenge.before.is_filled(challenge.place.cell) else (challenge.place.cell,)
        return svg(Position(tuple(tiles), None, free, challenge.sentences()[0]), theme=theme)
    tiles.append(Drawn(challenge.place.cell, challenge.place.numbers))
    return svg(Position(tuple(tiles), challenge.bonus, (), ". ".join(challenge.sentences())), theme=theme)


def round_svg(round_: Round) -> str:
    """The round's table as SVG in the reader's colour scheme, as notebooks show it.

    >>> from tricorn.editions import EDITIONS
    >>> round_svg(Round(EDITIONS["wooden"], players=2)).count("Round 1 before the first tile")
    2
    """
    return svg(position_of(round_), theme="auto")


def round_text(round_: Round) -> str:
    """The round's table as characters, with a caption below.

    >>> from tricorn.editions import EDITIONS
    >>> print(round_text(Round(EDITIONS["wooden"], players=2)))
    Round 1 before the first tile
    """
    position = position_of(round_)
    return f"{text(position)}\n{position.caption}" if position.tiles else position.caption
