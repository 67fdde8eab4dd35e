"""Options that environment variables can set: TRICORN_ALLOW_HOST stands for --allow-host."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Any

from tricorn.cli.failure import OptionFailure

__all__ = ["Environment", "read_environment", "variable_of"]

_SWITCHES = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def variable_of(option: str) -> str:
    """The variable that sets an option."""
    return f"TRICORN_{option.removeprefix('--').replace('-', '_').upper()}"


def read_environment(parser: argparse.ArgumentParser, *options: str) -> None:
    """Let variables set these options of a command, or all that it has if none is named."""
    named = {action.option_strings[0]: action for action in parser._actions if action.option_strings}
    del named["-h"]
    actions = [named[option] for option in options or named]
    parser.set_defaults(environment=Environment(parser, actions))
    parser.epilog = (
        f"Environment variables can set options too: {', '.join(map(_variable, actions))}. The command line takes "
        "precedence. Lists are separated by commas; 1 turns a switch on, 0 turns it off."
    )


class Environment:
    """The variables that can set options of a command; `used` names the variable of each option set by one."""

    def __init__(self, parser: argparse.ArgumentParser, actions: Sequence[argparse.Action] = ()) -> None:
        self.used: dict[str, str] = {}
        self._parser = parser
        self._defaults = [(action, action.default) for action in actions]
        for action in actions:
            action.default = argparse.SUPPRESS  # so that `complete` sees what the command line has set

    def complete(self, args: argparse.Namespace) -> None:
        """Set every option that is not on the command line, by its variable or to its default.

        The variables are removed, because programs that a server starts, such as bots, must not get its password.
        """
        for action, default in self._defaults:
            text = os.environ.pop(_variable(action), "")
            if not hasattr(args, action.dest):
                setattr(args, action.dest, self._value(action, default, text) if text else default)

    def _value(self, action: argparse.Action, default: Any, text: str) -> Any:
        option = action.option_strings[0]
        self.used[option] = _variable(action)
        if action.nargs == 0:
            if text.lower() not in _SWITCHES:
                raise OptionFailure({option: text}, "expected 1 or 0")
            return _SWITCHES[text.lower()]
        if action.nargs == "?" and text.lower() in _SWITCHES:
            return action.const if _SWITCHES[text.lower()] else default
        try:
            if isinstance(default, list):
                return [self._parser._get_values(action, [part.strip()]) for part in text.split(",")]
            return self._parser._get_values(action, [text])
        except argparse.ArgumentError as error:
            raise OptionFailure({option: text}, error.message) from None


def _variable(action: argparse.Action) -> str:
    return variable_of(action.option_strings[0])
