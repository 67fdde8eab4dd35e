/** The players round the table: name, score, tiles held, whose turn it is, who is away. */

import { icon, initial, make, makeButton, refill } from "../shared/dom.js";
import { figure, t, tn } from "../shared/i18n.js";
import { levelName } from "../shared/levels.js";
import { clockRing, startClock } from "./clock.js";
import { nameOf } from "./state.js";

/** @typedef {import("../shared/protocol.js").Seat} Seat */
/** @typedef {import("../shared/protocol.js").Table} Table */
/** @typedef {import("./state.js").ReceivedNow} ReceivedNow */
/** @typedef {import("./state.js").TableState} TableState */

export class Players {
  /** @param {HTMLElement} root @param {{onStandIn: (seat: Seat) => void}} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.clockTimer = 0;
  }

  /** @param {TableState} state */
  show(state) {
    clearInterval(this.clockTimer);
    const { table } = state;
    refill(this.root, ...(table?.seats.map((seat) => this._card(state, table, seat)) ?? []));
  }

  /** Where a player's card is, for tiles that fly from it. @param {number} seat */
  placeOf(seat) {
    return this.root.children[seat]?.getBoundingClientRect() ?? null;
  }

  /** @param {TableState} state @param {Table} table @param {Seat} seat */
  _card(state, table, seat) {
    const { now, rules } = state;
    const name = nameOf(state, seat.seat);
    const isOnTurn = now?.turn === seat.seat && !now.over;
    const sign = playerSign(seat, name);
    if (isOnTurn && now.deadline) this._runClock(sign, now, rules?.clock ?? now.deadline);
    const details = seatDetails(table, seat, isOnTurn ? now.drawn : 0);
    const isAbsent = seat.person && (seat.kind === "bot" || !seat.here);
    return make(
      "li",
      {
        class: isOnTurn ? "player on-turn" : "player",
        "data-seat": seat.seat,
        "aria-current": isOnTurn ? "true" : null,
      },
      sign,
      make("div", { class: "who" }, make("span", { class: "name" }, name), details),
      ...(now ? figures(now, seat.seat) : []),
      table.hosting && isAbsent && !table.you.includes(seat.seat) && this._standInButton(seat, name),
    );
  }

  /** @param {HTMLElement} sign @param {ReceivedNow} now @param {number} seconds  of a turn */
  _runClock(sign, now, seconds) {
    const ring = clockRing();
    const label = make("span", { class: "seconds" });
    sign.append(ring, label);
    this.clockTimer = startClock(ring, label, now.received + (now.deadline ?? 0) * 1000, seconds);
  }

  /** The host lets a bot play for an absent player, or gives the seat back. @param {Seat} seat @param {string} name */
  _standInButton(seat, name) {
    const isStandIn = seat.kind === "bot";
    return makeButton(
      {
        class: "button small",
        "data-stand": isStandIn ? "back" : "in",
        click: () => this.handlers.onStandIn(seat),
      },
      isStandIn ? t("Give the seat back to {name}", { name }) : t("Let a bot play for {name}", { name }),
    );
  }
}

/** @param {Seat} seat @param {string} name */
function playerSign(seat, name) {
  const label = make("span", { class: "initial" }, seat.kind === "bot" ? icon("bot") : initial(name) || "?");
  return make("div", { class: `sign seat-${seat.seat}`, "aria-hidden": "true" }, label);
}

/** Score and number of tiles. @param {ReceivedNow} now @param {number} seat */
function figures(now, seat) {
  const score = figure(now.scores[seat]);
  const label = tn("{figure} point", "{figure} points", now.scores[seat], { figure: score });
  return [
    make("span", { class: "score", "aria-label": label }, score),
    make(
      "span",
      { class: "held", title: t("tiles held") },
      icon("tile"),
      make("span", { class: "aside" }, t("tiles held")),
      String(now.held[seat] ?? ""),
    ),
  ];
}

/** @param {Table} table @param {Seat} seat @param {number} drawn  in the current turn; everybody may count them */
function seatDetails(table, seat, drawn) {
  const details = [];
  if (drawn) details.push(tn("{n} drawn", "{n} drawn", drawn));
  if (table.you.includes(seat.seat) && !table.pass_and_play) details.push(t("you"));
  if (seat.kind === "bot" && seat.person) details.push(t("bot stands in"));
  else if (seat.kind === "bot") details.push(t("bot, {level}", { level: levelName(seat.level) }));
  else if (!seat.here) details.push(t("away"));
  const isAway = seat.kind !== "bot" && !seat.here;
  return make("span", { class: isAway ? "about away" : "about" }, details.join(" · "));
}
