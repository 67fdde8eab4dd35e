"""The statements that write to a table in PostgreSQL, one for each kind of write; `appending` appends lines.

A statement takes the table's lock (`leases`), writes (`written`), and notifies the other nodes. Its first parameters
are the node's name, the table's code and the notification.
"""

from __future__ import annotations

from tricorn.web.store.database import CHANNEL
from tricorn.web.store.leases import ours

__all__ = ["BEGIN_GAME", "CREATE_TABLE", "DEAL", "DESCRIBE_TABLE", "PROBE", "REPLACE_TAIL"]

_TURN = f"WITH turn AS MATERIALIZED (SELECT {ours('$2', '$1')} AS ours)"
_NEWS = f"""
    SELECT (SELECT ours FROM turn) AS ours, count(*) AS written,
        CASE WHEN count(*) > 0 AND $3::text IS NOT NULL THEN pg_notify('{CHANNEL}', $3) END
    FROM written
"""
_KEYS = """
    dropped AS (DELETE FROM keys USING written WHERE keys.code = written.code AND hash != ALL($4::text[])),
    added AS (
        INSERT INTO keys (code, hash) SELECT code, hash FROM written, unnest($4::text[]) AS hash ON CONFLICT DO NOTHING
    )
"""
_WRITE_TABLE = f"""
    {_TURN}, written AS (
        INSERT INTO tables (code, about, state, listed, touched, version, digest)
        SELECT $2, $5, $6, $7::boolean, $8::double precision, $9::integer, $10::bytea FROM turn WHERE ours
        ON CONFLICT (code) DO UPDATE SET about = $5, state = $6, listed = $7, touched = $8, version = $9, digest = $10
        WHERE tables.version = $9 - 1
        RETURNING code
    ), {_KEYS}
"""
CREATE_TABLE = _WRITE_TABLE + _NEWS
BEGIN_GAME = f"""
    {_WRITE_TABLE}, begun AS (
        INSERT INTO games (code, game, header, digest) SELECT code, $11::integer, $12, $13::bytea FROM written
    ), first AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT code, $11, n, line, move, digest
        FROM written, unnest($14::text[], $15::text[], $16::bytea[]) WITH ORDINALITY AS given (line, move, digest, n)
    )
    {_NEWS}
"""
_LEASED = "EXISTS (SELECT FROM leases WHERE code = $2 AND node = $1)"


def _describe(condition: str, change: str = "") -> str:
    return f"""
        {_TURN}, written AS (
            UPDATE tables SET about = $5, listed = $6, touched = $7, version = $8, digest = $9 {change} FROM turn
            WHERE ours AND code = $2 AND version = $8 - 1 AND {condition}
            RETURNING code
        ), {_KEYS}
    """


DESCRIBE_TABLE = _describe("true", ", state = coalesce($10::text, state)") + _NEWS
DEAL = f"""
    {_describe(f"(NOT $15 OR {_LEASED}) AND $11 = (SELECT max(n) FROM lines WHERE code = $2 AND game = $10)")},
    dealt AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT code, $10::integer, $11::integer + place, line, move, digest
        FROM written, unnest($12::text[], $13::text[], $14::bytea[]) WITH ORDINALITY
            AS given (line, move, digest, place)
    )
    {_NEWS}
"""
# The old lines are deleted and counted before the new ones are inserted. If somebody has added a line since the
# statement began, its number is also among the new ones, and the database refuses the whole statement.
REPLACE_TAIL = f"""
    {_TURN}, good AS MATERIALIZED (
        SELECT FROM turn WHERE ours AND {_LEASED}
            AND $6 = (SELECT coalesce(max(n), 0) FROM lines WHERE code = $2 AND game = $4)
    ), tail AS (
        DELETE FROM lines USING good WHERE code = $2 AND game = $4 AND n > $5 AND n <= $6 RETURNING n
    ), written AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT $2, $4::integer, $5::integer + place, line, move, digest
        FROM good, unnest($7::text[], $8::text[], $9::bytea[]) WITH ORDINALITY AS given (line, move, digest, place)
        WHERE (SELECT count(*) FROM tail) = $6::integer - $5
        RETURNING code
    ), touched AS (
        UPDATE tables SET state = coalesce($10, state), touched = $11
        WHERE code = $2 AND EXISTS (SELECT FROM written)
    )
    {_NEWS}
"""
PROBE = "UPDATE nodes SET probed = clock_timestamp() WHERE name = $1 AND expires > clock_timestamp() RETURNING name"
