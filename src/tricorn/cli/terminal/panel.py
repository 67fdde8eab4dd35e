"""The panel next to the table in a turn, made from a view alone: scores, news, the rack, the legal moves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from textwrap import wrap

from rich.text import Text

from tricorn.cli.terminal.sentences import (
    Audience,
    arithmetic,
    move_events,
    move_sentences,
    rules_name,
    tile_count_text,
)
from tricorn.cli.terminal.table_picture import Size, numbered_placements, placement_labels
from tricorn.lattice import Cell
from tricorn.locales.i18n import Language
from tricorn.moves import DRAW, Move, Place
from tricorn.record import RoundStart, Starts, TileMove
from tricorn.render import NUMBER_STYLES
from tricorn.tiles import Tile
from tricorn.view import View
from tricorn.wording import Say

__all__ = ["CompactPanel", "news", "panel", "public_panel", "shortest_word"]

_TILES_PER_LINE = 5
_MAX_NAME_WIDTH = 16  # in a compact panel
_MOVE_WIDTH = 12  # of a placement in a compact panel: ` 3 1-4-4 49 `


def public_panel(view: View, audience: Audience) -> list[Text]:
    """What everybody may see: round, scores, tiles held, the well."""
    language, names, say = audience.language, audience.names, audience.language.gettext
    well = say("the pile")
    width = max(map(len, (*names, well)))
    counts = [tile_count_text(count, language) for count in (*view.tiles_held, view.in_well)]
    count_width = max(8, *map(len, counts))
    lines = [Text(_head(view, say), style="bold"), Text()]
    for seat, name in enumerate(names):
        mark = ">" if seat == view.turn else " "
        line = f"{mark} {name:<{width}} {view.scores[seat]:>5}  {counts[seat]:>{count_width}}"
        lines.append(Text(line, style="bold" if seat == view.turn else ""))
    lines.append(Text(f"  {well:<{width}} {'':>5}  {counts[-1]:>{count_width}}"))
    return lines


def _head(view: View, say: Say) -> str:
    """The round, the edition, and when the game ends."""
    number, edition = 0 if view.round is None else view.round.number, view.edition
    if edition.rounds is None:
        head = say("Round {number}, {edition}, to {target} points")
    elif number <= edition.rounds:
        head = say("Round {number} of {rounds}, {edition}")
    else:
        head = say("Round {number}, {edition}, one more after a tie")
    head = head.format(number=number, rounds=edition.rounds, edition=rules_name(edition, say), target=edition.target)
    return head if edition.clock is None else head + " " + say("(without the clock)")


def panel(view: View, audience: Audience) -> list[Text]:
    """Everything that a player's turn shows next to the table."""
    assert view.seat is not None
    moves = [*_placement_lines(view, audience.language.gettext), *_other_moves(view, audience.language)]
    return _spaced([public_panel(view, audience), news(view, [view.seat], audience), _rack(view, audience), moves])


def _spaced(blocks: Sequence[Sequence[Text]]) -> list[Text]:
    return [line for block in blocks if block for line in (*block, Text())][:-1]


