"""A table's description: its edition, who has which seat, and the hashes of their keys. It is stored as JSON."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, get_args

from tricorn.bots import DEFAULT_LEVEL, is_adaptive
from tricorn.bots.bots_key import write_bots
from tricorn.dealing import Chain, hash_of
from tricorn.editions import Edition, edition_named
from tricorn.errors import TricornError
from tricorn.record import is_hash
from tricorn.web.names import unused_name
from tricorn.web.push.subscriptions import Subscription
from tricorn.web.refusals import Refused
from tricorn.web.security.keys import KeyHash, same_key
from tricorn.web.stored_info import check_field, reading_stored_info
from tricorn.web.tables.bot_names import BOT_NAMES
from tricorn.web.tables.next_deal import DeviceNonce, NextDeal
from tricorn.web.tables.results import Agreement, EarlyEnding, PastGame, Subject

__all__ = [
    "Kind",
    "OnResign",
    "Phase",
    "Seat",
    "TableInfo",
    "bot_name",
    "check_players",
    "clean_edition",
    "level_or_default",
]

Kind = Literal["human", "bot"]
Phase = Literal["waiting", "playing", "over"]
OnResign = Literal["bot", "end"]  # when a player resigns, a bot plays on or the game ends

_MAX_EDITION_LENGTH = 400
_MAX_PAST_GAMES = 200


@dataclass(frozen=True)
class Seat:
    """One seat: `key` is its person's, `level` is that of the bot that plays or stands in.

    A person who has `resigned` does not come back before the next game.
    """

    kind: Kind
    name: str = ""
    level: str | None = None
    key: KeyHash | None = None
    resigned: bool = False

    @property
    def has_no_person(self) -> bool:
        """Whether the seat belongs to a bot, and not to a person for whom one stands in."""
        return self.kind == "bot" and self.key is None


@dataclass(frozen=True)
class TableInfo:
    """Everything about a table except its games. The fields are the keys of the stored JSON."""

    edition: str
    seats: tuple[Seat, ...]
    host_key: KeyHash
    listed: bool = False
    pass_and_play: bool = False
    started: bool = False
    starting: bool = False  # the game begins at the creator's next request, because by then they have the commitment
    created: float = field(default=0.0)
    secret: str = field(default_factory=lambda: secrets.token_hex(32), repr=False)  # its deals are derived from it
    nonces: tuple[DeviceNonce, ...] = field(default=(), repr=False)  # those of the devices for the next deal
    on_resign: OnResign = "bot"
    hints: bool = False  # whether players may have hints even if several people play
    hints_used: tuple[int, ...] = ()  # in the latest game, by seat; empty if there were none
    take_back: bool = True  # whether a person who plays alone against bots may take back turns
    taken_back: int = 0  # how often that happened in the latest game
    past: tuple[PastGame, ...] = ()  # the results of the games before the latest one
    ending: EarlyEnding | None = None  # of the latest game if it ended early
    pushes: tuple[Subscription, ...] = field(default=(), repr=False)  # people who are notified when it is their turn
    agreement: Agreement | None = None  # to end the latest game, or to play another one

    @property
    def host(self) -> int | None:
        """The host's seat; None if the host only watches."""
        return next(iter(self.seats_of(self.host_key)), None)

    def seats_of(self, key: KeyHash | None) -> tuple[int, ...]:
        """The seats that a key holds."""
        return tuple(n for n, seat in enumerate(self.seats) if same_key(key, seat.key))

    @cached_property
    def rules(self) -> Edition:
        """The edition with its house rules."""
        return edition_named(self.edition)

    @property
    def most_players(self) -> int:
        """The most people and bots that can sit down."""
        return self.rules.player_counts()[-1]

    @property
    def free_seats(self) -> int:
        """How many more people can sit down before the game; a bot gives up its seat."""
        return 0 if self.has_begun else self.most_players - sum(not seat.has_no_person for seat in self.seats)

    @property
    def has_begun(self) -> bool:
        """Whether the seats no longer change: a game has begun, or begins at the creator's next request."""
        return self.started or self.starting

    def with_seat(self, number: int, seat: Seat) -> TableInfo:
        """With another seat in place of one, or behind the last."""
        return replace(self, seats=(*self.seats[:number], seat, *self.seats[number + 1 :]))

    def keys(self) -> tuple[KeyHash, ...]:
        """All keys."""
        return tuple(sorted({self.host_key, *(seat.key for seat in self.seats if seat.key is not None)}))

    def bots(self) -> str:
        """The seats of bots with their levels, as in a record's header: `B medium C hard`."""
        bots = {n: seat.level for n, seat in enumerate(self.seats) if seat.level is not None}
        return write_bots(bots) if bots else ""

    def chain(self, game: int) -> Chain:
        """The secrets that a game at this table is dealt from."""
        return Chain(hash_of(f"{self.secret} game {game}"))

    def ending_of(self, game: int) -> EarlyEnding | None:
        """How a game ended early; None if it did not."""
        return self.ending if self.ending is not None and self.ending.game == game else None

    def agreed(self, subject: Subject, game: int) -> tuple[int, ...]:
        """The seats that want a game to end, or another one after it."""
        agreement = self.agreement
        return agreement.seats if agreement is not None and agreement[:2] == (subject, game) else ()

    @property
    def allows_hints(self) -> bool:
        """Whether players may have hints: if one person plays against bots, or if the host allows it."""
        return self.hints or self._has_one_person

    @property
    def allows_take_back(self) -> bool:
        """Whether turns may be taken back: if one person plays against bots; before a game, what the host chose."""
        return self.take_back and (self._has_one_person or not self.has_begun)

    @property
    def _has_one_person(self) -> bool:
        """Whether one person plays against bots; before the game others may still sit down."""
        return self.has_begun and sum(seat.key is not None for seat in self.seats) == 1

    def hints_used_by(self, seat: int) -> int:
        """How many hints a seat has used in the latest game."""
        return self.hints_used[seat] if self.hints_used else 0

    def with_hint(self, number: int) -> TableInfo:
        """With one more hint for a seat."""
        return replace(self, hints_used=tuple(self.hints_used_by(n) + (n == number) for n in range(len(self.seats))))

    def with_past(self, result: PastGame) -> TableInfo:
        """With the result of one more game, and without what belonged to that game."""
        past = (*self.past, result)[-_MAX_PAST_GAMES:]
        return replace(self, past=past, ending=None, agreement=None, hints_used=(), taken_back=0)

    def nonce_for(self, key: KeyHash, deal: NextDeal) -> DeviceNonce | None:
        """The nonce that the holder of a key has sent for a deal."""
        return next((nonce for nonce in self.nonces if nonce.is_for(deal) and same_key(nonce.key, key)), None)

    def with_nonce(self, new: DeviceNonce, deal: NextDeal) -> TableInfo:
        """With one more nonce for a deal; those for earlier deals are dropped."""
        return replace(self, nonces=(*(nonce for nonce in self.nonces if nonce[:2] >= deal[:2]), new))

    def after_deal(self, deal: NextDeal | None) -> TableInfo:
        """Without the nonces that are no longer needed; those for later deals stay if this one is dealt again."""
        return replace(self, nonces=tuple(nonce for nonce in self.nonces if deal and nonce[:2] > deal[:2]))

    def with_taken_back(self, nonces: Sequence[DeviceNonce]) -> TableInfo:
        """With one more turn taken back; `nonces` are those of the deals that were taken back with it."""
        return replace(self, taken_back=self.taken_back + 1, nonces=(*self.nonces, *nonces))

    def nonces_by_seat(self, deal: NextDeal | None) -> dict[int, str]:
        """The nonces for a deal, each under the first seat of its device."""
        return {seat: device.nonce for seat, device in self._by_seat(deal)}

    def receipts(self, deal: NextDeal | None) -> dict[int, str]:
        """The receipts of those nonces."""
        return {seat: device.receipt for seat, device in self._by_seat(deal)}

    def _by_seat(self, deal: NextDeal | None) -> list[tuple[int, DeviceNonce]]:
        holders = [(self.seats_of(device.key), device) for device in self.nonces if device.is_for(deal)]
        return sorted((seats[0], device) for seats, device in holders if seats)

    def subscription_for(self, key: KeyHash | None) -> Subscription | None:
        """The push subscription of the holder of a key."""
        return next((push for push in self.pushes if same_key(key, push.key)), None)

    def with_push(self, new: Subscription) -> TableInfo:
        """With a subscription, which replaces any other of its key."""
        others = self.without_push(new.key).pushes
        return replace(self, pushes=(*others, new))

    def without_push(self, key: KeyHash | None) -> TableInfo:
        return replace(self, pushes=tuple(push for push in self.pushes if not same_key(key, push.key)))

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> TableInfo:
        """A stored description; raises `Damaged` if it is not valid."""
        with reading_stored_info():
            fields: dict[str, Any] = json.loads(text)
            nonces = tuple(DeviceNonce(*values) for values in fields["nonces"])
            seats = tuple(Seat(**seat) for seat in fields["seats"])
            pushes = tuple(Subscription(*values) for values in fields["pushes"])
            info = cls(**{**fields, "seats": seats, "nonces": nonces, "pushes": pushes, **_results(fields, len(seats))})
            check_players(info)
            check_field("seats", all(_is_seat(seat) for seat in fields["seats"]))
            check_field("host_key", is_hash(info.host_key))
            check_field("secret", is_hash(info.secret))
            flags = [info.listed, info.pass_and_play, info.started, info.starting, info.hints, info.take_back]
            flags += [seat.resigned for seat in seats]
            check_field("flags", all(isinstance(flag, bool) for flag in flags))
            check_field("taken_back", isinstance(info.taken_back, int))
            check_field("on_resign", info.on_resign in get_args(OnResign))
            check_field("nonces", all(is_hash(text) for nonce in nonces for text in nonce[2:]))
            check_field("pushes", all(isinstance(text, str) for push in pushes for text in push))
            check_field("created", isinstance(info.created, int | float))
        return info


