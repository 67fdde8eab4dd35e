/**
 * The state of a table's page, queries on it, and how messages from the server change it. Views only read it; beside
 * this module, only table.js and move_input.js change it.
 */

import { applyEvents, newGameState } from "../shared/game_state.js";
import { isPlay, readHeader } from "../shared/record.js";
import { Selection } from "./selection.js";

/** @import { Placement } from "../board/targets.js" */
/** @import { GameState } from "../shared/game_state.js" */
/** @import { Header, Now, Option, Past, Rules, Table } from "../shared/protocol.js" */
/** @import { Event } from "../shared/record.js" */
/** The current state and when it was received, for the clock. @typedef {Now & {received: number}} ReceivedNow */

/**
 * @typedef {object} TableState
 * @property {Table | null} table    the seats and who has them
 * @property {ReceivedNow | null} now  turn, hands, options
 * @property {number} gameNumber
 * @property {string[]} names
 * @property {string} commit         the commitment to the deals
 * @property {string} edition        the edition line
 * @property {Rules | null} rules
 * @property {Past[]} past           the results of the earlier games at the table
 * @property {Event[][]} lines       the events of each line; a line may have several
 * @property {GameState} game        after all of them
 * @property {Selection} selection
 * @property {Placement | null} hovered
 * @property {number | null} openHand  pass and play: the seat whose hand is shown
 * @property {boolean} isDrawing     the player draws until a tile fits
 * @property {boolean} isTrying      every open cell can be tried, and what fits is not shown
 * @property {boolean} isLive        the page has caught up; whatever comes now is new
 * @property {string} panel          the id of the open panel, or ""
 * @property {boolean} wantsNext     the player has seen the end of this game and wants the next one
 */

/** @returns {TableState} */
export function newTableState() {
  return {
    table: null,
    now: null,
    gameNumber: 0,
    names: [],
    commit: "",
    edition: "",
    rules: null,
    past: [],
    lines: [],
    game: newGameState(2, ""),
    selection: new Selection(),
    hovered: null,
    openHand: null,
    isDrawing: false,
    isTrying: false,
    isLive: false,
    panel: "",
    wantsNext: false,
  };
}

// -- queries ----------------------------------------------------------------------------------------

/** The seats of this device. @param {TableState} state */
export function mySeats(state) {
  return state.table?.you ?? [];
}

/** Whether a seat is the only one of this device. @param {TableState} state @param {number} seat */
export function isMyOnlySeat(state, seat) {
  const seats = mySeats(state);
  return seats.length === 1 && seats[0] === seat;
}

/** @param {TableState} state */
export function isWatching(state) {
  return mySeats(state).length === 0;
}

/** Whether the player has resigned this game. @param {TableState} state */
export function hasResigned(state) {
  const seats = mySeats(state);
  return Boolean(state.table?.seats.some((seat) => seats.includes(seat.seat) && seat.resigned));
}

/** Whether other people play, not only bots and this device. @param {TableState} state */
export function hasOtherPeople(state) {
  const seats = mySeats(state);
  return Boolean(state.table?.seats.some((seat) => seat.kind === "human" && !seats.includes(seat.seat)));
}

/** Whether another device has a seat, even if a bot stands in. @param {TableState} state */
export function hasOtherDevices(state) {
  const seats = mySeats(state);
  return Boolean(state.table?.seats.some((seat) => seat.person && !seats.includes(seat.seat)));
}

/** Whether several people share this device. @param {TableState} state */
export function isPassAndPlay(state) {
  return mySeats(state).length > 1;
}

/** The seat whose hand is shown; null for a spectator, and behind the curtain. @param {TableState} state */
export function shownSeat(state) {
  return isPassAndPlay(state) ? state.openHand : (mySeats(state)[0] ?? null);
}

/** @param {TableState} state */
export function isMyTurn(state) {
  const { now, table } = state;
  if (!now || now.over || now.turn === null) return false;
  return now.turn === shownSeat(state) && table?.seats[now.turn]?.kind === "human";
}

/** @param {TableState} state @param {number} seat */
export function playerName(state, seat) {
  return state.names[seat] ?? state.table?.seats[seat]?.name ?? "";
}

/** Whether the player may take back their last choice. @param {TableState} state */
export function canTakeBack({ table, now, game }) {
  const isRunning = Boolean(table?.take_back && now && !now.over?.game);
  return isRunning && game.events.some((event) => isPlay(event) && table?.you.includes(event.seat));
}

/** The placement under the pointer or the focus, if it is a legal move now. @param {TableState} state */
export function hoveredPlacement({ selection, hovered }) {
  return hovered && selection.options.includes(hovered) ? hovered : null;
}

