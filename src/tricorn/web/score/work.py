"""Slow work on score sheets: reading a record into one, and averages; done in other processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tricorn.errors import RecordError, TricornError
from tricorn.readings import with_readings
from tricorn.record import parse_record
from tricorn.sheet import Sheet
from tricorn.tally import Averages, averages
from tricorn.web.names import check_visible
from tricorn.web.refusals import Refused
from tricorn.web.score.sheet import MAX_ENTRIES, load_sheet
from tricorn.web.store import StoredGame, StoredLine

__all__ = ["FirstChanges", "averages_of", "changes_of", "sheet_of"]


class FirstChanges(NamedTuple):
    """The changes that make up a new sheet."""

    edition: str
    names: tuple[str, ...]
    game: StoredGame


def sheet_of(record: str) -> FirstChanges:
    """The sheet of a record."""
    try:
        sheet = Sheet.from_record(record)
    except RecordError as error:
        raise Refused.by_rules(with_readings(error, record), "record", 422) from None
    except TricornError as error:  # an entry in a comment that cannot be read
        raise Refused.by_rules(error, "record", 422) from None
    if len(sheet.lines) > MAX_ENTRIES:
        raise Refused("too-long", "This sheet has become too long to go on.", 422)
    for name in sheet.names:
        check_visible(name)
    return changes_of(sheet)


def changes_of(sheet: Sheet) -> FirstChanges:
    """A sheet as changes to an empty one."""
    header = tuple(sheet.before(1).record().splitlines())
    lines = tuple(StoredLine(f"add {line.entry}") for line in sheet.lines)
    return FirstChanges(str(sheet.edition), sheet.names, StoredGame(1, header, lines))


def averages_of(games: Sequence[StoredGame]) -> list[Averages]:
    """The averages of everybody in some finished games."""
    records = [parse_record(load_sheet(game).record()) for game in games]
    names = dict.fromkeys(name for record in records for name in record.names)
    each = (averages(records, name) for name in names)
    return [found for found in each if found is not None]
