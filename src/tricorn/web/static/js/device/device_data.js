/**
 * What moves to another device: the name, games with the keys of their seats, games played in the browser, results,
 * evenings, puzzles, mistakes, lessons and score sheets. What comes from elsewhere is checked, and combined with what
 * is here: nothing is lost on either side.
 */

import { checkRecord } from "../core/record_check.js";
import { newCode, savedTable } from "../local/saved.js";
import { isDraft, savedDraft } from "../score/drafts.js";
import { queueName } from "../score/queue.js";
import { ADAPTIVE, BEGINNING } from "../shared/adaptive.js";
import { localName } from "../shared/my_games.js";
import { readList, readStored, removeStored, writeStored } from "../shared/storage.js";
import { list, number, optional, shape, text } from "./shape.js";

/** @import { Core } from "../core/module.js" */
/** @import { SavedTable } from "../local/saved.js" */
/** @import { Progress } from "../puzzles/progress.js" */
/** @import { QueuedChange } from "../score/queue.js" */
/** @import { Draft } from "../score/drafts.js" */
/** @import { StoredSheet } from "../score/my_sheets.js" */
/** @import { Adaptation } from "../shared/adaptive.js" */
/** @import { Mistake } from "../shared/mistakes.js" */
/** @import { MyGame, Result } from "../shared/my_games.js" */
/** @import { GameStatistics } from "../shared/my_statistics.js" */
/** @import { SharedGame } from "../sharing/evenings.js" */

/**
 * @typedef {object} DeviceData
 * @property {"device"} tricorn
 * @property {1} version
 * @property {string} name
 * @property {MyGame[]} games
 * @property {SavedTable[]} tables       those played in the browser
 * @property {GameStatistics[]} statistics
 * @property {SharedGame[]} evenings
 * @property {Progress} puzzles
 * @property {Mistake[]} mistakes
 * @property {string[]} lessons
 * @property {Adaptation} adaptive       how strong the adaptive bot plays
 * @property {StoredSheet[]} sheets
 * @property {{code: string, draft: Draft, queue: QueuedChange[]}[]} drafts  sheets that only the browser has
 */

/** A text that does not hold what a device gives away. */
export class NotDeviceData extends Error {}

const MAX_TEXT = 8_000_000; // characters; a browser stores about five million

// -- what this device has ---------------------------------------------------------------------------

/** @returns {DeviceData} */
export function deviceData() {
  const games = /** @type {MyGame[]} */ (readList("games"));
  const sheets = /** @type {StoredSheet[]} */ (readList("sheets"));
  return {
    tricorn: "device",
    version: 1,
    name: readStored("name", ""),
    games,
    tables: games.flatMap(({ code, local }) => (local ? (savedTable(code) ?? []) : [])),
    statistics: readList("statistics"),
    evenings: readList("evenings"),
    puzzles: { days: {}, solved: [], ...readStored("puzzles", /** @type {Partial<Progress>} */ ({})) },
    mistakes: readList("mistakes"),
    lessons: readList("lessons"),
    adaptive: { ...BEGINNING, ...readStored(ADAPTIVE, {}) },
    sheets,
    drafts: sheets.flatMap(({ code }) => draftOf(code) ?? []),
  };
}

/** @param {string} code */
function draftOf(code) {
  const draft = savedDraft(code);
  return draft && { code, draft, queue: /** @type {QueuedChange[]} */ (readList(queueName(code))) };
}

// -- the check --------------------------------------------------------------------------------------

const word = text(200);
const tableCode = text(24, /^[A-Za-z]{4,24}$/);
const sheetCode = text(24, /^([A-Z]{4,24}|draft-[a-z0-9]{1,16})$/);
const names = list(text(80), 6);
const scores = list(number, 6);
const result = shape({ game: number, scores, winner: optional(number), reason: optional(text(400)) });
const best = shape({ tile: text(8), points: number, bonus: optional(text(12)) });
const finished = { code: text(24, /^[A-Za-z0-9-]{4,24}$/), game: number, at: number, best: optional(best) };

