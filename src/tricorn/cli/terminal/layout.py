"""What fits on the screen at once: the table, cropped if need be, and the panel beside or below it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.text import Text

from tricorn.cli.terminal.table import Room, Table
from tricorn.cli.terminal.turn import CompactPanel, panel
from tricorn.cli.terminal.words import Audience
from tricorn.view import View

__all__ = ["TurnScreen", "public_screen", "turn_screen"]

_GAP = 4  # columns between two texts side by side
_PANEL_WIDE = 36  # of a compact panel
_LEAST = Room(20, 7)  # a smaller piece of the table says nothing


class TurnScreen(NamedTuple):
    """The lines of a turn, and in how many parts the table is shown."""

    lines: list[Text]
    parts: int = 1


def turn_screen(view: View, audience: Audience, room: Room | None, part: int = 0) -> TurnScreen:
    """A player's turn in the room there is (None: no limit): every cell that the panel offers is in the picture.

    Where the offered cells do not fit together, `part` says which of them to show, counted round.
    """
    table, words = Table(view, audience.language.gettext), panel(view, audience)
    if room is None:
        return TurnScreen(_below(table.lines(), words))
    whole = _together(table.lines(), words, room)
    return _compact(table, view, audience, room, part) if whole is None else TurnScreen(whole)


def _compact(table: Table, view: View, audience: Audience, room: Room, part: int) -> TurnScreen:
    """Offered cells on a part of the table, and a panel that is cut to the room."""
    beside = room.wide - _PANEL_WIDE - _GAP >= _LEAST.wide
    if beside:
        facts = CompactPanel(view, audience, Room(_PANEL_WIDE, room.high))
        window = Room(room.wide - _PANEL_WIDE - _GAP, room.high)
    else:
        facts = CompactPanel(view, audience, Room(room.wide, max(1, room.high - _LEAST.high)))
        window = Room(max(_LEAST.wide, room.wide), _LEAST.high)
    parts = table.parts(window, facts.most)
    shown = parts[part % len(parts)]
    picture, words = table.lines(shown.area), facts.lines(shown.cells)
    return TurnScreen(_beside(picture, words) if beside else [*picture, *words], len(parts))


def public_screen(view: View, audience: Audience, words: Sequence[Text], room: Room | None) -> list[Text]:
    """The table and what everybody may read, in the room there is (None: no limit)."""
    table = Table(view, audience.language.gettext)
    if room is None:
        return _below(table.lines(), words)
    whole = _together(table.lines(), words, room)
    if whole is not None:
        return whole
    left = Room(room.wide, room.high - len(words) - 1)
    if left.high < _LEAST.high:
        return list(words)
    return _below(table.lines(table.around_last(left)), words)


def _together(picture: Sequence[Text], words: Sequence[Text], room: Room) -> list[Text] | None:
    """Picture and words side by side, else one below the other, else None: they do not fit."""
    for lines in (_beside(picture, words), _below(picture, words)):
        if room.holds(max(line.cell_len for line in lines), len(lines)):
            return lines
    return None


def _below(picture: Sequence[Text], words: Sequence[Text]) -> list[Text]:
    return [*picture, Text(), *words]


def _beside(picture: Sequence[Text], words: Sequence[Text]) -> list[Text]:
    wide = max((line.cell_len for line in picture), default=0) + _GAP
    pairs = zip_longest(picture, words, fillvalue=Text())
    return [Text.assemble(left, " " * (wide - left.cell_len), right) if right.plain else left for left, right in pairs]
