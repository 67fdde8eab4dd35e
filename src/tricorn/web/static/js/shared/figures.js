/** Tables of figures. */

import { make } from "./dom.js";

/** @import { Child } from "./dom.js" */

/** The head of a row, and its cells. @typedef {[string, ...Child[]]} Row */

/** @param {Row[]} rows */
export function tableRows(rows) {
  return rows.map(([head, ...cells]) =>
    make("tr", {}, make("th", { scope: "row" }, head), ...cells.map((cell) => make("td", {}, cell))),
  );
}

/**
 * A table of figures with heads for its columns and rows; the last row may be that of the totals.
 * @param {{name?: string | null, caption?: Child, heads: Child[], rows: Row[], hasTotal?: boolean}} contents
 */
export function figuresTable({ name = "totals", caption, heads, rows, hasTotal = false }) {
  const columns = heads.map((head) => make("th", { scope: "col" }, head));
  const lines = tableRows(rows);
  if (hasTotal) lines.at(-1)?.classList.add("total");
  const head = make("thead", {}, make("tr", {}, make("td"), ...columns));
  return make("table", { class: name }, caption, head, make("tbody", {}, ...lines));
}

/** A wide table that can be scrolled, by keys too. @param {string} label @param {HTMLElement} table */
export function scrollable(label, table) {
  return make("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table);
}
