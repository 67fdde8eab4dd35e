/** A tile as SVG, drawn as in the pictures of tricorn.render; the colours are in the style sheet (`tc-…`). */

import { makeSvg } from "../shared/dom.js";
import { tileNumbers } from "../shared/notation.js";
import { numeralSpot, parseCell, sector, triangle } from "./geometry.js";
import { DIGITS, NUMERAL_SCALE, NUMERAL_STROKE, PEN, SIDE } from "./shapes.js";

const UP = parseCell("0,0^");
const DOWN = parseCell("0,0v");
const TRIM = 5.6;
const HEIGHT = (SIDE * Math.sqrt(3)) / 2;

/** @import { Cell } from "./geometry.js" */

/** @param {Cell} cell @param {number} which @param {number} number */
function corner(cell, which, number) {
  const [x, y] = numeralSpot(cell, which);
  return [
    makeSvg("path", { class: `tc-c${number}`, d: sector(cell, which) }),
    makeSvg("path", {
      class: `tc-n${number}`,
      d: DIGITS[number],
      transform: `translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${NUMERAL_SCALE})`,
      "stroke-width": NUMERAL_STROKE,
    }),
  ];
}

/**
 * A tile on its cell, numbers clockwise from the apex; without numbers, its back.
 * @param {Cell} cell @param {number[] | null} numbers
 */
export function tileOn(cell, numbers) {
  const outline = triangle(cell);
  const inside = numbers
    ? numbers.flatMap((number, which) => corner(cell, which, number))
    : [makeSvg("path", { class: "tc-back", d: triangle(cell, 7) })];
  return makeSvg(
    "g",
    { class: "tc", "stroke-width": PEN },
    makeSvg("path", { class: "tc-shadow", d: outline, transform: "translate(0 1.6)" }),
    makeSvg("path", { class: "tc-tile", d: outline }),
    ...inside,
    makeSvg("path", { class: "tc-edge", d: outline }),
  );
}

/**
 * A tile outside the board, as in a rack; the first number is at the upper corner, or pointing down at the lower one.
 * @param {string | null} tile @param {boolean} [up]
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
  picture.append(makeSvg("path", { class: "ring", d: triangle(cell) }), tileOn(cell, numbers));
  return picture;
}
