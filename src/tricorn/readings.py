"""Earlier readings of the rulebooks, for records that were written under them.

Such a record may be wrong by today's rules, and right with a house rule that keeps the earlier reading.
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
    """The error, with the house rules for earlier readings that would make its record right, if there are any."""
    try:
        record = parse_record(record) if isinstance(record, str) else record
    except RecordError:
        return error
    edition = record.edition
    others = [rule for rule in EARLIER if HOUSE_RULES[rule[0]].write(getattr(edition, rule[0])) != rule[1]]
    for rules in chain.from_iterable(combinations(others, size) for size in range(1, len(others) + 1)):
        changed = edition.with_house_rules(rules)
        if _is_right(replace(record, edition=changed)):
            error.house_rules = tuple(f"{key}={value}" for key, value in rules)
            return error
    return error


def _is_right(record: Record) -> bool:
    try:
        Game.from_record(record)
    except RecordError:
        return False
    return True
