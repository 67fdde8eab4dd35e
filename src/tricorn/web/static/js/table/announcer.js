/** News in words: the last turns above the board, and the log that screen readers read out. */

import { locationText } from "../board/locations.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { sentence, turnText } from "../shared/sentences.js";
import { isMyOnlySeat, mySeats, playerName } from "./state.js";

/** @typedef {import("./state.js").TableState} TableState */

const MAX_LOGGED = 40;

/** Have screen readers read a text out. @param {string} text */
export function log(text) {
  const root = byId("log");
  root.append(make("p", {}, text));
  while (root.children.length > MAX_LOGGED) root.firstElementChild?.remove();
}

/** @param {TableState} state */
function sentencePlayers(state) {
  return {
    name: (/** @type {number} */ seat) => playerName(state, seat),
    isYou: (/** @type {number} */ seat) => isMyOnlySeat(state, seat),
  };
}

/** @param {TableState} state @param {import("../shared/record.js").Event} event */
export function announceEvent(state, event) {
  const place = (/** @type {import("../shared/record.js").Placed} */ { cell }) =>
    cell ? locationText(cell, state.game.placed) : "";
  const text = sentence(event, { ...sentencePlayers(state), place });
  if (text) log(text);
}

/** Show the whole of each turn since the player's own, the last one at the end. @param {TableState} state */
export function showNews(state) {
  const turns = state.game.rounds.at(-1)?.turns ?? [];
  const own = turns.slice(0, -1).findLastIndex((turn) => mySeats(state).includes(turn.seat));
  const since = turns.slice(own + 1).slice(1 - state.names.length);
  refill(byId("news"), ...since.map((turn) => make("p", {}, turnText(turn, sentencePlayers(state)))));
}

/** Tell screen readers that it is the player's turn. @param {TableState} state */
export function announceTurn({ selection }) {
  const count = selection.options.filter((option) => option.cell).length;
  log(
    count
      ? tn("Your turn. One move is possible.", "Your turn. {n} moves are possible.", count)
      : t("Your turn. No tile fits."),
  );
}
