/** The tables in this browser's storage. */

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
 * @property {number[][]} [used]  the hints that each seat has used, by games
 * @property {boolean} [takeBack]  a person who plays alone may take back turns; yes, unless it is false
 * @property {number[]} [takenBack]  how many turns were taken back, by games
 * @property {{deals: import("./game.js").Deal[], moves: string[], seed?: string}} [start]  where the first game begins
 * @property {number[]} [ended]  the games that people have ended early, by their numbers
 */

const LETTERS = "bcdfghjklmnpqrstvwxz"; // lower case, unlike those of a server
const CODE_LENGTH = 6;

/** The name under which the page that plays a table is stored. @param {string} code */
const ownerName = (code) => `local-owner.${code}`;

export function newCode() {
  const numbers = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return Array.from(numbers, (number) => LETTERS[number % LETTERS.length]).join("");
}

/**
 * The table with this code; null if there is none or it cannot be read.
 * @param {string} code @returns {SavedTable | null}
 */
export function savedTable(code) {
  const table = readStored(localName(code), /** @type {Partial<SavedTable> | null} */ (null));
  return isComplete(table) ? table : null;
}

/** @param {Partial<SavedTable> | null} table @returns {table is SavedTable} */
function isComplete(table) {
  return table?.version === 1 && Array.isArray(table.seats) && Array.isArray(table.records) && Boolean(table.edition);
}

/** Store a table; returns whether that succeeded. @param {SavedTable} table */
export function saveTable(table) {
  return writeStored(localName(table.code), table);
}

/**
 * Make this page the owner of a table; `onLost` is called when another page becomes its owner.
 * @param {string} code @param {() => void} onLost
 */
export function claimTable(code, onLost) {
  writeStored(ownerName(code), newCode() + Date.now());
  const watch = (/** @type {StorageEvent} */ event) => {
    if (!isStoredAs(event.key, ownerName(code))) return;
    removeEventListener("storage", watch);
    onLost();
  };
  addEventListener("storage", watch);
}
