/** The score sheet as on paper: a column a player, a line a play with its reason, round and game totals. */

import { make, refill } from "./dom.js";
import { figure, signed, t, tn } from "./i18n.js";
import { reason } from "./sentences.js";

/** @typedef {import("./game_state.js").Story} Story */
/** @typedef {import("./game_state.js").Sheet} RoundSheet */
/** @typedef {import("./game_state.js").Turn} Turn */

const NARROWEST = 96; // pixels a column; with many players the sheet is moved sideways

/**
 * Turns in lines across the table: everybody's first, everybody's second, …
 * @param {Turn[]} turns
 * @param {number} players
 */
function linesOf(turns, players) {
  /** @type {(Turn | null)[][]} */
  const lines = [];
  const seen = Array(players).fill(0);
  for (const turn of turns) {
    const at = seen[turn.seat]++;
    lines[at] ??= Array(players).fill(null);
    lines[at][turn.seat] = turn;
  }
  return lines;
}

/** @param {Turn} turn @param {boolean} first */
function playLines(turn, first) {
  const draws = turn.plays.filter((play) => play.kind === "draw");
  const last = turn.plays.at(-1);
  const rows = [];
  if (draws.length) {
    const cost = draws.reduce((sum, play) => sum + play.points, 0);
    rows.push(row(tn("{n} drawn", "{n} drawn", draws.length), cost));
  }
  if (last?.kind === "pass") rows.push(row(t("pass"), last.points));
  if (last?.kind === "place") rows.push(row(placeWords(last), last.points, last.bonus));
  if (first && last?.kind === "place" && last.shows)
    rows.push(make("span", { class: "why" }, t("shows {tile}", { tile: last.shows })));
  return rows;
}

/**
 * The tile, and how its points came together if they are more than its numbers.
 * @param {import("./record.js").Placed} place
 */
function placeWords(place) {
  const why = reason(place.tile, place.points, place.bonus);
  return /^\d+$/.test(why) ? place.tile : `${place.tile}: ${why}`;
}

/** @param {string} why @param {number} points @param {string | null} [bonus] */
function row(why, points, bonus = null) {
  return make(
    "span",
    { class: bonus ? "play bonus" : "play" },
    make("span", { class: "why" }, why),
    make("b", {}, signed(points)),
  );
}

/** @param {RoundSheet} sheet @param {number} seat */
function endingLine(sheet, seat) {
  const ending = sheet.ending;
  if (!ending || ending.seat !== seat) return null;
  return row(ending.kind === "out" ? t("goes out") : t("blocked"), ending.points, "end");
}

/** @param {RoundSheet} sheet @param {string[]} names @param {boolean} open */
function roundBody(sheet, names, open) {
  const players = names.length;
  const lines = linesOf(sheet.turns, players);
  const seats = names.map((_, seat) => seat);
  const body = make("tbody", { "data-round": sheet.number });
  const toggle = make(
    "button",
    { type: "button", class: "fold", "aria-expanded": String(open), click: () => fold(body, toggle) },
    t("Round {number}", { number: sheet.number }),
  );
  body.append(make("tr", { class: "round" }, make("th", { colspan: players, scope: "rowgroup" }, toggle)));
  for (const [i, line] of lines.entries()) {
    const cells = line.map((turn) => make("td", {}, ...(turn ? playLines(turn, i === 0) : [])));
    body.append(make("tr", { class: "line" }, ...cells));
  }
  if (sheet.ending)
    body.append(make("tr", { class: "line" }, ...seats.map((seat) => make("td", {}, endingLine(sheet, seat)))));
  body.append(
    make("tr", { class: "sum" }, ...seats.map((seat) => make("td", {}, row(t("round"), sheet.points[seat])))),
  );
  body.append(
    make(
      "tr",
      { class: "total" },
      ...seats.map((seat) => make("td", {}, make("b", {}, figure(sheet.before[seat] + sheet.points[seat])))),
    ),
  );
  body.classList.toggle("folded", !open);
  return body;
}

/** @param {HTMLElement} body @param {HTMLElement} toggle */
function fold(body, toggle) {
  const folded = body.classList.toggle("folded");
  toggle.setAttribute("aria-expanded", String(!folded));
}

/** Which rounds the reader has unfolded. @param {HTMLElement} root */
function unfolded(root) {
  const open = [...root.querySelectorAll("tbody:not(.folded)")];
  return new Set(open.map((body) => Number(/** @type {HTMLElement} */ (body).dataset.round)));
}

/** @param {HTMLElement} root @param {Story} story @param {string[]} names */
export function showSheet(root, story, names) {
  const before = unfolded(root),
    newest = story.rounds.at(-1)?.number;
  if (newest && !before.has(newest)) before.clear(); // a new round folds the old ones
  const heads = names.map((name, seat) =>
    make(
      "th",
      { scope: "col" },
      make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }),
      make("span", { class: "name" }, name),
    ),
  );
  const bodies = story.rounds.map((sheet) =>
    roundBody(sheet, names, sheet.number === newest || before.has(sheet.number)),
  );
  const paper = make(
    "table",
    { class: "paper" },
    make("caption", { class: "aside" }, t("Score sheet")),
    make("thead", {}, make("tr", {}, ...heads)),
    ...bodies.reverse(),
  );
  paper.style.minWidth = `${names.length * NARROWEST}px`;
  refill(root, paper);
  keepInSight(root);
}

/** The last line and the totals stay in sight as the sheet grows. @param {HTMLElement} root */
function keepInSight(root) {
  const frame = /** @type {HTMLElement | null} */ (root.closest("section")),
    total = root.querySelector(".total");
  if (!frame || !total || frame.scrollHeight <= frame.clientHeight) return;
  const below = total.getBoundingClientRect().bottom - frame.getBoundingClientRect().bottom;
  if (below > 0) frame.scrollTop += below + 8;
}
