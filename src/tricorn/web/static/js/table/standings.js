/** The players with their scores at the end of a round or a game, the leader first, each as far as they have come. */

import { make } from "../shared/dom.js";
import { formatPoints, formatScore, t } from "../shared/i18n.js";
import { helpTexts } from "../shared/ui.js";
import { playerAvatar, raceBar } from "./players.js";
import { isPassAndPlay, mySeats } from "./state.js";

/** @import { TableState } from "./state.js" */

/**
 * @param {TableState} state @param {number[]} scores
 * @param {{winner?: number | null, gains?: number[]}} [about]  who won the game; the points of the round
 */
export function standings(state, scores, { winner = null, gains } = {}) {
  const rank = (/** @type {number} */ seat) => (seat === winner ? Infinity : scores[seat]);
  const order = scores.map((_, seat) => seat).sort((a, b) => rank(b) - rank(a));
  const rows = order.map((seat) =>
    make(
      "li",
      { class: seat === winner ? "won" : null },
      playerAvatar(state.table?.seats[seat], seat, state.names[seat]),
      make("span", { class: "name" }, state.names[seat], " ", youMark(state, seat), helpNote(state, seat)),
      raceBar(state, seat, scores),
      gains && make("span", { class: "gain", title: t("this round") }, formatPoints(gains[seat])),
      make("b", {}, formatScore(scores[seat])),
    ),
  );
  return make("ol", { class: "standings" }, ...rows);
}

/** @param {TableState} state @param {number} seat */
function youMark(state, seat) {
  return mySeats(state).includes(seat) && !isPassAndPlay(state) && make("small", { class: "you" }, t("you"));
}

/** How many hints a player used, and how many turns they took back. @param {TableState} state @param {number} seat */
function helpNote({ table }, seat) {
  const { hints = 0, person = false } = table?.seats[seat] ?? {};
  const help = helpTexts(hints, person ? (table?.taken_back ?? 0) : 0);
  return help.length > 0 && make("small", { class: "faint" }, " ", help.join(", "));
}
