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

/** A line with a halo, which makes it visible on every colour. @param {string} path @param {number} pen */
function mark(path, pen) {
  return [
    makeSvg("path", { class: "tc-halo", d: path, "stroke-width": pen + 2 }),
    makeSvg("path", { class: "tc-mark", d: path, "stroke-width": pen }),
  ];
}

/** @param {[number, number]} point */
function ring(point) {
  const [cx, cy] = spot(point);
  return [
    makeSvg("circle", { class: "tc-core", cx, cy, r: 9.7 }),
    makeSvg("circle", { class: "tc-mark", cx, cy, r: 6.9, "stroke-width": 3.6 }),
  ];
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
  const clasps = beside.flatMap((other) => {
    const path = clasp(cell, other, 32);
    return [...mark(path, 8), makeSvg("path", { class: "tc-halo", d: path, "stroke-width": 3 })];
  });
  if (last.bonus !== "bridge" || beside.length !== 1) return clasps;
  const matched = new Set(corners(beside[0]).map(String));
  return [
    ...clasps,
    ...corners(cell)
      .filter((point) => !matched.has(String(point)))
      .flatMap(ring),
  ];
}

/** All marks of the last placement. @param {Placed} last @param {Set<string>} filled  the cells that hold a tile */
export function placementMarks(last, filled) {
  if (!last.cell) return [];
  const cell = parseCell(last.cell);
  const points = closedHexagons(last, filled);
  return [
    ...points.flatMap((point) => mark(hexagon(point, 2), 3.8)),
    ...mark(triangle(cell), 3.2),
    makeSvg("path", { class: "tc-star", d: star(centre(cell), 8) }),
    ...bridgeMarks(last, filled),
    ...points.flatMap(ring),
  ];
}
