/** The players with their scores at the end of a round or a game, the leader first, each as far as they have come. */

import { find, make } from "../shared/dom.js";
import { formatPoints, t } from "../shared/i18n.js";
import { helpTexts } from "../shared/ui.js";
import { playerAvatar, raceShare, raceTrack, showScore } from "./players.js";
import { isPassAndPlay, mySeats } from "./state.js";

/** @import { TableState } from "./state.js" */

/**
 * @param {TableState} state @param {number[]} scores
 * @param {{winner?: number | null, gains?: number[], isNew?: boolean}} [about]  who won the game; the points of the
 *   round; whether they count up
 */
export function standings(state, scores, { winner = null, gains, isNew = false } = {}) {
  const rank = (/** @type {number} */ seat) => (seat === winner ? Infinity : scores[seat]);
  const order = scores.map((_, seat) => seat).sort((a, b) => rank(b) - rank(a));
  const before = scores.map((score, seat) => (isNew ? score - (gains?.[seat] ?? score) : score));
  const rows = order.map((seat) => {
    const total = make("b", { class: "score" });
    const track = raceTrack(raceShare(state, seat, before));
    showScore(total, before[seat]);
    if (isNew)
      requestAnimationFrame(() => {
        showScore(total, scores[seat]);
        find(track, ".run").style.width = raceShare(state, seat, scores);
      });
    return make(
      "li",
      { class: `seat-${seat}${seat === winner ? " won" : ""}` },
      playerAvatar(state.table?.seats[seat], seat, state.names[seat]),
      make("span", { class: "name" }, state.names[seat], " ", youMark(state, seat), helpNote(state, seat)),
      track,
      gains && make("span", { class: "gain", title: t("this round") }, formatPoints(gains[seat])),
      total,
    );
  });
  return make("ol", { class: "standings" }, ...rows);
}

/** @param {TableState} state @param {number} seat */
function youMark(state, seat) {
  return mySeats(state).includes(seat) && !isPassAndPlay(state) && make("span", { class: "you chip" }, t("you"));
}

/** How many hints a player used, and how many turns they took back. @param {TableState} state @param {number} seat */
function helpNote({ table }, seat) {
  const { hints = 0, person = false } = table?.seats[seat] ?? {};
  const help = helpTexts(hints, person ? (table?.taken_back ?? 0) : 0);
  return help.length > 0 && make("small", { class: "faint" }, " ", help.join(", "));
}
