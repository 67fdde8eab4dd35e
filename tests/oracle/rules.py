"""The editions and house rules, and the rules that need no table: who starts, who wins a round and a game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from tests.oracle.errors import Refused
from tests.oracle.table import SEATS, TILES, ZERO, Tile, is_triple


@dataclass(frozen=True)
class Rules:
    """An edition, with or without house rules. Penalties are positive numbers."""

    edition: str
    players: tuple[int, int]
    blocked: str
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
    beside: str = "sides"
    start: str = "triple"
    empty_well_free: bool = False
    rounds: int | None = None
    scoring: str = "numbers"
    blocked_when: str = "closed"
    blocked_own: bool = True
    won_by: str = "round"
    clock: int | None = None
    deal: tuple[int, ...] = (9, 7, 7, 6, 6)
    head_start: tuple[int, ...] = ()

    def hand(self, players: int) -> int:
        return self.deal[players - 2]

    def bonus(self, word: str) -> int:
        if word in ("bridge", "beside"):
            return self.bridge
        return {"": 0, **dict(zip(("hexagon", "hexagon2", "hexagon3"), self.hexagons, strict=True))}[word]

    def value(self, total: int) -> int:
        """R23: what a tile with this sum counts."""
        return 1 if self.scoring == "tiles" else total

    def worth(self, tile: Tile, word: str) -> int:
        return self.value(sum(tile)) + self.bonus(word)

    def hand_points(self, hand: Iterable[Tile]) -> int:
        return sum(self.value(sum(tile)) for tile in hand)

    def at_limit(self, draws: int) -> bool:
        return self.draw_limit is not None and draws >= self.draw_limit

    def ends_free(self, draws: int) -> bool:
        """R17: a turn may end after a draw, at no further cost unless it was the last that the limit allows."""
        return self.draw_optional and self.pass_after_draw and draws > 0 and not self.at_limit(draws)

    def passes_free(self, draws: int, well: int) -> bool:
        """R17, R20: a pass is free where a turn may end so, or because the well is empty."""
        empty = self.empty_well_free and not well and not self.at_limit(draws)
        return empty or self.ends_free(draws)

    def blocks(self, well: int) -> bool:
        """R9: a pass counts towards a blocked round only with the well empty at the end of the turn."""
        return self.blocked_when == "passes" or not well

    def start_worth(self, tile: Tile) -> int:
        if not is_triple(tile):
            return self.value(sum(tile))
        return self.value(sum(tile)) + self.start_bonus + (self.zero_start if tile == ZERO else 0)


EDITIONS: dict[str, Rules] = {
    rules.edition: rules
    for rules in (
        Rules("pressman-deluxe", players=(2, 4), blocked="tiles"),
        Rules("pressman-classic", players=(2, 6), blocked="points"),
        Rules(
            "spanish",
            players=(2, 4),
            blocked="points",
            hexagons=(50, 60, 70),
            draw_limit=3,
            draw_optional=True,
            show_triple=False,
            won_by="highest",
        ),
        Rules("wooden", players=(2, 4), blocked="tiles"),
        Rules("domino-site", players=(2, 6), blocked="points", zero_option=False, beside="bridge"),
        Rules(
            "goliath",
            players=(2, 4),
            blocked="points",
            hexagons=(50, 60, 70),
            start_bonus=0,
            zero_start=0,
            draw_limit=3,
            draw_optional=True,
            beside="none",
            start="choice",
            empty_well_free=True,
            won_by="highest",
        ),
    )
}
FIGURE = re.compile(r"0|[1-9][0-9]*")


def read_figure(text: str, minimum: int = 0) -> int:
    if not FIGURE.fullmatch(text) or int(text) < minimum:
        raise Refused("rule", f"expected a figure of {minimum} or more, found {text!r}")
    return int(text)


def _one_of(text: str, words: tuple[str, ...]) -> str:
    if text not in words:
        raise Refused("rule", f"expected one of {', '.join(words)}, found {text!r}")
    return text


def _read_three(value: str) -> tuple[int, ...]:
    parts = value.split("/")
    if len(parts) != 3:
        raise Refused("rule", f"expected three figures such as 50/60/70, found {value!r}")
    return tuple(map(read_figure, parts))


def _read_players(value: str) -> tuple[int, int]:
    low, dash, high = value.partition("-")
    if not dash or read_figure(high, read_figure(low, 2)) > len(SEATS):
        raise Refused("rule", f"expected a range of players such as 2-4, found {value!r}")
    return int(low), int(high)


def _positive(text: str) -> int:
    return read_figure(text, 1)


def _positive_or_none(text: str) -> int | None:
    return None if text == "none" else _positive(text)


def _yes(text: str) -> bool:
    return _one_of(text, ("yes", "no")) == "yes"


def _word(*words: str) -> Callable[[str], str]:
    return lambda text: _one_of(text, words)


HOUSE_RULES: dict[str, Callable[[str], Any]] = {
    "target": _positive,
    "hexagons": _read_three,
    "bridge": read_figure,
    "start_bonus": read_figure,
    "zero_start": read_figure,
    "draw_penalty": read_figure,
    "pass_penalty": read_figure,
    "out_bonus": read_figure,
    "draw_limit": _positive_or_none,
    "draw_optional": _yes,
    "pass_after_draw": _yes,
    "zero_option": _yes,
    "show_triple": _yes,
    "beside": _word("sides", "bridge", "none"),
    "start": _word("triple", "choice"),
    "empty_well_free": _yes,
    "rounds": _positive_or_none,
    "scoring": _word("numbers", "tiles"),
    "blocked": _word("tiles", "points"),
    "blocked_when": _word("closed", "passes"),
    "blocked_own": _yes,
    "won_by": _word("round", "highest"),
    "clock": _positive_or_none,
    "players": _read_players,
    "deal": lambda text: tuple(map(_positive, text.split("/"))),
    "head_start": lambda text: tuple(map(read_figure, text.split("/"))),
}


def read_rules(words: list[str]) -> Rules:
    """The rules of an edition line, given the words after ``edition``."""
    if not words or words[0] not in EDITIONS:
        raise Refused("edition", f"unknown edition {' '.join(words)!r}")
    changes: dict[str, Any] = {}
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key in changes or key not in HOUSE_RULES:
            raise Refused("rule", f"expected a new key=value, found {word!r}")
        changes[key] = HOUSE_RULES[key](value)
    return replace(EDITIONS[words[0]], **changes)


def start_order(tile: Tile) -> tuple[int, int, int]:
    """R5: by sum, then by the largest number, then by the middle one."""
    return sum(tile), tile[2], tile[1]


def beaten_by(start: Tile, shown: Tile | None) -> set[Tile]:
    """The tiles nobody can have been dealt when this tile started, with that triple shown."""
    highest = shown or start
    if is_triple(highest):
        return {tile for tile in TILES if is_triple(tile) and tile[0] > highest[0]}
    return {tile for tile in TILES if is_triple(tile) or start_order(tile) > start_order(start)}


def blocked_winner(rules: Rules, hands: dict[str, set[Tile]]) -> str | None:
    """R9, R10: who wins a blocked round; None when it is drawn."""
    order: dict[str, tuple[int, int]] = {}
    for seat, hand in hands.items():
        points = rules.hand_points(hand)
        order[seat] = (len(hand), points) if rules.blocked == "tiles" else (points, len(hand))
    best = min(order.values())
    winners = [seat for seat in order if order[seat] == best]
    return winners[0] if len(winners) == 1 else None


def game_winner(rules: Rules, scores: dict[str, int], round_winner: str | None, rounds: int) -> str | None:
    """R11, R12, R22: who has won the game after this many rounds; None while it is in progress."""
    if rules.rounds is not None:
        return _highest(scores) if rounds >= rules.rounds else None
    reached = {seat: score for seat, score in scores.items() if score >= rules.target}
    if not reached:
        return None
    if len(reached) == 1:
        return next(iter(reached))
    if rules.won_by == "round" and round_winner in reached:
        return round_winner
    return _highest(reached)


def _highest(scores: dict[str, int]) -> str | None:
    """The seat with the highest score; None if that is shared."""
    best = max(scores.values())
    highest = [seat for seat in scores if scores[seat] == best]
    return highest[0] if len(highest) == 1 else None
