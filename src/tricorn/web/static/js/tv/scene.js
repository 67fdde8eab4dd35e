/** What a television shows, of a table and of a score sheet alike. */

/** @import { Child } from "../shared/dom.js" */
/** @import { Placed } from "../shared/record.js" */
/** @import { Words } from "./words.js" */

/**
 * @typedef {object} Player
 * @property {number} seat
 * @property {string} name
 * @property {() => Child} face  the initial, or the face of a bot
 * @property {number} score
 * @property {number} gain    the points of the last turn, if it was this player's
 * @property {number | null} held  the number of tiles in the hand, if it is known
 * @property {boolean} isOnTurn
 * @property {boolean} isAway
 */

/**
 * The end of a round or of the game.
 * @typedef {object} Ending
 * @property {string} key       tells two ends apart
 * @property {number | null} winner
 * @property {string} title
 * @property {Child[]} details
 * @property {boolean} isGame
 */

/**
 * @typedef {object} Scene
 * @property {boolean} isWaiting   the game has not begun
 * @property {Player[]} players    who sits at the table
 * @property {number} free         how many more can sit down
 * @property {string} round
 * @property {number | null} target  the points that end the game; null if a number of rounds does
 * @property {Placed[]} placed     the tiles on the table
 * @property {HTMLElement | null} instead  shown instead of the board where no cells are known
 * @property {{seat: number | null, words: Words}} last  the last turn
 * @property {string} next         who plays
 * @property {{end: number, total: number} | null} clock  when the turn ends, by performance.now(), and its seconds
 * @property {Ending | null} ending
 */

/** Only these three words, for texts that have no points in them. @param {string} before @returns {Words} */
export function plainWords(before) {
  return { before, points: "", after: "" };
}
