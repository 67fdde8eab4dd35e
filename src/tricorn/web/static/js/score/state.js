/**
 * The state of a score sheet's page: the sheet as the server last sent it, and what is being entered. Views only read
 * it; beside this module, only score.js changes it.
 */

import { tileFrom } from "../shared/notation.js";

/** @import { Cells, PlacedTile, Sheet, SheetLine, SheetLines, SheetNow, SheetRules } from "../shared/protocol.js" */

/** `isPending`: the server does not have it. @typedef {SheetLine & {isPending?: boolean}} Line */
/** @typedef {{sheet: Sheet | null, lines: Line[], now: SheetNow | null}} ShownSheet */
/** Where the next entry goes. @typedef {{how: "add" | "replace" | "insert", number: number}} Target */
/** `totals`: only the points of whole rounds. @typedef {"quick" | "board" | "totals"} Mode */

/**
 * What has been entered of the next line.
 * @typedef {object} PartialEntry
 * @property {number | null} sum   quick: the sum of the tile
 * @property {string | null} tile  quick: the tile, if it is named
 * @property {string[]} digits     board: the numbers of the tile, as far as they are typed
 * @property {Cells | null} cells  board: where the tile fits
 */

/**
 * @typedef {object} ScoreState
 * @property {ShownSheet} received  the sheet as the server last sent it
 * @property {Mode} mode
 * @property {number | null} seat  a player who was tapped
 * @property {Target} target
 * @property {PartialEntry} partial
 * @property {boolean} isConnected
 * @property {boolean} isSheetShown  on a phone, instead of the board
 * @property {string} problem  why nothing can be entered, or ""
 */

/** @type {Target} */
export const ADD = { how: "add", number: 0 };

/** @returns {ShownSheet} */
export function newSheet() {
  return { sheet: null, lines: [], now: null };
}

/** @returns {PartialEntry} */
export function newPartialEntry() {
  return { sum: null, tile: null, digits: [], cells: null };
}

// -- changes ----------------------------------------------------------------------------------------

/** @param {ScoreState} state @param {Mode} mode */
export function setMode(state, mode) {
  state.mode = mode;
  state.isSheetShown = false;
  setPartial(state, {});
}

/** Begin the next entry. @param {ScoreState} state @param {Target} target @param {number | null} seat */
export function setTarget(state, target, seat) {
  state.target = target;
  state.seat = seat;
  setPartial(state, {});
}

/**
 * Set what has been entered of the next line; the rest is empty.
 * @param {ScoreState} state @param {Partial<PartialEntry>} entered
 */
export function setPartial(state, entered) {
  state.partial = { ...newPartialEntry(), ...entered };
}

/** Type a number of the tile; after three a new tile begins. @param {ScoreState} state @param {string} digit */
export function addDigit(state, digit) {
  const { digits } = state.partial;
  setPartial(state, { digits: digits.length < 3 ? [...digits, digit] : [digit] });
}

/** The tile whose three numbers are typed, or null. @param {ScoreState} state */
export function typedTile({ partial: { digits } }) {
  return digits.length === 3 ? tileFrom(digits) : null;
}

/**
 * Set where the typed tile fits; returns false if another one has been typed.
 * @param {ScoreState} state @param {Cells} cells
 */
export function setCells(state, cells) {
  if (typedTile(state) !== cells.tile) return false;
  state.partial.cells = cells;
  return true;
}

/**
 * Apply a message if it is about the sheet; returns whether it is.
 * @param {ShownSheet} view @param {{type: string}} message
 */
export function receiveSheet(view, message) {
  if (message.type === "sheet") {
    view.sheet = /** @type {Sheet} */ (message);
  } else if (message.type === "lines") {
    const { first, lines, now } = /** @type {SheetLines} */ (message);
    view.lines = [...view.lines.slice(0, first - 1), ...lines];
    view.now = now;
  } else return false;
  return true;
}

// -- queries ----------------------------------------------------------------------------------------

/** Whose turn it is, if that is known. @param {ShownSheet} view */
export function nextSeat({ now }) {
  return now?.asked.what === "play" ? now.asked.seats[0] : null;
}

/** Whether the next entry starts a round. @param {Target} target @param {ShownSheet} view */
export function isStarting(target, { now, lines }) {
  if (target.how === "add") return now?.asked.what === "start";
  const before = lines[target.number - 2];
  return !before || Boolean(before.end) || before.round !== lines[target.number - 1]?.round;
}

/**
 * Whether the players' points of a whole round are entered next.
 * @param {Mode} mode @param {Target} target @param {SheetNow | null} now
 */
export function asksForPoints(mode, target, now) {
  const what = now?.asked.what;
  return target.how === "add" && (what === "points" || (what === "start" && mode === "totals"));
}

/** The points that end the game; null if a number of rounds does. @param {SheetRules} rules */
export function goal({ target, rounds }) {
  return rounds === null ? target : null;
}

/** The scores after each line, for the chart. @param {Line[]} lines @param {number} players */
export function scoreSteps(lines, players) {
  const scored = lines.filter((line) => line.scores.length);
  return [{ scores: Array(players).fill(0), round: 1 }, ...scored.map(({ scores, round }) => ({ scores, round }))];
}

/**
 * Placed tiles as the board takes them.
 * @param {PlacedTile[]} placed @returns {import("../shared/record.js").Placed[]}
 */
export function placedTiles(placed) {
  return placed.map((tile) => ({ kind: "place", seat: 0, points: 0, shows: null, timeout: false, ...tile }));
}
