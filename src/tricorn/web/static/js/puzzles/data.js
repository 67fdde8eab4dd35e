/** The puzzles, several in each file; a file is fetched when one of its puzzles is shown. */

/** @import { Puzzle } from "../shared/mistakes.js" */

/**
 * An entry of the index: edition line, players, theme, difficulty.
 * @typedef {[string, number, string, number]} Entry
 */

const DAY_MS = 86_400_000;
// Those of the day can be solved by everybody: at small tables, and found by a bot that thinks less than a second.
const DAILY_PLAYERS = 4;
const DAILY_DIFFICULTY = 3;

export class PuzzleFiles {
  #address;
  #size = 1;
  /** @type {Map<string, Promise<Puzzle[]>>} */
  #files = new Map();
  /** @type {Entry[]} */
  entries = [];

  /** @param {string} address  of the index */
  constructor(address) {
    this.#address = new URL(address, location.href);
  }

  async open() {
    /** @type {{size: number, puzzles: Entry[]}} */
    const { size, puzzles } = await fetchJson(this.#address);
    this.#size = size;
    this.entries = puzzles;
  }

  /** @param {number} number @returns {Promise<Puzzle>} */
  async puzzle(number) {
    const name = `${String(Math.floor(number / this.#size)).padStart(2, "0")}.json`;
    if (!this.#files.has(name)) this.#files.set(name, fetchJson(new URL(name, this.#address)));
    const puzzles = await this.#files.get(name);
    if (!puzzles) throw new Error(`no puzzle ${number}`);
    return puzzles[number % this.#size];
  }

  /**
   * The number of a day's puzzle, the same for everybody who plays by these rules.
   * @param {Date} day @param {string} rules  an edition line
   */
  dailyNumber(day, rules) {
    const numbers = this.entries.flatMap(([line, players, , difficulty], number) => {
      return line === rules && players <= DAILY_PLAYERS && difficulty <= DAILY_DIFFICULTY ? [number] : [];
    });
    return numbers[Math.floor(day.getTime() / DAY_MS) % numbers.length];
  }
}

/** @template T @param {URL} address @returns {Promise<T>} */
async function fetchJson(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

/** @param {Date} moment @param {number} days */
export function daysBefore(moment, days) {
  return new Date(moment.getTime() - days * DAY_MS);
}
