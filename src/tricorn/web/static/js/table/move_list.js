/** All lawful moves as a list of buttons, with words for where each is: the way to play without seeing the board. */

import { cellOf, cellText, neighbours } from "../board/geometry.js";
import { bonusLabel } from "../shared/bonus.js";
import { make, refill } from "../shared/dom.js";
import { listed, signed, t } from "../shared/i18n.js";

/** @typedef {import("../shared/protocol.js").Option} Option */
/** @typedef {import("../shared/record.js").Placed} Placed */

/** A move in words. @param {Option} option @param {Placed[]} placed */
export function moveWords(option, placed) {
  const points = option.bonus ? `${signed(option.points)} ${bonusLabel(option.bonus)}` : signed(option.points);
  if (option.move === "draw") return t("Draw a tile: {points}", { points });
  if (option.move === "pass") return t("Pass: {points}", { points });
  const values = { tile: option.tile ?? "", cell: option.cell ?? "", points };
  if (option.shows)
    return t("Start with {tile}: {points}, and show {shown} to everybody", { ...values, shown: option.shows });
  const beside = besideOf(option, placed);
  if (!beside.length) return t("Start with {tile}: {points}", values);
  return t("{tile} next to {tiles}: {points} (cell {cell})", { ...values, tiles: listed(beside) });
}

/** The tiles it would share a side with. @param {Option} option @param {Placed[]} placed */
function besideOf(option, placed) {
  if (!option.cell) return [];
  const cells = new Set(neighbours(cellOf(option.cell)).map(cellText));
  return placed.filter((each) => each.cell && cells.has(each.cell)).map((each) => each.tile);
}

/**
 * @param {HTMLElement} root @param {Option[]} options @param {Placed[]} placed
 * @param {(option: Option) => void} chosen
 */
export function showMoves(root, options, placed, chosen) {
  if (!options.length)
    return refill(root, make("p", { class: "faint" }, t("There is nothing to choose now: it is not your turn.")));
  const items = options.map((option) =>
    make(
      "li",
      {},
      make(
        "button",
        { type: "button", class: "move", "data-move": option.move, click: () => chosen(option) },
        moveWords(option, placed),
      ),
    ),
  );
  refill(root, make("ul", { class: "moves" }, ...items));
}

/** What lies on the table, in the order it was placed. @param {HTMLElement} root @param {Placed[]} placed */
export function showTableList(root, placed) {
  const items = placed.map((each) =>
    make(
      "li",
      {},
      t("{tile} on {cell}, numbers {numbers} clockwise from the tip", {
        tile: each.tile,
        cell: each.cell ?? "?",
        numbers: each.numbers.join("-"),
      }),
    ),
  );
  refill(
    root,
    items.length ? make("ol", {}, ...items) : make("p", { class: "faint" }, t("No tile lies on the table yet.")),
  );
}
