"""What a seat may know of a round: the same as a replay of its redacted record, and nothing of the hidden tiles."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS, attributes_of

from tricorn.bonus import PLAIN
from tricorn.core import layout as at
from tricorn.core.board import FITTING_SLOTS
from tricorn.core.log import LOG_DRAW, LOG_STRIDE, NO_TILE, logged_kind, logged_seat, pack_logged
from tricorn.core.rules import NOBODY
from tricorn.core.state import DRAW, PASS, State, apply_choice, deal_in_order, new_state, start_with
from tricorn.core.unknown_tiles import HAND_STRIDE
from tricorn.editions import edition_named
from tricorn.game import Game, shuffled
from tricorn.record import Drew, Passed, Placed, RoundEvent, last_round_start
from tricorn.round import Round
from tricorn.view import View


def played_from(edition: str, seed: int, moves: int) -> Game:
    """A game after some moves chosen at random; in editions with a clock, that takes some turns."""
    book, rng = edition_named(edition), Random(seed)
    game = Game(book, rng.randint(*book.players), seed=seed)
    for _ in range(moves):
        if game.outcome() is not None:
            break
        if book.clock is not None and rng.random() < 0.2:
            game.time_out()
        else:
            game.play(rng.choice(game.legal_moves()))
    return game


def known_in(current: Round) -> dict[str, Any]:
    """Everything that an array holds."""
    return {**attributes_of(current), "table": [current.state[index] for index in range(FITTING_SLOTS)]}


@pytest.mark.parametrize("edition", [*RULEBOOKS, *HOUSE_EDITIONS, "pressman-classic clock=30", "spanish clock=30"])
def test_a_seat_knows_what_a_replay_of_its_view_gives(edition: str) -> None:
    compared = 0
    for moves in range(0, 90, 3):
        game = played_from(edition, moves, moves)
        for seat in (None, *range(game.players)):
            view = game.view(seat)
            if view.known_round is None:
                continue
            replayed = View(view.parsed_record, seat, view.turn, view.scores, view.options).round
            assert replayed is not None
            assert known_in(view.known_round) == known_in(replayed)
            compared += 1
    assert compared or "deal=1/" in edition


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "domino-site"])
def test_shapes_and_passes_are_counted_alike_however_a_round_is_played(edition: str) -> None:
    counted = [0] * (at.HAND_TOTALS - at.SHAPE_COUNTS)
    for seed in range(12):
        game = played_from(edition, seed, 60)
        for position in (game.round, game.view(0).known_round):
            if position is None:
                continue
            state = new_state(position.players, log=True)
            replay(game, state)
            counts = [state[index] for index in range(at.SHAPE_COUNTS, at.HAND_TOTALS)]
            assert counts == [position.state[index] for index in range(at.SHAPE_COUNTS, at.HAND_TOTALS)]
            assert sum(counts[:-1]) == position.state[at.LAID]
            counted = [one + two for one, two in zip(counted, counts, strict=True)]
    assert counted[PLAIN]
    assert counted[-1]


def replay(game: Game, state: State) -> None:
    """Play the current round of a game in the core's state with all tiles known."""
    assert game.round is not None
    current = Round(game.edition, game.players)
    seed = game.seed
    assert seed is not None
    for index, tile in enumerate(shuffled(seed, game.rounds)):
        state[at.ORDER + index] = tile.index
    size = current.state[at.HAND_SIZE]
    deal_in_order(state, size, at.WELL_END - at.ORDER - game.players * size, NOBODY)
    start = last_round_start(game.events)
    assert start is not None
    for event in game.events[start + 1 :]:
        if isinstance(event, Placed) and not current.started:
            start_with(state, current.rules, event.tile.index)
        elif isinstance(event, Placed):
            assert event.place is not None
            apply_choice(state, current.rules, current.choice_of(event.place))
        elif isinstance(event, Drew | Passed):
            apply_choice(state, current.rules, DRAW if isinstance(event, Drew) else PASS)
        if isinstance(event, RoundEvent):
            current.apply(event)


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "domino-site"])
def test_hidden_tiles_change_nothing_that_a_seat_knows(edition: str) -> None:
    for moves in range(0, 60, 4):
        game, rng = played_from(edition, moves, moves), Random(moves)
        assert game.round is not None
        for seat in range(game.players):
            other = game.round.copy()
            hide(other, seat, rng)
            observed, same = game.round.seen_by(seat), other.seen_by(seat)
            assert observed is not None
            assert same is not None
            assert known_in(observed) == known_in(same)


def hide(current: Round, seat: int, rng: Random) -> None:
    """Change everything in a round that the seat may not see."""
    state = current.state
    for index in range(at.ORDER, at.WELL_END):
        state[index] = rng.randrange(56)
    for other in range(current.players):
        if other != seat:
            state[at.HANDS + other], state[at.HIDDEN + other] = rng.getrandbits(56), rng.randrange(9)
            for index in range(at.UNKNOWN + other * HAND_STRIDE, at.UNKNOWN + (other + 1) * HAND_STRIDE):
                state[index] = rng.randrange(9)
    state[at.TRACKED] ^= rng.getrandbits(6) & ~(1 << seat)
    for index in range(at.LOG, state[at.LOG_END], LOG_STRIDE):
        if logged_kind(state[index]) == LOG_DRAW and logged_seat(state[index]) != seat:
            state[index] = state[index] & ~pack_logged(0, NO_TILE, 0, 0) | pack_logged(0, rng.randrange(56), 0, 0)
    if state[at.LOG_END] == at.LOG:  # later, everybody has seen who started
        state[at.STARTER] = rng.randrange(current.players)
