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

__all__ = ["RULINGS", "Note", "Ruling", "Say", "Section", "page", "ruling", "sections", "silences", "start_text"]

Say = Callable[[str], str]  # gives an English message in the reader's language


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


def page(edition: Edition, say: Say = str) -> str:
    """The whole page as Markdown.

    >>> from tricorn.editions import edition_named
    >>> page(edition_named("spanish target=200")).splitlines()[0]
    '# Tricorn: the rules of `spanish`, with house rules'
    """
    parts = [f"# {_title(edition, say)}", _opening(edition, say)]
    for section in (*sections(edition, say), _silent(edition, say)):
        parts += [f"## {section.title}", section.text]
    return "\n\n".join(parts) + "\n"


def _title(edition: Edition, say: Say) -> str:
    """The page's title."""
    plain, house = say("Tricorn: the rules of {edition}"), say("Tricorn: the rules of {edition}, with house rules")
    return (house if edition.spelled() else plain).format(edition=f"`{edition.id}`")


def sections(edition: Edition, say: Say = str) -> tuple[Section, ...]:
    """The rules themselves, in the order a player needs them."""
    every = (
        Section(say("What you need"), _needs(edition, say)),
        Section(say("Players and deal"), _deal(edition, say)),
        Section(say("Start"), start_text(edition, say)),
        Section(say("Your turn"), _turn(edition, say)),
        Section(say("Points"), _points_table(edition, say)),
        Section(say("End of the round"), _round_end(edition, say)),
        Section(say("End of the game"), _game_end(edition, say)),
        Section(say("Turn clock"), _clock(edition, say)),
    )
    return tuple(section for section in every if section.text)


def silences(edition: Edition, say: Say = str) -> list[tuple[Ruling, str]]:
    """The rulings a player of this edition needs, each with how it concerns the rulebook."""
    return [(each, _how(each, edition, say)) for each in RULINGS if each.concerns(edition)]


def _how(each: Ruling, edition: Edition, say: Say) -> str:
    note = each.note(edition)
    if note is None:
        return say("The rulebook never comes to this case; these house rules do.")
    silent, two_ways = say("The rulebook is silent: {why}"), say("The rulebook can be read two ways: {why}")
    return (silent if note.reading == "silent" else two_ways).format(why=say(note.text))


def _silent(edition: Edition, say: Say) -> Section:
    lines = [f"- **{each.id} {say(each.title)}.** {say(each.text)} *{how}*" for each, how in silences(edition, say)]
    return Section(say("Where the rulebook is silent"), "\n".join(lines))


def _opening(edition: Edition, say: Say) -> str:
    text = say("Rulebook: {rulebook}. Marks like (R5) point to a ruling at the end of the page.")
    text = text.format(rulebook=f"`{edition.rulebook}`")
    house = " ".join(f"`{key}={value}`" for key, value in edition.spelled())
    return text + say(" House rules: {house}.").format(house=house) if house else text


# -- words and figures ------------------------------------------------------------------------------


def _points(figure: int, say: Say) -> str:
    return say("no points") if figure == 0 else say("1 point") if figure == 1 else say("{n} points").format(n=figure)


def _tiles(figure: int, say: Say) -> str:
    return say("1 tile") if figure == 1 else say("{n} tiles").format(n=figure)


def _range(players: tuple[int, int], say: Say) -> str:
    low, high = players
    return f"{low}" if low == high else say("{low} to {high}").format(low=low, high=high)


def _worked(text: str, *bonuses: int) -> str:
    """A tile's points, added up: `1-4-4: 1 + 4 + 4 + 40 = 49`."""
    terms = [*Tile.parse(text).numbers, *(bonus for bonus in bonuses if bonus)]
    return f"{text}: {' + '.join(map(str, terms))} = {sum(terms)}"


def _scored(bonus: int, say: Say) -> str:
    return say("its numbers + {bonus}").format(bonus=bonus) if bonus else say("its numbers, no bonus")


def _cite(edition: Edition, id: str) -> str:
    """A mark such as ` (R5)`, but only where the page lists the ruling."""
    return f" ({id})" if ruling(id).concerns(edition) else ""


# -- the sections -----------------------------------------------------------------------------------


def _needs(edition: Edition, say: Say) -> str:
    tiles = say(
        "{all} triangular tiles with a number from 0 to 5 at each corner. Every mix of three "
        "numbers is there exactly once; {triples} tiles are *triples*, the same number three times."
    ).format(all=len(TILES), triples=sum(tile.is_triple for tile in TILES))
    table = say("A flat table, a rack or a hidden place for each hand, and paper for the score.")
    players = say("{number} players.").format(number=_range(edition.players, say))
    return f"- {tiles}\n- {table}\n- {players}"


