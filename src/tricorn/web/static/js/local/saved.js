/** The tables of this browser, in its storage. */

import { localName } from "../shared/my_games.js";
import { isStoredAs, readStored, writeStored } from "../shared/storage.js";

/** @typedef {{kind: "human" | "bot", name: string, level?: string}} SavedSeat */

/**
 * @typedef {object} SavedTable
 * @property {1} version
 * @property {string} code
 * @property {string} edition    with its house rules
 * @property {SavedSeat[]} seats
 * @property {string[]} records  of its games; the last one may be going on
 * @property {boolean} [hints]   everybody may have hints, although several people play
 * @property {number[][]} [used]  the hints that each seat has had, by games
 * @property {{deals: import("./game.js").Deal[], moves: string[], seed?: string}} [start]  where the first game begins
 * @property {number[]} [ended]  the games that people have ended early, by their numbers
 */

const LETTERS = "bcdfghjklmnpqrstvwxz"; // lower case, unlike those of a server
const CODE_LENGTH = 6;

/** The key under which the storage has a table's owner. @param {string} code */
const ownerOf = (code) => `local-owner.${code}`;

export function newCode() {
  const numbers = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("");
}

/**
 * A table, or null if there is none of this code that can be read.
 * @param {string} code @returns {SavedTable | null}
 */
export function savedTable(code) {
  const table = readStored(localName(code), null);
  return isTable(table) ? table : null;
}

/** @param {any} table @returns {table is SavedTable} */
function isTable(table) {
  return table?.version === 1 && Array.isArray(table.seats) && Array.isArray(table.records) && !!table.edition;
}

/** Whether it could be stored. @param {SavedTable} table */
export function saveTable(table) {
  return writeStored(localName(table.code), table);
}

/**
 * Make this page the one that plays a table; any other page that does is told, by `onLost`.
 * @param {string} code @param {() => void} onLost
 */
export function ownTable(code, onLost) {
  writeStored(ownerOf(code), newCode() + Date.now());
  const watch = (/** @type {StorageEvent} */ event) => {
    if (!isStoredAs(event.key, ownerOf(code))) return;
    removeEventListener("storage", watch);
    onLost();
  };
  addEventListener("storage", watch);
}
