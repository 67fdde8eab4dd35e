"""A whole game: rounds, running scores, the winner. Its state is what replaying its record lines gives."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from tricorn.core.compile import Ints, ints_from
from tricorn.core.rng import MAX_SEED, below, new_rng, shuffle
from tricorn.core.rules import NOBODY, WIN_REASONS, game_winner, rules_for, win_reason
from tricorn.dealing import Chain, deal_lines
from tricorn.editions import DEFAULT_EDITION, Edition, edition_named
from tricorn.errors import IllegalMove, Mismatch, RecordError, TricornError
from tricorn.fairness import check_number, check_secret, secret_due
from tricorn.messages import Message, Phrase
from tricorn.moves import Move, Option, parse_move, timeout_move
from tricorn.record import (
    Blocked,
    DealNumber,
    Drew,
    Event,
    Left,
    MoveEvent,
    Out,
    Receipt,
    Record,
    RoundEvent,
    RoundStart,
    Score,
    Secret,
    TileMove,
    UnfinishedHeader,
    Winner,
    check_key,
    check_name,
    is_hash,
    last_round_start,
    last_scores,
    parse_record,
)
from tricorn.round import Round
from tricorn.tiles import TILES, Tile
from tricorn.view import Redacted, View
from tricorn.wording import SEATS, Line, Seat, quoted

__all__ = ["Game", "Outcome", "before_choice", "check_record", "check_seed", "lot_from", "new_seed", "shuffled"]


@dataclass(frozen=True)
class Outcome:
    """How a game ended: the winner's seat, the final scores, and the reason in words."""

    winner: int
    scores: tuple[int, ...]
    reason: Phrase


def new_seed() -> int:
    """A seed from the system's entropy."""
    return secrets.randbelow(MAX_SEED + 1)


def check_seed(seed: object) -> None:
    """Refuse an invalid seed."""
    if not isinstance(seed, int) or not 0 <= seed <= MAX_SEED:
        raise TricornError(Message.SEED, most=MAX_SEED, seed=repr(seed))


def shuffled(seed: int, round_number: int) -> list[Tile]:
    """The 56 tiles in the order in which a seed deals them in a round: hands from seat A on, then the well."""
    return _shuffled(seed, round_number)[0]


def lot_from(seed: int, round_number: int, players: int) -> int:
    """The seat that the lot falls on in a round dealt from a seed (R19)."""
    return below(_shuffled(seed, round_number)[1], players)


def _shuffled(seed: int, round_number: int) -> tuple[list[Tile], Ints]:
    """The tiles in the order of a deal, and the generator after the shuffle."""
    check_seed(seed)
    order, rng = ints_from(range(len(TILES))), new_rng(seed, round_number)
    shuffle(order, 0, len(TILES), rng)
    return [TILES[order[index]] for index in range(len(TILES))], rng


