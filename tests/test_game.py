"""Whole games: invariants at every moment, and that each can be undone and copied."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.helpers import HOUSE_EDITIONS, RULEBOOKS, checked, games, played, snapshot

import tricorn.round.round
from tricorn.core.compile import Ints
from tricorn.core.events import KIND
from tricorn.core.judging import judge
from tricorn.core.rng import MAX_SEED
from tricorn.core.rules import Rules
from tricorn.core.state import State
from tricorn.editions import EDITIONS, edition_named
from tricorn.errors import EditionError, IllegalMove, Mismatch, TricornError
from tricorn.game import Game, shuffled
from tricorn.lattice import Cell, Point
from tricorn.messages import Message
from tricorn.moves import DRAW, PASS, Move, Place
from tricorn.record import Blocked, Deal, Drew, Out, Passed, Placed, RoundStart, Score, Well, Winner, parse_event
from tricorn.tiles import TILES, Tile
from tricorn.wording import SEATS

# Starting a game.


def test_a_game_without_a_seed_is_dealt_from_one_that_nobody_knew() -> None:
    game = Game("wooden", 3)
    assert game.legal_moves()
    assert game.seed is not None
    assert game.record() == Game("wooden", 3, seed=game.seed).record()
    assert game.seed != Game("wooden", 3).seed


def test_a_game_that_is_not_dealt_deals_no_later_round_either() -> None:
    played = Game("wooden deal=1/1/1", 2, seed=5)
    game = Game("wooden deal=1/1/1", 2, seed=5, dealt=False)
    game.deal(shuffled(5, 1))
    while game.rounds == played.rounds == 1 and game.turn is not None:
        played.play(game.legal_moves()[0])
        game.play(game.legal_moves()[0])
    assert (played.rounds, game.rounds, game.in_round) == (2, 1, False)


def test_an_end_that_is_refused_shows_no_hands() -> None:
    game = Game("wooden deal=1/1/1", 2, dealt=False)
    for line in ("round 1", "deal A 5-5-5", "deal B 0-0-1", "A 0,0^555 +25"):
        game.apply(parse_event(line))
    with pytest.raises(TricornError):
        game.apply(parse_event("out A +99"))
    assert game.shown_hands == {}


def test_a_game_can_wait_for_a_deal() -> None:
    game = Game("wooden", ["Ana", "Bo Li"], dealt=False)
    assert (game.round, game.events, game.scores, game.turn) == (None, [], (0, 0), None)
    assert game.record() == "tricorn 1\nedition wooden\nplayer A Ana\nplayer B Bo Li\n"
    with pytest.raises(IllegalMove, match=r"no round has been dealt; call deal\(\)"):
        game.play("0,0^444")


def test_a_printed_game_shows_the_table_the_scores_and_the_turn() -> None:
    game = Game("spanish", ["Ana", "Bo"], seed=60)
    assert str(game) == "spanish, round 1: Ana 0, Bo 0; Ana to play\nRound 1 before the first tile"
    game.play("0,0^444")
    table = "   4\n  / \\\n / * \\\n4-----4\n"
    assert str(game) == (
        f"spanish, round 1: Ana 22, Bo 0; Bo to play\n{table}Round 1 after A placed 4-4-4 for 22 points"
    )
    assert repr(game) == "<Game spanish, round 1: Ana 22, Bo 0; Bo to play>"
    assert repr(game.round) == "<Round 1: spanish, 2 players, 1 placed, B to play>"


def test_a_printed_game_says_that_it_is_over_or_not_dealt() -> None:
    assert str(Game("wooden", 2, dealt=False)) == "wooden: Player A 0, Player B 0; no round is dealt"
    won = played("wooden target=60", 2, 1, 999, 1)
    assert repr(won).endswith("has won>")
    assert "over>" in repr(won.round)


def test_an_edition_may_be_given_by_name_with_house_rules_or_as_a_value() -> None:
    assert Game("wooden target=200").edition == Game(EDITIONS["wooden"].with_rules(target="200")).edition
    assert "edition wooden target=200" in Game("wooden target=200").record()
    assert Game().edition == EDITIONS["pressman-classic"]


@pytest.mark.parametrize("edition", ["chess", "", "wooden target=0", "wooden players=1-2"])
def test_an_unknown_edition_or_impossible_house_starts_no_game(edition: str) -> None:
    with pytest.raises(EditionError):
        Game(edition)


@pytest.mark.parametrize("players", [0, 1, 5, 7, 1000, -3])
def test_too_few_or_too_many_players_start_no_game(players: int) -> None:
    with pytest.raises(EditionError, match="wooden is for 2 to 4 players"):
        Game("wooden", players)
    if players >= 0:
        with pytest.raises(TricornError):
            Game("wooden", [f"P{number}" for number in range(players)])


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, "x", "7", 1.5])
def test_an_invalid_seed_starts_no_game(seed: Any) -> None:
    with pytest.raises(TricornError, match=f"^a seed is a whole number from 0 to {MAX_SEED}, not {seed!r}$"):
        Game("wooden", 2, seed=seed)


@pytest.mark.parametrize("order", [[], TILES[:55], [*TILES[:55], TILES[0]], [*TILES, TILES[0]]], ids=len)
def test_a_deal_is_of_the_56_tiles_each_once(order: list[Tile]) -> None:
    game = Game("wooden", 2, dealt=False)
    with pytest.raises(TricornError, match="an order of the 56 tiles"):
        game.deal(order)
    assert game.events == []


def test_no_round_is_dealt_before_the_last_one_is_over() -> None:
    game = Game("wooden", 2, seed=1)
    before = game.record()
    with pytest.raises(TricornError, match="the end of the previous round"):
        game.deal(TILES)
    assert game.record() == before


def test_the_same_seed_gives_the_same_game_and_another_another() -> None:
    assert Game("wooden", 3, seed=5).record() == Game("wooden", 3, seed=5).record()
    assert Game("wooden", 3, seed=5).record() != Game("wooden", 3, seed=6).record()


@pytest.mark.parametrize(
    "key",
    [
        ("event", "x\nround 7"),
        ("Event", "x"),
        ("player", "C Cy"),
        ("event", ""),
        ("event", " x"),
        ("a b", "x"),
    ],
)
def test_a_key_that_a_record_cannot_hold_is_refused(key: tuple[str, str]) -> None:
    with pytest.raises(TricornError):
        Game("wooden", 2, keys=[key])


def test_keys_are_in_the_record() -> None:
    game = Game("wooden", 2, seed=1, keys=[("date", "2026-11-15"), ("event", "at home")])
    assert "\ndate 2026-11-15\nevent at home\nround 1\n" in game.record()
    assert checked(game.record()).keys == game.keys


# Playing at random.


@given(games())
def test_the_56_tiles_are_always_in_exactly_one_place_each(game: Game) -> None:
    round_ = game.round
    assert round_ is not None
    places: Counter[Tile | None] = Counter(round_.well)
    places.update(placed.tile for placed in round_.placements)
    for seat in range(game.players):
        places.update(round_.hand(seat))
        assert round_.tiles_held(seat) == len(round_.hand(seat))
    assert places == Counter(TILES)


@given(games())
def test_scores_are_the_sum_of_the_lines(game: Game) -> None:
    scores = [0] * game.players
    for event in game.events:
        if isinstance(event, Placed):
            scores[event.seat] += event.points
        elif isinstance(event, Drew | Passed):
            scores[event.seat] -= event.penalty
        elif isinstance(event, Out | Blocked) and event.seat is not None:
            scores[event.seat] += event.points
        elif isinstance(event, Score):
            assert list(event.scores) == scores
    assert list(game.scores) == scores


@given(games())
def test_while_a_round_is_in_progress_there_is_always_a_legal_move(game: Game) -> None:
    assert (game.outcome() is None) == bool(game.legal_moves())
    assert len(set(map(str, game.legal_moves()))) == len(game.legal_moves())


@given(games())
def test_all_tiles_around_a_point_agree_and_none_overlap(game: Game) -> None:
    assert game.round is not None
    numbers: dict[Point, int] = {}
    for place in game.round.places:
        for corner, number in zip(place.cell.corners, place.numbers, strict=True):
            assert numbers.setdefault(corner, number) == number
    assert len({place.cell for place in game.round.places}) == len(game.round.places)


@given(games(80))
def test_every_legal_move_is_accepted_for_the_points_it_promised_and_undone_without_a_trace(
    game: Game,
) -> None:
    before = snapshot(game)
    for option in game.options():
        seat, scores = game.turn, game.scores
        assert seat is not None
        events = game.play(option.move)
        event = events[0]
        assert isinstance(event, Placed | Drew | Passed)
        assert event.seat == seat
        gained = event.points if isinstance(event, Placed) else -event.penalty
        assert gained == option.points
        if len(events) == 1:
            assert game.scores[seat] - scores[seat] == gained
        assert game.undo() == event
        assert snapshot(game) == before


@given(games(80))
def test_options_come_best_first(game: Game) -> None:
    points = [option.points for option in game.options() if isinstance(option.move, Place)]
    assert points == sorted(points, reverse=True)
    assert [option.move for option in game.options()] == game.legal_moves()


@given(games(80))
def test_what_is_not_among_the_legal_moves_is_refused(game: Game) -> None:
    assert game.round is not None
    legal = set(map(str, game.legal_moves()))
    before = game.record()
    cells = game.round.open_cells()[:4]
    tries: list[Move] = [DRAW, PASS, *(Place(cell, tile.numbers) for cell in cells for tile in TILES[::5])]
    for move in tries:
        if str(move) not in legal and game.round.started:
            with pytest.raises(TricornError):
                game.play(move)
    assert game.record() == before


@given(games(60), st.integers(1, 30))
def test_undoing_goes_back_through_every_moment_of_the_game(game: Game, steps: int) -> None:
    rng, moments = Random(steps), []
    for _ in range(steps):
        if game.outcome() is not None:
            break
        moments.append(snapshot(game))
        game.play(rng.choice(game.legal_moves()))
    while moments:
        game.undo()
        assert snapshot(game) == moments.pop()


def test_undoing_the_end_of_a_game_takes_winner_scores_and_the_next_deal_back() -> None:
    game = Game("spanish target=60", 2, seed=3)
    while game.outcome() is None:
        game.play(game.legal_moves()[0])
    assert isinstance(game.events[-1], Winner)
    event = game.undo()
    assert isinstance(event, Placed | Passed)
    assert game.outcome() is None
    assert game.turn == event.seat
    game.apply(event)
    game.settle()
    assert game.outcome() is not None


def test_there_is_no_move_to_take_back_at_the_beginning() -> None:
    for game in (Game("wooden", 2), Game("wooden", 2, seed=1)):
        before = game.record()
        with pytest.raises(IllegalMove, match="no move to take back"):
            game.undo()
        assert game.record() == before


@given(games(60))
def test_a_copy_is_independent_both_ways(game: Game) -> None:
    clone, before = game.copy(), snapshot(game)
    assert snapshot(clone) == before
    while clone.outcome() is None and clone.rounds < game.rounds + 2:
        clone.play(clone.legal_moves()[-1])
    assert snapshot(game) == before
    after = snapshot(clone)
    if game.outcome() is None:
        game.play(game.legal_moves()[0])
        game.undo()
    assert snapshot(clone) == after


@pytest.mark.parametrize("edition", RULEBOOKS + HOUSE_EDITIONS)
def test_a_game_comes_to_its_end_and_says_who_won_and_why(edition: str) -> None:
    for players in edition_named(edition).player_counts():
        game = Game(edition, players, seed=players)
        while game.outcome() is None:
            game.play(game.legal_moves()[0])
        outcome = game.outcome()
        assert outcome is not None
        assert str(game.events[-1]) == f"winner {SEATS[outcome.winner]}"
        assert game.edition.rounds is not None or max(outcome.scores) >= game.edition.target
        assert game.names[outcome.winner] in outcome.reason
        assert checked(game.record()).outcome() == outcome


# The clock.


@given(games(60), st.integers(0, 3))
def test_time_can_run_out_at_any_moment_and_the_record_stays_right(game: Game, draws: int) -> None:
    text = game.record().replace("\nplayer A", " clock=30\nplayer A", 1).replace(" clock=60 clock=30", " clock=60")
    clocked = checked(text)
    for _ in range(draws):
        if DRAW in clocked.legal_moves():
            clocked.play(DRAW)
    if clocked.turn is None:
        with pytest.raises(IllegalMove):
            clocked.time_out()
        return
    seat, rounds = clocked.turn, clocked.rounds
    first, events = clocked.time_out()
    assert clocked.events[first:] == events
    turn = [event for event in events if isinstance(event, Placed | Drew | Passed)]
    assert all(event.timeout and event.seat == seat for event in turn)
    assert not isinstance(turn[-1], Drew)
    assert clocked.turn != seat or clocked.rounds != rounds
    checked(clocked.record())


# Deals.


def test_a_seed_deals_hands_from_seat_a_on_and_then_the_well() -> None:
    game = Game("wooden", 3, seed=9)
    order = shuffled(9, 1)
    deals = [event for event in game.events if isinstance(event, Deal)]
    assert [set(deal.tiles) for deal in deals] == [set(order[:7]), set(order[7:14]), set(order[14:21])]
    assert [event.tiles for event in game.events if isinstance(event, Well)] == [tuple(order[21:])]
    assert isinstance(game.events[0], RoundStart)


def test_each_round_is_dealt_from_its_own_stream_of_the_seed() -> None:
    game = Game("wooden target=1000", 2, seed=9)
    while game.rounds < 3:
        game.play(game.legal_moves()[0])
    wells = [event.tiles for event in game.events if isinstance(event, Well)]
    assert wells == [tuple(shuffled(9, number)[18:]) for number in (1, 2, 3)]


def test_a_house_that_deals_everything_has_an_empty_well() -> None:
    game = Game("wooden deal=28/18/14", 2, seed=1)
    assert "\nwell\n" in game.record()
    assert checked(game.record()).round is not None
    assert game.round is not None
    assert len({*game.round.hands[0], *game.round.hands[1]}) == 56


def test_a_move_where_every_tile_is_known_is_checked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("spanish", players=2, seed=1)
    judged: list[int] = []

    def counted(state: State, rules: Rules, event: Ints) -> int:
        judged.append(event[KIND])
        return judge(state, rules, event)

    monkeypatch.setattr(tricorn.round.round, "judge", counted)
    for _ in range(10):
        game.play(game.legal_moves()[0])
    assert len(judged) == 10


def test_a_move_in_a_turn_that_the_clock_has_begun_is_refused_without_its_mark() -> None:
    game = Game("spanish clock=30", players=2, seed=1)
    while game.legal_moves() != [DRAW]:
        game.play(game.legal_moves()[0])
    game.play(DRAW, timeout=True)
    before = game.record()
    with pytest.raises(Mismatch, match="timeout"):
        game.play(game.legal_moves()[0])
    assert game.record() == before


def test_after_a_draw_a_tile_that_does_not_fit_is_refused_for_its_cell() -> None:
    game = Game("wooden", 2, seed=1)
    while game.round is None or not game.round.drawn:
        game.play(game.legal_moves()[0])
    assert game.turn is not None
    held = game.round.hand(game.turn)[0]
    with pytest.raises(IllegalMove) as caught:
        game.play(Place(Cell(9, 9, up=True), held.numbers))
    assert caught.value.message is Message.NO_SIDE_TOUCHES
