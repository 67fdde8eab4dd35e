"""The answer to "is this a bridge?": what a placement met on the table, which bonus it makes, and the rulings on it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tricorn.bonus import Bonus
from tricorn.editions import Edition
from tricorn.errors import IllegalMove, TricornError
from tricorn.lattice import Cell
from tricorn.messages import Message, Phrase
from tricorn.moves import Place
from tricorn.record import Placed, Summed
from tricorn.round import Round
from tricorn.rulebook import rulings_for, sections
from tricorn.rulings import Ruling
from tricorn.sheet import Sheet
from tricorn.tiles import Tile
from tricorn.wording import Say

__all__ = ["Challenge", "Claim", "explain", "explain_line"]


@dataclass(frozen=True)
class Challenge:
    """A placement, judged on the table as it was before."""

    place: Place
    before: Round
    numbers: tuple[int, ...]  # met by its corners, clockwise from the apex
    neighbours: tuple[Cell, ...]  # whose sides it matched
    bonus: Bonus | None
    points: int
    reason: Phrase | None  # why it is not legal

    def sentences(self) -> list[Phrase]:
        """The answer, sentence by sentence."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[Phrase]:
        if not self.before.started:
            yield Message.NOTHING_TO_BRIDGE(place=self.place)
        elif self.reason is not None:
            yield Message.NOT_POSSIBLE(place=self.place, reason=self.reason)
        else:
            numbers = ", ".join(map(str, self.numbers))
            yield Message.CORNERS_MET(tile=self.place.tile, count=len(self.numbers), numbers=numbers)
            yield self._bonus_made()
            yield _points_phrase(self.place.tile.sum, self.points)
        if not self.before.located:
            yield Message.TABLE_INCOMPLETE()

    def _bonus_made(self) -> Phrase:
        """The bonus it makes, or why two matched sides make none (R15)."""
        sides = len(self.neighbours)
        if self.bonus is None:
            return Message.MAKES_NOTHING_AT_SIDES(sides=sides) if sides >= 2 else Message.MAKES_NOTHING()
        return self._beside_made(sides) if self.bonus is Bonus.BESIDE else self.bonus.made()

    def _beside_made(self, sides: int) -> Phrase:
        bridging = [cell for cell in self.neighbours if self.before.board.is_bridging(cell)]
        if not bridging or self.before.edition.beside != "bridge":
            return Message.MAKES_BESIDE(sides=sides)
        (tile,) = [place.tile for place in self.before.places if place.cell == bridging[0]]
        return Message.MAKES_BESIDE_BRIDGE(sides=sides, tile=tile)

    def rulings(self, say: Say = str) -> list[tuple[Ruling, str]]:
        """The rulings that decide it, each with how the edition's rulebook raises the question."""
        ids = _ruling_ids(self.bonus) if self.reason is None else {"R1", "R2"}
        if self.reason is None and self.bonus is None and len(self.neighbours) >= 2:
            ids.add("R15")
        return _rulings(self.before.edition, ids, say)

    def rule(self) -> str:
        """The section on points of the edition's rules."""
        return next(section.text for section in sections(self.before.edition) if section.key == "points")


@dataclass(frozen=True)
class Claim:
    """A placement whose cell is not recorded: what was claimed for it, and whether the table allows it."""

    event: Placed | Summed
    before: Round
    bonus: Bonus | None
    points: int

    def sentences(self) -> list[Phrase]:
        """The answer, sentence by sentence."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[Phrase]:
        tile = self.event.tile if isinstance(self.event, Placed) else None
        total = self.event.total if isinstance(self.event, Summed) else self.event.tile.sum
        if not self.before.started:
            yield Message.NOTHING_TO_BRIDGE(place=tile or f"={total}")
            return
        yield Message.TILE_UNRECORDED() if tile is None else Message.CELL_UNRECORDED(tile=tile)
        yield self._bonus_entered()
        yield _points_phrase(total, self.points)
        if tile is not None and self.before.located:
            yield self._fits(tile)

    def _bonus_entered(self) -> Phrase:
        if self.bonus is None:
            return Message.ENTERED_PLAIN()
        needs_bridge = self.bonus is Bonus.BESIDE and self.before.edition.beside == "bridge"
        return Message.ENTERED_BESIDE_BRIDGE() if needs_bridge else self.bonus.entered()

    def _fits(self, tile: Tile) -> Phrase:
        bonuses = [option.bonus for option in self.before.fitting(tile)]
        return Message.FITS_AT(tile=tile, places=len(bonuses), count=bonuses.count(self.bonus))

    def rulings(self, say: Say = str) -> list[tuple[Ruling, str]]:
        """The rulings on the claim, each with how the edition's rulebook raises the question."""
        return _rulings(self.before.edition, _ruling_ids(self.bonus), say)


def _points_phrase(total: int, points: int) -> Phrase:
    if points == total:
        return Message.SCORES_SUM(points=points)
    return Message.SCORES_MORE(sum=total, more=points - total, points=points)


def _ruling_ids(bonus: Bonus | None) -> set[str]:
    """The ids of the rulings on a placement with this bonus."""
    if bonus is None:
        return {"R2"}
    return {"R2", "R3", *({"R15"} if bonus is Bonus.BESIDE else ()), *({"R4"} if bonus.hexagons > 1 else ())}


def _rulings(edition: Edition, ids: set[str], say: Say) -> list[tuple[Ruling, str]]:
    return [(ruling, how) for ruling, how in rulings_for(edition, say) if ruling.id in ids]


def explain(current: Round, place: Place) -> Challenge:
    """Judge a placement of this round, made or considered.

    >>> from tricorn.editions import EDITIONS
    >>> from tricorn.record import parse_event
    >>> round_ = Round(EDITIONS["spanish"], players=2)
    >>> round_.apply(parse_event("A 0,0^444 +22"))
    >>> explain(round_, Place.parse("0,0v441")).sentences()[1]
    'it matched one side, and no tile touched the point opposite, so it makes neither bridge nor hexagon'
    """
    before = current.before(place)
    reason, bonus, points = None, None, place.tile.sum
    try:
        option = before.option_at(place)
        bonus, points = option.bonus, option.points
    except IllegalMove as error:
        reason = error.phrase
    numbers = before.board.numbers_around(place.cell)
    neighbours = tuple(cell for cell in place.cell.neighbours if before.board.is_filled(cell))
    return Challenge(place, before, numbers, neighbours, bonus, points, reason)


def explain_line(sheet: Sheet, number: int) -> Challenge | Claim:
    """Judge the placement on a line of a sheet, on the table as it was before that line.

    >>> sheet = Sheet("wooden", entries=["A 0,0^444", "B 1-4-4 bridge"])
    >>> explain_line(sheet, 2).sentences()[-1]
    '1-4-4 fitted on 3 of the open cells, and would have made what was entered on 0 of them'
    """
    before = sheet.before(number).round or Round(sheet.edition, len(sheet.names))
    line = sheet.line(number)
    event = line.entry.event
    if not isinstance(event, Placed | Summed):
        raise TricornError(Message.NO_TILE_ON_LINE, number=number)
    if isinstance(event, Placed) and event.place is not None:
        return explain(before, event.place)
    return Claim(event, before, line.bonus, line.points)
