/** The games in which this browser holds a seat, with the keys of the seats. */

import { readStored, writeStored } from "./storage.js";

const MOST_GAMES = 60;

/**
 * @typedef {object} MyGame
 * @property {string} code
 * @property {string} key
 * @property {string} edition
 * @property {string[]} names
 * @property {number[]} scores
 * @property {"lobby" | "running" | "over"} state
 * @property {import("../deals/numbers.js").DealNotes[]} [given]  what this device knows of the deals
 * @property {number} at        when it was last seen
 */

/** All of them, the last seen first. @returns {MyGame[]} */
export function myGames() {
  const stored = readStored("games", /** @type {MyGame[]} */ ([]));
  return Array.isArray(stored) ? [...stored].sort((a, b) => b.at - a.at) : [];
}

/** @param {string} code @returns {MyGame | undefined} */
export function myGame(code) {
  return myGames().find((game) => game.code === code);
}

/**
 * Store what is known of a game; the game seen longest ago may go.
 * @param {Partial<MyGame> & {code: string}} changes
 */
export function saveGame(changes) {
  const before = myGame(changes.code) ?? { key: "", edition: "", names: [], scores: [], state: "lobby" };
  const others = myGames().filter((game) => game.code !== changes.code);
  writeStored("games", [{ ...before, ...changes, at: Date.now() }, ...others].slice(0, MOST_GAMES));
}

/** @param {string} code */
export function forgetGame(code) {
  writeStored(
    "games",
    myGames().filter((game) => game.code !== code),
  );
}