class Game:
    """A game of any edition, to be played move by move.

    Each round is dealt from the seed as soon as the one before is over; the default seed comes from the system's
    entropy. With `dealt=False` nothing is dealt: rounds come from `deal` or from a record. The same is true with a
    chain, whose secrets are published after each round; the key `commit` must be its commitment.

    >>> game = Game("spanish", players=2, seed=7)
    >>> while not game.outcome():
    ...     _ = game.play(game.legal_moves()[0])
    >>> game.outcome().winner
    1
    """

    def __init__(
        self,
        edition: str | Edition = DEFAULT_EDITION,
        players: int | Sequence[str] = 2,
        seed: int | None = None,
        keys: Sequence[tuple[str, str]] = (),
        chain: Chain | None = None,
        *,
        dealt: bool = True,
    ) -> None:
        self.edition = edition_named(edition) if isinstance(edition, str) else edition
        self.names = _names(players)
        self.edition.check_players(len(self.names))
        for key, value in keys:
            check_key(key, value)
        self.keys = tuple(keys)
        deals_from_seed = dealt and chain is None
        if deals_from_seed and seed is None:
            seed = new_seed()
        self.seed = seed if deals_from_seed else None  # None: nothing is dealt from a seed
        self.chain = chain
        self.events: list[Event] = []
        self.round: Round | None = None
        self.rounds = 0  # how many have begun
        self._scored = True  # whether the last round has its score line
        self._winner: int | None = None  # set by the last score line
        self.shown_hands: dict[int, tuple[Left, ...]] = {}  # by the index of the event that they precede
        self._redacted: dict[int | None, Redacted] = {}  # by seat, kept from view to view
        self._house_rules: tuple[tuple[str, str], ...] | None = None
        if self.seed is not None:
            _deal_from_seed(self, self.seed)

    # Queries.

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.names)

    @property
    def turn(self) -> int | None:
        """The seat on turn, if any."""
        return None if self.round is None else self.round.turn

    @property
    def in_round(self) -> bool:
        """Whether a round is in progress: it has begun and has no score line yet."""
        return not self._scored

    @property
    def commitment(self) -> str | None:
        """The commitment to the deals in the header, if any."""
        return next((value for key, value in self.keys if key == "commit" and is_hash(value)), None)

    @property
    def deals_checked(self) -> int:
        """How many rounds were checked against the commitment."""
        return sum(isinstance(event, Secret) for event in self.events)

    @property
    def scores(self) -> tuple[int, ...]:
        """The running scores, including the points of the round in progress."""
        if self.round is not None:
            return self.round.scores
        return last_scores(self.events, self.edition.head_start[: self.players])

    def options(self) -> list[Option]:
        """Every legal move with its points, best first."""
        return [] if self.round is None else self.round.options()

    def legal_moves(self) -> list[Move]:
        """Every legal move, those that score most first."""
        return [option.move for option in self.options()]

    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is in progress."""
        if self._winner is None:
            return None
        return Outcome(self._winner, self.scores, _reason(self, self._winner))

    # Playing.

    def play(self, move: Move | str, *, timeout: bool = False) -> list[Event]:
        """Play a move, as an object or as text with or without the seat, and return the lines it adds.

        A move that is not legal raises `IllegalMove` and changes nothing.
        """
        if self._winner is not None:
            raise IllegalMove(Message.GAME_OVER)
        if self.round is None:
            raise IllegalMove(Message.NOT_DEALT)
        if isinstance(move, str):
            move = _read_move(move, self.turn)
        before = len(self.events)
        self.events.append(self.round.play(move, timeout=timeout))
        self.settle()
        return self.events[before:]

    def time_out(self) -> tuple[int, list[Event]]:
        """Take the turn for a player whose time is up (R14): draws where due, then the lowest placement or the pass.

        All lines of the turn get `timeout`, including draws that the player had made. Returns the index of the turn's
        first line and its lines.
        """
        if self.edition.clock is None or self.round is None or self.turn is None:
            raise IllegalMove(Message.NO_TURN_TO_TIME_OUT)
        first = len(self.events) - len(self.round.drawn)
        drawn = self.events[first:]
        if drawn:
            self._truncate(first)
        for event in drawn:
            assert isinstance(event, Drew)
            self.apply(replace(event, timeout=True))
        seat, number = self.turn, self.rounds
        while self.round.turn == seat and self.rounds == number:
            self.play(timeout_move(self.options()), timeout=True)
        return first, self.events[first:]

    def settle(self) -> None:
        """Add the lines that need no choice: the round's end, scores, the winner, the next deal from the seed."""
        if self.round is None or self.round.ended is None:
            return
        if self.round.result is None:
            if not self.round.hands_known:
                return  # the tiles left in the hands must be entered first
            self.apply(self.round.end_event())
        if not self._scored:
            self.apply(Score(self.scores))
        if self.chain is not None and isinstance(self.events[-1], Score):
            self.apply(Secret(self.chain.secret(self.rounds)))
        if self._winner is not None:
            if not isinstance(self.events[-1], Winner):
                self.apply(Winner(self._winner))
        elif self.seed is not None:
            _deal_from_seed(self, self.seed)

    def deal(self, order: Sequence[Tile], nonces: Mapping[int, str] | None = None, lot: int | None = None) -> None:
        """Begin the next round with the 56 tiles in this order: hands from seat A on, then the well.

        `nonces` has, by seat, the random numbers of the devices that the order was made from. `lot` is the seat that
        starts, if a lot decides it (R19).
        """
        if sorted(order) != sorted(TILES):
            raise TricornError(Message.DEAL_ORDER)
        if self.edition.start == "choice" and (lot is None or not 0 <= lot < self.players):
            raise TricornError(Message.DEAL_LOT, seats=", ".join(SEATS[: self.players]))
        self.apply(RoundStart(self.rounds + 1))
        for seat, nonce in sorted((nonces or {}).items()):
            self.apply(DealNumber(seat, nonce))
        for event in deal_lines(order, self.edition, self.players, lot):
            self.apply(event)

    def undo(self) -> Event:
        """Take back the last move and all that followed from it, and return the move's line."""
        for index in range(len(self.events) - 1, -1, -1):
            event = self.events[index]
            if isinstance(event, MoveEvent):
                self._truncate(index)
                return event
        raise IllegalMove(Message.NO_MOVE_TO_UNDO)

    def _truncate(self, length: int) -> None:
        """Keep only the first `length` events, and replay the round that they end in."""
        events = self.events[:length]
        start = last_round_start(events)
        assert start is not None
        self.events = events[:start]
        self.rounds = sum(isinstance(event, RoundStart) for event in self.events)
        self.round, self._scored, self._winner = None, True, None
        self.shown_hands = {index: left for index, left in self.shown_hands.items() if index < length}
        self._redacted = {}
        for event in events[start:]:
            self.apply(event)

    # Replaying.

    def apply(self, event: Event, *, judged: bool = False) -> None:
        """Check one event of a record in full and add it, or refuse it and change nothing.

        `judged`: the moves of the round have been judged in a game with the same events, and are not judged again.
        """
        if self.events and isinstance(self.events[-1], Winner):
            raise Mismatch(Message.NOTHING_AFTER_WINNER(), event)
        if isinstance(event, RoundStart):
            self._begin_round(event)
        elif isinstance(event, Score):
            self._apply_score(event)
        elif isinstance(event, Winner):
            self._apply_winner(event)
        elif isinstance(event, Receipt | DealNumber):
            check_number(event, self.commitment, self.events, self.players)
        elif isinstance(event, Secret):
            check_secret(event, self.commitment, self.events, self.edition, self.players)
        elif self.round is None or self._scored:
            raise Mismatch(self._next_expected(), event)
        else:
            shown = _hands_shown(self.round, event)
            if judged:
                self.round.take(event)
            else:
                self.round.apply(event)
            if shown:
                self.shown_hands[len(self.events)] = shown
        self.events.append(event)

    def _next_expected(self) -> object:
        if secret_due(self.events):
            return Message.SECRET_OF_ROUND(number=self.rounds)
        return Line(f"round {self.rounds + 1}" if self._winner is None else str(Winner(self._winner)))

    def _begin_round(self, event: RoundStart) -> None:
        if not self._scored or self._winner is not None or secret_due(self.events):
            raise Mismatch(self._next_expected() if self._scored else Message.ROUND_UNFINISHED(), event)
        if event.number != self.rounds + 1:
            raise Mismatch(Line(f"round {self.rounds + 1}"), event)
        self.round = Round(self.edition, self.players, event.number, self.scores)
        self.rounds = event.number
        self._scored = False

    def _apply_score(self, event: Score) -> None:
        if self.events and isinstance(self.events[-1], RoundStart) and self.commitment is None:
            self.round = Round(self.edition, self.players, self.rounds, event.scores)  # only its points are known
        elif self._scored or self.round is None or self.round.result is None:
            raise Mismatch(Message.SCORES_AFTER_ROUND(), event)
        if event.scores != self.scores:
            raise Mismatch(quoted(Score(self.scores)), quoted(event))
        self._scored = True
        rules, round_winner = rules_for(self.edition), _round_winner(self)
        winner = game_winner(rules, ints_from(event.scores), 0, self.players, round_winner, self.rounds)
        self._winner = None if winner == NOBODY else winner

    def _apply_winner(self, event: Winner) -> None:
        if not self._scored or self._winner is None:
            raise Mismatch(Message.NO_WINNER_YET(), event)
        if event.seat != self._winner or secret_due(self.events):
            raise Mismatch(self._next_expected(), event)

    def copy(self) -> Game:
        """An independent copy."""
        clone = Game.__new__(Game)
        clone.__dict__.update(self.__dict__)
        clone.events = self.events.copy()
        clone.round = None if self.round is None else self.round.copy()
        clone.shown_hands, clone._redacted = self.shown_hands.copy(), {}
        return clone

    # Records and views.

    @property
    def parsed_record(self) -> Record:
        """The record as an object, as `parse_record` reads it."""
        return Record(self.edition, self.names, self.keys, tuple(self.events), house_rules=self._house_rules)

    def record(self) -> str:
        """The record as text."""
        return str(self.parsed_record)

    @classmethod
    def from_record(cls, record: str | Record) -> Game:
        """Replay a record, checking every line; an error is a `RecordError` that names its line."""
        if not isinstance(record, Record):
            record = parse_record(record)
        game = cls(record.edition, record.names, keys=record.keys, dealt=False)
        game._house_rules = record.house_rules
        for _ in game.replay(record):
            pass
        return game

    def replay(self, record: Record, *, judged: bool = False) -> Iterator[Event]:
        """Apply a record's events to this game, as `apply` does; yield each event before it is applied."""
        lines = record.lines or range(len(record.header()) + 1, len(record.header()) + len(record.events) + 1)
        for number, event in zip(lines, record.events, strict=True):
            yield event
            try:
                self.apply(event, judged=judged)
            except Mismatch as error:
                raise RecordError(number, error.params["expected"], error.params["found"]) from None
            except TricornError as error:
                found = Message.LINE_REFUSED(line=quoted(event), reason=error.phrase)
                raise RecordError(number, Message.LEGAL_MOVE(), found) from None

    def view(self, seat: int | str | None, *, with_events: bool = True) -> View:
        """What a seat (0 or "A", 1 or "B", …) may see of the game; None is a spectator.

        Tricorn's bots need only the round: without `with_events`, the record has no events unless the round needs them.
        """
        if isinstance(seat, str):
            seat = SEATS.find(seat) if len(seat) == 1 else -1
        if seat is not None and not 0 <= seat < self.players:
            raise TricornError(Message.NO_SUCH_SEAT, seats=", ".join(SEATS[: self.players]))
        options: tuple[Option, ...] = ()
        if seat is not None and seat == self.turn and self.round is not None and self.round.options_known:
            options = tuple(self.options())
        known_round = None if self.round is None else self.round.seen_by(seat)
        redacted = Redacted(seat)
        if with_events or known_round is None:
            redacted = self._redacted.setdefault(seat, redacted)
            redacted.add(self.events, self.shown_hands)
        header = Record(self.edition, self.names, self.keys, house_rules=self._house_rules)
        return View(redacted.record(header), seat, self.turn, self.scores, options, known_round)

    def __str__(self) -> str:
        return _summary(self) if self.round is None else f"{_summary(self)}\n{self.round}"

    def __repr__(self) -> str:
        return f"<Game {_summary(self)}>"

    def _repr_svg_(self) -> str | None:
        return None if self.round is None else self.round._repr_svg_()


