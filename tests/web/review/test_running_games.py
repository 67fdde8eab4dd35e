"""Which unfinished records are reviewed: not a seat's view of a running game, whatever lines are deleted from it."""

from __future__ import annotations

import gzip
import json
import re
from functools import partial

import pytest
from tests.helpers import played

from tricorn.analysis.review import review
from tricorn.game import Game
from tricorn.sheet.from_record import without_deals
from tricorn.web.refusals import Refused
from tricorn.web.review import worker
from tricorn.web.review.worker import make_review


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "review", partial(review, iterations=60, playouts=2))


def rounds_judged(record: str) -> set[int]:
    """The rounds in which moves are judged."""
    finished = make_review(lambda done, total: None, record, is_over=False, seconds=1_000.0)
    return {choice["round"] for choice in json.loads(gzip.decompress(finished.json))["choices"]}


def game_in_round(number: int) -> Game:
    """An unfinished game in which seat A has drawn tiles in this round."""
    seed, moves = {1: (1, 40), 3: (7, 100)}[number]
    game = played("pressman-classic", 3, seed, moves, choices=3)
    assert game.in_round
    assert "A draw" in game.record().split(f"round {number}\n")[1]
    return game


def server_record(game: Game, seat: int | None) -> str:
    """What a server sends to a seat, or to a spectator."""
    return game.view(seat).record().replace("round 1\n", f"commit {'ab' * 32}\nround 1\n", 1)


def without(record: str, *beginnings: str) -> str:
    """The record without the lines that begin in one of these ways."""
    return "".join(line for line in record.splitlines(keepends=True) if not line.startswith(beginnings))


@pytest.mark.parametrize(
    "deleted",
    [
        ("#",),
        ("commit",),
        ("commit", "well"),
        ("commit", "well", "deal B", "deal C"),
        ("commit", "deal A"),
        ("commit", "well", "deal"),  # the tiles that the seat has drawn are on record
    ],
)
def test_a_seats_view_of_a_running_game_is_not_reviewed(deleted: tuple[str, ...]) -> None:
    with pytest.raises(Refused) as refusal:
        rounds_judged(without(server_record(game_in_round(1), 0), *deleted))
    assert refusal.value.code == "not-over"


@pytest.mark.parametrize("seat", [1, None])
@pytest.mark.parametrize("last", ["deal C", "score"])
def test_a_view_of_a_running_game_is_not_reviewed_before_the_first_move_or_between_rounds(
    seat: int | None, last: str
) -> None:
    lines = without(server_record(game_in_round(3), seat), "commit").splitlines(keepends=True)
    end = max(index for index, line in enumerate(lines) if line.startswith(last))
    with pytest.raises(Refused) as refusal:
        rounds_judged("".join(lines[: end + 1]))
    assert refusal.value.code == "not-over"


def test_what_everybody_sees_of_a_running_round_gives_nothing_to_judge() -> None:
    undealt = without(server_record(game_in_round(1), 0), "commit", "well", "deal")
    assert rounds_judged(re.sub(r"A draw \d-\d-\d", "A draw ?-?-?", undealt)) == set()


def test_notes_of_an_unfinished_game_are_reviewed_where_hands_follow_from_the_end_of_a_round() -> None:
    assert rounds_judged(str(without_deals(game_in_round(3).parsed_record))) == {1}


@pytest.mark.parametrize("deleted", ["#", "well"])
def test_an_unfinished_game_that_hides_no_hand_is_reviewed(deleted: str) -> None:
    assert rounds_judged(without(game_in_round(3).record(), deleted)) == {1, 2, 3}


def test_a_seats_view_of_a_finished_game_is_reviewed() -> None:
    game = played("pressman-classic target=20", 3, seed=7, moves=1_000, choices=3)
    assert game.outcome() is not None
    assert rounds_judged(server_record(game, 0))
