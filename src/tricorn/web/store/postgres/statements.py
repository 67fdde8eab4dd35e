"""The SQL statements that write to a table, one for each kind of write except appending lines (`appender`).

Each takes the table's lock (`leases.may_write`), writes, and notifies the other nodes. `written` has a row if the write
succeeded. The first three parameters are the node's name, the table's code and the notification.
"""

from __future__ import annotations

from tricorn.web.store.postgres.connections import CHANNEL
from tricorn.web.store.postgres.leases import may_write, table_lock

__all__ = ["BEGIN_GAME", "CREATE_TABLE", "DEAL", "LOCK", "PROBE", "REPLACE_TAIL", "TAKE_BACK", "UPDATE_TABLE"]

_ACCESS = f"WITH access AS MATERIALIZED (SELECT {may_write('$2', '$1')} AS allowed)"
_RESULT = f"""
    SELECT (SELECT allowed FROM access) AS allowed, count(*) AS written,
        CASE WHEN count(*) > 0 AND $3::text IS NOT NULL THEN pg_notify('{CHANNEL}', $3) END
    FROM written
"""
_KEYS = """
    old_keys AS (DELETE FROM keys USING written WHERE keys.code = written.code AND hash != ALL($4::text[])),
    new_keys AS (
        INSERT INTO keys (code, hash) SELECT code, hash FROM written, unnest($4::text[]) AS hash ON CONFLICT DO NOTHING
    )
"""
_WRITE_TABLE = f"""
    {_ACCESS}, written AS (
        INSERT INTO tables (code, about, phase, listed, touched, version, digest)
        SELECT $2, $5, $6, $7::boolean, $8::double precision, $9::integer, $10::bytea FROM access WHERE allowed
        ON CONFLICT (code) DO UPDATE SET about = $5, phase = $6, listed = $7, touched = $8, version = $9, digest = $10
        WHERE tables.version = $9 - 1
        RETURNING code
    ), {_KEYS}
"""
CREATE_TABLE = _WRITE_TABLE + _RESULT
BEGIN_GAME = f"""
    {_WRITE_TABLE}, new_game AS (
        INSERT INTO games (code, game, header, digest) SELECT code, $11::integer, $12, $13::bytea FROM written
    ), new_lines AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT code, $11, n, line, move, digest
        FROM written, unnest($14::text[], $15::text[], $16::bytea[]) WITH ORDINALITY AS input (line, move, digest, n)
    )
    {_RESULT}
"""
_LEASED = "EXISTS (SELECT FROM leases WHERE code = $2 AND node = $1)"


def _update_table(condition: str, change: str = "") -> str:
    return f"""
        {_ACCESS}, written AS (
            UPDATE tables SET about = $5, listed = $6, touched = $7, version = $8, digest = $9 {change} FROM access
            WHERE allowed AND code = $2 AND version = $8 - 1 AND {condition}
            RETURNING code
        ), {_KEYS}
    """


UPDATE_TABLE = _update_table("true", ", phase = coalesce($10::text, phase)") + _RESULT
DEAL = f"""
    {_update_table(f"(NOT $15 OR {_LEASED}) AND $11 = (SELECT max(n) FROM lines WHERE code = $2 AND game = $10)")},
    new_lines AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT code, $10::integer, $11::integer + i, line, move, digest
        FROM written, unnest($12::text[], $13::text[], $14::bytea[]) WITH ORDINALITY
            AS input (line, move, digest, i)
    )
    {_RESULT}
"""
# It deletes all lines after line $12 that it sees, so the table's lock must be taken first, by `LOCK`, in the same
# transaction: a line that another node has added before is then seen.
TAKE_BACK = f"""
    {_update_table("$11 = (SELECT max(n) FROM lines WHERE code = $2 AND game = $10)")},
    old_lines AS (DELETE FROM lines USING written WHERE lines.code = written.code AND game = $10 AND n > $12)
    {_RESULT}
"""
LOCK = f"SELECT {table_lock('$1')}"
# The old lines are deleted and counted before the new ones are inserted. If another node has added a line since the
# statement began, one of the new lines has the same number, and the database refuses the whole statement.
REPLACE_TAIL = f"""
    {_ACCESS}, valid AS MATERIALIZED (
        SELECT FROM access WHERE allowed AND {_LEASED}
            AND $6 = (SELECT coalesce(max(n), 0) FROM lines WHERE code = $2 AND game = $4)
    ), old_lines AS (
        DELETE FROM lines USING valid WHERE code = $2 AND game = $4 AND n > $5 AND n <= $6 RETURNING n
    ), written AS (
        INSERT INTO lines (code, game, n, line, move, digest)
        SELECT $2, $4::integer, $5::integer + i, line, move, digest
        FROM valid, unnest($7::text[], $8::text[], $9::bytea[]) WITH ORDINALITY AS input (line, move, digest, i)
        WHERE (SELECT count(*) FROM old_lines) = $6::integer - $5
        RETURNING code
    ), new_state AS (
        UPDATE tables SET phase = coalesce($10, phase), touched = $11
        WHERE code = $2 AND EXISTS (SELECT FROM written)
    )
    {_RESULT}
"""
PROBE = "UPDATE nodes SET probed = clock_timestamp() WHERE name = $1 AND expires > clock_timestamp() RETURNING name"
