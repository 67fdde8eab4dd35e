/**
 * The coach of a first game: a few words, each once, at the moment they are about. When all are said, or the first game
 * is over, the coach is gone for good.
 */

import { make, makeButton } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { readStored, removeStored, writeStored } from "../shared/storage.js";
import { isMyTurn } from "../table/state.js";
import { COACHED } from "./coached.js";

/** @typedef {import("../table/state.js").TableState} TableState */

/** @typedef {{name: string, isDue: (state: TableState) => boolean, text: () => string}} Advice */

/** @param {TableState} state */
const options = ({ selection }) => selection.options;

/** The first that is due is said. @type {Advice[]} */
const ADVICE = [
  {
    name: "bonus",
    isDue: (state) => options(state).some(({ bonus }) => bonus),
    text: () => t("A bonus is open to you: choose the tile whose cell lights up in gold."),
  },
  {
    name: "draw",
    isDue: (state) => options(state).length > 0 && !options(state).some(({ cell }) => cell),
    text: () => t("Nothing fits: draw until a tile does. It costs 5 points a tile, and happens to everybody."),
  },
  {
    name: "few",
    isDue: ({ now }) => Boolean(now?.held.some((held) => held <= 3)),
    text: () => t("The round is soon over: who places the last tile gets what the others still hold."),
  },
  {
    name: "turn",
    isDue: (state) => options(state).some(({ cell }) => cell),
    text: () => t("Your turn: the tiles that stand out fit. Tap one and then the cell; the figures are the points."),
  },
  {
    name: "heavy",
    isDue: (state) => options(state).length > 3,
    text: () => t("High tiles score more now, and cost you less if another player goes out."),
  },
];

export class Coach {
  /** @param {HTMLElement} stage  where the words are shown */
  constructor(stage) {
    this.stage = stage;
    this.said = new Set(readStored(COACHED, /** @type {string[]} */ ([])));
    this.turn = "";
    /** @type {HTMLElement | null} */
    this.bubble = null;
  }

  /** Look at the state after it has changed, and say what is due. @param {TableState} state */
  look(state) {
    if (state.now?.over?.game || this.said.size === ADVICE.length) return this.leave();
    if (state.now?.over || !isMyTurn(state)) return this.hide();
    if (state.selection.turn === this.turn) return;
    this.turn = state.selection.turn;
    const due = ADVICE.find(({ name, isDue }) => !this.said.has(name) && isDue(state));
    if (due) this.say(due);
    else this.hide();
  }

  /** @param {Advice} advice */
  say({ name, text }) {
    this.hide();
    this.said.add(name);
    writeStored(COACHED, [...this.said]);
    this.bubble = make(
      "div",
      { class: "coach", role: "status" },
      make("p", {}, text()),
      makeButton({ class: "quiet small", id: "coach-close", click: () => this.hide() }, t("Got it")),
    );
    this.stage.append(this.bubble);
  }

  hide() {
    this.bubble?.remove();
    this.bubble = null;
  }

  leave() {
    this.hide();
    removeStored(COACHED);
  }
}
