"""The players that are programs, by the names the command line knows them by."""

from __future__ import annotations

from tricorn.bots.base import Bot, Budget
from tricorn.bots.plain import PlainBot
from tricorn.core.policy import GREEDY, HEURISTIC, RANDOM
from tricorn.errors import TricornError

__all__ = ["BOTS", "LEVELS", "Bot", "Budget", "PlainBot", "bot_named"]

# The names offered to people, from the gentlest to the strongest.
LEVELS = ("random", "greedy")

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (PlainBot("random", RANDOM), PlainBot("greedy", GREEDY), PlainBot("heuristic", HEURISTIC))
}


def bot_named(name: str) -> Bot:
    """The bot with this name.

    >>> bot_named("greedy").name
    'greedy'
    """
    if name not in BOTS:
        raise TricornError(f"no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return BOTS[name]
