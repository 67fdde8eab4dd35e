"""What servers that share a database tell each other: that a table has changed, and who is at it."""

from __future__ import annotations

import json
from typing import Any, Literal, NamedTuple

__all__ = ["News", "Presence"]


class Presence(NamedTuple):
    """Who is at a table on one node, by the hashes of their keys, and what they have said there."""

    keys: frozenset[str] = frozenset()
    ready: frozenset[int] = frozenset()  # the seats that are ready
    moment: tuple[int, int] = (0, 0)  # and for what: after which game and line

    @classmethod
    def from_list(cls, parts: list[Any]) -> Presence:
        keys, ready, moment = parts[:3]  # an older node tells more
        return cls(frozenset(keys), frozenset(ready), tuple(moment))

    def to_list(self) -> list[Any]:
        return [sorted(part) if isinstance(part, frozenset) else part for part in self]


class News(NamedTuple):
    """One piece of news.

    `lines`: a game has lines from `first` on that are new, or (`amended`) differ. `table`: the description is another.
    `here`: who is at a table on a node. `who`: a node asks for that. `gone`: a node is not there any more. `missed`:
    news may have been lost, so everything is to be looked at again. `lapsed`: this node has been taken for gone, so
    nothing that it knows is to be relied on.
    """

    kind: Literal["lines", "table", "here", "who", "gone", "missed", "lapsed"]
    node: str = ""
    code: str = ""
    game: int = 0
    first: int = 0
    amended: bool = False
    presence: Presence = Presence()

    def to_json(self) -> str:
        """The news as a short text: PostgreSQL carries less than 8,000 bytes."""
        presence = [] if self.presence == Presence() else [self.presence.to_list()]
        return json.dumps([*self[:-1], *presence], separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> News:
        kind, node, code, game, first, amended, *more = json.loads(text)
        return cls(kind, node, code, game, first, amended, *map(Presence.from_list, more))
