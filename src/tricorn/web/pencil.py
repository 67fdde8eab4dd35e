"""A score sheet's description: its edition, its players, and who has the pencil; kept as JSON beside its changes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.record import is_hash
from tricorn.web.languages import Language
from tricorn.web.refusals import Refused
from tricorn.web.seats import (
    Seat,
    check_field,
    checked_edition,
    hash_of,
    human_name,
    new_key,
    reading_description,
    same_key,
)

__all__ = ["AboutSheet", "checked_names"]

_MOST_KEYS = 50  # more than the devices of a room


@dataclass(frozen=True)
class AboutSheet:
    """What a sheet is, apart from its changes. Keys are hashes; the first is that of whoever made the sheet."""

    edition: str
    names: tuple[str, ...]
    keys: tuple[str, ...]
    pencil: str  # the key that writes
    offered: bool = False  # whether anybody may take the pencil
    created: float = 0.0

    def writes(self, key: str | None) -> bool:
        return same_key(key, self.pencil)

    def made(self, key: str | None) -> bool:
        """Whether a key is that of the sheet's maker, who may take the pencil back at any time."""
        return same_key(key, self.keys[0])

    def taken(self, key: str | None) -> tuple[AboutSheet, str | None]:
        """The sheet with its pencil in another hand, and that device's key if it needs a new one."""
        if not self.offered and not self.made(key):
            raise Refused("not-offered", "Whoever has the pencil has to hand it on first.", 403)
        known = next((each for each in self.keys if same_key(key, each)), None)
        if known is not None:
            return replace(self, pencil=known, offered=False), None
        if len(self.keys) >= _MOST_KEYS:
            raise Refused("too-many", "The pencil has been in too many hands.")
        new = new_key()
        return replace(self, pencil=hash_of(new), keys=(*self.keys, hash_of(new)), offered=False), new

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> AboutSheet:
        """A description as it was stored; `Damaged` if it is none."""
        with reading_description():
            fields: dict[str, Any] = json.loads(text)
            about = cls(**{**fields, "names": tuple(fields["names"]), "keys": tuple(fields["keys"])})
            edition_named(about.edition).check_players(len(about.names))
            check_field("names", all(isinstance(name, str) for name in about.names))
            check_field("keys", bool(about.keys) and all(is_hash(key) for key in (*about.keys, about.pencil)))
            check_field("offered", isinstance(about.offered, bool))
            check_field("created", isinstance(about.created, int | float))
        return about


def checked_names(edition: str, names: Sequence[str], language: Language) -> tuple[str, tuple[str, ...]]:
    """The edition line in its usual spelling, and the names, each different."""
    line = checked_edition(edition)
    seats: list[Seat] = []
    for number, name in enumerate(names):
        seats.append(Seat("human", human_name(name, number, seats, language)))
    try:
        edition_named(line).check_players(len(seats))
    except TricornError as error:
        raise Refused.by_rules(error, "players", 422) from None
    return line, tuple(seat.name for seat in seats)
