"""What clients send about tables, over HTTP and sockets (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from tricorn.editions import DEFAULT_EDITION
from tricorn.web.reaction import Reaction
from tricorn.web.requests import MESSAGE, Id, Name, Number, Ping, RequestBody, malformed_message_refusal
from tricorn.web.tables.info import Kind, OnResign

__all__ = [
    "Agree",
    "ClientMessage",
    "HintRequest",
    "Join",
    "Move",
    "MoveMessage",
    "NewBot",
    "NewSeat",
    "NewTable",
    "Nonce",
    "NonceMessage",
    "Push",
    "PushKeys",
    "ReactionMessage",
    "Ready",
    "ReadyMessage",
    "Rematch",
    "Resign",
    "SeatChange",
    "SeatMove",
    "TableRules",
    "TakeBack",
    "read_message",
]

HexDigits = Annotated[str, Field(pattern="^[0-9a-f]{64}$")]  # 256 bits
_Level = Annotated[str, Field(max_length=40)]


class NewSeat(RequestBody):
    """A seat of a new table: the caller's, a bot's or, with `pass_and_play`, that of another person."""

    kind: Kind
    name: Name | None = None
    level: _Level | None = None


class TableRules(RequestBody):
    """What the host chooses for a table, until the game begins."""

    edition: str = Field(default=DEFAULT_EDITION, max_length=1_000)
    listed: bool = False
    on_resign: OnResign = "bot"
    hints: bool = False
    take_back: bool = True


class NewTable(TableRules):
    """A new table."""

    seats: list[NewSeat] = Field(default=[], max_length=6)
    pass_and_play: bool = False
    start: bool = False


class Join(RequestBody):
    """The caller's name; null for a default one."""

    name: str | None = Field(None, max_length=100_000)


class NewBot(RequestBody):
    """The level of a bot that the host adds."""

    level: _Level | None = None


class SeatChange(RequestBody):
    """Before the game the level of a bot or one's own name, during it who plays: the person or a bot."""

    kind: Kind
    level: _Level | None = None
    name: Name | None = None


class SeatMove(RequestBody):
    """Another place in the order of play. `name`: whose seat it is, in case the seats have changed by now."""

    to: Number
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


class TakeBack(RequestBody):
    """A request to take back a seat's last choice, with the last line that the client knows."""

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
    """A move as a record line without seat and points, the game, the last line that the client knows, and an id."""

    move: str = Field(max_length=40)
    seat: Number
    game: Number | None = None
    after: Number
    id: Id | None = None


# Messages over a socket. Their unknown fields are ignored, because a newer page may send them.


class MoveMessage(Move):
    model_config = MESSAGE
    type: Literal["move"]


class ReadyMessage(Ready):
    model_config = MESSAGE
    type: Literal["ready"]
    id: Id | None = None


class NonceMessage(Nonce):
    model_config = MESSAGE
    type: Literal["nonce"]
    id: Id | None = None


class ReactionMessage(RequestBody):
    """A picture for everybody at the table, from a person with a seat."""

    model_config = MESSAGE
    type: Literal["reaction"]
    seat: Number
    reaction: Reaction
    id: Id | None = None


ClientMessage = MoveMessage | ReadyMessage | NonceMessage | ReactionMessage | Ping

_message: TypeAdapter[ClientMessage] = TypeAdapter(Annotated[ClientMessage, Field(discriminator="type")])


def read_message(text: str) -> ClientMessage:
    """A message of a socket; raises `Refused` if it is not valid."""
    try:
        return _message.validate_json(text)
    except ValidationError:
        raise malformed_message_refusal() from None
