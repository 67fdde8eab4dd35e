"""The chance of each seat to win the game, from the scores between two rounds.

Near the end of a game the aim is the game, not the round. The figures are data made by simulation
(benchmarks/make_winning.py): for two players a table by the points each has to go, for more players the scale of a
softmax over them.
"""

from __future__ import annotations

import json
from importlib import resources

from tricorn.core.compile import Floats, floats_of, inline, jit, variable
from tricorn.core.maths import exp
from tricorn.core.rules import NOBODY, Rules, game_winner
from tricorn.core.state import PLAYERS, SCORES, WINNER, State

__all__ = ["LEAD", "STAKE", "game_values", "lead_of", "win_chances"]

# What winning the game is worth, in points: about what a round's margin is worth early in a game, so that searchers
# explore alike with either measure.
STAKE = 400.0
# The additional value of a point of the lead: the chances hold between equal players, and for a better player points
# are worth more than the chances say.
LEAD = 0.5

_DATA = json.loads(resources.files("tricorn.bots").joinpath("winning.json").read_text(encoding="utf-8"))
_STEP, _SIZE = int(_DATA["step"]), int(_DATA["size"])


_TWO = floats_of(chance for row in _DATA["two_players"] for chance in row)
_SCALES = floats_of(number for pair in _DATA["more_players"] for number in pair)


@inline
def _two_player_chance(own: int, other: int) -> float:
    """The table's chance between its grid points, for the points that each has to go."""
    most = (_SIZE - 1) * _STEP - 1
    # Beyond the table's edge it is the lead that counts, so both move in together.
    beyond = max(0, max(own, other) - most)
    own, other = max(0, own - beyond), max(0, other - beyond)
    row, column = own // _STEP, other // _STEP
    down, right = (own % _STEP) / _STEP, (other % _STEP) / _STEP
    at = row * _SIZE + column
    upper = _TWO[at] * (1 - right) + _TWO[at + 1] * right
    lower = _TWO[at + _SIZE] * (1 - right) + _TWO[at + _SIZE + 1] * right
    return upper * (1 - down) + lower * down


@inline
def _shares(state: State, rules: Rules, values: Floats) -> None:
    """The chances of three and more players."""
    players = state[PLAYERS]
    least = rules.target
    for seat in range(players):
        least = min(least, rules.target - state[SCORES + seat])
    scale = _SCALES[2 * players - 6] + _SCALES[2 * players - 5] * least
    total = 0.0
    for seat in range(players):
        values[seat] = exp((least - (rules.target - state[SCORES + seat])) / scale)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


@jit
def win_chances(state: State, rules: Rules, values: Floats) -> None:
    """The chance of each seat to win the game from the scores at the end of this round."""
    players = state[PLAYERS]
    winner = game_winner(rules, state, variable(SCORES), players, state[WINNER])
    if winner != NOBODY:
        for seat in range(players):
            values[seat] = 1.0 if seat == winner else 0.0
    elif players == 2:
        own, other = rules.target - state[SCORES + 0], rules.target - state[SCORES + 1]
        values[0] = _two_player_chance(own, other)
        values[1] = 1.0 - values[0]
    else:
        _shares(state, rules, values)


@inline
def lead_of(state: State, seat: int) -> float:
    """A seat's score less the mean of the others."""
    total = 0
    for other in range(state[PLAYERS]):
        total += state[SCORES + other]
    return state[SCORES + seat] - (total - state[SCORES + seat]) / (state[PLAYERS] - 1)


@jit
def game_values(state: State, rules: Rules, values: Floats) -> None:
    """What the end of this round is worth to each seat, in points: its chance of winning and its lead."""
    win_chances(state, rules, values)
    for seat in range(state[PLAYERS]):
        values[seat] = STAKE * values[seat] + LEAD * lead_of(state, seat)
