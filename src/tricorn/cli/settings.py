"""Settings from the command line, the environment and a file: --days-in-store, TRICORN_DAYS_IN_STORE, days-in-store."""

from __future__ import annotations

import argparse
import difflib
import json
import os
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tricorn.cli.failure import Failure, OptionFailure
from tricorn.web.settings import SETTINGS, Setting

__all__ = ["Given", "add_settings", "given_settings"]

_FILE_VARIABLE = "TRICORN_SETTINGS"
_DEFAULT = "default"


def add_settings(parser: argparse.ArgumentParser, *fields: str) -> None:
    """Add the options of these settings, or of all that there are, and `--settings`."""
    chosen = tuple(setting for setting in SETTINGS if not fields or setting.field in fields)
    parser.add_argument("--settings", metavar="FILE", help=f"read settings from this TOML file ({_FILE_VARIABLE})")
    parser.set_defaults(chosen_settings=chosen)
    group: argparse._ActionsContainer = parser
    section = ""
    for setting in chosen:
        if setting.section != section and not fields:
            section = setting.section
            group = parser.add_argument_group(section)
        _add_option(group, setting)
    parser.epilog = (
        "Each setting can also be set by an environment variable, such as TRICORN_DB for --db, and in the settings "
        "file, as db; options take precedence over variables, and these over the file. An option that may be repeated "
        "takes a list separated by commas, too; 1 turns a switch on, 0 turns it off."
    )


def _add_option(group: argparse._ActionsContainer, setting: Setting) -> None:
    kind = setting.kind
    help = f"{setting.help} (default: {setting.default_words})".replace("%", "%%")
    group.add_argument(
        setting.option,
        metavar=kind.form,
        nargs="?" if kind.is_switch else None,
        const="1" if kind.is_switch else None,
        action="append" if kind.is_list else "store",
        help=help,
    )


class _Source(NamedTuple):
    """A value as text; `prefix` is what is written before it where it comes from, `origin` names that place."""

    text: str
    prefix: str
    origin: str


class Given:
    """The settings of a command, with where each comes from."""

    def __init__(self, sources: dict[str, _Source], chosen: Sequence[Setting]) -> None:
        self._sources = sources
        self._chosen = chosen
        self.values = {setting.field: self._value(setting) for setting in chosen}

    def _value(self, setting: Setting) -> Any:
        source = self._sources.get(setting.field)
        if source is None:
            return setting.default
        try:
            return setting.kind.read(source.text)
        except ValueError as error:
            raise OptionFailure({setting.option: setting.kind.shown(source.text)}, str(error)) from None

    def is_set(self, field: str) -> bool:
        """Whether a setting has a value other than by default."""
        return field in self._sources

    def lines(self) -> Iterator[str]:
        """A settings file with all values; comments say where they come from."""
        section = ""
        for setting in self._chosen:
            if setting.section != section:
                yield from ("", f"# {setting.section}") if section else (f"# {setting.section}",)
                section = setting.section
            yield self._line(setting)

    def _line(self, setting: Setting) -> str:
        source, value = self._sources.get(setting.field), self.values[setting.field]
        origin = _DEFAULT if source is None else source.origin
        if value in (None, (), ""):
            return f"# {setting.name} is not set: {setting.without}"
        if source is not None and (shown := setting.kind.shown(source.text)) != source.text:
            value = shown
        return f"{setting.name} = {_toml(value)}  # {origin}"


def given_settings(args: argparse.Namespace) -> Given:
    """The settings of a command line, of the environment, and of the settings file, in this order of precedence.

    The variables are removed, because programs that a server starts, such as bots, must not get its password.
    """
    chosen: Sequence[Setting] = args.chosen_settings
    named = os.environ.pop(_FILE_VARIABLE, "")
    file = args.settings or named
    sources = _from_file(Path(file)) if file else {}
    for setting in chosen:
        if text := os.environ.pop(setting.variable, ""):
            sources[setting.field] = _Source(text, f"{setting.variable}=", setting.variable)
    for setting in chosen:
        if (words := getattr(args, setting.field)) is not None:
            text = words if isinstance(words, str) else ",".join(words)
            sources[setting.field] = _Source(text, f"{setting.option} ", setting.option)
    args.written.update({each.option: sources[each.field].prefix for each in chosen if each.field in sources})
    return Given(sources, chosen)


def _from_file(path: Path) -> dict[str, _Source]:
    """The settings in a file, checked for names that do not exist."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Failure(f"{path}: expected a TOML file: {error}") from None
    known = {setting.name: setting for setting in SETTINGS}
    sources = {}
    for name, value in found.items():
        if name not in known:
            near = difflib.get_close_matches(name, known, 1)
            raise Failure(f"{path}: there is no setting {name}" + (f"; did you mean {near[0]}?" if near else ""))
        prefix = f"{path}: {name} = "
        sources[known[name].field] = _Source(_text(value, prefix), prefix, str(path))
    return sources


def _text(value: Any, prefix: str) -> str:
    """A value of a TOML file as an option would have it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return ",".join(_text(each, prefix) for each in value)
    if isinstance(value, int | float | str):
        return str(value)
    raise Failure(f"{prefix}expected a text, a number, true, false, or a list")


def _toml(value: Any) -> str:
    """A value as a TOML file has it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool | int):
        return json.dumps(value)
    return f"{value:g}" if isinstance(value, float) else json.dumps(str(value), ensure_ascii=False)
