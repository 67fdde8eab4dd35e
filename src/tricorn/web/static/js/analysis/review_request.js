/** Reviews of games (docs/review.md), which the server makes in some seconds. */

import { ApiError, call } from "../shared/api.js";
import { lang } from "../shared/i18n.js";

/** @import { Reason, ReviewBegun, ReviewProgress } from "../shared/protocol.js" */

/** @typedef {{result: number, par: number, luck: number, errors: number, unknown: number}} Share */

/**
 * @typedef {object} PlayerReview
 * @property {string} name
 * @property {number} score
 * @property {number} choices
 * @property {number | null} error_rate
 * @property {string | null} plays_like
 * @property {number | null} accuracy
 * @property {Record<Grade, number>} grades
 * @property {{chance: Share, points: Share} | null} account
 */
/** @typedef {"inaccuracy" | "mistake" | "blunder"} Grade */

/**
 * @typedef {{move: string, points: number, chance: number, gain: number, loss: number, reasons: Reason[]}} MoveValue
 */

/**
 * A real choice of a player.
 * @typedef {object} Choice
 * @property {number} event  its index among the record's events
 * @property {number} round
 * @property {string} seat   a letter
 * @property {string} played
 * @property {string} best
 * @property {number} loss
 * @property {Grade | null} grade
 * @property {MoveValue[]} moves
 */

/**
 * How a deal (`seat` is null) or a draw changed the chances of winning.
 * @typedef {{event: number, seat: string | null, chances: number[]}} Luck
 */

/**
 * @typedef {object} Review
 * @property {string[]} names
 * @property {string | null} winner
 * @property {PlayerReview[]} players
 * @property {Choice[]} choices
 * @property {Luck[]} luck
 * @property {{event: number, chances: number[]}[]} values
 * @property {number} moves
 * @property {number} reviewed_moves  fewer if the server had no time for all of them
 * @property {number} unreviewed_choices
 * @property {number} unreviewed_luck
 */

const POLL_MS = 400;

/**
 * What is reviewed: a game of a server's table, or the text of a record.
 * @typedef {{code: string | null, game: string | null, text: string}} Subject
 */

/** Begin a review; returns its id. @param {Subject} subject @returns {Promise<string>} */
async function begin({ code, game, text }) {
  const which = game ? `?game=${encodeURIComponent(game)}` : "";
  /** @type {ReviewBegun} */
  const { id } = code
    ? await call("POST", `/api/tables/${code}/review${which}`)
    : await call("POST", "/api/reviews", { body: text });
  return id;
}

/**
 * The review and its id.
 * @param {Subject} subject @param {(done: number, of: number) => void} onProgress
 * @returns {Promise<{id: string, review: Review}>}
 */
export async function fetchReview(subject, onProgress) {
  let id = await begin(subject);
  let wasLost = false;
  for (;;) {
    try {
      /** @type {Review | ReviewProgress} */
      const answer = await call("GET", `/api/reviews/${id}`);
      if ("players" in answer) return { id, review: answer };
      onProgress(answer.done, answer.of);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== "no-review" || wasLost) throw error;
      wasLost = true; // the server was restarted, or another one answers
      id = await begin(subject);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** A review as one HTML file. @param {string} id @returns {Promise<string>} */
export function fetchReviewPage(id) {
  return call("GET", `/api/reviews/${id}/page?lang=${lang}`);
}

/** Whether all moves of the game were reviewed. @param {Review} review */
export function isComplete({ moves, reviewed_moves }) {
  return reviewed_moves === moves;
}

/** The choices that were errors. @param {Review} review */
export function errorsIn({ choices }) {
  return choices.filter((choice) => choice.grade);
}
