"""What is shown beside the table in a turn, made only from a view: scores, news, the rack, the legal moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from textwrap import wrap

from rich.text import Text

from tricorn.cli.terminal.table import Size, labels_of
from tricorn.cli.terminal.words import Audience, MoveEvent, arithmetic, in_words, plays, tiles_text
from tricorn.lattice import Cell
from tricorn.locales.i18n import Language
from tricorn.moves import Move, Place
from tricorn.record import RoundStart
from tricorn.render import NUMBER_STYLES
from tricorn.rulebook import Say
from tricorn.tiles import Tile
from tricorn.view import View

__all__ = ["CompactPanel", "moves_since", "panel", "placements", "public_panel", "shortest_word"]

_TILES_A_LINE = 5
_NAME_WIDE = 16  # the longest name in a compact panel
_MOVE_WIDE = 12  # of a placement in short: ` 3 1-4-4 49 `


def placements(view: View, say: Say = str) -> list[tuple[Place, str]]:
    """The legal placements in the order of their numbers, with the sum of each."""
    return [
        (option.move, arithmetic(option.move.tile, option.points, option.bonus, say))
        for option in view.options
        if isinstance(option.move, Place)
    ]


def public_panel(view: View, audience: Audience) -> list[Text]:
    """What everybody may see: round, scores, tiles held, the well."""
    language, names, say = audience.language, audience.names, audience.language.gettext
    number = 0 if view.round is None else view.round.number
    head = say("Round {number}, {edition}, to {target} points")
    head = head.format(number=number, edition=view.edition.id, target=view.edition.target)
    if view.edition.clock is not None:
        head += " " + say("(no clock here)")
    well = say("the well")
    wide = max(map(len, (*names, well)))
    lines = [Text(head, style="bold"), Text()]
    for seat, name in enumerate(names):
        mark = ">" if seat == view.turn else " "
        line = f"{mark} {name:<{wide}} {view.scores[seat]:>5}  {tiles_text(view.tiles_held[seat], language):>8}"
        lines.append(Text(line, style="bold" if seat == view.turn else ""))
    lines.append(Text(f"  {well:<{wide}} {'':>5}  {tiles_text(view.in_well, language):>8}"))
    return lines


def panel(view: View, audience: Audience) -> list[Text]:
    """Everything shown beside the table in a player's turn."""
    assert view.seat is not None
    news = [Text(sentence) for sentence in in_words(moves_since(view, [view.seat]), audience)]
    moves = [*_placements(view, audience.language.gettext), *_others(view, audience.language)]
    return _spaced([public_panel(view, audience), news, _rack(view, audience), moves])


def _spaced(parts: Sequence[Sequence[Text]]) -> list[Text]:
    return [line for part in parts if part for line in (*part, Text())][:-1]


