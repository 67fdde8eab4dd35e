"""What the WebAssembly modules export to JavaScript: functions, and metadata such as offsets, tiles and editions.

Each module carries its metadata in a section (core/wasm.py), so it always matches the code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

from tricorn.bonus import Bonus
from tricorn.bots import (
    ADAPTIVE,
    BOTS,
    LEVELS,
    PlainBot,
    SearchBot,
    decision,
    evaluation,
    position_value,
    reasons,
    values,
)
from tricorn.bots.adaptive import STRONGEST
from tricorn.bots.workspace import empty_workspace
from tricorn.core import board, events, layout, log, options, refusals, rules, state
from tricorn.core.compile import ints
from tricorn.core.options import MAX_OPTIONS
from tricorn.core.state import new_state
from tricorn.editions import DEFAULT_EDITION, EDITIONS, HOUSE_RULES, Edition
from tricorn.messages import Message
from tricorn.tiles import TILES

__all__ = ["SCORE_MESSAGES", "WEB_FUNCTIONS", "metadata_for"]

_COMMON = (
    *("core.rng.seed_rng", "core.observing.observe"),
    *("bots.workspace.init_workspace", "bots.workspace.fill_workspace"),
)
_PLAY = (
    *_COMMON,
    *("core.state.deal", "core.state.deal_in_order", "core.state.start_with", "core.state.apply_choice"),
    *("core.rng.below", "core.rules.shown_triple", "core.rules.game_winner", "core.rules.win_reason"),
    *("core.options.list_options", "core.options.describe"),
    *("bots.decision.begin_decision", "bots.decision.continue_decision", "bots.decision.leading_choice"),
)
_ANALYSIS = (
    *_COMMON,
    *("bots.evaluation.begin_evaluation", "bots.evaluation.continue_evaluation"),
    *("bots.evaluation.finish_evaluation", "bots.evaluation.best_choice"),
)
_SCORE = (
    *("core.judging.judge", "core.judging.complete", "core.applying.begin_known", "core.applying.apply_event"),
    *("core.judging_ends.settle", "core.judging_ends.has_unknown_points", "core.knowledge.seen_tiles"),
    *("core.judging_cells.has_room", "core.options.list_options", "core.options.describe"),
    *("core.rules.game_winner", "core.rules.win_reason"),
)
_REVIEW = (
    *("core.rng.seed_rng", "bots.reasons.find_reasons"),
    *("bots.position_value.init_valuing", "bots.position_value.value_round"),
    *("bots.position_value.draw_luck", "bots.position_value.deal_luck"),
)
# The functions that JavaScript calls, by module. Only hints and reviews need the analysis, and reasons and luck; only
# score sheets, refused moves and reviews need what judges events. Each module contains all that it calls, so it works
# without the others.
WEB_FUNCTIONS = {"play": _PLAY, "analysis": _ANALYSIS, "score": _SCORE, "review": _REVIEW}

# The constants that scripts ask for by name.
_CONSTANTS = (
    *("BATCH_ITERATIONS", "BY_CLOCK", "CELLS", "CHANCES", "DRAW", "FIGURES", "FIRST_X", "FIRST_Y", "HANDS", "HIDDEN"),
    *("EXPECTED_LEADS", "ERROR", "LEADS", "LOSS", "LOSS_ERROR", "WORLDS"),
    *("ITERATIONS", "LAID", "LOCATED", "LOG", "LOG_BY_CLOCK", "LOG_END", "LOG_STRIDE", "LOG_WITHOUT_CELL"),
    *("MAX_OPTIONS", "MAX_REASONS", "MIDDLE", "NEXT_DRAW", "NOBODY", "NO_EXTRA", "NO_NUMBER", "NO_SUM"),
    *("NO_TILE", "ORDER", "OUT", "OVER", "PASSES", "PLACED", "PLAYERS", "PRIZE", "REASON_SIZE", "ROUND"),
    *("SAME_TILE", "SCORES"),
    *("SEARCH", "SEARCHING", "SEAT", "SETTLED", "START_CELL", "STARTER", "WELL_END", "WIDTH", "WINNER"),
)

# The messages of which the page makes a refusal: those of the table, those within them, and those of a score sheet.
SCORE_MESSAGES = (
    *dict.fromkeys(
        words.message
        for refusal in refusals.REFUSALS.values()
        for words in refusal
        if words is not None and words.message is not None
    ),
    *(Message.MISMATCH, Message.EITHER, Message.NO_BONUS, Message.TILE_WITH_SUM),
    *(Message.NO_ROUND_TO_END, Message.GAME_OVER, Message.ROUND_WENT_ON),
    *(Message.ROUND_IN_TURNS, Message.ROUND_IN_POINTS),
)


def _numbers(*modules: ModuleType) -> dict[str, int]:
    """The constants of these modules that scripts use."""
    return {name: getattr(module, name) for module in modules for name in _CONSTANTS if hasattr(module, name)}


def _round_constants() -> dict[str, int]:
    """Offsets in a round and codes, by their names in Python."""
    size = len(new_state(layout.MAX_SEATS, log=True))
    return {**_numbers(board, log, layout, state, rules, options), "STATE_SIZE": size}


def _arrays(fields: Iterable[Any]) -> Iterator[tuple[str, int]]:
    """The kind and the size of every array in nested tuples, in their order."""
    for field in fields:
        if isinstance(field, tuple):
            yield from _arrays(field)
        else:
            yield "floats" if isinstance(field[0], float) else "ints", len(field)


def _workspace_arrays() -> list[tuple[str, int]]:
    """The arrays of a workspace that is large enough for any decision."""
    entries = (len(new_state(layout.MAX_SEATS, log=True)) - layout.LOG) // log.LOG_STRIDE
    return list(_arrays(empty_workspace(entries, decision.MAX_NODES + 2)))


def _named_arrays(arrays: NamedTuple) -> dict[str, tuple[str, int]]:
    """The arrays of a tuple by name."""
    return dict(zip(arrays._fields, _arrays(arrays), strict=True))


def _evaluation_arrays() -> dict[str, tuple[str, int]]:
    """The arrays of an evaluation of any choices, by name."""
    evaluated = evaluation.empty_evaluation(ints(MAX_OPTIONS), evaluation.MAX_BATCHES)
    names = [*(f"samples.{name}" for name in evaluated.samples._fields), *evaluated._fields[1:]]
    return dict(zip(names, _arrays(evaluated), strict=True))


def _reasons() -> list[dict[str, Any]]:
    """The templates of reasons by their codes, with the names of their figures."""
    templates = [(message.forms, fields) for message, fields in reasons.CODES if message is not None]
    return [{}, *({"text": forms[0], "other": (*forms, None)[1], "fields": fields} for forms, fields in templates)]


def _compared_moves() -> dict[str, str]:
    """The templates of moves with which the best one is compared, other than a tile."""
    named = {"tile": Message.REASON_SAME_TILE, "draw": Message.REASON_DRAWING, "pass": Message.REASON_PASSING}
    return {name: message.forms[0] for name, message in named.items()}


def _flat_rules(edition: Edition) -> list[int]:
    """The figures of an edition in the order in which they stand in memory."""
    fields = rules.rules_for(edition)
    return [figure for field in fields for figure in (field if isinstance(field, tuple) else (field,))]


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
                yield {"field": name}, word
        else:
            yield {"field": name}, not value if isinstance(value, bool) else (value or 0) + 1


def _figures() -> list[dict[str, Any] | None]:
    """For each figure of the rules, the field of an edition that it comes from: its number, or by its words.

    This is found by changing the fields one by one, so only `rules_for` knows it. None stands for a figure that is
    always 0.
    """
    edition = replace(EDITIONS[DEFAULT_EDITION], draw_limit=1)  # a number; its words are those that count as 0
    before = _flat_rules(edition)
    figures: list[dict[str, Any] | None] = [None] * len(before)
    for source, value in _changes(edition):
        after = _flat_rules(replace(edition, **{source["field"]: value}))
        for index in range(len(before)):
            if after[index] != before[index]:
                words = {"words": _words_of(edition, source["field"], index)} if isinstance(value, str) else {}
                figures[index] = {**source, **_without(edition, source["field"], index), **words}
    return figures


def _words_of(edition: Edition, field: str, index: int) -> dict[str, int]:
    """What a figure is for each word of its field."""
    words = get_args(get_type_hints(Edition)[field])
    changes: list[dict[str, Any]] = [{field: word} for word in words]
    return {word: _flat_rules(replace(edition, **change))[index] for word, change in zip(words, changes, strict=True)}


def _without(edition: Edition, field: str, index: int) -> dict[str, int]:
    """What a figure is if its field is none, where it may be."""
    if type(None) not in get_args(get_type_hints(Edition)[field]):
        return {}
    change: dict[str, Any] = {field: None}
    return {"none": _flat_rules(replace(edition, **change))[index]}


def _levels() -> dict[str, dict[str, Any]]:
    """How each bot plays: a policy of the core, or a search with its budget."""
    levels: dict[str, dict[str, Any]] = {}
    for name, bot in BOTS.items():
        if isinstance(bot, PlainBot):
            levels[name] = {"policy": bot.policy}
        elif isinstance(bot, SearchBot):
            levels[name] = {"worlds": bot.budget.worlds, "seconds": bot.budget.seconds}
    return levels


def metadata_for(part: str) -> dict[str, Any]:
    """The metadata of a module, ready for JSON."""
    return {
        "play": _play_metadata,
        "analysis": _analysis_metadata,
        "score": _score_metadata,
        "review": _review_metadata,
    }[part]()


def _rules_metadata() -> dict[str, Any]:
    """The vocabulary of rounds in JavaScript."""
    return {
        "tiles": [tile.numbers for tile in TILES],
        "bonuses": [None, *Bonus],
        "editions": {name: edition.as_dict() for name, edition in EDITIONS.items()},
        "figures": _figures(),
        "win_reasons": [message.value for message in rules.WIN_REASONS],
    }


def _play_metadata() -> dict[str, Any]:
    return {
        **_rules_metadata(),
        "constants": {**_round_constants(), **_numbers(decision)},
        "levels": _levels(),
        "adaptive": {"name": ADAPTIVE, "levels": LEVELS, "strongest": STRONGEST},
        "workspace": _workspace_arrays(),
    }


def _score_metadata() -> dict[str, Any]:
    return {
        **_rules_metadata(),
        "constants": {**_round_constants(), "SUM_OF_TILE": refusals.SUM_OF_TILE},
        "event": {name: getattr(events, name) for name in events.__all__ if name.isupper()},
        "messages": {message.id: message.forms for message in SCORE_MESSAGES},
        "refusals": {code: [_words(words) for words in refusal] for code, refusal in refusals.REFUSALS.items()},
    }


def _words(words: refusals.Words | None) -> dict[str, Any] | None:
    """A message with the kinds of its fields, or one field alone."""
    return words and {"message": words.message and words.message.id, "fields": words.fields}


def _analysis_metadata() -> dict[str, Any]:
    return {
        "constants": {**_round_constants(), **_numbers(evaluation, values)},
        "figures": _figures(),
        "workspace": _workspace_arrays(),
        "evaluation": _evaluation_arrays(),
    }


def _review_metadata() -> dict[str, Any]:
    return {
        "constants": {**_round_constants(), **_numbers(evaluation, reasons), "LEADS": position_value.LEADS},
        "tiles": [tile.numbers for tile in TILES],
        "figures": _figures(),
        "valuing": _named_arrays(position_value.empty_valuing()),
        "explained": _named_arrays(reasons.new_reasons(MAX_OPTIONS)),
        "reasons": _reasons(),
        "moves": _compared_moves(),
    }
