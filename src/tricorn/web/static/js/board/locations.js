/** Locations on the board in words: "left of the 2-4-5". A round has each tile once, so its name says where it lies. */

import { formatList, t } from "../shared/i18n.js";
import { cellName, neighbours, parseCell } from "./geometry.js";

/** @import { Placed } from "../shared/record.js" */
/** @typedef {(tile: string) => string} Words */

/** @type {Record<"left" | "right" | "above" | "below", Words>} */
const WORDS = {
  left: (tile) => t("left of the {tile}", { tile }),
  right: (tile) => t("right of the {tile}", { tile }),
  above: (tile) => t("above the {tile}", { tile }),
  below: (tile) => t("below the {tile}", { tile }),
};
// Where a cell is, seen from each of its neighbours, in the order of `neighbours`.
const UP = [WORDS.left, WORDS.above, WORDS.right];
const DOWN = [WORDS.right, WORDS.below, WORDS.left];

/** Where a cell is, by the tiles next to it; "" if there are none. @param {string} cell @param {Placed[]} placed */
export function locationText(cell, placed) {
  const place = parseCell(cell);
  const tiles = new Map(placed.map(({ cell, tile }) => [cell, tile]));
  const words = place.up ? UP : DOWN;
  const beside = neighbours(place).map((other, side) => {
    const tile = tiles.get(cellName(other));
    return tile ? words[side](tile) : "";
  });
  return formatList(beside.filter(Boolean));
}
