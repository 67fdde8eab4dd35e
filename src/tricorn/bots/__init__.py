"""The bots by name."""

from __future__ import annotations

import re

from tricorn.bots.adaptive import AdaptiveBot
from tricorn.bots.base import Bot, Budget
from tricorn.bots.own.bot import ProcessBot
from tricorn.bots.own.names import installed_bots, own_bot
from tricorn.bots.plain import PlainBot
from tricorn.bots.search import SearchBot
from tricorn.core.policy import EASY, GENTLE, GREEDY, HEURISTIC, MEDIUM, RANDOM
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.wording import quoted

__all__ = [
    "ADAPTIVE",
    "BOTS",
    "DEFAULT_LEVEL",
    "LEVELS",
    "AdaptiveBot",
    "Bot",
    "Budget",
    "PlainBot",
    "ProcessBot",
    "SearchBot",
    "as_bot",
    "bot_named",
    "is_adaptive",
]

# The levels offered to people, weakest first.
LEVELS = ("gentle", "easy", "medium", "hard", "expert")
DEFAULT_LEVEL = "medium"
# A bot of any strength between these levels, `adaptive:0` to `adaptive:100`. The page adapts it to the player.
ADAPTIVE = "adaptive"

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        PlainBot("random", RANDOM),
        PlainBot("greedy", GREEDY),
        PlainBot("heuristic", HEURISTIC),
        SearchBot("search", Budget(worlds=300)),
        PlainBot("gentle", GENTLE),
        PlainBot("easy", EASY),
        PlainBot("medium", MEDIUM),
        SearchBot("hard", Budget(worlds=20)),
        SearchBot("expert", Budget(worlds=1000, seconds=0.9)),
    )
}


def bot_named(name: str) -> Bot:
    """The bot with this name; `search` may have a budget of worlds or seconds, and `adaptive` has a strength.

    A bot from outside is named `file.py:Class`, `package.module:Class`, `cmd:COMMAND`, or by the entry point of an
    installed package, and runs in a separate process (docs/your-own-bot.md).

    >>> bot_named("search:0.5s").name
    'search:0.5s'
    """
    if name in BOTS:
        return BOTS[name]
    if match := re.fullmatch(r"search:(?:([0-9]{1,6})|([0-9]{1,3}(?:\.[0-9]{1,3})?)s)", name):
        worlds = None if match[1] is None else int(match[1])
        seconds = None if match[2] is None else float(match[2])
        return SearchBot(name, Budget(worlds, seconds))
    if is_adaptive(name):
        return AdaptiveBot(name, int(name.partition(":")[2]), tuple(BOTS[level] for level in LEVELS))
    own = None if name.startswith(("search:", f"{ADAPTIVE}:")) else own_bot(name)
    if own is not None:
        return own
    bots = ", ".join([*BOTS, f"{ADAPTIVE}:0 to {ADAPTIVE}:100", *installed_bots()])
    raise TricornError(Message.NO_BOT, text=quoted(name, 40), bots=bots)


def is_adaptive(name: str) -> bool:
    """Whether a name is that of an adaptive bot with its strength.

    >>> is_adaptive("adaptive:40"), is_adaptive("adaptive:101"), is_adaptive("adaptive")
    (True, False, False)
    """
    return re.fullmatch(rf"{ADAPTIVE}:(0|[1-9][0-9]?|100)", name) is not None


def as_bot(bot: str | Bot) -> Bot:
    """A bot given by its name or as an object."""
    return bot_named(bot) if isinstance(bot, str) else bot
