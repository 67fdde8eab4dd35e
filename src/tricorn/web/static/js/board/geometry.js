/**
 * Where cells lie in a picture, and the outlines of tiles: the same shapes as in the pictures of tricorn.render.
 * Lattice points are [x, y] with y growing upward; spots are [x, y] of the picture, y growing downward.
 */

import { CORNER, GAP, NUMERAL_DISTANCE, ROUNDING, SIDE, STAR } from "./shapes.js";

/** @typedef {[number, number]} Spot */
/** @typedef {[number, number]} Point */
/** @typedef {{x: number, y: number, up: boolean}} Cell */

/** The cell written `0,-1v`. @param {string} text @returns {Cell} */
export function parseCell(text) {
  const match = /^(-?\d+),(-?\d+)([v^])/.exec(text);
  if (!match) throw new Error(`not a cell: ${text}`);
  return { x: Number(match[1]), y: Number(match[2]), up: match[3] === "^" };
}

/** @param {Cell} cell */
export function cellName(cell) {
  return `${cell.x},${cell.y}${cell.up ? "^" : "v"}`;
}

/** The corners of the upright cell at the origin, clockwise from the apex. @type {Point[]} */
const CORNERS = [
  [0, 1],
  [1, 0],
  [0, 0],
];

/** The corners clockwise from the apex; pointing down is pointing up after half a turn. @param {Cell} cell */
export function corners({ x, y, up }) {
  return CORNERS.map(([dx, dy]) => /** @type {Point} */ (up ? [x + dx, y + dy] : [x + 1 - dx, y + 1 - dy]));
}

/** The cells that share a side with this one. @param {Cell} cell @returns {Cell[]} */
export function neighbours({ x, y, up }) {
  const away = up ? -1 : 1;
  return [
    { x, y, up: !up },
    { x, y: y + away, up: !up },
    { x: x + away, y, up: !up },
  ];
}

/** The six cells that meet at a point, clockwise from its upper right. @param {Point} point @returns {Cell[]} */
export function cellsAround([x, y]) {
  return [
    { x, y, up: true },
    { x, y: y - 1, up: false },
    { x, y: y - 1, up: true },
    { x: x - 1, y: y - 1, up: false },
    { x: x - 1, y, up: true },
    { x: x - 1, y, up: false },
  ];
}

/** @param {Point} point @returns {Spot} */
export function spot([x, y]) {
  return [(x + y / 2) * SIDE, ((-y * Math.sqrt(3)) / 2) * SIDE];
}

/** @param {Cell} cell @returns {Spot} */
export function centre(cell) {
  const spots = corners(cell).map(spot);
  return [(spots[0][0] + spots[1][0] + spots[2][0]) / 3, (spots[0][1] + spots[1][1] + spots[2][1]) / 3];
}

/**
 * The spot `far` units from start towards end.
 * @param {Spot} start @param {Spot} end @param {number} far @returns {Spot}
 */
function toward(start, end, far) {
  const dx = end[0] - start[0],
    dy = end[1] - start[1];
  const share = far / Math.hypot(dx, dy);
  return [start[0] + dx * share, start[1] + dy * share];
}

/** @param {Spot} place */
function xy([x, y]) {
  return `${+x.toFixed(2)} ${+y.toFixed(2)}`;
}

/** @param {number} radius @param {Spot} end */
function arc(radius, end) {
  return `A${radius} ${radius} 0 0 1 ${xy(end)}`;
}

/**
 * The cell's corners, inset by the gap; moving two units toward the centre is one unit from either side.
 * @param {Cell} cell @param {number} gap
 */
function insetCorners(cell, gap) {
  const inward = centre(cell);
  return corners(cell).map((point) => toward(spot(point), inward, 2 * gap));
}

/** Where the rounding of a corner leaves its two sides. @param {Spot} tip @param {Spot} left @param {Spot} right */
function rounded(tip, left, right) {
  const cut = ROUNDING * Math.sqrt(3);
  return [toward(tip, left, cut), toward(tip, right, cut)];
}

/** A tile's outline. @param {Cell} cell @param {number} [gap] */
export function triangle(cell, gap = GAP) {
  const tips = insetCorners(cell, gap);
  const steps = tips.map((tip, i) => {
    const [before, after] = rounded(tip, tips[(i + 2) % 3], tips[(i + 1) % 3]);
    return xy(before) + arc(ROUNDING, after);
  });
  return `M${steps.join("L")}Z`;
}

/** The coloured part of a tile at one corner. @param {Cell} cell @param {number} which */
export function sector(cell, which) {
  const tips = insetCorners(cell, GAP);
  const tip = tips[which],
    left = tips[(which + 2) % 3],
    right = tips[(which + 1) % 3];
  const [before, after] = rounded(tip, left, right);
  const reach = CORNER - 2 * GAP;
  const near = toward(tip, left, reach),
    far = toward(tip, right, reach);
  return `M${xy(near)}L${xy(before)}${arc(ROUNDING, after)}L${xy(far)}${arc(CORNER, near)}Z`;
}

/** The centre of a corner's numeral. @param {Cell} cell @param {number} which */
export function numeralSpot(cell, which) {
  return toward(spot(corners(cell)[which]), centre(cell), NUMERAL_DISTANCE);
}

/** @param {Spot[]} spots */
function closedPath(spots) {
  return `M${spots.map(xy).join("L")}Z`;
}

/** The outline of the hexagon around a point. @param {Point} point @param {number} beyond */
export function hexagon(point, beyond) {
  const hub = spot(point);
  const around = [
    [0, 1],
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, 0],
    [-1, 1],
  ];
  return closedPath(around.map(([dx, dy]) => toward(hub, spot([point[0] + dx, point[1] + dy]), SIDE + beyond)));
}

/**
 * The side two cells share, `short` units shorter at either end.
 * @param {Cell} one @param {Cell} other @param {number} short
 */
export function clasp(one, other, short) {
  const theirs = new Set(corners(other).map(String));
  const [start, end] = corners(one)
    .filter((point) => theirs.has(String(point)))
    .map(spot);
  return `M${xy(toward(start, end, short))}L${xy(toward(end, start, short))}`;
}

/** A five-pointed star. @param {Spot} centre @param {number} size */
export function star([x, y], size) {
  return closedPath(STAR.map(([dx, dy]) => [x + dx * size, y + dy * size]));
}

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box */

/** The bounding box of some cells; null if there are none. @param {Iterable<Cell>} cells @returns {Box | null} */
export function boundingBox(cells) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const cell of cells) {
    for (const [x, y] of corners(cell).map(spot)) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y);
    }
  }
  return Number.isFinite(box.left) ? box : null;
}
