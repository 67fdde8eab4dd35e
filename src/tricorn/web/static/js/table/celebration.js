/** What placements and wins get, around and never on what it celebrates. Loaded with the first of them. */

import { RIM_MS, RING_MS } from "../board/board.js";
import { freeSpot, isFree } from "../board/free_spot.js";
import { cellName, cellsAround, centre, corners, parseCell, spot } from "../board/geometry.js";
import { closedHexagons } from "../board/marks.js";
import { SIDE } from "../board/shapes.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { animateAway, make, makeSvg } from "../shared/dom.js";
import { formatPoints } from "../shared/i18n.js";
import { reducedMotion } from "../shared/settings.js";

/** @import { Board } from "../board/board.js" */
/** @import { Cell, Spot } from "../board/geometry.js" */
/** @import { Placed } from "../shared/record.js" */

const POINTS_MS = 1500;
const BONUS_MS = 2400;
const RAYS = 24; // around a hexagon, where there is felt
const RAY_GAP = 14; // from the hexagon, and a ray's length, in units of the picture
const RAY_LENGTH = 20;
const CONFETTI_MS = 5000;
const PIECE = "M0-9 8 5H-8Z"; // a small triangle

let timer = 0; // of the one placement that is celebrated

/**
 * When the tile has landed, the outline of each hexagon draws itself; then come rays around it, and the points.
 * @param {Board} board @param {Placed} placed @param {number} landing  how long the tile still flies
 */
export function celebratePlacement(board, placed, landing) {
  clearTimeout(timer);
  const hubs = closedHexagons(placed, board.filled);
  const isStill = reducedMotion();
  if (hubs.length && !isStill) drawRims(board, landing);
  const show = () => {
    for (const hub of hubs) showRays(board, hub);
    showPoints(board, placed);
  };
  timer = setTimeout(show, isStill ? 0 : landing + (hubs.length ? RIM_MS : RING_MS));
}

/** @param {Board} board @param {number} delay */
function drawRims(board, delay) {
  const frames = [
    { strokeDasharray: 1, strokeDashoffset: 1 },
    { strokeDasharray: 1, strokeDashoffset: 0 },
  ];
  for (const path of board.layers.marks.querySelectorAll("[pathLength]"))
    path.animate(frames, { duration: RIM_MS, delay, fill: "backwards", easing: "ease-out" });
}

/** Rays around a hexagon, where they are on free felt. @param {Board} board @param {[number, number]} hub */
function showRays(board, hub) {
  const [x, y] = spot(hub);
  const room = board.room(board.filled);
  const rays = makeSvg("g", { class: "rays" });
  for (let i = 0; i < RAYS; i++) {
    const angle = ((i + 0.5) / RAYS) * 2 * Math.PI;
    const fromMiddle = (angle % (Math.PI / 3)) - Math.PI / 6; // of the hexagon's side in this direction
    const edge = (SIDE * Math.sqrt(0.75)) / Math.cos(fromMiddle) + RAY_GAP;
    const [start, end] = [edge, edge + RAY_LENGTH].map(
      (far) => /** @type {Spot} */ ([x + Math.cos(angle) * far, y + Math.sin(angle) * far]),
    );
    if (isFree(start, room) && isFree(end, room)) rays.append(makeSvg("path", { d: `M${start}L${end}` }));
  }
  board.addEffect(rays);
  showFor(rays, BONUS_MS);
}

/**
 * The points, and the bonus by name, near the tile: on free felt, or if there is none, beside what they celebrate.
 * @param {Board} board @param {Placed} placed
 */
function showPoints(board, { points, bonus, cell }) {
  if (!cell) return;
  const name = bonus ? `${bonusLabel(bonus)} ` : "";
  const words = makeSvg("text", {}, name.replace(/^./u, (first) => first.toUpperCase()) + formatPoints(points));
  const label = makeSvg("g", { class: bonus ? "scored bonus" : "scored" }, words);
  board.addEffect(label);
  const box = words.getBBox();
  const [width, height] = [box.width + box.height, box.height * 1.2];
  const at = labelSpot(board, parseCell(cell), width, height);
  if (!at) return label.remove();
  label.prepend(makeSvg("rect", { x: -width / 2, y: -height / 2, width, height, rx: height / 2 }));
  label.setAttribute("transform", `translate(${at})`);
  showFor(label, bonus ? BONUS_MS : POINTS_MS);
}

/** @param {Board} board @param {Cell} cell @param {number} width @param {number} height */
function labelSpot(board, cell, width, height) {
  const around = new Set(corners(cell).flatMap(cellsAround).map(cellName));
  const near = [...board.filled].filter((tile) => around.has(tile));
  const spotBeside = (/** @type {Iterable<string>} */ tiles) =>
    freeSpot(centre(cell), width, height, board.room(tiles));
  return spotBeside(board.filled) ?? spotBeside(near);
}

/** Let an element appear, stay for a while and go. @param {Element} element @param {number} duration */
function showFor(element, duration) {
  const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.85 }, { opacity: 0 }];
  animateAway(element, frames, { duration, easing: "ease-out" });
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
