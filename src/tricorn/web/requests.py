"""What clients send about tables, over HTTP and sockets (docs/protocol.md).

Together with `protocol.py` and `responses.py` this is the only schema: requests and messages are validated against it,
OpenAPI describes it, and the page's types (static/js/shared/protocol.js) are generated from it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from tricorn.editions import DEFAULT_EDITION
from tricorn.web.reaction import Reaction
from tricorn.web.refusals import Refused
from tricorn.web.tables.info import Kind, OnResign

__all__ = [
    "Agree",
    "ClientMessage",
    "Hello",
    "HintRequest",
    "Join",
    "Keys",
    "Move",
    "MoveMessage",
    "NewSeat",
    "NewTable",
    "Nonce",
    "NonceMessage",
    "Ping",
    "Push",
    "PushKeys",
    "ReactionMessage",
    "Ready",
    "ReadyMessage",
    "Rematch",
    "RequestBody",
    "Resign",
    "SeatChange",
    "Start",
    "malformed_message_refusal",
    "read_hello",
    "read_message",
    "sent_id",
]

Number = Annotated[int, Field(ge=0, lt=2**31)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
HexDigits = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  # 256 bits
Name = Annotated[str, Field(max_length=2_000)]  # names over the real limit but under this one get a better message
_Level = Annotated[str, Field(max_length=40)]
_MAX_KEYS = 100


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


class Nonce(RequestBody):
    """A device's nonce, a random number, for the round that is dealt next."""

    game: Number
    round: Number
    nonce: HexDigits


class Move(RequestBody):
    """A move as a record line without seat and points, the last line that the client knows, and a unique id."""

    move: str = Field(max_length=40)
    seat: Number
    after: Number
    id: Id | None = None


class Keys(RequestBody):
    keys: list[Annotated[str, Field(max_length=100)]] = Field(max_length=_MAX_KEYS)


# Messages over a socket. Their unknown fields are ignored, because a newer page may send them.

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


class NonceMessage(Nonce):
    model_config = _MESSAGE
    type: Literal["nonce"]
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


ClientMessage = MoveMessage | ReadyMessage | NonceMessage | ReactionMessage | Ping

_hello: TypeAdapter[Hello] = TypeAdapter(Hello)
_message: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])
_id: TypeAdapter[str] = TypeAdapter(Id)


def malformed_message_refusal() -> Refused:
    return Refused("malformed", "The message could not be read.", 422)


def read_hello(text: str) -> Hello:
    """The first message of a socket; raises `Refused` if it is not valid."""
    try:
        return _hello.validate_json(text)
    except ValidationError:
        raise malformed_message_refusal() from None


def read_message(text: str) -> ClientMessage:
    """A message of a socket; raises `Refused` if it is not valid."""
    try:
        return _message.validate_json(text)
    except ValidationError:
        raise malformed_message_refusal() from None


def sent_id(text: str) -> str:
    """The id in an invalid message; empty if it has none that can be sent back."""
    try:
        return _id.validate_python(from_json(text)["id"])
    except (ValueError, TypeError, KeyError):
        return ""
