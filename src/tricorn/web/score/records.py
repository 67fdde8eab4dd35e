"""Score sheets from records, and averages of players. What is slow is called in other processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tricorn.record import parse_record
from tricorn.sheet import Sheet
from tricorn.tally import Averages, averages
from tricorn.web.record_checks import refusing_invalid, with_clean_header
from tricorn.web.refusals import Refused
from tricorn.web.score.sheet import MAX_ENTRIES, load_sheet
from tricorn.web.store import StoredGame, StoredLine

__all__ = ["NewSheetGame", "changes_from_record", "changes_from_sheet", "player_averages"]


class NewSheetGame(NamedTuple):
    """What a new sheet is stored as: its edition, its players, and its first changes."""

    edition: str
    names: tuple[str, ...]
    game: StoredGame


def changes_from_record(record: str) -> NewSheetGame:
    """A record as changes to an empty sheet; raises `Refused` if it is not valid."""
    with refusing_invalid():
        sheet = Sheet.from_record(record)
    if len(sheet.lines) > MAX_ENTRIES:
        raise Refused("too-long", "This sheet is too long for more entries.", 422)
    return changes_from_sheet(sheet)


def changes_from_sheet(sheet: Sheet) -> NewSheetGame:
    """A sheet as changes to an empty one; raises `Refused` if its names or its header cannot be stored."""
    empty = with_clean_header(parse_record(sheet.before(1).record()))
    lines = tuple(StoredLine(f"add {line.entry}") for line in sheet.lines)
    return NewSheetGame(str(sheet.edition), empty.names, StoredGame(1, tuple(empty.header()), lines))


def player_averages(games: Sequence[StoredGame]) -> list[Averages]:
    """The averages of every player in some finished games."""
    records = [parse_record(load_sheet(game).record()) for game in games]
    names = dict.fromkeys(name for record in records for name in record.names)
    by_player = (averages(records, name) for name in names)
    return [figures for figures in by_player if figures is not None]