def check_players(info: TableInfo) -> None:
    """Raise `EditionError` if the rules do not allow these seats; before the game there may be too few."""
    info.rules.check_players(len(info.seats) if info.has_begun else max(len(info.seats), info.rules.min_players))


def _results(fields: dict[str, Any], players: int) -> dict[str, Any]:
    """The fields of finished games, hints and agreements in a stored description."""
    past = tuple(PastGame(game, tuple(scores), winner) for game, scores, winner in fields["past"])
    check_field("past", all(_is_result(result, players) for result in past))
    ending, agreement = fields["ending"], fields["agreement"]
    if ending is not None:
        ending = EarlyEnding(*ending)
        check_field("ending", all(seat is None or seat in range(players) for seat in ending[1:]))
    if agreement is not None:
        subject, game, seats = agreement
        agreement = Agreement(subject, game, tuple(seats))
        check_field("agreement", subject in get_args(Subject) and all(seat in range(players) for seat in seats))
    hints = tuple(fields["hints_used"])
    check_field("hints_used", len(hints) in (0, players) and all(isinstance(number, int) for number in hints))
    return {"past": past, "ending": ending, "agreement": agreement, "hints_used": hints}


def _is_result(result: PastGame, players: int) -> bool:
    is_winner_valid = result.winner is None or result.winner in range(players)
    return is_winner_valid and len(result.scores) == players and all(isinstance(score, int) for score in result.scores)


