"""Prints a digest of some steps of a batch: the same from compiled and from plain Python."""

from __future__ import annotations

import json

from tricorn.envs.batch import BatchEnv


def digest() -> list[object]:
    """For each step the sums of the observations and masks, and the rewards; then the last observation."""
    env = BatchEnv(3, "pressman-deluxe", 2)
    env.reset(seed=6)
    sums: list[object] = []
    for _ in range(120):
        env.step(env.choose("random"))
        sums.append([int(env.observation.sum()), int(env.legal_action_mask.sum()), env.rewards.tolist()])
    return [*sums, env.observation.tolist()]


def main() -> None:
    print(json.dumps(digest()))