def _deal(edition: Edition, say: Say) -> str:
    rows = [say("| players | tiles each | left in the well |"), "| --- | --- | --- |"]
    for players in edition.numbers_dealt():
        each = edition.tiles_dealt(players)
        rows.append(f"| {players} | {each} | {len(TILES) - players * each} |")
    mixed = say(
        "Mix the tiles face down. Everybody takes a hand and keeps it hidden from the others; the rest stays "
        "face down and is the *well*."
    )
    return f"{mixed}\n\n" + "\n".join(rows)


def start_text(edition: Edition, say: Say = str) -> str:
    """Who may start a round, and what that scores."""
    bonus, zero = edition.start_bonus, edition.zero_start
    highest = say(
        "Whoever holds the highest triple starts the round with it and scores its three numbers and a "
        "bonus of {bonus}. Starting with 0-0-0 earns {zero} on top of that."
    ).format(bonus=_points(bonus, say), zero=_points(zero, say))
    either = say("A player who holds the highest triple and 0-0-0 as well may start with either.")
    shown = (
        say("Choosing 0-0-0 then means showing everybody the highest triple you hold.")
        if edition.show_triple
        else say("Nothing has to be shown for it.")
    )
    no_triple = say(
        "If nobody holds a triple, the tile with the highest sum starts and scores its sum, with no bonus. "
        "Of equal sums, the tile with the higher largest number starts, then the one with the higher middle "
        "number (R5). Apart from the 0-0-0 option there is no choice: that tile starts."
    )
    last = say("{sum}, when no triple was dealt").format(sum=_worked("3-4-5"))
    sums = [_worked("5-5-5", bonus), _worked("4-4-4", bonus), _worked("0-0-0", bonus, zero), last]
    examples = "\n".join(f"- {each}" for each in sums)
    return "\n\n".join((highest, f"{either} {shown}", no_triple, say("Examples:"), examples))


def _turn(edition: Edition, say: Say) -> str:
    order = say("Turns go clockwise from the player who started.")
    placing = say(
        "**Placing.** Put a tile on a free place where it shares a whole side with a tile on the table. Each "
        "of its three corners must show the same number as every tile it meets there; to touch by a corner "
        "alone is not enough (R2). A tile may be turned, but never turned over (R1)."
    )
    if not edition.draw_optional:
        placing += say(" If you can place a tile, you must place one (R6).")
    return "\n\n".join((order, placing, _drawing(edition, say), _passing(edition, say)))


def _drawing(edition: Edition, say: Say) -> str:
    if edition.draw_optional:
        who = say("**Drawing.** A player who cannot place a tile, or would rather not, draws from the well")
        then = say("After each draw you may place any tile you hold, or go on (R8).")
    else:
        who = say("**Drawing.** A player who cannot place a tile draws from the well")
        then = say("As soon as a tile can be placed, you place it and draw no further.")
    if edition.draw_limit is None:
        bound = say("one tile at a time.")
    else:
        bound = say("one tile at a time, at most {tiles} in a turn.").format(tiles=_tiles(edition.draw_limit, say))
    cost = say("Each tile drawn costs {points}.").format(points=_points(edition.draw_penalty, say))
    apart = say("Keep the tiles drawn in a turn apart, so that everybody can count them.")
    return f"{who}, {bound} {cost} {then} {apart}"


def _passing(edition: Edition, say: Say) -> str:
    limit, draw, cost = edition.draw_limit, edition.draw_penalty, edition.pass_penalty
    lost = _points(cost, say)
    empty = say("**Passing.** If a tile has to be drawn and the well is empty, you pass and lose {points}.")
    if edition.draw_optional:
        empty = say(
            "**Passing.** If a tile has to be drawn and the well is empty, you pass and lose {points}, even if you "
            "could place a tile but would rather not."
        )
    parts = [empty.format(points=lost)]
    if limit is not None:
        full = say("If you have drawn {tiles} and still cannot place one, you pass and lose {points} as well{ruling}.")
        if edition.draw_optional:
            full = say("If you have drawn {tiles} and have placed none, you pass and lose {points} as well{ruling}.")
        parts.append(full.format(tiles=_tiles(limit, say), points=lost, ruling=_cite(edition, "R8")))
    drawn = 2 if limit is None else limit
    earlier = say("Tiles drawn earlier in the turn still count (R7): {tiles} drawn and then a pass is {sum} lost.")
    sum_ = f"{drawn} × {draw} + {cost} = {drawn * draw + cost}"
    return " ".join((*parts, earlier.format(tiles=_tiles(drawn, say), sum=sum_)))


