/** News in words: the line over the board, and the log that screen readers read out. */

import { byId, make } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { sentence } from "../shared/sentences.js";
import { isMine, nameOf } from "./state.js";

/** @typedef {import("./state.js").TableState} TableState */

const MOST_LOGGED = 40;

/** @param {string} text */
function log(text) {
  const root = byId("log");
  root.append(make("p", {}, text));
  while (root.children.length > MOST_LOGGED) root.firstElementChild?.remove();
}

/** @param {TableState} state @param {import("../shared/record.js").Event} event */
export function announceEvent(state, event) {
  const players = {
    name: (/** @type {number} */ seat) => nameOf(state, seat),
    isMine: (/** @type {number} */ seat) => isMine(state, seat),
  };
  const text = sentence(event, players);
  if (!text) return;
  log(text);
  byId("news").textContent = text;
}

/** Tell screen readers that it is the reader's turn. @param {TableState} state */
export function announceTurn({ selection }) {
  const count = selection.options.filter((option) => option.cell).length;
  log(
    count
      ? tn("Your turn. One move is possible.", "Your turn. {n} moves are possible.", count)
      : t("Your turn. No tile fits."),
  );
}

/** What happened last. */
export function latestNews() {
  return byId("news").textContent ?? "";
}