def _is_seat(fields: dict[str, Any]) -> bool:
    level, key = fields["level"], fields["key"]
    are_texts_valid = isinstance(fields["name"], str) and (level is None or isinstance(level, str))
    return are_texts_valid and fields["kind"] in get_args(Kind) and (key is None or is_hash(key))


def level_or_default(level: str | None, levels: Sequence[str]) -> str:
    """A bot's level, or the default one; raises `Refused` if it is not among these levels or `adaptive:STRENGTH`."""
    if level is None:
        return DEFAULT_LEVEL
    if level not in levels and not is_adaptive(level):
        raise Refused("level", "There is no such bot; choose one of {levels}.", 422, levels=", ".join(levels))
    return level


def bot_name(level: str, seats: Iterable[Seat]) -> str:
    """The first unused name for a bot of this level; with a number if all are taken. Other bots are called Bot."""
    taken = [seat.name for seat in seats]
    names = BOT_NAMES.get(level.partition(":")[0], ("Bot",))
    return next((name for name in names if unused_name(name, taken) == name), unused_name(names[0], taken))


def clean_edition(text: str) -> str:
    """The edition line with its house rules, in canonical spelling."""
    if len(text) > _MAX_EDITION_LENGTH:
        raise Refused("edition", "The rules are too long.", 422)
    try:
        return str(edition_named(text))
    except TricornError as error:
        raise Refused.by_rules(error, "edition", 422) from None
