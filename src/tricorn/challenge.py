"""The answer to "is this a bridge?": what a placement met on the table, what it makes, and which ruling says so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tricorn.errors import IllegalMove
from tricorn.lattice import Cell
from tricorn.moves import Place
from tricorn.round import Round
from tricorn.rulebook import Ruling, sections, silences

__all__ = ["SENTENCES", "Challenge", "explain"]

# Every sentence of an answer, with names for what varies, so that other languages can have them too.
SENTENCES = {
    "first": "{place} is the first tile of the round: nothing can be bridged",
    "refused": "{place} is not possible: {reason}",
    "met": "before {tile} lay there, {count} of its corners met a number: {numbers}",
    "plain": "it matched one side, and no tile touched the point opposite, so it makes neither bridge nor hexagon",
    "bridge": "it matched one side, and a tile touched the point opposite already, so it is a bridge",
    "beside": "it matched {sides} sides, so it lies beside a bridge",
    "hexagon": "it is the sixth tile round one of its corners, so it closes a hexagon",
    "hexagon2": "it is the sixth tile round two of its corners, so it closes two hexagons at once",
    "hexagon3": "it is the sixth tile round all its corners, so it closes three hexagons at once",
    "points": "it scores {sum} + {bonus} = {points}",
    "sum": "it scores its sum, {points}",
    "incomplete": "not every tile on the sheet has its cell, so there may be more on the table than this",
}


@dataclass(frozen=True)
class Challenge:
    """A placement judged on the table as it was before it."""

    place: Place
    before: Round
    numbers: tuple[int, ...]  # that its corners met, clockwise from the apex
    neighbours: tuple[Cell, ...]  # that it matched sides with
    bonus: str | None
    points: int
    reason: str | None  # why it is not possible at all

    def sentences(self) -> list[str]:
        """The answer, a sentence after the other."""
        return list(self._sentences())

    def _sentences(self) -> Iterator[str]:
        if not self.before.started:
            yield SENTENCES["first"].format(place=self.place)
        elif self.reason is not None:
            yield SENTENCES["refused"].format(place=self.place, reason=self.reason)
        else:
            numbers = ", ".join(map(str, self.numbers))
            yield SENTENCES["met"].format(tile=self.place.tile, count=len(self.numbers), numbers=numbers)
            yield SENTENCES[self.bonus or "plain"].format(sides=len(self.neighbours))
            yield self._sum()
        if not self.before.located:
            yield SENTENCES["incomplete"]

    def _sum(self) -> str:
        if self.bonus is None:
            return SENTENCES["sum"].format(points=self.points)
        total = self.place.tile.sum
        return SENTENCES["points"].format(sum=total, bonus=self.points - total, points=self.points)

    def rulings(self) -> list[tuple[Ruling, str]]:
        """The rulings that decide it, each with how it concerns the edition's rulebook."""
        ids = {"R1", "R2"} if self.reason is not None else {"R2", "R3", "R4"} if self.bonus else {"R2"}
        if self.bonus == "hexagon" or not (self.bonus or "").startswith("hexagon"):
            ids.discard("R4")
        return [(ruling, how) for ruling, how in silences(self.before.edition) if ruling.id in ids]

    def rule(self) -> str:
        """The edition's own words on points."""
        return next(section.text for section in sections(self.before.edition) if section.title == "Points")


def explain(current: Round, place: Place) -> Challenge:
    """Judge a placement of this round: one that lies on the table, or one that somebody would like to make.

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
        reason = str(error)
    numbers = before.numbers_round(place.cell)
    neighbours = tuple(cell for cell in place.cell.neighbours if before.is_filled(cell))
    return Challenge(place, before, numbers, neighbours, bonus, points, reason)
