/** The finished games of this browser, a row for each, for its statistics. They are only in its local storage. */

import { readStored, writeStored } from "./storage.js";

const MAX_ROWS = 2000;

/**
 * @typedef {object} Row
 * @property {string} code      of the table
 * @property {number} game      its number there
 * @property {number} at        when it ended
 * @property {string} edition
 * @property {number} players
 * @property {string[]} levels  of the bots, each once
 * @property {boolean} people   other people played too
 * @property {boolean} won
 * @property {number} points    in all rounds
 * @property {number} rounds
 * @property {number} bridges
 * @property {number} hexagons
 * @property {{tile: string, points: number, bonus: string | null} | null} best  the placement that scored most
 */

/** All rows, the earliest first. @returns {Row[]} */
export function statisticsRows() {
  const stored = readStored("statistics", /** @type {Row[]} */ ([]));
  return Array.isArray(stored) ? stored : [];
}

/** Add a game, once. @param {Row} row */
export function addStatistics(row) {
  const rows = statisticsRows();
  if (rows.some((other) => other.code === row.code && other.game === row.game)) return;
  writeStored("statistics", [...rows, row].slice(-MAX_ROWS));
}
