/** Small parts that several pages use: messages, dialogs, links to the rules. */

import { pageAddress } from "./addresses.js";
import { byId, make, pageData } from "./dom.js";
import { presetOf } from "./editions.js";
import { tn } from "./i18n.js";

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

/** Close a dialog by a click outside it or on its close button. @param {HTMLDialogElement} dialog */
export function makeClosable(dialog) {
  dialog.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target === dialog || target.closest(".close")) dialog.close();
  });
}
