/** Entries of a score sheet (docs/scorekeeper.md): record lines, in which what can be computed may be missing. */

import { BONUSES } from "../shared/bonus.js";
import { ALL_TILES, HIDDEN_TILE, SEATS, tileNumbers } from "../shared/notation.js";
import { readLine } from "../shared/record.js";

/** @import { Blocked, Left, Out, Play } from "../shared/record.js" */

/**
 * A player's points of a whole round of which no turns are entered.
 * @typedef {{kind: "points", seat: number, points: number}} RoundPoints
 */

/**
 * `hasPoints`: they were entered; `hasWinner`: false only for a blocked round without its winner; `anyway`: people
 * insist on it.
 * @typedef {object} Entry
 * @property {string} text
 * @property {Play | Left | Out | Blocked | RoundPoints} event
 * @property {boolean} hasPoints
 * @property {boolean} hasWinner
 * @property {boolean} anyway
 */

const SEAT = "[A-F]";
const TILE = `(${ALL_TILES.join("|")})`;
const TURNS = ALL_TILES.map(tileNumbers).flatMap(([a, b, c]) => [`${a}${b}${c}`, `${b}${c}${a}`, `${c}${a}${b}`]);
const NUMBER = "(0|-?[1-9]\\d{0,8})";
const CELL = `${NUMBER},${NUMBER}[v^]`;
const POINTS = "( (\\+0|[+-][1-9]\\d{0,8}))?";
const PENALTY = "( ([+-]0|-[1-9]\\d{0,8}))?";
const END = "( anyway)?";
const PLAY_END = `( timeout)?${END}`;
const BONUS = `( (${BONUSES.join("|")}))?`;
const FORMS = [
  `${SEAT} (${CELL}(${TURNS.join("|")})|${TILE})${POINTS}${BONUS}( shows ${TILE})?${PLAY_END}`,
  `${SEAT} =(0|[1-9]\\d?)${POINTS}${BONUS}${PLAY_END}`,
  `${SEAT} draw( ${TILE}| \\?-\\?-\\?)?${PENALTY}${PLAY_END}`,
  `${SEAT} pass${PENALTY}${PLAY_END}`,
  `left ${SEAT}( ${TILE})+${END}`,
  `left ${SEAT}( (0|[1-9]\\d?))? =(0|[1-9]\\d{0,8})${END}`,
  `out ${SEAT}${POINTS}${END}`,
  `blocked( (draw|${SEAT})${POINTS})?${END}`,
].map((form) => new RegExp(`^${form}$`));
const ROUND_POINTS = /^([A-F]) (\+0|[+-][1-9]\d{0,5})( anyway)?$/;
const MAX_LENGTH = 400;

/** An entry from its text; null if it cannot be read. @param {string} text @returns {Entry | null} */
export function readEntry(text) {
  const points = readRoundPoints(text);
  if (!points && (text.length > MAX_LENGTH || !FORMS.some((form) => form.test(text)))) return null;
  const event = points ?? /** @type {Entry["event"]} */ (readLine(text));
  return {
    text: text.replace(` ${HIDDEN_TILE}`, ""),
    event,
    hasPoints: / [+-]\d+( |$)/.test(text),
    hasWinner: !/^blocked( anyway)?$/.test(text),
    anyway: text.endsWith(" anyway"),
  };
}

/** @param {string} text @returns {RoundPoints | null} */
function readRoundPoints(text) {
  const [, letter, points] = ROUND_POINTS.exec(text) ?? [];
  return letter ? { kind: "points", seat: SEATS.indexOf(letter), points: Number(points) } : null;
}

/** The same entry, insisted on. @param {Entry} entry @returns {Entry} */
export function insisted(entry) {
  return entry.anyway ? entry : { ...entry, anyway: true, text: `${entry.text} anyway` };
}
