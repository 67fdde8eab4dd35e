"""The five rulebooks as data: each edition is a frozen value, and house rules make a changed copy of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from tricorn.bonus import PointsByShape
from tricorn.errors import EditionError
from tricorn.messages import Message, either
from tricorn.wording import quoted

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "HOUSE_RULES",
    "Edition",
    "edition_named",
    "editions_for",
]

_MAX_PLAYERS = 6
_TILES = 56


@dataclass(frozen=True)
class Edition:
    """Every figure and choice of a rulebook; docs/rules.md explains the fields.

    >>> EDITIONS["spanish"].with_rules(target="200").house_rules()
    [('target', '200')]
    """

    id: str
    name: str
    rulebook: str  # its title
    blocked: Literal["tiles", "points"]
    players: tuple[int, int]  # the fewest and the most; elsewhere `players` is their number
    deal: tuple[int, ...] = (9, 7, 7, 6, 6)  # for 2, 3, 4, … players; an edition may allow fewer
    target: int = 400
    hexagons: tuple[int, int, int] = (50, 50, 50)
    bridge: int = 40
    start_bonus: int = 10
    zero_start: int = 30
    draw_penalty: int = 5
    pass_penalty: int = 10
    out_bonus: int = 25
    draw_limit: int | None = None
    draw_optional: bool = False
    pass_after_draw: bool = False
    zero_option: bool = True
    show_triple: bool = True
    beside: Literal["sides", "bridge"] = "sides"
    blocked_when: Literal["closed", "passes"] = "closed"
    blocked_own: bool = True
    won_by: Literal["round", "highest"] = "round"
    clock: int | None = None
    rulebook_language: str = "en"  # a code
    rulebook_year: int | None = None  # None if none is printed

    def with_rules(self, **rules: str) -> Edition:
        """A copy with house rules, each spelled as in a record: `target="200"`."""
        return self.with_house_rules(rules.items())

    def with_house_rules(self, rules: Iterable[tuple[str, str]]) -> Edition:
        """A copy with these (field, value) pairs, spelled as in a record and checked together."""
        changes: dict[str, Any] = {}
        for key, text in rules:
            if key not in HOUSE_RULES:
                raise EditionError(Message.NO_HOUSE_RULE, text=quoted(key, 40), rules=", ".join(HOUSE_RULES))
            if key in changes:
                raise EditionError(Message.HOUSE_RULE_TWICE, rule=key)
            changes[key] = HOUSE_RULES[key].read(key, text)
        edition = replace(self, **changes)
        edition._check_deal()
        return edition

    def _check_deal(self) -> None:
        for players, hand_size in enumerate(self.deal, 2):
            dealt = players * hand_size
            if self.min_players <= players <= self.max_players and dealt > _TILES:
                rules = f"deal={_write_figures(self.deal)}"
                raise EditionError(Message.DEALS_TOO_MANY, rules=rules, tiles=dealt, players=players, all=_TILES)

    def house_rules(self) -> list[tuple[str, str]]:
        """The fields that differ from the rulebook, as (field, value) pairs spelled as in a record."""
        rulebook = EDITIONS[self.id]
        return [
            (key, rule.write(getattr(self, key)))
            for key, rule in HOUSE_RULES.items()
            if getattr(self, key) != getattr(rulebook, key)
        ]

    def __str__(self) -> str:
        """The edition as a record's edition line has it, for `edition_named`."""
        return " ".join([self.id, *(f"{key}={value}" for key, value in self.house_rules())])

    def as_dict(self) -> dict[str, Any]:
        """Every field by name, for JSON."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def bonus_points(self) -> PointsByShape:
        """The points for each shape of a placement, on top of the tile's sum."""
        return (0, self.bridge, self.bridge, *self.hexagons)

    @property
    def min_players(self) -> int:
        """The fewest players."""
        return self.players[0]

    @property
    def max_players(self) -> int:
        """The most players."""
        return self.players[1]

    def deal_allowed(self) -> tuple[int, ...]:
        """The part of the deal for the numbers of players that the edition allows."""
        return self.deal[: self.max_players - 1]

    def tiles_dealt(self, players: int) -> int:
        """How many tiles each of this many players is dealt."""
        return self.deal[players - 2]

    def player_counts(self) -> range:
        """The numbers of players that can play; a house rule may define no deal for some."""
        return range(self.min_players, min(self.max_players, len(self.deal) + 1) + 1)

    def check_players(self, players: int) -> None:
        """Refuse a number of players that this edition does not allow."""
        low, high = self.min_players, self.max_players
        if not low <= players <= high:
            raise EditionError(Message.WRONG_NUMBER_OF_PLAYERS, edition=self.id, low=low, high=high, players=players)
        if players - 1 > len(self.deal):
            raise EditionError(Message.NO_DEAL_FOR, rules=f"deal={_write_figures(self.deal)}", players=players)


@dataclass(frozen=True)
class _Spelling:
    """How a house rule's value is read from a record and written to it."""

    read: Callable[[str, str], Any]
    write: Callable[[Any], str]


def _is_number(text: str, low: int, high: int) -> bool:
    return re.fullmatch(r"0|[1-9][0-9]{0,8}", text) is not None and low <= int(text) <= high


def _read_number(key: str, text: str, low: int, high: int) -> int:
    if not _is_number(text, low, high):
        raise EditionError(Message.RULE_TAKES_NUMBER, rule=key, low=low, high=high, text=quoted(text, 40))
    return int(text)


