"""The command that repeats a run."""

from __future__ import annotations

import shlex

from tricorn.editions import Edition

__all__ = ["command_line"]


def command_line(edition: Edition, seed: int, *words: object) -> str:
    """The command to type, with its edition, house rules and seed.

    >>> from tricorn import edition_named
    >>> command_line(edition_named("spanish target=200"), 7, "match", "greedy", "random", "--games", 100)
    'tricorn match greedy random --games 100 --edition spanish --rule target=200 --seed 7'
    """
    rules = [word for key, value in edition.house_rules() for word in ("--rule", f"{key}={value}")]
    options = ["--edition", edition.id, *rules, "--seed", seed]
    return shlex.join(["tricorn", *map(str, words), *map(str, options)])
