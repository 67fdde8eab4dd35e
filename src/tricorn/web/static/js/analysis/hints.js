/** A hint at the table: first a nudge, then the move, drawn on the board with its reasons. */

import { locationText } from "../board/locations.js";
import { icon, make, makeButton, refill } from "../shared/dom.js";
import { formatPercent, formatPoints, t } from "../shared/i18n.js";
import { isMyTurn, playerName, positionKey, shownSeat } from "../table/state.js";
import { reasonText } from "./reasons.js";

/** @import { Hint, Option } from "../shared/protocol.js" */
/** @import { TableState } from "../table/state.js" */

/**
 * @typedef {object} Handlers
 * @property {(seat: number, after: number) => Promise<Hint | null>} request
 * @property {(option: Option) => void} onPlay
 */

export class HintCard {
  /** The position that the hint is for. */
  #position = "";
  /** @type {Hint | null} */
  #hint = null;
  #showsMove = false;

  /** @param {HTMLElement} root @param {import("../board/board.js").Board} board @param {Handlers} handlers */
  constructor(root, board, handlers) {
    this.root = root;
    this.board = board;
    this.handlers = handlers;
  }

  /** The next step: a nudge, then the move. @param {TableState} state */
  async advance(state) {
    const seat = shownSeat(state);
    if (!state.now || seat === null || !isMyTurn(state)) return;
    const position = positionKey(state.now);
    if (this.#position === position && this.#hint) this.#showsMove = true;
    else {
      this.#position = position;
      this.#showsMove = false;
      this.#hint = null;
      refill(this.root, make("p", {}, t("Thinking…")));
      this.root.hidden = false;
      const hint = await this.handlers.request(seat, state.now.n);
      if (this.#position !== position) return;
      if (!hint) return this.hide();
      this.#hint = hint;
    }
    this.#show(state);
  }

  /** Hide the hint once its position has passed; otherwise show its move again. @param {TableState} state */
  update(state) {
    if (this.#position && (!isMyTurn(state) || !state.now || positionKey(state.now) !== this.#position)) this.hide();
    else this.board.advise(this.#showsMove && !state.selection.pending ? this.#hint?.move : null);
  }

  hide() {
    this.#position = "";
    this.#hint = null;
    this.root.hidden = true;
    this.board.advise();
  }

  #close() {
    this.hide();
    document.getElementById("ask-hint")?.focus();
  }

  /** @param {TableState} state @returns {Option | null} */
  #option(state) {
    return state.now?.options.find(({ move }) => move === this.#hint?.move) ?? null;
  }

  /** @param {TableState} state */
  #show(state) {
    const option = this.#option(state);
    if (!option || !this.#hint) return this.hide();
    const close = makeButton({ class: "quiet", "aria-label": t("Close"), click: () => this.#close() }, icon("close"));
    const hadFocus = this.root.contains(document.activeElement);
    refill(this.root, ...(this.#showsMove ? this.#move(state, option, this.#hint) : this.#nudge(state, option)), close);
    this.root.hidden = false;
    if (hadFocus) this.root.querySelector("button")?.focus();
    this.update(state);
  }

  /** @param {TableState} state @param {Option} option */
  #nudge(state, option) {
    const more = makeButton(
      { id: "hint-more", class: "button small", click: () => this.advance(state) },
      t("Show the move"),
    );
    return [make("p", {}, nudgeText(option)), more];
  }

  /** @param {TableState} state @param {Option} option @param {Hint} hint */
  #move(state, option, { chance, reasons }) {
    const name = (/** @type {number} */ seat) => playerName(state, seat);
    const play = () => {
      this.hide();
      this.handlers.onPlay(option);
    };
    const chances = chance === null ? "" : t("Your chance of winning: {chance}.", { chance: formatPercent(chance) });
    return [
      make(
        "div",
        {},
        make("p", {}, [moveText(option, state), chances].join(" ")),
        make("ul", {}, ...reasons.map((reason) => make("li", {}, reasonText(reason, name)))),
      ),
      makeButton({ id: "hint-play", class: "button small", click: play }, t("Play it")),
    ];
  }
}

/** @param {Option} option */
function nudgeText({ move, tile, bonus }) {
  if (bonus === "bridge") return t("There is a bridge.");
  if (bonus === "beside") return t("There is a place beside a bridge.");
  if (bonus) return t("There is a hexagon to close.");
  if (tile) return t("Look at your {tile}.", { tile });
  return move === "draw" ? t("Think about drawing a tile.") : t("Think about ending your turn.");
}

/** @param {Option} option @param {TableState} state */
function moveText({ move, tile, cell, points }, { game }) {
  if (!tile || !cell) return move === "draw" ? t("Draw a tile.") : t("Pass.");
  const place = locationText(cell, game.placed) || t("in the middle");
  return t("Place {tile} {place}: {points}.", { tile, place, points: formatPoints(points) });
}
