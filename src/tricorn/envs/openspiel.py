"""A round as an OpenSpiel game: `import tricorn.envs.openspiel`, then `pyspiel.load_game("tricorn")`.

Chance is explicit: every dealt tile and every drawn tile is a chance node.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pyspiel

from tricorn.core.rules import hand_points
from tricorn.editions import DEFAULT_EDITION, edition_named
from tricorn.envs.explicit_round import ExplicitRound, Setup
from tricorn.envs.layout import ACTIONS, DRAW_ACTION, PASS_ACTION, PLACEMENTS
from tricorn.envs.moves import move_of
from tricorn.envs.observers import Observer
from tricorn.envs.resampling import resample
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.record import Starts
from tricorn.tiles import TILES
from tricorn.wording import quoted

__all__ = ["TricornGame", "TricornState"]

_PARAMETERS = {"edition": DEFAULT_EDITION, "players": 2, "reward": "round_points", "numbers": 6}
_MIN_NUMBERS, _MAX_NUMBERS = 2, 6
_REWARDS = ("round_points", "round_result")


def _game_type(reward: str) -> pyspiel.GameType:
    points = reward == "round_points"
    return pyspiel.GameType(
        short_name="tricorn",
        long_name="Triangular dominoes",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM if points else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.REWARDS if points else pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=6,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


def max_plays(setup: Setup) -> int:
    """The maximum number of plays: each tile is placed and drawn once, and each seat passes at most once in between."""
    progress = len(setup.tiles) + setup.well
    return progress + setup.players * (progress + 1)


def _bounds(setup: Setup) -> tuple[float, float]:
    """Bounds of a player's score in a round, which may not be reachable."""
    if setup.reward == "round_result":
        return -1.0, 1.0
    rules, tiles = setup.rules, len(setup.tiles)
    # Each tile is placed, or left in a hand, once.
    tile_points = hand_points(rules, sum(1 << tile for tile in setup.tiles))
    passes = tiles + setup.well + 1
    low = -rules.draw_penalty * setup.well - rules.pass_penalty * passes - tile_points
    start = rules.start_bonus + rules.zero_start
    return low, tile_points + tiles * max(rules.bonuses) + start + rules.out_bonus


