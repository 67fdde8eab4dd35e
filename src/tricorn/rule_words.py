"""What is played at a table in a few words: the target, the clock, and each house rule."""

from __future__ import annotations

from tricorn.editions import Edition
from tricorn.rulebook import Say

__all__ = ["what_is_played"]


def what_is_played(edition: Edition, say: Say = str) -> list[str]:
    """The edition's name, the target, the clock if there is one, and the other house rules.

    >>> from tricorn.editions import edition_named
    >>> what_is_played(edition_named("spanish target=200 draw_penalty=0"))
    ['Spanish', '200 points to win', 'drawing is free']
    """
    words = {**_figures(edition, say), **_choices(edition, say)}
    always = ["target"] if edition.clock is None else ["target", "clock"]
    changed = [key for key, _ in edition.house_rules() if key not in ("target", "clock")]
    return [say(edition.name), *(words[key] for key in (*always, *changed))]


def _figures(edition: Edition, say: Say) -> dict[str, str]:
    low, high = edition.players
    words = {
        "players": say("{low} to {high} players").format(low=low, high=high),
        "deal": say("{tiles} tiles dealt").format(tiles="/".join(map(str, edition.deal_allowed()))),
        "target": say("{points} points to win").format(points=edition.target),
        "hexagons": say("hexagons +{points}").format(points="/".join(map(str, edition.hexagons))),
        "bridge": say("bridge +{points}").format(points=edition.bridge),
        "start_bonus": say("start with a triple +{points}").format(points=edition.start_bonus),
        "zero_start": say("start with 0-0-0 a further +{points}").format(points=edition.zero_start),
        "out_bonus": say("going out +{points}").format(points=edition.out_bonus),
        "draw_penalty": say("a draw costs {points}").format(points=edition.draw_penalty),
        "pass_penalty": say("a pass costs {points}").format(points=edition.pass_penalty),
        "draw_limit": say("no limit on draws"),
        "clock": say("no clock"),
    }
    if edition.draw_penalty == 0:
        words["draw_penalty"] = say("drawing is free")
    if edition.pass_penalty == 0:
        words["pass_penalty"] = say("passing is free")
    if edition.draw_limit is not None:
        words["draw_limit"] = say("at most {n} draws in a turn").format(n=edition.draw_limit)
    if edition.clock is not None:
        words["clock"] = say("{seconds} seconds for a turn").format(seconds=edition.clock)
    return words


def _choices(edition: Edition, say: Say) -> dict[str, str]:
    return {
        "draw_optional": say("you may draw although a tile fits")
        if edition.draw_optional
        else say("you draw only if no tile fits"),
        "pass_after_draw": say("you may end the turn after a draw")
        if edition.pass_after_draw
        else say("a draw does not end the turn"),
        "zero_option": say("0-0-0 may be chosen for the start")
        if edition.zero_option
        else say("0-0-0 may not be chosen for the start"),
        "show_triple": say("choosing 0-0-0 shows the triple")
        if edition.show_triple
        else say("choosing 0-0-0 shows nothing"),
        "beside": say("two sides always earn the bridge bonus")
        if edition.beside == "sides"
        else say("two sides earn the bridge bonus beside a bridge only"),
        "blocked": say("a blocked round is won by the fewest tiles")
        if edition.blocked == "tiles"
        else say("a blocked round is won by the fewest points in hand"),
        "blocked_when": say("a round is blocked only with an empty well")
        if edition.blocked_when == "closed"
        else say("a round is blocked as soon as all have passed"),
        "blocked_own": say("the winner of a blocked round loses the own hand")
        if edition.blocked_own
        else say("the winner of a blocked round keeps the own hand"),
        "won_by": say("of several at the target, the round's winner wins")
        if edition.won_by == "round"
        else say("of several at the target, the highest score wins"),
    }
