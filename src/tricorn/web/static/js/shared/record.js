/**
 * Lines of a record as plain events. They are not checked: that is for the server, or for the rules in the page.
 * Nothing here needs a page, so workers can use it.
 */

import { parseBonus } from "./bonus.js";
import { parsePlacement, SEATS } from "./notation.js";

/**
 * @typedef {{kind: "round", number: number}} RoundStart
 * @typedef {{kind: "number", seat: number, nonce: string}} DealNumber
 * @typedef {{kind: "receipt", seat: number, receipt: string}} ReceiptLine
 * @typedef {{kind: "deal", seat: number, tiles: (string | null)[]}} Deal
 * @typedef {{kind: "well", tiles: (string | null)[]}} Well
 * @typedef {{kind: "starts", seat: number}} Starts
 * @typedef {{kind: "place", seat: number, tile: string, cell: string | null, numbers: number[], points: number,
 *   bonus: import("./bonus.js").Bonus | null, shows: string | null, timeout: boolean}} Placed
 * @typedef {{kind: "draw", seat: number, tile: string | null, points: number, timeout: boolean}} Drew
 * @typedef {{kind: "pass", seat: number, points: number, timeout: boolean}} Passed
 * @typedef {{kind: "left", seat: number, tiles: string[] | null, count: number | null, total: number | null}} Left
 * @typedef {{kind: "out", seat: number, points: number}} Out
 * @typedef {{kind: "blocked", seat: number | null, points: number}} Blocked
 * @typedef {{kind: "score", scores: number[]}} Score
 * @typedef {{kind: "secret", secret: string}} Secret
 * @typedef {{kind: "winner", seat: number}} Winner
 * @typedef {Placed | Drew | Passed} Play
 * @typedef {RoundStart | ReceiptLine | DealNumber | Deal | Well | Starts | Secret} DealEvent
 * @typedef {Deal | Well | Starts | Play | Left | Out | Blocked} RoundEvent
 * @typedef {DealEvent | Play | Left | Out | Blocked | Score | Winner} Event
 */

/** @param {string} letter */
const seatIndex = (letter) => SEATS.indexOf(letter);

/** @param {string | undefined} word  a letter, or `draw` */
const seatOrNull = (word) => (word?.length === 1 ? seatIndex(word) : null);

/** @param {string | undefined} word */
const tileOrNull = (word) => (word && /^\d-\d-\d$/.test(word) ? word : null);

/** The points among the words of a line; an entry of a score sheet may have none. @param {string[]} words */
const pointsIn = (words) => Number(words.find((word) => /^[+-]\d+$/.test(word)) ?? 0);

/** @param {string[]} words @returns {Left} */
function readLeft([seat, ...rest]) {
  const left = { kind: /** @type {const} */ ("left"), seat: seatIndex(seat) };
  const sum = rest.at(-1)?.startsWith("=") ? Number(rest.pop()?.slice(1)) : null;
  if (sum === null) return { ...left, tiles: rest, count: rest.length, total: null };
  return { ...left, tiles: null, count: rest.length ? Number(rest[0]) : null, total: sum };
}

/** @param {number} seat @param {string[]} words @returns {Play} */
function readPlay(seat, [what, ...rest]) {
  const scored = { seat, points: pointsIn(rest), timeout: rest.at(-1) === "timeout" };
  if (what === "pass") return { kind: "pass", ...scored };
  if (what === "draw") return { kind: "draw", ...scored, tile: tileOrNull(rest[0]) };
  const shown = rest.indexOf("shows");
  const placement = parsePlacement(what);
  return {
    kind: "place",
    ...scored,
    bonus: rest.map(parseBonus).find(Boolean) ?? null,
    tile: placement?.tile ?? what,
    cell: placement?.cell ?? null,
    numbers: placement?.numbers ?? [],
    shows: shown < 0 ? null : rest[shown + 1],
  };
}

