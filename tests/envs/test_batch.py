"""The batch environment plays the games of `Game` and of the arena, and its observations agree with views."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from copy import deepcopy

import numpy as np
import pytest
from tests.envs.digest import digest
from tests.envs.oracle import check_mask, check_observation, read_excluded
from tests.fork_server import fork_server

from tricorn.arena.seating import Seating
from tricorn.core import layout as at
from tricorn.core.compile import is_compiled
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.envs.batch import BatchEnv
from tricorn.envs.layout import ACTIONS, DRAW_ACTION, PASS_ACTION, PLACEMENTS, SLOTS
from tricorn.envs.moves import move_of
from tricorn.envs.rows import STATE_START
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.record import Score

TABLES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]
READINGS = ["spanish pass_after_draw=yes", "spanish blocked_when=passes target=100", "domino-site zero_option=yes"]


def legal_choices(env: BatchEnv, rng: np.random.Generator) -> np.ndarray:
    return np.array([rng.choice(np.flatnonzero(mask)) for mask in env.legal_action_mask])


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("edition", "players"), [*TABLES, *((reading, 3) for reading in READINGS)])
def test_a_batch_plays_and_shows_the_games_of_game(edition: str, players: int, every: int) -> None:
    """Masks and observations are compared at every third step of a game, another game each time."""
    rng = np.random.default_rng(players)
    env = BatchEnv(3, edition, players, reward="game_result")
    games = [Game(edition, players, seed=seed) for seed in (0, 1, 2**63 - 1)]
    env.reset(seed=[0, 1, 2**63 - 1])
    for step in range(150):
        before = env.observation.copy()
        actions = legal_choices(env, rng)
        for row, game in enumerate(games):
            assert env.current_player[row] == game.turn
            assert env.rounds[row] == game.rounds
            assert tuple(env.scores[row]) == game.scores
            if step % every == row % every:
                check_mask(game, env.observation[row], env.legal_action_mask[row])
            if step % (5 * every) == 5 * (row % every):
                check_observation(game, game.turn or 0, env.observation[row])
                other = (env.current_player[row] + 1) % players
                check_observation(game, int(other), env.observe(int(other))[row])
            game.play(move_of(before[row], int(actions[row])))
        env.step(actions)
        if env.terminated.any():
            break


@pytest.mark.parametrize(("edition", "players"), TABLES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_batch_plays_the_games_of_the_arena(edition: str, players: int, bot: str) -> None:
    seating = Seating(edition_named(edition), [bot] * players, log=True)
    ends: dict[int, tuple[int, ...]] = {}
    env = BatchEnv(4, edition, players, reward="game_result")
    env.reset(seed=5)
    while len(ends) < 6:
        seeds = env.seeds
        *_, info = env.step(env.choose(bot))
        for row in np.flatnonzero(env.terminated):
            ends[int(seeds[row])] = (int(info["winner"][row]), *map(int, info["final_scores"][row]))
    indices = {seating.seed_of(5, index): index for index in range(12)}
    for seed, (winner, *scores) in ends.items():
        assert seed in indices
        record = seating.record_of(seed, new_totals())
        assert str(record.events[-1]) == f"winner {'ABCDEF'[winner]}"
        assert [event.scores for event in record.events if isinstance(event, Score)][-1] == tuple(scores)


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish"])
def test_round_points_are_the_points_of_each_play_and_add_up_to_the_round(edition: str) -> None:
    env = BatchEnv(1, edition, 3, reward="round_points")
    env.reset(seed=[7])
    game, total = Game(edition, 3, seed=7), np.zeros(3)
    while not env.terminated[0]:
        action = legal_choices(env, np.random.default_rng(1))
        before = game.scores
        game.play(move_of(env.observation[0], int(action[0])))
        env.step(action)
        assert list(env.rewards[0]) == [now - then for now, then in zip(game.scores, before, strict=True)]
        total += env.rewards[0]
    assert game.rounds == 2  # the game continues; the batch has begun another
    assert tuple(total) == game.scores == tuple(env.step(env.choose("greedy"))[4]["final_scores"][0])
    assert env.seeds[0] != 7


@pytest.mark.parametrize("reward", ["round_result", "game_result"])
def test_a_result_is_one_for_the_winner_and_adds_up_to_zero(reward: str) -> None:
    env = BatchEnv(8, "spanish", 4, reward=reward)
    env.reset(seed=3)
    won = 0
    for _ in range(2000):
        *_, info = env.step(env.choose("greedy"))
        ended = env.terminated
        assert not env.rewards[~ended].any()
        for row in np.flatnonzero(ended):
            winner = info["winner"][row]
            expected = [0.0] * 4 if winner < 0 else [1.0 if seat == winner else -1 / 3 for seat in range(4)]
            assert list(env.rewards[row]) == expected
            won += winner >= 0
    assert won > 5


def test_a_game_that_nobody_can_win_is_truncated() -> None:
    env = BatchEnv(1, "spanish draw_penalty=1000 target=1000000", 2, reward="game_result")
    env.reset(seed=1)
    while not env.truncated[0]:
        assert not env.terminated[0]
        env.step(env.choose("random"))
    assert not env.rewards.any()
    assert env.rounds[0] == 1


def test_threads_change_nothing() -> None:
    one, four = BatchEnv(33, players=3), BatchEnv(33, players=3, threads=4)
    for env in (one, four):
        env.reset(seed=9)
    for _ in range(300):
        actions = one.choose("random")
        assert (actions == four.choose("random")).all()
        for array, threaded in zip(one.step(actions)[:4], four.step(actions)[:4], strict=True):
            assert np.array_equal(np.asarray(array), np.asarray(threaded))
    assert (one.legal_action_mask == four.legal_action_mask).all()
    four.close()


def test_observations_and_masks_can_be_left_out() -> None:
    full, bare = BatchEnv(5), BatchEnv(5, observations=False, masks=False)
    for env in (full, bare):
        env.reset(seed=2)
        for _ in range(200):
            env.step(env.choose("random"))
    assert bare.observation.size == bare.legal_action_mask.size == 0
    assert (full.seeds == bare.seeds).all()
    assert (full.rewards == bare.rewards).all()


@pytest.mark.parametrize("players", [2, 4])
def test_an_observation_does_not_depend_on_what_the_seat_cannot_see(players: int) -> None:
    env = BatchEnv(40, "pressman-classic", players)
    env.reset(seed=11)
    rng = np.random.default_rng(1)
    changed = 0
    for _ in range(60):
        env.step(env.choose("random"))
        observation, rows = env.observation.copy(), env._games.rows.copy()
        for row, state in enumerate(env._games.rows[:, STATE_START:]):
            changed += _redeal_hidden(state, int(env.current_player[row]), players, rng)
        assert (env.observe(env.current_player) == observation).all()
        env._games.rows[:] = rows
    assert changed > 1000


def _redeal_hidden(state: np.ndarray, seat: int, players: int, rng: np.random.Generator) -> bool:
    """Redeal all tiles that a seat does not see among the other hands and the well; return whether hands changed."""
    hands = [at.HANDS + other for other in range(players) if other != seat]
    sizes = [int(state[index]).bit_count() for index in hands]
    well = range(int(state[at.NEXT_DRAW]), at.WELL_END)
    hidden = [tile for index in hands for tile in range(56) if int(state[index]) >> tile & 1]
    hidden += [int(state[index]) for index in well]
    before = [int(state[index]) for index in hands]
    tiles = [int(tile) for tile in rng.permutation(hidden)]
    for index, size in zip(hands, sizes, strict=True):
        state[index] = sum(1 << tile for tile in tiles[:size])
        del tiles[:size]
    for index, tile in zip(well, tiles, strict=True):
        state[index] = tile
    return before != [int(state[index]) for index in hands]


@pytest.mark.parametrize("edition", ["pressman-classic", "spanish", "pressman-classic draw_limit=2"])
def test_no_seat_holds_a_tile_that_is_excluded(edition: str) -> None:
    env = BatchEnv(30, edition, 3)
    env.reset(seed=4)
    excluded = 0
    for _ in range(300):
        env.step(env.choose("random"))
        for row in range(30):
            seat = int(env.current_player[row])
            for distance, tiles in enumerate(read_excluded(env.observation[row], 3), 1):
                hand = int(env._games.rows[row, STATE_START + at.HANDS + (seat + distance) % 3])
                assert not any(hand >> int(tile) & 1 for tile in tiles)
                excluded += len(tiles)
    assert bool(excluded) == (edition != "spanish")


def test_returned_arrays_are_read_only() -> None:
    env = BatchEnv(2)
    observation, info = env.reset(seed=1)
    for array in (observation, env.rewards, *info.values()):
        with pytest.raises(ValueError, match="read-only"):
            array[...] = 0


@pytest.mark.parametrize(
    ("actions", "words"),
    [
        ([0, 0, 0], r"a step takes 2 whole numbers, not int64 of shape \(3,\)"),
        ([0.0, 1.0], r"a step takes 2 whole numbers, not float64 of shape \(2,\)"),
        ([-1, -1], "action -1 of game 0 is not legal there"),
        ([ACTIONS, ACTIONS], f"action {ACTIONS} of game 0 is not legal there"),
        ([DRAW_ACTION, PASS_ACTION], f"action {DRAW_ACTION} of game 0 is not legal there"),
    ],
)
def test_wrong_actions_are_refused_and_nothing_happens(actions: list[float], words: str) -> None:
    env = BatchEnv(2)
    with pytest.raises(TricornError, match="reset the environment first"):
        env.step([0, 0])
    env.reset(seed=1)
    before = env._games.rows.copy()
    with pytest.raises(TricornError, match=words):
        env.step(actions)
    assert (env._games.rows == before).all()


def test_every_action_that_the_mask_does_not_have_is_refused() -> None:
    env = BatchEnv(1, "spanish")
    env.reset(seed=1)
    for _ in range(12):
        env.step(env.choose("greedy"))
    for action in np.flatnonzero(~env.legal_action_mask[0]):
        with pytest.raises(TricornError, match="not legal"):
            env.step([action])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"num_envs": 0}, "at least one game"),
        ({"num_envs": 1, "threads": 0}, "at least one game and one thread"),
        (
            {"num_envs": 1, "reward": "money"},
            "no reward 'money'; choose one of round_points, round_result, game_result",
        ),
        ({"num_envs": 1, "players": 7}, "players"),
        ({"num_envs": 1, "edition": "chess"}, "chess"),
    ],
)
def test_wrong_arguments_are_refused(arguments: dict[str, object], words: str) -> None:
    with pytest.raises(TricornError, match=words):
        BatchEnv(**arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("seed", "words"), [([1], "2 games take one seed or 2, not 1"), (-1, "a seed is"), ([1, 2**63], "a seed")]
)
def test_wrong_seeds_are_refused(seed: int | list[int], words: str) -> None:
    with pytest.raises(TricornError, match=words):
        BatchEnv(2).reset(seed=seed)


def test_a_searching_bot_is_refused() -> None:
    env = BatchEnv(1)
    env.reset(seed=1)
    with pytest.raises(TricornError, match="expert needs a view"):
        env.choose("expert")


def test_metadata_has_gymnasiums_autoreset_mode() -> None:
    from gymnasium.vector import AutoresetMode

    assert BatchEnv(1).metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.skipif(not is_compiled(), reason="there is nothing to compare with when compilation is switched off")
def test_plain_python_plays_and_shows_the_same() -> None:
    assert json.loads(fork_server(compiled=False).output_of("tests.envs.digest")) == digest()


def test_more_cells_are_never_open_than_there_are_slots() -> None:
    env = BatchEnv(64, "pressman-classic", 6)
    env.reset(seed=1)
    max_open = 0
    for _ in range(500):
        env.step(env.choose("random"))
        max_open = max(max_open, int((env.observation[:, : PLACEMENTS // 56 * 8 : 8] > 0).sum(1).max()))
    assert 20 < max_open <= SLOTS


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("twin_of", [deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_continues_like_its_original_and_independently(
    twin_of: Callable[[BatchEnv], BatchEnv], threads: int
) -> None:
    env = BatchEnv(8, "spanish", 3, threads=threads)
    env.reset(seed=4)
    for _ in range(50):
        env.step(env.choose("random"))
    twin = twin_of(env)
    before = env.observation.copy()
    expected_steps = [twin.step(twin.choose("random"))[0].copy() for _ in range(50)]
    assert (env.observation == before).all()
    assert all((env.step(env.choose("random"))[0] == expected).all() for expected in expected_steps)
    env.close()
    twin.close()