def _number(low: int, high: int) -> _Spelling:
    return _Spelling(lambda key, text: _read_number(key, text, low, high), str)


def _number_or_none(low: int, high: int) -> _Spelling:
    def read(key: str, text: str) -> int | None:
        if text == "none":
            return None
        if not _is_number(text, low, high):
            raise EditionError(Message.RULE_TAKES_NUMBER_OR_NONE, rule=key, low=low, high=high, text=quoted(text, 40))
        return int(text)

    return _Spelling(read, lambda value: "none" if value is None else str(value))


def _choice(values: Mapping[str, Any]) -> _Spelling:
    def read(key: str, text: str) -> Any:
        if text not in values:
            raise EditionError(Message.RULE_TAKES_WORD, rule=key, words=either(values), text=quoted(text, 40))
        return values[text]

    return _Spelling(read, {value: word for word, value in values.items()}.__getitem__)


def _write_figures(figures: tuple[int, ...]) -> str:
    return "/".join(map(str, figures))


def _figures(counts: range, low: int, high: int) -> _Spelling:
    def read(key: str, text: str) -> tuple[int, ...]:
        parts = text.split("/")
        if len(parts) not in counts:
            figures = Message.FROM_TO(low=counts[0], high=counts[-1]) if len(counts) > 1 else counts[0]
            raise EditionError(Message.RULE_TAKES_FIGURES, rule=key, figures=figures, text=quoted(text, 40))
        return tuple(_read_number(key, part, low, high) for part in parts)

    return _Spelling(read, _write_figures)


def _read_players(key: str, text: str) -> tuple[int, int]:
    match = re.fullmatch(r"([2-6])-([2-6])", text)
    if match is None or match[1] > match[2]:
        raise EditionError(Message.RULE_TAKES_RANGE, rule=key, most=_MAX_PLAYERS, text=quoted(text, 40))
    return int(match[1]), int(match[2])


_YES_NO = {"yes": True, "no": False}
_POINTS = _number(0, 10_000)

HOUSE_RULES: dict[str, _Spelling] = {
    "target": _number(1, 1_000_000),
    "hexagons": _figures(range(3, 4), 0, 10_000),
    "bridge": _POINTS,
    "start_bonus": _POINTS,
    "zero_start": _POINTS,
    "draw_penalty": _POINTS,
    "pass_penalty": _POINTS,
    "out_bonus": _POINTS,
    "draw_limit": _number_or_none(1, _TILES),
    "draw_optional": _choice(_YES_NO),
    "pass_after_draw": _choice(_YES_NO),
    "zero_option": _choice(_YES_NO),
    "show_triple": _choice(_YES_NO),
    "beside": _choice({"sides": "sides", "bridge": "bridge"}),
    "blocked": _choice({"tiles": "tiles", "points": "points"}),
    "blocked_when": _choice({"closed": "closed", "passes": "passes"}),
    "blocked_own": _choice(_YES_NO),
    "won_by": _choice({"round": "round", "highest": "highest"}),
    "clock": _number_or_none(1, 86_400),
    "players": _Spelling(_read_players, lambda value: "{}-{}".format(*value)),
    "deal": _figures(range(1, _MAX_PLAYERS), 1, _TILES // 2),
}

EDITIONS: dict[str, Edition] = {
    edition.id: edition
    for edition in (
        Edition(
            "pressman-deluxe",
            "Pressman Deluxe",
            "Pressman, Deluxe edition, 2009",
            blocked="tiles",
            players=(2, 4),
            rulebook_year=2009,
        ),
        Edition(
            "pressman-classic",
            "Pressman Classic",
            "Pressman, classic edition, undated",
            blocked="points",
            players=(2, 6),
        ),
        Edition(
            "spanish",
            "Spanish",
            "Spanish edition, unnamed publisher, undated",
            blocked="points",
            players=(2, 4),
            hexagons=(50, 60, 70),
            draw_limit=3,
            draw_optional=True,
            show_triple=False,
            won_by="highest",
            rulebook_language="es",
        ),
        Edition(
            "wooden",
            "Wooden",
            "Wooden set, unnamed publisher, undated",
            blocked="tiles",
            players=(2, 4),
        ),
        Edition(
            "domino-site",
            "Domino Site",
            "Domino web site, rules page, undated",
            blocked="points",
            players=(2, 6),
            zero_option=False,
            beside="bridge",
        ),
    )
}

DEFAULT_EDITION = "pressman-classic"


def editions_for(language: str) -> list[Edition]:
    """All editions, beginning with one whose rulebook is in a language if there is one, otherwise with the default."""
    default = EDITIONS[DEFAULT_EDITION]
    candidates = (default, *EDITIONS.values())
    first = next((edition for edition in candidates if edition.rulebook_language == language), default)
    return [first, *(edition for edition in EDITIONS.values() if edition is not first)]


def edition_named(text: str) -> Edition:
    """The edition from a record's edition line: an id, then house rules as key=value.

    >>> edition_named("spanish target=200").target
    200
    """
    name, *rules = text.split(" ")
    if name not in EDITIONS:
        raise EditionError(Message.NO_EDITION, text=quoted(name, 40), editions=", ".join(EDITIONS))
    pairs = []
    for rule in rules:
        key, equals, value = rule.partition("=")
        if not equals:
            raise EditionError(Message.HOUSE_RULE_WRITTEN, text=quoted(rule, 40))
        pairs.append((key, value))
    return EDITIONS[name].with_house_rules(pairs)
