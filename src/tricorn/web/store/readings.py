"""The migration that keeps stored games valid after a reading of a rulebook has changed.

Where an earlier reading (R9, R15, R16) matters to a game or score sheet, it is written as a house rule into the edition
line of the header and into the edition of the table's description. Tables without a game follow today's reading.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["POSTGRES", "SQLITE"]

# The edition lines to which an earlier reading matters. `{line}` is the line with a space at both ends.
_LIMITED = (
    "({line} LIKE '% spanish %' OR {line} LIKE '% draw_limit=%') AND {line} NOT LIKE '% draw_limit=none %' "
    "AND {line} NOT LIKE '% blocked_when=%'"
)
_READINGS = (
    ("blocked_when=passes", _LIMITED),
    ("beside=sides", "{line} LIKE '% domino-site %' AND {line} NOT LIKE '% beside=%'"),
    ("zero_option=yes", "{line} LIKE '% domino-site %' AND {line} NOT LIKE '% zero_option=%'"),
)


def _steps(header: str, headers: str, edition: str, abouts: str) -> Iterator[str]:
    """Both updates for every reading, given a database's own expressions to read and change JSON."""
    for rule, matters in _READINGS:
        yield f"""
            UPDATE tables SET version = version + 1, about = {abouts.format(rule=rule)}
            WHERE code IN (SELECT code FROM games) AND {matters.format(line=f"(' ' || {edition} || ' ')")};
            UPDATE games SET header = {headers.format(rule=rule)}
            WHERE {matters.format(line=f"({header} || ' ')")};
        """


SQLITE = "".join(
    _steps(
        header="json_extract(header, '$[1]')",
        headers="json_set(header, '$[1]', json_extract(header, '$[1]') || ' {rule}')",
        edition="json_extract(about, '$.edition')",
        abouts="json_set(about, '$.edition', json_extract(about, '$.edition') || ' {rule}')",
    )
)
POSTGRES = "".join(
    _steps(
        header="(header::jsonb ->> 1)",
        headers="jsonb_set(header::jsonb, '{{1}}', to_jsonb((header::jsonb ->> 1) || ' {rule}'))::text",
        edition="(about::jsonb ->> 'edition')",
        abouts="jsonb_set(about::jsonb, '{{edition}}', to_jsonb((about::jsonb ->> 'edition') || ' {rule}'))::text",
    )
)
