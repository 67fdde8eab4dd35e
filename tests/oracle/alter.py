"""Invalid records, each made from a valid one by a single alteration.

``alterations(text, rng)`` yields them. The oracle has checked each and says which line is wrong; an altered record that
is still valid (for example one without a deal) is not yielded. No alteration relies on a disputable reading of the
format.

"Rescored" alterations also correct the score lines, so that only the rule itself is broken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from tests.oracle import (
    alter_cells,
    alter_commitment,
    alter_deals,
    alter_ends,
    alter_fields,
    alter_form,
    alter_points,
    alter_readings,
    alter_sums,
    alter_turns,
)
from tests.oracle.alter_base import Maker, Record, kinds_of
from tests.oracle.errors import InvalidRecord
from tests.oracle.game import check
from tests.oracle.player import play

KINDS: dict[str, Maker] = {
    **kinds_of(alter_points),
    **kinds_of(alter_cells),
    **kinds_of(alter_turns),
    **kinds_of(alter_deals),
    **kinds_of(alter_ends),
    **kinds_of(alter_form),
    **kinds_of(alter_readings),
    **kinds_of(alter_commitment),
    **kinds_of(alter_sums),
    **kinds_of(alter_fields),
}


class Alteration(NamedTuple):
    """An invalid record: the kind of alteration, its text, and where and why the oracle refuses it."""

    name: str
    text: str
    line: int
    message: str


FAMILY = "pressman-classic draw_limit=3 target=200"
CHILDREN = (
    "pressman-classic scoring=tiles bridge=1 hexagons=1/2/3 start_bonus=0 zero_start=0 draw_limit=3 "
    "draw_penalty=0 pass_penalty=0 out_bonus=5 rounds=3"
)

# Short games; every kind of alteration applies to at least one of them. The last element says whether the deals can be
# checked.
SAMPLES: tuple[tuple[str, int, str, int, bool], ...] = (
    ("pressman-classic target=60", 2, "random", 53, False),
    ("pressman-deluxe target=60", 4, "random", 271, False),
    ("domino-site target=60 clock=30", 3, "greedy", 208, False),
    ("wooden target=20 deal=2/2/2", 3, "random", 16, False),
    ("spanish target=60", 3, "random", 2, False),
    ("spanish target=60 clock=60 draw_limit=none", 2, "random", 5, False),
    ("pressman-deluxe target=60 draw_limit=2 draw_penalty=0 bridge=0", 3, "greedy", 4, False),
    ("pressman-classic target=100 deal=3/3/3/3/3", 3, "random", 13, True),
    ("domino-site target=60", 2, "greedy", 1277, False),
    ("domino-site target=60 deal=20/14/12/9/8", 2, "random", 356, False),
    ("spanish target=60 pass_after_draw=yes blocked_own=no", 2, "random", 18, False),
    ("wooden target=60 deal=2/2/2", 3, "random", 47, False),
    ("goliath target=60", 3, "random", 3, False),
    ("goliath rounds=2 scoring=tiles", 2, "random", 24, False),
    ("goliath target=100 clock=30 deal=14/12/10", 4, "greedy", 0, False),
    ("goliath rounds=2 deal=1/1/1", 3, "random", 0, True),
    (FAMILY, 2, "random", 1, False),
    (CHILDREN, 2, "greedy", 0, False),
)


@cache
def samples() -> list[str]:
    """The records of ``SAMPLES``."""
    return [
        play(edition, players, Random(seed), style, committed=committed)
        for edition, players, style, seed, committed in SAMPLES
    ]


def alterations(
    text: str, rng: Random, per_kind: int = 2, tries: int = 12, kinds: Collection[str] = KINDS
) -> Iterator[Alteration]:
    """Invalid records made from a valid and complete one, up to ``per_kind`` of each of these kinds that applies."""
    record = Record(text, rng)
    for name, maker in KINDS.items():
        if name not in kinds:
            continue
        yielded: set[str] = set()
        for attempt, lines in enumerate(maker(record)):
            if attempt >= tries or len(yielded) >= per_kind:
                break
            altered = "\n".join(lines) + "\n"
            if altered in yielded or lines == record.lines:
                continue
            try:
                check(altered)
            except InvalidRecord as error:
                yielded.add(altered)
                yield Alteration(name, altered, error.line, error.message)
