/** A chart of the scores, with a line for each player: colour, dashes and the name at its end tell whose it is. */

import { make, makeSvg } from "./dom.js";
import { figure, t } from "./i18n.js";

const WIDE = 460,
  HIGH = 220;
const LEFT = 38,
  RIGHT = 98,
  TOP = 12,
  BOTTOM = 22;

/** Round figures for the axis. @param {number} low @param {number} high */
function ticks(low, high) {
  const step = [10, 20, 50, 100, 200, 500, 1000].find((candidate) => (high - low) / candidate <= 5) ?? 2000;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high; at += step) found.push(at);
  return found;
}

/** The heights of the names at the ends of lines, spread so that none covers another. @param {number[]} ends */
function spreadLabels(ends) {
  const order = ends.map((y, seat) => ({ y, seat })).sort((a, b) => a.y - b.y);
  for (let i = 1; i < order.length; i++) order[i].y = Math.max(order[i].y, order[i - 1].y + 18);
  const over = (order.at(-1)?.y ?? 0) - (HIGH - BOTTOM);
  if (over > 0) for (const label of order) label.y -= over;
  const places = /** @type {number[]} */ ([]);
  for (const { y, seat } of order) places[seat] = y;
  return places;
}

/**
 * @param {{scores: number[], round: number}[]} steps @param {string[]} names @param {number | null} target
 */
export function chart(steps, names, target) {
  const all = steps.flatMap((step) => step.scores);
  const low = Math.min(0, ...all),
    high = Math.max(10, ...all, target ?? 0);
  const x = (/** @type {number} */ i) => LEFT + ((WIDE - LEFT - RIGHT) * i) / Math.max(1, steps.length - 1);
  const y = (/** @type {number} */ score) => TOP + ((HIGH - TOP - BOTTOM) * (high - score)) / (high - low);
  const words = names.map((name, seat) => `${name} ${figure(steps.at(-1)?.scores[seat] ?? 0)}`).join(", ");
  const picture = makeSvg("svg", {
    class: "chart",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label": t("Scores over the game; at the end {scores}", { scores: words }),
  });
  for (const at of ticks(low, high))
    picture.append(
      makeSvg("path", { class: "grid", d: `M${LEFT} ${y(at)}H${WIDE - RIGHT}` }),
      makeSvg("text", { class: "axis", x: LEFT - 6, y: y(at) + 4, "text-anchor": "end" }, figure(at)),
    );
  if (target !== null) picture.append(makeSvg("path", { class: "goal", d: `M${LEFT} ${y(target)}H${WIDE - RIGHT}` }));
  picture.append(...roundMarks(steps, x));
  const ends = spreadLabels(names.map((_, seat) => y(steps.at(-1)?.scores[seat] ?? 0)));
  names.forEach((name, seat) => {
    const path = steps
      .map((step, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(step.scores[seat]).toFixed(1)}`)
      .join("");
    picture.append(makeSvg("path", { class: `line seat-line-${seat}`, d: path }));
    picture.append(
      makeSvg(
        "text",
        { class: `end seat-text-${seat}`, x: WIDE - RIGHT + 7, y: ends[seat] + 4 },
        name.length > 9 ? `${name.slice(0, 8)}…` : name,
      ),
    );
  });
  return make("figure", { class: "scores-chart" }, picture);
}

/** @param {{round: number}[]} steps @param {(i: number) => number} x */
function roundMarks(steps, x) {
  return steps.flatMap((step, i) => {
    if (i === 0 || steps[i - 1].round === step.round) return [];
    return [
      makeSvg("path", { class: "grid", d: `M${x(i - 1)} ${TOP}V${HIGH - BOTTOM}` }),
      makeSvg("text", { class: "axis", x: x(i - 1) + 3, y: HIGH - 7 }, `${step.round}`),
    ];
  });
}
