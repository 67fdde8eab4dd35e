"""The JSON that clients and the server exchange about tables, over HTTP and sockets (docs/protocol.md).

Together with `responses.py` this is the only schema: requests and messages are validated against it, OpenAPI describes
it, and the page's types (static/js/shared/protocol.js) are generated from it. The server sends plain dictionaries,
whose types mypy checks; the tests validate every frame.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, with_config
from pydantic_core import from_json, to_json
from typing_extensions import TypedDict

from tricorn.bonus import Bonus
from tricorn.editions import DEFAULT_EDITION
from tricorn.web.refusals import Refused
from tricorn.web.store.news import Reaction
from tricorn.web.tables.info import Kind, OnResign
from tricorn.web.tables.results import Subject

__all__ = [
    "Ack",
    "Agree",
    "Agreement",
    "ClientMessage",
    "Frame",
    "GameOver",
    "Header",
    "Hello",
    "HintRequest",
    "Join",
    "Keys",
    "Lines",
    "Move",
    "MoveMessage",
    "NewSeat",
    "NewTable",
    "Next",
    "Now",
    "NumberMessage",
    "Option",
    "Over",
    "Past",
    "Ping",
    "Pong",
    "Push",
    "PushKeys",
    "RandomNumber",
    "Reacted",
    "ReactionMessage",
    "Ready",
    "ReadyMessage",
    "Receipt",
    "Refusal",
    "Rematch",
    "RequestBody",
    "Resign",
    "RoundOver",
    "Rules",
    "Seat",
    "SeatChange",
    "Start",
    "Table",
    "TableFrame",
    "TableView",
    "encode",
    "malformed",
    "read_hello",
    "read_message",
    "sent_id",
]

Number = Annotated[int, Field(ge=0, lt=2**31)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
Hash = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
Name = Annotated[str, Field(max_length=2_000)]  # names over the real limit but under this one get a better message
_Level = Annotated[str, Field(max_length=40)]
_MAX_KEYS = 100


# What clients send. A field that several of them have is declared once.


class RequestBody(BaseModel):
    """The body of a request, without unknown fields and without type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(RequestBody):
    """A seat of a new table. A seat for another person is `open` until that person joins."""

    kind: Kind
    name: Name | None = None
    level: _Level | None = None


class NewTable(RequestBody):
    """A new table."""

    edition: str = Field(default=DEFAULT_EDITION, max_length=1_000)
    seats: list[NewSeat] = Field(min_length=2, max_length=6)
    listed: bool = False
    pass_and_play: bool = False
    start: bool = True
    on_resign: OnResign = "bot"
    hints: bool = False


class Join(RequestBody):
    """The caller's name; null for a default one."""

    name: str | None = Field(None, max_length=100_000)


class Start(RequestBody):
    """How to begin: with bots of the level `fill` on the open seats, or without those seats."""

    fill: _Level | None = None


class SeatChange(RequestBody):
    """The new occupant of a seat."""

    kind: Kind
    level: _Level | None = None
    name: Name | None = None


class Ready(RequestBody):
    """Which seat is ready; all of the key's seats if none is named."""

    seat: Number | None = None


class Agree(RequestBody):
    """Whether the caller agrees; a single refusal rejects the proposal."""

    agree: bool = True


class Rematch(Agree):
    """Whether the caller agrees; the host may choose not to `wait` for those who have not answered."""

    wait: bool = True


class Resign(RequestBody):
    """Which seat resigns; the key's only one if none is named."""

    seat: Number | None = None


class HintRequest(RequestBody):
    """A request for a hint for the seat on turn, with the last line that the client knows."""

    seat: Number
    after: Number


class PushKeys(RequestBody):
    """The browser's public key and the secret that it shares with the server, in base64url."""

    p256dh: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{87}=?$")]
    auth: Annotated[str, Field(pattern="^[A-Za-z0-9_-]{22}(==)?$")]


