/** Values in the browser's local storage, as JSON. */

const PREFIX = "tricorn.";

/** @template T @param {string} name @param {T} fallback @returns {T} */
export function readStored(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage may be forbidden, or hold something older
  }
}

/** @param {string} name @param {unknown} value */
export function writeStored(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage the game goes on; only a reload loses the seat.
  }
}
