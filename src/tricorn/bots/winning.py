"""Each seat's chance of winning the game, from the scores between two rounds.

Near the end of a game the aim is the game, not the round. The figures are data made by simulation
(benchmarks/make_winning.py): for two players a table by the points that each still needs, for more players the scale of
a softmax over them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import resources
from math import sqrt

from tricorn.core import layout as at
from tricorn.core.compile import Floats, floats_from, inline, jit, jit_internal, not_literal
from tricorn.core.maths import exp
from tricorn.core.rules import NOBODY, Rules, game_winner
from tricorn.core.state import State

__all__ = ["LEAD_WEIGHT", "STAKE", "leads", "round_end_values", "seat_lead", "seat_value", "win_chances"]

# The value of winning the game, in points: about what a round's margin is worth early in a game, so one exploration
# constant suits both.
STAKE = 400.0
# The value of a point of lead in addition to the chance. The chances assume equal players; to a stronger player a lead
# is worth more.
LEAD_WEIGHT = 0.5

_DATA = json.loads(resources.files("tricorn.bots").joinpath("winning.json").read_text(encoding="utf-8"))
_STEP, _SIZE = int(_DATA["step"]), int(_DATA["size"])
_TWO_PLAYERS = floats_from(chance for row in _DATA["two_players"] for chance in row)
# For each number of players from 3 on, two numbers: the scale of the softmax when the leader needs no more points, and
# by how much it grows with each point that the leader still needs.
_SCALES = floats_from(number for pair in _DATA["more_players"] for number in pair)


# The scale of the softmax in a game with a number of rounds, if one is left: that of the logistic curve with the
# standard deviation of a round's margin between two `greedy`, 88 points if tiles count their numbers, 8.2 if they
# count 1 (children). Where no round is left, only a tie is open.
_NUMBER_SCALE, _TILE_SCALE, _TIE_SCALE = 48.0, 4.5, 0.05
_MOST_SCALES = 30.0  # a player who is further behind has no chance


@inline
def _two_player_chance(own: int, other: int) -> float:
    """The chance from the table, interpolated, for the points that each still needs."""
    edge = (_SIZE - 1) * _STEP - 1
    # Beyond the table's edge only the lead counts, so both are moved in together.
    beyond = max(0, max(own, other) - edge)
    own, other = max(0, own - beyond), max(0, other - beyond)
    row, column = own // _STEP, other // _STEP
    down, right = (own % _STEP) / _STEP, (other % _STEP) / _STEP
    entry = row * _SIZE + column
    upper = _TWO_PLAYERS[entry] * (1 - right) + _TWO_PLAYERS[entry + 1] * right
    lower = _TWO_PLAYERS[entry + _SIZE] * (1 - right) + _TWO_PLAYERS[entry + _SIZE + 1] * right
    return upper * (1 - down) + lower * down


@inline
def _softmax_chances(state: State, rules: Rules, values: Floats) -> None:
    """The chances of three and more players."""
    players = state[at.PLAYERS]
    fewest = rules.target  # points that a player still needs
    for seat in range(players):
        fewest = min(fewest, rules.target - state[at.SCORES + seat])
    first = 2 * (players - 3)
    scale = _SCALES[first] + _SCALES[first + 1] * fewest
    total = 0.0
    for seat in range(players):
        values[seat] = exp((fewest - (rules.target - state[at.SCORES + seat])) / scale)
        total += values[seat]
    for seat in range(players):
        values[seat] /= total


@inline
def _chances_by_lead(state: State, rules: Rules, values: Floats) -> None:
    """The chances in a game with a number of rounds (R22): a softmax of the scores, wider the more rounds are left."""
    left = max(rules.rounds - state[at.ROUND], 0)
    scale = _TIE_SCALE + sqrt(float(left)) * (_TILE_SCALE if rules.by_tiles else _NUMBER_SCALE)
    best, total = state[at.SCORES], 0.0
    for seat in range(1, state[at.PLAYERS]):
        best = max(best, state[at.SCORES + seat])
    for seat in range(state[at.PLAYERS]):
        values[seat] = exp(max((state[at.SCORES + seat] - best) / scale, -_MOST_SCALES))
        total += values[seat]
    for seat in range(state[at.PLAYERS]):
        values[seat] /= total


@jit_internal
def win_chances(state: State, rules: Rules, values: Floats) -> None:
    """Write each seat's chance of winning the game from the scores at the end of this round."""
    players = state[at.PLAYERS]
    winner = game_winner(rules, state, not_literal(at.SCORES), players, state[at.WINNER], state[at.ROUND])
    if winner != NOBODY:
        for seat in range(players):
            values[seat] = 1.0 if seat == winner else 0.0
    elif rules.rounds:
        _chances_by_lead(state, rules, values)
    elif players == 2:
        own, other = rules.target - state[at.SCORES + 0], rules.target - state[at.SCORES + 1]
        values[0] = _two_player_chance(own, other)
        values[1] = 1.0 - values[0]
    else:
        _softmax_chances(state, rules, values)


def leads(scores: Sequence[int]) -> list[float]:
    """Each seat's score less the mean of the others."""
    total = sum(scores)
    return [score - (total - score) / (len(scores) - 1) for score in scores]


@inline
def seat_lead(state: State, seat: int) -> float:
    """A seat's score less the mean of the others."""
    total = 0
    for other in range(state[at.PLAYERS]):
        total += state[at.SCORES + other]
    return state[at.SCORES + seat] - (total - state[at.SCORES + seat]) / (state[at.PLAYERS] - 1)


@inline
def seat_value(chance: float, lead: float) -> float:
    """The value of a chance of winning and a lead, in points."""
    return STAKE * chance + LEAD_WEIGHT * lead


@jit
def round_end_values(state: State, rules: Rules, values: Floats) -> None:
    """Write the value of the end of this round to each seat, in points: its chance of winning and its lead."""
    win_chances(state, rules, values)
    for seat in range(state[at.PLAYERS]):
        values[seat] = seat_value(values[seat], seat_lead(state, seat))
