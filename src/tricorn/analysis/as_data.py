"""A review as plain data, for JSON files and pages."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tricorn.analysis.luck import Fortune, Luck
from tricorn.analysis.review import Choice, PlayerReview, Review, rounded
from tricorn.analysis.skill_level import nearest_level
from tricorn.bots.values import MoveValue
from tricorn.messages import Phrase
from tricorn.wording import SEATS

__all__ = ["MAX_MOVES", "line_of", "review_data"]

MAX_MOVES = 4  # listed for each choice, plus the move played if it is not among them
_DIGITS = 4

ReasonFormatter = Callable[[Phrase], Any]


def review_data(review: Review, say: ReasonFormatter = str) -> dict[str, Any]:
    """All figures of a review, by the names in docs/review.md; `say` converts a reason to text or data."""
    return {
        "edition": review.record.edition.id,
        "house_rules": dict(review.record.edition.house_rules()),
        "winner": None if review.winner is None else SEATS[review.winner],
        "players": [_player(SEATS[seat], player) for seat, player in enumerate(review.players)],
        "choices": [_choice(review, choice, say) for choice in review.choices],
        "luck": [_luck(review, luck) for luck in review.luck],
        "values": [{**_location(review, event), **_fortune(value)} for event, value in review.values],
        "moves": review.moves,
        "reviewed_moves": review.reviewed_moves,
        "unreviewed_choices": review.unreviewed_choices,
        "unreviewed_luck": review.unreviewed_luck,
    }


def line_of(review: Review, event: int) -> int:
    """The line number of an event in the record."""
    lines = review.record.lines
    return lines[event] if lines else len(review.record.header()) + 1 + event


def _location(review: Review, event: int) -> dict[str, int]:
    return {"line": line_of(review, event), "event": event}


def _player(seat: str, player: PlayerReview) -> dict[str, Any]:
    account = player.account
    return {
        "seat": seat,
        "name": player.name,
        "score": player.score,
        "choices": player.choices,
        "error_rate": _rounded(player.error_rate),
        "plays_like": nearest_level(player.error_rate, player.choices),
        "accuracy": _rounded(player.accuracy),
        "grades": player.grades,
        "account": None if account is None else {"chance": vars(account.chance), "points": vars(account.points)},
    }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else rounded(figure, _DIGITS)


def _choice(review: Review, choice: Choice, say: ReasonFormatter) -> dict[str, Any]:
    shown = list(choice.analysis.moves[:MAX_MOVES])
    if choice.played not in shown:
        shown.append(choice.played)
    return {
        **_location(review, choice.event),
        "round": choice.round,
        "seat": SEATS[choice.seat],
        "played": str(choice.played.move),
        "best": str(choice.best.move),
        "loss": _rounded(choice.loss),
        "grade": choice.grade,
        "legal_moves": len(choice.analysis.moves),
        "moves": [_move(value, say) for value in shown],
    }


def _move(value: MoveValue, say: ReasonFormatter) -> dict[str, Any]:
    return {
        "move": str(value.move),
        "points": value.points,
        "chance": _rounded(value.chance),
        "error": _rounded(value.error),
        "gain": rounded(value.gain, 1),
        "loss": _rounded(value.loss),
        "loss_error": _rounded(value.loss_error),
        "worlds": value.worlds,
        "exact": value.is_exact,
        "reasons": [say(reason) for reason in value.reasons],
    }


def _luck(review: Review, luck: Luck) -> dict[str, Any]:
    return {
        **_location(review, luck.event),
        "round": luck.round,
        "kind": "deal" if luck.seat is None else "draw",
        "seat": None if luck.seat is None else SEATS[luck.seat],
        "tile": None if luck.tile is None else str(luck.tile),
        **_fortune(luck.change),
    }


def _fortune(fortune: Fortune) -> dict[str, Any]:
    return {
        "chances": [rounded(chance, _DIGITS) for chance in fortune.chances],
        "leads": [rounded(lead, 2) for lead in fortune.leads],
    }
