/** The state of the replay: a record, parsed once, and the step that is shown. */

import { applyEvents, isStep, newGameState } from "../shared/game_state.js";
import { readHeader, readRecord } from "../shared/record.js";

/** @import { GameState } from "../shared/game_state.js" */
/** @import { Event } from "../shared/record.js" */

/**
 * @typedef {object} Replay
 * @property {string} text       of the record
 * @property {string[]} names
 * @property {string} edition
 * @property {string} commit     the commitment to the deals
 * @property {Event[]} events
 * @property {number[]} steps    how many events have happened at each step
 * @property {number} step       that is shown
 * @property {GameState} game    as it was at that step
 * @property {number | null} viewer  the seat whose view is shown; null shows all hands
 */

/** Events that only report the result of the step before them. */
const FOLLOWING = ["score", "secret", "winner"];

/** @param {string} text @returns {Replay} */
export function openReplay(text) {
  const { header, events } = readRecord(text);
  const { names, edition, commit } = readHeader(header);
  const replay = { text, names, edition, commit, events, steps: findSteps(events), step: 0, viewer: null };
  return { ...replay, game: gameAt(replay, newGameState(names.length, edition)) };
}

/** Step 0 shows the first deal; each later step ends with a play or the end of a round. @param {Event[]} events */
function findSteps(events) {
  const ends = events.flatMap((event, index) => (isStep(event) ? [index + 1] : []));
  return [ends.length ? ends[0] - 1 : events.length, ...ends];
}

/** @param {Replay} replay */
export function lastStep(replay) {
  return replay.steps.length - 1;
}

/** Show another step. @param {Replay} replay @param {number} step */
export function goTo(replay, step) {
  const target = Math.min(lastStep(replay), Math.max(0, step));
  const isBack = target < replay.step;
  replay.step = target;
  replay.game = gameAt(replay, isBack ? newGameState(replay.names.length, replay.edition) : replay.game);
}

/** Bring a game forward to the step that is shown. @param {Omit<Replay, "game">} replay @param {GameState} game */
function gameAt({ events, steps, step }, game) {
  let end = steps[step];
  while (end < events.length && FOLLOWING.includes(events[end].kind)) end++;
  return applyEvents(game, events.slice(game.events.length, end));
}

/** What happened at the step that is shown; null before the first play. @param {Replay} replay */
export function eventAt({ events, steps, step }) {
  return step ? events[steps[step] - 1] : null;
}

/** The index of the next play among the events; -1 after the last one. @param {Replay} replay */
export function nextEvent({ steps, step }) {
  return step + 1 < steps.length ? steps[step + 1] - 1 : -1;
}

/** The step before an event. @param {Replay} replay @param {number} event */
export function stepBefore({ steps }, event) {
  return Math.max(0, steps.indexOf(event + 1, 1) - 1);
}

/** Whether all hands and cells are on record; the order of the well need not be. @param {Replay} replay */
export function hasAllHands({ events, names }) {
  const rounds = events.filter(({ kind }) => kind === "round").length;
  const deals = events.filter((event) => event.kind === "deal");
  const isKnown = events.every((event) => {
    if (event.kind === "deal") return !event.tiles.includes(null);
    return event.kind === "draw" ? event.tile !== null : event.kind !== "place" || event.cell !== null;
  });
  return isKnown && rounds > 0 && deals.length === rounds * names.length;
}

/** Whether all tiles and cells are on record; then the game can be continued from any step. @param {Replay} replay */
export function isComplete(replay) {
  const wells = replay.events.filter((event) => event.kind === "well");
  const rounds = replay.events.filter(({ kind }) => kind === "round").length;
  return hasAllHands(replay) && wells.length === rounds && wells.every(({ tiles }) => !tiles.includes(null));
}

/** Whose play comes next. @param {Replay} replay */
export function nextSeat({ events, steps, step }) {
  const next = events.slice(steps[step]).find(isStep);
  return next?.kind === "place" || next?.kind === "draw" || next?.kind === "pass" ? next.seat : null;
}