def before_choice(game: Game, seat: int) -> Game | None:
    """A copy of a game before the last choice of a seat; None if it has had none.

    Moves without an alternative, such as a draw when nothing fits, are not choices. A turn that the clock has played
    counts as one, made at its beginning.
    """
    earlier = game.copy()
    for index in range(len(game.events) - 1, -1, -1):
        event = game.events[index]
        if isinstance(event, TileMove) and event.seat == seat:
            earlier._truncate(index)
            assert earlier.round is not None
            if not earlier.round.drawn if event.timeout else len(earlier.options()) > 1:
                return earlier
    return None


def _names(players: int | Sequence[str]) -> tuple[str, ...]:
    if isinstance(players, int):
        return tuple(f"Player {seat}" for seat in SEATS[:players]) if 0 < players <= len(SEATS) else ("",) * players
    return tuple(check_name(name) for name in players)


def _read_move(text: str, turn: int | None) -> Move:
    """A move from its text, which may begin with the seat."""
    seat, space, rest = text.partition(" ")
    if not space or len(seat) != 1 or seat not in SEATS:
        return parse_move(text)
    move = parse_move(rest)
    if turn is not None and SEATS.index(seat) != turn:
        raise IllegalMove(Message.OUT_OF_TURN, turn=Seat(turn), seat=Seat(SEATS.index(seat)))
    return move


