/** Values in the browser's local storage, as JSON. */

const PREFIX = "tricorn.";

/** The name of the advice that the coach has given; without a coach, nothing is stored. */
export const COACHED = "coached";

/** @template T @param {string} name @param {T} fallback @returns {T} */
export function readStored(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage may be blocked, or a value damaged
  }
}

/** A stored list; empty if there is none. @template T @param {string} name @returns {T[]} */
export function readList(name) {
  const stored = readStored(name, /** @type {T[]} */ ([]));
  return Array.isArray(stored) ? stored : [];
}

/** Whether anything is stored under a name, even if it cannot be read. @param {string} name */
export function isStored(name) {
  try {
    return localStorage.getItem(PREFIX + name) !== null;
  } catch {
    return false; // storage may be blocked
  }
}

/** Store a value; false if the storage is full or blocked. @param {string} name @param {unknown} value */
export function writeStored(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} name */
export function removeStored(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Storage may be blocked; then there is nothing to remove.
  }
}

/** Whether a storage key is that of a name. @param {string | null} key @param {string} name */
export function isStoredAs(key, name) {
  return key === PREFIX + name;
}
