"""The rules of an edition as a page a player reads, and the rulings that settle what rulebooks leave open.

Every figure and choice on a page is read from the `Edition` value, so a house rule changes the page.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from tricorn.editions import Edition
from tricorn.errors import TricornError
from tricorn.tiles import TILES, Tile

__all__ = ["RULINGS", "Note", "Ruling", "Section", "page", "ruling", "sections", "silences"]


@dataclass(frozen=True)
class Note:
    """How a ruling concerns some rulebooks: they are silent, or can be read two ways."""

    editions: tuple[str, ...]
    reading: Literal["silent", "two ways"]
    text: str


@dataclass(frozen=True)
class Ruling:
    """What stands where a rulebook is silent or can be read two ways.

    The text holds no figure of any edition: it is shown on every edition's page, house rules included.
    """

    id: str
    title: str
    text: str
    notes: tuple[Note, ...]
    # The question may hang on a field rather than on the rulebook: no limit on draws, no question about it.
    raised_by: Callable[[Edition], bool] | None = None

    def note(self, edition: Edition) -> Note | None:
        """How this ruling concerns the edition's rulebook, if it does."""
        return next((note for note in self.notes if edition.id in note.editions), None)

    def concerns(self, edition: Edition) -> bool:
        """Whether a player of this edition needs the ruling."""
        if self.raised_by is not None:
            return self.raised_by(edition)
        return self.note(edition) is not None


class Section(NamedTuple):
    """One headed part of a page."""

    title: str
    text: str


def ruling(id: str) -> Ruling:
    """The ruling with this id.

    >>> ruling("R5").title
    'Equal sums'
    """
    for each in RULINGS:
        if each.id == id:
            return each
    raise TricornError(f"no ruling {id[:40]!r}; there are {RULINGS[0].id} to {RULINGS[-1].id}")


def page(edition: Edition) -> str:
    """The whole page as Markdown.

    >>> from tricorn.editions import edition_named
    >>> page(edition_named("spanish target=200")).splitlines()[0]
    '# Tricorn: the rules of `spanish`, with house rules'
    """
    parts = [f"# {_title(edition)}", _opening(edition)]
    for section in (*sections(edition), _silent(edition)):
        parts += [f"## {section.title}", section.text]
    return "\n\n".join(parts) + "\n"


def _title(edition: Edition) -> str:
    """The page's title."""
    house = ", with house rules" if edition.spelled() else ""
    return f"Tricorn: the rules of `{edition.id}`{house}"


def sections(edition: Edition) -> tuple[Section, ...]:
    """The rules themselves, in the order a player needs them."""
    every = (
        Section("What you need", _needs(edition)),
        Section("Players and deal", _deal(edition)),
        Section("Start", _start(edition)),
        Section("Your turn", _turn(edition)),
        Section("Points", _points_table(edition)),
        Section("End of the round", _round_end(edition)),
        Section("End of the game", _game_end(edition)),
        Section("Turn clock", _clock(edition)),
    )
    return tuple(section for section in every if section.text)


def silences(edition: Edition) -> list[tuple[Ruling, str]]:
    """The rulings a player of this edition needs, each with how it concerns the rulebook."""
    return [(each, _how(each, edition)) for each in RULINGS if each.concerns(edition)]


def _how(each: Ruling, edition: Edition) -> str:
    note = each.note(edition)
    if note is None:
        return "The rulebook never comes to this case; these house rules do."
    opening = "The rulebook is silent" if note.reading == "silent" else "The rulebook can be read two ways"
    return f"{opening}: {note.text}"


def _silent(edition: Edition) -> Section:
    lines = [f"- **{each.id} {each.title}.** {each.text} *{how}*" for each, how in silences(edition)]
    return Section("Where the rulebook is silent", "\n".join(lines))


def _opening(edition: Edition) -> str:
    text = f"Rulebook: `{edition.rulebook}`. Marks like (R5) point to a ruling at the end of the page."
    house = " ".join(f"`{key}={value}`" for key, value in edition.spelled())
    return f"{text} House rules: {house}." if house else text


# -- words and figures ------------------------------------------------------------------------------


def _points(figure: int) -> str:
    return "no points" if figure == 0 else "1 point" if figure == 1 else f"{figure} points"


def _tiles(figure: int) -> str:
    return "1 tile" if figure == 1 else f"{figure} tiles"


def _range(players: tuple[int, int]) -> str:
    low, high = players
    return f"{low}" if low == high else f"{low} to {high}"


