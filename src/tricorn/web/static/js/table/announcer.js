/** News in words: the last turns above the board, and the log that screen readers read out. */

import { locationText } from "../board/locations.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { lotText, sentence, turnText } from "../shared/sentences.js";
import { isMyOnlySeat, mySeats, sentencePlayers } from "./state.js";

/** @import { Event, Placed } from "../shared/record.js" */
/** @import { TableState } from "./state.js" */

const MAX_LOGGED = 40;

/** Have screen readers read a text out, on a page that has a log. @param {string} text */
export function log(text) {
  const root = document.getElementById("log");
  if (!root) return;
  root.append(make("p", {}, text));
  while (root.children.length > MAX_LOGGED) root.firstElementChild?.remove();
}

/** @param {TableState} state @param {Event} event */
export function announceEvent(state, event) {
  const place = (/** @type {Placed} */ { cell }) => (cell ? locationText(cell, state.game.placed) : "");
  const text = sentence(event, { ...sentencePlayers(state), place });
  if (text) log(text);
}

/** Show each turn since the player's own, the last at the end; before the first, the lot. @param {TableState} state */
export function showNews(state) {
  const { turns = [], starter = null } = state.game.rounds.at(-1) ?? {};
  if (!turns.length && starter !== null && !isMyOnlySeat(state, starter))
    // otherwise the status says it
    return refill(byId("news"), make("p", {}, lotText(starter, sentencePlayers(state))));
  const own = turns.slice(0, -1).findLastIndex((turn) => mySeats(state).includes(turn.seat));
  const since = turns.slice(own + 1).slice(1 - state.names.length);
  refill(byId("news"), ...since.map((turn) => make("p", {}, turnText(turn, sentencePlayers(state)))));
}

/** Tell screen readers that the player's last choice is undone; their turn is announced then. */
export function announceTakeBack() {
  log(t("Your turn was taken back."));
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
