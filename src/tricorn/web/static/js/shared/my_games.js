/** The games in which this browser holds a seat, with the keys of the seats. */

import { pageAddress } from "./addresses.js";
import { readList, removeStored, writeStored } from "./storage.js";

const MAX_GAMES = 100; // as many keys as a server looks up at once

/** The name under which a table that is played in this browser is stored. @param {string} code */
export const localName = (code) => `local.${code}`;

/**
 * A game of a table that is over. `winner` is null if nobody won, and missing if this browser does not know.
 * `hints` is the number of hints that this browser's players used, `takenBack` that of the turns they took back.
 * @typedef {{game: number, scores: number[], winner?: number | null, reason?: string, hints?: number,
 *   takenBack?: number}} Result
 */

/**
 * A table, and the latest game there.
 * @typedef {object} MyGame
 * @property {string} code
 * @property {string} key
 * @property {string} edition
 * @property {string[]} names
 * @property {number[]} scores
 * @property {"waiting" | "playing" | "over"} phase
 * @property {number} [game]    the number of the latest game
 * @property {boolean} [turn]   it is the turn of this browser
 * @property {Result} [result]  of the latest game
 * @property {Result[]} [past]  of the games before it
 * @property {number[]} [deleted]  the finished games that the user has deleted
 * @property {import("../deals/nonces.js").DealNotes[]} [deals]  what this device knows about the deals
 * @property {boolean} [missing]  the server did not list it; it may be damaged, so its key is kept
 * @property {boolean} [local]  it is played in this browser, without a server
 * @property {number} at        when it was last seen
 */

/** All games, the last seen first. @returns {MyGame[]} */
export function myGames() {
  return /** @type {MyGame[]} */ (readList("games")).sort((a, b) => b.at - a.at);
}

/** @param {string} code @returns {MyGame | undefined} */
export function myGame(code) {
  return myGames().find((game) => game.code === code);
}

/**
 * Store what is known about a game; the game that was seen longest ago may be dropped.
 * @param {Partial<MyGame> & {code: string}} changes
 */
export function saveGame(changes) {
  const before = myGame(changes.code) ?? { key: "", edition: "", names: [], scores: [], phase: "waiting" };
  const others = myGames().filter((game) => game.code !== changes.code);
  const at = changes.at ?? Date.now();
  for (const { code } of others.splice(MAX_GAMES - 1)) removeStored(localName(code));
  writeStored("games", [{ ...before, ...changes, at }, ...others]);
}

/** Where a game is played. @param {MyGame} game */
export function tableAddress({ code, local }) {
  return local ? pageAddress("play", `#${code}`) : pageAddress(`t/${code}`);
}

/** Where a game of a table is replayed. @param {string} code @param {number} game */
export function replayAddress(code, game) {
  const isLocal = myGame(code)?.local;
  return isLocal
    ? pageAddress("replay", `?table=${code}&game=${game}`)
    : pageAddress(`t/${code}/replay`, `?game=${game}`);
}

/** Where a game of a table is reviewed. @param {string} code @param {number} game */
export function reviewAddress(code, game) {
  return `${replayAddress(code, game)}&review=1`;
}

/** @param {string} code */
export function forgetGame(code) {
  removeStored(localName(code));
  writeStored(
    "games",
    myGames().filter((game) => game.code !== code),
  );
}

/**
 * The results of the games before the latest one, as far as the server and this browser know them.
 * @param {MyGame | undefined} stored @param {Result[]} known  by the server @param {number} latest  the latest game
 */
export function pastResults(stored, known, latest) {
  const own = [...(stored?.past ?? []), ...(stored?.result ? [stored.result] : [])];
  const byGame = new Map([...known, ...own].map((result) => [result.game, result]));
  return [...byGame.values()].filter((result) => result.game < latest).sort((a, b) => b.game - a.game);
}

/** The finished games of a table that the list shows, the latest first. @param {MyGame} game @returns {Result[]} */
export function finishedGames({ phase, result, scores, past = [], deleted = [], game = 1 }) {
  const latest = phase === "over" ? [result ?? { game, scores }] : [];
  return [...latest, ...past].filter(({ game }) => !deleted.includes(game));
}

/** Delete a finished game from the list. @param {string} code @param {number} number */
export function deleteFinished(code, number) {
  const before = myGame(code);
  if (!before) return;
  const game = { ...before, deleted: [...(before.deleted ?? []), number] };
  if (game.phase === "over" && !finishedGames(game).length) forgetGame(code);
  else saveGame(game);
}
