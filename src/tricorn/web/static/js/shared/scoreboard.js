/** The points of a game, as on paper: a column per player, a line per play with its reason, round and game totals. */

import { make, refill } from "./dom.js";
import { formatPoints, formatScore, t, tn } from "./i18n.js";
import { pointsReason, roundText } from "./sentences.js";
import { playerHeads } from "./ui.js";

/** @import { GameState, RoundState, Turn } from "./game_state.js" */

const MAX_WIDE_PLAYERS = 3; // with more players, the columns are compact

/**
 * The turns in lines: the first of each player, the second of each player, …
 * @param {Turn[]} turns @param {number} players
 */
function turnLines(turns, players) {
  /** @type {(Turn | null)[][]} */
  const lines = [];
  const counts = Array(players).fill(0);
  for (const turn of turns) {
    const index = counts[turn.seat]++;
    lines[index] ??= Array(players).fill(null);
    lines[index][turn.seat] = turn;
  }
  return lines;
}

/** @param {Turn} turn @param {boolean} isFirstLine @param {GameState} game */
function playLines(turn, isFirstLine, { scoring }) {
  const draws = turn.plays.filter((play) => play.kind === "draw");
  const last = turn.plays.at(-1);
  const rows = [];
  if (draws.length) {
    const cost = draws.reduce((sum, play) => sum + play.points, 0);
    rows.push(playRow(tn("{n} drawn", "{n} drawn", draws.length), cost));
  }
  if (last?.kind === "pass") rows.push(playRow(t("pass"), last.points));
  if (last?.kind === "place") rows.push(playRow(last.tile, last.points, last.bonus !== null, sumText(last, scoring)));
  if (isFirstLine && last?.kind === "place" && last.shows)
    rows.push(make("span", { class: "why" }, t("shows {tile}", { tile: last.shows })));
  return rows;
}

/**
 * How the points of a placement add up if they are more than its tile counts; not shown in the compact form.
 * @param {import("./record.js").Placed} place @param {import("./notation.js").Scoring} scoring
 */
function sumText(place, scoring) {
  const reason = pointsReason(place.tile, place.points, place.bonus, scoring);
  return reason ? make("span", { class: "sums" }, `: ${reason}`) : null;
}

/** @param {string} label @param {number} points @param {boolean} [isBonus] @param {HTMLElement | null} [sums] */
function playRow(label, points, isBonus = false, sums = null) {
  return make(
    "span",
    { class: isBonus ? "play bonus" : "play" },
    make("span", { class: "why" }, label, sums),
    make("b", {}, formatPoints(points)),
  );
}

/** @param {RoundState} round @param {number} seat */
function endingLine(round, seat) {
  const ending = round.ending;
  if (!ending || ending.seat !== seat) return null;
  return playRow(ending.kind === "out" ? t("goes out") : t("blocked"), ending.points, true);
}

/** @param {GameState} game @param {RoundState} round @param {string[]} names */
function roundBody(game, round, names) {
  const players = names.length;
  const lines = turnLines(round.turns, players);
  const seats = names.map((_, seat) => seat);
  const body = make("tbody", { "data-round": round.number });
  const toggle = make(
    "button",
    { type: "button", class: "fold", click: () => setFolded(body, !body.classList.contains("folded")) },
    roundText(round.number, game.roundLimit),
  );
  const lot =
    round.starter !== null && make("span", { class: "why" }, t("lot: {name}", { name: names[round.starter] }));
  body.append(make("tr", { class: "round" }, make("th", { colspan: players, scope: "rowgroup" }, toggle, lot)));
  for (const [i, line] of lines.entries()) {
    const cells = line.map((turn) => make("td", {}, ...(turn ? playLines(turn, i === 0, game) : [])));
    body.append(make("tr", { class: "line" }, ...cells));
  }
  if (round.ending)
    body.append(make("tr", { class: "line" }, ...seats.map((seat) => make("td", {}, endingLine(round, seat)))));
  body.append(
    make("tr", { class: "sum" }, ...seats.map((seat) => make("td", {}, playRow(t("round"), round.points[seat])))),
  );
  body.append(
    make(
      "tr",
      { class: "total" },
      ...seats.map((seat) => make("td", {}, make("b", {}, formatScore(round.before[seat] + round.points[seat])))),
    ),
  );
  return body;
}

/** @param {HTMLElement} body @param {boolean} folded */
function setFolded(body, folded) {
  body.classList.toggle("folded", folded);
  body.querySelector(".fold")?.setAttribute("aria-expanded", String(!folded));
}

/** The number of plays of a round and of other news, which shows whether it has changed. @param {RoundState} round */
function newsCount({ turns, ending, starter }) {
  return turns.reduce((count, turn) => count + turn.plays.length, Number(ending !== null) + Number(starter !== null));
}

/** The table of all rounds, the newest first. A round that has not changed is not drawn again. */
export class Scoreboard {
  /** @param {HTMLElement} root @param {() => boolean} [follows]  whether it scrolls to the totals */
  constructor(root, follows = () => true) {
    this.root = root;
    this.follows = follows;
    this.names = "";
    /** @type {{round: RoundState, size: number, body: HTMLElement}[]} */
    this.shown = [];
    this.head = make("thead");
    this.table = make(
      "table",
      { class: "paper" },
      make("caption", { class: "visually-hidden" }, t("Score sheet")),
      this.head,
    );
    refill(root, this.table);
  }

  /** @param {GameState} game @param {string[]} names */
  show(game, names) {
    if (names.join("\n") !== this.names) this.#start(names);
    const newest = game.rounds.length - 1;
    if (newest >= this.shown.length) for (const { body } of this.shown) setFolded(body, true);
    for (const { body } of this.shown.splice(newest + 1)) body.remove();
    for (const index of game.rounds.keys()) this.#showRound(game, index, names);
    // Measured now, the layout would have to be computed twice.
    if (this.follows()) requestAnimationFrame(() => scrollToTotals(this.root));
  }

  /** @param {string[]} names */
  #start(names) {
    this.names = names.join("\n");
    this.table.classList.toggle("compact", names.length > MAX_WIDE_PLAYERS);
    refill(this.head, make("tr", {}, ...playerHeads(names)));
    for (const { body } of this.shown.splice(0)) body.remove();
  }

  /** @param {GameState} game @param {number} index @param {string[]} names */
  #showRound(game, index, names) {
    const round = game.rounds[index];
    const isNewest = index === game.rounds.length - 1;
    const before = this.shown[index];
    const size = newsCount(round);
    if (before?.round === round && before.size === size) return;
    const body = roundBody(game, round, names);
    setFolded(body, !isNewest && (!before || before.body.classList.contains("folded")));
    if (before) before.body.replaceWith(body);
    else this.head.after(body);
    this.shown[index] = { round, size, body };
  }
}

/** Scroll until the last line and the totals are visible. @param {HTMLElement} root */
function scrollToTotals(root) {
  const frame = root.closest("section");
  const total = root.querySelector(".total");
  if (!frame || !total || frame.scrollHeight <= frame.clientHeight) return;
  const below = total.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom;
  if (below > 0) frame.scrollTop += below + 8;
}
