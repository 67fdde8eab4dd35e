/** The finished games of this browser, for its statistics. They are only in its local storage. */

import { readList, writeStored } from "./storage.js";

const MAX_GAMES = 2000;

/**
 * @typedef {object} GameStatistics
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

/** All games, the earliest first. @returns {GameStatistics[]} */
export function readStatistics() {
  return readList("statistics");
}

/** Add a game, once; returns whether it is new. @param {GameStatistics} game */
export function addStatistics(game) {
  const games = readStatistics();
  if (games.some((other) => other.code === game.code && other.game === game.game)) return false;
  return writeStored("statistics", [...games, game].slice(-MAX_GAMES));
}