class TricornGame(pyspiel.Game):
    """A round of any edition.

    Parameters: `edition`, with house rules after it (`spanish deal:2/2/2`, because OpenSpiel uses `=` itself);
    `players`; `reward`, round_points or round_result; and `numbers`. With fewer than 6 numbers, only the tiles with
    smaller numbers are used, for algorithms that must visit every state.
    """

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        values = {**_PARAMETERS, **(params or {})}
        values["edition"] = str(values["edition"]).replace("=", ":")
        self.setup = _setup(values["edition"], int(values["players"]), str(values["reward"]), int(values["numbers"]))
        low, high = _bounds(self.setup)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=len(TILES),
            num_players=self.setup.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if self.setup.reward == "round_result" else None,
            max_game_length=max_plays(self.setup),
        )
        super().__init__(_game_type(self.setup.reward), info, values)

    def __reduce__(self) -> tuple[type[TricornGame], tuple[dict[str, Any]]]:
        return TricornGame, (self.get_parameters(),)

    def new_initial_state(self) -> TricornState:
        """The round before its deal."""
        return TricornState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The maximum number of tiles that can be dealt and drawn, and the lot."""
        return len(self.setup.tiles) + self.setup.rules.start_by_choice

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """An observer of states: with perfect recall the information state, otherwise the observation of layout.py."""
        if params:
            raise TricornError(Message.OBSERVER_PARAMETERS, text=params)
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return Observer(self.setup, max_plays(self.setup), kind)


def _setup(edition_text: str, players: int, reward: str, numbers: int) -> Setup:
    edition = edition_named(edition_text.replace(":", "="))
    edition.check_players(players)
    if reward not in _REWARDS:
        raise TricornError(Message.NO_REWARD, text=quoted(reward, 40), rewards=", ".join(_REWARDS))
    if not _MIN_NUMBERS <= numbers <= _MAX_NUMBERS:
        raise TricornError(Message.NUMBERS_IN_GAME, least=_MIN_NUMBERS, most=_MAX_NUMBERS, numbers=numbers)
    setup = Setup(edition, players, reward, numbers)
    if setup.well < 0:
        raise TricornError(Message.TILES_TOO_FEW, tiles=len(setup.tiles), each=setup.hand_size, players=players)
    return setup


class TricornState(pyspiel.State):
    """A round in progress, with everything that has been dealt and played."""

    def __init__(self, game: TricornGame) -> None:
        super().__init__(game)
        self.setup = game.setup
        self.dealt = b""  # the tiles dealt so far, the first seat's first
        self.round: ExplicitRound | None = None  # None until all tiles are dealt and it is clear who starts
        self.drawing = False  # whether the next chance node decides which tile is drawn
        self._rewards = [0.0] * game.setup.players

    # Turns and actions.

    def current_player(self) -> int:
        """The player on turn, or chance when a tile is dealt or drawn or a lot decides who starts."""
        if self.round is None or self.drawing:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.round.over else self.round.turn

    def is_terminal(self) -> bool:
        """Whether the round is over."""
        return self.round is not None and self.round.over

    def _legal_actions(self, player: int) -> list[int]:
        assert self.round is not None
        return self.round.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The tiles that can be dealt or drawn, or the seats that the lot can fall on, all equally likely."""
        if self.round is not None:
            outcomes = self.round.well()
        elif len(self.dealt) == self.setup.dealt:
            outcomes = list(range(self.setup.players))
        else:
            outcomes = [tile for tile in self.setup.tiles if tile not in self.dealt]
        return [(outcome, 1 / len(outcomes)) for outcome in outcomes]

    def _apply_action(self, action: int) -> None:
        self._rewards = [0.0] * self.setup.players
        if self.round is None and len(self.dealt) == self.setup.dealt:
            self.round = ExplicitRound(self.setup, self.dealt, action)
        elif self.round is None:
            self.dealt += bytes([action])
            if len(self.dealt) == self.setup.dealt and not self.setup.rules.start_by_choice:
                self.round = ExplicitRound(self.setup, self.dealt)
        elif self.drawing:
            self.drawing = False
            self.round.draw(action)
            self._rewards = self.round.rewards.tolist()
        elif action == DRAW_ACTION:
            self.drawing = True
        else:
            self.round.act(action)
            self._rewards = self.round.rewards.tolist()

    # Rewards.

    def rewards(self) -> list[float]:
        """Each player's reward for the last action."""
        return self._rewards

    def returns(self) -> list[float]:
        """Each player's return so far, or the result at the end."""
        if self.setup.reward == "round_result":
            return self._rewards if self.is_terminal() else [0.0] * self.setup.players
        return [0.0] * self.setup.players if self.round is None else [float(score) for score in self.round.scores]

    # Text.

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            if self.round is None and len(self.dealt) == self.setup.dealt:
                return str(Starts(action))
            return f"{'deal' if self.round is None else 'draw'} {TILES[action]}"
        if action >= PLACEMENTS:
            return {DRAW_ACTION: "draw", PASS_ACTION: "pass"}[action]
        assert self.round is not None
        return str(move_of(self.round.observe(player), action))

    def __str__(self) -> str:
        lines = [f"deal {' '.join(str(TILES[tile]) for tile in self.dealt)}"]
        if self.round is not None:
            lines += [str(Starts(self.round.starter))] if self.setup.rules.start_by_choice else []
            lines += self.round.lines(None)
        return "\n".join([*lines, "draw ?"] if self.drawing else lines)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TricornState:
        """A state that the player cannot distinguish from this one, sampled from the bots' belief."""
        state: TricornState = resample(self, player, sampler)
        return state


pyspiel.register_game(_game_type("round_points"), TricornGame)
