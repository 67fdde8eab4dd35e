"""A bot that does not give a legal move loses it: the move that is made instead, and the reason."""

from __future__ import annotations

import importlib
from pathlib import Path
from traceback import walk_tb

from tricorn.bots.base import Bot
from tricorn.core.compile import Ints
from tricorn.errors import TricornError
from tricorn.messages import Message
from tricorn.moves import Move, timeout_move
from tricorn.view import View

__all__ = ["BotFault", "choose_or_lose", "one_short_line", "raised"]

# Files whose names begin like this do not belong to a bot: Tricorn's own, and the import system.
_NOT_THE_BOT = (str(Path(__file__).parents[2]), str(Path(importlib.__file__).parent), "<frozen ")


class BotFault(TricornError):
    """Why a bot gave no legal move."""


def choose_or_lose(bot: Bot, view: View, rng: Ints) -> tuple[Move, BotFault | None]:
    """The bot's move; or, with the reason, the move the game makes for a player whose time is up (R14).

    >>> from tricorn import Game
    >>> from tricorn.core.rng import new_rng
    >>> game = Game("spanish", players=2, seed=1)
    >>> view = game.view(game.turn)
    >>> class Lazy:
    ...     name = "lazy"
    ...     def choose(self, view, budget, rng):
    ...         return None
    >>> move, fault = choose_or_lose(Lazy(), view, new_rng(1, 0))
    >>> move in view.legal_moves(), str(fault)
    (True, 'it chose None, which is not legal there')
    """
    legal = view.legal_moves()
    try:
        move = bot.choose(view, None, rng)
        if move in legal:
            return legal[legal.index(move)], None
        fault = BotFault(Message.BOT_ILLEGAL, move=one_short_line(move, 60))
    except BotFault as own_fault:
        fault = own_fault
    except (Exception, SystemExit) as error:
        fault = BotFault(Message.BOT_RAISED, error=raised(error))
    return timeout_move(view.options), fault


def raised(error: BaseException) -> str:
    """An exception in one short line: its type, its message, and the bot's line that raised it."""
    description = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    lines = [
        f" ({Path(file).name} line {line})"
        for frame, line in walk_tb(error.__traceback__)
        if not (file := frame.f_code.co_filename).startswith(_NOT_THE_BOT)
    ]
    return one_short_line(description) + (lines[-1] if lines else "")


def one_short_line(value: object, max_length: int = 200) -> str:
    """A value as text; only its start and in quotation marks if it is too long or cannot be printed on one line."""
    text = str(value)
    return text if text.isprintable() and len(text) <= max_length else repr(text[:max_length])
