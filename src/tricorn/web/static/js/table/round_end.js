/** The end of a round: hands laid open and the arithmetic. The end of a game: the result, the chart, what next. */

import { loose, sumOf } from "../board/tile.js";
import { chart } from "../shared/chart.js";
import { icon, make, refill } from "../shared/dom.js";
import { figure, listed, signed, t } from "../shared/i18n.js";
import { confetti } from "./effects.js";

/** @typedef {import("../shared/protocol.js").Table} Table */
/** @typedef {import("../shared/protocol.js").Now} Now */
/** @typedef {import("../shared/game_state.js").Story} Story */

/**
 * @typedef {object} Ended
 * @property {Table} table
 * @property {Now} now
 * @property {number | null} target
 * @property {Story} story
 * @property {string[]} names
 * @property {{scores: number[], round: number}[]} steps
 * @property {HTMLElement | null} mark  what the check of the deal has found
 * @property {boolean} watching
 */

/**
 * @typedef {object} Wishes
 * @property {() => void} ready
 * @property {() => void} rematch
 * @property {() => void} download
 */

export class Ending {
  /** @param {HTMLElement} root @param {Wishes} wishes */
  constructor(root, wishes) {
    this.root = root;
    this.wishes = wishes;
    this.shown = ""; // which end is shown, so that news of who is ready does not steal the focus
  }

  hide() {
    this.shown = "";
    this.root.hidden = true;
    refill(this.root);
  }

  /** @param {Ended} ended */
  show(ended) {
    const over = ended.now.over;
    if (!over) return this.hide();
    const which = `${ended.now.game}/${ended.now.round}/${over.game ? "game" : "round"}`;
    const isNew = which !== this.shown;
    this.shown = which;
    const had = document.activeElement?.id;
    const wrong = Boolean(ended.mark?.querySelector(".unfair")); // that is not to be overlooked
    const body = make(
      "div",
      { class: "card-body", tabindex: 0 },
      wrong && ended.mark,
      ...(over.game ? this._game(ended) : []),
      ...this._round(ended),
      !wrong && ended.mark,
    );
    refill(this.root, make("div", { class: "card" }, body, this._buttons(ended)));
    this.root.hidden = false;
    if (isNew) this._greet(ended);
    else if (had) document.getElementById(had)?.focus();
  }

  /** @param {Ended} ended */
  _greet(ended) {
    this.root.classList.remove("small");
    /** @type {HTMLElement | null} */ (this.root.querySelector("h2"))?.focus();
    const winner = ended.now.over?.game?.winner;
    if (winner !== undefined && (ended.watching || ended.table.you.includes(winner))) confetti();
  }

