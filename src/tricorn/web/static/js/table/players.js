/** The players at the table: name, score, how far they have come, tiles held, whose turn it is, who is away. */

import { botCharacter, botFace, levelName } from "../shared/bots.js";
import { find, icon, make, makeButton, refill, setAttributes } from "../shared/dom.js";
import { formatPoints, formatScore, t, tn } from "../shared/i18n.js";
import { reducedMotion } from "../shared/settings.js";
import { initial } from "../shared/ui.js";
import { lastTurn, playerName } from "./state.js";

/** @import { Seat, Table } from "../shared/protocol.js" */
/** @import { ReceivedNow, TableState } from "./state.js" */

const LONG_NAME = 8; // letters; more do not fit one line of a small card
const COUNT_MS = 900; // in which a score counts up; the bar below it moves as long

export class Players {
  /** @param {HTMLElement} root @param {{onStandIn: (seat: Seat) => void}} handlers */
  constructor(root, handlers) {
    this.root = root;
    this.handlers = handlers;
    this.clockTimer = 0;
    this.turn = 0; // counts what is shown, so that a clock that is late is not
    this.shown = ""; // who has the cards
  }

  /** @param {TableState} state */
  show(state) {
    clearInterval(this.clockTimer);
    this.turn += 1;
    const { table } = state;
    if (!table) return;
    const shown = JSON.stringify([state.gameNumber, table.seats.map(({ name, kind, level }) => [name, kind, level])]);
    if (shown !== this.shown) refill(this.root, ...table.seats.map((seat) => newCard(state, seat)));
    this.shown = shown;
    this.root.dataset.count = String(table.seats.length);
    for (const seat of table.seats) this.#update(this.#card(seat.seat), state, table, seat);
  }

  /** @param {number} seat */
  #card(seat) {
    return find(this.root, `[data-seat="${seat}"]`);
  }

  /** Where a player's card is, for tiles that fly from it. @param {number} seat */
  cardRect(seat) {
    return this.root.children[seat]?.getBoundingClientRect() ?? null;
  }

  /** A player's avatar; null if the player is not shown. @param {number} seat @returns {HTMLElement | null} */
  avatar(seat) {
    return this.root.children[seat]?.querySelector(".avatar") ?? null;
  }

  /** @param {HTMLElement} card @param {TableState} state @param {Table} table @param {Seat} seat */
  #update(card, state, table, seat) {
    const { now, rules } = state;
    const isOnTurn = now?.turn === seat.seat && !now.over;
    const isAbsent = seat.person && (seat.kind === "bot" || !seat.here);
    const latest = lastTurn(state);
    markAway(find(card, ".avatar"), isAway(seat));
    card.classList.toggle("on-turn", isOnTurn);
    card.toggleAttribute("aria-current", isOnTurn);
    find(card, ".about").replaceWith(seatDetails(table, seat, isOnTurn ? now.drawn : 0));
    refill(find(card, ".figures"), lastPoints(lastTurn(state, seat.seat), latest), now && heldView(now, seat.seat));
    for (const part of card.querySelectorAll(".clock, .seconds, .button")) part.remove();
    if (!now) return;
    showScore(find(card, ".score"), now.scores[seat.seat]);
    find(card, ".run").style.width = raceShare(state, seat.seat, now.scores);
    if (isOnTurn && now.deadline) this.#runClock(find(card, ".avatar"), now, rules?.clock ?? now.deadline);
    if (table.hosting && isAbsent && !table.you.includes(seat.seat))
      card.append(this.#standInButton(seat, playerName(state, seat.seat)));
  }

  /** @param {HTMLElement} avatar @param {ReceivedNow} now @param {number} seconds  of a turn */
  async #runClock(avatar, now, seconds) {
    const { turn } = this;
    const { clockRing, startClock } = await import("./clock.js");
    if (turn !== this.turn) return;
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

