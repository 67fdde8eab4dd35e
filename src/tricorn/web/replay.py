"""Replays a record step by step, with what the page shows for each line."""

from __future__ import annotations

from pydantic_core import to_json

from tricorn.game import Game
from tricorn.record import Event, Record, parse_record
from tricorn.web.record_checks import refusing_invalid
from tricorn.web.responses import Replay, Step

__all__ = ["replay_as_json"]


def replay_as_json(text: str, with_steps: bool) -> bytes:
    """Check a record in full and return its replay as JSON, with its steps or only the summary.

    Called in another process.
    """
    with refusing_invalid():
        return _replay(parse_record(text), with_steps)


def _replay(record: Record, with_steps: bool) -> bytes:
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    steps: list[bytes] = []
    applied: Event | None = None
    for event in game.replay(record):  # yields an event just before it is applied
        if applied is not None and with_steps:
            steps.append(to_json(_step(applied, game)))
        applied = event
    if applied is not None and with_steps:
        steps.append(to_json(_step(applied, game)))
    summary = to_json(_summary(record, game))
    return b'%s,"steps":[%s]}' % (summary[:-1], b",".join(steps)) if with_steps else summary


def _summary(record: Record, game: Game) -> Replay:
    outcome = game.outcome()
    return {
        "ok": True,
        "header": record.header(),
        "edition": str(game.edition),
        "names": list(game.names),
        "rounds": game.rounds,
        "scores": list(game.scores),
        "winner": None if outcome is None else outcome.winner,
    }


def _step(event: Event, game: Game) -> Step:
    """A line and the state after it."""
    round_ = game.round
    assert round_ is not None, "the first line of a game begins a round"
    return {
        "line": str(event),
        "round": game.rounds,
        "turn": round_.seat,
        "scores": list(game.scores),
        "hands": [[str(tile) for tile in round_.hand(seat)] for seat in range(round_.players)],
        "hidden": list(round_.hidden),
        "well": len(round_.well),
        "drawn": len(round_.drawn),
        "passes": round_.passes,
    }
