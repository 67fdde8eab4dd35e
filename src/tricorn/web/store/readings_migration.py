"""The SQL of the migration that keeps stored games valid although Tricorn reads a rulebook differently now.

If an earlier reading (R9, R15, R16) matters to a game or score sheet, it is added as a house rule to the edition line
of the header and to the edition in the table's description. Tables without a game follow today's reading.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["POSTGRES", "SQLITE"]

# For each earlier reading, its house rule and the condition under which it matters. `{line}` is the edition line
# between two spaces.
_LIMITED = (
    "({line} LIKE '% spanish %' OR {line} LIKE '% draw_limit=%') AND {line} NOT LIKE '% draw_limit=none %' "
    "AND {line} NOT LIKE '% blocked_when=%'"
)
_READINGS = (
    ("blocked_when=passes", _LIMITED),
    ("beside=sides", "{line} LIKE '% domino-site %' AND {line} NOT LIKE '% beside=%'"),
    ("zero_option=yes", "{line} LIKE '% domino-site %' AND {line} NOT LIKE '% zero_option=%'"),
)


def _updates(header: str, new_header: str, edition: str, new_about: str) -> Iterator[str]:
    """Both updates for every reading, given a database's own expressions to read and change JSON."""
    for rule, condition in _READINGS:
        yield f"""
            UPDATE tables SET version = version + 1, about = {new_about.format(rule=rule)}
            WHERE code IN (SELECT code FROM games) AND {condition.format(line=f"(' ' || {edition} || ' ')")};
            UPDATE games SET header = {new_header.format(rule=rule)}
            WHERE {condition.format(line=f"({header} || ' ')")};
        """


SQLITE = "".join(
    _updates(
        header="json_extract(header, '$[1]')",
        new_header="json_set(header, '$[1]', json_extract(header, '$[1]') || ' {rule}')",
        edition="json_extract(about, '$.edition')",
        new_about="json_set(about, '$.edition', json_extract(about, '$.edition') || ' {rule}')",
    )
)
POSTGRES = "".join(
    _updates(
        header="(header::jsonb ->> 1)",
        new_header="jsonb_set(header::jsonb, '{{1}}', to_jsonb((header::jsonb ->> 1) || ' {rule}'))::text",
        edition="(about::jsonb ->> 'edition')",
        new_about="jsonb_set(about::jsonb, '{{edition}}', to_jsonb((about::jsonb ->> 'edition') || ' {rule}'))::text",
    )
)
