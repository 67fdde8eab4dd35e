"""A record step by step, with what the page shows for each line."""

from __future__ import annotations

from pydantic_core import to_json

from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.readings import with_readings
from tricorn.record import Event, Record, UnfinishedHeader, parse_record
from tricorn.web.refusals import Refused
from tricorn.web.responses import Replay, Step

__all__ = ["check_length", "replay_as_json"]

_MAX_LINES = 25_000  # earlier versions played games of up to 20,000


def check_length(text: str) -> None:
    """Refuse a record with too many lines."""
    if text.count("\n") > _MAX_LINES:
        raise Refused(
            "too-long",
            "A record that is checked here has at most {most} lines; tricorn verify checks longer ones.",
            422,
            most=_MAX_LINES,
        )


def replay_as_json(text: str, with_steps: bool) -> bytes:
    """Check a record in full and return its replay as JSON, with its steps or only the summary."""
    check_length(text)
    try:
        return _replay(parse_record(text), with_steps)
    except UnfinishedHeader:
        raise Refused("record", "The record stops before its players are named.", 422) from None
    except RecordError as error:
        raise Refused.by_rules(with_readings(error, text), "record", 422) from None


def _replay(record: Record, with_steps: bool) -> bytes:
    game = Game(record.edition, record.names, keys=record.keys, dealt=False)
    steps: list[bytes] = []  # encoded one by one: a single call for all would block every other thread
    last: Event | None = None
    for event in game.replay(record):  # each is given just before it is applied
        if last is not None and with_steps:
            steps.append(to_json(_step(last, game)))
        last = event
    if last is not None and with_steps:
        steps.append(to_json(_step(last, game)))
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
        "hidden": list(round_.tiles.hidden),
        "well": len(round_.well),
        "drawn": len(round_.drawn),
        "passes": round_.passes,
    }
