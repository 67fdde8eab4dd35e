/** The chart of winning chances, all hands known, with errors and lucky draws marked on it. */

import { chartPicture, gridLine, HEIGHT, WIDTH } from "../shared/chart.js";
import { make, makeSvg } from "../shared/dom.js";
import { formatPercent, t } from "../shared/i18n.js";
import { SEATS } from "../shared/notation.js";
import { seatDot } from "../shared/ui.js";
import { errorsIn, isComplete } from "./review_request.js";

/** @import { Review } from "./review_request.js" */
/** A mark on the line of a seat. @typedef {{event: number, seat: number, shape: SVGElement}} Mark */
/** From an index of the values to a coordinate. @typedef {(index: number) => number} Scale */

const LEFT = 44,
  RIGHT = 12,
  TOP = 12,
  BOTTOM = 12;
const MIN_LUCK = 0.06; // the smallest change of the chance of winning that is marked
const DIAMOND = "M0-6 6 0 0 6-6 0z";

/** @param {number} chance */
const y = (chance) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - chance);

/** @param {Review} review @param {(event: number) => void} onEvent  a mark was chosen */
export function chancesChart(review, onEvent) {
  const { values, names } = review;
  const last = endsWithResult(review) ? values.length : values.length - 1;
  const x = (/** @type {number} */ index) => LEFT + ((WIDTH - LEFT - RIGHT) * index) / Math.max(1, last);
  const picture = chartPicture(
    "chart chances",
    t("Winning chances, all hands known"),
    ...[0, 0.5, 1].flatMap((chance) => gridLine(formatPercent(chance), y(chance), LEFT, WIDTH - RIGHT)),
    ...names.map((_, seat) => makeSvg("path", { class: `line seat-${seat}`, d: chanceLine(review, seat, x) })),
  );
  const indexes = new Map(values.map(({ event }, index) => [event, index]));
  for (const { event, seat, shape } of [...luckMarks(review), ...errorMarks(review)]) {
    const index = indexes.get(event);
    if (index === undefined) continue;
    const place = `translate(${x(index)} ${y(values[index].chances[seat])})`;
    picture.append(makeSvg("g", { class: "event-mark", transform: place, click: () => onEvent(event) }, shape));
  }
  return make("figure", { class: "scores-chart" }, picture, legend(names));
}

/** Whether the lines end with the result of the game. @param {Review} review */
function endsWithResult(review) {
  return review.winner !== null && isComplete(review);
}

/** The line of a player's chances. @param {Review} review @param {number} seat @param {Scale} x */
function chanceLine(review, seat, x) {
  const { values, winner } = review;
  const points = values.map(({ chances }, index) => `${x(index)} ${y(chances[seat])}`);
  if (endsWithResult(review)) points.push(`${x(values.length)} ${y(SEATS[seat] === winner ? 1 : 0)}`);
  return `M${points.join("L")}`;
}

/** @param {Review} review @returns {Mark[]} */
function luckMarks({ luck, players }) {
  return luck.flatMap(({ event, seat: letter, chances }) => {
    const seat = letter === null ? chances.indexOf(Math.max(...chances)) : SEATS.indexOf(letter);
    if (Math.abs(chances[seat]) < MIN_LUCK) return [];
    const title = makeSvg("title", {}, luckText(letter === null, players[seat].name, chances[seat]));
    return [{ event, seat, shape: makeSvg("path", { class: "luck-mark", d: DIAMOND }, title) }];
  });
}

/** @param {Review} review @returns {Mark[]} */
function errorMarks(review) {
  return errorsIn(review).map(({ event, seat: letter, loss, grade }) => {
    const seat = SEATS.indexOf(letter);
    const title = makeSvg("title", {}, `${review.players[seat].name}: ${formatPercent(-loss, 1)}`);
    return { event, seat, shape: makeSvg("circle", { class: `error-mark ${grade} seat-${seat}`, r: 7 }, title) };
  });
}

/** @param {string[]} names */
function legend(names) {
  const entries = names.map((name, seat) => make("span", {}, seatDot(seat), ` ${name}  `));
  return make("figcaption", {}, ...entries, make("span", { class: "faint" }, t("● error   ◆ lucky or unlucky tile")));
}

/** @param {boolean} isDeal @param {string} name @param {number} change */
function luckText(isDeal, name, change) {
  const chance = `${change < 0 ? "" : "+"}${formatPercent(change, 1)}`;
  return isDeal
    ? t("The deal, for {name}: {chance}", { name, chance })
    : t("A draw of {name}: {chance}", { name, chance });
}