def _worked(text: str, *bonuses: int) -> str:
    """A tile's points, added up: `1-4-4: 1 + 4 + 4 + 40 = 49`."""
    terms = [*Tile.parse(text).numbers, *(bonus for bonus in bonuses if bonus)]
    return f"{text}: {' + '.join(map(str, terms))} = {sum(terms)}"


def _scored(bonus: int) -> str:
    return f"its numbers + {bonus}" if bonus else "its numbers, no bonus"


def _cite(edition: Edition, id: str) -> str:
    """A mark such as ` (R5)`, but only where the page lists the ruling."""
    return f" ({id})" if ruling(id).concerns(edition) else ""


# -- the sections -----------------------------------------------------------------------------------


def _needs(edition: Edition) -> str:
    triples = sum(tile.is_triple for tile in TILES)
    return (
        f"- {len(TILES)} triangular tiles with a number from 0 to 5 at each corner. Every mix of three "
        f"numbers is there exactly once; {triples} tiles are *triples*, the same number three times.\n"
        "- A flat table, a rack or a hidden place for each hand, and paper for the score.\n"
        f"- {_range(edition.players)} players."
    )


def _deal(edition: Edition) -> str:
    low, high = edition.players
    rows = ["| players | tiles each | left in the well |", "| --- | --- | --- |"]
    for players in range(low, high + 1):
        each = edition.tiles_dealt(players)
        rows.append(f"| {players} | {each} | {len(TILES) - players * each} |")
    return (
        "Mix the tiles face down. Everybody takes a hand and keeps it hidden from the others; the rest stays "
        "face down and is the *well*.\n\n" + "\n".join(rows)
    )


def _start(edition: Edition) -> str:
    bonus, zero = edition.start_bonus, edition.zero_start
    shown = (
        " Choosing 0-0-0 then means showing everybody the highest triple you hold."
        if edition.show_triple
        else " Nothing has to be shown for it."
    )
    return (
        "Whoever holds the highest triple starts the round with it and scores its three numbers and a "
        f"bonus of {_points(bonus)}. Starting with 0-0-0 earns {_points(zero)} on top of that.\n\n"
        "A player who holds the highest triple and 0-0-0 as well may start with either." + shown + "\n\n"
        "If nobody holds a triple, the tile with the highest sum starts and scores its sum, with no bonus. "
        "Of equal sums, the tile with the higher largest number starts, then the one with the higher middle "
        "number (R5). Apart from the 0-0-0 option there is no choice: that tile starts.\n\n"
        "Examples:\n\n"
        f"- {_worked('5-5-5', bonus)}\n"
        f"- {_worked('4-4-4', bonus)}\n"
        f"- {_worked('0-0-0', bonus, zero)}\n"
        f"- {_worked('3-4-5')}, when no triple was dealt"
    )


def _turn(edition: Edition) -> str:
    placing = (
        "Turns go clockwise from the player who started.\n\n"
        "**Placing.** Put a tile on a free place where it shares a whole side with a tile on the table. Each "
        "of its three corners must show the same number as every tile it meets there; to touch by a corner "
        "alone is not enough (R2). A tile may be turned, but never turned over (R1)."
    )
    if not edition.draw_optional:
        placing += " If you can place a tile, you must place one (R6)."
    return "\n\n".join((placing, _drawing(edition), _passing(edition)))


def _drawing(edition: Edition) -> str:
    limit, cost = edition.draw_limit, _points(edition.draw_penalty)
    who = "cannot place a tile, or would rather not," if edition.draw_optional else "cannot place a tile"
    bound = "" if limit is None else f", at most {_tiles(limit)} in a turn"
    if edition.draw_optional:
        then = "After each draw you may place any tile you hold, or go on (R8)."
    else:
        then = "As soon as a tile can be placed, you place it and draw no further."
    return (
        f"**Drawing.** A player who {who} draws from the well, one tile at a time{bound}. Each tile drawn "
        f"costs {cost}. {then} Keep the tiles drawn in a turn apart, so that everybody can count them."
    )


