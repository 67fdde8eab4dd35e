"""A table's description: its edition, who sits where, which keys prove it; kept as JSON beside its games."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, get_args

from tricorn.bots import LEVELS
from tricorn.bots.header import write_bots
from tricorn.dealing import Chain
from tricorn.editions import edition_named
from tricorn.errors import TricornError
from tricorn.record import is_hash
from tricorn.web.languages import Language
from tricorn.web.names import clean_name, unused_name
from tricorn.web.numbers import GivenNumber, NextDeal
from tricorn.web.refusals import Refused
from tricorn.web.store import Damaged

__all__ = [
    "DEFAULT_LEVEL",
    "About",
    "Kind",
    "Seat",
    "SheetState",
    "State",
    "bot_name",
    "check_field",
    "check_level",
    "checked_edition",
    "hash_of",
    "human_name",
    "is_sheet",
    "new_key",
    "reading_description",
    "same_key",
]

Kind = Literal["human", "bot", "open"]
State = Literal["waiting", "playing", "over"]
SheetState = Literal["scoring", "scored"]  # of a score sheet, which is kept beside the tables

DEFAULT_LEVEL = "medium"
_LONGEST_EDITION = 400


def is_sheet(state: str) -> bool:
    """Whether what is kept in this state is a score sheet and no table."""
    return state in get_args(SheetState)


@contextmanager
def reading_description() -> Iterator[None]:
    """Whatever is wrong with a description that was stored, it is `Damaged`."""
    try:
        yield
    except Damaged:
        raise
    except Exception as error:
        raise Damaged(f"its description cannot be read ({type(error).__name__})") from None


def check_field(name: str, is_right: bool) -> None:
    if not is_right:
        raise Damaged(f"its description cannot be read ({name})")


def new_key() -> str:
    """A seat's secret: 32 characters that nobody guesses."""
    return secrets.token_urlsafe(24)


def hash_of(key: str) -> str:
    """What is kept of a key. It is random through and through, so one plain digest hides it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def same_key(one: str | None, other: str | None) -> bool:
    """Whether two hashes are those of one key, in a time that does not tell how much of them agrees."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


def check_level(level: str | None) -> str:
    """A bot's level, or the usual one."""
    if level is None:
        return DEFAULT_LEVEL
    if level not in LEVELS:
        raise Refused("level", "There is no such bot; there are {levels}.", 422, levels=", ".join(LEVELS))
    return level


@dataclass(frozen=True)
class Seat:
    """One seat: `key` is the hash of its person's key, `level` the bot that plays on it or stands in."""

    kind: Kind
    name: str = ""
    level: str | None = None
    key: str | None = None

    @property
    def is_machine(self) -> bool:
        """Whether the seat is a bot's own."""
        return self.kind == "bot" and self.key is None

    @property
    def stands_in(self) -> bool:
        """Whether a bot plays for the person whose seat this is."""
        return self.kind == "bot" and self.key is not None


@dataclass(frozen=True)
class About:
    """What a table is, apart from its game."""

    edition: str
    seats: tuple[Seat, ...]
    host_key: str
    listed: bool = False
    pass_and_play: bool = False
    started: bool = False
    starting: bool = False  # its game begins when its maker comes back, who has seen the commitment by then
    created: float = field(default=0.0)
    secret: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)  # its deals come from it
    given: tuple[GivenNumber, ...] = field(default=(), repr=False)  # the numbers for the next deal

    @property
    def host(self) -> int | None:
        """The host's seat; None where the host only watches."""
        return next(iter(self.seats_of(self.host_key)), None)

    def seats_of(self, key: str | None) -> tuple[int, ...]:
        """The seats that the hash of a key holds."""
        return tuple(n for n, seat in enumerate(self.seats) if same_key(key, seat.key))

    def first_open(self) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if seat.kind == "open"), None)

    def with_seat(self, number: int, seat: Seat) -> About:
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def keys(self) -> tuple[str, ...]:
        """The hashes of all its keys."""
        return tuple(sorted({self.host_key, *(seat.key for seat in self.seats if seat.key is not None)}))

    def bots(self) -> str:
        """The seats of bots with their levels, as a record's header has them: `B medium C hard`."""
        bots = {n: seat.level for n, seat in enumerate(self.seats) if seat.level is not None}
        return write_bots(bots) if bots else ""

    def chain(self, game: int) -> Chain:
        """The secrets that a game at this table is dealt from."""
        return Chain(hash_of(f"{self.secret} game {game}"))

    def number_of(self, key: str, due: NextDeal) -> GivenNumber | None:
        """What the holder of a key has given for a deal."""
        return next((given for given in self.given if given.is_for(due) and same_key(given.key, key)), None)

    def with_number(self, new: GivenNumber, due: NextDeal) -> About:
        """With one number more; those for deals that were made are forgotten."""
        return replace(self, given=(*(given for given in self.given if given.is_for(due)), new))

    def numbers(self, due: NextDeal | None) -> dict[int, str]:
        """The numbers for a deal, each under the first seat that its device holds."""
        return {seat: given.number for seat, given in self._given_for(due)}

    def receipts(self, due: NextDeal | None) -> dict[int, str]:
        """The receipts that were given for them."""
        return {seat: given.receipt for seat, given in self._given_for(due)}

    def _given_for(self, due: NextDeal | None) -> list[tuple[int, GivenNumber]]:
        held = [(self.seats_of(given.key), given) for given in self.given if given.is_for(due)]
        return sorted((seats[0], given) for seats, given in held if seats)

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> About:
        """A description as it was stored; `Damaged` if it is none."""
        with reading_description():
            fields: dict[str, Any] = json.loads(text)
            given = tuple(GivenNumber(*each) for each in fields.get("given", ()))
            about = cls(**{**fields, "seats": tuple(Seat(**seat) for seat in fields["seats"]), "given": given})
            edition_named(about.edition).check_players(len(about.seats))
            check_field("seats", all(_is_seat(seat) for seat in fields["seats"]))
            check_field("host_key", is_hash(about.host_key))
            check_field("secret", is_hash(about.secret))
            flags = (about.listed, about.pass_and_play, about.started, about.starting)
            check_field("flags", all(isinstance(flag, bool) for flag in flags))
            check_field("given", all(is_hash(text) for each in given for text in each[2:]))
            check_field("created", isinstance(about.created, int | float))
        return about


def _is_seat(fields: dict[str, Any]) -> bool:
    level, key = fields["level"], fields["key"]
    texts = isinstance(fields["name"], str) and (level is None or isinstance(level, str))
    return texts and fields["kind"] in get_args(Kind) and (key is None or is_hash(key))


def human_name(name: str | None, number: int, seats: Iterable[Seat], language: Language) -> str:
    """The name a person gave, or one for the seat; with a number if somebody has it or one that looks like it."""
    given = clean_name(name) if name else language.gettext("Player {number}").format(number=number + 1)
    return unused_name(given, [seat.name for seat in seats])


def bot_name(seats: Iterable[Seat]) -> str:
    """A name for a bot, the same for readers of all languages; its level is told apart from it."""
    return unused_name("Bot", [seat.name for seat in seats])


def checked_edition(text: str) -> str:
    """The edition line with its house rules, in its usual spelling."""
    if len(text) > _LONGEST_EDITION:
        raise Refused("edition", "The edition and its house rules are too long.", 422)
    try:
        edition = edition_named(text)
    except TricornError as error:
        raise Refused.by_rules(error, "edition", 422) from None
    return " ".join([edition.id, *(f"{key}={value}" for key, value in edition.spelled())])
