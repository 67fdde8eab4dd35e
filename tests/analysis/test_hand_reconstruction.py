"""Hands in notes of a real table: those that follow from later lines are right, the others stay unknown."""

from __future__ import annotations

import pytest

from tricorn.analysis import review
from tricorn.analysis.hand_reconstruction import with_hands
from tricorn.game import Game
from tricorn.record import Deal, Drew, Record, parse_record
from tricorn.sheet.from_record import without_deals

ONE_ROUND = "pressman-classic target=1"


def played(edition: str, players: int, seed: int) -> Record:
    game = Game(edition, players, seed=seed)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    return parse_record(game.record())


def notes_of(record: Record) -> Game:
    return Game.from_record(without_deals(record))


def deals(game: Game) -> list[Deal]:
    return [event for event in game.events if isinstance(event, Deal)]


@pytest.mark.parametrize(("edition", "players"), [(ONE_ROUND, 4), ("spanish target=60", 4), ("wooden target=60", 2)])
def test_a_hand_that_follows_from_the_notes_is_the_one_that_was_dealt(edition: str, players: int) -> None:
    known = 0
    for seed in range(15):
        record = played(edition, players, seed)
        completed, indices = with_hands(notes_of(record))
        assert len(indices) == len(completed.events)
        hands = {(number, deal.seat): deal.tiles for number, deal in _by_round(completed) if None not in deal.tiles}
        dealt = {(number, deal.seat): deal.tiles for number, deal in _by_round(record)}
        for key, tiles in hands.items():
            assert sorted(map(str, tiles)) == sorted(map(str, dealt[key]))
        known += len(hands)
    assert known > 0


def _by_round(record: Record | Game) -> list[tuple[int, Deal]]:
    number, deals_by_round = 0, []
    for event in record.events:
        if str(event).startswith("round "):
            number += 1
        if isinstance(event, Deal):
            deals_by_round.append((number, event))
    return deals_by_round


def _follows(record: Record) -> bool:
    """Whether both hands follow from the notes although a tile was drawn."""
    completed = deals(with_hands(notes_of(record))[0])
    is_known = bool(completed) and all(None not in deal.tiles for deal in completed)
    return is_known and any(isinstance(event, Drew) for event in record.events)


def test_notes_from_which_all_hands_follow_are_reviewed_in_full() -> None:
    record = next(record for record in (played(ONE_ROUND, 2, seed) for seed in range(200)) if _follows(record))
    notes = without_deals(record)
    partial, full = review(notes, iterations=60, playouts=2), review(record, iterations=60, playouts=2)
    assert (partial.unreviewed_choices, partial.unreviewed_luck) == (0, 0)
    assert partial.players[0].account is not None
    assert [choice.loss for choice in partial.choices] == [choice.loss for choice in full.choices]
    assert [notes.events[choice.event] for choice in partial.choices] == [
        record.events[choice.event] for choice in full.choices
    ]


def test_notes_are_not_completed_with_hands_that_break_the_rules() -> None:
    """A player with 5-5-5 would have started."""
    notes = (
        "tricorn 1\nedition pressman-classic deal=2/2\nplayer A Ana\nplayer B Bo\nround 1\n"
        "A 4-4-4 +22\nB 1-4-4 +9\nA 4-4-5 +13\nleft B 5-5-5\nout A +40\nscore A 75 B 9\n"
    )
    game = Game.from_record(notes)
    assert with_hands(game)[0] is game


def test_a_record_with_deals_is_not_changed() -> None:
    game = Game.from_record(played(ONE_ROUND, 2, 1))
    assert with_hands(game) == (game, list(range(len(game.events))))
    unbegun = Game(ONE_ROUND, 2, dealt=False)
    assert with_hands(unbegun) == (unbegun, [])
