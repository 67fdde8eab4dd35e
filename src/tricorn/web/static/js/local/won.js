/** Why a game was won, as a word: workers have no translations (shared/won_text.js). */

/** @typedef {import("../core/module.js").Edition} Edition */
/** @typedef {"alone" | "round" | "highest"} Why */

/**
 * @param {Edition} edition @param {number[]} scores
 * @param {number} winner  of the game @param {number} roundWinner  of its last round, or -1 @returns {Why}
 */
export function whyWon({ target, won_by }, scores, winner, roundWinner) {
  if (scores.filter((score) => score >= target).length === 1) return "alone";
  return winner === roundWinner && won_by === "round" ? "round" : "highest";
}
