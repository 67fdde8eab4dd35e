/** Finds room for a label on the board: a spot near a tile where it covers no cell that matters. */

import { corners, spot } from "./geometry.js";
import { SIDE } from "./shapes.js";

/** @import { Box, Cell, Spot } from "./geometry.js" */

const DIRECTIONS = 12;
const FARTHEST = 6; // sides of a tile
const STEP = 0.25;
const SAMPLES = 5; // points of the label that are checked, across and down

/**
 * What is inside the stage and covers none of these cells and boxes is free.
 * @typedef {{cells: Cell[], boxes: Box[], stage: Box}} Room
 */

/**
 * The nearest spot at which a label of this size is free, or null.
 * @param {Spot} near @param {number} width @param {number} height @param {Room} room
 */
export function freeSpot(near, width, height, room) {
  const tips = room.cells.flatMap((cell) => corners(cell).map(spot)); // narrow, so they may be between the points
  const isTaken = (/** @type {Spot} */ point) => !isFree(point, room);
  const isCovered = (/** @type {Spot} */ middle) => {
    const label = boxAround(middle, width, height);
    return tips.some((tip) => isInBox(tip, label)) || samplePoints(middle, width, height).some(isTaken);
  };
  return spotsAround(near).find((middle) => !isCovered(middle)) ?? null;
}

/** @param {Spot} middle @param {number} width @param {number} height @returns {Box} */
function boxAround([x, y], width, height) {
  return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/** @param {Spot} point @param {Room} room */
export function isFree(point, { cells, boxes, stage }) {
  const isTaken =
    boxes.some((box) => isInBox(point, box)) || cells.some((cell) => isInside(point, corners(cell).map(spot)));
  return isInBox(point, stage) && !isTaken;
}

/** @param {Spot} point @param {Box} box */
function isInBox([x, y], { left, top, right, bottom }) {
  return x >= left && x <= right && y >= top && y <= bottom;
}

/** The spot itself, then rings of spots around it, those above first. @param {Spot} middle */
function spotsAround([x, y]) {
  /** @type {Spot[]} */
  const spots = [[x, y]];
  for (let far = STEP; far <= FARTHEST; far += STEP) {
    for (let i = 0; i < DIRECTIONS; i++) {
      const angle = (Math.ceil(i / 2) * (i % 2 ? 1 : -1) * 2 * Math.PI) / DIRECTIONS;
      spots.push([x + Math.sin(angle) * far * SIDE, y - Math.cos(angle) * far * SIDE]);
    }
  }
  return spots;
}

/** Points distributed over a label. @param {Spot} middle @param {number} width @param {number} height */
function samplePoints([x, y], width, height) {
  const shares = Array.from({ length: SAMPLES }, (_, i) => i / (SAMPLES - 1) - 0.5);
  return shares.flatMap((down) =>
    shares.map((across) => /** @type {Spot} */ ([x + across * width, y + down * height])),
  );
}

/** @param {Spot} point @param {Spot[]} tips  of a triangle */
function isInside([x, y], tips) {
  const sides = tips.map(([ax, ay], i) => {
    const [bx, by] = tips[(i + 1) % 3];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}