const isDeviceData = shape({
  tricorn: (value) => value === "device",
  version: (value) => value === 1,
  name: text(80),
  games: list(
    shape({
      code: tableCode,
      key: text(100),
      edition: word,
      names,
      scores,
      phase: (value) => ["waiting", "playing", "over"].includes(String(value)),
      at: number,
      result: optional(result),
      past: optional(list(result, 1000)),
      deleted: optional(list(number, 1000)),
      deals: optional(list(shape({ game: number, round: number, commit: text(64) }), 60)),
    }),
    400,
  ),
  tables: list(
    shape({
      version: (value) => value === 1,
      code: text(24, /^[a-z]{4,24}$/),
      edition: word,
      seats: list(shape({ kind: text(5, /^(human|bot)$/), name: text(80), level: optional(word) }), 6),
      records: list(text(400_000), 400),
    }),
    400,
  ),
  statistics: list(
    shape({ ...finished, edition: word, players: number, levels: list(word, 6), points: number, rounds: number }),
    5000,
  ),
  evenings: list(shape({ ...finished, names, winner: text(80) }), 5000),
  puzzles: shape({
    days: (value) =>
      shape({})(value) && Object.entries(Object(value)).every(([day, tries]) => isDay(day) && isTries(tries)),
    solved: list(number, 5000),
  }),
  mistakes: list(
    shape({ edition: word, round: number, seat: number, scores, lines: list(word, 500), names, played: word }),
    200,
  ),
  lessons: list(text(40), 100),
  adaptive: shape({ strength: number, games: number }),
  sheets: list(shape({ code: sheetCode, key: text(100), edition: word, names, scores, at: number }), 400),
  drafts: list(
    shape({
      code: sheetCode,
      draft: shape({ edition: word, names }),
      queue: list(shape({ id: text(64), change: text(500) }), 5000),
    }),
    100,
  ),
});

const isDay = text(10, /^\d{4}-\d\d-\d\d$/);
const isTries = text(200, /^[wrx]+$/);

/**
 * What another device gave away, with the records of its games checked; throws `NotDeviceData`.
 * @param {string} given @param {Core} core  that judges
 */
export function readDeviceData(given, core) {
  try {
    /** @type {DeviceData} */
    const data = given.length > MAX_TEXT ? null : JSON.parse(given);
    if (!isDeviceData(data)) throw new NotDeviceData();
    for (const { records } of data.tables) for (const record of records) checkRecord(core, record);
    return data;
  } catch {
    throw new NotDeviceData();
  }
}

// -- combining --------------------------------------------------------------------------------------

/** How many of each are new here. @typedef {{games: number, results: number, puzzles: number}} Added */

/**
 * Combine what another device gave away with what is here. If it cannot be stored, everything stays as it was and null
 * is returned.
 * @param {DeviceData} other @returns {Added | null}
 */
export function combine(other) {
  const own = deviceData();
  const { tables, codes } = combineTables(own.tables, other.tables);
  const games = combineGames(own.games, arrivedGames(other, codes));
  const solved = [...new Set([...own.puzzles.solved, ...other.puzzles.solved])];
  const statistics = combineFinished(own.statistics, other.statistics);
  const sheets = byNewest([...own.sheets, ...other.sheets], ({ code }) => code);
  const ownDrafts = new Set(own.drafts.map(({ code }) => code));
  const drafts = other.drafts.filter(({ code }) => isDraft(code) && !ownDrafts.has(code));
  const isStored = storeAll({
    name: own.name || other.name,
    games,
    statistics,
    evenings: combineFinished(own.evenings, other.evenings),
    puzzles: { days: combineDays(own.puzzles.days, other.puzzles.days), solved },
    mistakes: unique([...own.mistakes, ...other.mistakes], ({ lines }) => lines.join()),
    lessons: [...new Set([...own.lessons, ...other.lessons])],
    [ADAPTIVE]: own.adaptive.games >= other.adaptive.games ? own.adaptive : other.adaptive,
    sheets,
    ...Object.fromEntries(tables.map((table) => [localName(table.code), table])),
    ...Object.fromEntries(drafts.map(({ code, draft }) => [code, draft])),
    ...Object.fromEntries(drafts.map(({ code, queue }) => [queueName(code), queue])),
  });
  if (!isStored) return null;
  return {
    games: games.length - own.games.length + sheets.length - own.sheets.length,
    results: statistics.length - own.statistics.length,
    puzzles: solved.length - own.puzzles.solved.length,
  };
}

