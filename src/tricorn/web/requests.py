"""What clients send about tables and score sheets alike, over HTTP and sockets (docs/protocol.md).

Together with `protocol.py`, `responses.py` and the modules of the same names in `tables/`, `score/` and `review/` this
is the only schema: requests and messages are validated against it, OpenAPI describes it, and the page's types
(static/js/shared/protocol.js) are generated from it.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import from_json

from tricorn.web.refusals import Refused

__all__ = ["Hello", "Keys", "Ping", "RequestBody", "malformed_message_refusal", "read_hello", "sent_id"]

Number = Annotated[int, Field(ge=0, lt=2**31)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[ -~]+$")]
Name = Annotated[str, Field(max_length=2_000)]  # names over the real limit but under this one get a better message
_MAX_KEYS = 100


class RequestBody(BaseModel):
    """The body of a request, without unknown fields and without type conversions."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Keys(RequestBody):
    keys: list[Annotated[str, Field(max_length=100)]] = Field(max_length=_MAX_KEYS)


# Messages over a socket. Their unknown fields are ignored, because a newer page may send them.

MESSAGE = ConfigDict(extra="ignore")


class Hello(RequestBody):
    """The first message: the client's key, and the game and number of the last line that it has."""

    model_config = MESSAGE
    type: Literal["hello"]
    key: str | None = Field(None, max_length=100)
    game: Number | None = None
    last: Number = Field(0, alias="from")


class Ping(RequestBody):
    model_config = MESSAGE
    type: Literal["ping"]
    id: Id | None = None


_hello: TypeAdapter[Hello] = TypeAdapter(Hello)
_id: TypeAdapter[str] = TypeAdapter(Id)


def malformed_message_refusal() -> Refused:
    return Refused("malformed", "The message could not be read.", 422)


def read_hello(text: str) -> Hello:
    """The first message of a socket; raises `Refused` if it is not valid."""
    try:
        return _hello.validate_json(text)
    except ValidationError:
        raise malformed_message_refusal() from None


def sent_id(text: str) -> str:
    """The id in an invalid message; empty if it has none that can be sent back."""
    try:
        return _id.validate_python(from_json(text)["id"])
    except (ValueError, TypeError, KeyError):
        return ""
