/** Brief effects: the points of a placement, sparks for a bonus, confetti for a win. */

import { freeSpot } from "../board/free_spot.js";
import { cellName, cellsAround, centre, corners, hexagon, parseCell } from "../board/geometry.js";
import { closedHexagons } from "../board/marks.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { animateAway, make, makeSvg } from "../shared/dom.js";
import { formatPoints } from "../shared/i18n.js";
import { reducedMotion } from "../shared/settings.js";

/** @import { Board } from "../board/board.js" */
/** @import { Cell } from "../board/geometry.js" */
/** @import { Placed } from "../shared/record.js" */

const POINTS_MS = 1500;
const GLOW_MS = 1700;
const CONFETTI_MS = 5000;
const TEXTS_ON_STAGE = "#news p, .well, .zoom button:not([hidden])";
const PIECE = "M0-9 8 5H-8Z"; // a small triangle

/**
 * The points of a placement and, for a bonus, a rim around hexagons and sparks.
 * @param {Board} board @param {Placed} placed @param {Cell} cell
 */
export function showReward(board, placed, cell) {
  showPoints(board, placed, cell);
  if (!placed.bonus || reducedMotion()) return;
  const points = closedHexagons(placed, board.filled);
  for (const point of points) glow(board, hexagon(point, 2));
  sparks(board, centre(cell), points.length ? 26 : 14, points.length ? 190 : 120);
}

/**
 * The points, and the bonus by name, near the tile: on free felt, or if there is none, beside what they celebrate.
 * @param {Board} board @param {Placed} placed @param {Cell} cell
 */
function showPoints(board, { points, bonus }, cell) {
  const why = bonus ? bonusLabel(bonus) : "";
  const label = makeSvg(
    "text",
    { class: bonus ? "scored bonus" : "scored" },
    makeSvg("tspan", { x: 0 }, formatPoints(points)),
  );
  if (why) label.append(makeSvg("tspan", { x: 0, dy: "1.1em", class: "why" }, why));
  board.addEffect(label);
  const { x, y, width, height } = label.getBBox();
  const spot = labelSpot(board, cell, width, height);
  if (!spot) return label.remove();
  label.style.transform = `translate(${spot[0] - x - width / 2}px, ${spot[1] - y - height / 2}px)`;
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.8 }, { opacity: 0 }];
  animateAway(label, frames, { duration: bonus ? POINTS_MS * 1.4 : POINTS_MS, easing: "ease-out" });
}

/** @param {Board} board @param {Cell} cell @param {number} width @param {number} height */
function labelSpot({ filled, litCells, svg, viewport }, cell, width, height) {
  const texts = [...document.querySelectorAll(TEXTS_ON_STAGE)].map((text) => text.getBoundingClientRect());
  const boxes = texts.map((rect) => viewport.boxUnder(rect));
  const stage = viewport.boxUnder(svg.getBoundingClientRect());
  const spotBeside = (/** @type {Iterable<string>} */ tiles) =>
    freeSpot(centre(cell), width, height, { cells: [...litCells, ...tiles].map(parseCell), boxes, stage });
  const around = new Set(corners(cell).flatMap(cellsAround).map(cellName));
  return spotBeside(filled) ?? spotBeside([...filled].filter((tile) => around.has(tile)));
}

/** @param {Board} board @param {string} path */
function glow(board, path) {
  const rim = makeSvg("path", { class: "glow", d: path, pathLength: 1 });
  board.addEffect(rim);
  const frames = [
    { strokeDashoffset: 1, opacity: 1 },
    { strokeDashoffset: 0, opacity: 1, offset: 0.55 },
    { strokeDashoffset: 0, opacity: 0 },
  ];
  animateAway(rim, frames, { duration: GLOW_MS, easing: "ease-out" });
}

/**
 * Small triangles that fly apart.
 * @param {Board} board @param {number[]} at @param {number} count @param {number} reach
 */
function sparks(board, [x, y], count, reach) {
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * 2 * Math.PI;
    const distance = reach * (0.55 + 0.45 * Math.random());
    const end = `${x + Math.cos(angle) * distance}px, ${y + Math.sin(angle) * distance}px`;
    const spark = makeSvg("path", { class: `spark tc-c${i % 6}`, d: PIECE });
    board.addEffect(spark);
    const frames = [
      { transform: `translate(${x}px, ${y}px) scale(1.1)`, opacity: 1 },
      { transform: `translate(${end}) rotate(${Math.random() * 540}deg) scale(.2)`, opacity: 0 },
    ];
    animateAway(spark, frames, { duration: 900 + 300 * Math.random(), easing: "cubic-bezier(.1,.7,.3,1)" });
  }
}

/** Triangles that fall over the page at the end of a game. */
export function confetti() {
  if (reducedMotion()) return;
  const sky = make("div", { class: "confetti", "aria-hidden": "true" });
  document.body.append(sky);
  for (let i = 0; i < 60; i++) {
    const piece = makeSvg("svg", { viewBox: "-10 -10 20 20" }, makeSvg("path", { class: `tc-c${i % 6}`, d: PIECE }));
    piece.style.left = `${Math.random() * 100}%`;
    sky.append(piece);
    const end = `translate(${Math.random() * 120 - 60}px, 105vh) rotate(${Math.random() * 900}deg)`;
    const duration = 2200 + 1800 * Math.random();
    piece.animate([{ transform: "translateY(-5vh) rotate(0)" }, { transform: end }], {
      duration,
      delay: 700 * Math.random(),
      fill: "both",
      easing: "cubic-bezier(.3,.2,.6,1)",
    });
  }
  setTimeout(() => sky.remove(), CONFETTI_MS);
}
