"""A record told step by step, with all that is shown beside each line, so that the page needs no rules."""

from __future__ import annotations

from typing import Any

from tricorn.errors import RecordError
from tricorn.game import Game, check_record
from tricorn.readings import with_readings
from tricorn.web.refusals import Refused

__all__ = ["replay_of", "replay_of_text"]

_MOST_LINES = 20_000


def replay_of_text(text: str) -> dict[str, Any]:
    """The replay of a record that somebody has sent, checked in full."""
    try:
        game = check_record(text)
    except RecordError as error:
        raise Refused.by_rules(with_readings(error, text), "record", 422) from None
    if game is None:
        raise Refused("record", "The record stops before its players are named.", 422)
    return replay_of(game)


def replay_of(game: Game) -> dict[str, Any]:
    """What the record says of the game as a whole, and its steps."""
    if len(game.events) > _MOST_LINES:
        raise Refused("too-long", "The record is right, but too long to be shown.", 422)
    outcome = game.outcome()
    return {
        "ok": True,
        "header": game.source.header(),
        "edition": str(game.edition),
        "names": list(game.names),
        "rounds": game.rounds,
        "scores": list(game.scores),
        "winner": None if outcome is None else outcome.winner,
        "steps": _steps(game),
    }


def _steps(game: Game) -> list[dict[str, Any]]:
    """One step a line: the line, and how things stand after it."""
    again = Game(game.edition, game.names, keys=game.keys, dealt=False)
    steps = []
    for event in game.events:
        again.apply(event)
        steps.append({"line": str(event), **_standing(again)})
    return steps


def _standing(game: Game) -> dict[str, Any]:
    """How things stand: tiles that the record does not name are counted in `hidden`."""
    round_ = game.round
    assert round_ is not None, "the first line of a game begins a round"
    return {
        "round": game.rounds,
        "turn": round_.seat,
        "scores": list(game.scores),
        "hands": [[str(tile) for tile in round_.hand(seat)] for seat in range(round_.players)],
        "hidden": list(round_.tiles.hidden),
        "well": len(round_.well),
        "drawn": len(round_.drawn),
        "passes": round_.passes,
    }
