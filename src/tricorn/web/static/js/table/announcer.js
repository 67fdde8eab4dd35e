/** News in words: the last turn above the board, and the log that screen readers read out. */

import { locationText } from "../board/locations.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { lotText, sentence, turnText } from "../shared/sentences.js";
import { seatDot } from "../shared/ui.js";
import { isMyOnlySeat, sentencePlayers } from "./state.js";

/** @import { Turn } from "../shared/game_state.js" */
/** @import { Event, Placed } from "../shared/record.js" */
/** @import { Players } from "../shared/sentences.js" */
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

/** Show the last turn; before the first, the lot. @param {TableState} state */
export function showNews(state) {
  const round = state.game.rounds.at(-1);
  const turn = round?.turns.at(-1);
  const starter = round?.starter ?? null;
  const players = sentencePlayers(state);
  if (turn) return refill(byId("news"), turnView(turn, players));
  const isSaid = starter === null || isMyOnlySeat(state, starter); // by the status
  refill(byId("news"), !isSaid && make("p", {}, seatDot(starter), lotText(starter, players)));
}

/** @param {Turn} turn @param {Players} players */
function turnView(turn, players) {
  const last = turn.plays.at(-1);
  const isBonus = last?.kind === "place" && last.bonus !== null;
  return make("p", { class: isBonus ? "bonus" : null }, seatDot(turn.seat), turnText(turn, players));
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
