/** A chart of the scores, with a line for each player: colour, dashes and the name at its end tell whose it is. */

import { make, makeSvg } from "./dom.js";
import { formatScore, t } from "./i18n.js";

export const WIDTH = 460,
  HEIGHT = 220;
const LEFT = 38,
  RIGHT = 98,
  TOP = 12,
  BOTTOM = 22;
const LABEL_HEIGHT = 18;

/** @import { Child } from "./dom.js" */
/** @import { ScoreStep } from "./game_state.js" */
/** @typedef {(value: number) => number} Scale */

/** Round figures for the axis. @param {number} low @param {number} high */
function ticks(low, high) {
  const interval = [10, 20, 50, 100, 200, 500, 1000].find((candidate) => (high - low) / candidate <= 5) ?? 2000;
  const values = [];
  for (let value = Math.ceil(low / interval) * interval; value <= high; value += interval) values.push(value);
  return values;
}

/** The heights of the names at the ends of lines, spread to prevent overlaps. @param {number[]} ends */
function spreadLabels(ends) {
  const labels = ends.map((y, seat) => ({ y, seat })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < labels.length; i++) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + LABEL_HEIGHT);
  const excess = Math.max(0, (labels.at(-1)?.y ?? 0) - (HEIGHT - BOTTOM));
  return labels.sort((a, b) => a.seat - b.seat).map(({ y }) => y - excess);
}

/** @param {ScoreStep[]} steps @param {string[]} names @param {number | null} target */
export function scoreChart(steps, names, target) {
  const all = steps.flatMap((step) => step.scores);
  const low = Math.min(0, ...all),
    high = Math.max(10, ...all, target ?? 0);
  const x = (/** @type {number} */ i) => LEFT + ((WIDTH - LEFT - RIGHT) * i) / Math.max(1, steps.length - 1);
  const y = (/** @type {number} */ score) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - score)) / (high - low);
  const last = names.map((_, seat) => steps.at(-1)?.scores[seat] ?? 0);
  const scores = names.map((name, seat) => `${name} ${formatScore(last[seat])}`).join(", ");
  const labels = spreadLabels(last.map(y));
  const picture = chartPicture(
    "chart",
    t("Scores over the game; at the end {scores}", { scores }),
    ...ticks(low, high).flatMap((score) => gridLine(formatScore(score), y(score), LEFT, WIDTH - RIGHT)),
    target !== null && makeSvg("path", { class: "goal", d: `M${LEFT} ${y(target)}H${WIDTH - RIGHT}` }),
    ...roundMarks(steps, x),
    ...names.flatMap((name, seat) => [
      makeSvg("path", { class: `line seat-${seat}`, d: scoreLine(steps, seat, x, y) }),
      makeSvg("text", { class: `end seat-${seat}`, x: WIDTH - RIGHT + 7, y: labels[seat] + 4 }, shortened(name)),
    ]),
  );
  return make("figure", { class: "scores-chart" }, picture);
}

/** The picture of a chart. @param {string} kind  its class @param {string} label @param {Child[]} parts */
export function chartPicture(kind, label, ...parts) {
  const attributes = { class: kind, viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label };
  return makeSvg("svg", attributes, ...parts);
}

/** A line of the grid. @param {string} text @param {number} y @param {number} left @param {number} right */
export function gridLine(text, y, left, right) {
  return [
    makeSvg("path", { class: "grid", d: `M${left} ${y}H${right}` }),
    makeSvg("text", { class: "axis", x: left - 6, y: y + 4, "text-anchor": "end" }, text),
  ];
}

/** @param {ScoreStep[]} steps @param {number} seat @param {Scale} x @param {Scale} y */
function scoreLine(steps, seat, x, y) {
  return `M${steps.map(({ scores }, i) => `${x(i).toFixed(1)} ${y(scores[seat]).toFixed(1)}`).join("L")}`;
}

/** @param {string} name */
function shortened(name) {
  return name.length > 9 ? `${name.slice(0, 8)}…` : name;
}

/** @param {ScoreStep[]} steps @param {Scale} x */
function roundMarks(steps, x) {
  return steps.flatMap((step, i) => {
    if (i === 0 || steps[i - 1].round === step.round) return [];
    return [
      makeSvg("path", { class: "grid", d: `M${x(i - 1)} ${TOP}V${HEIGHT - BOTTOM}` }),
      makeSvg("text", { class: "axis", x: x(i - 1) + 3, y: HEIGHT - 7 }, `${step.round}`),
    ];
  });
}
