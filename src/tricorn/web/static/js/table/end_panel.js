/** The panel at the end of a round, with the hands and the arithmetic, and at the end of a game, with the result. */

import { looseTile } from "../board/tile.js";
import { pageAddress } from "../shared/addresses.js";
import { scoreChart } from "../shared/chart.js";
import { icon, make, makeButton, refill } from "../shared/dom.js";
import { formatList, t } from "../shared/i18n.js";
import { handPoints } from "../shared/notation.js";
import { confetti } from "./celebration.js";
import { gameButtons, gameParts, winnerView } from "./game_end.js";
import { arithmetic, roundTitle } from "./result_words.js";
import { standings } from "./standings.js";
import { isWatching, mySeats } from "./state.js";

/** @import { Scoring } from "../shared/notation.js" */
/** @import { GameOver, Over, RoundOver, Table } from "../shared/protocol.js" */
/** @import { ReceivedNow, TableState } from "./state.js" */

/** @typedef {import("./game_end.js").Handlers & {onReady: () => void}} Handlers */

export class EndPanel {
  /** @param {HTMLElement} root @param {Handlers} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.shown = ""; // identifies the end that is shown; showing it again must not move the focus
  }

  hide() {
    this.shown = "";
    this.root.hidden = true;
    refill(this.root);
  }

  /** @param {TableState} state @param {HTMLElement | null} verdict  on the deal */
  show(state, verdict) {
    const { now, table } = state;
    if (!now?.over || !table) return this.hide();
    const which = `${now.game}/${now.round}/${now.over.game ? "game" : "round"}`;
    const isNew = which !== this.shown;
    this.shown = which;
    const focused = document.activeElement?.id;
    const { game, round } = now.over;
    this.root.classList.toggle("of-game", Boolean(game));
    const isUnfair = Boolean(verdict?.querySelector(".unfair")); // then it comes first
    const checked = !isUnfair && verdict;
    const result = round ? roundResult(state, now, round, Boolean(game), isNew) : [];
    const parts = game
      ? [...gameParts(state, game, isNew), this.#more(state, now, [...result, checked])]
      : [...result, checked && this.#more(state, now, [checked])];
    const body = make("div", { class: "card-body", tabindex: 0 }, isUnfair && verdict, ...parts);
    const sheet = make("div", { class: "paper-side" }, body, this.#buttons(state, table, now.over));
    refill(this.root, game && winnerView(state, game), sheet);
    this.root.hidden = false;
    if (isNew) this.#open(state, now.over.game);
    else if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {TableState} state @param {GameOver | undefined} game */
  #open(state, game) {
    this.root.classList.remove("collapsed");
    this.root.querySelector("h2")?.focus({ preventScroll: true });
    this.root.scrollTop = 0;
    if (!game || game.winner === null) return;
    if (isWatching(state) || mySeats(state).includes(game.winner)) confetti();
  }

  /** @param {TableState} state @param {Table} table @param {Over} over */
  #buttons(state, table, over) {
    const showTable = makeButton(
      { id: "look", class: "quiet", title: t("The table"), click: () => this.root.classList.toggle("collapsed") },
      icon("eye"),
      make("span", {}, t("The table")),
    );
    const buttons = over.game ? gameButtons(state, table, this.handlers) : this.#roundButtons(state, table);
    return make("div", { class: "buttons" }, ...buttons, showTable);
  }

  /** @param {TableState} state @param {Table} table */
  #roundButtons(state, table) {
    const waiting = table.seats.filter((seat) => seat.kind === "human" && !seat.ready);
    const isWaitingForMe = waiting.some((seat) => mySeats(state).includes(seat.seat));
    const names = formatList(waiting.map((seat) => seat.name));
    const status = waiting.length ? t("Waiting for {names}", { names }) : t("The next round is being dealt.");
    const next = makeButton(
      { id: "next", class: "primary large", click: () => this.handlers.onReady() },
      t("Next round"),
    );
    return [isWaitingForMe ? next : make("span", { class: "faint" }, status)];
  }

  /**
   * Less common actions.
   * @param {TableState} state @param {ReceivedNow} now @param {(HTMLElement | null | false)[]} parts
   */
  #more(state, now, parts) {
    const isOpen = this.root.querySelector("details.more")?.hasAttribute("open");
    const save = makeButton(
      { id: "download", class: "quiet", click: () => this.handlers.onDownload() },
      icon("save"),
      t("Save"),
    );
    const home = make("a", { class: "button quiet", href: pageAddress("") }, t("Home"));
    return make(
      "details",
      { class: "more", open: isOpen },
      make("summary", {}, t("More")),
      now.over?.game && make("div", { class: "links" }, save, home),
      now.over?.game &&
        scoreChart(
          state.game.steps,
          state.names,
          state.game.roundLimit === null ? (state.rules?.target ?? null) : null,
        ),
      ...parts,
    );
  }
}

/**
 * @param {TableState} state @param {ReceivedNow} now @param {RoundOver} round @param {boolean} isGameOver
 * @param {boolean} isNew
 */
function roundResult(state, now, round, isGameOver, isNew) {
  const { names, game } = state;
  const title = roundTitle(state, now.round, round);
  const hands = Object.entries(round.left).map(([seat, tiles]) => {
    const points = round.sums[seat] ?? handPoints(tiles, game.scoring);
    return handRow(names[Number(seat)], tiles, points, game.scoring);
  });
  return [
    isGameOver ? make("h3", {}, title) : make("h2", { id: "ending-title", tabindex: -1 }, title),
    make("p", { class: "arithmetic" }, arithmetic(round, names)),
    !isGameOver && standings(state, now.scores, { gains: game.rounds.at(-1)?.points, isNew }),
    make("div", { class: "hands" }, ...hands),
  ];
}

/** @param {string} name @param {string[]} tiles @param {number} points @param {Scoring} scoring */
function handRow(name, tiles, points, scoring) {
  const title = scoring === "tiles" ? t("number of tiles") : t("sum of the numbers");
  const pictures = tiles.map((tile) =>
    make("span", { class: "mini", role: "img", "aria-label": tile }, looseTile(tile)),
  );
  return make(
    "div",
    { class: "hand" },
    make("span", { class: "name" }, name),
    make("span", { class: "tiles" }, ...pictures, !tiles.length && make("span", { class: "faint" }, t("no tiles"))),
    make("b", { title }, String(points)),
  );
}
