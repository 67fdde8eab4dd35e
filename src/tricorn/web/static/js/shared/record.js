/** Lines of a record as plain events. They are only parsed; the server checks whether they are legal. */

import { parseBonus } from "./bonus.js";
import { HIDDEN_TILE, parsePlacement, pointsNotation, SEATS } from "./notation.js";

/**
 * @typedef {{kind: "round", number: number}} RoundStart
 * @typedef {{kind: "number", seat: number, nonce: string}} DealNumber
 * @typedef {{kind: "receipt", seat: number, receipt: string}} ReceiptLine
 * @typedef {{kind: "deal", seat: number, tiles: (string | null)[]}} Deal
 * @typedef {{kind: "well", tiles: (string | null)[]}} Well
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
 * @typedef {RoundStart | ReceiptLine | DealNumber | Deal | Well | Secret} DealEvent
 * @typedef {Deal | Well | Play | Left | Out | Blocked} RoundEvent
 * @typedef {DealEvent | Play | Left | Out | Blocked | Score | Winner} Event
 */

/** @param {string} letter */
const seatIndex = (letter) => SEATS.indexOf(letter);

/** @param {string} word */
const tileOrNull = (word) => (word.includes("?") ? null : word);

/** @param {string[]} words @returns {Left} */
function readLeft([seat, ...rest]) {
  const left = { kind: /** @type {const} */ ("left"), seat: seatIndex(seat) };
  const sum = rest.at(-1)?.startsWith("=") ? Number(rest.pop()?.slice(1)) : null;
  if (sum === null) return { ...left, tiles: rest, count: rest.length, total: null };
  return { ...left, tiles: null, count: rest.length ? Number(rest[0]) : null, total: sum };
}

/** @param {number} seat @param {string[]} words @returns {Play} */
function readPlay(seat, words) {
  const timeout = words.at(-1) === "timeout";
  const [what, ...rest] = words;
  if (what === "pass") return { kind: "pass", seat, points: Number(rest[0]), timeout };
  if (what === "draw") return { kind: "draw", seat, tile: tileOrNull(rest[0]), points: Number(rest[1]), timeout };
  const shown = rest.indexOf("shows");
  const placement = parsePlacement(what);
  return {
    kind: "place",
    seat,
    points: Number(rest[0]),
    bonus: parseBonus(rest[1]),
    timeout,
    tile: placement?.tile ?? what,
    cell: placement?.cell ?? null,
    numbers: placement?.numbers ?? [],
    shows: shown < 0 ? null : rest[shown + 1],
  };
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
    case "left":
      return readLeft(rest);
    case "out":
      return { kind: "out", seat: seatIndex(rest[0]), points: Number(rest[1]) };
    case "blocked":
      return { kind: "blocked", seat: rest[0] === "draw" ? null : seatIndex(rest[0]), points: Number(rest[1]) };
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

/** A penalty, which is written `-0` or `+0` if it is zero with this sign. @param {number} points */
function penaltyNotation(points) {
  return Object.is(points, -0) ? "-0" : pointsNotation(points);
}

/** @param {Placed} event */
function placedNotation({ tile, cell, numbers, points, bonus, shows }) {
  const move = cell === null ? tile : cell + numbers.join("");
  return [move, pointsNotation(points), ...(bonus ? [bonus] : []), ...(shows ? ["shows", shows] : [])].join(" ");
}

/** @param {Left} event */
function leftNotation({ tiles, count, total }) {
  return tiles?.join(" ") ?? (count === null ? `=${total}` : `${count} =${total}`);
}

/** The line of an event of a round at a real table. @param {Play | Left | Out | Blocked} event */
export function writeLine(event) {
  const seat = event.seat === null ? "draw" : SEATS[event.seat];
  const mark = "timeout" in event && event.timeout ? " timeout" : "";
  switch (event.kind) {
    case "place":
      return `${seat} ${placedNotation(event)}${mark}`;
    case "draw":
      return `${seat} draw ${event.tile ?? HIDDEN_TILE} ${penaltyNotation(event.points)}${mark}`;
    case "pass":
      return `${seat} pass ${penaltyNotation(event.points)}${mark}`;
    case "left":
      return `left ${seat} ${leftNotation(event)}`;
    default:
      return `${event.kind} ${seat} ${pointsNotation(event.points)}`;
  }
}

/**
 * The header's edition line and names, and the commitment to the deals ("" if there is none).
 * @param {string[]} lines
 * @returns {{edition: string, names: string[], commit: string}}
 */
export function readHeader(lines) {
  const edition = lines.find((line) => line.startsWith("edition "))?.slice(8) ?? "";
  const names = lines.filter((line) => line.startsWith("player ")).map((line) => line.slice(9));
  const commit = lines.find((line) => /^commit [0-9a-f]{64}$/.test(line))?.slice(7) ?? "";
  return { edition, names, commit };
}

/**
 * A whole record's header lines, and its events with their lines; comments and blank lines are left out.
 * @param {string} text
 */
export function readRecord(text) {
  const lines = text.split(/\r?\n/).filter((line) => line && !line.startsWith("#"));
  const first = lines.findIndex((line) => line.startsWith("round "));
  const end = first < 0 ? lines.length : first;
  const eventLines = lines.slice(end).filter((line) => readLine(line) !== null);
  const events = eventLines.map(readLine).filter((event) => event !== null);
  return { header: lines.slice(0, end), events, eventLines };
}
