/** Why a game was won, as a word: workers have no translations (shared/win_text.js). */

/** @typedef {import("./editions.js").Edition} Edition */
/** @typedef {"alone" | "round" | "highest"} WinReason */

/**
 * @param {Edition} edition @param {number[]} scores
 * @param {number} winner  of the game @param {number} roundWinner  of its last round, or -1 @returns {WinReason}
 */
export function winReason({ target, won_by }, scores, winner, roundWinner) {
  if (scores.filter((score) => score >= target).length === 1) return "alone";
  return winner === roundWinner && won_by === "round" ? "round" : "highest";
}
