/** A tile as SVG, drawn as in the pictures of tricorn.render; the colours are in the style sheet (`tc-…`). */

import { makeSvg } from "../shared/dom.js";
import { tileNumbers } from "../shared/notation.js";
import { numeralSpot, parseCell, SIDE, sector, triangle } from "./geometry.js";

// Each numeral is 14 units high and centred at 0,0, as in tricorn.render.
const DIGITS = [
  "M0-7C-3.1-7-4.4-4-4.4 0S-3.1 7 0 7 4.4 4 4.4 0 3.1-7 0-7Z",
  "M-2.9-4.4 1-7V7",
  "M-4.1-3.3A4.1 3.8 0 0 1 4-3.1C4-.4 1.4 1.8-4.2 7H4.5",
  "M-3.9-7H3.9L-.5-1.7A4.4 4.4 0 1 1-4.3 4.6",
  "M2 7V-7L-4.9 3.4H4.9",
  "M3.8-7H-3L-3.6-.8A4.5 4.5 0 1 1-4.3 4.5",
];
const UP = parseCell("0,0^");
const DOWN = parseCell("0,0v");
const TRIM = 5.6;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

/** @typedef {import("./geometry.js").Cell} Cell */

/** @param {Cell} cell @param {number} which @param {number} number */
function corner(cell, which, number) {
  const [x, y] = numeralSpot(cell, which);
  return [
    makeSvg("path", { class: `tc-c${number}`, d: sector(cell, which) }),
    makeSvg("path", {
      class: `tc-n tc-n${number}`,
      d: DIGITS[number],
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(.92)`,
    }),
  ];
}

/**
 * A tile on its cell, numbers clockwise from the apex; without numbers, its back.
 * @param {Cell} cell
 * @param {number[] | null} numbers
 */
export function tileOn(cell, numbers) {
  const outline = triangle(cell);
  const inside = numbers
    ? numbers.flatMap((number, which) => corner(cell, which, number))
    : [makeSvg("path", { class: "tc-back", d: triangle(cell, 7) })];
  return makeSvg(
    "g",
    { class: "tc" },
    makeSvg("path", { class: "tc-shadow", d: outline, transform: "translate(0 1.6)" }),
    makeSvg("path", { class: "tc-tile", d: outline }),
    ...inside,
    makeSvg("path", { class: "tc-edge", d: outline }),
  );
}

/**
 * A tile outside the board, as in a rack; the first number is at the upper corner, or pointing down at the lower one.
 * @param {string | null} tile
 * @param {boolean} [up]
 */
export function looseTile(tile, up = true) {
  const cell = up ? UP : DOWN;
  const left = (up ? 0 : SIDE / 2) + TRIM; // the rounded corners leave this much free
  const top = up ? 7.2 - HEIGHT : -HEIGHT - 0.4;
  const numbers = tile === null || tile.includes("?") ? null : tileNumbers(tile);
  const picture = makeSvg("svg", {
    class: "tricorn loose",
    viewBox: `${left} ${top.toFixed(2)} ${SIDE - 2 * TRIM} ${(HEIGHT - 5).toFixed(2)}`,
    "aria-hidden": "true",
    focusable: "false",
  });
  picture.append(tileOn(cell, numbers), makeSvg("path", { class: "ring", d: triangle(cell, 3) }));
  return picture;
}
