"""The answer to "is this a bridge?": what a placement met on the table, which bonus it makes, and the rulings on it."""

from __future__ import annotations

from dataclasses import dataclass

from tricorn.bonus import Bonus
from tricorn.editions import Edition
from tricorn.errors import IllegalMove, TricornError
from tricorn.lattice import Cell
from tricorn.messages import Message, Phrase
from tricorn.moves import Place
from tricorn.record import Placed, Summed
from tricorn.round import Round
from tricorn.rulebook import rulings_for
from tricorn.rulings import Ruling
from tricorn.sheet.sheet import Sheet
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
        if not self.before.started:
            return [Message.NOTHING_TO_BRIDGE(place=self.place)]
        incomplete = [] if self.before.located else [Message.TABLE_INCOMPLETE()]
        if self.reason is not None:
            return [Message.NOT_POSSIBLE(place=self.place, reason=self.reason), *incomplete]
        numbers = ", ".join(map(str, self.numbers))
        met = Message.CORNERS_MET(tile=self.place.tile, count=len(self.numbers), numbers=numbers)
        return [
            met,
            self._bonus_made(),
            _points_phrase(self.before.edition, self.place.tile.sum, self.points),
            *incomplete,
        ]

    def _bonus_made(self) -> Phrase:
        """The bonus it makes, or why two matched sides make none (R15, R21)."""
        sides = len(self.neighbours)
        if self.bonus is not None:
            return self._beside_made(sides) if self.bonus is Bonus.BESIDE else self.bonus.made()
        if sides < 2:
            return Message.MAKES_NOTHING()
        is_never_paid = self.before.edition.beside == "none"
        return (Message.SIDES_EARN_NOTHING if is_never_paid else Message.MAKES_NOTHING_AT_SIDES)(sides=sides)

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
            ids |= {"R15", "R21"}
        return _rulings(self.before.edition, ids, say)


@dataclass(frozen=True)
class Claim:
    """A placement whose cell is not recorded: what was claimed for it, and whether the table allows it."""

    event: Placed | Summed
    before: Round
    bonus: Bonus | None
    points: int

    def sentences(self) -> list[Phrase]:
        """The answer, sentence by sentence."""
        tile = self.event.tile if isinstance(self.event, Placed) else None
        total = self.event.total if isinstance(self.event, Summed) else self.event.tile.sum
        if not self.before.started:
            return [Message.NOTHING_TO_BRIDGE(place=tile or f"={total}")]
        unrecorded = Message.TILE_UNRECORDED() if tile is None else Message.CELL_UNRECORDED(tile=tile)
        fits = [self._fits(tile)] if tile is not None and self.before.located else []
        return [unrecorded, self._bonus_entered(), _points_phrase(self.before.edition, total, self.points), *fits]

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


def _points_phrase(edition: Edition, total: int, points: int) -> Phrase:
    by_tiles = edition.scoring == "tiles"
    worth = 1 if by_tiles else total
    if points != worth:
        return Message.SCORES_MORE(sum=worth, more=points - worth, points=points)
    return Message.SCORES_TILE(points=points) if by_tiles else Message.SCORES_SUM(points=points)


def _ruling_ids(bonus: Bonus | None) -> set[str]:
    """The ids of the rulings on a placement with this bonus; those that do not concern the edition are left out."""
    if bonus is None:
        return {"R2", "R23"}
    return {"R2", "R3", "R23", *({"R15"} if bonus is Bonus.BESIDE else ()), *({"R4"} if bonus.hexagons > 1 else ())}


def _rulings(edition: Edition, ids: set[str], say: Say) -> list[tuple[Ruling, str]]:
    return [(ruling, how) for ruling, how in rulings_for(edition, say) if ruling.id in ids]


def explain(before: Round, place: Place) -> Challenge:
    """Judge a placement, given the round before it.

    >>> from tricorn.editions import EDITIONS
    >>> from tricorn.record import parse_event
    >>> round_ = Round(EDITIONS["spanish"], players=2)
    >>> round_.apply(parse_event("A 0,0^444 +22"))
    >>> explain(round_, Place.parse("0,0v441")).sentences()[1]
    'it matched one side, and no tile touched the point opposite, so it makes neither bridge nor hexagon'
    """
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
