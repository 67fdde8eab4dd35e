"""The rules of an edition as a page for players.

Every figure and choice on the page comes from the `Edition` value, so a house rule changes the page.
"""

from __future__ import annotations

from typing import NamedTuple

from tricorn.editions import Edition
from tricorn.rule_figures import (
    points_text,
    range_text,
    rounds_text,
    tiles_text,
    worked_example,
    worth_plus,
    worth_text,
)
from tricorn.rule_words import rules_without_effect
from tricorn.rulings import RULINGS, Ruling
from tricorn.rulings import ruling as ruling_with_id
from tricorn.tiles import TILES
from tricorn.wording import SEATS, Say

__all__ = ["Section", "page", "rulings_for", "sections", "source_note", "start_text"]


class Section(NamedTuple):
    """A section of the page; its key is the same in every language."""

    key: str
    title: str
    text: str


def page(edition: Edition, say: Say = str) -> str:
    """The whole page as Markdown.

    >>> from tricorn.editions import edition_named
    >>> page(edition_named("spanish target=200")).splitlines()[0]
    '# Tricorn: the rules of `spanish`, with house rules'
    """
    parts = [f"# {_title(edition, say)}", _opening(edition, say)]
    for section in (*sections(edition, say), _rulings_section(edition, say)):
        parts += [f"## {section.title}", section.text]
    return "\n\n".join(parts) + "\n"


def _title(edition: Edition, say: Say) -> str:
    plain, house = say("Tricorn: the rules of {edition}"), say("Tricorn: the rules of {edition}, with house rules")
    return (house if edition.house_rules() else plain).format(edition=f"`{edition.id}`")


def sections(edition: Edition, say: Say = str) -> tuple[Section, ...]:
    """The rules, in the order in which a player needs them."""
    all_sections = (
        Section("needs", say("What you need"), _needs(edition, say)),
        Section("deal", say("Players and deal"), _deal(edition, say)),
        Section("start", say("Start"), start_text(edition, say)),
        Section("turn", say("Your turn"), _turn(edition, say)),
        Section("points", say("Points"), _points_table(edition, say)),
        Section("round", say("End of the round"), _round_end(edition, say)),
        Section("game", say("End of the game"), _game_end(edition, say)),
        Section("clock", say("Turn clock"), _clock(edition, say)),
    )
    return tuple(section for section in all_sections if section.text)


def rulings_for(edition: Edition, say: Say = str) -> list[tuple[Ruling, str]]:
    """The rulings that concern an edition, each with how its rulebook raises the question."""
    return [(ruling, _how_raised(ruling, edition, say)) for ruling in RULINGS if ruling.concerns(edition)]


def _how_raised(ruling: Ruling, edition: Edition, say: Say) -> str:
    note = ruling.note(edition)
    if note is None:
        return say("This comes from the house rules, not from the rulebook.")
    readings = {
        "silent": say("The rulebook is silent: {why}"),
        "two ways": say("The rulebook can be read two ways: {why}"),
        "facts": say("The facts collected do not settle it: {why}"),
    }
    return readings[note.reading].format(why=say(note.text))


def _rulings_section(edition: Edition, say: Say) -> Section:
    lines = [
        f"- **{ruling.id} {say(ruling.title)}.** {ruling.text_for(edition, say)} *{how}*"
        for ruling, how in rulings_for(edition, say)
    ]
    return Section("rulings", say("Where the rulebook is silent"), "\n".join(lines))


def _opening(edition: Edition, say: Say) -> str:
    parts = [
        say("Rulebook: {rulebook}.").format(rulebook=say(edition.rulebook)),
        *source_note(edition, say),
        say("Marks like (R5) refer to a ruling at the end of the page."),
    ]
    if edition.house_rules():
        house = " ".join(f"`{key}={value}`" for key, value in edition.house_rules())
        parts.append(say("House rules: {house}.").format(house=house))
    return " ".join((*parts, *rules_without_effect(edition, say)))


def source_note(edition: Edition, say: Say = str) -> list[str]:
    """A sentence for an edition whose rulebook is not one of the project's sources."""
    if not edition.facts_only:
        return []
    return [
        say(
            "This edition is not one of Tricorn's five rulebooks: its rules are collected from facts in leaflets and "
            "on the pages of the official app."
        )
    ]