def _deal_from_seed(game: Game, seed: int) -> None:
    number = game.rounds + 1
    lot = lot_from(seed, number, game.players) if game.edition.start == "choice" else None
    game.deal(shuffled(seed, number), lot=lot)


def _hands_shown(current: Round, event: RoundEvent) -> tuple[Left, ...]:
    """The known hands that players show before a `left` line or the end of a round, so that all are in seat order."""
    if current.ended is None or not isinstance(event, Left | Out | Blocked):
        return ()
    end = event.seat if isinstance(event, Left) else current.players
    return tuple(
        Left(seat, tuple(current.hand(seat)))
        for seat in range(current.left_until, end)
        if current.masks[seat] and not current.hidden[seat]
    )


def _reason(game: Game, winner: int) -> Phrase:
    """Why a player has won."""
    rules, scores = rules_for(game.edition), ints_from(game.scores)
    code = win_reason(rules, scores, 0, game.players, winner, _round_winner(game))
    message, name, score = WIN_REASONS[code], game.names[winner], game.scores[winner]
    if message is Message.WON_AFTER_ROUNDS:
        return message(name=name, score=score, rounds=game.rounds)
    return message(name=name, target=game.edition.target, score=score)


def _round_winner(game: Game) -> int:
    """The winner of a round that is over, or NOBODY if it was drawn or only its points are known."""
    result = None if game.round is None else game.round.result
    return NOBODY if result is None or result.winner is None else result.winner


def _summary(game: Game) -> str:
    """The edition, the scores, and the player on turn."""
    scores = ", ".join(f"{name} {score}" for name, score in zip(game.names, game.scores, strict=True))
    outcome = game.outcome()
    if outcome is not None:
        state = f"{game.names[outcome.winner]} has won"
    elif game.turn is not None:
        state = f"{game.names[game.turn]} to play"
    else:
        state = "no round is dealt" if game.round is None else "the next move is not known"
    current = f", round {game.rounds}" if game.rounds else ""
    return f"{game.edition.id}{current}: {scores}; {state}"


def check_record(text: str) -> Game | None:
    """Check a record in full and return its game; None if it ends before all players are named."""
    try:
        return Game.from_record(text)
    except UnfinishedHeader:
        return None
