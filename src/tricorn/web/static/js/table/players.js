/** The players at the table: name, score, tiles held, whose turn it is, who is away. */

import { botCharacter, botFace, levelName } from "../shared/bots.js";
import { icon, make, makeButton, refill } from "../shared/dom.js";
import { formatPoints, formatScore, t, tn } from "../shared/i18n.js";
import { initial } from "../shared/ui.js";
import { lastTurn, playerName } from "./state.js";

/** @import { Seat, Table } from "../shared/protocol.js" */
/** @import { ReceivedNow, TableState } from "./state.js" */

const LONG_NAME = 8; // letters; more do not fit one line of a small card

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
    refill(this.root, ...(table?.seats.map((seat) => this.#card(state, table, seat)) ?? []));
  }

  /** Where a player's card is, for tiles that fly from it. @param {number} seat */
  cardRect(seat) {
    return this.root.children[seat]?.getBoundingClientRect() ?? null;
  }

  /** A player's avatar; null if the player is not shown. @param {number} seat @returns {HTMLElement | null} */
  avatar(seat) {
    return this.root.children[seat]?.querySelector(".avatar") ?? null;
  }

  /** @param {TableState} state @param {Table} table @param {Seat} seat */
  #card(state, table, seat) {
    const { now, rules } = state;
    const name = playerName(state, seat.seat);
    const isOnTurn = now?.turn === seat.seat && !now.over;
    const avatar = playerAvatar(seat, seat.seat, name);
    if (isOnTurn && now.deadline) this.#runClock(avatar, now, rules?.clock ?? now.deadline);
    if (isAway(seat)) markAway(avatar);
    const details = seatDetails(table, seat, isOnTurn ? now.drawn : 0);
    const isAbsent = seat.person && (seat.kind === "bot" || !seat.here);
    return make(
      "li",
      {
        class: isOnTurn ? "player on-turn" : "player",
        "data-seat": seat.seat,
        title: seat.kind === "bot" ? botCharacter(seat.level) : name,
        "aria-current": isOnTurn ? "true" : null,
      },
      avatar,
      make(
        "div",
        { class: "who" },
        make("div", { class: "line" }, nameView(name), now && scoreView(now, seat.seat)),
        make(
          "div",
          { class: "line" },
          details,
          lastPoints(lastTurn(state, seat.seat)),
          now && heldView(now, seat.seat),
        ),
      ),
      table.hosting && isAbsent && !table.you.includes(seat.seat) && this.#standInButton(seat, name),
    );
  }

  /** @param {HTMLElement} avatar @param {ReceivedNow} now @param {number} seconds  of a turn */
  async #runClock(avatar, now, seconds) {
    const { clockRing, startClock } = await import("./clock.js");
    if (!avatar.isConnected) return; // the players have been redrawn
    const ring = clockRing();
    const label = make("span", { class: "seconds" });
    avatar.append(ring, label);
    this.clockTimer = startClock(ring, label, now.received + (now.deadline ?? 0) * 1000, seconds);
  }

  /** The host lets a bot play for an absent player, or gives the seat back. @param {Seat} seat @param {string} name */
  #standInButton(seat, name) {
    const isStandIn = seat.kind === "bot";
    const label = isStandIn ? t("Give the seat back to {name}", { name }) : t("Let a bot play for {name}", { name });
    return makeButton(
      {
        class: "button small",
        "data-stand": isStandIn ? "back" : "in",
        "aria-label": label,
        title: label,
        click: () => this.handlers.onStandIn(seat),
      },
      isStandIn ? t("Give it back") : t("Let a bot play"),
    );
  }
}

/**
 * A player's initial, or the face of a bot, on the colour of the seat.
 * @param {Seat | undefined} seat @param {number} number @param {string} name
 */
export function playerAvatar(seat, number, name) {
  const face = seat?.kind === "bot" ? botFace(seat.level, name) : initial(name) || "?";
  const label = make("span", { class: "initial" }, face);
  return make("div", { class: `avatar seat-${number}`, "aria-hidden": "true" }, label);
}

/**
 * How far a player has come: to the target or, in a game of some rounds, to the leader.
 * @param {TableState} state @param {number} seat @param {number[]} scores
 */
export function raceBar({ game, rules }, seat, scores) {
  const goal = game.roundLimit === null ? rules?.target : undefined;
  const share = Math.min(1, Math.max(0, scores[seat] / (goal ?? Math.max(1, ...scores))));
  const run = make("span", { class: `run seat-${seat}` });
  run.style.width = `${(100 * share).toFixed(1)}%`;
  return make("span", { class: "track", "aria-hidden": "true" }, run);
}

/** @param {Seat} seat */
function isAway({ kind, here }) {
  return kind !== "bot" && !here;
}

/** On small cards only the avatar shows it. @param {HTMLElement} avatar */
function markAway(avatar) {
  avatar.classList.add("away");
  avatar.removeAttribute("aria-hidden");
  avatar.setAttribute("role", "img");
  avatar.setAttribute("aria-label", t("away"));
}

/** @param {string} name */
function nameView(name) {
  return make("span", { class: [...name].length > LONG_NAME ? "name long" : "name" }, name);
}

/** @param {ReceivedNow} now @param {number} seat */
function scoreView(now, seat) {
  const score = formatScore(now.scores[seat]);
  const label = tn("{score} point", "{score} points", now.scores[seat], { score });
  return make("span", { class: "score", "aria-label": label }, score);
}

/** The number of tiles in a hand. @param {ReceivedNow} now @param {number} seat */
function heldView(now, seat) {
  return make(
    "span",
    { class: "held", title: t("tiles held") },
    icon("tile"),
    make("span", { class: "visually-hidden" }, t("tiles held")),
    String(now.held[seat] ?? ""),
  );
}

/** The points of the last turn, which may not be over yet. @param {ReturnType<typeof lastTurn>} turn */
function lastPoints(turn) {
  if (!turn) return null;
  const attributes = { class: "last", title: t("last turn") };
  return make(
    "span",
    attributes,
    make("span", { class: "visually-hidden" }, t("last turn")),
    formatPoints(turn.points),
  );
}

/** @param {Table} table @param {Seat} seat @param {number} drawn  in the current turn, which all players see */
function seatDetails(table, seat, drawn) {
  const details = [];
  if (drawn) details.push(tn("{n} drawn", "{n} drawn", drawn));
  if (seat.kind === "bot" && seat.person) details.push(t("bot stands in"));
  else if (seat.kind === "bot") details.push(levelName(seat.level));
  else if (isAway(seat)) details.push(t("away"));
  const isYou = table.you.includes(seat.seat) && !table.pass_and_play;
  return make(
    "span",
    isAway(seat) ? { class: "about away", "aria-hidden": "true" } : { class: "about" },
    isYou && make("span", { class: "you" }, t("you")),
    make("span", { class: "details" }, details.join(" · ")),
  );
}
