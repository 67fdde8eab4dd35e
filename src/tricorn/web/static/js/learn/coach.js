/**
 * The coach of a first game. It gives each piece of advice once, when it applies, and is gone for good after the last
 * piece or the end of the game.
 */

import { make, makeButton } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { COACHED, readStored, removeStored, writeStored } from "../shared/storage.js";
import { isMyTurn } from "../table/state.js";

/** @import { TableState } from "../table/state.js" */

/** @typedef {{name: string, applies: (state: TableState) => boolean, text: (state: TableState) => string}} Advice */

/** @param {TableState} state */
const options = ({ selection }) => selection.options;

/** The first piece that applies is given. @type {Advice[]} */
const ADVICE = [
  {
    name: "bonus",
    applies: (state) => options(state).some(({ bonus }) => bonus),
    text: () => t("A bonus is open to you: choose the tile whose cell lights up in gold."),
  },
  {
    name: "draw",
    applies: (state) => options(state).length > 0 && !options(state).some(({ cell }) => cell),
    text: ({ rules }) =>
      tn(
        "No tile fits: draw until one does. Each tile costs {n} point; it happens to everybody.",
        "No tile fits: draw until one does. Each tile costs {n} points; it happens to everybody.",
        rules?.draw_penalty ?? 0,
      ),
  },
  {
    name: "few",
    applies: ({ now }) => Boolean(now?.held.some((held) => held <= 3)),
    text: () => t("The round is nearly over: the first to go out gets the points that the others still hold."),
  },
  {
    name: "turn",
    applies: (state) => options(state).some(({ cell }) => cell),
    text: () => t("Your turn: the bright tiles fit. Tap one, then a cell; the numbers are the points."),
  },
  {
    name: "heavy",
    applies: (state) => options(state).length > 3,
    text: () => t("High tiles score more now, and cost you less if another player goes out."),
  },
];

export class Coach {
  /** @param {HTMLElement} stage  where advice is shown */
  constructor(stage) {
    this.stage = stage;
    this.given = new Set(readStored(COACHED, /** @type {string[]} */ ([])));
    this.positionKey = ""; // of the last advice
    /** @type {HTMLElement | null} */
    this.bubble = null;
  }

  /** Give the advice that applies to a changed state. @param {TableState} state */
  update(state) {
    if (state.now?.over?.game || this.given.size === ADVICE.length) return this.leave();
    if (state.now?.over || !isMyTurn(state)) return this.hide();
    if (state.selection.positionKey === this.positionKey) return;
    this.positionKey = state.selection.positionKey;
    const advice = ADVICE.find(({ name, applies }) => !this.given.has(name) && applies(state));
    if (advice) this.#give(advice, state);
    else this.hide();
  }

  /** @param {Advice} advice @param {TableState} state */
  #give({ name, text }, state) {
    this.hide();
    this.given.add(name);
    writeStored(COACHED, [...this.given]);
    this.bubble = make(
      "div",
      { class: "coach", role: "status" },
      make("p", {}, text(state)),
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
