"""Lays out a screen: the table, cropped if it is too large, and the panel next to it or below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from tricorn.cli.terminal.panel import CompactPanel, panel
from tricorn.cli.terminal.sentences import Audience
from tricorn.cli.terminal.table_picture import Size, TablePicture
from tricorn.view import View

__all__ = ["TurnScreen", "public_screen", "turn_screen"]

_GAP = 4  # columns between two texts side by side
_PANEL_WIDTH = 36  # of a compact panel
_MIN_SIZE = Size(20, 7)  # a smaller part of the table would be of no use


class TurnScreen(NamedTuple):
    """The lines of a turn, and the number of parts in which the table is shown."""

    lines: list[Text]
    part_count: int = 1


def turn_screen(view: View, audience: Audience, size: Size | None, part: int = 0) -> TurnScreen:
    """A player's turn on a screen of this size (None: no limit); the picture has every cell that the panel lists.

    If these cells do not fit on the screen together, `part` is the index of the part to show, modulo their number.
    """
    table, texts = TablePicture(view, audience.language.gettext), panel(view, audience)
    if size is None:
        return TurnScreen(_stacked(table.lines(), texts))
    whole = _fitted(table.lines(), texts, size)
    return _compact(table, view, audience, size, part) if whole is None else TurnScreen(whole)


def _compact(table: TablePicture, view: View, audience: Audience, size: Size, part: int) -> TurnScreen:
    """A part of the table, and a compact panel in the space that is left."""
    side_by_side = size.width - _PANEL_WIDTH - _GAP >= _MIN_SIZE.width
    if side_by_side:
        texts = CompactPanel(view, audience, Size(_PANEL_WIDTH, size.height))
        window = Size(size.width - _PANEL_WIDTH - _GAP, size.height)
    else:
        texts = CompactPanel(view, audience, Size(size.width, max(1, size.height - _MIN_SIZE.height)))
        window = Size(max(_MIN_SIZE.width, size.width), _MIN_SIZE.height)
    parts = table.parts(window, texts.max_placements)
    shown = parts[part % len(parts)]
    picture, lines = table.lines(shown.area), texts.lines(shown.cells)
    return TurnScreen(_side_by_side(picture, lines) if side_by_side else [*picture, *lines], len(parts))


def public_screen(view: View, audience: Audience, texts: Sequence[Text], size: Size | None) -> list[Text]:
    """The table and texts for everybody, on a screen of this size (None: no limit)."""
    table = TablePicture(view, audience.language.gettext)
    if size is None:
        return _stacked(table.lines(), texts)
    whole = _fitted(table.lines(), texts, size)
    if whole is not None:
        return whole
    left = Size(size.width, size.height - len(texts) - 1)
    if left.height < _MIN_SIZE.height:
        return list(texts)
    return _stacked(table.lines(table.around_last(left)), texts)


def _fitted(picture: Sequence[Text], texts: Sequence[Text], size: Size) -> list[Text] | None:
    """Picture and texts side by side, or one below the other; None if neither fits."""
    for lines in (_side_by_side(picture, texts), _stacked(picture, texts)):
        if size.holds(max(line.cell_len for line in lines), len(lines)):
            return lines
    return None


def _stacked(picture: Sequence[Text], texts: Sequence[Text]) -> list[Text]:
    return [*picture, Text(), *texts]


def _side_by_side(picture: Sequence[Text], texts: Sequence[Text]) -> list[Text]:
    width = max((line.cell_len for line in picture), default=0) + _GAP
    pairs = zip_longest(picture, texts, fillvalue=Text())
    return [Text.assemble(left, " " * (width - left.cell_len), right) if right.plain else left for left, right in pairs]
