/** What bonuses and wins get: a rim around hexagons, sparks, confetti. Loaded with the first of them. */

import { centre, hexagon } from "../board/geometry.js";
import { closedHexagons } from "../board/marks.js";
import { animateAway, make, makeSvg } from "../shared/dom.js";
import { reducedMotion } from "../shared/settings.js";

/** @import { Board } from "../board/board.js" */
/** @import { Cell } from "../board/geometry.js" */
/** @import { Placed } from "../shared/record.js" */

const GLOW_MS = 1700;
const CONFETTI_MS = 5000;
const PIECE = "M0-9 8 5H-8Z"; // a small triangle

/** @param {Board} board @param {Placed} placed @param {Cell} cell */
export function celebrateBonus(board, placed, cell) {
  const points = closedHexagons(placed, board.filled);
  for (const point of points) glow(board, hexagon(point, 2));
  sparks(board, centre(cell), points.length ? 26 : 14, points.length ? 190 : 120);
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