def _points_table(edition: Edition, say: Say) -> str:
    bridge, usual = edition.bridge, _scored(edition.bridge, say)
    worth = [
        (say("matches one side"), say("its numbers"), _worked("3-4-4")),
        (say("makes a *bridge*"), usual, _worked("1-4-4", bridge)),
        (say("fills in *beside* a bridge"), usual, _worked("1-1-5", bridge)),
        *_hexagons(edition, say),
    ]
    head = [say("| what your tile does | points | example |"), "| --- | --- | --- |"]
    rows = [*head, *(f"| {' | '.join(row)} |" for row in worth)]
    meanings = [
        say(
            "A *bridge* matches one side, and the corner opposite that side meets a point where another tile "
            "already lies."
        ),
        say("*Beside* is matching two or three sides at once, which only happens next to a bridge."),
        say("A *hexagon* is the sixth tile round a point."),
    ]
    once = say("A tile earns one bonus at most, and the hexagon's comes first (R3). Scores may go below zero.")
    return "\n\n".join(("\n".join(rows), "\n".join(f"- {meaning}" for meaning in meanings), once))


def _hexagons(edition: Edition, say: Say) -> list[tuple[str, str, str]]:
    """One row when all hexagons pay alike (R4), else one for each number of hexagons."""
    names = [say("closes a *hexagon*"), say("closes two hexagons at once"), say("closes three hexagons at once")]
    if len(set(edition.hexagons)) == 1:
        names = [say("closes a *hexagon*, or several{ruling}").format(ruling=_cite(edition, "R4"))]
    return [
        (name, _scored(bonus, say), _worked("0-5-5", bonus))
        for name, bonus in zip(names, edition.hexagons, strict=False)
    ]


def _round_end(edition: Edition, say: Say) -> str:
    bonus = edition.out_bonus
    out = say(
        "**Out.** Whoever places the last tile of a hand wins the round and scores {points} and "
        "the numbers on all tiles left in the other hands. The others lose nothing. Example: with 1-2-5 "
        "and 0-3-4 left in other hands, going out scores {sum}."
    ).format(points=_points(bonus, say), sum=f"{bonus} + 8 + 7 = {bonus + 15}")
    return "\n\n".join((out, _blocked(edition, say)))


def _blocked(edition: Edition, say: Say) -> str:
    fewest = {"tiles": say("the fewest tiles"), "points": say("the fewest points in hand")}
    first = fewest.pop(edition.blocked)
    (second,) = fewest.values()
    blocked = say("**Blocked.** When all players in a row have passed, the round is blocked (R9).")
    if edition.draw_limit:
        blocked = say(
            "**Blocked.** When all players in a row have passed, the round is blocked (R9); {tiles} drawn without a "
            "placement is a pass too."
        ).format(tiles=_tiles(edition.draw_limit, say))
    won = say(
        "The player with {fewest} wins it, scores the numbers in the other hands, and loses those in "
        "their own; there is no bonus. Example: the winner still holds 0-1-2 and another player holds "
        "3-3-4 and 1-5-5, so winning brings 10 + 11 - 3 = 18."
    ).format(fewest=first)
    ties = say(
        "**Ties.** If several have {first}, the one with {second} of those wins; if "
        "that is equal too, the round is drawn and nobody scores for hands (R10)."
    ).format(first=first, second=second)
    return f"{blocked} {won}\n\n{ties}"


def _game_end(edition: Edition, say: Say) -> str:
    target = edition.target
    until = say(
        "Play rounds until somebody has {points} or more at the end of one. A round is always "
        "played to its end, and only the scores after its own points count{ruling}."
    ).format(points=_points(target, say), ruling=_cite(edition, "R11"))
    alone = say("If one player has reached {target}, that player wins the game.").format(target=target)
    several = say("If several have, the highest score wins.")
    if edition.won_by == "round":
        several = say(
            "If several have, the winner of that round wins the game, if among them; otherwise, or if "
            "the round was drawn, the highest score does."
        )
    shared = say("If that score is shared, everybody plays one more round, and the same rule is applied again (R12).")
    return f"{until}\n\n{alone} {several} {shared}"


def _clock(edition: Edition, say: Say) -> str:
    if edition.clock is None:
        return ""
    seconds = say("1 second") if edition.clock == 1 else say("{n} seconds").format(n=edition.clock)
    return say(
        "A turn may take {seconds}. When the time is up the game takes the turn for you, lawfully: it "
        "draws where drawing is due, then makes the placement that scores most, or passes. Nothing extra "
        "is lost (R14)."
    ).format(seconds=seconds)


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