class CompactPanel:
    """The panel for little space: long lines are wrapped, and the news is the first to be left out."""

    def __init__(self, view: View, audience: Audience, size: Size) -> None:
        names = [name if len(name) <= _NAME_WIDE else f"{name[: _NAME_WIDE - 1]}…" for name in audience.names]
        self.view = view
        self.audience = audience._replace(names=names)
        self.size = size

    @property
    def most(self) -> int:
        """How many placements it can list."""
        lines = self.size.high - len(self._public) - len(self._tiles) - len(self._without_placing)
        return max(1, lines) * self._a_line

    def lines(self, cells: Collection[Cell]) -> list[Text]:
        """The panel, with the placements on these cells."""
        say = self.audience.language.gettext
        moves = [*_placements(self.view, say, cells), *self._without_placing]
        if self._height(moves) > self.size.high or any(line.cell_len > self.size.wide for line in moves):
            moves = [*self._in_columns(cells), *self._without_placing]
        parts = [self._public, self._news(self.size.high - self._height(moves)), self._tiles, moves]
        spaced = _spaced(parts)
        return spaced if len(spaced) <= self.size.high else [line for part in parts for line in part]

    def _height(self, moves: Sequence[Text]) -> int:
        return len(self._public) + len(self._tiles) + len(moves)

    @cached_property
    def _public(self) -> list[Text]:
        head, _, *seats = public_panel(self.view, self.audience)
        return [*(Text(line, style="bold") for line in wrap(head.plain, self.size.wide)), *seats]

    @cached_property
    def _tiles(self) -> list[Text]:
        at_once = max(1, self.size.wide // len("  1-4-4"))
        lines = []
        for heading, tiles in _racks(self.view, self.audience):
            rows = [tiles[start : start + at_once] for start in range(0, len(tiles), at_once)]
            lines += [Text(heading), *(Text("  ").join(map(tile_text, row)) for row in rows)]
        return lines

    @cached_property
    def _without_placing(self) -> list[Text]:
        return _others(self.view, self.audience.language)

    def _news(self, most: int) -> list[Text]:
        """The latest news in a limited number of lines, including an empty one before and after it."""
        assert self.view.seat is not None
        sentences = in_words(moves_since(self.view, [self.view.seat]), self.audience)
        lines = [line for sentence in sentences for line in wrap(sentence, self.size.wide, subsequent_indent="  ")]
        return [Text(line) for line in lines[max(0, len(lines) - max(0, most - 3)) :]]

    @property
    def _a_line(self) -> int:
        return max(1, self.size.wide // _MOVE_WIDE)

    def _in_columns(self, cells: Collection[Cell]) -> list[Text]:
        """Number, tile and points of the placements on these cells, several a line."""
        placing = [option for option in self.view.options if isinstance(option.move, Place)]
        shown = [
            Text(f"{number:>2} ").append_text(tile_text(option.move.tile)).append(f" {option.points:<3}")
            for number, option in enumerate(placing, 1)
            if isinstance(option.move, Place) and option.move.cell in cells
        ]
        return [Text().join(shown[start : start + self._a_line]) for start in range(0, len(shown), self._a_line)]


def moves_since(view: View, seats: Sequence[int]) -> list[MoveEvent]:
    """This round's moves from the last one of these seats on."""
    events = view.source.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    moves = plays(events[start:])
    own = max((index for index, move in enumerate(moves) if move.seat in seats), default=0)
    return moves[own:]


def _racks(view: View, audience: Audience) -> list[tuple[str, list[Tile]]]:
    """The tiles of the player on turn under their headings; those drawn in this turn stand apart."""
    assert view.seat is not None
    say = audience.language.gettext
    drawn = [tile for tile in view.drawn if tile is not None]
    whose = say("Your rack") if view.seat == audience.you else say("{name}'s rack")
    rack = (whose.format(name=audience.names[view.seat]), [tile for tile in view.hand if tile not in drawn])
    return [rack, (say("Drawn now"), drawn)] if drawn else [rack]


def _rack(view: View, audience: Audience) -> list[Text]:
    racks, say = _racks(view, audience), audience.language.gettext
    wide = max(len(heading) for heading in (*(heading for heading, _ in racks), say("Drawn now")))
    return [line for heading, tiles in racks for line in _tiles(heading.ljust(wide), tiles, say)]


def _tiles(heading: str, tiles: Sequence[Tile], say: Say) -> list[Text]:
    lines = []
    for start in range(0, len(tiles), _TILES_A_LINE):
        line = Text(heading if start == 0 else " " * len(heading))
        for tile in tiles[start : start + _TILES_A_LINE]:
            line.append("  ").append_text(tile_text(tile))
        lines.append(line)
    return lines or [Text(heading + "  " + say("(none)"))]


def tile_text(tile: Tile) -> Text:
    """A tile's name, each number in its colour."""
    return Text("-").join(Text.from_ansi(f"\x1b[{NUMBER_STYLES[n]}m{n}\x1b[0m") for n in tile.numbers)


def _placements(view: View, say: Say, cells: Collection[Cell] | None = None) -> list[Text]:
    """The placements by number, a line each; given some cells, only those on them and in fewer words."""
    places = placements(view, say)
    labels = labels_of(view)
    wide = max((len(str(place.cell)) for place, _ in places), default=0)
    lines = []
    for number, (place, sum_) in enumerate(places, 1):
        if cells is not None and place.cell not in cells:
            continue
        line = Text(f"{number:>3}  ").append_text(tile_text(place.tile))
        at = say("at {cell}").format(cell=f"{place.cell!s:<{wide}}")
        line.append(f" {at}  {sum_}" if cells is None else f"  {sum_}")
        label = labels.get(place.cell, "")
        if label.endswith("+") and label != f"{number}+":
            line.append("  " + say("(cell {label})").format(label=label), style="dim")
        lines.append(line)
    return lines or [Text(say("None of your tiles fits."))]


def shortest_word(move: Move, language: Language) -> str:
    """What to type for a draw or a pass."""
    return min([*language.typed.get(str(move), ()), str(move)[0]], key=len)


def _others(view: View, language: Language) -> list[Text]:
    """What can be done without placing a tile, with the shortest word to type for it."""
    lines, say = [], language.gettext
    for option in view.options:
        if isinstance(option.move, Place):
            continue
        typed = shortest_word(option.move, language)
        what = say("draw a tile") if str(option.move) == "draw" else say("pass")
        cost = f"{option.points:+d}" if option.points else say("costs nothing")
        lines.append(Text(f"  {typed}  {what}  {cost}"))
    return lines