def _passing(edition: Edition) -> str:
    limit, draw, cost = edition.draw_limit, edition.draw_penalty, edition.pass_penalty
    lost = f"you pass and lose {_points(cost)}"
    choice = ", even if you could place a tile but would rather not" if edition.draw_optional else ""
    text = f"**Passing.** If a tile has to be drawn and the well is empty, {lost}{choice}."
    if limit is not None:
        unable = "have placed none" if edition.draw_optional else "still cannot place one"
        text += f" If you have drawn {_tiles(limit)} and {unable}, {lost} as well{_cite(edition, 'R8')}."
    drawn = 2 if limit is None else limit
    return (
        f"{text} Tiles drawn earlier in the turn still count (R7): {_tiles(drawn)} drawn and then a pass is "
        f"{drawn} × {draw} + {cost} = {drawn * draw + cost} lost."
    )


def _points_table(edition: Edition) -> str:
    bridge = edition.bridge
    rows = [
        "| what your tile does | points | example |",
        "| --- | --- | --- |",
        f"| matches one side | its numbers | {_worked('3-4-4')} |",
        f"| makes a *bridge* | {_scored(bridge)} | {_worked('1-4-4', bridge)} |",
        f"| fills in *beside* a bridge | {_scored(bridge)} | {_worked('1-1-5', bridge)} |",
        *_hexagon_rows(edition),
    ]
    return (
        "\n".join(rows) + "\n\n"
        "- A *bridge* matches one side, and the corner opposite that side meets a point where another tile "
        "already lies.\n"
        "- *Beside* is matching two or three sides at once, which only happens next to a bridge.\n"
        "- A *hexagon* is the sixth tile round a point.\n\n"
        "A tile earns one bonus at most, and the hexagon's comes first (R3). Scores may go below zero."
    )


def _hexagon_rows(edition: Edition) -> list[str]:
    """One row when all hexagons pay alike (R4), else one for each number of hexagons."""
    names = ["closes a *hexagon*", "closes two hexagons at once", "closes three hexagons at once"]
    if len(set(edition.hexagons)) == 1:
        names = [f"closes a *hexagon*, or several{_cite(edition, 'R4')}"]
    return [
        f"| {name} | {_scored(bonus)} | {_worked('0-5-5', bonus)} |"
        for name, bonus in zip(names, edition.hexagons, strict=False)
    ]


def _round_end(edition: Edition) -> str:
    bonus = edition.out_bonus
    first, second = ("tiles", "points") if edition.blocked == "tiles" else ("points", "tiles")
    counted = {"tiles": "the fewest tiles", "points": "the fewest points in hand"}
    limit = edition.draw_limit
    unplaced = f"; {_tiles(limit)} drawn without a placement is a pass too" if limit else ""
    return (
        f"**Out.** Whoever places the last tile of a hand wins the round and scores {_points(bonus)} and "
        "the numbers on all tiles left in the other hands. The others lose nothing. Example: with 1-2-5 "
        f"and 0-3-4 left in other hands, going out scores {bonus} + 8 + 7 = {bonus + 15}.\n\n"
        f"**Blocked.** When all players in a row have passed, the round is blocked (R9){unplaced}. The "
        f"player with {counted[first]} wins it, scores the numbers in the other hands, and loses those in "
        "their own; there is no bonus. Example: the winner still holds 0-1-2 and another player holds "
        "3-3-4 and 1-5-5, so winning brings 10 + 11 - 3 = 18.\n\n"
        f"**Ties.** If several have {counted[first]}, the one with {counted[second]} of those wins; if "
        "that is equal too, the round is drawn and nobody scores for hands (R10)."
    )


def _game_end(edition: Edition) -> str:
    target = edition.target
    if edition.won_by == "round":
        several = (
            "If several have, the winner of that round wins the game, if among them; otherwise, or if "
            "the round was drawn, the highest score does."
        )
    else:
        several = "If several have, the highest score wins."
    return (
        f"Play rounds until somebody has {_points(target)} or more at the end of one. A round is always "
        f"played to its end, and only the scores after its own points count{_cite(edition, 'R11')}.\n\n"
        f"If one player has reached {target}, that player wins the game. {several} If that score is "
        "shared, everybody plays one more round, and the same rule is applied again (R12)."
    )


def _clock(edition: Edition) -> str:
    if edition.clock is None:
        return ""
    seconds = "1 second" if edition.clock == 1 else f"{edition.clock} seconds"
    return (
        f"A turn may take {seconds}. When the time is up the game takes the turn for you, lawfully: it "
        "draws where drawing is due, then makes the placement that scores most, or passes. Nothing extra "
        "is lost (R14)."
    )


# -- the rulings ------------------------------------------------------------------------------------

