/** The celebration of a placement, whose script is loaded with the first, and sounds. */

import { FLIGHT_MS } from "../board/board.js";
import { HEXAGONS } from "../shared/bonus.js";
import { settings } from "../shared/settings.js";

/** @import { Board } from "../board/board.js" */
/** @import { Event, Placed } from "../shared/record.js" */

let last = 0; // counts placements, of which one is celebrated

/**
 * Show what a placement scored.
 * @param {Board} board @param {Placed} placed @param {boolean} flies  whether the tile comes from another player
 */
export async function celebrate(board, placed, flies) {
  last += 1;
  const number = last;
  board.clearScore();
  if (!placed.cell) return;
  const { celebratePlacement } = await import("./celebration.js");
  if (number === last) celebratePlacement(board, placed, flies ? FLIGHT_MS : 0);
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