/** The play that a move makes, without its points. @param {number} seat @param {string} move */
export function playFor(seat, move) {
  return readPlay(seat, move.split(" "));
}

/** One line after the header. @param {string} line @returns {Event | null} */
export function readLine(line) {
  const [first, ...rest] = line.split(" ");
  if (rest.at(-1) === "anyway") rest.pop(); // its points count as written
  switch (first) {
    case "round":
      return { kind: "round", number: Number(rest[0]) };
    case "receipt":
      return { kind: "receipt", seat: seatIndex(rest[0]), receipt: rest[1] };
    case "number":
      return { kind: "number", seat: seatIndex(rest[0]), nonce: rest[1] };
    case "deal":
      return { kind: "deal", seat: seatIndex(rest[0]), tiles: rest.slice(1).map(tileOrNull) };
    case "well":
      return { kind: "well", tiles: rest.map(tileOrNull) };
    case "starts":
      return { kind: "starts", seat: seatIndex(rest[0]) };
    case "left":
      return readLeft(rest);
    case "out":
      return { kind: "out", seat: seatIndex(rest[0]), points: pointsIn(rest) };
    case "blocked":
      return { kind: "blocked", seat: seatOrNull(rest[0]), points: pointsIn(rest) };
    case "score":
      return { kind: "score", scores: rest.filter((_, i) => i % 2).map(Number) };
    case "secret":
      return { kind: "secret", secret: rest[0] };
    case "winner":
      return { kind: "winner", seat: seatIndex(rest[0]) };
    default:
      return first.length === 1 && SEATS.includes(first) ? readPlay(seatIndex(first), rest) : null;
  }
}

/** The events of lines in a message, of which each may have several. @param {string[][]} lines */
export function readLines(lines) {
  return lines.map((line) => line.flatMap((text) => readLine(text) ?? []));
}

/** @param {Event} event @returns {event is Play} */
export function isPlay(event) {
  return event.kind === "place" || event.kind === "draw" || event.kind === "pass";
}

/** The move of a play, as players choose it. @param {Play} play */
export function moveNotation(play) {
  return play.kind === "place" ? `${play.cell}${play.numbers.join("")}` : play.kind;
}

/** An event as those in some seats see it. @template {Event} T @param {T} event @param {number[]} seats @returns {T} */
export function seenBy(event, seats) {
  const isOwn = "seat" in event && event.seat !== null && seats.includes(event.seat);
  if (event.kind === "draw" && !isOwn) return { ...event, tile: null };
  const isHidden = event.kind === "well" || (event.kind === "deal" && !isOwn);
  return isHidden ? { ...event, tiles: event.tiles.map(() => null) } : event;
}

/** What a header says; "" stands for what it does not have. @param {string[]} lines */
export function readHeader(lines) {
  const value = (/** @type {string} */ key) =>
    lines.find((line) => line.startsWith(`${key} `))?.slice(key.length + 1) ?? "";
  const names = lines.filter((line) => line.startsWith("player ")).map((line) => line.slice(9));
  const commit = lines.find((line) => /^commit [0-9a-f]{64}$/.test(line))?.slice(7) ?? ""; // to the deals
  return { edition: value("edition"), names, date: value("date"), seed: value("seed"), commit };
}

/**
 * A whole record's header lines, its events, and the number of the line of each; comments and blank lines are left out.
 * @param {string} text
 */
export function readRecord(text) {
  const numbered = text.split(/\r?\n/).map((line, index) => ({ line, number: index + 1 }));
  const lines = numbered.filter(({ line }) => line && !line.startsWith("#"));
  const first = lines.findIndex(({ line }) => line.startsWith("round "));
  const end = first < 0 ? lines.length : first;
  const read = lines.slice(end).flatMap(({ line, number }) => {
    const event = readLine(line);
    return event ? [{ event, number }] : [];
  });
  return {
    header: lines.slice(0, end).map(({ line }) => line),
    events: read.map(({ event }) => event),
    lines: read.map(({ number }) => number),
  };
}