_DELUXE, _CLASSIC, _WOODEN = "pressman-deluxe", "pressman-classic", "wooden"
_SPANISH, _SITE = "spanish", "domino-site"
_BOXED = (_DELUXE, _CLASSIC, _WOODEN)
_BUT_SPANISH = (*_BOXED, _SITE)
_ALL = (_DELUXE, _CLASSIC, _SPANISH, _WOODEN, _SITE)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "R1",
        "Reading order",
        "A tile is named by its numbers in ascending order, and they run clockwise round the tile in "
        "that order. A tile may be turned but never turned over, so 1-2-3 does not fit where 1-3-2 "
        "clockwise is needed.",
        (
            Note(_BUT_SPANISH, "silent", "it names tiles in any order and does not say which way they run."),
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
        "corners show the number already standing at their points. Touching by a corner alone is not a "
        "match.",
        (
            Note(
                _BUT_SPANISH,
                "two ways",
                "it asks for two matching numbers and says nothing in general about further tiles a corner touches.",
            ),
            Note((_SPANISH,), "two ways", "it shows how tiles join by an example and states no general rule."),
        ),
    ),
    Ruling(
        "R3",
        "One bonus a placement",
        "Bonuses do not add up. A placement that closes a hexagon earns the hexagon's bonus and no other.",
        (
            Note(_BOXED, "silent", "it gives each bonus by itself and not what happens when two meet."),
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
        (Note(_BUT_SPANISH, "silent", "it speaks of one hexagon only."),),
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
        "Tiles drawn earlier in a turn that ends with a pass still cost their points, beside the pass.",
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
        "placed, with a pass and its cost beside the draws; or, when a tile has to be drawn and the well "
        "is empty, with a pass. Where drawing is a choice, any tile held may be placed after a draw, and "
        "the empty well makes a pass of the turn also for a player who could place but would rather not.",
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
        "A round is blocked when every player in a row has passed, each at the usual cost. A turn that "
        "uses up its draws without a placement is a pass too.",
        (
            Note(
                _BOXED,
                "two ways",
                "it asks that all have passed, not that they did so one after another, nor what that costs.",
            ),
            Note(
                (_SPANISH,),
                "two ways",
                "it does not say whether a turn of draws without a placement is a pass.",
            ),
            Note((_SITE,), "two ways", "it ends the round once nobody can place, without speaking of passes."),
        ),
    ),
    Ruling(
        "R10",
        "Ties in a blocked round",
        "Players level on the edition's measure are told apart by the other one: points in hand after tiles, "
        "tiles after points in hand. If they are still level the round is drawn and nobody scores for hands.",
        (Note(_ALL, "silent", "it does not speak of ties."),),
    ),
    Ruling(
        "R11",
        "When the target counts",
        "A round in progress is always finished. Only scores after the round's own points count, so "
        "somebody who passed the target and fell below it again has not reached it.",
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
        "Where the game goes to the winner of the round, but that player is not among those who have "
        "reached the target or the round was drawn, the highest score of those wins; in other editions "
        "it wins at once. If that score is shared, everybody plays one more round and the whole rule is "
        "applied again.",
        (
            Note(
                _BOXED,
                "two ways",
                "it gives the game to the winner of the round, who need not be one of those at the target.",
            ),
            Note((_SPANISH,), "silent", "it does not say who wins when several have reached the target."),
            Note((_SITE,), "silent", "it does not say who wins when several have reached the target (R13)."),
        ),
    ),
    Ruling(
        "R13",
        "What the short rulebook leaves out",
        "The figures for drawing, passing and going out, the winner of a blocked round, the 0-0-0 option "
        f"and the game's winner among several at the target are taken from `{_CLASSIC}`.",
        (
            Note(
                (_SITE,),
                "silent",
                f"it has none of these, and `{_CLASSIC}` is the rulebook of the trademark it names.",
            ),
        ),
    ),
    Ruling(
        "R14",
        "Turn clock",
        "A turn clock is optional in every edition. When the time is up the game takes the turn for the "
        "player, lawfully: it draws where drawing is due, then makes the placement that scores most, or "
        "passes. The clock never makes an unlawful move and never costs extra points.",
        (
            Note(
                (_CLASSIC,),
                "silent",
                "it suggests a limit of half a minute or a minute for slow players, not what happens at its end.",
            ),
            Note((_DELUXE, _SPANISH, _WOODEN, _SITE), "silent", "it has no clock; to set one is a house rule."),
        ),
    ),
)
