"""The worlds a searching bot thinks in: nothing is lost or held twice, nothing proven is broken, likely is likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from math import exp, sqrt

import pytest
from tests.bots.positions import MORE_HOUSE_EDITIONS, TABLES, real_choices, seat_of, some_choices, unseen, view_of
from tests.helpers import dealt

from tricorn.bots.belief import SUM_WEIGHT, TEMPERATURE, write_appeals
from tricorn.bots.observe_view import belief_from_view
from tricorn.bots.worlds import STEPS_PER_WORLD, WorldChain, advance_chain, deal_world
from tricorn.core import layout as at
from tricorn.core.compile import Ints, floats, ints_from
from tricorn.core.rng import new_rng
from tricorn.core.state import State
from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.moves import Place
from tricorn.record import Placed
from tricorn.round import Round
from tricorn.tiles import TILES, Tile
from tricorn.view import View


def sampled(view: View, rng: Ints, count: int, steps: int = STEPS_PER_WORLD) -> Iterator[tuple[WorldChain, State]]:
    """Some worlds of a view, each after some steps of the chain, dealt into a state."""
    workspace = belief_from_view(view, rng)
    for _ in range(count):
        deal_world(workspace.chain, workspace.state, workspace.known, rng)
        yield workspace.chain, workspace.state
        advance_chain(workspace.chain, steps, rng)


def well_of(state: State) -> list[int]:
    return [int(state[index]) for index in range(state[at.NEXT_DRAW], at.WELL_END)]


def check_partition(view: View, state: State) -> None:
    """Hands, well and table are the 56 tiles, each once, and each hand and the well have their known sizes."""
    current = view.round
    assert current is not None
    assert view.seat is not None
    hands = [int(state[at.HANDS + seat]) for seat in range(current.players)]
    well = well_of(state)
    on_table = [placed.tile.index for placed in current.placements]
    held = [tile for hand in hands for tile in range(len(TILES)) if hand >> tile & 1]
    assert sorted(held + well + on_table) == list(range(len(TILES)))
    assert [hand.bit_count() for hand in hands] == list(view.tiles_held)
    assert len(well) == view.in_well
    assert hands[view.seat] == current.masks[view.seat]
    assert all(not current.masks[seat] & ~hands[seat] for seat in range(current.players))


def proven(current: Round) -> list[int]:
    """For each unknown place, in the order of the seats, the tiles that it cannot hold."""
    return [excluded for seat in range(current.players) for excluded in current.excluded(seat)]


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_a_world_is_a_partition_of_the_tiles_that_fits_everything_seen(edition: str, players: int) -> None:
    for number, game in enumerate(some_choices(edition, players, 6, seed=80)):
        view = view_of(game)
        if view.round is not None and view.round.started:
            for _, state in sampled(view, new_rng(number, 0), 5):
                check_partition(view, state)


@pytest.mark.parametrize("house", MORE_HOUSE_EDITIONS)
def test_a_world_is_a_partition_under_house_rules_too(house: str) -> None:
    for number, game in enumerate(some_choices(house, edition_named(house).max_players, 4, seed=90)):
        view = view_of(game)
        if view.round is not None and view.round.started:
            for _, state in sampled(view, new_rng(number, 0), 5):
                check_partition(view, state)


@pytest.mark.parametrize(("edition", "players"), [("pressman-classic", 2), ("wooden", 3), ("domino-site", 4)])
def test_no_world_has_a_tile_where_it_is_proven_not_to_be(edition: str, players: int) -> None:
    checked = 0
    for number, game in enumerate(some_choices(edition, players, 30, seed=7)):
        view = view_of(game)
        assert view.round is not None
        excluded = proven(view.round)
        if not any(excluded):
            continue
        for chain, _ in sampled(view, new_rng(number, 0), 10):
            assert [int(chain.excluded[place]) for place in range(len(excluded))] == excluded
            for place, mask in enumerate(excluded):
                assert not mask >> int(chain.pool[place]) & 1
                checked += 1
    assert checked > 500


def test_the_true_world_is_one_that_can_be_sampled() -> None:
    """With one unknown hand and a small well, some sampled world is soon the real one."""
    for game in list(real_choices("pressman-classic deal=26/18/14/11/9", 2, seed=2))[-6:-1]:
        view = view_of(game)
        assert game.round is not None
        truth = list(game.round.masks)
        worlds = sampled(view, new_rng(1, 1), 3000)
        assert any([int(state[at.HANDS + seat]) for seat in range(2)] == truth for _, state in worlds)


def test_what_is_proven_is_kept_however_rare_the_worlds_are_that_fit_it() -> None:
    dropped = 0
    for seed in (1, 5, 7):
        for game in real_choices("pressman-classic", 3, seed, rounds=2):
            view = view_of(game)
            assert view.round is not None
            if view.round.started and any(proven(view.round)):
                for stream in range(3):
                    chain = belief_from_view(view, new_rng(stream, 1)).chain
                    dropped += not any(chain.excluded[place] for place in range(chain.sizes[0]))
    assert not dropped


def test_a_triple_that_was_shown_stays_where_it_was_shown() -> None:
    game = dealt("wooden", "0-0-0 3-3-3 1-2-4", "0-0-1 4-5-5 0-0-2", "1-1-1 0-0-3 0-1-1")
    game.play("0,0^000")
    view = view_of(game)
    shown = Tile.parse("3-3-3")
    assert view.record().count("shows 3-3-3") == 1
    for chain, state in sampled(view, new_rng(1, 1), 200):
        assert int(state[at.HANDS + 0]) & shown.bit
        assert shown.index not in [int(chain.pool[index]) for index in range(chain.sizes[1])]


def test_a_start_by_choice_proves_nothing() -> None:
    """A started with 0-0-1, and holds a triple or 4-5-5 as often as any other tile: 2 of 52 unseen ones."""
    game = dealt("goliath", "0-0-1 1-2-4 2-2-4", "0-0-0 4-4-5 0-0-2")
    game.play("0,0^001")
    view = view_of(game)
    assert view.round is not None
    assert not any(proven(view.round))
    held = Counter[int]()
    for _, state in sampled(view, new_rng(1, 1), 3000):
        held.update(tile for tile in range(len(TILES)) if int(state[at.HANDS + 0]) >> tile & 1)
    for tile in ("5-5-5", "3-3-3", "4-5-5"):
        assert held[Tile.parse(tile).index] == pytest.approx(3000 * 2 / 52, rel=0.35)


def test_the_order_of_the_well_is_drawn_for_every_world() -> None:
    view = view_of(next(iter(some_choices("pressman-classic", 2, 1, seed=3))))
    orders = {tuple(well_of(state)) for _, state in sampled(view, new_rng(1, 1), 50, steps=0)}
    assert len(orders) == 50


def test_worlds_are_not_made_from_a_table_with_unknown_cells() -> None:
    game = Game.from_record(
        "tricorn 1\nedition wooden\nplayer A A\nplayer B B\nround 1\n"
        "deal A 0-0-1 0-0-2 0-0-3 0-0-4 0-0-5 0-1-1 4-4-5 5-5-5 3-5-5\nA 5-5-5 +25\nB 4-5-5 +14\n"
    )
    with pytest.raises(TricornError, match="cell was not recorded"):
        belief_from_view(game.view(0), new_rng(1, 1))


# How likely the worlds are.


def tiny_chain() -> WorldChain:
    """Three unknown places, two of B and one of C, two tiles in the well, two choices of B seen.

    B's second place was filled after the first choice; C cannot hold the second tile.
    """
    appeal = floats(2 * 64)
    for tile, (first, second) in enumerate(((1.0, 6.0), (0.0, 2.5), (4.0, 0.0), (9.0, 1.0), (0.5, 0.5))):
        appeal[tile], appeal[64 + tile] = first, second
    chosen, others = floats(2), floats(2)
    chosen[0], chosen[1] = 3.0, 2.0
    others[0] = appeal[0]
    others[1] = appeal[64] + appeal[64 + 1]
    return WorldChain(
        pool=ints_from(range(5)),
        owner=ints_from((1, 1, 2)),
        excluded=ints_from((0, 0, 0b10)),
        filled_at=ints_from((0, 5, 0)),
        sizes=ints_from((3, 5, 2)),
        decider=ints_from((1, 1)),
        decided_at=ints_from((4, 8)),
        placed_tile=ints_from((0, 0)),
        chosen_appeal=chosen,
        other_appeal=others,
        appeal=appeal,
    )


def likelihoods(chain: WorldChain) -> dict[tuple[int, ...], float]:
    """Every world that the chain may be in, by the tiles in the unknown places, and how likely it is.

    They are computed one by one: what is proven rules a world out, and each decision weighs it by the share of what was
    chosen among all that this world's hand could have chosen then.
    """
    unknown, tiles = int(chain.sizes[0]), [int(chain.pool[index]) for index in range(int(chain.sizes[1]))]
    now = tiles[:unknown]
    weights = {}
    for world in permutations(tiles, unknown):
        if any(int(chain.excluded[place]) >> tile & 1 for place, tile in enumerate(world)):
            continue
        weight = 1.0
        for choice in range(int(chain.sizes[2])):
            there = [
                place
                for place in range(unknown)
                if chain.owner[place] == chain.decider[choice] and chain.filled_at[place] <= chain.decided_at[choice]
            ]
            row = 64 * choice
            # What else this hand certainly held is the same in every world.
            certain = chain.other_appeal[choice] - sum(chain.appeal[row + now[place]] for place in there)
            here = sum(chain.appeal[row + world[place]] for place in there)
            weight *= chain.chosen_appeal[choice] / (chain.chosen_appeal[choice] + certain + here)
        weights[world] = weight
    total = sum(weights.values())
    return {world: weight / total for world, weight in weights.items()}


def check_frequencies(chain: WorldChain, expected: dict[tuple[int, ...], float], samples: int, steps: int) -> None:
    """The chain is in each world as often as it should be, as far as chance allows, and in no other."""
    rng = new_rng(11, 0)
    unknown = int(chain.sizes[0])
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(samples):
        advance_chain(chain, steps, rng)
        counts[tuple(int(chain.pool[place]) for place in range(unknown))] += 1
    assert set(counts) <= set(expected)
    square = sum((counts[world] - samples * p) ** 2 / (samples * p) for world, p in expected.items())
    freedom = len(expected) - 1
    # Four standard deviations of chi-square: one run in about ten thousand would be further off.
    assert square < freedom + 4 * sqrt(2 * freedom)


def test_the_chain_is_in_every_world_as_often_as_the_world_is_likely() -> None:
    chain = tiny_chain()
    expected = likelihoods(chain)
    assert len(expected) == 5 * 4 * 3 - 4 * 3
    assert max(expected.values()) > 5 * min(expected.values())
    check_frequencies(chain, expected, samples=6000, steps=40)


def test_the_check_of_frequencies_would_see_a_wrong_one() -> None:
    expected = likelihoods(tiny_chain())
    even = {world: 1 / len(expected) for world in expected}
    with pytest.raises(AssertionError):
        check_frequencies(tiny_chain(), even, samples=6000, steps=40)


def test_without_proof_or_choices_every_world_is_equally_likely() -> None:
    chain = tiny_chain()._replace(
        sizes=ints_from((3, 5, 0)), excluded=ints_from((0, 0, 0)), filled_at=ints_from((0, 0, 0))
    )
    expected = likelihoods(chain)
    assert len(set(expected.values())) == 1
    assert len(expected) == 60
    check_frequencies(chain, expected, samples=6000, steps=40)


@pytest.mark.parametrize(("house", "seed"), [("pressman-classic", 4), ("wooden", 1), ("spanish", 2)])
def test_at_the_end_of_a_round_too_the_chain_is_where_it_should_be(house: str, seed: int) -> None:
    """A real round with few tiles unseen; nearly all are dealt, so that every world can be listed."""
    checked = 0
    for game in real_choices(f"{house} deal=26/17/13", 2, seed):
        view = view_of(game)
        hidden = unseen(view)
        if len(hidden) <= 7 and view.in_well and len(hidden) > view.in_well:
            chain = belief_from_view(view, new_rng(seed, 1)).chain
            expected = likelihoods(chain)
            if len(expected) > 1:
                check_frequencies(chain, expected, samples=3000, steps=60)
                checked += 1
    assert checked


def test_a_tile_appeals_by_all_its_placements() -> None:
    for game in some_choices("wooden", 2, 6, seed=20):
        current = game.round
        assert current is not None
        if not current.started:
            continue
        appeal = floats(64)
        write_appeals(current.state, current.rules, 0, appeal, 7.0, 0.5)
        expected = [0.0] * len(TILES)
        for option in current.options():
            if isinstance(option.move, Place):
                tile = option.move.tile
                expected[tile.index] += exp((option.points - 0.5 * tile.sum) / 7.0)
        for tile in current.hand(seat_of(game)):
            assert appeal[tile.index] == pytest.approx(expected[tile.index])


def after_spanish_turns(*moves: str) -> View:
    """What the seat on turn sees after 5-5-5 and these moves; nothing else in the hands fits."""
    hands = "5-5-5 3-4-5 2-4-5 1-4-5", "0-0-1 0-0-2 0-1-1 0-1-2"
    game = dealt("spanish", *hands, well="0-0-3 0-2-2 0-1-3 0-0-4 0-1-4 0-2-3 0-2-4")
    for move in ("0,0^555", *moves):
        game.play(move)
    return view_of(game)


def test_a_player_who_draws_or_passes_probably_holds_nothing_that_fits() -> None:
    """Spanish edition: B draws three times and passes. The pass tells of the third tile as draws do of others."""
    view = after_spanish_turns("draw", "draw", "draw", "pass")
    fitting = sum(tile.bit for tile in TILES if tile.numbers.count(5) >= 2)
    hidden = unseen(view)
    by_chance = sum(tile.bit & fitting != 0 for tile in hidden) / len(hidden)
    samples = [chain.pool[:7] for chain, _ in sampled(view, new_rng(1, 1), 1000, steps=60)]
    for place in range(7):
        share = sum(fitting >> pool[place] & 1 for pool in samples) / len(samples)
        assert share < by_chance / 10


def test_a_tile_drawn_after_a_choice_was_not_in_the_hand_then() -> None:
    """B draws and passes twice without a placement in between; what the second turn drew came after the first."""
    turn = ("draw", "draw", "draw", "pass")
    chain = belief_from_view(after_spanish_turns(*turn, *turn, *turn), new_rng(1, 1)).chain
    start = 64  # one placement
    dealt_and_drawn = [0] * 4 + [start + number for number in range(1, 7)]
    assert [int(chain.filled_at[place]) for place in range(chain.sizes[0])] == dealt_and_drawn
    # Three draws and the pass of either turn, each after the draws that B had made by then.
    assert [int(chain.decided_at[choice]) - start for choice in range(chain.sizes[2])] == [0, 1, 2, 3, 3, 4, 5, 6]


def test_each_placement_of_another_player_from_the_hand_is_weighed_once() -> None:
    for game in some_choices("pressman-classic", 3, 6, seed=30):
        view = view_of(game)
        current = view.round
        assert current is not None
        if not current.started:
            continue
        chain = belief_from_view(view, new_rng(1, 1)).chain
        lines = [
            line for line in view.record().rpartition("\nround ")[2].splitlines() if line[:2] in ("A ", "B ", "C ")
        ]
        seen = [
            placed for placed in current.placements[1:] if placed.seat != view.seat and not _after_a_draw(lines, placed)
        ]
        assert int(chain.sizes[2]) == len(seen)
        for choice, placed in enumerate(seen):
            assert int(chain.decider[choice]) == placed.seat
            bonus = placed.points - placed.tile.sum
            value = exp((bonus + SUM_WEIGHT * placed.tile.sum) / TEMPERATURE)
            assert chain.chosen_appeal[choice] == pytest.approx(value)


def _after_a_draw(lines: list[str], placed: Placed) -> bool:
    index = lines.index(str(placed))
    return index > 0 and " draw " in lines[index - 1]
