/** How records write seats, tiles, placements, points and dates. Nothing here needs a page, so workers can use it. */

/** The letters of the seats. */
export const SEATS = "ABCDEF";

/** A tile that is not visible to the player. */
export const HIDDEN_TILE = "?-?-?";

/** The numbers on tiles. */
export const NUMBERS = [0, 1, 2, 3, 4, 5];

/** All tiles, ascending. */
export const ALL_TILES = NUMBERS.flatMap((a) =>
  NUMBERS.slice(a).flatMap((b) => NUMBERS.slice(b).map((c) => `${a}-${b}-${c}`)),
);

/** The three numbers of `1-2-4`. @param {string} tile */
export function tileNumbers(tile) {
  return tile.split("-").map(Number);
}

/** The tile with three numbers in any order: "4", "1", "2" is `1-2-4`. @param {string[] | number[]} numbers */
export function tileFrom(numbers) {
  return [...numbers]
    .map(Number)
    .sort((a, b) => a - b)
    .join("-");
}

/** The sum of a tile's numbers. At a real table the sum alone may be recorded: `=9`. @param {string} tile */
export function tileSum(tile) {
  if (tile.startsWith("=")) return Number(tile.slice(1));
  return tileNumbers(tile).reduce((sum, number) => sum + number, 0);
}

/** What a tile counts: the sum of its numbers, or 1 (R23). @typedef {"numbers" | "tiles"} Scoring */

/** @param {string} tile @param {Scoring} scoring */
export function tilePoints(tile, scoring) {
  return scoring === "tiles" ? 1 : tileSum(tile);
}

/** @param {string[]} tiles */
export function handSum(tiles) {
  return tiles.reduce((sum, tile) => sum + tileSum(tile), 0);
}

/** @param {string[]} tiles @param {Scoring} scoring */
export function handPoints(tiles, scoring) {
  return scoring === "tiles" ? tiles.length : handSum(tiles);
}

/** The parts of a placement such as `0,-1v055`; null if it is another move, or none. @param {string | null} move */
export function parsePlacement(move) {
  const match = /^(.*[v^])(\d)(\d)(\d)$/.exec(move ?? "");
  if (!match) return null;
  const numbers = match.slice(2).map(Number);
  return { cell: match[1], numbers, tile: tileFrom(numbers) };
}

/** Points with their sign: `+9`, `-5`. @param {number} points */
export function pointsNotation(points) {
  return points < 0 ? String(points) : `+${points}`;
}

/** The UTC date of a moment: `2026-11-15`. @param {Date} moment */
export function utcDate(moment) {
  return moment.toISOString().slice(0, 10);
}
