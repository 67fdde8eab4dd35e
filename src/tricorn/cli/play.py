"""`tricorn play`: a game in the terminal, against bots or with others at one keyboard."""

from __future__ import annotations

import argparse
from pathlib import Path

from tricorn.bots import SearchBot
from tricorn.cli.failure import Failure
from tricorn.cli.files import write_atomically
from tricorn.cli.language import add_language, language_from
from tricorn.cli.options import add_edition, check_bots, check_names, edition_from
from tricorn.cli.terminal.autosave import add_resume, resumed_file
from tricorn.cli.terminal.game_session import GameSession
from tricorn.cli.terminal.game_setup import new_game, occupants_to_resume, record_to_resume, resumed_game, seats_for
from tricorn.cli.terminal.seats import HUMAN, seat_names
from tricorn.core.compile import ensure_compiled
from tricorn.errors import TricornError
from tricorn.game import Game
from tricorn.locales.i18n import Language, Translator
from tricorn.wording import Say

_DEFAULT_BOT = "greedy"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_edition(parser)
    add_language(parser)
    parser.add_argument("--players", metavar="N", type=int, help="number of players, you included (default: 2)")
    parser.add_argument("--bot", metavar="BOT", help=f"the bot to play against (default: {_DEFAULT_BOT})")
    parser.add_argument(
        "--seats",
        metavar="SEAT,SEAT…",
        help="who plays each seat: human or a bot, with a name if you like, as in Ana=human,greedy,Bo=human",
    )
    parser.add_argument("--seed", metavar="S", type=int, help="the seed of the deals (default: a new seed)")
    parser.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="save the game in this new file (default: a new file in the data folder)",
    )
    add_resume(
        parser, "continue a saved game (default: the latest one); without --save it is saved to the same file again"
    )


def run(args: argparse.Namespace) -> int:
    language = language_from(args.language)
    say = language.gettext
    args.resume = resumed_file(args.resume, "play", say)
    if args.save is not None and _would_overwrite(args.save, args.resume):
        template = say("--save {name}: the file exists already; choose a new name, or use --resume to continue it")
        raise Failure(template.format(name=args.save))
    try:
        game, occupants = _new(args, say) if args.resume is None else _resumed(args, language)
        check_bots(occupant for occupant in occupants if occupant != HUMAN)
    except TricornError as error:
        raise Failure(error.phrase.words(Translator(language))) from None
    session = GameSession(game, occupants, args.save or args.resume, language)
    if any(isinstance(bot, SearchBot) for bot in session.bots.values()):
        ensure_compiled()  # now, not during the first move
    if args.save is not None:
        # Now, so that a bad file name is reported before the first move.
        write_atomically(args.save, game.record().encode())
    return session.run()


def _new(args: argparse.Namespace, say: Say) -> tuple[Game, list[str]]:
    edition = edition_from(args)
    seats = seats_for(edition, args.players, args.seats, args.bot or _DEFAULT_BOT, say)
    check_names(seat_names(seats), say)
    occupants = [seat.occupant for seat in seats]
    return new_game(edition, seats, args.seed), occupants


def _resumed(args: argparse.Namespace, language: Language) -> tuple[Game, list[str]]:
    say = language.gettext
    for option in ("edition", "preset", "rule", "players", "seed"):
        if getattr(args, option) not in (None, []):
            template = say("--{option}: not allowed with --resume, because the record already says it")
            raise Failure(template.format(option=option))
    record = record_to_resume(args.resume, language)
    occupants = occupants_to_resume(record, args.seats, args.bot or _DEFAULT_BOT, args.resume, language)
    return resumed_game(record, occupants, args.resume, language), occupants


def _would_overwrite(save: Path, resume: Path | None) -> bool:
    """Whether saving would overwrite a file other than the one that is resumed."""
    if not save.is_file() or save.stat().st_size == 0:
        return False
    return resume is None or not resume.exists() or not save.samefile(resume)
