"""The functions of the compiled rules and bots that JavaScript calls, and the facts it needs: offsets, tiles, editions.

The WebAssembly modules carry these facts (core/wasm.py), so they are always those of their code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any, get_args, get_type_hints

from tricorn.bonus import Bonus
from tricorn.bots import BOTS, PlainBot, SearchBot, mind, reasons, study
from tricorn.core import reported, rules, state, table
from tricorn.core.compile import ints
from tricorn.core.heuristic import WEIGHTS
from tricorn.core.options import MAX_OPTIONS
from tricorn.core.state import new_state
from tricorn.core.totals import SIZE
from tricorn.editions import DEFAULT_EDITION, EDITIONS, HOUSE_RULES, Edition
from tricorn.messages import SEATS
from tricorn.tiles import TILES

__all__ = ["WEB_FUNCTIONS", "facts"]

_MIND = ("core.rng.seed_rng", "bots.mind.ready", "bots.looking.look")
_PLAY = (
    *_MIND,
    *("core.state.deal", "core.state.deal_in_order", "core.state.start_with", "core.state.carry_out"),
    "core.rules.game_winner",
    *("core.options.list_starts", "core.options.list_options", "core.options.describe", "core.playout.play_games"),
    *("core.table.put_first", "core.reported.begin_reported", "core.reported.claimed_points"),
    *("core.reported.lay_reported", "core.reported.report_placement", "core.reported.report_draw"),
    *("core.reported.report_pass", "core.reported.settle_reported"),
    *("bots.mind.begin", "bots.mind.go_on", "bots.mind.leader"),
)
_STUDY = (
    *_MIND,
    *("bots.study.begin_study", "bots.study.go_on_study", "bots.study.conclude", "bots.study.best_choice"),
    "bots.reasons.find_reasons",
)
# The functions that JavaScript calls, by module. The analysis is a module of its own, because only hints need it. What
# both need is in both, so that each works without the other.
WEB_FUNCTIONS = {"play": _PLAY, "study": _STUDY}


def _numbers(module: ModuleType) -> dict[str, int]:
    """The public constants of a module that are numbers."""
    values = {name: getattr(module, name) for name in module.__all__}
    return {name: value for name, value in values.items() if isinstance(value, int)}


def _constants() -> dict[str, int]:
    """Places in a round and codes, by the names that they have in Python."""
    return {
        **_numbers(table),
        **_numbers(state),
        **_numbers(reported),
        "NOBODY": rules.NOBODY,
        "UNLIMITED": rules.UNLIMITED,
        "STATE_SIZE": len(new_state(state.MAX_SEATS, log=True)),
        "TOTALS_SIZE": SIZE,
        "MAX_OPTIONS": MAX_OPTIONS,
        **_numbers(mind),
    }


def _arrays(parts: Iterable[Any]) -> Iterator[tuple[str, int]]:
    """The kind and the size of every array in nested tuples, in their order."""
    for part in parts:
        if isinstance(part, tuple):
            yield from _arrays(part)
        else:
            yield "floats" if isinstance(part[0], float) else "ints", len(part)


def _mind() -> list[tuple[str, int]]:
    """The arrays of a mind that is large enough for any decision."""
    constants = _constants()
    log = constants["STATE_SIZE"] - constants["LOG"]
    return list(_arrays(mind.empty_mind(log, constants["MAX_NODES"] + 2)))


def _study() -> dict[str, tuple[str, int]]:
    """The arrays of a study of any choices with their reasons, by name."""
    studied, found = study.study_of(ints(MAX_OPTIONS), study.MAX_BATCHES), reasons.new_reasons(MAX_OPTIONS)
    names = [*(f"samples.{name}" for name in studied.samples._fields), *studied._fields[1:]]
    arrays = zip(names, _arrays(studied), strict=True)
    return dict(arrays) | dict(zip(found._fields, _arrays(found), strict=True))


def _reasons() -> list[dict[str, Any]]:
    """The templates of reasons by their codes, with the names of their figures."""
    words = [(message.forms, fields) for message, fields in reasons.CODES if message is not None]
    return [{}, *({"text": forms[0], "other": (*forms, None)[1], "fields": fields} for forms, fields in words)]


def _flat(edition: Edition) -> list[int]:
    """The figures of an edition in a row, as they stand in memory."""
    parts = rules.rules_of(edition)
    return [figure for part in parts for figure in (part if isinstance(part, tuple) else (part,))]


def _changes(edition: Edition) -> Iterator[tuple[dict[str, Any], Any]]:
    """Every way to change one figure of an edition: where the figure comes from, and the field's other value."""
    kinds = get_type_hints(Edition)
    for name in HOUSE_RULES:
        value = getattr(edition, name)
        if name in ("players", "deal"):
            continue  # no figures of the rules
        if isinstance(value, tuple):
            for place in range(len(value)):
                yield {"field": name, "place": place}, (*value[:place], value[place] + 1, *value[place + 1 :])
        elif isinstance(value, str):
            for word in get_args(kinds[name]):
                yield {"field": name, "word": word}, word
        else:
            yield {"field": name}, not value if isinstance(value, bool) else (value or 0) + 1


def _figures() -> list[dict[str, Any] | None]:
    """For each figure of the rules, in a row, the field of an edition it comes from: its number, or 1 for a word.

    Found out by changing the fields one by one, so that only `rules_of` knows. None is for a figure that is always 0.
    """
    edition = replace(EDITIONS[DEFAULT_EDITION], draw_limit=1)  # a number; its words are those that count as 0
    before = _flat(edition)
    figures: list[dict[str, Any] | None] = [None] * len(before)
    for source, value in _changes(edition):
        after = _flat(replace(edition, **{source["field"]: value}))
        for index in range(len(before)):
            if after[index] != before[index]:
                figures[index] = source
    return figures


def _levels() -> dict[str, dict[str, Any]]:
    """How each bot plays: a policy of the core, or a search with its budget."""
    levels: dict[str, dict[str, Any]] = {}
    for name, bot in BOTS.items():
        if isinstance(bot, PlainBot):
            levels[name] = {"policy": bot.policy}
        elif isinstance(bot, SearchBot):
            levels[name] = {"worlds": bot.budget.worlds, "seconds": bot.budget.seconds}
    return levels


def facts(part: str) -> dict[str, Any]:
    """The facts that JavaScript needs to call a module, ready for JSON."""
    return _study_facts() if part == "study" else _play_facts()


def _play_facts() -> dict[str, Any]:
    return {
        "constants": _constants(),
        "tiles": [tile.numbers for tile in TILES],
        "bonuses": [None, *Bonus],
        "seats": SEATS,
        "editions": {name: edition.as_dict() for name, edition in EDITIONS.items()},
        "figures": _figures(),
        "levels": _levels(),
        "mind": _mind(),
        "weights": WEIGHTS,
    }


def _study_facts() -> dict[str, Any]:
    return {
        "constants": {**_constants(), **_numbers(study), **_numbers(reasons)},
        "tiles": [tile.numbers for tile in TILES],
        "figures": _figures(),
        "mind": _mind(),
        "study": _study(),
        "reasons": _reasons(),
    }
