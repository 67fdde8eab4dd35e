/** The panel at the end of a round, with the hands and the arithmetic, and at the end of a game, with the result. */

import { looseTile } from "../board/tile.js";
import { pageAddress } from "../shared/addresses.js";
import { scoreChart } from "../shared/chart.js";
import { icon, make, makeButton, refill } from "../shared/dom.js";
import { formatList, formatPoints, t } from "../shared/i18n.js";
import { handPoints } from "../shared/notation.js";
import { confetti } from "./celebration.js";
import { gameButtons, gameResult } from "./game_end.js";
import { standings } from "./standings.js";
import { isMyOnlySeat, isWatching, mySeats } from "./state.js";

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
    const isUnfair = Boolean(verdict?.querySelector(".unfair")); // then it comes first
    const { game, round } = now.over;
    const result = round ? roundResult(state, now, round, Boolean(game)) : [];
    const checked = !isUnfair && verdict;
    const parts = game
      ? [...gameResult(state, now, game), this.#more(state, now, [...result, checked])]
      : [...result, checked && this.#more(state, now, [checked])];
    const body = make("div", { class: "card-body", tabindex: 0 }, isUnfair && verdict, ...parts);
    refill(this.root, make("div", { class: "card" }, body, this.#buttons(state, table, now.over)));
    this.root.hidden = false;
    if (isNew) this.#open(state, now.over.game);
    else if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {TableState} state @param {GameOver | undefined} game */
  #open(state, game) {
    this.root.classList.remove("collapsed");
    this.root.querySelector("h2")?.focus();
    if (!game || game.winner === null) return;
    if (isWatching(state) || mySeats(state).includes(game.winner)) confetti();
  }

  /** @param {TableState} state @param {Table} table @param {Over} over */
  #buttons(state, table, over) {
    const showTable = makeButton(
      { id: "look", class: "quiet", click: () => this.root.classList.toggle("collapsed") },
      icon("eye"),
      t("The table"),
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
    const next = makeButton({ id: "next", class: "primary", click: () => this.handlers.onReady() }, t("Next round"));
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

/** @param {TableState} state @param {ReceivedNow} now @param {RoundOver} round @param {boolean} isGameOver */
function roundResult(state, now, round, isGameOver) {
  const { names, game } = state;
  const title = roundTitle(state, now.round, round);
  const hands = Object.entries(round.left).map(([seat, tiles]) => {
    const points = round.sums[seat] ?? handPoints(tiles, game.scoring);
    return handRow(names[Number(seat)], tiles, points, game.scoring);
  });
  return [
    isGameOver ? make("h3", {}, title) : make("h2", { id: "ending-title", tabindex: -1 }, title),
    make("p", { class: "arithmetic" }, arithmetic(round, names)),
    !isGameOver && standings(state, now.scores, { gains: game.rounds.at(-1)?.points }),
    make("div", { class: "hands" }, ...hands),
  ];
}

/** @param {TableState} state @param {number} number @param {RoundOver} round */
export function roundTitle(state, number, { winner, reason }) {
  if (winner === null) return t("Round {number} is blocked and drawn", { number });
  const values = { number, name: state.names[winner] };
  if (isMyOnlySeat(state, winner)) {
    return reason === "out"
      ? t("Round {number}: you go out", values)
      : t("Round {number} is blocked, and you win it", values);
  }
  return reason === "out"
    ? t("Round {number}: {name} goes out", values)
    : t("Round {number} is blocked, and {name} wins it", values);
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

/**
 * How the winner's points add up: `25 for going out + 8 + 14 = 47`.
 * @param {RoundOver} round @param {string[]} names
 */
export function arithmetic(round, names) {
  if (round.winner === null) return t("The hands are level, so nobody scores for them.");
  const winner = String(round.winner);
  const others = Object.entries(round.sums)
    .filter(([seat]) => seat !== winner)
    .map(([, sum]) => `${sum}`);
  const own = round.own ? (round.sums[winner] ?? 0) : 0;
  const parts = round.bonus ? [t("{bonus} for going out", { bonus: round.bonus }), ...others] : others;
  const sum = parts.join(" + ") + (own ? ` − ${own}` : "");
  return t("{name}: {sum} = {points}", {
    name: names[round.winner],
    sum: sum || "0",
    points: formatPoints(round.points),
  });
}
