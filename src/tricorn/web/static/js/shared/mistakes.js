/**
 * The player's own mistakes, as puzzles: a review stores them, the puzzles page shows them.
 *
 * A puzzle is a round as the player on turn saw it, with the value of every move, the best one first.
 */

import { applyEvents, newGameState } from "./game_state.js";
import { HIDDEN_TILE, SEATS } from "./notation.js";
import { readHeader, readRecord } from "./record.js";
import { readStored, writeStored } from "./storage.js";

/**
 * The name of a reason and its values, or a reason as the server sends it.
 * @typedef {[string, Record<string, string | number>] | import("./protocol.js").Reason} PuzzleReason
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

/**
 * What is needed here of a choice in a review (docs/review.md).
 * @typedef {object} ReviewedChoice
 * @property {number} event  its index among the record's events
 * @property {string} seat  its letter
 * @property {string | null} grade
 * @property {string} played
 * @property {{move: string, points: number, chance: number, gain: number, reasons: PuzzleReason[]}[]} moves  best
 *   first
 */

const STORED = "mistakes";
const MAX_STORED = 60;
const SERIOUS = ["mistake", "blunder"];

/**
 * The mistakes of some seats in a record that was reviewed.
 * @param {string} text @param {ReviewedChoice[]} choices @param {number[]} seats
 */
export function findMistakes(text, choices, seats) {
  const { header, eventLines } = readRecord(text);
  const serious = choices.filter(
    ({ grade, seat }) => SERIOUS.includes(grade ?? "") && seats.includes(SEATS.indexOf(seat)),
  );
  return serious.map((choice) => mistakeAt(header, eventLines.slice(0, choice.event), choice));
}

/**
 * @param {string[]} header @param {string[]} before  the lines before the choice @param {ReviewedChoice} choice
 * @returns {Mistake}
 */
function mistakeAt(header, before, { seat, played, moves }) {
  const { names, edition } = readHeader(header);
  const game = applyEvents(newGameState(names.length), readRecord(before.join("\n")).events);
  const start = before.findLastIndex((line) => line.startsWith("round "));
  return {
    edition,
    names,
    played,
    round: game.rounds.at(-1)?.number ?? 1,
    seat: SEATS.indexOf(seat),
    scores: game.scores,
    lines: before.slice(start + 1).map((line) => lineSeenBy(line, seat)),
    moves: moves.map(({ move, points, chance, gain, reasons }) => {
      return [move, points, null, chance, gain, null, reasons, [], []];
    }),
  };
}

/** A line as a seat saw it. @param {string} line @param {string} seat  its letter */
function lineSeenBy(line, seat) {
  const [first, second, third, ...rest] = line.split(" ");
  if (first === "well") return line.replace(/\d-\d-\d/g, HIDDEN_TILE);
  if (first === "deal" && second !== seat) return line.replace(/\d-\d-\d/g, HIDDEN_TILE);
  return second === "draw" && first !== seat && third ? [first, second, HIDDEN_TILE, ...rest].join(" ") : line;
}

/** The latest first. @returns {Mistake[]} */
export function myMistakes() {
  const stored = readStored(STORED, /** @type {Mistake[]} */ ([]));
  return Array.isArray(stored) ? stored : [];
}

/** Store a mistake as the latest one; an earlier copy is replaced. @param {Mistake} mistake */
export function saveMistake(mistake) {
  const key = mistake.lines.join();
  const others = myMistakes().filter(({ lines }) => lines.join() !== key);
  writeStored(STORED, [mistake, ...others].slice(0, MAX_STORED));
}

/** Delete a mistake that was solved. @param {Mistake} mistake */
export function forgetMistake(mistake) {
  const key = mistake.lines.join();
  writeStored(
    STORED,
    myMistakes().filter(({ lines }) => lines.join() !== key),
  );
}
