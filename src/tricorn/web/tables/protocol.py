"""What the server sends about tables over a socket (docs/protocol.md).

`requests.py` is what clients send, `responses.py` what the server sends over HTTP.
"""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired

from pydantic import Field

from tricorn.web.protocol import Frame, Option, Pong, Refusal
from tricorn.web.reaction import Reaction
from tricorn.web.tables.info import Kind, OnResign
from tricorn.web.tables.results import Subject

__all__ = [
    "Ack",
    "Agreement",
    "GameOver",
    "Header",
    "Lines",
    "Next",
    "Now",
    "Over",
    "Past",
    "Reacted",
    "Receipt",
    "RoundOver",
    "Rules",
    "Seat",
    "Table",
    "TableFrame",
    "TableView",
]


class Seat(Frame):
    """A seat. `person`: a person holds it, even while a bot stands in or after they have `resigned`.

    `hints`: how many were used in this game.
    """

    seat: int
    kind: Kind
    name: str
    level: str | None
    person: bool
    resigned: bool
    here: bool
    ready: bool
    hints: int


class Next(Frame):
    """The round that is dealt next, its commitment, and the receipts of the nonces sent for it, by seat."""

    game: int
    round: int
    commit: str
    receipts: dict[int, str]


class Agreement(Frame):
    """A proposal by some seats to end the game or, after it, to play another one; the other people are asked."""

    subject: Subject
    seats: list[int]


class Table(Frame):
    """The table as the client sees it. `you`: the seats that its key holds; `hosting`: whether it is the host.

    `hints`: whether players may ask for hints. `take_back`: whether the only person may take back turns; `taken_back`:
    how many were taken back in this game. `players`: the fewest and the most who can play.
    """

    type: Literal["table"]
    code: str
    edition: str
    host: int | None
    hosting: bool
    you: list[int]
    listed: bool
    pass_and_play: bool
    started: bool
    game: int
    next: Next | None
    on_resign: OnResign
    hints: bool
    take_back: bool
    taken_back: int
    players: list[int]
    agreement: Agreement | None
    seats: list[Seat]


class Rules(Frame):
    """The rules of the edition that a client shows."""

    draw_penalty: int
    pass_penalty: int
    draw_limit: int | None
    draw_optional: bool
    clock: int | None
    target: int


class Past(Frame):
    """The result of an earlier game at the table; `winner` is null if nobody won it."""

    game: int
    scores: list[int]
    winner: int | None


class Header(Frame):
    """What does not change during a game: the header of its record, some of its rules, and earlier results."""

    type: Literal["header"]
    game: int
    lines: list[str]
    rules: Rules
    past: list[Past]


class RoundOver(Frame):
    """The arithmetic of a finished round. `own`: whether the winner's own hand is subtracted."""

    reason: Literal["out", "blocked"]
    winner: int | None
    points: int
    left: dict[int, list[str]]
    sums: dict[int, int]
    bonus: int
    own: bool


class GameOver(Frame):
    winner: int | None
    reason: str


class Over(Frame):
    """`round` is null if the game ended within a round, by resignation or agreement."""

    round: RoundOver | None
    game: NotRequired[GameOver]


class Now(Frame):
    """The state after line `n`. `hands` and `options` are those of the client's own seats."""

    game: int
    n: int
    round: int
    turn: int | None
    scores: list[int]
    held: list[int]
    well: int
    passes: int
    starting: bool
    drawn: int
    hands: dict[int, list[str]]
    drawn_tiles: dict[int, list[str]]
    options: list[Option]
    deadline: float | None
    over: Over | None


class Lines(Frame):
    """Lines from number `first` on, which replace any that the client has from there, and the state after them.

    A line is a list: before the end of a round come the `left` lines of the hands that are shown.
    """

    type: Literal["lines"]
    first: int
    lines: list[list[str]]
    now: Now


class Ack(Frame):
    """The move with this id is stored as line `n`."""

    type: Literal["ack"]
    id: str
    n: int


class Receipt(Frame):
    """The receipt of a nonce; null if the nonce will not be in the deal."""

    type: Literal["receipt"]
    id: str
    game: int
    round: int
    receipt: str | None


class Reacted(Frame):
    """Somebody has sent a reaction; it is shown for a moment and not stored."""

    type: Literal["reaction"]
    seat: int
    reaction: Reaction


TableFrame = Annotated[Table | Header | Lines | Ack | Receipt | Reacted | Refusal | Pong, Field(discriminator="type")]


class TableView(Frame):
    """The table and the game as the key's holder, or a spectator, may see them; null before the first game."""

    table: Table
    header: Header | None
    now: Now | None
