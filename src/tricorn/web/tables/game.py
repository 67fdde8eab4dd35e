"""A game played at a table: its number there, the chain it is dealt from, and its lines as each seat may see them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from tricorn.bots.bots_key import BOTS_KEY
from tricorn.dealing import MAX_ROUNDS, Chain, lot_of, order_of
from tricorn.editions import edition_named
from tricorn.game import Game, before_choice
from tricorn.messages import Message, Phrase
from tricorn.moves import Move, Option, Place
from tricorn.record import (
    Deal,
    Drew,
    Placed,
    Record,
    TileMove,
    Winner,
    parse_event,
    parse_record,
)
from tricorn.round import Round
from tricorn.view import Visible, visible_events
from tricorn.web.store import Damaged, StoredGame, StoredLine
from tricorn.web.tables.results import EarlyEnding, PastGame
from tricorn.web.work.pacing import paced

__all__ = ["TableGame", "join_record", "load_game", "new_game"]

_LINES_PER_CHECK = 100  # lines between two checks whether it is time to pause


def join_record(header: Iterable[str], lines: Iterable[str]) -> str:
    """The text of a record."""
    return "\n".join([*header, *lines]) + "\n"


def _write_record(header: Sequence[str], lines: Sequence[Visible[str]], seats: Collection[int]) -> str:
    return join_record(header, [text for line in paced(lines, every=_LINES_PER_CHECK) for text in line.to(seats)])


def _write_full_record(header: Sequence[str], lines: Sequence[Visible[str]]) -> str:
    return join_record(header, [line.full for line in lines])


class TableGame:
    """A game and the lines of its record. `full` is the game with all its tiles.

    `n` is the number of the last line; line n is the event at n - 1. The chain never leaves this object.
    """

    def __init__(self, number: int, chain: Chain, game: Game) -> None:
        self.number = number
        self.full = game
        self.ending: EarlyEnding | None = None  # if it ended early
        self._chain = chain
        self._lines: list[Visible[str]] = []
        self._options: tuple[int, list[Option]] = (-1, [])
        self._hands: dict[int, list[str]] = {}  # by seat, as texts; cached until they change

    @property
    def n(self) -> int:
        """The number of the last line."""
        return len(self._lines)

    @property
    def moment(self) -> tuple[int, int]:
        """The number of the game and that of the last line."""
        return self.number, self.n

    @property
    def round(self) -> Round:
        assert self.full.round is not None, "a table's game is dealt when it begins"
        return self.full.round

    @property
    def turn(self) -> int | None:
        return self.full.turn if self.ending is None else None

    @property
    def turn_began_after(self) -> int:
        """The last line before the current turn."""
        return self.n - len(self.round.drawn)

    @property
    def round_over(self) -> bool:
        return self.round.result is not None

    @property
    def over(self) -> bool:
        return self.ending is not None or (bool(self.full.events) and isinstance(self.full.events[-1], Winner))

    def winner(self) -> int | None:
        """The seat that has won; None if the game is not over or nobody has won."""
        outcome = self.full.outcome()
        if outcome is not None:
            return outcome.winner
        return None if self.ending is None else self.ending.winner

    def reason(self) -> Phrase | None:
        """Why the game is over; None while it is not."""
        outcome = self.full.outcome()
        if outcome is not None:
            return outcome.reason
        if self.ending is None:
            return None
        seat = self.ending.resigned
        return Message.ENDED_BY_AGREEMENT() if seat is None else Message.RESIGNED(name=self.full.names[seat])

    def result(self) -> PastGame:
        """The result of a game that is over."""
        return PastGame(self.number, self.full.scores, self.winner())

    @property
    def has_next_secret(self) -> bool:
        """Whether the chain has a secret for another round."""
        return self.full.rounds < MAX_ROUNDS

    def is_too_long(self, max_lines: int) -> bool:
        """Whether the game is too long for another round."""
        return self.n > max_lines or not self.has_next_secret

    def options(self) -> list[Option]:
        """Every legal move, computed once after each line."""
        if self._options[0] != self.n:
            self._options = (self.n, self.full.options())
        return self._options[1]

    def hand(self, seat: int) -> list[str]:
        """The tiles that a seat holds, as texts."""
        if seat not in self._hands:
            self._hands[seat] = [str(tile) for tile in self.round.hand(seat)]
        return self._hands[seat]

    def shown_triple(self, move: Move) -> str | None:
        """The triple that a player must show with a starting move; None if there is none."""
        if not isinstance(move, Place) or self.round.started:
            return None
        shown = getattr(self.round.event_for(move), "shows", None)
        return None if shown is None else str(shown)

    # Changes. Each returns the number of the first new line.

    def deal(self, nonces: Mapping[int, str]) -> int:
        """Deal the next round, with the nonces that devices have sent for it, by seat."""
        number = self.full.rounds + 1
        used = nonces if self.full.chain is not None else {}
        secret = self._chain.secret(number)
        lot = lot_of(secret, number, used, self.full.players) if self.full.edition.start == "choice" else None
        self.full.deal(order_of(secret, number, used), used, lot)
        return self._add_new_lines()

    def play(self, move: Move) -> int:
        """Play a move of the seat on turn; an illegal one raises `IllegalMove` and changes nothing."""
        self.full.play(move)
        return self._add_new_lines()

    def time_out(self) -> int:
        """Play the turn for the seat on turn (R14). The lines of its draws in this turn are replaced by marked ones."""
        first = self.full.time_out()[0] + 1
        del self._lines[first - 1 :]
        self._options = (-1, [])
        self._hands.clear()
        return self._add_new_lines()

    def before_choice(self, seat: int) -> TableGame | None:
        """A copy of the game before the last choice of a seat; None if it has had none."""
        full = before_choice(self.full, seat)
        if full is None:
            return None
        earlier = TableGame(self.number, self._chain, full)
        earlier._lines = self._lines[: len(full.events)]
        return earlier

    def append(self, lines: Iterable[StoredLine]) -> int:
        """Append stored lines."""
        first = self.n + 1
        for line in paced(lines):
            self.full.apply(parse_event(line.line))
            self._add_new_lines()
        return first

    def _add_new_lines(self) -> int:
        first = self.n + 1
        for visible in visible_events(self.full.events, self.full.shown_hands, self.n):
            self._lines.append(visible.as_lines())
            if isinstance(visible.full, Placed | Drew):
                self._hands.pop(visible.full.seat, None)
            elif isinstance(visible.full, Deal):
                self._hands.clear()
        return first

    # Lines.

    def header(self) -> list[str]:
        return self.full.parsed_record.header()

    def stored_lines(self, first: int, ids: Mapping[int, str] | None = None) -> list[StoredLine]:
        """The lines from a number on in full, with the ids of the moves that have one, by line number."""
        ids = ids or {}
        return [StoredLine(line.full, ids.get(n)) for n, line in enumerate(self._lines[first - 1 :], first)]

    def count_matching(self, lines: Sequence[StoredLine]) -> int:
        """How many stored lines are the same as this game's, up to the first that differs."""
        pairs = zip(self._lines, lines, strict=False)
        shorter = min(self.n, len(lines))
        return next((n for n, (line, stored) in enumerate(pairs) if line.full != stored.line), shorter)

    def moves_with_ids(self, first: int, lines: Sequence[StoredLine]) -> Iterator[tuple[int, str, int]]:
        """The moves with an id in stored lines, of which the first has the given number: seat, id, line number."""
        for n, line in enumerate(lines, first):
            event = self.full.events[n - 1]
            if line.move_id is not None and isinstance(event, TileMove):
                yield event.seat, line.move_id, n

    def visible_lines(self, n: int, seats: Collection[int]) -> list[str]:
        """Line n as the holder of some seats may see it, after the hands that were shown with it."""
        return self._lines[n - 1].to(seats)

    def record_writer(self, seats: Collection[int]) -> Callable[[], str]:
        """A function that writes the record as the holder of some seats may see it now; in full if the game is over.

        It may be called in a thread during the game.
        """
        header, lines = self.header(), tuple(self._lines)
        if self.over:
            return partial(_write_full_record, header, lines)
        return partial(_write_record, header, lines, tuple(seats))

    def resend_from(self, last: int) -> int:
        """The first line to send to a client that has lines up to `last`.

        When a player's time is up, draws that were already sent are marked. A client that may have them without the
        mark gets them again.
        """
        n = last if 0 <= last <= self.n else 0
        while n and self._is_marked_draw(n):
            n -= 1
        return n + 1

    def _is_marked_draw(self, n: int) -> bool:
        event = self.full.events[n - 1]
        return isinstance(event, Drew) and event.timeout


