"""A score sheet's description: its edition, its players, and who has the pencil. It is stored as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.locales.i18n import Language
from tricorn.record import is_hash
from tricorn.web.names import human_name
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash, hash_key, new_key, same_key
from tricorn.web.stored_info import check_field, reading_stored_info
from tricorn.web.tables.info import clean_edition

__all__ = ["SheetInfo", "SheetPhase", "clean_names", "is_sheet"]

SheetPhase = Literal["scoring", "scored"]  # the phase of a score sheet, which the store treats like a table

_MAX_KEYS = 50  # more devices than ever follow one sheet


def is_sheet(phase: str) -> bool:
    """Whether something stored in this phase is a score sheet and not a table."""
    return phase in get_args(SheetPhase)


@dataclass(frozen=True)
class SheetInfo:
    """Everything about a sheet except its changes. The first key is the creator's."""

    edition: str
    names: tuple[str, ...]
    keys: tuple[KeyHash, ...]
    pencil: KeyHash  # the key that may write
    offered: bool = False  # whether anybody may take the pencil
    created: float = 0.0
    next_code: str | None = None  # the sheet of the next game with the same players

    def can_write(self, key: KeyHash | None) -> bool:
        return same_key(key, self.pencil)

    def has_had_pencil(self, key: KeyHash | None) -> bool:
        """Whether a device has the pencil or had it before."""
        return any(same_key(key, other) for other in self.keys)

    def check_pencil(self, key: KeyHash | None) -> None:
        """Refuse a device that does not have the pencil."""
        if not self.can_write(key):
            raise Refused("not-your-pencil", "Another device has the pencil.", 403)

    def is_creator(self, key: KeyHash | None) -> bool:
        """Whether a key is the creator's, who may take the pencil back at any time."""
        return same_key(key, self.keys[0])

    def take_pencil(self, key: KeyHash | None) -> tuple[SheetInfo, str | None]:
        """The description after a device has taken the pencil, and a new key if the device needs one."""
        if not self.offered and not self.is_creator(key):
            raise Refused("not-offered", "The device that has the pencil has to offer it first.", 403)
        known = next((other for other in self.keys if same_key(key, other)), None)
        if known is not None:
            return replace(self, pencil=known, offered=False), None
        if len(self.keys) >= _MAX_KEYS:
            raise Refused("too-many", "Too many devices have had the pencil.")
        new = new_key()
        return replace(self, pencil=hash_key(new), keys=(*self.keys, hash_key(new)), offered=False), new

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> SheetInfo:
        """A stored description; raises `Damaged` if it is not valid."""
        with reading_stored_info():
            fields: dict[str, Any] = json.loads(text)
            info = cls(**{**fields, "names": tuple(fields["names"]), "keys": tuple(fields["keys"])})
            edition_named(info.edition).check_players(len(info.names))
            check_field("names", all(isinstance(name, str) for name in info.names))
            check_field("keys", bool(info.keys) and all(is_hash(key) for key in (*info.keys, info.pencil)))
            check_field("offered", isinstance(info.offered, bool))
            check_field("created", isinstance(info.created, int | float))
            check_field("next_code", info.next_code is None or isinstance(info.next_code, str))
        return info


def clean_names(edition: str, names: Sequence[str], language: Language) -> tuple[str, tuple[str, ...]]:
    """The edition line in canonical spelling, and the names, all different."""
    line = clean_edition(edition)
    cleaned: list[str] = []
    for number, name in enumerate(names):
        cleaned.append(human_name(name, number, cleaned, language))
    try:
        edition_named(line).check_players(len(cleaned))
    except TricornError as error:
        raise Refused.by_rules(error, "players", 422) from None
    return line, tuple(cleaned)
