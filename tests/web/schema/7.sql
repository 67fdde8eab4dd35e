-- A database of version 6, with a game that has begun.
CREATE TABLE tables (
    code TEXT PRIMARY KEY, about TEXT NOT NULL, state TEXT NOT NULL, listed INTEGER NOT NULL,
    touched REAL NOT NULL, version INTEGER NOT NULL DEFAULT 0
, digest BLOB NOT NULL DEFAULT x'') WITHOUT ROWID;
CREATE INDEX tables_listed ON tables (touched) WHERE listed;
CREATE INDEX tables_in_state ON tables (state, touched);
CREATE TABLE clock (time REAL NOT NULL);
CREATE TABLE keys (hash TEXT NOT NULL, code TEXT NOT NULL, PRIMARY KEY (hash, code)) WITHOUT ROWID;
CREATE INDEX keys_of_table ON keys (code);
CREATE TABLE games (
    code TEXT NOT NULL, game INTEGER NOT NULL, header TEXT NOT NULL, digest BLOB NOT NULL DEFAULT x'',
    PRIMARY KEY (code, game)
) WITHOUT ROWID;
CREATE TABLE lines (
    code TEXT NOT NULL, game INTEGER NOT NULL, n INTEGER NOT NULL, line TEXT NOT NULL, move TEXT, digest BLOB NOT NULL DEFAULT x'',
    PRIMARY KEY (code, game, n)
) WITHOUT ROWID;
PRAGMA user_version=7;
INSERT INTO clock VALUES (1763164800.0);
INSERT INTO tables VALUES ('BCDFG', '{"edition": "pressman-classic", "seats": [{"kind": "human", "name": "Ana", "level": null, "key": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"}, {"kind": "human", "name": "Bö Łi", "level": null, "key": "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"}], "host_key": "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "listed": true, "pass_and_play": false, "started": true, "created": 1763164800.0, "secret": "cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc"}', 'playing', 1, 1763164800.0, 0, x'73fa6d529c3c61e9');
INSERT INTO keys VALUES ('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'BCDFG');
INSERT INTO keys VALUES ('bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', 'BCDFG');
INSERT INTO games VALUES ('BCDFG', 1, '["tricorn 1", "edition pressman-classic", "player A Ana", "player B Bö Łi", "date 2026-11-15"]', x'e304dc6d7c1d2b71');
INSERT INTO lines VALUES ('BCDFG', 1, 1, 'round 1', NULL, x'1c0b01cbf1c87f3e');
INSERT INTO lines VALUES ('BCDFG', 1, 2, 'deal A 0-0-0 0-1-2 0-5-5 1-3-5 2-2-2 2-3-3 2-3-4 2-5-5 3-3-5', NULL, x'6d88b09dc97cfeee');
INSERT INTO lines VALUES ('BCDFG', 1, 3, 'deal B 0-0-2 0-0-3 1-1-5 1-2-5 1-3-3 1-4-5 2-2-4 3-4-4 4-5-5', NULL, x'a684beefec8f0464');
INSERT INTO lines VALUES ('BCDFG', 1, 4, 'well 0-4-4 1-2-4 1-2-2 1-1-1 0-2-5 1-1-3 0-3-5 5-5-5 0-3-3 1-1-4 0-0-4 1-4-4 2-4-5 1-2-3 1-5-5 2-2-3 0-0-5 0-4-5 4-4-4 3-5-5 0-1-4 3-3-3 0-0-1 3-4-5 0-2-2 2-4-4 0-2-4 3-3-4 0-1-5 1-1-2 4-4-5 1-3-4 2-2-5 2-3-5 0-3-4 0-1-1 0-2-3 0-1-3', NULL, x'ebcc85cf3b6d94e8');
INSERT INTO lines VALUES ('BCDFG', 1, 5, 'A 0,0^000 +40 shows 2-2-2', 'id 1', x'83a1454feb2c4340');
INSERT INTO lines VALUES ('BCDFG', 1, 6, 'B -1,0v030 +3', NULL, x'55350916bc753bd5');
