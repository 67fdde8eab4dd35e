"""The editions as data: each is a frozen value, house rules make a changed copy, and a preset names such a copy."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from tricorn.bonus import PointsByShape
from tricorn.errors import EditionError
from tricorn.messages import Message, either
from tricorn.tiles import Tile
from tricorn.wording import quoted

__all__ = [
    "DEFAULT_EDITION",
    "EDITIONS",
    "HOUSE_RULES",
    "PRESETS",
    "Edition",
    "Preset",
    "edition_named",
    "edition_or_preset",
    "editions_for",
    "preset_of",
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
    beside: Literal["sides", "bridge", "none"] = "sides"
    start: Literal["triple", "choice"] = "triple"
    empty_well_free: bool = False
    rounds: int | None = None
    scoring: Literal["numbers", "tiles"] = "numbers"
    blocked_when: Literal["closed", "passes"] = "closed"
    blocked_own: bool = True
    won_by: Literal["round", "highest"] = "round"
    clock: int | None = None
    head_start: tuple[int, ...] = (0,) * _MAX_PLAYERS  # points that each seat begins a game with
    rulebook_languages: tuple[str, ...] = ("en",)  # as codes
    rulebook_year: int | None = None  # None if none is printed
    rulebook_publisher: str | None = None  # None if none is named
    facts_only: bool = False  # its rulebook is not one of the project's sources; facts of it were collected

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
        edition._check_head_start()
        return edition

    def with_written_rules(self, rules: Iterable[str]) -> Edition:
        """A copy with house rules written as in a record's edition line: `target=200`."""
        pairs = []
        for rule in rules:
            key, equals, value = rule.partition("=")
            if not equals:
                raise EditionError(Message.HOUSE_RULE_WRITTEN, text=quoted(rule, 40))
            pairs.append((key, value))
        return self.with_house_rules(pairs)

    def _check_deal(self) -> None:
        for players, hand_size in enumerate(self.deal, 2):
            dealt = players * hand_size
            if self.min_players <= players <= self.max_players and dealt > _TILES:
                rules = f"deal={_write_figures(self.deal)}"
                raise EditionError(Message.DEALS_TOO_MANY, rules=rules, tiles=dealt, players=players, all=_TILES)

    def _check_head_start(self) -> None:
        if self.rounds is None and max(self.head_start) >= self.target:
            rules = f"head_start={_write_head_start(self.head_start)}"
            raise EditionError(Message.HEAD_START_WINS, rules=rules, target=self.target)

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

    def rules(self) -> dict[str, Any]:
        """Every field that a house rule can change, by name, for JSON."""
        return {key: getattr(self, key) for key in HOUSE_RULES}

    def bonus_points(self) -> PointsByShape:
        """The points for each shape of a placement, on top of the tile's sum."""
        return (0, self.bridge, self.bridge, *self.hexagons)

    def points_of(self, tiles: Sequence[Tile]) -> int:
        """The points of tiles without any bonus: the sum of their numbers, or how many there are (R23)."""
        return len(tiles) if self.scoring == "tiles" else sum(tile.sum for tile in tiles)

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
        if any(self.head_start[players:]):
            rules = f"head_start={_write_head_start(self.head_start)}"
            raise EditionError(Message.HEAD_START_FOR, rules=rules, players=players)


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


def _read_head_start(key: str, text: str) -> tuple[int, ...]:
    figures = _figures(range(1, _MAX_PLAYERS + 1), 0, 10_000).read(key, text)
    return (*figures, *(0,) * (_MAX_PLAYERS - len(figures)))


