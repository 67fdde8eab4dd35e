"""Reviews a game: its players' errors, their luck, and an account of both that adds up to the result.

docs/review.md defines every figure.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import exp, floor

from tricorn.analysis.hand_reconstruction import with_hands
from tricorn.analysis.luck import Fortune, Luck, Valuer, is_open, luck_at
from tricorn.bots.values import Analysis, MoveValue, analyse
from tricorn.bots.winning import leads
from tricorn.core.compile import accelerate
from tricorn.core.rng import new_rng
from tricorn.game import Game
from tricorn.moves import DRAW, PASS, Move, Place
from tricorn.record import Drew, Event, MoveEvent, Passed, Placed, Record, parse_record

__all__ = ["GRADES", "Account", "Choice", "PlayerReview", "Review", "Share", "review", "rounded"]

# Each grade and the smallest loss, in chance of winning, that gets it.
GRADES = (("blunder", 0.08), ("mistake", 0.04), ("inaccuracy", 0.02))

ITERATIONS = 16_000  # playouts per choice
PLAYOUTS = 600  # playouts for the luck of a draw
STEEPNESS = 5.0  # of accuracy, which falls to 1/e for a loss of 1/5

Progress = Callable[[int, int], None]


def rounded(figure: float, digits: int) -> float:
    """A figure with so many digits; JavaScript rounds in the same way, unlike `round`.

    >>> rounded(0.25, 1), rounded(-0.25, 1)
    (0.3, -0.2)
    """
    scale = 10.0**digits
    return floor(figure * scale + 0.5) / scale


@dataclass(frozen=True)
class Choice:
    """A choice between several legal moves, and the move that was played."""

    event: int  # its index among the record's events
    round: int
    seat: int
    places: tuple[Place, ...]  # of the tiles on the table before it
    played: MoveValue
    analysis: Analysis

    @property
    def best(self) -> MoveValue:
        """The best of the legal moves."""
        return self.analysis.best

    @property
    def loss(self) -> float:
        """How much chance of winning the move lost; 0 if that is within two standard errors."""
        return self.played.loss if self.played.is_worse else 0.0

    @property
    def grade(self) -> str | None:
        """The grade of the loss; None if it is too small to be an error."""
        return next((name for name, min_loss in GRADES if self.loss >= min_loss), None)


@dataclass(frozen=True)
class Share:
    """A result as a sum: result = par + luck + errors + unknown, exact for the rounded figures."""

    result: float
    par: float
    luck: float
    errors: float  # of all players: a player loses by their own errors and gains by those of others
    unknown: float  # the rest, which depends on tiles that were hidden when the moves were made

    @classmethod
    def of(cls, result: float, par: float, luck: float, errors: float, digits: int) -> Share:
        """Round all figures first, so that the rounded figures add up."""
        result, par, luck, errors = (rounded(figure, digits) for figure in (result, par, luck, errors))
        return cls(result, par, luck, errors, unknown=rounded(result - par - luck - errors, digits))


@dataclass(frozen=True)
class Account:
    """One player's account, in chance of winning and in points ahead of the others' mean."""

    chance: Share
    points: Share


@dataclass(frozen=True)
class PlayerReview:
    """The figures of one player."""

    name: str
    score: int
    choices: int
    error_rate: float | None  # mean loss per real choice
    accuracy: float | None
    grades: dict[str, int]
    account: Account | None


@dataclass(frozen=True)
class Review:
    """The review of a game, or of its first moves if the review was stopped.

    All figures are those of the reviewed moves, except scores and the winner. Accounts need a complete review of a
    finished game with all hands and all cells known.
    """

    record: Record
    winner: int | None
    players: tuple[PlayerReview, ...]
    choices: tuple[Choice, ...]
    luck: tuple[Luck, ...]
    values: tuple[tuple[int, Fortune], ...]  # the index of an event and the value of the position before it
    moves: int  # of the game: placements, draws and passes
    reviewed_moves: int  # fewer if the review was stopped
    unreviewed_choices: int  # reviewed moves that cannot be judged, because hands or cells are not known
    unreviewed_luck: int  # deals and draws among them that cannot be judged

    @property
    def is_complete(self) -> bool:
        """Whether all moves of the game were reviewed."""
        return self.reviewed_moves == self.moves

    @property
    def errors(self) -> list[Choice]:
        """The choices that were inaccuracies or worse."""
        return [choice for choice in self.choices if choice.grade is not None]


def review(
    record: str | Record,
    game: Game | None = None,
    *,
    iterations: int = ITERATIONS,
    playouts: int = PLAYOUTS,
    seed: int = 1,
    progress: Progress | None = None,
    has_time: Callable[[], bool] = lambda: True,
) -> Review:
    """Review a game, as far as its record allows; an invalid record is refused as by `Game.from_record`.

    `game` is that of the record, if it has been replayed already.
    `progress` is called with the number of events done and the total. `has_time` is called before each move; once it
    returns False, no further move is reviewed. The same seed gives the same figures.
    """
    if not isinstance(record, Record):
        record = parse_record(record)
    completed, indexes = with_hands(game or Game.from_record(record))
    accelerate()
    current = Game(record.edition, record.names, keys=record.keys, dealt=False)
    reviewer = _Reviewer(current, iterations, playouts, seed, has_time)
    for index, event in zip(indexes, current.replay(completed.parsed_record, judged=True), strict=True):
        if isinstance(event, MoveEvent):
            reviewer.add_move(index, event)
        if progress is not None and reviewer.is_complete:
            progress(index + 1, len(record.events))
    return reviewer.result(record)


@dataclass
class _Reviewer:
    """Follows a game and collects the data of its review."""

    game: Game
    iterations: int
    playouts: int
    seed: int
    has_time: Callable[[], bool]
    choices: list[Choice] = field(default_factory=list)
    luck: list[Luck] = field(default_factory=list)
    values: list[tuple[int, Fortune]] = field(default_factory=list)
    moves: int = 0
    reviewed_moves: int = 0
    unreviewed_choices: int = 0
    unreviewed_luck: int = 0

    def __post_init__(self) -> None:
        self._valuer = Valuer(self.game.edition, self.game.players, self.playouts, self.seed)
        self._rng = new_rng(self.seed, 1)

    @property
    def is_complete(self) -> bool:
        """Whether all moves so far were reviewed."""
        return self.reviewed_moves == self.moves

    def add_move(self, index: int, event: MoveEvent) -> None:
        """Review a move before it is applied to the game, or only count it if there is no time left."""
        is_in_time = self.is_complete and self.has_time()
        self.moves += 1
        if is_in_time:
            self.reviewed_moves += 1
            self._review_move(index, event)

    def _review_move(self, index: int, event: MoveEvent) -> None:
        current = self.game.round
        assert current is not None
        if is_open(current):
            self.luck += luck_at(self._valuer, self.game, index, event)
            self.values.append((index, self._valuer.position(current)))
        else:
            self.unreviewed_luck += not current.started or isinstance(event, Drew)
        if not event.timeout:
            self._add_choice(index, event)

    def _add_choice(self, index: int, event: MoveEvent) -> None:
        current = self.game.round
        assert current is not None
        if not current.options_known:
            self.unreviewed_choices += 1
            return
        moves = current.legal_moves()
        played = _move_of(event) if current.started else _starting_move(event, moves)
        if played is None:
            self.unreviewed_choices += 1
        elif len(moves) > 1:
            analysis = analyse(self.game.view(event.seat), self._rng, self.iterations, also=played)
            places = tuple(current.places)
            self.choices.append(Choice(index, current.number, event.seat, places, analysis[played], analysis))

    def result(self, record: Record) -> Review:
        """The review of the moves that were added."""
        outcome = self.game.outcome()
        winner = None if outcome is None else outcome.winner
        return Review(
            record=record,
            winner=winner,
            players=tuple(self._player(seat, winner) for seat in range(self.game.players)),
            choices=tuple(self.choices),
            luck=tuple(self.luck),
            values=tuple(self.values),
            moves=self.moves,
            reviewed_moves=self.reviewed_moves,
            unreviewed_choices=self.unreviewed_choices,
            unreviewed_luck=self.unreviewed_luck,
        )

    def _player(self, seat: int, winner: int | None) -> PlayerReview:
        losses = [choice.loss for choice in self.choices if choice.seat == seat]
        grades = [choice.grade for choice in self.choices if choice.seat == seat]
        is_all_judged = self.is_complete and not self.unreviewed_choices and not self.unreviewed_luck
        return PlayerReview(
            name=self.game.names[seat],
            score=self.game.scores[seat],
            choices=len(losses),
            error_rate=sum(losses) / len(losses) if losses else None,
            accuracy=sum(exp(-STEEPNESS * loss) for loss in losses) / len(losses) if losses else None,
            grades={name: grades.count(name) for name, _ in GRADES},
            account=self._account(seat, seat == winner) if winner is not None and is_all_judged else None,
        )

    def _account(self, seat: int, won: bool) -> Account:
        wrong = [choice for choice in self.choices if choice.loss]
        return Account(
            chance=Share.of(
                float(won),
                1 / self.game.players,
                sum(luck.change.chances[seat] for luck in self.luck),
                sum(choice.played.chances[seat] - choice.best.chances[seat] for choice in wrong),
                digits=4,
            ),
            points=Share.of(
                leads(self.game.scores)[seat],
                0.0,
                sum(luck.change.leads[seat] for luck in self.luck),
                sum(choice.played.gains[seat] - choice.best.gains[seat] for choice in wrong),
                digits=2,
            ),
        )


def _move_of(event: MoveEvent) -> Move | None:
    """The move of an event; None if its tile or cell is not on record."""
    if isinstance(event, Drew | Passed):
        return DRAW if isinstance(event, Drew) else PASS
    return event.place if isinstance(event, Placed) else None


def _starting_move(event: Event, moves: Sequence[Move]) -> Move | None:
    """The legal move with the same tile as the first placement of a round, which may be on any cell."""
    tile = event.tile if isinstance(event, Placed) else None
    return next((move for move in moves if isinstance(move, Place) and move.tile == tile), None)