/** The last turn of the round, over or not. @param {TableState} state @param {number} [seat]  of this player */
export function lastTurn(state, seat) {
  return state.game.rounds.at(-1)?.turns.findLast((turn) => seat === undefined || turn.seat === seat) ?? null;
}

/** The most tiles that may still be drawn in this turn. @param {TableState} state */
export function drawsLeft({ now, rules }) {
  return now ? Math.min(now.well, (rules?.draw_limit ?? Infinity) - now.drawn) : 0;
}

const DRAWS_BEFORE_QUESTION = 3;

/** Whether the pending move is the fourth draw of a turn, which is sent only if confirmed. @param {TableState} state */
export function asksBeforeDraw({ now, selection, isDrawing }) {
  const { pending } = selection;
  return pending?.move === "draw" && pending.points < 0 && now?.drawn === DRAWS_BEFORE_QUESTION && !isDrawing;
}

/** How sentences about the game name its players. @param {TableState} state */
export function sentencePlayers(state) {
  return {
    name: (/** @type {number} */ seat) => playerName(state, seat),
    isYou: (/** @type {number} */ seat) => isMyOnlySeat(state, seat),
    scoring: state.game.scoring,
  };
}

/** A text that identifies a position of the game. @param {Now} now */
export function positionKey(now) {
  return `${now.game}/${now.n}/${now.turn}`;
}

/** Whether the player still looks at the end of a game; then the next one waits. @param {TableState} state */
export function isViewingEnd({ now, isLive, wantsNext }) {
  return isLive && !wantsNext && Boolean(now?.over?.game);
}

/** Whether the next game has begun while the page still shows the end of the last one. @param {TableState} state */
export function hasNextGame({ table, gameNumber }) {
  return gameNumber > 0 && (table?.game ?? 0) > gameNumber;
}

/** The games that each seat has won at this table. @param {TableState} state */
export function matchScore({ past, now, names }) {
  const winners = [...past.map((game) => game.winner), now?.over?.game?.winner ?? null];
  return names.map((_, seat) => winners.filter((winner) => winner === seat).length);
}

// -- changes ----------------------------------------------------------------------------------------

/** @param {TableState} state @param {Table} table */
export function receiveTable(state, table) {
  state.table = table;
  if (!table.started) state.names = table.seats.map((seat) => seat.name);
}

/**
 * Set the header of a game; returns whether the game is new.
 * @param {TableState} state @param {Omit<Header, "rules"> & {rules: Rules | null}} header
 */
export function receiveHeader(state, header) {
  const isNew = header.game !== state.gameNumber;
  if (isNew) {
    state.isLive = state.isLive && state.gameNumber > 0;
    state.gameNumber = header.game;
    state.lines = [];
    state.now = null;
    state.openHand = null;
    state.wantsNext = false;
  }
  const { names, commit, edition } = readHeader(header.lines);
  state.names = names;
  state.commit = commit;
  state.edition = edition;
  state.rules = header.rules;
  state.past = header.past;
  if (isNew) state.game = newGameState(names.length, edition);
  return isNew;
}

/**
 * Replace the lines from number `first` on. If they follow the last one, only these are applied to the game.
 * @param {TableState} state @param {number} first @param {Event[][]} events  of each line
 * @returns {Event[]} the new events
 */
export function receiveLines(state, first, events) {
  const isReplaced = first <= state.lines.length;
  const known = state.lines.length;
  state.lines.splice(first - 1, Infinity, ...events);
  if (isReplaced) state.game = applyEvents(newGameState(state.names.length, state.edition), state.lines.flat());
  else applyEvents(state.game, events.flat());
  return state.lines.slice(Math.max(known, first - 1)).flat();
}

/** @param {TableState} state @param {ReceivedNow} now */
export function receiveNow(state, now) {
  state.now = now;
  state.isLive = true;
}

/**
 * Offer the moves of this position to the player whose hand is shown.
 * @param {TableState} state @param {Option[]} [refused]  moves that a lesson lets the player try
 */
export function offerMoves(state, refused = []) {
  const { now, selection } = state;
  if (!now) return;
  const options = isMyTurn(state) ? [...now.options, ...refused] : [];
  selection.setOptions(`${positionKey(now)}/${shownSeat(state)}`, options);
  state.isTrying = refused.length > 0;
  if (!selection.drawIfNothingFits) state.isDrawing = false;
}

/** Forget the game; the next header begins another one. @param {TableState} state */
export function clearGame(state) {
  state.gameNumber = 0;
  state.now = null;
}