def _write_head_start(figures: tuple[int, ...]) -> str:
    """The points by seat, up to the last seat that has any."""
    last = max((seat for seat, points in enumerate(figures) if points), default=0)
    return _write_figures(figures[: last + 1])


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
    "beside": _choice({"sides": "sides", "bridge": "bridge", "none": "none"}),
    "start": _choice({"triple": "triple", "choice": "choice"}),
    "empty_well_free": _choice(_YES_NO),
    "rounds": _number_or_none(1, 1_000),
    "scoring": _choice({"numbers": "numbers", "tiles": "tiles"}),
    "blocked": _choice({"tiles": "tiles", "points": "points"}),
    "blocked_when": _choice({"closed": "closed", "passes": "passes"}),
    "blocked_own": _choice(_YES_NO),
    "won_by": _choice({"round": "round", "highest": "highest"}),
    "clock": _number_or_none(1, 86_400),
    "players": _Spelling(_read_players, lambda value: "{}-{}".format(*value)),
    "deal": _figures(range(1, _MAX_PLAYERS), 1, _TILES // 2),
    "head_start": _Spelling(_read_head_start, _write_head_start),
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
            rulebook_publisher="Pressman",
        ),
        Edition(
            "pressman-classic",
            "Pressman Classic",
            "Pressman, classic edition, undated",
            blocked="points",
            players=(2, 6),
            rulebook_publisher="Pressman",
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
            rulebook_languages=("es",),
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
        Edition(
            "goliath",
            "Goliath",
            "Goliath, leaflets (one of 2013) and pages of the official app",
            blocked="points",
            players=(2, 4),
            hexagons=(50, 60, 70),
            start_bonus=0,
            zero_start=0,
            draw_limit=3,
            draw_optional=True,
            beside="none",
            start="choice",
            empty_well_free=True,
            won_by="highest",
            rulebook_languages=("fr", "de", "nl", "it", "pt", "en"),
            rulebook_year=2013,
            rulebook_publisher="Goliath",
            facts_only=True,
        ),
    )
}

DEFAULT_EDITION = "pressman-classic"


@dataclass(frozen=True)
class Preset:
    """An edition with house rules and a name; a record states the edition and its rules, never the preset."""

    id: str
    name: str
    rules: str  # as a record's edition line has them
    meaning: str  # one sentence for players
    short: str  # the same in a few words, to follow the name

    @property
    def edition(self) -> Edition:
        """The edition with its house rules."""
        return edition_named(self.rules)


PRESETS: dict[str, Preset] = {
    preset.id: preset
    for preset in (
        Preset(
            "family",
            "Family rules",
            "pressman-classic target=200 draw_limit=3",
            "At most three draws in a turn, and 200 points win: a short game without long waits.",
            "at most three draws, 200 points",
        ),
        Preset(
            "children",
            "Children's rules",
            "pressman-classic bridge=1 hexagons=1/2/3 start_bonus=0 zero_start=0 draw_penalty=0 pass_penalty=0 "
            "out_bonus=5 draw_limit=3 scoring=tiles rounds=3",
            "Every tile counts one point, nothing is lost by drawing, and three rounds are a game.",
            "one point for every tile, three rounds",
        ),
    )
}


def preset_of(edition: Edition) -> Preset | None:
    """The preset with these rules, whatever the clock and the head start; a record does not name it."""
    book = EDITIONS[edition.id]
    plain = replace(edition, clock=book.clock, head_start=book.head_start)
    return next((preset for preset in PRESETS.values() if preset.edition == plain), None)


def editions_for(language: str) -> list[Edition]:
    """All editions, beginning with one whose rulebook is in a language if there is one, otherwise with the default."""
    default = EDITIONS[DEFAULT_EDITION]
    candidates = (default, *EDITIONS.values())
    first = next((edition for edition in candidates if language in edition.rulebook_languages), default)
    return [first, *(edition for edition in EDITIONS.values() if edition is not first)]


def edition_named(text: str) -> Edition:
    """The edition from a record's edition line: an id, then house rules as key=value.

    >>> edition_named("spanish target=200").target
    200
    """
    name, *rules = text.split(" ")
    if name not in EDITIONS:
        raise EditionError(Message.NO_EDITION, text=quoted(name, 40), editions=", ".join(EDITIONS))
    return EDITIONS[name].with_written_rules(rules)


def edition_or_preset(name: str) -> Edition:
    """The edition with this id, or that of a preset.

    >>> edition_or_preset("family").target
    200
    """
    if name in PRESETS:
        return PRESETS[name].edition
    if name not in EDITIONS:
        raise EditionError(Message.NO_EDITION, text=quoted(name, 40), editions=", ".join([*EDITIONS, *PRESETS]))
    return EDITIONS[name]
