/**
 * Reviews of games (docs/review.md). A game whose record has all hands is reviewed in this browser, by a worker; hands
 * that must be reconstructed need the server.
 */

import { ApiError, call } from "../shared/api.js";
import { lang, t } from "../shared/i18n.js";

/** @import { Reason, ReviewBegun, ReviewProgress } from "../shared/protocol.js" */
/** @import { Fortune } from "../core/valuer.js" */
/** @import { ReviewMessage, ReviewModules } from "./review_worker.js" */

/** @typedef {{result: number, par: number, luck: number, errors: number, unknown: number}} Share */

/**
 * @typedef {object} PlayerReview
 * @property {string} seat  a letter
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
 * @typedef {object} MoveValue
 * @property {string} move
 * @property {number} points
 * @property {number} chance
 * @property {number} error
 * @property {number} gain
 * @property {number} loss
 * @property {number} loss_error
 * @property {number} worlds
 * @property {boolean} exact
 * @property {Reason[]} reasons
 */

/**
 * Where something is in the record: its line, and its index among the events.
 * @typedef {{line: number, event: number}} Located
 */

/**
 * A real choice of a player.
 * @typedef {object} ChoiceFigures
 * @property {number} round
 * @property {string} seat   a letter
 * @property {string} played
 * @property {string} best
 * @property {number} loss
 * @property {Grade | null} grade
 * @property {number} legal_moves
 * @property {MoveValue[]} moves  the best ones and the one played
 * @typedef {Located & ChoiceFigures} Choice
 */

/**
 * How a deal (`seat` is null) or a draw changed the chances of winning.
 * @typedef {Located & Fortune & {round: number, kind: string, seat: string | null, tile: string | null}} Luck
 */

/**
 * @typedef {object} Review
 * @property {string[]} names
 * @property {string | null} winner
 * @property {PlayerReview[]} players
 * @property {Choice[]} choices
 * @property {Luck[]} luck
 * @property {(Located & Fortune)[]} values
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

/**
 * Review a record that has all hands, in this browser.
 * @param {string} text @param {ReviewModules} modules @param {(done: number, of: number) => void} onProgress
 * @param {AbortSignal} signal  stops it
 * @returns {Promise<Review>}
 */
export function reviewHere(text, modules, onProgress, signal) {
  const worker = new Worker(new URL("./review_worker.js", import.meta.url), { type: "module" });
  /** @type {Promise<Review>} */
  const review = new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
    worker.onerror = () => reject(new Error(failureText("modules")));
    worker.onmessage = ({ data }) => {
      const message = /** @type {ReviewMessage} */ (data);
      if ("review" in message) resolve(message.review);
      else if ("failed" in message) reject(new Error(failureText(message.failed)));
      else onProgress(message.done, message.of);
    };
  });
  const address = (/** @type {string} */ file) => new URL(file, location.href).href;
  const { score, analysis, review: reasons } = modules;
  worker.postMessage({
    text,
    modules: { score: address(score), analysis: address(analysis), review: address(reasons) },
  });
  return review.finally(() => worker.terminate());
}

/** Why there is no review. @param {number | "modules"} failed */
function failureText(failed) {
  if (failed === "modules") return t("What a review needs could not be loaded. Are you connected?");
  return t("This record cannot be reviewed: line {line} breaks the rules.", { line: failed });
}

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
 * The server's review and its id.
 * @param {Subject} subject @param {(done: number, of: number) => void} onProgress
 * @param {AbortSignal} [signal]  stops waiting for it
 * @returns {Promise<{id: string, review: Review}>}
 */
export async function fetchReview(subject, onProgress, signal) {
  let id = await begin(subject);
  let wasLost = false;
  for (;;) {
    signal?.throwIfAborted();
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

/** A review as one HTML file, which the server makes. @param {Subject} subject @returns {Promise<string>} */
export async function fetchReviewPage(subject) {
  const { id } = await fetchReview(subject, () => {});
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
