"""A seed gives the same game in `Game`, the arena, the batch, PettingZoo and OpenSpiel."""

from __future__ import annotations

import pytest
from tests.helpers import other_readings

from tricorn.arena.seating import Seating
from tricorn.core.totals import new_totals
from tricorn.editions import EDITIONS, edition_named
from tricorn.envs import BatchEnv, aec_env, move_of
from tricorn.envs.layout import DRAW_ACTION
from tricorn.envs.openspiel import TricornGame
from tricorn.game import Game, lot_from, shuffled

TABLES = [(edition.id, players) for edition in EDITIONS.values() for players in edition.players]
SEEDS = (0, 1, 2**62 + 12345)


def in_the_arena(edition: str, players: int, bot: str, seed: int) -> list[str]:
    """The lines of the arena's game, from its first deal to its last score."""
    record = Seating(edition_named(edition), [bot] * players, log=True).record_of(seed, new_totals())
    return [str(event) for event in record.events]


def in_a_batch(edition: str, players: int, bot: str, seed: int) -> tuple[list[str], list[list[int]]]:
    """The lines of the same game, chosen by the batch and recorded by `Game`, and the actions of each round."""
    env, game = BatchEnv(1, edition, players, "game_result"), Game(edition, players, seed=seed)
    env.reset(seed=[seed])
    actions: list[list[int]] = []
    while not env.terminated[0]:
        if len(actions) < game.rounds:
            actions.append([])
        action = int(env.choose(bot)[0])
        actions[-1].append(action)
        game.play(move_of(env.observation[0], action))
        env.step([action])
    return [str(event) for event in game.events], actions


def in_pettingzoo(edition: str, players: int, seed: int, actions: list[list[int]]) -> list[str]:
    """The lines of the game that these actions make in PettingZoo."""
    env = aec_env(edition, players, "game_result", render_mode="ansi")
    game = Game(edition, players, seed=seed)
    env.reset(seed=seed)
    for action in (action for round_actions in actions for action in round_actions):
        agent = env.agent_selection
        assert agent == f"player_{game.turn}"
        observation = env.observe(agent)
        assert observation["action_mask"][action]
        game.play(move_of(observation["observation"], action))
        env.step(action)
    assert all(env.terminations.values())
    return [str(event) for event in game.events]


def in_openspiel(edition: str, players: int, seed: int, actions: list[list[int]]) -> list[list[str]]:
    """The lots and plays of every round in OpenSpiel, with the deals of the seed."""
    game = TricornGame({"edition": edition, "players": players})
    plays = []
    for number, round_actions in enumerate(actions, 1):
        state = game.new_initial_state()
        tiles = [tile.index for tile in shuffled(seed, number)]
        for tile in tiles[: game.setup.dealt]:
            state.apply_action(tile)
        if state.is_chance_node():
            state.apply_action(lot_from(seed, number, players))
        well = tiles[game.setup.dealt :]
        for action in round_actions:
            assert action in state.legal_actions()
            state.apply_action(action)
            if action == DRAW_ACTION:
                state.apply_action(well.pop(0))
        assert state.is_terminal()
        plays.append(str(state).splitlines()[1:])
    return plays


def plays_by_round(lines: list[str]) -> list[list[str]]:
    """The lots and plays of a record, round by round."""
    rounds: list[list[str]] = []
    for line in lines:
        if line.startswith("round "):
            rounds.append([])
        elif line[1] == " " or line.startswith("starts "):
            rounds[-1].append(line)
    return rounds


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_one_seed_is_one_game_everywhere(edition: str, players: int) -> None:
    for bot, seed in zip(("random", "greedy", "random"), SEEDS, strict=True):
        lines = in_the_arena(edition, players, bot, seed)
        batch_lines, actions = in_a_batch(edition, players, bot, seed)
        assert batch_lines == lines[: len(batch_lines)]
        assert lines[len(batch_lines) :] in ([], [f"winner {lines[-1][-1]}"])
        assert in_pettingzoo(edition, players, seed, actions) == batch_lines
        assert in_openspiel(edition, players, seed, actions) == plays_by_round(lines)


def test_one_seed_is_one_game_with_its_lots() -> None:
    """The lot falls on every seat, and it is in the record of the arena and of `Game`."""
    lots = set()
    for seed in range(8):
        lines = in_the_arena("goliath", 3, "random", seed)
        batch_lines, _ = in_a_batch("goliath", 3, "random", seed)
        assert batch_lines == lines[: len(batch_lines)]
        lots |= {line for line in batch_lines if line.startswith("starts")}
    assert lots == {"starts A", "starts B", "starts C"}


@pytest.mark.parametrize("edition", [reading for edition in EDITIONS for reading in other_readings(edition)])
def test_one_seed_is_one_game_under_other_readings(edition: str) -> None:
    lines = in_the_arena(edition, 3, "random", 5)
    batch_lines, actions = in_a_batch(edition, 3, "random", 5)
    assert batch_lines == lines[: len(batch_lines)]
    assert in_pettingzoo(edition, 3, 5, actions) == batch_lines
    assert in_openspiel(edition, 3, 5, actions) == plays_by_round(lines)
