"""A game being played at a table: its events, and each of their lines as this or that seat may see it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime

from tricorn.dealing import MOST_ROUNDS, Chain, order_of
from tricorn.editions import edition_named
from tricorn.game import Game
from tricorn.moves import Move, Place
from tricorn.record import (
    Blocked,
    Deal,
    Drew,
    Event,
    Left,
    Out,
    Passed,
    Placed,
    Record,
    Winner,
    parse_event,
    parse_record,
)
from tricorn.round import Option, Round
from tricorn.view import redact
from tricorn.web.store import Damaged, StoredGame, StoredLine

__all__ = ["LiveGame", "new_live_game", "stored_live_game"]


class LiveGame:
    """A game with its number at the table and the chain that it is dealt from, which stays here.

    `n` counts lines from 1, as everywhere outside; line n is the event at n - 1.
    """

    def __init__(self, number: int, chain: Chain, game: Game) -> None:
        self.number = number
        self._chain = chain
        self.game = game
        self._laid_open: dict[int, tuple[Left, ...]] = {}  # by the line that ended the round
        self._options: tuple[int, list[Option]] = (-1, [])

    # What is.

    @property
    def n(self) -> int:
        """The number of the last line."""
        return len(self.game.events)

    @property
    def round(self) -> Round:
        assert self.game.round is not None, "a live game is dealt when it begins"
        return self.game.round

    @property
    def turn(self) -> int | None:
        return self.game.seat

    @property
    def turn_began_after(self) -> int:
        """The last line before the turn that is on."""
        return self.n - len(self.round.drawn)

    @property
    def round_over(self) -> bool:
        return self.round.result is not None

    @property
    def over(self) -> bool:
        return bool(self.game.events) and isinstance(self.game.events[-1], Winner)

    @property
    def can_go_on(self) -> bool:
        """Whether the chain has a secret for another round."""
        return self.game.rounds < MOST_ROUNDS

    def options(self) -> list[Option]:
        """Every lawful move; worked out once after each line."""
        if self._options[0] != self.n:
            self._options = (self.n, self.game.options())
        return self._options[1]

    def shows(self, move: Move) -> str | None:
        """The triple that a starting move obliges its player to show."""
        if not isinstance(move, Place) or self.round.started:
            return None
        shown = getattr(self.round.event_for(move), "shows", None)
        return None if shown is None else str(shown)

    def laid_open(self, n: int) -> tuple[Left, ...]:
        """The hands that everybody sees with the line that ended a round."""
        return self._laid_open.get(n, ())

    # What happens. Each returns the number of the first line that is new.

    def deal(self, numbers: Mapping[int, str]) -> int:
        """Deal the next round, with the numbers that some seats' devices have given for it."""
        first, number = self.n + 1, self.game.rounds + 1
        told = numbers if self.game.chain is not None else {}
        self.game.deal(order_of(self._chain.secret(number), number, told), told)
        return first

    def play(self, move: Move) -> int:
        """Play a move of the seat on turn; one that is not lawful raises and changes nothing."""
        first = self.n + 1
        self.game.play(move)
        self._note_laid_open(first)
        return first

    def time_out(self) -> int:
        """Take the turn for the seat on turn (R14); lines that were there may have been replaced."""
        first = self.game.time_out()[0] + 1
        self._options = (-1, [])
        self._note_laid_open(first)
        return first

    def take(self, lines: Iterable[StoredLine]) -> int:
        """Take over lines that are stored already."""
        first = self.n + 1
        for line in lines:
            self.game.apply(parse_event(line.line))
            self._note_laid_open(self.n)
        return first

    def _note_laid_open(self, first: int) -> None:
        for n in range(first, self.n + 1):
            if isinstance(self.game.events[n - 1], Out | Blocked):
                hands = enumerate(self.round.hands)
                self._laid_open[n] = tuple(Left(seat, hand) for seat, hand in hands if hand)

    # Lines.

    def header(self) -> list[str]:
        return self.game.source.header()

    def stored_lines(self, first: int, ids: Mapping[int, str] | None = None) -> list[StoredLine]:
        """The lines from a number on, in full, for the store; with the ids of the moves that some of them answer."""
        known = ids or {}
        return [StoredLine(str(event), known.get(n)) for n, event in enumerate(self.game.events[first - 1 :], first)]

    def agrees_with(self, lines: Sequence[StoredLine]) -> int:
        """How many lines are the same from the first one on."""
        pairs = zip(self.game.events, lines, strict=False)
        return next((n for n, (event, line) in enumerate(pairs) if str(event) != line.line), min(self.n, len(lines)))

    def answers(self, first: int, lines: Sequence[StoredLine]) -> Iterator[tuple[int, str, int]]:
        """The moves that clients sent among stored lines from a number on: seat, id, line number."""
        for n, line in enumerate(lines, first):
            event = self.game.events[n - 1]
            if line.move is not None and isinstance(event, Placed | Drew | Passed):
                yield event.seat, line.move, n

    def cut(self, n: int, seats: Collection[int]) -> list[str]:
        """Line n as somebody who holds these seats may see it, with the hands laid open before it."""
        lines = [str(left) for left in self.laid_open(n) if left.seat not in seats]
        lines.append(str(self._redacted(self.game.events[n - 1], seats)))
        return lines

    def _redacted(self, event: Event, seats: Collection[int]) -> Event:
        own = isinstance(event, Deal | Drew) and event.seat in seats
        return redact(event, event.seat if own and isinstance(event, Deal | Drew) else None)

    def record_for(self, seats: Collection[int]) -> str:
        """The record as somebody who holds these seats may see it; in full once the game is over."""
        if self.over:
            return self.game.record()
        cut = [line for n in range(1, self.n + 1) for line in self.cut(n, seats)]
        return "\n".join([*self.header(), *cut]) + "\n"

    def resend_from(self, last: int) -> int:
        """The first line to send to somebody who has lines up to `last`.

        A clock marks draws that were told already; who has them unmarked gets them again.
        """
        n = last if 0 <= last <= self.n else 0
        while n and self._marked_draw(n):
            n -= 1
        return n + 1

    def _marked_draw(self, n: int) -> bool:
        event = self.game.events[n - 1]
        return isinstance(event, Drew) and event.timeout


def new_live_game(
    number: int, edition: str, names: Sequence[str], bots: str, chain: Chain, numbers: Mapping[int, str]
) -> LiveGame:
    """A new game with its first round dealt; the header says on which seats there are bots, and their levels."""
    keys = [("date", datetime.now(UTC).date().isoformat()), ("commit", chain.commitment)]
    if bots:
        keys.append(("bots", bots))
    live = LiveGame(number, chain, Game(edition_named(edition), names, keys=keys, chain=chain))
    live.deal(numbers)
    return live


def stored_live_game(stored: StoredGame, chain: Chain) -> LiveGame:
    """The game as it was when its last line was stored; `Damaged` if it does not replay."""
    live = None
    try:
        header: Record = parse_record("\n".join(stored.header) + "\n")
        # A game that began before there were commitments goes on without one: it tells no secrets.
        told = chain if ("commit", chain.commitment) in header.keys else None
        game = Game(header.edition, header.names, keys=header.keys, chain=told, dealt=False)
        live = LiveGame(stored.number, chain, game)
        live.take(stored.lines)
    except Exception as error:  # its words may tell tiles
        where = "its header" if live is None else f"line {live.n + 1}"
        raise Damaged(f"game {stored.number} does not replay at {where} ({type(error).__name__})") from None
    return live
