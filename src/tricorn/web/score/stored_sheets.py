"""Score sheets as the store has them: new ones, loaded ones, averages of players. Some is done in other processes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tricorn.record import Record, parse_record
from tricorn.sheet import Sheet
from tricorn.sheet.averages import Averages, averages
from tricorn.sheet.entry import Entry
from tricorn.sheet.from_record import read_record
from tricorn.web.record_checks import refusing_invalid, with_clean_header
from tricorn.web.refusals import Refused
from tricorn.web.store import Damaged, StoredGame, StoredLine
from tricorn.web.work.pacing import paced

__all__ = ["GAME_NUMBER", "MAX_ENTRIES", "game_from_record", "load_sheet", "new_game", "player_averages"]

GAME_NUMBER = 1  # of a sheet's only game
MAX_ENTRIES = 1_000  # several times the longest game on a real table


def game_from_record(text: str) -> StoredGame:
    """A record as changes to an empty sheet; raises `Refused` if it is not valid."""
    with refusing_invalid():
        record, entries = read_record(text)
    if len(entries) > MAX_ENTRIES:
        raise Refused("too-long", "This sheet is too long for more entries.", 422)
    return new_game(Record(record.edition, record.names, record.keys), entries)


def new_game(header: Record, entries: Iterable[Entry] = ()) -> StoredGame:
    """Entries as changes to an empty sheet; raises `Refused` if its names or its header cannot be stored."""
    lines = tuple(StoredLine(f"add {entry}") for entry in entries)
    return StoredGame(GAME_NUMBER, tuple(with_clean_header(header).header()), lines)


def load_sheet(game: StoredGame) -> Sheet:
    """The sheet after stored changes; raises `Damaged` if they do not replay."""
    try:
        header = parse_record("\n".join(game.header) + "\n")
        sheet = Sheet(header.edition, header.names, header.keys)
        sheet.apply_changes(line.line for line in paced(game.lines))
    except Exception as error:
        raise Damaged(f"game {game.number} does not replay ({type(error).__name__})") from None
    return sheet


def player_averages(games: Sequence[StoredGame]) -> list[Averages]:
    """The averages of every player in some finished games, also with lines that cannot be right."""
    records = [parse_record(load_sheet(game).settled().record()) for game in games]
    names = dict.fromkeys(name for record in records for name in record.names)
    by_player = (averages(records, name) for name in names)
    return [figures for figures in by_player if figures is not None]
