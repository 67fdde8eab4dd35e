/** What the last placement did, drawn over the table: its outline and star, a bridge's clasp, a hexagon's rim. */

import { HEXAGONS } from "../shared/bonus.js";
import { makeSvg } from "../shared/dom.js";
import {
  cellName,
  cellsAround,
  centre,
  clasp,
  corners,
  hexagon,
  neighbours,
  parseCell,
  spot,
  star,
  triangle,
} from "./geometry.js";

/** @import { Placed } from "../shared/record.js" */

/**
 * A line with a halo, which makes it visible on every colour.
 * @param {string} d @param {number} pen @param {{pathLength?: number}} [attributes]
 */
function mark(d, pen, attributes = {}) {
  return [
    makeSvg("path", { ...attributes, class: "tc-halo", d, "stroke-width": pen + 2.4 }),
    makeSvg("path", { ...attributes, class: "tc-mark", d, "stroke-width": pen }),
  ];
}

/** @param {[number, number]} point */
function dot(point) {
  const [cx, cy] = spot(point);
  return makeSvg("circle", { class: "tc-core", cx, cy, r: 6, "stroke-width": 2 });
}

/** The centres of the hexagons that the last tile closes. @param {Placed} last @param {Set<string>} filled */
export function closedHexagons(last, filled) {
  if (!last.cell || !last.bonus || !HEXAGONS[last.bonus]) return [];
  return corners(parseCell(last.cell)).filter((point) =>
    cellsAround(point).every((cell) => filled.has(cellName(cell))),
  );
}

/** @param {Placed} last @param {Set<string>} filled */
function bridgeMarks(last, filled) {
  if (!last.cell || (last.bonus !== "bridge" && last.bonus !== "beside")) return [];
  const cell = parseCell(last.cell);
  const beside = neighbours(cell).filter((other) => filled.has(cellName(other)));
  const clasps = beside.flatMap((other) => mark(clasp(cell, other, 26), 6.4));
  if (last.bonus !== "bridge" || beside.length !== 1) return clasps;
  const matched = new Set(corners(beside[0]).map(String));
  return [
    ...clasps,
    ...corners(cell)
      .filter((point) => !matched.has(String(point)))
      .map(dot),
  ];
}

/** All marks of the last placement. @param {Placed} last @param {Set<string>} filled  the cells that hold a tile */
export function placementMarks(last, filled) {
  if (!last.cell) return [];
  const cell = parseCell(last.cell);
  const points = closedHexagons(last, filled);
  return [
    ...points.flatMap((point) => mark(hexagon(point, 0), 4.4, { pathLength: 1 })),
    ...(points.length ? [] : mark(triangle(cell, 0), 3.2)),
    makeSvg("path", { class: "tc-star", d: star(centre(cell), 8), "stroke-width": 1.6 }),
    ...bridgeMarks(last, filled),
  ];
}
