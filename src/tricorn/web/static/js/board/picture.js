/** A small picture of the tiles on a table, without anything to press. */

import { makeSvg } from "../shared/dom.js";
import { boundingBox, parseCell } from "./geometry.js";
import { placementMarks } from "./marks.js";
import { tileOn } from "./tile.js";

/** @import { Placed } from "../shared/record.js" */

const MARGIN = 8;

/**
 * The tiles that have a cell, with the last one marked; null if there is none.
 * @param {Placed[]} placed @param {number} [least]  width and height of what is shown
 */
export function boardPicture(placed, least = 0) {
  const located = placed.flatMap(({ cell, numbers }) => (cell === null ? [] : [{ cell, numbers }]));
  const box = boundingBox(located.map(({ cell }) => parseCell(cell)));
  if (!box) return null;
  const last = placed.at(-1);
  const [width, height] = [box.right - box.left, box.bottom - box.top].map((size) =>
    Math.max(size + 2 * MARGIN, least),
  );
  const [left, top] = [(box.left + box.right - width) / 2, (box.top + box.bottom - height) / 2];
  return makeSvg(
    "svg",
    { class: "tricorn", viewBox: [left, top, width, height].join(" "), "aria-hidden": "true" },
    ...located.map(({ cell, numbers }) => tileOn(parseCell(cell), numbers)),
    ...(last ? placementMarks(last, new Set(located.map(({ cell }) => cell))) : []),
  );
}