# The sections.


def _cite(edition: Edition, id: str) -> str:
    """A mark like ` (R5)`, if the page lists that ruling."""
    return f" ({id})" if ruling_with_id(id).concerns(edition) else ""


def _needs(edition: Edition, say: Say) -> str:
    tiles = say(
        "{all} triangular tiles with a number from 0 to 5 at each corner. Every combination of three numbers occurs "
        "exactly once; {triples} tiles are *triples*, with the same number three times."
    ).format(all=len(TILES), triples=sum(tile.is_triple for tile in TILES))
    table = say("A flat table, a rack or another way to hide each hand, and paper for the score.")
    people = say("{number} players.").format(number=range_text(edition.min_players, edition.max_players, say))
    return f"- {tiles}\n- {table}\n- {people}"


def _deal(edition: Edition, say: Say) -> str:
    rows = [say("| players | tiles each | left in the well |"), "| --- | --- | --- |"]
    for players in edition.player_counts():
        hand_size = edition.tiles_dealt(players)
        rows.append(f"| {players} | {hand_size} | {len(TILES) - players * hand_size} |")
    mixed = say(
        "Mix the tiles face down. Each player takes a hand and hides it from the others; the remaining tiles stay "
        "face down and form the *well*."
    )
    return f"{mixed}{_head_start(edition, say)}\n\n" + "\n".join(rows)


def _head_start(edition: Edition, say: Say) -> str:
    """A sentence on the points that players begin with, if any have some."""
    given = [f"{SEATS[seat]} {points}" for seat, points in enumerate(edition.head_start) if points]
    if not given:
        return ""
    return " " + say("Some players begin the game with points, by seat: {points}.").format(points=", ".join(given))


def start_text(edition: Edition, say: Say = str) -> str:
    """Who may start a round, and what that scores."""
    bonus, zero = edition.start_bonus, edition.zero_start
    by_choice = edition.start == "choice"
    who = _start_by_choice(edition, say) if by_choice else _start_by_triple(edition, say)
    last = worked_example(edition, "3-4-5")
    examples = [
        worked_example(edition, "5-5-5", bonus),
        worked_example(edition, "4-4-4", bonus),
        worked_example(edition, "0-0-0", bonus, zero),
        last if by_choice else say("{sum}, when no triple was dealt").format(sum=last),
    ]
    listed = "\n".join(f"- {example}" for example in examples)
    return "\n\n".join((who, say("Examples:"), listed))


def _start_by_choice(edition: Edition, say: Say) -> str:
    who = say(
        "A lot decides who starts, in every round: everybody draws a tile, the highest sum starts, and the tiles are "
        "put back and mixed again. That player places any tile, and cannot draw or pass instead (R19)."
    )
    scores = say("The first tile scores {worth}.").format(worth=worth_text(edition, say))
    return " ".join((who, scores, *_start_bonuses(edition, say)))


def _start_by_triple(edition: Edition, say: Say) -> str:
    worth = worth_text(edition, say)
    highest = say("The player with the highest triple starts the round with it and scores {worth}.").format(worth=worth)
    no_triple = say(
        "If nobody holds a triple, the tile with the highest sum starts and scores {worth}, with no bonus. "
        "Of equal sums, the tile with the higher largest number starts, then the one with the higher middle "
        "number (R5)."
    ).format(worth=worth)
    highest = " ".join((highest, *_start_bonuses(edition, say)))
    return "\n\n".join((highest, _zero_choice(edition, say), no_triple))


def _start_bonuses(edition: Edition, say: Say) -> list[str]:
    triple = say("Starting with a triple earns a bonus of {points}.")
    zero = say("Starting with 0-0-0 earns another {points}.")
    bonuses = ((triple, edition.start_bonus), (zero, edition.zero_start))
    return [text.format(points=points_text(bonus, say)) for text, bonus in bonuses if bonus]


