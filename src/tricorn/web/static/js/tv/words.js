/** The last turn in words, as somebody would say it aloud. */

import { t, tn } from "../shared/i18n.js";
import { tilePoints } from "../shared/notation.js";
import { shownText, turnText } from "../shared/sentences.js";

/** @import { Bonus } from "../shared/bonus.js" */
/** @import { Turn } from "../shared/game_state.js" */
/** @import { Scoring } from "../shared/notation.js" */
/** @import { Players } from "../shared/sentences.js" */
/** `points` is shown in gold between the two texts. @typedef {{before: string, points: string, after: string}} Words */
/** @typedef {{tile: string, points: number, bonus: Bonus | null}} Placement */

/** @type {Record<Bonus, (values: {name: string, tile: string}) => string>} */
const DEEDS = {
  bridge: (values) => t("{name} built a bridge with {tile}:", values),
  beside: (values) => t("{name} built beside a bridge with {tile}:", values),
  hexagon: (values) => t("{name} closed a hexagon with {tile}:", values),
  hexagon2: (values) => t("{name} closed two hexagons with {tile}:", values),
  hexagon3: (values) => t("{name} closed three hexagons with {tile}:", values),
};

/** @param {string} name @param {Placement} placement @param {Scoring} scoring @returns {Words} */
export function placementWords(name, { tile, points, bonus }, scoring) {
  const extra = points - tilePoints(tile, scoring);
  const deed = bonus ? DEEDS[bonus] : extra > 0 ? started : placed;
  return { before: deed({ name, tile }), points: pointsWords(points, Math.max(0, extra)), after: "" };
}

/** @param {{name: string, tile: string}} values */
function started(values) {
  return t("{name} started with {tile}:", values);
}

/** @param {{name: string, tile: string}} values */
function placed(values) {
  return t("{name} placed {tile}:", values);
}

/** `9 + 40 points`, or `9 points`. @param {number} points @param {number} extra  more than the tile counts */
function pointsWords(points, extra) {
  if (!extra) return tn("{n} point", "{n} points", points);
  return t("{sum} + {bonus} points", { sum: points - extra, bonus: extra });
}

/** @param {Turn} turn @param {Players} players @returns {Words} */
export function turnWords(turn, players) {
  const last = turn.plays.at(-1);
  if (last?.kind !== "place" || last.timeout) return { before: turnText(turn, players), points: "", after: "" };
  const draws = turnText({ ...turn, plays: turn.plays.slice(0, -1) }, players);
  const { before, points } = placementWords(players.name(turn.seat), last, players.scoring);
  return { before: [draws, before].filter(Boolean).join(" "), points, after: shownText(last, players) };
}
