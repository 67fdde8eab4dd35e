/** The state of a score sheet's page: the sheet as the server last sent it, and what is being entered. */

import { SEATS } from "../shared/record.js";

/** @typedef {import("../shared/protocol.js").PlacedTile} PlacedTile */
/** @typedef {import("../shared/protocol.js").Sheet} Sheet */
/** @typedef {import("../shared/protocol.js").SheetLine} SheetLine */
/** @typedef {import("../shared/protocol.js").SheetNow} SheetNow */
/** @typedef {import("./queue.js").QueuedChange} QueuedChange */

/** @typedef {{sheet: Sheet | null, lines: SheetLine[], now: SheetNow | null}} SheetView */
/** Where the next entry goes. @typedef {{how: "add" | "replace" | "insert", number: number}} Target */
/** @typedef {"quick" | "board"} Mode */

/**
 * @typedef {object} ScoreState
 * @property {SheetView} view
 * @property {Mode} mode
 * @property {number | null} seat  a player who was tapped
 * @property {Target} target
 * @property {boolean} isConnected
 * @property {boolean} isSheetShown  on a phone, instead of the board
 */

/** @type {Target} */
export const ADD = { how: "add", number: 0 };

/** @returns {SheetView} */
export function newSheetView() {
  return { sheet: null, lines: [], now: null };
}

/** Take in a message about the sheet; whether it was one. @param {SheetView} view @param {{type: string}} message */
export function receiveSheet(view, message) {
  if (message.type === "sheet") {
    view.sheet = /** @type {Sheet} */ (message);
  } else if (message.type === "lines") {
    const { first, lines, now } = /** @type {import("../shared/protocol.js").SheetLines} */ (message);
    view.lines = [...view.lines.slice(0, first - 1), ...lines];
    view.now = now;
  } else return false;
  return true;
}

/**
 * Whose turn it is: as the server says, and after entries that it does not have yet, clockwise.
 * @param {SheetView} view @param {QueuedChange[]} queued
 */
export function nextSeat({ now, sheet }, queued) {
  if (!now || !sheet) return null;
  let seat = now.asked.what === "play" ? now.asked.seats[0] : null;
  for (const { change } of queued) {
    const [, letter, what] = change.split(" ");
    const at = letter?.length === 1 ? SEATS.indexOf(letter) : -1;
    if (change.startsWith("add ") && at >= 0) seat = what === "draw" ? at : (at + 1) % sheet.names.length;
  }
  return seat;
}

/**
 * What is asked for next; entries that the server does not have yet count too.
 * @param {SheetView} view @param {QueuedChange[]} queued
 */
export function askedNext({ now }, queued) {
  const { what = "start", seats = [] } = now?.asked ?? {};
  const changes = queued.map(({ change }) => change.split(" "));
  const isLeft = (/** @type {string[]} */ [, word]) => word === "left";
  const hasHand = (/** @type {number} */ seat) => changes.some((each) => isLeft(each) && each[2] === SEATS[seat]);
  if (what === "left" && seats.every(hasHand)) return changes.every(isLeft) ? "start" : "play";
  return what === "start" && changes.length ? "play" : what;
}

/** Whether the next entry starts a round. @param {ScoreState} state @param {QueuedChange[]} queued */
export function isStarting({ target, view }, queued) {
  if (target.how === "add") return askedNext(view, queued) === "start";
  const before = view.lines[target.number - 2];
  return !before || Boolean(before.end) || before.round !== view.lines[target.number - 1]?.round;
}

/** The scores after each line, for the chart. @param {SheetLine[]} lines @param {number} players */
export function scoreSteps(lines, players) {
  const scored = lines.filter((line) => line.scores.length);
  return [{ scores: Array(players).fill(0), round: 1 }, ...scored.map(({ scores, round }) => ({ scores, round }))];
}

/**
 * Placed tiles as the board wants them.
 * @param {PlacedTile[]} placed
 * @returns {import("../shared/record.js").Placed[]}
 */
export function placedTiles(placed) {
  return placed.map((each) => ({ kind: "place", seat: 0, points: 0, shows: null, timeout: false, ...each }));
}
