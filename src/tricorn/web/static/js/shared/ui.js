/** Small parts that several pages use: messages, dialogs, links to the rules. */

import { pageAddress } from "./addresses.js";
import { byId, make, makeButton, pageData } from "./dom.js";
import { presetOf } from "./editions.js";
import { t, tn } from "./i18n.js";

/** @import { Child } from "./dom.js" */

/** Show a message for some seconds. @param {string} text */
export function toast(text) {
  const message = make("p", {}, text);
  byId("toast").replaceChildren(message);
  setTimeout(() => message.remove(), 3000 + 60 * text.length);
}

/** The address of the rules of an edition line: of its preset, or else of its edition. @param {string} line */
export function rulesAddress(line) {
  const preset = presetOf(pageData("presets"), line);
  const inPreset = preset?.line.split(" ") ?? [];
  const [edition, ...rules] = line.split(" ").filter((word, index) => !index || !inPreset.includes(word));
  const id = preset?.id ?? edition;
  return pageAddress(`rules/${id}`, rules.length ? `?${rules.join("&")}` : "");
}

/** Point the links to the rules to those of an edition line. @param {string} line */
export function linkToRules(line) {
  const address = rulesAddress(line);
  for (const link of document.querySelectorAll("[data-rules-of]")) link.setAttribute("href", address);
}

/** A link to a game or score sheet in a list. @param {string} address @param {string} title @param {Child[]} details */
export function gameLink(address, title, details) {
  const parts = details.flatMap((detail, index) => (index ? [" · ", detail] : [detail]));
  return make(
    "a",
    { class: "game", href: address },
    make("span", { class: "name" }, title),
    make("span", { class: "faint" }, ...parts),
  );
}

/** What helped a player: hints, and turns taken back. @param {number} [hints] @param {number} [takenBack] */
export function helpTexts(hints = 0, takenBack = 0) {
  return [
    ...(hints ? [tn("{n} hint", "{n} hints", hints)] : []),
    ...(takenBack ? [tn("{n} turn taken back", "{n} turns taken back", takenBack)] : []),
  ];
}

/** The first letter of a name, for a player's avatar. @param {string} name */
export function initial(name) {
  return [...name][0]?.toUpperCase() ?? "";
}

/** A dot in the colour of a seat. @param {number} seat */
export function seatDot(seat) {
  return make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" });
}

/** The heads of a table with a column for each player. @param {string[]} names */
export function playerHeads(names) {
  return names.map((name, seat) => make("th", { scope: "col" }, seatDot(seat), make("span", { class: "name" }, name)));
}

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

/**
 * Ask before something that cannot be undone; Cancel has the focus.
 * @param {string} title @param {string} text @param {string} action
 */
export function askToConfirm(title, text, action) {
  const dialog = make("dialog", { id: "ask", "aria-labelledby": "ask-title" });
  const close = (/** @type {string} */ answer) => () => dialog.close(answer);
  dialog.append(
    make("h2", { id: "ask-title" }, title),
    make("p", {}, text),
    make(
      "div",
      { class: "buttons" },
      makeButton({ id: "yes", class: "primary", click: close("yes") }, action),
      makeButton({ class: "button", autofocus: true, click: close("") }, t("Cancel")),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

/** Close a dialog by a click outside it or on its close button. @param {HTMLDialogElement} dialog */
export function makeClosable(dialog) {
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === dialog || target.closest(".close")) dialog.close();
  });
}
