"""Sets up a game in the terminal: a new one, or one resumed from its record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from tricorn.bots import ProcessBot, bot_named
from tricorn.bots.bots_key import BOTS_KEY
from tricorn.cli.failure import Failure
from tricorn.cli.files import STDIO, read_record, record_failure
from tricorn.cli.terminal.seats import (
    HUMAN,
    SeatChoice,
    bots_header,
    default_seats,
    occupants_from_header,
    parse_seats,
    seat_names,
)
from tricorn.core.rng import MAX_SEED
from tricorn.editions import Edition
from tricorn.errors import RecordError, TricornError
from tricorn.game import Game, lot_from, new_seed, shuffled
from tricorn.locales.i18n import Language, Translator
from tricorn.record import Deal, DealNumber, Receipt, Record, RoundStart, Secret, Well, parse_record
from tricorn.wording import Say

__all__ = ["new_game", "occupants_to_resume", "record_to_resume", "resumed_game", "seats_for"]


def seats_for(edition: Edition, players: int | None, seats: str | None, bot: str, say: Say) -> list[SeatChoice]:
    """The seats of the command line; their number is checked against the edition."""
    if seats is None:
        count = 2 if players is None else players
        edition.check_players(count)
        return default_seats(count, bot)
    parsed = parse_seats(seats, bot)
    if players not in (None, len(parsed)):
        template = say("--players {players}: --seats names {named}; expected the same number")
        raise Failure(template.format(players=players, named=len(parsed)))
    edition.check_players(len(parsed))
    return parsed


def new_game(edition: Edition, seats: Sequence[SeatChoice], seed: int | None) -> Game:
    """A game dealt from a seed; the record has the seed, so that the game can be resumed."""
    seed = new_seed() if seed is None else seed
    today = datetime.now().astimezone().date().isoformat()
    keys = [("date", today), ("seed", str(seed)), bots_header([seat.occupant for seat in seats])]
    return Game(edition, seat_names(seats), seed, keys)


def record_to_resume(path: Path, language: Language) -> Record:
    """The record of a game to resume, without an incomplete deal at its end, which is dealt again."""
    name, say = str(path), language.gettext
    if name == STDIO:
        raise Failure(say("--resume -: expected a file, because the game is saved in it"))
    try:
        record = parse_record(read_record(name, say))
    except RecordError as error:
        raise record_failure(name, error, Translator(language)) from None
    by_lot = record.edition.start == "choice"  # then the lot ends a deal, otherwise the well
    in_deal = RoundStart | Receipt | DealNumber | Deal
    length = len(record.events)
    while length and isinstance(record.events[length - 1], in_deal | Well if by_lot else in_deal):
        length -= 1
    return replace(record, events=record.events[:length], lines=record.lines[:length])


def occupants_to_resume(record: Record, seats: str | None, bot: str, path: Path, language: Language) -> list[str]:
    """Who plays: from the command line, else from the record's key, else a person at A and bots."""
    players, say = len(record.names), language.gettext
    if seats is not None:
        chosen = parse_seats(seats, bot)
        if len(chosen) != players or any(seat.name for seat in chosen):
            template = say(
                "--seats {seats}: {file} has {players} players; expected human or a bot for each, without names"
            )
            raise Failure(template.format(seats=seats, file=path, players=players))
        return [seat.occupant for seat in chosen]
    for key, value in record.keys:
        if key == BOTS_KEY:
            try:
                occupants = occupants_from_header(value, players)
                _check_external_bots(occupants, bot, path, say)
            except TricornError as error:
                raise Failure(f"{path}: {error.phrase.words(Translator(language))}") from None
            return occupants
    return [seat.occupant for seat in default_seats(players, bot)]


def _check_external_bots(occupants: Sequence[str], bot: str, path: Path, say: Say) -> None:
    """Refuse a bot that is a program unless the command line names it too: a record must not start programs."""
    for occupant in occupants:
        if occupant not in (HUMAN, bot) and isinstance(bot_named(occupant), ProcessBot):
            template = say("{file}: {bot} plays in this game; to start it again, name it: --bot {bot}")
            raise Failure(template.format(file=path, bot=occupant))


def resumed_game(record: Record, occupants: Sequence[str], path: Path, language: Language) -> Game:
    """The game as far as it is recorded, ready to continue."""
    say = language.gettext
    try:
        game = Game.from_record(record)
    except RecordError as error:
        raise record_failure(str(path), error, Translator(language)) from None
    if game.outcome() is None and any(isinstance(event, Receipt | DealNumber | Secret) for event in game.events):
        template = say(
            "{file}: a game dealt by a server cannot be continued here, "
            "because only the server has the secrets of its next deals"
        )
        raise Failure(template.format(file=path))
    current = game.round
    if current is not None and current.result is None and (any(current.hidden) or None in current.well):
        template = say("{file}: expected a record with every hand and the well, because they are needed to continue")
        raise Failure(template.format(file=path))
    game.keys = (*(pair for pair in game.keys if pair[0] != BOTS_KEY), bots_header(occupants))
    seed = _recorded_seed(record)
    game.seed = new_seed() if seed is None else seed
    game.settle()
    if game.round is None:
        game.deal(shuffled(game.seed, 1), lot=lot_from(game.seed, 1, game.players))
    return game


def _recorded_seed(record: Record) -> int | None:
    """The seed in the record if it is one that this program writes; another one stays in the record but is not used."""
    for key, value in record.keys:
        if key == "seed" and re.fullmatch("0|[1-9][0-9]{0,18}", value) and int(value) <= MAX_SEED:
            return int(value)
    return None
