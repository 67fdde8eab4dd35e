/** All legal moves as a list of buttons that say where each move is, for playing without seeing the board. */

import { parseCell } from "../board/geometry.js";
import { locationText } from "../board/locations.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { make, makeButton, refill } from "../shared/dom.js";
import { formatPoints, t } from "../shared/i18n.js";

/** @import { Option } from "../shared/protocol.js" */
/** @import { Placed } from "../shared/record.js" */

/** A move in words. @param {Option} option @param {Placed[]} placed */
function moveText(option, placed) {
  const points = option.bonus
    ? `${formatPoints(option.points)} ${bonusLabel(option.bonus)}`
    : formatPoints(option.points);
  if (option.move === "draw") return t("Draw a tile: {points}", { points });
  if (option.move === "pass") return t("Pass: {points}", { points });
  const { tile = "", cell = "", shows: shown } = option;
  if (shown) return t("Start with {tile}: {points}, and show {shown} to everybody", { tile, points, shown });
  const place = locationText(cell, placed);
  return place
    ? t("{tile} {place}: {points}", { tile, place, points })
    : t("Start with {tile}: {points}", { tile, points });
}

/**
 * @param {HTMLElement} root @param {Option[]} options @param {Placed[]} placed
 * @param {(option: Option) => void} onChoose
 */
export function showMoveList(root, options, placed, onChoose) {
  const items = options.map((option) => {
    const attributes = { class: "move", "data-move": option.move, click: () => onChoose(option) };
    return make("li", {}, makeButton(attributes, moveText(option, placed)));
  });
  const nothing = make("p", { class: "faint" }, t("There is nothing to choose now: it is not your turn."));
  refill(root, items.length ? make("ul", { class: "moves" }, ...items) : nothing);
}

/**
 * A tile on the table in words: where it lies next to earlier tiles.
 * @param {Placed} placed @param {Placed[]} earlier
 */
function placedText({ tile, cell, numbers }, earlier) {
  if (!cell) return tile;
  const values = { tile, place: locationText(cell, earlier) || t("in the middle"), numbers: numbers.join("-") };
  return parseCell(cell).up
    ? t("{tile} {place}, tip up, {numbers} clockwise from it", values)
    : t("{tile} {place}, tip down, {numbers} clockwise from it", values);
}

/** The tiles on the table, in the order of their placement. @param {HTMLElement} root @param {Placed[]} placed */
export function showPlacedList(root, placed) {
  const items = placed.map((tile, index) => make("li", {}, placedText(tile, placed.slice(0, index))));
  const nothing = make("p", { class: "faint" }, t("No tile lies on the table yet."));
  refill(root, items.length ? make("ol", {}, ...items) : nothing);
}
