"""Bots that are asked for their choices: what each has seen of a game, told event by event, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import perf_counter_ns

from tricorn.arena.logged import closing_events, move_events, opening_events
from tricorn.arena.tracker import ViewTracker
from tricorn.bots import Bot, Budget
from tricorn.core.play import HANDS, LOG, LOGGED, PLAYERS, SCORES, Play
from tricorn.core.playout import CHOICES, game_seed
from tricorn.core.rng import new_rng, seed_rng
from tricorn.core.rules import ZERO, Rules, rules_of, start_points, starting_tile
from tricorn.editions import Edition
from tricorn.lattice import ORIGIN
from tricorn.moves import Move, Option, Place
from tricorn.record import Event, Left
from tricorn.tiles import TILES, tiles_of

__all__ = ["AskedBots", "Spent", "first_choice_of", "start_options"]


class Spent:
    """The real choices that a seat has made, and the time they took."""

    def __init__(self) -> None:
        self.choices = 0
        self.nanoseconds = 0


# Who has made a choice in this process. The first one may load machine code, which is no part of thinking,
# so somebody's first choice is rehearsed, with next to no thought, before it is timed.
_met: set[str] = set()
_REHEARSAL = Budget(worlds=1, seconds=0.01)


def first_choice_of(name: str) -> bool:
    """Whether somebody of this name makes the first choice in this process."""
    first = name not in _met
    _met.add(name)
    return first


class _Asked:
    """A bot that is asked, in its seat."""

    def __init__(self, bot: Bot, edition: Edition, names: tuple[str, ...], seat: int) -> None:
        self.bot = bot
        self.views = ViewTracker(edition, names, seat)
        self.rng = new_rng(0, 0)

    def sit_down(self, seed: int) -> None:
        """Begin a game, with a generator from which the game's own seed cannot be told."""
        own = game_seed(self.rng, seed, self.views.seat)
        seed_rng(self.rng, own, CHOICES)
        self.views = ViewTracker(self.views.edition, self.views.names, self.views.seat)

    def choose(self, scores: tuple[int, ...], spent: Spent, options: tuple[Option, ...] | None = None) -> Move:
        if first_choice_of(self.bot.name):
            self.bot.choose(self.views.view(scores, options), _REHEARSAL, self.rng[:])
        view = self.views.view(scores, options)
        began = perf_counter_ns()
        move = self.bot.choose(view, None, self.rng)
        spent.nanoseconds += perf_counter_ns() - began
        spent.choices += 1
        return move


class AskedBots:
    """The asked bots of a game that is played with a log, by seat."""

    def __init__(self, edition: Edition, names: tuple[str, ...], bots: Mapping[int, Bot]) -> None:
        self.edition = edition
        self.rules = rules_of(edition)
        self._bots = {seat: _Asked(bot, edition, names, seat) for seat, bot in bots.items()}
        self._told = LOG  # how much of the round's log they have been told

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    def __bool__(self) -> bool:
        return bool(self._bots)

    def sit_down(self, seed: int) -> None:
        """Begin the game of this seed."""
        for asked in self._bots.values():
            asked.sit_down(seed)

    def tell_deal(self, play: Play, number: int) -> None:
        """Tell them the deal of a round."""
        self._told = LOG
        if self._bots:
            self._tell(opening_events(play, self.edition, number))

    def tell_moves(self, play: Play) -> None:
        """Tell them what has been played since they were told last."""
        if self._bots:
            self._tell(list(move_events(play, self.edition, self._told)))
            self._told = play[LOGGED]

    def tell_end(self, play: Play) -> None:
        """Tell them the rest of a round: everybody's tiles are laid open, then come the end and the scores."""
        self.tell_moves(play)
        for seat, asked in self._bots.items():
            hands = [(other, play[HANDS + other]) for other in range(play[PLAYERS]) if other != seat]
            asked.views.add([Left(other, tuple(tiles_of(hand))) for other, hand in hands if hand])
        if self._bots:
            self._tell(closing_events(play))

    def _tell(self, events: Sequence[Event]) -> None:
        for asked in self._bots.values():
            asked.views.add(events)

    def choose(self, seat: int, play: Play, spent: Spent) -> Move:
        """What a bot plays."""
        self.tell_moves(play)
        return self._bots[seat].choose(_scores(play), spent)

    def choose_start(self, seat: int, play: Play, spent: Spent) -> Move:
        """What a bot starts with, where it has the choice."""
        return self._bots[seat].choose(_scores(play), spent, start_options(self.rules, play[HANDS + seat]))


def _scores(play: Play) -> tuple[int, ...]:
    return tuple(play[SCORES + seat] for seat in range(play[PLAYERS]))


def start_options(rules: Rules, hand: int) -> tuple[Option, ...]:
    """The two lawful starts: a seat that sees only its own hand could not tell that it is to start."""
    tiles = [TILES[starting_tile(hand)], TILES[ZERO]]
    tiles.sort(key=lambda tile: -start_points(rules, tile.index))
    return tuple(Option(Place(ORIGIN, tile.numbers), start_points(rules, tile.index)) for tile in tiles)
