/**
 * The adaptive bot: how strong it plays against this player, from 0 like the weakest level to 100 like the strongest.
 * It plays stronger after each game that the player wins and weaker after each defeat, so the player wins about half.
 */

import { readStored, writeStored } from "./storage.js";

/** @typedef {{strength: number, games: number}} Adaptation  after so many games */

export const ADAPTIVE = "adaptive"; // the level; in a game it has its strength, `adaptive:40`
const STRONGEST = 100;
/** The first game is against an easy bot, and a defeat there leads to the gentlest one. @type {Adaptation} */
export const BEGINNING = { strength: 25, games: 0 };
const FIRST_STEP = 25;
const SMALLEST_STEP = 5;

/** @param {string | null | undefined} level */
export const isAdaptive = (level) => level?.split(":")[0] === ADAPTIVE;

/** The strength after another game: the steps get smaller. @param {Adaptation} before @param {boolean} won */
export function adapted({ strength, games }, won) {
  const step = Math.max(SMALLEST_STEP, Math.round(FIRST_STEP / (games + 1)));
  const moved = strength + (won ? step : -step);
  return { strength: Math.min(STRONGEST, Math.max(0, moved)), games: games + 1 };
}

/** @returns {Adaptation} */
function stored() {
  return { ...BEGINNING, ...readStored(ADAPTIVE, {}) };
}

/** Note how a game against an adaptive bot ended. @param {boolean} won */
export function noteAdaptation(won) {
  writeStored(ADAPTIVE, adapted(stored(), won));
}

/** The level of a bot in its next game: an adaptive one plays as strongly as it plays now. @param {string} level */
export function levelNow(level) {
  return isAdaptive(level) ? `${ADAPTIVE}:${stored().strength}` : level;
}