/** Store all values or none. @param {Record<string, unknown>} values  by name */
function storeAll(values) {
  const before = Object.keys(values).map((name) => ({ name, value: readStored(name, /** @type {unknown} */ (null)) }));
  if (Object.entries(values).every(([name, value]) => writeStored(name, value))) return true;
  for (const { name } of before) removeStored(name); // room for what was there
  for (const { name, value } of before) if (value !== null) writeStored(name, value);
  return false;
}

/** The last of each kind. @template T @param {T[]} items @param {(item: T) => string} key */
function unique(items, key) {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}

/**
 * The newest of each kind, the newest first.
 * @template {{at: number}} T @param {T[]} items @param {(item: T) => string} key
 */
function byNewest(items, key) {
  return unique(
    [...items].sort((a, b) => a.at - b.at),
    key,
  ).reverse();
}

/** @template {{code: string, game: number, at: number}} T @param {T[]} own @param {T[]} other */
function combineFinished(own, other) {
  return unique([...other, ...own], ({ code, game }) => `${code} ${game}`).sort((a, b) => a.at - b.at);
}

/**
 * Of each day the tries that are finished or, if neither or both are, the more.
 * @param {Progress["days"]} own @param {Progress["days"]} other
 */
function combineDays(own, other) {
  const rank = (/** @type {string} */ tries) => (/[rx]$/.test(tries) ? 1000 : 0) + tries.length;
  const days = { ...own };
  for (const [day, tries] of Object.entries(other)) if (rank(tries) > rank(days[day] ?? "")) days[day] = tries;
  return days;
}

/**
 * The tables that must be stored, and the codes of those that arrive. A game that was played on differently on both
 * devices is kept twice.
 * @param {SavedTable[]} own @param {SavedTable[]} other
 */
function combineTables(own, other) {
  /** @type {Map<string, string>} */
  const codes = new Map();
  const tables = other.flatMap((table) => {
    const here = own.find(({ code }) => code === table.code);
    const isOther = here && !isContinued(here, table) && !isContinued(table, here);
    const code = isOther ? newCode() : table.code;
    codes.set(table.code, code);
    return !here || isOther || isContinued(here, table) ? [{ ...table, code }] : [];
  });
  return { tables, codes };
}

/** Whether one table's games go on in the other's. @param {SavedTable} one @param {SavedTable} other */
function isContinued(one, other) {
  return one.records.every((record, index) => other.records[index]?.startsWith(record.trimEnd()));
}

/** The other device's games that can be opened here. @param {DeviceData} other @param {Map<string, string>} codes */
function arrivedGames({ games }, codes) {
  return games
    .filter(({ code, local }) => !local || codes.has(code))
    .map((game) => ({ ...game, code: game.local ? (codes.get(game.code) ?? "") : game.code }));
}

/** @param {MyGame[]} own @param {MyGame[]} other */
function combineGames(own, other) {
  const merged = new Map(own.map((game) => [game.code, game]));
  for (const game of other) {
    const here = merged.get(game.code);
    merged.set(game.code, here ? combineGame(here, game) : game);
  }
  return [...merged.values()].sort((a, b) => b.at - a.at);
}

/** @param {MyGame} one @param {MyGame} other @returns {MyGame} */
function combineGame(one, other) {
  const [older, newer] = one.at <= other.at ? [one, other] : [other, one];
  const results = [...(older.result ? [older.result] : []), ...(older.past ?? []), ...(newer.past ?? [])];
  const past = unique(results, ({ game }) => String(game)).filter(({ game }) => game < (newer.game ?? 1));
  const deleted = [...new Set([...(older.deleted ?? []), ...(newer.deleted ?? [])])];
  return { ...older, ...newer, key: newer.key || older.key, past: byNumber(past), deleted };
}

/** @param {Result[]} results */
function byNumber(results) {
  return [...results].sort((a, b) => b.game - a.game);
}
