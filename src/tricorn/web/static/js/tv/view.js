/** Draws a scene on the television. It asks for no input but one key, which shows the invitation again. */

import { Board } from "../board/board.js";
import { byId, findAll, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { confetti } from "../table/celebration.js";
import { clockRing, startClock } from "../table/clock.js";
import { celebrate } from "../table/effects.js";
import { avatar, Lanes } from "./lanes.js";

/** @import { Reacted } from "../shared/protocol.js" */
/** @import { Scene } from "./scene.js" */

const LONG_WORDS = 90; // more characters are written smaller
const LARGEST_TILE = 1 / 4; // of the board's height

export class Television {
  constructor() {
    this.main = byId("main");
    this.board = new Board(byId("board", SVGSVGElement));
    this.board.viewport.largestTile = LARGEST_TILE;
    this.lanes = new Lanes(byId("lanes"));
    this.clockTimer = 0;
    this.shownTiles = -1; // how many tiles were on the table; -1 before the first scene
    this.shownEnding = "";
    this.said = "";
  }

  /** @param {Scene} scene */
  show(scene) {
    this.main.dataset.stage = scene.isWaiting ? "waiting" : "playing";
    this.#showSeated(scene);
    if (scene.isWaiting) return;
    byId("which-round").textContent = scene.round;
    const { target } = scene;
    byId("goal").textContent = target === null ? t("Most points win") : t("First to {target}", { target });
    this.lanes.show(scene);
    this.#showTiles(scene);
    this.#showWords(scene);
    this.#showEnding(scene);
  }

  /** Who sits at the table, and how many more can. @param {Scene} scene */
  #showSeated({ players, free }) {
    const seated = byId("seated");
    seated.dataset.players = String(players.length);
    const people = players.map((player) =>
      make("li", {}, avatar(player), make("span", { class: "name" }, player.name)),
    );
    const hint = tn("{n} free seat", "{n} free seats", free);
    const empty = free > 0 && make("li", { class: "faint" }, make("span", { class: "avatar free" }), hint);
    refill(seated, ...people, empty);
  }

  /** The board, where a new tile flies in and is celebrated; or what is shown instead of it. @param {Scene} scene */
  #showTiles({ placed, instead }) {
    this.board.svg.toggleAttribute("hidden", instead !== null);
    byId("instead").hidden = instead === null;
    refill(byId("instead"), instead);
    const last = placed.at(-1);
    const isNew = this.shownTiles >= 0 && placed.length === this.shownTiles + 1;
    this.shownTiles = placed.length;
    this.board.show(placed, isNew && last ? this.lanes.rect(last.seat) : null);
    if (isNew && last) celebrate(this.board, last, true);
  }

  /** The last turn in words, and whose turn it is, with the clock. @param {Scene} scene */
  #showWords({ players, last, next, clock }) {
    const said = JSON.stringify([last, next, clock]);
    if (said === this.said) return;
    this.said = said;
    clearInterval(this.clockTimer);
    const { before, points, after } = last.words;
    const isLong = before.length + points.length + after.length > LONG_WORDS;
    const who = players.find(({ seat }) => seat === last.seat);
    refill(
      byId("say"),
      who && avatar(who),
      make("p", { class: isLong ? "long" : null }, `${before} `, make("b", {}, points), ` ${after}`),
      make("span", { class: "next" }, next),
      clock && this.#clock(clock),
    );
  }

  /** @param {NonNullable<Scene["clock"]>} clock */
  #clock({ end, total }) {
    const ring = clockRing();
    const label = make("b", { class: "seconds" });
    this.clockTimer = startClock(ring, label, end, total);
    return make("span", { class: "time" }, ring, label);
  }

  /** A reaction, over the face of its sender. @param {Reacted} reacted @param {string} name */
  async react({ seat, reaction }, name) {
    const { showReaction } = await import("../table/reactions.js");
    const faces = findAll(this.main, `.avatar.seat-${seat}`);
    const face = faces.find((each) => each.getClientRects().length);
    if (face) showReaction(face, name, reaction);
  }

  /** @param {Scene} scene */
  #showEnding({ ending, players }) {
    const root = byId("ending");
    root.hidden = ending === null;
    if (!ending) {
      this.shownEnding = "";
      return refill(root);
    }
    const isNew = ending.key !== this.shownEnding;
    this.shownEnding = ending.key;
    const winner = players.find(({ seat }) => seat === ending.winner);
    root.classList.toggle("of-game", ending.isGame);
    refill(root, winner && avatar(winner), make("h2", {}, ending.title), ...ending.details);
    if (isNew && ending.isGame && winner) confetti();
  }
}