class CompactPanel:
    """The panel for a small screen: long lines are wrapped, and news is left out first."""

    def __init__(self, view: View, audience: Audience, size: Size) -> None:
        names = [name if len(name) <= _MAX_NAME_WIDTH else f"{name[: _MAX_NAME_WIDTH - 1]}…" for name in audience.names]
        self.view = view
        self.audience = audience._replace(names=names)
        self.size = size

    @property
    def max_placements(self) -> int:
        """The number of placements that it can list."""
        height = self.size.height - len(self._public) - len(self._tiles) - len(self._other_moves)
        return max(1, height) * self._moves_per_line

    def lines(self, cells: Collection[Cell]) -> list[Text]:
        """The panel, with the placements on these cells."""
        say = self.audience.language.gettext
        moves = [*_placement_lines(self.view, say, cells), *self._other_moves]
        if self._height(moves) > self.size.height or any(line.cell_len > self.size.width for line in moves):
            moves = [*self._in_columns(cells), *self._other_moves]
        blocks = [self._public, self._news(self.size.height - self._height(moves)), self._tiles, moves]
        spaced = _spaced(blocks)
        return spaced if len(spaced) <= self.size.height else [line for block in blocks for line in block]

    def _height(self, moves: Sequence[Text]) -> int:
        return len(self._public) + len(self._tiles) + len(moves)

    @cached_property
    def _public(self) -> list[Text]:
        head, _, *seats = public_panel(self.view, self.audience)
        return [*(Text(line, style="bold") for line in wrap(head.plain, self.size.width)), *seats]

    @cached_property
    def _tiles(self) -> list[Text]:
        per_line = max(1, self.size.width // len("  1-4-4"))
        lines = []
        for heading, tiles in _racks(self.view, self.audience):
            rows = [tiles[start : start + per_line] for start in range(0, len(tiles), per_line)]
            lines += [Text(heading), *(Text("  ").join(map(coloured_tile, row)) for row in rows)]
        return lines

    @cached_property
    def _other_moves(self) -> list[Text]:
        return _other_moves(self.view, self.audience.language)

    def _news(self, max_lines: int) -> list[Text]:
        """The latest news in at most this many lines, including an empty one before and after it."""
        assert self.view.seat is not None
        sentences = news(self.view, [self.view.seat], self.audience)
        lines = [line for text in sentences for line in wrap(text.plain, self.size.width, subsequent_indent="  ")]
        return [Text(line) for line in lines[max(0, len(lines) - max(0, max_lines - 3)) :]]

    @property
    def _moves_per_line(self) -> int:
        return max(1, self.size.width // _MOVE_WIDTH)

    def _in_columns(self, cells: Collection[Cell]) -> list[Text]:
        """Number, tile and points of the placements on these cells, several per line."""
        shown = [
            Text(f"{number:>2} ").append_text(coloured_tile(place.tile)).append(f" {points:<3}")
            for number, place, points, _ in numbered_placements(self.view)
            if place.cell in cells
        ]
        per_line = self._moves_per_line
        return [Text().join(shown[start : start + per_line]) for start in range(0, len(shown), per_line)]


def news(view: View, seats: Sequence[int], audience: Audience) -> list[Text]:
    """What has happened in this round, starting with the last move that any of these seats made."""
    events = view.parsed_record.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    own = (index for index, event in enumerate(events) if isinstance(event, TileMove) and event.seat in seats)
    latest = events[max([start, *own]) :]
    lots = [_lot_sentence(event, view, audience) for event in latest if isinstance(event, Starts)]
    return [Text(sentence) for sentence in (*lots, *move_sentences(move_events(latest), view.edition, audience))]


def _lot_sentence(event: Starts, view: View, audience: Audience) -> str:
    """Who starts by lot (R19), addressed to the player if it is the one who looks."""
    say, name = audience.language.gettext, audience.names[event.seat]
    if event.seat != view.seat:
        return say("The lot falls on {name}.").format(name=name)
    if event.seat == audience.you:
        return say("The lot falls on you: start with any tile.")
    return say("The lot falls on {name}: start with any tile.").format(name=name)


def _racks(view: View, audience: Audience) -> list[tuple[str, list[Tile]]]:
    """The tiles of the player on turn under headings; those drawn in this turn are separate."""
    assert view.seat is not None
    say = audience.language.gettext
    drawn = [tile for tile in view.drawn if tile is not None]
    heading = say("Your rack") if view.seat == audience.you else say("{name}'s rack")
    rack = (heading.format(name=audience.names[view.seat]), [tile for tile in view.hand if tile not in drawn])
    return [rack, (say("Drawn now"), drawn)] if drawn else [rack]


def _rack(view: View, audience: Audience) -> list[Text]:
    racks, say = _racks(view, audience), audience.language.gettext
    width = max(len(heading) for heading in (*(heading for heading, _ in racks), say("Drawn now")))
    return [line for heading, tiles in racks for line in _tile_lines(heading.ljust(width), tiles, say)]


def _tile_lines(heading: str, tiles: Sequence[Tile], say: Say) -> list[Text]:
    lines = []
    for start in range(0, len(tiles), _TILES_PER_LINE):
        line = Text(heading if start == 0 else " " * len(heading))
        for tile in tiles[start : start + _TILES_PER_LINE]:
            line.append("  ").append_text(coloured_tile(tile))
        lines.append(line)
    return lines or [Text(heading + "  " + say("(none)"))]


def coloured_tile(tile: Tile) -> Text:
    """A tile's name, each number in its colour."""
    return Text("-").join(Text.from_ansi(f"\x1b[{NUMBER_STYLES[n]}m{n}\x1b[0m") for n in tile.numbers)


def _placement_lines(view: View, say: Say, cells: Collection[Cell] | None = None) -> list[Text]:
    """The placements by number, a line each; with `cells`, only those on these cells, in short."""
    placements = numbered_placements(view)
    labels = placement_labels(view)
    width = max((len(str(placement.place.cell)) for placement in placements), default=0)
    lines = []
    for number, place, points, bonus in placements:
        if cells is not None and place.cell not in cells:
            continue
        sum_ = arithmetic(place.tile, points, bonus, view.edition, say)
        line = Text(f"{number:>3}  ").append_text(coloured_tile(place.tile))
        at = say("at {cell}").format(cell=f"{place.cell!s:<{width}}")
        line.append(f" {at}  {sum_}" if cells is None else f"  {sum_}")
        label = labels.get(place.cell, "")
        if label.endswith("+") and label != f"{number}+":
            line.append("  " + say("(cell {label})").format(label=label), style="dim")
        lines.append(line)
    return lines or [Text(say("None of your tiles fits."))]


def shortest_word(move: Move, language: Language) -> str:
    """What to type for a draw or a pass."""
    return min([*language.typed.get(str(move), ()), str(move)[0]], key=len)


def _other_moves(view: View, language: Language) -> list[Text]:
    """The legal draw and pass, each with the shortest word to type for it."""
    lines, say = [], language.gettext
    for option in view.options:
        if isinstance(option.move, Place):
            continue
        typed = shortest_word(option.move, language)
        label = say("draw a tile") if option.move == DRAW else say("pass")
        cost = f"{option.points:+d}" if option.points else say("costs nothing")
        lines.append(Text(f"  {typed}  {label}  {cost}"))
    return lines
