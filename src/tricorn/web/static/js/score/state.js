/** The state of a score sheet's page: the sheet as the server last sent it, and what is being entered. */

/** @typedef {import("../shared/protocol.js").PlacedTile} PlacedTile */
/** @typedef {import("../shared/protocol.js").Sheet} Sheet */
/** @typedef {import("../shared/protocol.js").SheetLine} SheetLine */
/** @typedef {import("../shared/protocol.js").SheetNow} SheetNow */

/** `isPending`: the server does not have it. @typedef {SheetLine & {isPending?: boolean}} Line */
/** @typedef {{sheet: Sheet | null, lines: Line[], now: SheetNow | null}} ShownSheet */
/** Where the next entry goes. @typedef {{how: "add" | "replace" | "insert", number: number}} Target */
/** @typedef {"quick" | "board"} Mode */

/**
 * @typedef {object} ScoreState
 * @property {ShownSheet} received  the sheet as the server last sent it
 * @property {Mode} mode
 * @property {number | null} seat  a player who was tapped
 * @property {Target} target
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

/**
 * Apply a message if it is about the sheet; returns whether it is.
 * @param {ShownSheet} view @param {{type: string}} message
 */
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

/** The scores after each line, for the chart. @param {Line[]} lines @param {number} players */
export function scoreSteps(lines, players) {
  const scored = lines.filter((line) => line.scores.length);
  return [{ scores: Array(players).fill(0), round: 1 }, ...scored.map(({ scores, round }) => ({ scores, round }))];
}

/**
 * Placed tiles as the board takes them.
 * @param {PlacedTile[]} placed
 * @returns {import("../shared/record.js").Placed[]}
 */
export function placedTiles(placed) {
  return placed.map((tile) => ({ kind: "place", seat: 0, points: 0, shows: null, timeout: false, ...tile }));
}
