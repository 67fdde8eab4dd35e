/** The players as lanes of a race: name, score, and how far each has come. */

import { find, icon, make, refill } from "../shared/dom.js";
import { formatPoints, t } from "../shared/i18n.js";
import { showScore } from "../table/players.js";

/** @import { Player, Scene } from "./scene.js" */

const LONG_NAME = 11; // more characters are written smaller
const LEADER = 0.8; // how much of the track the leader has without a target

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
    const end = target ?? leader / LEADER;
    this.root.classList.toggle("to-target", target !== null);
    for (const [index, player] of players.entries()) updateLane(this.root.children[index], player, end);
  }

  /** Where a player's lane is, for tiles that fly from it. @param {number} seat */
  rect(seat) {
    return this.root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect() ?? null;
  }
}

/** A player's initial or face on the seat's colour. @param {Player} player */
export function avatar({ seat, face, isAway }) {
  const view = make("span", { class: `avatar seat-${seat}`, "aria-hidden": "true" }, face());
  view.classList.toggle("away", isAway);
  return view;
}

/** @param {Player} player */
function newLane(player) {
  return make(
    "li",
    { class: `lane seat-${player.seat}`, "data-seat": player.seat },
    avatar(player),
    make("span", { class: [...player.name].length > LONG_NAME ? "name long" : "name" }, player.name),
    make("b", { class: "score" }),
    make("span", { class: "held" }),
    make("span", { class: "track" }, make("span", { class: "run" }), make("span", { class: "tag" })),
  );
}

/** What is on the track: that the player is away, or the points of the last turn. @param {Player} player */
function tagText({ gain, isAway }) {
  return isAway ? t("away") : gain ? formatPoints(gain) : "";
}

/** @param {Element} lane @param {Player} player @param {number} end  the points at the end of the track */
function updateLane(lane, player, end) {
  const { score, gain, held, isOnTurn, isAway } = player;
  lane.classList.toggle("on-turn", isOnTurn);
  lane.toggleAttribute("aria-current", isOnTurn);
  showScore(find(lane, ".score"), score);
  const share = Math.min(1, Math.max(0, score / end));
  find(lane, ".track").style.setProperty("--share", share.toFixed(3));
  find(lane, ".avatar").classList.toggle("away", isAway);
  const tag = find(lane, ".tag");
  const text = tagText(player);
  const kind = isAway ? "tag gone" : gain < 0 ? "tag loss" : "tag";
  if (tag.textContent !== text) tag.replaceWith(make("span", { class: kind }, text)); // a new one pops up
  refill(
    find(lane, ".held"),
    held !== null && icon("tile"),
    held !== null && make("span", { class: "visually-hidden" }, t("tiles held")),
    held !== null && String(held),
  );
}
