"""What a node learns about tables and other nodes: changes of a table, who is at it, and reactions."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

from tricorn.web.reaction import Reaction
from tricorn.web.security.keys import KeyHash

__all__ = ["News", "Presence"]


class Presence(NamedTuple):
    """Who is at a table on one node, by their keys, and which seats are ready for the next round."""

    keys: frozenset[KeyHash] = frozenset()
    ready: frozenset[int] = frozenset()
    moment: tuple[int, int] = (0, 0)  # `ready` holds after this game and line

    @classmethod
    def from_list(cls, fields: list[Any]) -> Presence:
        keys, ready, moment = fields
        return cls(frozenset(keys), frozenset(ready), tuple(moment))

    def to_list(self) -> list[Any]:
        return [sorted(field) if isinstance(field, frozenset) else field for field in self]


class News(NamedTuple):
    """What a node learns about tables and other nodes.

    The last three kinds are not sent: a node reports them to itself.

    - `lines`: a game's lines from `first` on are new or, if `amended`, changed.
    - `table`: a table's description has changed.
    - `here`: who is at a table on a node.
    - `who`: a node asks the others for `here`.
    - `reaction`: somebody has sent a picture from a seat.
    - `gone`: a node has stopped.
    - `missed`: notifications may have been lost, so every table must be read again.
    - `lapsed`: this node's row has expired, so everything it knows may be out of date.
    """

    kind: Literal["lines", "table", "here", "who", "reaction", "gone", "missed", "lapsed"]
    node: str = ""
    code: str = ""
    game: int = 0
    first: int = 0
    amended: bool = False
    presence: Presence = Presence()
    reaction: tuple[int, Reaction] | None = None

    def to_json(self) -> str:
        """The notification as compact JSON, because PostgreSQL limits a notification to 8,000 bytes."""
        presence = [] if self.presence == Presence() else self.presence.to_list()
        optional = [presence, self.reaction] if self.reaction else [presence] if presence else []
        return json.dumps([*self[:6], *optional], separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> News:
        fields: list[Any] = json.loads(text)
        news = cls(*fields[:6])
        if fields[6:] and fields[6]:
            news = news._replace(presence=Presence.from_list(fields[6]))
        if fields[7:]:
            news = news._replace(reaction=tuple(fields[7]))
        return news
