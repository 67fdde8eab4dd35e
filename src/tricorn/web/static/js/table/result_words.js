/** The end of a round and of a game in words: who has won, how the points add up, the placement that decided it. */

import { bestBonus, bestPlacement } from "../shared/game_state.js";
import { formatPoints, formatScore, t } from "../shared/i18n.js";
import { pointsReason } from "../shared/sentences.js";
import { isMyOnlySeat } from "./state.js";

/** @import { GameOver, RoundOver } from "../shared/protocol.js" */
/** @import { TableState } from "./state.js" */

/** @param {TableState} state @param {number} number @param {RoundOver} round */
export function roundTitle(state, number, { winner, reason }) {
  if (winner === null) return t("Round {number} is blocked and drawn", { number });
  const values = { number, name: state.names[winner] };
  if (isMyOnlySeat(state, winner)) {
    return reason === "out"
      ? t("Round {number}: you go out", values)
      : t("Round {number} is blocked, and you win it", values);
  }
  return reason === "out"
    ? t("Round {number}: {name} goes out", values)
    : t("Round {number} is blocked, and {name} wins it", values);
}

/**
 * How the winner's points add up: `25 for going out + 8 + 14 = 47`.
 * @param {RoundOver} round @param {string[]} names
 */
export function arithmetic(round, names) {
  if (round.winner === null) return t("The hands are level, so nobody scores for them.");
  const winner = String(round.winner);
  const others = Object.entries(round.sums)
    .filter(([seat]) => seat !== winner)
    .map(([, sum]) => `${sum}`);
  const own = round.own ? (round.sums[winner] ?? 0) : 0;
  const parts = round.bonus ? [t("{bonus} for going out", { bonus: round.bonus }), ...others] : others;
  const sum = parts.join(" + ") + (own ? ` − ${own}` : "");
  return t("{name}: {sum} = {points}", {
    name: names[round.winner],
    sum: sum || "0",
    points: formatPoints(round.points),
  });
}

/** @param {TableState} state @param {GameOver} game */
export function gameTitle(state, { winner }) {
  if (winner === null) return t("The game has ended without a winner");
  return isMyOnlySeat(state, winner)
    ? t("You win the game!")
    : t("{name} wins the game", { name: state.names[winner] });
}

/** The winner's best bridge or hexagon or, without one, the placement that scored most. @param {TableState} state */
export function decisivePlacement({ game, now }) {
  return bestBonus(game.events, now?.over?.game?.winner ?? null) ?? bestPlacement(game.events);
}

/** That placement in words, or "". @param {TableState} state */
export function highlightText(state) {
  const best = decisivePlacement(state);
  if (!best) return "";
  const values = { name: state.names[best.seat], tile: best.tile, points: formatScore(best.points) };
  const reason = pointsReason(best.tile, best.points, best.bonus, state.game.scoring);
  return reason
    ? t("Best placement of {name}: {tile}, {reason} = {points}", { ...values, reason })
    : t("Best placement of {name}: {tile}, {points}", values);
}