def _zero_choice(edition: Edition, say: Say) -> str:
    """Whether 0-0-0 may start in place of a higher triple."""
    if not edition.zero_option:
        return say("There is no choice: 0-0-0 starts only if it is the highest triple dealt{ruling}.").format(
            ruling=_cite(edition, "R16")
        )
    either = say("A player who holds the highest triple and 0-0-0 as well may start with either.")
    shown = (
        say("If you choose 0-0-0, you must show everybody the highest triple you hold.")
        if edition.show_triple
        else say("If you choose 0-0-0, you do not have to show anything else.")
    )
    return " ".join((either, shown, say("Otherwise the highest triple must start.")))


def _turn(edition: Edition, say: Say) -> str:
    order = say("Turns go clockwise from the player who started.")
    placing = say(
        "**Placing.** Put a tile on a free place where it shares a whole side with a tile on the table. Each "
        "of its three corners must show the same number as every tile it meets there; touching at a "
        "corner alone is not enough (R2). A tile may be turned, but never turned over (R1)."
    )
    if not edition.draw_optional:
        placing += say(" If you can place a tile, you must place one (R6).")
    return "\n\n".join((order, placing, _drawing(edition, say), _passing(edition, say)))


def _drawing(edition: Edition, say: Say) -> str:
    if edition.draw_optional:
        who = say("**Drawing.** A player who cannot place a tile, or would rather not, draws from the well")
        then = say("After each draw you may place any tile you hold, or go on drawing (R8, R17).")
        if edition.pass_after_draw:
            then = say(
                "After each draw you may place any tile you hold, go on drawing, or end your turn at no further cost "
                "(R8, R17)."
            )
        if edition.pass_after_draw and edition.draw_limit is not None:
            then = say(
                "After each draw you may place any tile you hold, or go on drawing; until you have drawn as many as "
                "you may, you can also end your turn at no further cost (R8, R17)."
            )
    else:
        who = say("**Drawing.** A player who cannot place a tile draws from the well")
        then = say("As soon as you can place a tile, you place it and stop drawing.")
    if edition.draw_limit is None:
        bound = say("one tile at a time.")
    else:
        bound = say("one tile at a time, at most {tiles} in a turn.").format(tiles=tiles_text(edition.draw_limit, say))
    cost = say("Each tile drawn costs {points}.").format(points=points_text(edition.draw_penalty, say))
    apart = say("Keep the tiles you draw in a turn separate, so that everybody can count them.")
    return f"{who}, {bound} {cost} {then} {apart}"


def _passing(edition: Edition, say: Say) -> str:
    empty = say("**Passing.** If you have to draw and the well is empty, you pass and lose {points}.")
    if edition.draw_optional:
        empty = say(
            "**Passing.** If you have to draw and the well is empty, you pass and lose {points}, even if you "
            "could place a tile but would rather not."
        )
    lost = f"{points_text(0, say)} (R20)" if edition.empty_well_free else points_text(edition.pass_penalty, say)
    parts = [empty.format(points=lost)]
    if edition.draw_limit is not None:
        parts.append(_pass_at_limit(edition, edition.draw_limit, say))
    if edition.draw_penalty:
        parts.append(_draws_before_pass(edition, say))
    return " ".join(parts)


def _pass_at_limit(edition: Edition, limit: int, say: Say) -> str:
    lost = points_text(edition.pass_penalty, say)
    full = say(
        "If you have drawn {tiles} and still cannot place one, your turn also ends with a pass, and you lose "
        "{points}{ruling}."
    )
    if edition.draw_optional:
        full = say(
            "If you have drawn {tiles} and place none, your turn also ends with a pass, and you lose {points}{ruling}."
        )
    text = full.format(tiles=tiles_text(limit, say), points=lost, ruling=_cite(edition, "R8"))
    if not edition.empty_well_free or not edition.pass_penalty:
        return text
    emptied = say("This pass costs {points} even if the last draw emptied the well.").format(points=lost)
    return f"{text} {emptied}"


def _draws_before_pass(edition: Edition, say: Say) -> str:
    limit, draw, cost = edition.draw_limit, edition.draw_penalty, edition.pass_penalty
    if limit is None and edition.empty_well_free:
        cost = 0
    drawn = 2 if limit is None else limit
    earlier = say(
        "Tiles drawn earlier in the turn still cost points (R7): drawing {tiles} and then passing costs {sum}."
    )
    total = f"{drawn} × {draw} + {cost} = {drawn * draw + cost}"
    return earlier.format(tiles=tiles_text(drawn, say), sum=total)


