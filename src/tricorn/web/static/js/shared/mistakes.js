/**
 * The player's own mistakes, as puzzles: a review stores them, the puzzles page shows them.
 *
 * A puzzle is a round as the player on turn saw it, with the value of every move, the best one first.
 */

import { applyEvents, newGameState } from "./game_state.js";
import { SEATS } from "./notation.js";
import { readHeader, readRecord, seenBy } from "./record.js";
import { writeLine } from "./record_writer.js";
import { readList, writeStored } from "./storage.js";

/** @import { Choice } from "../analysis/review_request.js" */

/**
 * The name of a reason and its values, or a reason as the server sends it.
 * @typedef {[string, Record<string, any>] | import("./protocol.js").Reason} PuzzleReason
 */

/**
 * A move as records write it, its points, its bonus, the chance of winning the game, the gain (docs/review.md), the
 * chance of winning the round, reasons, and the cells in them: kept for the player, left to others.
 * @typedef {[string, number, string | null, number, number, number | null, PuzzleReason[], string[], string[]]}
 *   StoredMove
 */

/**
 * @typedef {object} StoredPosition
 * @property {string} edition
 * @property {number} round
 * @property {number} seat
 * @property {number[]} scores
 * @property {string[]} lines    of the round so far, as the seat sees them
 * @property {StoredMove[]} moves  the best first
 */

/**
 * `difficulty` is the number of the level that finds the answer.
 * @typedef {StoredPosition & {theme: string, difficulty: number}} Puzzle
 */

/**
 * A puzzle from the player's own game, with the move that they made.
 * @typedef {StoredPosition & {names: string[], played: string}} Mistake
 */

const STORED = "mistakes";
const MAX_STORED = 60;
const SERIOUS = ["mistake", "blunder"];

/**
 * The mistakes of some seats in a record that was reviewed.
 * @param {string} text @param {Choice[]} choices @param {number[]} seats
 */
export function findMistakes(text, choices, seats) {
  const { header, events } = readRecord(text);
  const serious = choices.filter(
    ({ grade, seat }) => SERIOUS.includes(grade ?? "") && seats.includes(SEATS.indexOf(seat)),
  );
  return serious.map((choice) => mistakeAt(header, events.slice(0, choice.event), choice));
}

/**
 * @param {string[]} header @param {import("./record.js").Event[]} before  the choice @param {Choice} choice
 * @returns {Mistake}
 */
function mistakeAt(header, before, { seat: letter, played, moves }) {
  const { names, edition } = readHeader(header);
  const game = applyEvents(newGameState(names.length, edition), before);
  const start = before.findLastIndex(({ kind }) => kind === "round");
  const seat = SEATS.indexOf(letter);
  return {
    edition,
    names,
    played,
    round: game.rounds.at(-1)?.number ?? 1,
    seat,
    scores: game.scores,
    lines: before.slice(start + 1).map((event) => writeLine(seenBy(event, [seat]))),
    moves: moves.map(({ move, points, chance, gain, reasons }) => {
      return [move, points, null, chance, gain, null, reasons, [], []];
    }),
  };
}

/** The latest first. @returns {Mistake[]} */
export function myMistakes() {
  return readList(STORED);
}

/** The others, the latest first. @param {Mistake} mistake */
function othersThan({ lines }) {
  return myMistakes().filter((other) => other.lines.join() !== lines.join());
}

/** Store a mistake as the latest one; an earlier copy is replaced. @param {Mistake} mistake */
export function saveMistake(mistake) {
  writeStored(STORED, [mistake, ...othersThan(mistake)].slice(0, MAX_STORED));
}

/** Delete a mistake that was solved. @param {Mistake} mistake */
export function forgetMistake(mistake) {
  writeStored(STORED, othersThan(mistake));
}
