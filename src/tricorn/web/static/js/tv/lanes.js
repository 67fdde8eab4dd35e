/** The players as lanes of a race: name, score, and how far each has come. */

import { find, icon, make, refill } from "../shared/dom.js";
import { formatScore, t, tn } from "../shared/i18n.js";

/** @import { Player, Scene } from "./scene.js" */

const LONG_NAME = 11; // more characters are written smaller

export class Lanes {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = ""; // who has the lanes
  }

  /** @param {Scene} scene */
  show({ players, target }) {
    const shown = JSON.stringify(players.map(({ seat, name }) => [seat, name]));
    if (shown !== this.shown) refill(this.root, ...players.map(newLane));
    this.shown = shown;
    this.root.dataset.players = String(players.length);
    const leader = Math.max(1, ...players.map(({ score }) => score));
    const end = target ?? leader;
    this.root.classList.toggle("to-target", target !== null);
    for (const [index, player] of players.entries()) updateLane(this.root.children[index], player, end);
  }

  /** Where a player's lane is, for tiles that fly from it. @param {number} seat */
  rect(seat) {
    return this.root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;
  }
}

/** A player's initial or face on the seat's colour. @param {Player} player */
export function avatar({ seat, face }) {
  return make("span", { class: `avatar seat-${seat}`, "aria-hidden": "true" }, face());
}

/** @param {Player} player */
function newLane(player) {
  return make(
    "li",
    { class: `lane seat-${player.seat}`, "data-seat": player.seat },
    avatar(player),
    make("span", { class: [...player.name].length > LONG_NAME ? "name long" : "name" }, player.name),
    make("span", { class: "gain" }),
    make("b", { class: "score" }),
    make(
      "span",
      { class: "race" },
      make("span", { class: "track" }, make("span", { class: "run" })),
      make("span", { class: "held" }),
    ),
  );
}

/** The points of the last turn, as a new element that pops up. @param {string} gain */
function newGain(gain) {
  return make("span", { class: gain.startsWith("−") ? "gain loss" : "gain" }, gain);
}

/** @param {Element} lane @param {Player} player @param {number} end  the points at the end of the track */
function updateLane(lane, { score, gain, held, isOnTurn }, end) {
  lane.classList.toggle("on-turn", isOnTurn);
  lane.toggleAttribute("aria-current", isOnTurn);
  const scoreView = find(lane, ".score");
  scoreView.textContent = formatScore(score);
  scoreView.setAttribute("aria-label", tn("{score} point", "{score} points", score, { score: formatScore(score) }));
  find(lane, ".run").style.width = `${Math.min(100, Math.max(0, (100 * score) / end)).toFixed(1)}%`;
  const gainView = find(lane, ".gain");
  if (gainView.textContent !== gain) gainView.replaceWith(newGain(gain));
  refill(
    find(lane, ".held"),
    held !== null && icon("tile"),
    held !== null && make("span", { class: "visually-hidden" }, t("tiles held")),
    held !== null && String(held),
  );
}
