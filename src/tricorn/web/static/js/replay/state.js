/** The state of the replay: a record, parsed once, and the step that is shown. */

import { applyEvents, isStep, newGameState } from "../shared/game_state.js";
import { readHeader, readRecord } from "../shared/record.js";

/** @typedef {import("../shared/record.js").Event} Event */
/** @typedef {import("../shared/game_state.js").GameState} GameState */

/**
 * @typedef {object} Replay
 * @property {string} text       of the record
 * @property {string[]} names
 * @property {string} edition
 * @property {string} commit     the commitment to the deals
 * @property {Event[]} events
 * @property {number[]} steps    how many events have happened at each step
 * @property {number} at         the step that is shown
 * @property {GameState} game    as it was at that step
 * @property {number | null} seat  whose view is shown; null shows all hands
 */

/** Lines that no player chose and that belong to the play before them. */
const FOLLOWING = ["score", "secret", "winner"];

/** @param {string} text @returns {Replay} */
export function openReplay(text) {
  const { header, events } = readRecord(text);
  const { names, edition, commit } = readHeader(header);
  const replay = { text, names, edition, commit, events, steps: stepsOf(events), at: 0, seat: null };
  return { ...replay, game: gameAt(replay, newGameState(names.length)) };
}

/** Step 0 shows the first deal; each later step ends with a play or the end of a round. @param {Event[]} events */
function stepsOf(events) {
  const ends = events.flatMap((event, i) => (isStep(event) ? [i + 1] : []));
  return [ends.length ? ends[0] - 1 : events.length, ...ends];
}

/** @param {Replay} replay */
export function lastStep(replay) {
  return replay.steps.length - 1;
}

/** Show another step. @param {Replay} replay @param {number} step */
export function goTo(replay, step) {
  const at = Math.min(lastStep(replay), Math.max(0, step));
  const isBack = at < replay.at;
  replay.at = at;
  replay.game = gameAt(replay, isBack ? newGameState(replay.names.length) : replay.game);
}

/** Bring a game forward to the step that is shown. @param {Omit<Replay, "game">} replay @param {GameState} game */
function gameAt({ events, steps, at }, game) {
  let end = steps[at];
  while (end < events.length && FOLLOWING.includes(events[end].kind)) end++;
  return applyEvents(game, events.slice(game.events.length, end));
}

/** What happened at the step that is shown; null before the first play. @param {Replay} replay */
export function eventAt({ events, steps, at }) {
  return at ? events[steps[at] - 1] : null;
}

/** The place of the next play among the events; -1 after the last one. @param {Replay} replay */
export function nextEvent({ steps, at }) {
  return at + 1 < steps.length ? steps[at + 1] - 1 : -1;
}

/** The step at which an event comes next. @param {Replay} replay @param {number} event */
export function stepBefore({ steps }, event) {
  return Math.max(0, steps.indexOf(event + 1, 1) - 1);
}

/** Whether all tiles and cells are on record, so that the game can be played on. @param {Replay} replay */
export function isWhole({ events, names }) {
  const rounds = events.filter(({ kind }) => kind === "round").length;
  const dealt = events.filter((event) => event.kind === "deal" || event.kind === "well");
  const isKnown = dealt.every(({ tiles }) => !tiles.includes(null));
  const isLocated = events.every((event) => event.kind !== "place" || event.cell !== null);
  return isKnown && isLocated && rounds > 0 && dealt.length === rounds * (names.length + 1);
}

/** Whose play comes next. @param {Replay} replay */
export function nextSeat({ events, steps, at }) {
  const next = events.slice(steps[at]).find(isStep);
  return next?.kind === "place" || next?.kind === "draw" || next?.kind === "pass" ? next.seat : null;
}
