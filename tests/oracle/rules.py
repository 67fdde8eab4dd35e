"""The editions and house rules, and the rules that need no table: who starts, who wins a round and a game."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

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
    blocked_when: str = "closed"
    blocked_own: bool = True
    won_by: str = "round"
    clock: int | None = None
    deal: tuple[int, ...] = (9, 7, 7, 6, 6)

    def hand(self, players: int) -> int:
        return self.deal[players - 2]

    def bonus(self, word: str) -> int:
        if word in ("bridge", "beside"):
            return self.bridge
        return {"": 0, **dict(zip(("hexagon", "hexagon2", "hexagon3"), self.hexagons, strict=True))}[word]

    def worth(self, tile: Tile, word: str) -> int:
        return sum(tile) + self.bonus(word)

    def ends_free(self, draws: int) -> bool:
        """R17: a turn may end after a draw, at no further cost unless it was the last that the limit allows."""
        at_limit = self.draw_limit is not None and draws >= self.draw_limit
        return self.draw_optional and self.pass_after_draw and draws > 0 and not at_limit

    def blocks(self, well: int) -> bool:
        """R9: a pass counts towards a blocked round only with the well empty at the end of the turn."""
        return self.blocked_when == "passes" or not well

    def start_worth(self, tile: Tile) -> int:
        if not is_triple(tile):
            return sum(tile)
        return sum(tile) + self.start_bonus + (self.zero_start if tile == ZERO else 0)


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


def read_rules(words: list[str]) -> Rules:
    """The rules of an edition line, given the words after ``edition``."""
    if not words or words[0] not in EDITIONS:
        raise Refused("edition", f"unknown edition {' '.join(words)!r}")
    rules = EDITIONS[words[0]]
    seen: set[str] = set()
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals or key in seen:
            raise Refused("rule", f"expected a new key=value, found {word!r}")
        seen.add(key)
        if key == "target":
            rules = replace(rules, target=read_figure(value, 1))
        elif key == "hexagons":
            one, two, three = _read_three(value)
            rules = replace(rules, hexagons=(one, two, three))
        elif key == "bridge":
            rules = replace(rules, bridge=read_figure(value))
        elif key == "start_bonus":
            rules = replace(rules, start_bonus=read_figure(value))
        elif key == "zero_start":
            rules = replace(rules, zero_start=read_figure(value))
        elif key == "draw_penalty":
            rules = replace(rules, draw_penalty=read_figure(value))
        elif key == "pass_penalty":
            rules = replace(rules, pass_penalty=read_figure(value))
        elif key == "out_bonus":
            rules = replace(rules, out_bonus=read_figure(value))
        elif key == "draw_limit":
            rules = replace(rules, draw_limit=None if value == "none" else read_figure(value, 1))
        elif key == "clock":
            rules = replace(rules, clock=None if value == "none" else read_figure(value, 1))
        elif key == "draw_optional":
            rules = replace(rules, draw_optional=_one_of(value, ("yes", "no")) == "yes")
        elif key == "pass_after_draw":
            rules = replace(rules, pass_after_draw=_one_of(value, ("yes", "no")) == "yes")
        elif key == "zero_option":
            rules = replace(rules, zero_option=_one_of(value, ("yes", "no")) == "yes")
        elif key == "blocked_own":
            rules = replace(rules, blocked_own=_one_of(value, ("yes", "no")) == "yes")
        elif key == "blocked_when":
            rules = replace(rules, blocked_when=_one_of(value, ("closed", "passes")))
        elif key == "beside":
            rules = replace(rules, beside=_one_of(value, ("sides", "bridge")))
        elif key == "show_triple":
            rules = replace(rules, show_triple=_one_of(value, ("yes", "no")) == "yes")
        elif key == "blocked":
            rules = replace(rules, blocked=_one_of(value, ("tiles", "points")))
        elif key == "won_by":
            rules = replace(rules, won_by=_one_of(value, ("round", "highest")))
        elif key == "players":
            low, dash, high = value.partition("-")
            if not dash or read_figure(high, read_figure(low, 2)) > len(SEATS):
                raise Refused("rule", f"expected a range of players such as 2-4, found {value!r}")
            rules = replace(rules, players=(int(low), int(high)))
        elif key == "deal":
            rules = replace(rules, deal=tuple(read_figure(part, 1) for part in value.split("/")))
        else:
            raise Refused("rule", f"unknown house rule {key!r}")
    return rules


def _read_three(value: str) -> tuple[int, int, int]:
    parts = value.split("/")
    if len(parts) != 3:
        raise Refused("rule", f"expected three figures such as 50/60/70, found {value!r}")
    return read_figure(parts[0]), read_figure(parts[1]), read_figure(parts[2])


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
        points = sum(map(sum, hand))
        order[seat] = (len(hand), points) if rules.blocked == "tiles" else (points, len(hand))
    best = min(order.values())
    winners = [seat for seat in order if order[seat] == best]
    return winners[0] if len(winners) == 1 else None


def game_winner(rules: Rules, scores: dict[str, int], round_winner: str | None) -> str | None:
    """R11, R12: who has won the game after this round; None while it is in progress."""
    reached = {seat: score for seat, score in scores.items() if score >= rules.target}
    if not reached:
        return None
    if len(reached) == 1:
        return next(iter(reached))
    if rules.won_by == "round" and round_winner in reached:
        return round_winner
    best = max(reached.values())
    highest = [seat for seat in reached if reached[seat] == best]
    return highest[0] if len(highest) == 1 else None
