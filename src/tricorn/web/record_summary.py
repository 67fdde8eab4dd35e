"""Checks a record and sums up its game."""

from __future__ import annotations

from pydantic_core import to_json

from tricorn.game import Game
from tricorn.record import parse_record
from tricorn.web.record_checks import refusing_invalid
from tricorn.web.responses import RecordSummary

__all__ = ["summary_as_json"]


def summary_as_json(text: str) -> bytes:
    """Check a record in full and return the summary of its game as JSON.

    Called in another process.
    """
    with refusing_invalid():
        game = Game.from_record(parse_record(text))
    outcome = game.outcome()
    summary: RecordSummary = {
        "edition": str(game.edition),
        "names": list(game.names),
        "rounds": game.rounds,
        "scores": list(game.scores),
        "winner": None if outcome is None else outcome.winner,
    }
    return to_json(summary)
