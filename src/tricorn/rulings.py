"""The rulings: what applies where a rulebook is silent or can be read two ways."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.messages import Message, quoted

__all__ = ["RULINGS", "Note", "Part", "Ruling", "ruling"]


@dataclass(frozen=True)
class Note:
    """How a ruling concerns some rulebooks: they are silent, or can be read two ways."""

    editions: tuple[str, ...]
    reading: Literal["silent", "two ways"]
    text: str


@dataclass(frozen=True)
class Part:
    """A part of a ruling's text that applies only with some field values; `where` names them."""

    where: str
    applies: Callable[[Edition], bool]
    text: str


@dataclass(frozen=True)
class Ruling:
    """What applies where a rulebook is silent or can be read two ways.

    The text has no figures, because it is the same for every edition and all house rules.
    """

    id: str
    title: str
    text: str  # what applies in every edition that the ruling concerns
    notes: tuple[Note, ...]
    parts: tuple[Part, ...] = ()
    # Some questions come from a field, not from the rulebook: a limit on draws raises one, for example.
    raised_by: Callable[[Edition], bool] | None = None

    def note(self, edition: Edition) -> Note | None:
        """The note for the edition's rulebook, if there is one."""
        return next((note for note in self.notes if edition.id in note.editions), None)

    def concerns(self, edition: Edition) -> bool:
        """Whether a player of this edition needs the ruling."""
        if self.raised_by is not None:
            return self.raised_by(edition)
        return self.note(edition) is not None

    def texts(self) -> list[str]:
        """All of its texts: the text itself, its parts and its notes."""
        return [self.text, *(part.text for part in self.parts), *(note.text for note in self.notes)]

    def text_for(self, edition: Edition, say: Callable[[str], str] = str) -> str:
        """The text, with the parts that apply in this edition."""
        texts = [self.text, *(part.text for part in self.parts if part.applies(edition))]
        return " ".join(say(text) for text in texts)


def ruling(id: str) -> Ruling:
    """The ruling with this id.

    >>> ruling("R5").title
    'Equal sums'
    """
    for candidate in RULINGS:
        if candidate.id == id:
            return candidate
    raise TricornError(Message.NO_RULING, text=quoted(id, 40), first=RULINGS[0].id, last=RULINGS[-1].id)