def new_game(
    number: int, edition: str, names: Sequence[str], bots: str, chain: Chain, nonces: Mapping[int, str]
) -> TableGame:
    """A new game with its first round dealt; `bots` are their seats and levels for the header."""
    keys = [("date", datetime.now(UTC).date().isoformat()), ("commit", chain.commitment)]
    if bots:
        keys.append((BOTS_KEY, bots))
    game = TableGame(number, chain, Game(edition_named(edition), names, keys=keys, chain=chain))
    game.deal(nonces)
    return game


def load_game(stored: StoredGame, chain: Chain) -> TableGame:
    """A stored game; raises `Damaged` if its lines do not replay."""
    game = None
    try:
        header: Record = parse_record("\n".join(stored.header) + "\n")
        # A game that was played elsewhere and stored here was not dealt from the chain, and reveals no secrets.
        has_commitment = ("commit", chain.commitment) in header.keys
        replayed = Game(
            header.edition, header.names, keys=header.keys, chain=chain if has_commitment else None, dealt=False
        )
        game = TableGame(stored.number, chain, replayed)
        game.append(stored.lines)
    except Exception as error:  # its message may name tiles
        where = "its header" if game is None else f"line {game.n + 1}"
        raise Damaged(f"game {stored.number} does not replay at {where} ({type(error).__name__})") from None
    return game