/** @param {TableState} state @param {Seat} seat */
function newCard(state, seat) {
  const name = playerName(state, seat.seat);
  const isMine = state.table?.you.includes(seat.seat);
  return make(
    "li",
    {
      class: `player seat-${seat.seat}${isMine ? " mine" : ""}`,
      "data-seat": seat.seat,
      title: seat.kind === "bot" ? botCharacter(seat.level) : name,
    },
    playerAvatar(seat, seat.seat, name),
    make("span", { class: [...name].length > LONG_NAME ? "name long" : "name" }, name),
    make("span", { class: "score" }),
    make("span", { class: "about" }),
    make("span", { class: "figures" }),
    raceTrack("0"),
  );
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

/** The bar that shows how far a player has come. @param {string} width */
export function raceTrack(width) {
  const run = make("span", { class: "run" });
  run.style.width = width;
  return make("span", { class: "track", "aria-hidden": "true" }, run);
}

/** @param {Seat} seat */
function isAway({ kind, here }) {
  return kind !== "bot" && !here;
}

/** On small cards only the avatar shows it. @param {HTMLElement} avatar @param {boolean} isAway */
function markAway(avatar, isAway) {
  avatar.classList.toggle("away", isAway);
  const attributes = isAway ? { role: "img", "aria-label": t("away") } : { "aria-hidden": "true" };
  setAttributes(avatar, { role: null, "aria-label": null, "aria-hidden": null, ...attributes });
}

/**
 * How far a player has come: to the target or, if that is farther, to the leader.
 * @param {TableState} state @param {number} seat @param {number[]} scores
 */
export function raceShare({ game, rules }, seat, scores) {
  const goal = Math.max(1, ...scores, game.roundLimit === null ? (rules?.target ?? 0) : 0);
  const share = Math.max(0, scores[seat] / goal);
  return `${(100 * share).toFixed(1)}%`;
}

/** Show a score, which counts up or down from the one before. @param {HTMLElement} view @param {number} score */
export function showScore(view, score) {
  const before = Number(view.dataset.score ?? score);
  const text = formatScore(score);
  const isShown = view.dataset.score === String(score);
  view.dataset.score = String(score);
  view.setAttribute("aria-label", tn("{score} point", "{score} points", score, { score: text }));
  view.classList.toggle("long", text.length > 3);
  if (isShown) return;
  if (before === score || reducedMotion()) view.textContent = text;
  else countTo(view, before, score);
}

/** @param {HTMLElement} view @param {number} from @param {number} to */
function countTo(view, from, to) {
  const start = performance.now();
  const step = (/** @type {number} */ time) => {
    if (view.dataset.score !== String(to)) return; // it has changed again
    const share = Math.min(1, Math.max(0, (time - start) / COUNT_MS));
    view.textContent = formatScore(Math.round(from + (to - from) * (1 - (1 - share) ** 2)));
    if (share < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
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

/**
 * The points of a player's last turn, which may not be over yet; those of the last turn at the table are in gold.
 * @param {ReturnType<typeof lastTurn>} turn @param {ReturnType<typeof lastTurn>} latest
 */
function lastPoints(turn, latest) {
  if (!turn) return null;
  return make(
    "span",
    { class: turn === latest && turn.points > 0 ? "last chip now" : "last", title: t("last turn") },
    make("span", { class: "visually-hidden" }, t("last turn")),
    formatPoints(turn.points),
  );
}

/** @param {Table} table @param {Seat} seat @param {number} drawn  in the current turn, which all players see */
function seatDetails(table, seat, drawn) {
  const details = [];
  if (drawn) details.push(tn("{n} drawn", "{n} drawn", drawn));
  if (seat.kind === "bot" && seat.person) details.push(t("bot stands in"));
  else if (isAway(seat)) details.push(t("away"));
  const isYou = table.you.includes(seat.seat) && !table.pass_and_play;
  return make(
    "span",
    isAway(seat) ? { class: "about away", "aria-hidden": "true" } : { class: "about" },
    isYou && make("span", { class: "you chip" }, t("you")),
    details.length > 0 && make("span", { class: "details" }, details.join(" · ")),
    seat.kind === "bot" && !seat.person && !drawn && make("span", { class: "level" }, levelName(seat.level)),
  );
}
