"""Every move has a reason that compares it with the obvious alternative, and says only what is true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.bots.positions import TABLES, some_choices, view_of

from tricorn.analysis import Analysis, MoveValue, analyse
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.messages import Message, Phrase
from tricorn.moves import DRAW, Move, Place

ITERATIONS = 120
CHOICES = 10  # of each table
OTHER = {Message.REASON_OTHER, Message.REASON_OTHER_MORE}
COMPARED = {Message.REASON_COMPARED, Message.REASON_COMPARED_MORE}
MORE = {Message.REASON_OTHER_MORE, Message.REASON_COMPARED_MORE}

# What each drawback must say to be true of a move, compared with the best one.
IS_TRUE: dict[Message, Callable[[Any, MoveValue, MoveValue], bool]] = {
    Message.REASON_NOT_OUT: lambda _, worse, best: isinstance(best.move, Place),
    Message.REASON_LESS: lambda said, worse, best: said["points"] == best.points - worse.points > 0,
    Message.REASON_GIVES_UP: lambda said, worse, best: said["points"] > 0 and said["tile"] != tile_of(worse.move),
    Message.REASON_FEWER_FIT: lambda said, worse, best: said["fitting"] < said["instead"],
    Message.REASON_LETS_PLACE: lambda said, worse, best: said["percent"] > said["instead"],
    Message.REASON_OPENS_BRIDGE: lambda said, worse, best: said["percent"] > said["instead"],
    Message.REASON_OPENS_BESIDE: lambda said, worse, best: said["percent"] > said["instead"],
    Message.REASON_OPENS_HEXAGON: lambda said, worse, best: said["percent"] > said["instead"],
    Message.REASON_FEWER_POINTS: lambda said, worse, best: said["count"] == round(best.gain - worse.gain) > 0,
    Message.REASON_WINS_LESS: lambda said, worse, best: said["percent"] < said["instead"],
    Message.REASON_WINS_NO_MORE: lambda said, worse, best: worse.chance <= best.chance,
}


def tile_of(move: Move) -> object:
    return move.tile if isinstance(move, Place) else None


def check_comparison(reason: Phrase, worse: MoveValue, best: MoveValue) -> None:
    """A reason that compares says what is true of the two moves."""
    drawback, more = reason.params["drawback"], worse.points - best.points
    assert isinstance(drawback, Phrase)
    assert IS_TRUE[drawback.message](drawback.params, worse, best), reason
    if reason.message in MORE:
        assert reason.params["points"] == more > 0


def obvious_alternative(analysis: Analysis) -> MoveValue:
    """The placement that scores most, or the second best move if that is the best one."""
    placements = [value for value in analysis.moves if isinstance(value.move, Place)]
    most = max(placements, key=lambda value: value.points)
    return most if most.points > analysis.best.points else analysis.moves[1]


def check(analysis: Analysis) -> None:
    """The best move is compared with the obvious alternative, every other with the best one."""
    best, rival = analysis.best, obvious_alternative(analysis)
    first, *others = best.reasons
    assert first.message in OTHER
    assert (first.message in MORE) == (rival.points > best.points)
    named = first.params["move"]
    if isinstance(named, Phrase) and named.message is Message.REASON_SAME_TILE:
        assert named.params["tile"] == tile_of(best.move) == tile_of(rival.move)
    elif not isinstance(named, Phrase):
        assert named != tile_of(best.move)
        tied = [value for value in analysis.moves if value.points == rival.points]
        assert named in [tile_of(value.move) for value in (tied if rival.points > best.points else [rival])]
    if named == tile_of(rival.move):
        check_comparison(first, rival, best)
    assert not {reason.message for reason in others} & (OTHER | COMPARED)
    for value in analysis.moves[1:]:
        assert value.reasons
        assert {reason.message for reason in value.reasons} <= COMPARED
        assert (value.reasons[0].message in MORE) == (value.points > best.points)
        for reason in value.reasons:
            check_comparison(reason, value, best)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_every_move_of_many_decisions_is_compared(edition: str, players: int) -> None:
    for game in some_choices(edition, players, CHOICES):
        check(analyse(view_of(game), new_rng(1, 0), ITERATIONS))


def decisions() -> list[tuple[Game, Analysis]]:
    games = [game for edition in ("pressman-classic", "spanish", "goliath") for game in some_choices(edition, 2, 70)]
    return [(game, analyse(view_of(game), new_rng(1, 0), ITERATIONS)) for game in games]


def test_draws_and_exact_values_have_reasons_and_all_kinds_of_drawbacks_occur() -> None:
    found = decisions()
    assert any(value.move == DRAW for _, analysis in found for value in analysis.moves)
    assert any(analysis.best.is_exact for _, analysis in found)
    reasons = [reason for _, analysis in found for value in analysis.moves for reason in value.reasons]
    said = {part.message for reason in reasons for part in reason.params.values() if isinstance(part, Phrase)}
    assert said >= {Message.REASON_DRAWING, *IS_TRUE} - {Message.REASON_OPENS_BESIDE, Message.REASON_NOT_OUT}


def test_a_move_that_is_to_be_explained_is_compared_and_the_best_one_only_with_facts() -> None:
    for game, analysis in decisions()[:20]:
        worst = analysis.moves[-1]
        explained = analyse(view_of(game), new_rng(1, 0), ITERATIONS, also=worst.move)
        if explained.best.move == worst.move:
            continue
        assert explained[worst.move].reasons[0].message in COMPARED
        assert not {reason.message for reason in explained.best.reasons} & (OTHER | COMPARED)


def test_a_comparison_is_one_sentence_in_every_language() -> None:
    drawback = Message.REASON_OPENS_HEXAGON(seat="Pip", percent=40, instead=5)
    reason = Message.REASON_OTHER_MORE(move="0-3-4", points=2, drawback=drawback)
    assert reason == "0-3-4 scores 2 more, but opens a hexagon for Pip more often: 40 %, not 5 %"