_DELUXE, _CLASSIC, _WOODEN = "pressman-deluxe", "pressman-classic", "wooden"
_SPANISH, _SITE = "spanish", "domino-site"
_BOXED = (_DELUXE, _CLASSIC, _WOODEN)
_ALL_BUT_SPANISH = (*_BOXED, _SITE)
_ALL = (_DELUXE, _CLASSIC, _SPANISH, _WOODEN, _SITE)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "R1",
        "Reading order",
        "A tile is named by its numbers in ascending order, and they run clockwise round the tile in "
        "that order. A tile may be turned but never turned over, so 1-2-3 does not fit where 1-3-2 "
        "clockwise is needed.",
        (
            Note(_ALL_BUT_SPANISH, "silent", "it names tiles in any order and does not say which way they run."),
            Note(
                (_SPANISH,),
                "silent",
                "a tile may be played facing any way, but it does not say which way its numbers run.",
            ),
        ),
    ),
    Ruling(
        "R2",
        "Legal placement",
        "A tile goes on a free cell that shares a whole side with a tile on the table, and all of its "
        "corners show the number that is already at their points. Touching at a corner alone is not a "
        "match.",
        (
            Note(
                _ALL_BUT_SPANISH,
                "two ways",
                "it asks for two matching numbers and says nothing in general about further tiles a corner touches.",
            ),
            Note((_SPANISH,), "two ways", "it shows how tiles join by an example and states no general rule."),
        ),
    ),
    Ruling(
        "R3",
        "One bonus per placement",
        "Bonuses do not add up. A placement that closes a hexagon earns the hexagon's bonus and no other.",
        (
            Note(_BOXED, "silent", "it gives each bonus separately and does not say what happens when two meet."),
            Note(
                (_SPANISH,),
                "two ways",
                "the hexagon's bonus may stand in place of the bridge's or come on top of it; its example "
                "pays the hexagon's alone.",
            ),
            Note((_SITE,), "silent", "it lists the bonuses one by one, and its largest figure is a hexagon's."),
        ),
    ),
    Ruling(
        "R4",
        "Several hexagons at once",
        "Where the edition names no higher figure, closing two or three hexagons with one tile earns the "
        "hexagon's bonus once.",
        (Note(_ALL_BUT_SPANISH, "silent", "it speaks of one hexagon only."),),
        raised_by=lambda edition: len(set(edition.hexagons)) == 1,
    ),
    Ruling(
        "R5",
        "Equal sums",
        "When nobody holds a triple and the highest sum is on several tiles, the one with the higher largest "
        "number starts, then the one with the higher middle number.",
        (Note(_ALL, "silent", "it does not say who starts when two tiles have the highest sum."),),
    ),
    Ruling(
        "R6",
        "Who can place must",
        "A player who can place a tile places one. Drawing is for a player who cannot.",
        (
            Note(
                (_DELUXE, _WOODEN),
                "two ways",
                "it offers drawing to those who cannot match, and does not say that those who can must.",
            ),
            Note(
                (_CLASSIC, _SITE),
                "two ways",
                "it makes those who cannot match draw, and does not quite say that those who can must place.",
            ),
        ),
        raised_by=lambda edition: not edition.draw_optional,
    ),
    Ruling(
        "R7",
        "Draws before a pass",
        "Tiles drawn earlier in a turn that ends with a pass still cost their points, on top of the pass.",
        (
            Note(_BOXED, "silent", "it gives the cost of a draw and of a pass, not of both in one turn."),
            Note(
                (_SPANISH,),
                "silent",
                "it adds the two up for a turn that uses all its draws, not for a well that runs empty before.",
            ),
            Note((_SITE,), "silent", "it gives no figures for either (R13)."),
        ),
    ),
    Ruling(
        "R8",
        "How a turn with limited or chosen draws ends",
        "Such a turn ends with a placement; or, when the last tile the limit allows is drawn and none is "
        "placed, with a pass and its cost on top of the draws; or, when a tile has to be drawn and the well "
        "is empty, with a pass. Where drawing is a choice, any tile held may be placed after a draw, and "
        "an empty well makes the turn a pass even for a player who could place but would rather not.",
        (
            Note(
                (_SPANISH,),
                "two ways",
                "the choice after a draw may be meant for the drawn tile or for any, and an empty well "
                "may cost only those who have to draw.",
            ),
        ),
        raised_by=lambda edition: edition.draw_optional or edition.draw_limit is not None,
    ),
    Ruling(
        "R9",
        "When a round is blocked",
        "A round is blocked when every player in a row has passed, each at the usual cost.",
        (
            Note(
                _BOXED,
                "two ways",
                "it asks that all have passed, not that they did so one after another, nor what that costs.",
            ),
            Note(
                (_SPANISH,),
                "two ways",
                "it does not say whether a turn of draws without a placement is a pass, nor whether passes block the "
                "round while tiles are left to draw.",
            ),
            Note((_SITE,), "two ways", "it ends the round once nobody can place, without speaking of passes."),
        ),
        (
            Part(
                "`blocked_when=closed`",
                lambda edition: edition.blocked_when == "closed",
                "The well must have been empty at the end of each of those turns: a round is closed when nobody can "
                "go on.",
            ),
            Part(
                "`blocked_when=passes`",
                lambda edition: edition.blocked_when == "passes",
                "It does not matter whether tiles are left in the well.",
            ),
            Part(
                "a `draw_limit` and `blocked_when=closed`",
                lambda edition: edition.draw_limit is not None and edition.blocked_when == "closed",
                "A turn that uses up its draws without a placement is a pass and costs what a pass costs, but while "
                "tiles are left in the well it blocks nothing.",
            ),
            Part(
                "a `draw_limit` and `blocked_when=passes`",
                lambda edition: edition.draw_limit is not None and edition.blocked_when == "passes",
                "A turn that uses up its draws without a placement is a pass too.",
            ),
        ),
    ),
    Ruling(
        "R10",
        "Ties in a blocked round",
        "A tie on the edition's measure is broken by the other one: points in hand after tiles, tiles after points "
        "in hand. If it is still a tie, the round is drawn and nobody scores for hands.",
        (Note(_ALL, "silent", "it does not speak of ties."),),
    ),
    Ruling(
        "R11",
        "When the target counts",
        "A round in progress is always finished. Only scores after the round's own points count, so "
        "a player who passed the target and fell below it again has not reached it.",
        (
            Note(
                _BOXED,
                "silent",
                "it finishes the round, but does not say what becomes of a score that falls back below the target.",
            ),
            Note((_SITE,), "two ways", "the game might be meant to stop in the middle of a round."),
        ),
    ),
    Ruling(
        "R12",
        "Several players at the target",
        "If one player alone has reached the target, that player wins the game.",
        (
            Note(
                _BOXED,
                "two ways",
                "it gives the game to the winner of the round, who need not be one of those at the target.",
            ),
            Note((_SPANISH,), "silent", "it does not say who wins when several have reached the target."),
            Note((_SITE,), "silent", "it does not say who wins when several have reached the target (R13)."),
        ),
        (
            Part(
                "`won_by=round`",
                lambda edition: edition.won_by == "round",
                "If several have, the winner of that round wins the game, if among them. If not, or if the round was "
                "drawn, the one with the highest score of those who have reached the target wins; if several share "
                "it, everybody plays one more round and the whole rule is applied again.",
            ),
            Part(
                "`won_by=highest`",
                lambda edition: edition.won_by == "highest",
                "If several have, the one with the highest score wins; if several share it, everybody plays one more "
                "round and the whole rule is applied again.",
            ),
        ),
    ),
    Ruling(
        "R13",
        "What the short rulebook leaves out",
        "The figures for drawing, passing and going out, the winner of a blocked round and what it earns, that a round "
        "is finished when a player reaches the target, and the winner of the game among several at the target are "
        "taken from the edition Pressman Classic.",
        (
            Note(
                (_SITE,),
                "silent",
                "it has none of these, and Pressman Classic is the rulebook of the trademark it names.",
            ),
        ),
    ),
    Ruling(
        "R14",
        "Turn clock",
        "A turn clock is optional in every edition. When the time is up the game takes the turn for the "
        "player, within the rules: it draws where drawing is due, then makes the placement that scores most, or "
        "passes. The clock never makes an illegal move and never costs extra points.",
        (
            Note(
                (_CLASSIC,),
                "silent",
                "it suggests a limit of half a minute or a minute for slow players, not what happens at its end.",
            ),
            Note((_DELUXE, _SPANISH, _WOODEN, _SITE), "silent", "it has no clock; setting one is a house rule."),
        ),
    ),
    Ruling(
        "R15",
        "Two sides without a hexagon",
        "Matching two or three sides without closing a hexagon takes a gap that a bridge has made.",
        (
            Note(
                (_DELUXE, _CLASSIC, _WOODEN),
                "two ways",
                "it pays for two sides once a bridge has been made, and does not say whether they must be next to it.",
            ),
            Note(
                (_SPANISH,), "silent", "it shows two matched sides with the bridge's bonus and does not explain them."
            ),
            Note(
                (_SITE,),
                "two ways",
                "it pays for matching a bridging tile and one side of another tile, and does not speak of two sides "
                "elsewhere.",
            ),
        ),
        (
            Part(
                "`beside=sides`",
                lambda edition: edition.beside == "sides",
                "It earns the bridge's bonus, whichever tiles are matched.",
            ),
            Part(
                "`beside=bridge`",
                lambda edition: edition.beside == "bridge",
                "It earns the bridge's bonus if at least one of the tiles matched was itself placed as a bridge; "
                "elsewhere the tile scores its sum.",
            ),
        ),
    ),
    Ruling(
        "R16",
        "No choice of 0-0-0",
        "The highest triple starts. 0-0-0 starts, and earns its extra bonus, only if it is the highest triple dealt.",
        (Note((_SITE,), "silent", "it has the highest triple lead and speaks of no choice."),),
        raised_by=lambda edition: not edition.zero_option,
    ),
    Ruling(
        "R17",
        "Keeping the tile drawn",
        "Where drawing is a choice, a tile drawn may be kept although it could be placed.",
        (
            Note(
                (_SPANISH,),
                "two ways",
                "keeping the tile drawn might be meant to end the turn.",
            ),
        ),
        (
            Part(
                "`pass_after_draw=no`",
                lambda edition: not edition.pass_after_draw,
                "A player who keeps it goes on drawing, until a tile is placed or the turn ends as a pass (R8).",
            ),
            Part(
                "`pass_after_draw=yes`",
                lambda edition: edition.pass_after_draw,
                "The turn may then end at no further cost. With the well empty it counts towards a blocked round as "
                "any pass does (R9).",
            ),
            Part(
                "a `draw_limit` and `pass_after_draw=yes`",
                lambda edition: edition.draw_limit is not None and edition.pass_after_draw,
                "After the last draw that the limit allows it costs what a pass costs (R8).",
            ),
        ),
        raised_by=lambda edition: edition.draw_optional,
    ),
    Ruling(
        "R18",
        "The winner's own hand in a blocked round",
        "The winner of a blocked round gets the points of all other hands.",
        (
            Note(
                (_CLASSIC,),
                "two ways",
                "it adds what every player has left before it takes the winner's own hand away, which might be meant "
                "to cancel that hand out.",
            ),
            Note((_SITE,), "silent", "it does not say what a blocked round earns (R13)."),
        ),
        (
            Part(
                "`blocked_own=yes`",
                lambda edition: edition.blocked_own,
                "The points of the winner's own hand are lost.",
            ),
            Part(
                "`blocked_own=no`",
                lambda edition: not edition.blocked_own,
                "Nothing is lost for the winner's own hand.",
            ),
        ),
    ),
)
