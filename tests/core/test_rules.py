"""The rules that need nothing but figures: start, drawing, passing, the ends of rounds and games."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import oracle

from tricorn.core.compile import ints_from
from tricorn.core.rules import (
    NOBODY,
    TRIPLES,
    ZERO,
    blocked_winner,
    game_winner,
    hand_points,
    may_draw,
    may_pass,
    rules_for,
    start_points,
    starting_seat,
    starting_tile,
)
from tricorn.editions import EDITIONS, edition_named
from tricorn.tiles import TILES, Tile, tiles_of
from tricorn.wording import SEATS

HANDS = st.sets(st.sampled_from(TILES), min_size=1)
CLASSIC = rules_for(EDITIONS["pressman-classic"])
SPANISH = rules_for(EDITIONS["spanish"])
LIMITED = rules_for(edition_named("wooden draw_limit=2"))


def mask(hand: set[Tile]) -> int:
    return sum(tile.bit for tile in hand)


def test_the_triples_are_the_six_of_them_and_0_0_0_comes_first() -> None:
    assert [str(tile) for tile in tiles_of(TRIPLES)] == ["0-0-0", "1-1-1", "2-2-2", "3-3-3", "4-4-4", "5-5-5"]
    assert TILES[ZERO].numbers == (0, 0, 0)


@given(HANDS)
def test_the_highest_triple_starts_or_else_the_highest_sum(hand: set[Tile]) -> None:
    expected = max(hand, key=lambda tile: (tile.is_triple, oracle.start_order(tile.numbers)))
    assert TILES[starting_tile(mask(hand))] == expected


@given(st.permutations(TILES), st.integers(2, 6))
def test_who_holds_that_tile_starts(order: list[Tile], players: int) -> None:
    hands = [set(order[seat * 6 : seat * 6 + 6]) for seat in range(players)]
    masks = ints_from([mask(hand) for hand in hands] + [0] * (6 - players))
    top = TILES[starting_tile(sum(map(mask, hands)))]
    assert top in hands[starting_seat(masks, 0, players)]


@pytest.mark.parametrize("name", EDITIONS)
def test_a_first_tile_scores_its_sum_and_a_triple_its_bonus(name: str) -> None:
    book = oracle.EDITIONS[name]
    rules = rules_for(EDITIONS[name])
    assert [start_points(rules, tile.index) for tile in TILES] == [book.start_worth(tile.numbers) for tile in TILES]


@pytest.mark.parametrize(
    ("can_place", "draws", "well", "draw", "pass_"),
    [
        (True, 0, 20, False, False),
        (False, 0, 20, True, False),
        (False, 19, 1, True, False),
        (False, 20, 0, False, True),
        (True, 20, 0, False, False),
        (True, 0, 0, False, False),
        (False, 0, 0, False, True),
    ],
)
def test_until_match_a_player_draws_only_when_unable_and_passes_only_from_an_empty_well(
    can_place: bool, draws: int, well: int, draw: bool, pass_: bool
) -> None:
    assert (may_draw(CLASSIC, can_place, draws, well), may_pass(CLASSIC, can_place, draws, well)) == (draw, pass_)


@pytest.mark.parametrize("can_place", [True, False])
@pytest.mark.parametrize(
    ("draws", "well", "draw", "pass_"),
    [
        (0, 20, True, False),
        (2, 1, True, False),
        (3, 20, False, True),
        (0, 0, False, True),
        (1, 0, False, True),
    ],
)
def test_in_the_spanish_edition_being_able_to_place_changes_nothing(
    can_place: bool, draws: int, well: int, draw: bool, pass_: bool
) -> None:
    assert (may_draw(SPANISH, can_place, draws, well), may_pass(SPANISH, can_place, draws, well)) == (draw, pass_)


@pytest.mark.parametrize(
    ("can_place", "draws", "well", "draw", "pass_"),
    [
        (False, 1, 9, True, False),
        (False, 2, 9, False, True),
        (True, 2, 9, False, False),
        (True, 0, 9, False, False),
    ],
)
def test_with_a_limit_and_no_choice_who_reaches_it_unable_passes(
    can_place: bool, draws: int, well: int, draw: bool, pass_: bool
) -> None:
    assert (may_draw(LIMITED, can_place, draws, well), may_pass(LIMITED, can_place, draws, well)) == (draw, pass_)


@given(st.booleans(), st.integers(0, 60), st.integers(0, 56), st.sampled_from([CLASSIC, SPANISH, LIMITED]))
def test_nobody_is_ever_without_a_legal_move(can_place: bool, draws: int, well: int, rules: object) -> None:
    assert can_place or may_draw(rules, can_place, draws, well) or may_pass(rules, can_place, draws, well)  # type: ignore[arg-type]
    assert not (may_draw(rules, can_place, draws, well) and may_pass(rules, can_place, draws, well))  # type: ignore[arg-type]


@given(st.sets(st.sampled_from(TILES)))
def test_a_hands_sum_is_that_of_all_its_numbers(hand: set[Tile]) -> None:
    assert hand_points(rules_for(EDITIONS["wooden"]), mask(hand)) == sum(sum(tile.numbers) for tile in hand)


# Small hands and close scores, so that ties are common.
SMALL = st.lists(st.sets(st.sampled_from(TILES[:8]), min_size=1, max_size=2), min_size=2, max_size=6)


@given(st.sampled_from(["tiles", "points"]), SMALL)
def test_a_blocked_round_is_won_as_the_oracle_says(measure: str, hands: list[set[Tile]]) -> None:
    book = oracle.Rules("house", players=(2, 6), blocked=measure)
    expected = oracle.blocked_winner(
        book, {seat: {t.numbers for t in h} for seat, h in zip(SEATS, hands, strict=False)}
    )
    rules = rules_for(edition_named(f"pressman-classic blocked={measure}"))
    held = ints_from([n for hand in hands for n in (len(hand), sum(tile.sum for tile in hand))])
    winner = blocked_winner(rules, held, 0, len(hands))
    assert (None if winner == NOBODY else SEATS[winner]) == expected


@given(
    st.sampled_from(["round", "highest"]),
    st.lists(st.sampled_from([-50, 0, 399, 400, 401, 450]), min_size=2, max_size=6),
    st.data(),
)
def test_a_game_is_won_as_the_oracle_says(won_by: str, scores: list[int], data: st.DataObject) -> None:
    round_winner = data.draw(st.sampled_from([None, *range(len(scores))]))
    book = oracle.Rules("house", players=(2, 6), blocked="tiles", won_by=won_by)
    expected = oracle.game_winner(
        book, dict(zip(SEATS, scores, strict=False)), None if round_winner is None else SEATS[round_winner], rounds=1
    )
    rules = rules_for(edition_named(f"pressman-classic won_by={won_by}"))
    winner = game_winner(rules, ints_from(scores), 0, len(scores), NOBODY if round_winner is None else round_winner, 1)
    assert (None if winner == NOBODY else SEATS[winner]) == expected


@pytest.mark.parametrize("name", EDITIONS)
def test_the_core_reads_an_editions_figures_as_they_are(name: str) -> None:
    edition, rules = EDITIONS[name], rules_for(EDITIONS[name])
    assert rules.bonuses == (0, edition.bridge, edition.bridge, *edition.hexagons)
    for field in ("target", "start_bonus", "zero_start", "draw_penalty", "pass_penalty", "out_bonus"):
        assert getattr(rules, field) == getattr(edition, field)
    assert bool(rules.draw_optional) == edition.draw_optional
    assert rules.draw_limit == (56 if edition.draw_limit is None else edition.draw_limit)
    assert bool(rules.blocked_by_tiles) == (edition.blocked == "tiles")
    assert bool(rules.won_by_highest) == (edition.won_by == "highest")
