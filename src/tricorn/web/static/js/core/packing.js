/** How the WebAssembly module packs several numbers into one (core/state.py, core/options.py). */

const TILE_BITS = 6n;
const TILE_MASK = 63n;

/** The choice to place a tile on a cell. @param {number} cell @param {number} tile */
export function packPlacement(cell, tile) {
  return (BigInt(cell) << TILE_BITS) | BigInt(tile);
}

/** The cell of a placement. @param {bigint} choice */
export function choiceCell(choice) {
  return Number(choice >> TILE_BITS);
}

/** The tile of a placement. @param {bigint} choice */
export function choiceTile(choice) {
  return Number(choice & TILE_MASK);
}

/** The tile of an entry of the log. @param {bigint} entry */
export function entryTile(entry) {
  return Number((entry >> 6n) & TILE_MASK);
}

/** The shape of an entry of the log. @param {bigint} entry */
export function entryShape(entry) {
  return Number((entry >> 25n) & 7n);
}

/** What `describe` says of a choice: its points, its shape, and the numbers at the corners. @param {number} packed */
export function unpackDescription(packed) {
  return {
    points: packed >> 12,
    shape: (packed >> 9) & 7,
    numbers: [(packed >> 6) & 7, (packed >> 3) & 7, packed & 7],
  };
}
