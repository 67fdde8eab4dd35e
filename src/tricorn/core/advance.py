"""Playing on to the next real choice of a bot that has to be asked, without leaving compiled code before it."""

from __future__ import annotations

from tricorn.core.compile import Ints, inline, jit, popcount
from tricorn.core.play import OVER, SEAT, Play, carry_out, placeable
from tricorn.core.playout import known_of
from tricorn.core.policy import GREEDY, choose
from tricorn.core.rules import Rules
from tricorn.core.table import OPEN

__all__ = ["ASKED", "advance", "policy_choice"]

# Stands for a policy where a bot is asked. Its complement is the policy that makes the seat's forced moves;
# any would do, greedy needs no generator.
ASKED = ~GREEDY


@jit
def policy_choice(play: Play, rules: Rules, policy: int, rng: Ints) -> int:
    """What a policy chooses for the seat on turn."""
    return choose(play.table, rules, policy, known_of(play), play.weights, rng)


@jit
def advance(play: Play, rules: Rules, policies: Ints, rng: Ints) -> bool:
    """Play on until a bot has more than one lawful move (True) or the round is over (False)."""
    now = play.now
    while not now[OVER]:
        policy = policies[now[SEAT]]
        if policy < 0:
            if _has_choice(play, rules, placeable(play)):
                return True
            policy = ~policy
        carry_out(play, rules, policy_choice(play, rules, policy, rng))
    return False


@inline
def _has_choice(play: Play, rules: Rules, able: int) -> bool:
    """Whether the player on turn has more than one lawful move; `able` are the tiles in hand that fit."""
    if able == 0:
        return False  # drawing and passing exclude each other
    if rules.draw_optional:
        return True
    number = 0
    for slot in range(play.table.counts[OPEN]):
        number += popcount(play.table.fits[slot] & able)
    return number > 1
