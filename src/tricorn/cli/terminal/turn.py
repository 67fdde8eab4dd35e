"""The screen of a turn, made from a view alone: the table, scores, the news, the rack, the lawful moves."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from tricorn.cli.terminal.words import Audience, MoveEvent, arithmetic, in_words, plays, tiles_text
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.record import RoundStart
from tricorn.render import NUMBER_STYLES, Position, text
from tricorn.round.drawing import position_of
from tricorn.rulebook import Say
from tricorn.tiles import Tile
from tricorn.view import View

__all__ = ["moves_since", "panel", "picture", "placements", "public_panel"]

_TILES_A_LINE = 5
_LONGEST_LABEL = 3


def placements(view: View, say: Say = str) -> list[tuple[Place, str]]:
    """The legal placements in the order of their numbers, with the sum of each."""
    return [
        (option.move, arithmetic(option.move.tile, option.points, option.bonus, say))
        for option in view.options
        if isinstance(option.move, Place)
    ]


def picture(view: View, say: Say) -> list[Text]:
    """The table, with the number of each placement in its cell; `3+` where other tiles fit too."""
    position = Position() if view.round is None else position_of(view.round)
    # Before the first tile there is one cell and nothing to tell apart.
    labels = _labels(view) if position.tiles else {}
    shown = text(position, colour=True, labels=labels, say=say)
    return [Text.from_ansi(line) for line in shown.split("\n")]


def _labels(view: View) -> dict[Cell, str]:
    labels: dict[Cell, str] = {}
    for number, (place, _) in enumerate(placements(view), 1):
        label = labels.get(place.cell)
        labels[place.cell] = str(number) if label is None else f"{label.rstrip('+')}+"
    return {cell: label for cell, label in labels.items() if len(label) <= _LONGEST_LABEL}


def public_panel(view: View, audience: Audience) -> list[Text]:
    """What everybody may see: round, scores, tiles held, the well."""
    language, names, say = audience.language, audience.names, audience.language.gettext
    number = 0 if view.round is None else view.round.number
    head = say("Round {number}, {edition}, to {target} points")
    head = head.format(number=number, edition=view.edition.id, target=view.edition.target)
    if view.edition.clock is not None:
        head += " " + say("(no clock is kept here)")
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
    """All that stands beside the table in a player's turn."""
    assert view.seat is not None
    news = [Text(sentence) for sentence in in_words(moves_since(view, [view.seat]), audience)]
    parts = [public_panel(view, audience), news, _rack(view, audience), _moves(view, audience.language.gettext)]
    return [line for part in parts if part for line in (*part, Text())][:-1]


def moves_since(view: View, seats: Sequence[int]) -> list[MoveEvent]:
    """This round's moves from the last one of these seats on."""
    events = view.source.events
    start = max(index for index, event in enumerate(events) if isinstance(event, RoundStart))
    moves = plays(events[start:])
    own = max((index for index, move in enumerate(moves) if move.seat in seats), default=0)
    return moves[own:]


def _rack(view: View, audience: Audience) -> list[Text]:
    assert view.seat is not None
    say = audience.language.gettext
    drawn = [tile for tile in view.drawn if tile is not None]
    kept = [tile for tile in view.hand if tile not in drawn]
    whose = say("Your rack") if view.seat == audience.you else say("{name}'s rack")
    whose, now = whose.format(name=audience.names[view.seat]), say("Drawn now")
    wide = max(len(whose), len(now))
    return [*_tiles(whose.ljust(wide), kept, say), *(_tiles(now.ljust(wide), drawn, say) if drawn else [])]


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


def _moves(view: View, say: Say) -> list[Text]:
    places = placements(view, say)
    labels = _labels(view)
    wide = max((len(str(place.cell)) for place, _ in places), default=0)
    lines = []
    for number, (place, sum_) in enumerate(places, 1):
        line = Text(f"{number:>3}  ").append_text(tile_text(place.tile))
        at = say("at {cell}").format(cell=f"{place.cell!s:<{wide}}")
        line.append(f" {at}  {sum_}")
        label = labels.get(place.cell, "")
        if label.endswith("+") and label != f"{number}+":
            line.append("  " + say("(cell {label})").format(label=label), style="dim")
        lines.append(line)
    others = [option for option in view.options if not isinstance(option.move, Place)]
    for option in others:
        what = say("draw a tile") if str(option.move) == "draw" else say("pass")
        cost = f"{option.points:+d}" if option.points else say("costs nothing")
        lines.append(Text(f"  {str(option.move)[0]}  {what}  {cost}"))
    if not places:
        lines.insert(0, Text(say("None of your tiles fits.")))
    return lines