def _points_table(edition: Edition, say: Say) -> str:
    bridge = edition.bridge
    rows = [
        (say("matches one side"), worth_text(edition, say), worked_example(edition, "3-4-4")),
        (say("makes a *bridge*"), worth_plus(edition, bridge, say), worked_example(edition, "1-4-4", bridge)),
        *_two_sides(edition, say),
        *_hexagons(edition, say),
    ]
    head = [say("| what your tile does | points | example |"), "| --- | --- | --- |"]
    table = [*head, *(f"| {' | '.join(row)} |" for row in rows)]
    meanings = [
        say(
            "A *bridge* matches one side, and the corner opposite that side meets a point where another tile "
            "already lies."
        ),
        _beside(edition, say),
        say("The sixth tile around a point closes a *hexagon*, whether it matches two sides or three."),
    ]
    if edition.scoring == "tiles":
        meanings.append(say("The numbers of a tile do not count (R23)."))
    once = say("A tile earns at most one bonus, and the hexagon's takes precedence (R3). Scores may go below zero.")
    return "\n\n".join(("\n".join(table), "\n".join(f"- {meaning}" for meaning in meanings), once))


def _two_sides(edition: Edition, say: Say) -> list[tuple[str, str, str]]:
    """One row if all sides earn the same, otherwise one for sides of bridging tiles and one for others (R15, R21)."""
    plain = worth_text(edition, say), worked_example(edition, "0-0-2")
    paid = worth_plus(edition, edition.bridge, say), worked_example(edition, "1-1-5", edition.bridge)
    if edition.beside == "none":
        return [(say("matches two or three sides"), *plain)]
    if edition.beside == "sides":
        return [(say("matches two or three sides (*beside* a bridge)"), *paid)]
    return [
        (say("matches two or three sides, at least one of a bridging tile (*beside*)"), *paid),
        (say("matches two or three other sides"), *plain),
    ]


def _beside(edition: Edition, say: Say) -> str:
    """What *beside* means, or that it earns nothing."""
    if edition.beside == "none":
        return say("A tile that matches two or three sides without closing a hexagon earns no bonus (R21).")
    gap = say(
        "A tile lies *beside* a bridge if it matches two or three sides without closing a hexagon, in a gap that a "
        "bridge has left (R15)."
    )
    if edition.beside == "sides":
        return gap
    paid = say(
        "It earns the bonus only if one of the tiles it matches was itself placed as a bridge; elsewhere it earns none."
    )
    return f"{gap} {paid}"


def _hexagons(edition: Edition, say: Say) -> list[tuple[str, str, str]]:
    """One row if all hexagons earn the same (R4), otherwise one for each number of hexagons."""
    names = [say("closes a *hexagon*"), say("closes two hexagons at once"), say("closes three hexagons at once")]
    if len(set(edition.hexagons)) == 1:
        names = [say("closes a *hexagon*, or several{ruling}").format(ruling=_cite(edition, "R4"))]
    return [
        (name, worth_plus(edition, bonus, say), worked_example(edition, "0-5-5", bonus))
        for name, bonus in zip(names, edition.hexagons, strict=False)
    ]


def _round_end(edition: Edition, say: Say) -> str:
    by_tiles = edition.scoring == "tiles"
    bonus, hands = edition.out_bonus, [1, 1] if by_tiles else [8, 7]
    left = say("1 point for each tile") if by_tiles else say("the numbers on all tiles")
    out = say(
        "**Out.** The first player to place their last tile wins the round and scores {points} plus {left} left in "
        "the other hands. The others lose nothing. Example: with 1-2-5 and 0-3-4 left in other hands, going out "
        "scores {sum}."
    ).format(points=points_text(bonus, say), left=left, sum=f"{bonus} + {hands[0]} + {hands[1]} = {bonus + sum(hands)}")
    return "\n\n".join((out, _blocked(edition, say)))


