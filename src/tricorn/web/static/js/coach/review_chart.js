/** The chart of winning chances, all hands known, with errors and lucky draws marked on it. */

import { make, makeSvg } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { SEATS } from "../shared/notation.js";
import { percent } from "./reasons.js";
import { errorsIn } from "./review.js";

/** @typedef {import("./review.js").Review} Review */

const WIDE = 460,
  HIGH = 220,
  LEFT = 44,
  RIGHT = 12,
  TOP = 12,
  BOTTOM = 12;
const LUCKY = 0.06; // the least change in chance of winning that is marked
const DIAMOND = "M0-6 6 0 0 6-6 0z";

/** @param {number} chance */
const y = (chance) => TOP + (HIGH - TOP - BOTTOM) * (1 - chance);

/** @param {Review} review @param {(event: number) => void} onEvent  a mark was chosen */
export function chancesChart(review, onEvent) {
  const { values, names, players } = review;
  const at = new Map(values.map(({ event }, number) => [event, number]));
  const last = review.winner === null ? values.length - 1 : values.length;
  const x = (/** @type {number} */ number) => LEFT + ((WIDE - LEFT - RIGHT) * number) / Math.max(1, last);
  const picture = makeSvg("svg", {
    class: "chart chances",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
    "aria-label": t("Winning chances over the game, with errors and lucky draws"),
  });
  for (const chance of [0, 0.5, 1])
    picture.append(
      makeSvg("path", { class: "grid", d: `M${LEFT} ${y(chance)}H${WIDE - RIGHT}` }),
      makeSvg("text", { class: "axis", x: LEFT - 6, y: y(chance) + 4, "text-anchor": "end" }, percent(chance)),
    );
  names.forEach((_, seat) => {
    const points = values.map(({ chances }, number) => `${x(number)} ${y(chances[seat])}`);
    if (review.winner !== null) points.push(`${x(last)} ${y(SEATS[seat] === review.winner ? 1 : 0)}`);
    picture.append(makeSvg("path", { class: `line seat-line-${seat}`, d: `M${points.join("L")}` }));
  });
  const mark = (/** @type {number} */ event, /** @type {number} */ seat, /** @type {SVGElement} */ shape) => {
    const number = at.get(event);
    if (number === undefined) return;
    const place = `translate(${x(number)} ${y(values[number].chances[seat])})`;
    const group = makeSvg("g", { class: "event-mark", transform: place, click: () => onEvent(event) }, shape);
    picture.append(group);
  };
  for (const { event, seat, chances } of review.luck) {
    const whose = seat === null ? chances.indexOf(Math.max(...chances)) : SEATS.indexOf(seat);
    if (Math.abs(chances[whose]) < LUCKY) continue;
    const text = luckText(seat === null, players[whose].name, chances[whose]);
    mark(event, whose, makeSvg("path", { class: "luck-mark", d: DIAMOND }, makeSvg("title", {}, text)));
  }
  for (const { event, seat, loss, grade } of errorsIn(review)) {
    const whose = SEATS.indexOf(seat);
    const title = makeSvg("title", {}, `${players[whose].name}: ${percent(-loss, 1)}`);
    mark(event, whose, makeSvg("circle", { class: `error-mark ${grade} seat-mark-${whose}`, r: 7 }, title));
  }
  const key = make(
    "figcaption",
    {},
    ...names.map((name, seat) =>
      make("span", {}, make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }), ` ${name}  `),
    ),
    make("span", { class: "faint" }, t("● error   ◆ lucky or unlucky tile")),
  );
  return make("figure", { class: "scores-chart" }, picture, key);
}

/** @param {boolean} isDeal @param {string} name @param {number} change */
function luckText(isDeal, name, change) {
  const chance = `${change < 0 ? "" : "+"}${percent(change, 1)}`;
  return isDeal
    ? t("The deal, for {name}: {chance}", { name, chance })
    : t("A draw of {name}: {chance}", { name, chance });
}
