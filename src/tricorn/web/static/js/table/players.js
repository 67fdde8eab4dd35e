/** The people and bots round the table: name, score, tiles held, whose turn it is, who is away. */

import { icon, make, refill } from "../shared/dom.js";
import { figure, t, tn } from "../shared/i18n.js";
import { levelName } from "../shared/levels.js";
import { ring, run } from "./clock.js";

/** @typedef {import("../shared/protocol.js").Table} Table */
/** @typedef {import("../shared/protocol.js").Now & {received?: number}} Now  with the time when it came */
/** @typedef {import("../shared/protocol.js").Seat} Seat */

export class Players {
  /** @param {HTMLElement} root @param {{menu: (seat: Seat, button: HTMLElement) => void}} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.timer = 0;
    /** @type {number | null} */
    this.clock = null; // the seconds of a turn
  }

  /** @param {Table} table @param {Now | null} now @param {string[]} names @param {number | null} clock  seconds */
  show(table, now, names, clock) {
    clearInterval(this.timer);
    this.clock = clock;
    const cards = table.seats.map((seat) => this._card(table, seat, now, names[seat.seat] ?? seat.name ?? ""));
    refill(this.root, ...cards);
  }

  /** Where a player's card is, for tiles that fly from it. @param {number} seat */
  placeOf(seat) {
    return this.root.children[seat]?.getBoundingClientRect() ?? null;
  }

  /** @param {Table} table @param {Seat} seat @param {Now | null} now @param {string} name */
  _card(table, seat, now, name) {
    const turn = now?.turn === seat.seat && !now.over;
    const card = make("li", {
      class: turn ? "player on-turn" : "player",
      "data-seat": seat.seat,
      "aria-current": turn ? "true" : null,
    });
    card.append(
      this._sign(seat, now, turn, name),
      make(
        "div",
        { class: "who" },
        make("span", { class: "name" }, name),
        this._about(table, seat, turn ? (now?.drawn ?? 0) : 0),
      ),
    );
    if (now) {
      card.append(
        make(
          "span",
          {
            class: "score",
            "aria-label": tn("{figure} point", "{figure} points", now.scores[seat.seat], {
              figure: figure(now.scores[seat.seat]),
            }),
          },
          figure(now.scores[seat.seat]),
        ),
        make(
          "span",
          { class: "held", title: t("tiles held") },
          icon("tile"),
          make("span", { class: "aside" }, t("tiles held")),
          String(now.held[seat.seat] ?? ""),
        ),
      );
    }
    const absent = seat.person && (seat.kind === "bot" || !seat.here);
    if (table.hosting && absent && !table.you.includes(seat.seat)) card.append(this._menu(seat, name));
    return card;
  }

  /**
   * The round sign with the seat's colour; the clock runs round it.
   * @param {Seat} seat
   * @param {Now | null} now
   * @param {boolean} turn
   * @param {string} name
   */
  _sign(seat, now, turn, name) {
    const label = make(
      "span",
      { class: "initial" },
      seat.kind === "bot" ? icon("bot") : ([...name][0]?.toUpperCase() ?? "?"),
    );
    const sign = make("div", { class: `sign seat-${seat.seat}`, "aria-hidden": "true" }, label);
    if (turn && now?.deadline) {
      const circle = ring(),
        seconds = make("span", { class: "seconds" });
      sign.append(circle, seconds);
      this.timer = run(
        circle,
        seconds,
        (now.received ?? performance.now()) + now.deadline * 1000,
        this.clock ?? now.deadline,
      );
    }
    return sign;
  }

  /** @param {Table} table @param {Seat} seat @param {number} drawn  in the turn that is on; everybody may count them */
  _about(table, seat, drawn) {
    const words = [];
    if (drawn) words.push(tn("{n} drawn", "{n} drawn", drawn));
    if (table.you.includes(seat.seat) && !table.pass_and_play) words.push(t("you"));
    if (seat.kind === "bot")
      words.push(seat.person ? t("bot stands in") : t("bot, {level}", { level: levelName(seat.level) }));
    else if (!seat.here) words.push(t("away"));
    return make("span", { class: seat.here || seat.kind === "bot" ? "about" : "about away" }, words.join(" · "));
  }

  /** @param {Seat} seat @param {string} name */
  _menu(seat, name) {
    const standing = seat.kind === "bot";
    const words = standing ? t("Give the seat back to {name}", { name }) : t("Let a bot play for {name}", { name });
    const button = make(
      "button",
      { type: "button", class: "button small", "data-stand": standing ? "back" : "in" },
      words,
    );
    button.addEventListener("click", () => this.handlers.menu(seat, button));
    return button;
  }
}
