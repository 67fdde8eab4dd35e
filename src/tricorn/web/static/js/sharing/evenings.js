/**
 * The games that the same people have played together, across days: who won how often, and the best placement. They are
 * only in this browser's storage; a group is the set of its people's names.
 */

import { parseBonus } from "../shared/bonus.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { formatScore, lang, t } from "../shared/i18n.js";
import { readList, writeStored } from "../shared/storage.js";

const STORED = "evenings";
const MAX_GAMES = 2000;

/** @typedef {{name: string, tile: string, points: number, bonus: string | null}} BestPlacement */

/**
 * A finished game of several people.
 * @typedef {object} SharedGame
 * @property {string} code    of the table or score sheet
 * @property {number} game    its number there
 * @property {number} at      when it ended
 * @property {string[]} names  of the people, not of bots
 * @property {string} winner  perhaps a bot
 * @property {BestPlacement | null} best
 */

/** All games, the earliest first. @returns {SharedGame[]} */
export function sharedGames() {
  return readList(STORED);
}

/** Add a game; if it is known, only what may have been corrected changes. @param {SharedGame} game */
export function addSharedGame(game) {
  if (game.names.length < 2) return;
  const games = sharedGames();
  const before = games.find((other) => other.code === game.code && other.game === game.game);
  const others = games.filter((other) => other !== before);
  writeStored(
    STORED,
    [...others, { ...game, at: before?.at ?? game.at }].sort((a, b) => a.at - b.at).slice(-MAX_GAMES),
  );
}

/** What identifies a group. @param {string[]} names */
function groupKey(names) {
  return [...names].sort().join("\n");
}

/** The games of the same people. @param {string[]} names */
export function gamesOfGroup(names) {
  return sharedGames().filter((game) => groupKey(game.names) === groupKey(names));
}

/** The games by group, the group that played last first. */
export function gamesByGroup() {
  /** @type {Map<string, SharedGame[]>} */
  const groups = new Map();
  for (const game of sharedGames().reverse()) {
    const key = groupKey(game.names);
    groups.set(key, [game, ...(groups.get(key) ?? [])]);
  }
  return [...groups.values()];
}

/** "Since 3 October 2026: Ana 5, Bo 3". @param {SharedGame[]} games  of one group, the earliest first */
export function winsText(games) {
  const names = games.at(-1)?.names ?? [];
  const wins = names.map((name) => ({ name, count: games.filter(({ winner }) => winner === name).length }));
  const bots = games.filter(({ winner }) => !names.includes(winner)).length;
  const all = [...wins.sort((a, b) => b.count - a.count), ...(bots ? [{ name: t("bots"), count: bots }] : [])];
  return t("Since {date}: {wins}", {
    date: new Intl.DateTimeFormat(lang, { dateStyle: "long" }).format(games[0].at),
    wins: all.map(({ name, count }) => `${name} ${count}`).join(", "),
  });
}

/** "Best placement so far: Bo, 0-4-4, hexagon, 58", or "". @param {SharedGame[]} games */
export function bestText(games) {
  const best = games
    .flatMap((game) => game.best ?? [])
    .reduce(
      (/** @type {BestPlacement | null} */ one, other) => (one && one.points >= other.points ? one : other),
      null,
    );
  if (!best) return "";
  const bonus = parseBonus(best.bonus ?? "");
  const what = [best.name, best.tile, ...(bonus ? [bonusLabel(bonus)] : []), formatScore(best.points)];
  return t("Best placement so far: {what}", { what: what.join(", ") });
}
