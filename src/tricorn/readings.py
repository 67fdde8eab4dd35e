"""Earlier readings of the rulebooks, for records that were written under them.

Such a record may be invalid under the current readings, and valid with a house rule that keeps an earlier one.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, combinations

from tricorn.editions import HOUSE_RULES
from tricorn.errors import RecordError
from tricorn.game import Game
from tricorn.record import Record, parse_record

__all__ = ["EARLIER", "with_readings"]

# The earlier readings of R9, R15 and R16, as house rules.
EARLIER = (("blocked_when", "passes"), ("beside", "sides"), ("zero_option", "yes"))


def with_readings(error: RecordError, record: Record | str) -> RecordError:
    """The error, with the house rules for earlier readings that would make its record valid, if there are any."""
    try:
        record = parse_record(record) if isinstance(record, str) else record
    except RecordError:
        return error
    edition = record.edition
    candidates = [(key, value) for key, value in EARLIER if HOUSE_RULES[key].write(getattr(edition, key)) != value]
    for rules in chain.from_iterable(combinations(candidates, size) for size in range(1, len(candidates) + 1)):
        if _is_valid(replace(record, edition=edition.with_house_rules(rules))):
            error.house_rules = tuple(f"{key}={value}" for key, value in rules)
            return error
    return error


def _is_valid(record: Record) -> bool:
    try:
        Game.from_record(record)
    except RecordError:
        return False
    return True
