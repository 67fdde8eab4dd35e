/** Writes the lines of a record. Nothing here needs a page, so workers can use it. */

import { HIDDEN_TILE, pointsNotation, SEATS } from "./notation.js";

/** @import { Event, Left, Placed } from "./record.js" */

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

/** @param {(string | null)[]} tiles */
function tilesNotation(tiles) {
  return tiles.map((tile) => ` ${tile ?? HIDDEN_TILE}`).join("");
}

/** The line of an event. @param {Event} event */
export function writeLine(event) {
  const seat = "seat" in event && event.seat !== null ? SEATS[event.seat] : "draw";
  const mark = "timeout" in event && event.timeout ? " timeout" : "";
  switch (event.kind) {
    case "round":
      return `round ${event.number}`;
    case "receipt":
      return `receipt ${seat} ${event.receipt}`;
    case "number":
      return `number ${seat} ${event.nonce}`;
    case "deal":
      return `deal ${seat}${tilesNotation(event.tiles)}`;
    case "well":
      return `well${tilesNotation(event.tiles)}`;
    case "starts":
      return `starts ${seat}`;
    case "place":
      return `${seat} ${placedNotation(event)}${mark}`;
    case "draw":
      return `${seat} draw ${event.tile ?? HIDDEN_TILE} ${penaltyNotation(event.points)}${mark}`;
    case "pass":
      return `${seat} pass ${penaltyNotation(event.points)}${mark}`;
    case "left":
      return `left ${seat} ${leftNotation(event)}`;
    case "out":
    case "blocked":
      return `${event.kind} ${seat} ${pointsNotation(event.points)}`;
    case "score":
      return `score ${event.scores.map((score, index) => `${SEATS[index]} ${score}`).join(" ")}`;
    case "secret":
      return `secret ${event.secret}`;
    case "winner":
      return `winner ${seat}`;
  }
}

/**
 * A header with some other lines, of which the empty ones are left out.
 * @param {string} edition  with its house rules @param {string[]} names @param {Record<string, string>} others  by key
 */
export function writeHeader(edition, names, others) {
  const players = names.map((name, seat) => `player ${SEATS[seat]} ${name}`);
  const lines = Object.entries(others).filter(([, value]) => value);
  return ["tricorn 1", `edition ${edition}`, ...players, ...lines.map((line) => line.join(" "))];
}
