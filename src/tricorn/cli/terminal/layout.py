"""What fits on the screen at once: the table, cropped if need be, and the panel beside or below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from tricorn.cli.terminal.table import Size, Table
from tricorn.cli.terminal.turn import CompactPanel, panel
from tricorn.cli.terminal.words import Audience
from tricorn.view import View

__all__ = ["TurnScreen", "public_screen", "turn_screen"]

_GAP = 4  # columns between two texts side by side
_PANEL_WIDE = 36  # of a compact panel
_MIN_SIZE = Size(20, 7)  # a smaller piece of the table says nothing


class TurnScreen(NamedTuple):
    """The lines of a turn, and in how many parts the table is shown."""

    lines: list[Text]
    parts: int = 1


def turn_screen(view: View, audience: Audience, size: Size | None, part: int = 0) -> TurnScreen:
    """A player's turn on a screen of this size (None: no limit): every cell that the panel offers is in the picture.

    Where the offered cells do not fit together, `part` says which of them to show, counted round.
    """
    table, words = Table(view, audience.language.gettext), panel(view, audience)
    if size is None:
        return TurnScreen(_below(table.lines(), words))
    whole = _together(table.lines(), words, size)
    return _compact(table, view, audience, size, part) if whole is None else TurnScreen(whole)


def _compact(table: Table, view: View, audience: Audience, size: Size, part: int) -> TurnScreen:
    """Offered cells on a part of the table, and a panel cut to what is left."""
    beside = size.wide - _PANEL_WIDE - _GAP >= _MIN_SIZE.wide
    if beside:
        facts = CompactPanel(view, audience, Size(_PANEL_WIDE, size.high))
        window = Size(size.wide - _PANEL_WIDE - _GAP, size.high)
    else:
        facts = CompactPanel(view, audience, Size(size.wide, max(1, size.high - _MIN_SIZE.high)))
        window = Size(max(_MIN_SIZE.wide, size.wide), _MIN_SIZE.high)
    parts = table.parts(window, facts.most)
    shown = parts[part % len(parts)]
    picture, words = table.lines(shown.area), facts.lines(shown.cells)
    return TurnScreen(_beside(picture, words) if beside else [*picture, *words], len(parts))


def public_screen(view: View, audience: Audience, words: Sequence[Text], size: Size | None) -> list[Text]:
    """The table and what everybody may read, on a screen of this size (None: no limit)."""
    table = Table(view, audience.language.gettext)
    if size is None:
        return _below(table.lines(), words)
    whole = _together(table.lines(), words, size)
    if whole is not None:
        return whole
    left = Size(size.wide, size.high - len(words) - 1)
    if left.high < _MIN_SIZE.high:
        return list(words)
    return _below(table.lines(table.around_last(left)), words)


def _together(picture: Sequence[Text], words: Sequence[Text], size: Size) -> list[Text] | None:
    """Picture and words side by side, else one below the other, else None: they do not fit."""
    for lines in (_beside(picture, words), _below(picture, words)):
        if size.holds(max(line.cell_len for line in lines), len(lines)):
            return lines
    return None


def _below(picture: Sequence[Text], words: Sequence[Text]) -> list[Text]:
    return [*picture, Text(), *words]


def _beside(picture: Sequence[Text], words: Sequence[Text]) -> list[Text]:
    wide = max((line.cell_len for line in picture), default=0) + _GAP
    pairs = zip_longest(picture, words, fillvalue=Text())
    return [Text.assemble(left, " " * (wide - left.cell_len), right) if right.plain else left for left, right in pairs]
