/** All legal moves as a list of buttons that say where each move is: the way to play without seeing the board. */

import { cellOf, cellText, neighbours } from "../board/geometry.js";
import { bonusLabel } from "../shared/bonus.js";
import { make, makeButton, refill } from "../shared/dom.js";
import { listed, signed, t } from "../shared/i18n.js";

/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {import("../shared/record.js").Placed} Placed */

/** A move in words. @param {Option} option @param {Placed[]} placed */
function moveText(option, placed) {
  const points = option.bonus ? `${signed(option.points)} ${bonusLabel(option.bonus)}` : signed(option.points);
  if (option.move === "draw") return t("Draw a tile: {points}", { points });
  if (option.move === "pass") return t("Pass: {points}", { points });
  const { tile = "", cell = "", shows: shown } = option;
  if (shown) return t("Start with {tile}: {points}, and show {shown} to everybody", { tile, points, shown });
  const beside = tilesBeside(cell, placed);
  if (!beside.length) return t("Start with {tile}: {points}", { tile, points });
  return t("{tile} next to {tiles}: {points} (cell {cell})", { tile, tiles: listed(beside), points, cell });
}

/** The tiles that share a side with a cell. @param {string} cell @param {Placed[]} placed */
function tilesBeside(cell, placed) {
  const cells = new Set(neighbours(cellOf(cell)).map(cellText));
  return placed.filter((each) => each.cell && cells.has(each.cell)).map((each) => each.tile);
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

/** The tiles on the table, in the order of their placement. @param {HTMLElement} root @param {Placed[]} placed */
export function showPlacedList(root, placed) {
  const items = placed.map(({ tile, cell, numbers }) => {
    const values = { tile, cell: cell ?? "?", numbers: numbers.join("-") };
    return make("li", {}, t("{tile} on {cell}, numbers {numbers} clockwise from the tip", values));
  });
  const nothing = make("p", { class: "faint" }, t("No tile lies on the table yet."));
  refill(root, items.length ? make("ol", {}, ...items) : nothing);
}
