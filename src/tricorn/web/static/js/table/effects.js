/** Brief effects: the points of a placement, sounds. */

import { FLIGHT_MS, RING_MS } from "../board/board.js";
import { freeSpot } from "../board/free_spot.js";
import { cellName, cellsAround, centre, corners, parseCell } from "../board/geometry.js";
import { HEXAGONS } from "../shared/bonus.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { animateAway, makeSvg } from "../shared/dom.js";
import { formatPoints } from "../shared/i18n.js";
import { reducedMotion, settings } from "../shared/settings.js";

/** @import { Board } from "../board/board.js" */
/** @import { Cell } from "../board/geometry.js" */
/** @import { Event, Placed } from "../shared/record.js" */

const POINTS_MS = 1500;
const TEXTS_ON_STAGE = "#news p, .well, .zoom button:not([hidden])";

let timer = 0; // of the one placement that is celebrated

/**
 * Show what a placement scored: first the tile lands, then its ring appears, then the points.
 * @param {Board} board @param {Placed} placed @param {boolean} flies  whether the tile comes from another player
 */
export function celebrate(board, placed, flies) {
  clearTimeout(timer);
  board.clearScore();
  const { cell } = placed;
  if (!cell) return;
  const wait = reducedMotion() ? 0 : RING_MS + (flies ? FLIGHT_MS : 0);
  timer = setTimeout(() => showReward(board, placed, parseCell(cell)), wait);
}

/** @param {Board} board @param {Placed} placed @param {Cell} cell */
function showReward(board, placed, cell) {
  showPoints(board, placed, cell);
  if (!placed.bonus || reducedMotion()) return;
  import("./celebration.js").then(({ celebrateBonus }) => celebrateBonus(board, placed, cell));
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

/** Play a sound. Sounds are off by default, so their script is loaded on demand. @param {string} name */
export function playSound(name) {
  if (settings().sound) import("./sound.js").then(({ play }) => play(name));
}

/** Play the sound of an event, if it has one. @param {Event} event */
export function playEventSound(event) {
  if (event.kind === "place") playSound(!event.bonus ? "place" : HEXAGONS[event.bonus] ? "hexagon" : "bridge");
  else if (event.kind === "draw" || event.kind === "pass") playSound(event.kind);
  else if (event.kind === "out" || event.kind === "blocked") playSound("end");
}