  /** @param {Ended} ended */
  _game({ table, now, names, steps, target }) {
    const winner = now.over?.game?.winner ?? 0;
    const mine = table.you.length === 1 && table.you[0] === winner;
    const order = names.map((_, seat) => seat).sort((a, b) => now.scores[b] - now.scores[a]);
    return [
      make("h2", { tabindex: -1 }, mine ? t("You win the game!") : t("{name} wins the game", { name: names[winner] })),
      make("p", { class: "arithmetic" }, now.over?.game?.reason ?? ""),
      make(
        "ol",
        { class: "result" },
        ...order.map((seat) =>
          make(
            "li",
            { class: seat === winner ? "won" : null },
            make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }),
            make("span", { class: "name" }, names[seat]),
            make("b", {}, figure(now.scores[seat])),
          ),
        ),
      ),
      chart(steps, names, target),
    ];
  }

  /** @param {Ended} ended */
  _round({ now, story, names, table }) {
    const round = now.over?.round;
    if (!round) return [];
    const heading = now.over?.game ? "h3" : "h2";
    const hands = Object.entries(round.left).map(([seat, tiles]) =>
      this._hand(names[Number(seat)], tiles, round.sums[seat]),
    );
    return [
      make(heading, { tabindex: -1 }, this._headline(now.round, round, names, table)),
      make("p", { class: "arithmetic" }, arithmetic(round, names)),
      make("div", { class: "hands" }, ...hands),
      totals(story, names),
    ];
  }

  /**
   * @param {number} number
   * @param {import("../shared/protocol.js").RoundOver} round
   * @param {string[]} names
   * @param {Table} table
   */
  _headline(number, round, names, table) {
    if (round.winner === null) return t("Round {number} is blocked and drawn", { number });
    const mine = table.you.length === 1 && table.you[0] === round.winner;
    const values = { number, name: names[round.winner] };
    if (round.reason === "out")
      return mine ? t("Round {number}: you go out", values) : t("Round {number}: {name} goes out", values);
    return mine
      ? t("Round {number} is blocked, and you win it", values)
      : t("Round {number} is blocked, and {name} wins it", values);
  }

  /** @param {string} name @param {string[]} tiles @param {number} sum */
  _hand(name, tiles, sum) {
    const words = tiles.length
      ? tiles.map((tile) => make("span", { class: "mini", role: "img", "aria-label": tile }, loose(tile)))
      : [make("span", { class: "faint" }, t("no tiles"))];
    return make(
      "div",
      { class: "hand" },
      make("span", { class: "name" }, name),
      make("span", { class: "tiles" }, ...words),
      make(
        "b",
        { title: t("sum of the numbers") },
        String(sum ?? tiles.reduce((total, tile) => total + sumOf(tile), 0)),
      ),
    );
  }

  /** @param {Ended} ended */
  _buttons(ended) {
    const { now, table, watching } = ended;
    const look = make(
      "button",
      { type: "button", id: "look", class: "quiet", click: () => this.root.classList.toggle("small") },
      icon("eye"),
      t("The table"),
    );
    if (now.over?.game) return this._gameButtons(table, look);
    const waiting = table.seats.filter((seat) => seat.kind === "human" && !seat.ready);
    const mine = waiting.filter((seat) => table.you.includes(seat.seat));
    const others = listed(waiting.map((seat) => seat.name ?? ""));
    const next = make(
      "button",
      { type: "button", id: "next", class: "primary", click: () => this.wishes.ready() },
      t("Next round"),
    );
    const words = make(
      "span",
      { class: "faint" },
      waiting.length ? t("Waiting for {names}", { names: others }) : t("The next round is being dealt."),
    );
    return make("div", { class: "buttons" }, !watching && mine.length ? next : words, look);
  }

  /** @param {Table} table @param {HTMLElement} look */
  _gameButtons(table, look) {
    const again = make(
      "button",
      { type: "button", id: "rematch", class: "primary", click: () => this.wishes.rematch() },
      icon("again"),
      t("Rematch"),
    );
    return make(
      "div",
      { class: "buttons" },
      table.hosting ? again : make("span", { class: "faint" }, t("The host can start a rematch.")),
      make("a", { class: "button", href: `/t/${table.code}/replay` }, icon("play"), t("Replay")),
      make(
        "button",
        { type: "button", id: "download", class: "quiet", click: () => this.wishes.download() },
        icon("save"),
        t("Save"),
      ),
      look,
      make("a", { class: "button quiet", href: "/" }, t("Home")),
    );
  }
}

/**
 * How the winner's points came together: `25 for going out + 8 + 14 = 47`.
 * @param {import("../shared/protocol.js").RoundOver} round
 * @param {string[]} names
 */
function arithmetic(round, names) {
  if (round.winner === null) return t("The hands are level, so nobody scores for them.");
  const others = Object.entries(round.sums)
    .filter(([seat]) => Number(seat) !== round.winner)
    .map(([, sum]) => `${sum}`);
  const own = round.own ? (round.sums[String(round.winner)] ?? 0) : 0;
  const parts = round.bonus ? [t("{bonus} for going out", { bonus: round.bonus }), ...others] : others;
  const sum = parts.join(" + ") + (own ? ` − ${own}` : "");
  return t("{name}: {sum} = {points}", { name: names[round.winner], sum: sum || "0", points: signed(round.points) });
}

/** Before, in the round, after. @param {Story} story @param {string[]} names */
function totals(story, names) {
  const sheet = story.rounds.at(-1);
  if (!sheet) return null;
  const line = (
    /** @type {string} */ label,
    /** @type {string[]} */ figures,
    /** @type {string | null} */ kind = null,
  ) => make("tr", { class: kind }, make("th", { scope: "row" }, label), ...figures.map((each) => make("td", {}, each)));
  return make(
    "table",
    { class: "totals" },
    make("thead", {}, make("tr", {}, make("td", {}), ...names.map((name) => make("th", { scope: "col" }, name)))),
    make(
      "tbody",
      {},
      line(t("before"), sheet.before.map(figure)),
      line(t("this round"), sheet.points.map(signed)),
      line(
        t("total"),
        sheet.before.map((score, seat) => figure(score + sheet.points[seat])),
        "total",
      ),
    ),
  );
}
