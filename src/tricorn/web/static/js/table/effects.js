/** The celebration of a placement, whose script is loaded with the first, and sounds. */

import { FLIGHT_MS, RING_MS } from "../board/board.js";
import { parseCell } from "../board/geometry.js";
import { HEXAGONS } from "../shared/bonus.js";
import { reducedMotion, settings } from "../shared/settings.js";

/** @import { Board } from "../board/board.js" */
/** @import { Event, Placed } from "../shared/record.js" */

let timer = 0; // of the one placement that is celebrated

/**
 * Show what a placement scored: first the tile lands, then its ring appears, then the points.
 * @param {Board} board @param {Placed} placed @param {boolean} flies  whether the tile comes from another player
 */
export function celebrate(board, placed, flies) {
  clearTimeout(timer);
  board.clearScore();
  const { cell } = placed;
  if (!cell) return;
  const wait = reducedMotion() ? 0 : RING_MS + (flies ? FLIGHT_MS : 0);
  const own = setTimeout(async () => {
    const { showReward } = await import("./celebration.js");
    if (timer === own) showReward(board, placed, parseCell(cell));
  }, wait);
  timer = own;
}

/** Play a sound. Sounds are off by default, so their script is loaded on demand. @param {string} name */
export function playSound(name) {
  if (settings().sound) import("./sound.js").then(({ play }) => play(name));
}

/** Play the sound of an event, if it has one. @param {Event} event */
export function playEventSound(event) {
  if (event.kind === "place") playSound(!event.bonus ? "place" : HEXAGONS[event.bonus] ? "hexagon" : "bridge");
  else if (event.kind === "draw" || event.kind === "pass") playSound(event.kind);
  else if (event.kind === "out" || event.kind === "blocked") playSound("end");
}