class Push(RequestBody):
    """A browser's subscription to web push."""

    endpoint: str = Field(max_length=1_000)
    keys: PushKeys


class RandomNumber(RequestBody):
    """A device's random number for the round that is dealt next."""

    game: Number
    round: Number
    number: Hash


class Move(RequestBody):
    """A move as a record line without seat and points, the last line that the client knows, and a unique id."""

    move: str = Field(max_length=40)
    seat: Number
    after: Number
    id: Id | None = None


class Keys(RequestBody):
    keys: list[Annotated[str, Field(max_length=100)]] = Field(max_length=_MAX_KEYS)


# The same over a socket, where unknown fields are ignored: a newer page may send them.

_MESSAGE = ConfigDict(extra="ignore")


class Hello(RequestBody):
    """The first message: the client's key, and the game and number of the last line that it has."""

    model_config = _MESSAGE
    type: Literal["hello"]
    key: str | None = Field(None, max_length=100)
    game: Number | None = None
    last: Number = Field(0, alias="from")


class MoveMessage(Move):
    model_config = _MESSAGE
    type: Literal["move"]


class ReadyMessage(Ready):
    model_config = _MESSAGE
    type: Literal["ready"]
    id: Id | None = None


class NumberMessage(RandomNumber):
    model_config = _MESSAGE
    type: Literal["number"]
    id: Id | None = None


class ReactionMessage(RequestBody):
    """A picture for everybody at the table, from a person with a seat."""

    model_config = _MESSAGE
    type: Literal["reaction"]
    seat: Number
    reaction: Reaction
    id: Id | None = None


class Ping(RequestBody):
    model_config = _MESSAGE
    type: Literal["ping"]
    id: Id | None = None


ClientMessage = MoveMessage | ReadyMessage | NumberMessage | ReactionMessage | Ping

_hello: TypeAdapter[Hello] = TypeAdapter(Hello)
_message: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
_id: TypeAdapter[str] = TypeAdapter(Id)


def malformed() -> Refused:
    return Refused("malformed", "The message could not be read.", 422)


def read_hello(text: str) -> Hello:
    """The first message of a socket; raises `Refused` if it is not valid."""
    try:
        return _hello.validate_json(text)
    except ValidationError:
        raise malformed() from None


def read_message(text: str) -> ClientMessage:
    """A message of a socket; raises `Refused` if it is not valid."""
    try:
        return _message.validate_json(text)
    except ValidationError:
        raise malformed() from None


def sent_id(text: str) -> str:
    """The id in an invalid message; empty if it has none that can be sent back."""
    try:
        return _id.validate_python(from_json(text)["id"])
    except (ValueError, TypeError, KeyError):
        return ""


# What the server sends over a socket.


@with_config(extra="forbid", strict=True)
class Frame(TypedDict):
    """A JSON object that the server sends, with exactly the declared fields."""


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
    """The round that is dealt next, its commitment, and the receipts of the numbers given for it, by seat."""

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

    `hints`: whether players may ask for hints.
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


class Option(Frame):
    """A legal move and the points it scores; the client sends `move` back unchanged."""

    move: str
    points: int
    tile: NotRequired[str]
    cell: NotRequired[str]
    bonus: NotRequired[Bonus | None]
    shows: NotRequired[str]


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
    """The receipt of a random number; null if the number will not be in the deal."""

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


class Refusal(Frame):
    """The message with this id was refused; if the id is null, the socket is closed. `message`: the reason's id."""

    type: Literal["refused"]
    id: str | None
    reason: str
    code: str
    message: str | None


class Pong(Frame):
    type: Literal["pong"]


TableFrame = Annotated[Table | Header | Lines | Ack | Receipt | Reacted | Refusal | Pong, Field(discriminator="type")]


class TableView(Frame):
    """The table and the game as the key's holder, or a spectator, may see them; null before the first game."""

    table: Table
    header: Header | None
    now: Now | None


def encode(frame: Any) -> str:
    """A frame as text."""
    return to_json(frame).decode()