def _blocked(edition: Edition, say: Say) -> str:
    by_tiles = edition.scoring == "tiles"
    won = say("The player with {fewest} wins it, scores {hands} in the other hands, and loses {hands} in their own")
    if not edition.blocked_own:
        won = say(
            "The player with {fewest} wins it, scores {hands} in the other hands, and loses nothing for their own"
        )
    won = won.format(
        fewest=_fewest(edition, say)[0], hands=say("1 point for each tile") if by_tiles else say("the numbers")
    )
    bonus = say("{won}{ruling}; there is no bonus.").format(won=won, ruling=_cite(edition, "R18"))
    others, own = ([1, 1], 1) if by_tiles else ([10, 11], 3)
    points = sum(others) - own if edition.blocked_own else sum(others)
    subtracted = f" - {own}" if edition.blocked_own else ""
    example = say(
        "Example: the winner still holds 0-1-2 and another player holds 3-3-4 and 1-5-5, so the winner scores {sum}."
    ).format(sum=f"{others[0]} + {others[1]}{subtracted} = {points}")
    return f"{_when_blocked(edition, say)} {bonus} {example}\n\n{_ties(edition, say)}"


def _fewest(edition: Edition, say: Say) -> list[str]:
    """What decides a blocked round, and what decides a tie (R10); with points by tiles both are the same."""
    tiles, points = say("the fewest tiles"), say("the fewest points in hand")
    if edition.scoring == "tiles":
        return [tiles]
    return [tiles, points] if edition.blocked == "tiles" else [points, tiles]


def _ties(edition: Edition, say: Say) -> str:
    first, *second = _fewest(edition, say)
    if not second:
        return say(
            "**Ties.** If several players have {first}, the round is a draw and nobody scores for the hands (R10)."
        ).format(first=first)
    return say(
        "**Ties.** If several players have {first}, the one of them with {second} wins; if that is equal too, the "
        "round is a draw and nobody scores for the hands (R10)."
    ).format(first=first, second=second[0])


def _when_blocked(edition: Edition, say: Say) -> str:
    """Which passes block a round (R9)."""
    limit = edition.draw_limit
    if edition.blocked_when == "closed":
        blocked = say(
            "**Blocked.** When all players have passed in a row, with the well empty at the end of each of those "
            "turns, the round is blocked (R9)."
        )
        drawn = say(
            "Drawing {tiles} without placing one is a pass, but does not block the round while tiles are left in "
            "the well."
        )
    else:
        blocked = say("**Blocked.** When all players have passed in a row, the round is blocked (R9).")
        drawn = say("Drawing {tiles} without placing one is also a pass, even while tiles are left in the well.")
    return blocked if limit is None else f"{blocked} {drawn.format(tiles=tiles_text(limit, say))}"


def _game_end(edition: Edition, say: Say) -> str:
    if edition.rounds is not None:
        return say(
            "The game is over after {rounds}, whatever the scores. The highest score wins, even below zero. If several "
            "players share it, further rounds are played one by one until a single player has it (R22)."
        ).format(rounds=rounds_text(edition.rounds, say))
    target = edition.target
    until = say(
        "Play rounds until a player has {points} or more at the end of one. A round is always played to its end, "
        "and only the scores at its end count{ruling}."
    ).format(points=points_text(target, say), ruling=_cite(edition, "R11"))
    alone = say("If one player has reached {target}, that player wins the game.").format(target=target)
    several = say("If several players have, the highest score wins.")
    if edition.won_by == "round":
        several = say(
            "If several players have and the winner of that round is one of them, that player wins the game; "
            "otherwise the highest score wins."
        )
    shared = say("If several players share it, everybody plays one more round, and the same rule applies again (R12).")
    return f"{until}\n\n{alone} {several} {shared}"


def _clock(edition: Edition, say: Say) -> str:
    if edition.clock is None:
        return ""
    seconds = say("1 second") if edition.clock == 1 else say("{n} seconds").format(n=edition.clock)
    return say(
        "A turn may take {seconds}. When the time is up, the game plays the turn for you by the rules: it draws if "
        "it must, then makes the placement that scores least, or passes. You lose no extra points (R14)."
    ).format(seconds=seconds)
