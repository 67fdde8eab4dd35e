"""The rulings: what applies where a rulebook is silent or can be read two ways, or where only facts are known of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import Say, quoted

__all__ = ["RULINGS", "Note", "Part", "Ruling", "ruling"]


@dataclass(frozen=True)
class Note:
    """How a ruling concerns some rulebooks: silent, to be read two ways, or not settled by the facts known of it."""

    editions: tuple[str, ...]
    reading: Literal["silent", "two ways", "facts"]
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
    applies: Callable[[Edition], bool] = lambda edition: True  # a house rule can make it pointless

    def note(self, edition: Edition) -> Note | None:
        """The note for the edition's rulebook, if there is one."""
        return next((note for note in self.notes if edition.id in note.editions), None)

    def concerns(self, edition: Edition) -> bool:
        """Whether a player of this edition needs the ruling."""
        if self.raised_by is not None:
            return self.raised_by(edition)
        return self.applies(edition) and self.note(edition) is not None

    def texts(self) -> list[str]:
        """All of its texts: the text itself, its parts and its notes."""
        return [self.text, *(part.text for part in self.parts), *(note.text for note in self.notes)]

    def text_for(self, edition: Edition, say: Say = str) -> str:
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
_SPANISH, _SITE, _GOLIATH = "spanish", "domino-site", "goliath"
_BOXED = (_DELUXE, _CLASSIC, _WOODEN)
_ALL_BUT_SPANISH = (*_BOXED, _SITE)
_ALL_FIVE = (_DELUXE, _CLASSIC, _SPANISH, _WOODEN, _SITE)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "R1",
        "Reading order",
        "A tile is named by its numbers in ascending order, and they run clockwise around the tile in that order. A "
        "tile may be turned but never turned over, so 1-2-3 does not fit where 1-3-2 clockwise is needed.",
        (
            Note(_ALL_BUT_SPANISH, "silent", "it names tiles in any order and does not say which way they run."),
            Note(
                (_SPANISH,),
                "silent",
                "a tile may be played facing any way, but it does not say which way its numbers run.",
            ),
            Note((_GOLIATH,), "facts", "they do not say which way the numbers of a tile run."),
        ),
    ),
    Ruling(
        "R2",
        "Legal placement",
        "A tile goes on a free cell that shares a whole side with a tile on the table, and each of its corners "
        "shows the number that its point already has. Touching at a corner alone is not a match.",
        (
            Note(
                _ALL_BUT_SPANISH,
                "two ways",
                "it requires two matching numbers and has no general rule for other tiles that a corner touches.",
            ),
            Note((_SPANISH,), "two ways", "it shows by an example how tiles join, and states no general rule."),
            Note((_GOLIATH,), "facts", "they do not say how tiles must match."),
        ),
    ),
    Ruling(
        "R3",
        "One bonus per placement",
        "Bonuses do not add up. A placement that closes a hexagon earns the hexagon's bonus and no other.",
        (
            Note(_BOXED, "silent", "it gives each bonus separately and does not say what happens when two coincide."),
            Note(
                (_SPANISH,),
                "two ways",
                "the hexagon's bonus may replace the bridge's or be added to it; its example pays the hexagon's alone.",
            ),
            Note((_SITE,), "silent", "it lists the bonuses one by one, and its largest figure is a hexagon's."),
            Note((_GOLIATH,), "facts", "they give each bonus separately."),
        ),
    ),
    Ruling(
        "R4",
        "Several hexagons at once",
        "Unless the edition gives a higher bonus, closing two or three hexagons with one tile earns the hexagon's "
        "bonus once.",
        (
            Note(_ALL_BUT_SPANISH, "silent", "it mentions only one hexagon at a time."),
            Note((_GOLIATH,), "facts", "they give no bonus for three hexagons; it is taken from the edition Spanish."),
        ),
        raised_by=lambda edition: len(set(edition.hexagons)) == 1 or edition.facts_only,
    ),
    Ruling(
        "R5",
        "Equal sums",
        "When nobody holds a triple and several tiles have the highest sum, the one with the higher largest number "
        "starts, then the one with the higher middle number.",
        (Note(_ALL_FIVE, "silent", "it does not say who starts when two tiles have the highest sum."),),
        raised_by=lambda edition: edition.start == "triple",
    ),
    Ruling(
        "R6",
        "Placing is compulsory",
        "A player who can place a tile must place one. Only a player who cannot may draw.",
        (
            Note(
                (_DELUXE, _WOODEN),
                "two ways",
                "it lets players who cannot match draw, and does not say that players who can match must place.",
            ),
            Note(
                (_CLASSIC, _SITE),
                "two ways",
                "it makes players who cannot match draw, and does not quite say that players who can match must place.",
            ),
        ),
        raised_by=lambda edition: not edition.draw_optional,
    ),
    Ruling(
        "R7",
        "Draws before a pass",
        "Tiles drawn earlier in a turn that ends with a pass still cost points, in addition to what the pass costs.",
        (
            Note(_BOXED, "silent", "it gives the cost of a draw and of a pass, but not of both in one turn."),
            Note(
                (_SPANISH,),
                "silent",
                "it adds the two up for a turn that uses all its draws, but not for one in which the well runs out.",
            ),
            Note((_SITE,), "silent", "it gives no figures for either (R13)."),
            Note((_GOLIATH,), "facts", "they add the two up only for a turn that uses all its draws."),
        ),
    ),
    Ruling(
        "R8",
        "How a turn with limited or chosen draws ends",
        "Such a turn ends with a placement; or, when the last draw that the limit allows is made and no tile is "
        "placed, with a pass that costs points in addition to the draws; or, when a tile must be drawn and the well "
        "is empty, with a pass. If drawing is optional, any tile in hand may be placed after a draw, and with an "
        "empty well the turn is a pass even for a player who could place a tile but would rather not.",
        (
            Note(
                (_SPANISH,),
                "two ways",
                "the choice after a draw may apply to the drawn tile or to any tile, and an empty well may cost "
                "points only for players who have to draw.",
            ),
            Note((_GOLIATH,), "facts", "they do not say whether any tile may be placed after a draw."),
        ),
        raised_by=lambda edition: edition.draw_optional or edition.draw_limit is not None,
    ),
    Ruling(
        "R9",
        "When a round is blocked",
        "A round is blocked when all players have passed in a row, each at the usual cost, if any.",
        (
            Note(
                _BOXED,
                "two ways",
                "it requires that all have passed, but does not say whether in a row, nor what that costs.",
            ),
            Note(
                (_SPANISH,),
                "two ways",
                "it does not say whether a turn of draws without a placement is a pass, nor whether passes block the "
                "round while tiles are left to draw.",
            ),
            Note((_SITE,), "two ways", "it ends the round once nobody can place a tile, and does not mention passes."),
            Note((_GOLIATH,), "facts", "they do not say which passes block a round."),
        ),
        (
            Part(
                "`blocked_when=closed`",
                lambda edition: edition.blocked_when == "closed",
                "The well must have been empty at the end of each of those turns: a round is closed when nobody can "
                "play on.",
            ),
            Part(
                "`blocked_when=passes`",
                lambda edition: edition.blocked_when == "passes",
                "It does not matter whether tiles are left in the well.",
            ),
            Part(
                "a `draw_limit` and `blocked_when=closed`",
                lambda edition: edition.draw_limit is not None and edition.blocked_when == "closed",
                "A turn that uses up its draws without a placement is a pass and costs the same, but does not block "
                "the round while tiles are left in the well.",
            ),
            Part(
                "a `draw_limit` and `blocked_when=passes`",
                lambda edition: edition.draw_limit is not None and edition.blocked_when == "passes",
                "A turn that uses up its draws without a placement is also a pass.",
            ),
        ),
    ),
    Ruling(
        "R10",
        "Ties in a blocked round",
        "A tie is broken by the criterion that the edition does not use: by points in hand if the fewest tiles win, "
        "by tiles if the fewest points win. If players are still tied, the round is a draw and nobody scores for "
        "the hands.",
        (
            Note(_ALL_FIVE, "silent", "it does not mention ties."),
            Note((_GOLIATH,), "facts", "they do not mention ties."),
        ),
    ),
    Ruling(
        "R11",
        "When the target counts",
        "A round in progress is always finished. Only the scores at its end count, so a player who reached the "
        "target and fell below it again has not reached it.",
        (
            Note(
                _BOXED,
                "silent",
                "it finishes the round, but does not say what happens if a score falls back below the target.",
            ),
            Note((_SITE,), "two ways", "the game might be meant to stop in the middle of a round."),
            Note((_GOLIATH,), "facts", "they do not say whether the round is finished."),
        ),
        applies=lambda edition: edition.rounds is None,
    ),
    Ruling(
        "R12",
        "Several players at the target",
        "If only one player has reached the target, that player wins the game.",
        (
            Note(
                _BOXED,
                "two ways",
                "it gives the game to the winner of the round, who may not have reached the target.",
            ),
            Note((_SPANISH,), "silent", "it does not say who wins when several have reached the target."),
            Note((_SITE,), "silent", "it does not say who wins when several have reached the target (R13)."),
            Note((_GOLIATH,), "facts", "they do not say what happens when the highest score is shared."),
        ),
        (
            Part(
                "`won_by=round`",
                lambda edition: edition.won_by == "round",
                "If several players have and the winner of that round is one of them, that player wins the game. If "
                "not, or if the round was a draw, the player with the highest score wins; if several share it, "
                "everybody plays one more round and the whole rule applies again.",
            ),
            Part(
                "`won_by=highest`",
                lambda edition: edition.won_by == "highest",
                "If several players have, the one with the highest score wins; if several share it, everybody plays "
                "one more round and the whole rule applies again.",
            ),
        ),
        raised_by=lambda edition: edition.rounds is None,
    ),
    Ruling(
        "R13",
        "What the short rulebook leaves out",
        "The following are taken from the edition Pressman Classic: the points for drawing, passing and going out; "
        "who wins a blocked round and what it scores; that a round is finished when a player reaches the target; "
        "and who wins the game when several have reached it.",
        (
            Note(
                (_SITE,),
                "silent",
                "it gives none of these, and Pressman Classic is the rulebook of the trademark it names.",
            ),
        ),
    ),
    Ruling(
        "R14",
        "Turn clock",
        "A turn clock is optional in every edition. When the time is up, the game plays the turn for the player by "
        "the rules: it draws if it must, then makes the placement that scores least, so that nobody gains by waiting, "
        "or passes. The clock never makes an illegal move and never costs extra points.",
        (
            Note(
                (_CLASSIC,),
                "silent",
                "it suggests a limit of half a minute or a minute for slow players, but does not say what happens "
                "when the time is up.",
            ),
            Note((_DELUXE, _SPANISH, _WOODEN, _SITE), "silent", "it has no clock; setting one is a house rule."),
            Note((_GOLIATH,), "facts", "they mention no clock; setting one is a house rule."),
        ),
    ),
    Ruling(
        "R15",
        "Two sides without a hexagon",
        "Two or three sides can be matched without closing a hexagon only in a gap that a bridge has made.",
        (
            Note(
                _BOXED,
                "two ways",
                "it pays for two sides once a bridge has been made, and does not say whether they must be next to it.",
            ),
            Note(
                (_SPANISH,), "silent", "it shows two matched sides with the bridge's bonus and does not explain them."
            ),
            Note(
                (_SITE,),
                "two ways",
                "it pays for matching a bridging tile and one side of another tile, and does not mention two sides "
                "elsewhere.",
            ),
        ),
        (
            Part(
                "`beside=sides`",
                lambda edition: edition.beside == "sides",
                "This earns the bridge's bonus, whichever tiles are matched.",
            ),
            Part(
                "`beside=bridge`",
                lambda edition: edition.beside == "bridge",
                "This earns the bridge's bonus if at least one of the tiles matched was itself placed as a bridge; "
                "elsewhere it earns no bonus.",
            ),
        ),
        raised_by=lambda edition: edition.beside != "none",
    ),
    Ruling(
        "R16",
        "No choice of 0-0-0",
        "The highest triple starts. 0-0-0 starts, and earns its extra bonus, only if it is the highest triple dealt.",
        (Note((_SITE,), "silent", "it says that the highest triple starts, and mentions no choice."),),
        raised_by=lambda edition: edition.start == "triple" and not edition.zero_option,
    ),
    Ruling(
        "R17",
        "Keeping the tile drawn",
        "If drawing is optional, a tile drawn may be kept even if it could be placed.",
        (
            Note((_SPANISH,), "two ways", "keeping the tile drawn may be meant to end the turn."),
            Note((_GOLIATH,), "facts", "they do not say whether keeping the tile drawn ends the turn."),
        ),
        (
            Part(
                "`pass_after_draw=no`",
                lambda edition: not edition.pass_after_draw,
                "A player who keeps it goes on drawing until a tile is placed or the turn ends with a pass (R8).",
            ),
            Part(
                "`pass_after_draw=yes`",
                lambda edition: edition.pass_after_draw,
                "The turn may then end at no further cost. If the well is empty, it counts towards a blocked round "
                "like any pass (R9).",
            ),
            Part(
                "a `draw_limit` and `pass_after_draw=yes`",
                lambda edition: edition.draw_limit is not None and edition.pass_after_draw,
                "After the last draw that the limit allows, ending the turn costs the same as a pass (R8).",
            ),
        ),
        raised_by=lambda edition: edition.draw_optional,
    ),
    Ruling(
        "R18",
        "The winner's own hand in a blocked round",
        "The winner of a blocked round scores the points in all other hands.",
        (
            Note(
                (_CLASSIC,),
                "two ways",
                "it adds up what every player has left before it subtracts the winner's own hand, which may be "
                "meant to cancel that hand out.",
            ),
            Note((_SITE,), "silent", "it does not say what a blocked round earns (R13)."),
        ),
        (
            Part(
                "`blocked_own=yes`",
                lambda edition: edition.blocked_own,
                "The points in the winner's own hand are subtracted.",
            ),
            Part(
                "`blocked_own=no`",
                lambda edition: not edition.blocked_own,
                "Nothing is subtracted for the winner's own hand.",
            ),
        ),
    ),
    Ruling(
        "R19",
        "Start by choice",
        "A lot decides in every round who starts. That player places any tile held, and cannot draw or pass instead. "
        "Bonuses for starting with a triple or with 0-0-0 apply where the edition has them. Where Tricorn deals, the "
        "lot comes from the same shuffle as the tiles, so that checking a deal checks the lot too.",
        (
            Note(
                (_GOLIATH,),
                "facts",
                "each player draws a tile for the lot, and the highest sum starts; they do not say whether this is "
                "repeated in every round.",
            ),
        ),
        raised_by=lambda edition: edition.start == "choice",
    ),
    Ruling(
        "R20",
        "A free pass",
        "A pass because the well is empty costs nothing. It counts towards a blocked round like any other (R9).",
        (Note((_GOLIATH,), "facts", "they do not say what a pass costs when the last draw allowed empties the well."),),
        (
            Part(
                "a `draw_limit`",
                lambda edition: edition.draw_limit is not None,
                "A pass after the last draw that the limit allows costs the usual points, even if that draw emptied "
                "the well.",
            ),
        ),
        raised_by=lambda edition: edition.empty_well_free,
    ),
    Ruling(
        "R21",
        "No bonus for two sides",
        "The bridge's bonus goes only to the tile that makes the bridge, with an empty cell on both sides of it. "
        "Matching two or three sides without closing a hexagon earns no bonus.",
        (Note((_GOLIATH,), "facts", "they mention no bonus for matching two sides."),),
        raised_by=lambda edition: edition.beside == "none",
    ),
    Ruling(
        "R22",
        "A number of rounds",
        "The game is over after the agreed number of rounds, whatever the scores. The highest score wins, even below "
        "zero; if several players share it, further rounds are played one by one until a single player has it.",
        (Note((_GOLIATH,), "facts", "they allow it, and do not say what happens when the highest score is shared."),),
        raised_by=lambda edition: edition.rounds is not None,
    ),
    Ruling(
        "R23",
        "Points by tiles",
        "Every tile counts one point instead of the sum of its numbers, on the table and in hands at the end of a "
        "round, where a hand's points are its number of tiles (R10). Bonuses and penalties are those of the edition.",
        (),
        (
            Part(
                "`start=triple`",
                lambda edition: edition.start == "triple",
                "Which tile must start is still decided by its numbers (R5).",
            ),
        ),
        raised_by=lambda edition: edition.scoring == "tiles",
    ),
)
