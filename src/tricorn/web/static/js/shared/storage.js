/** Values in the browser's local storage, as JSON. */

const PREFIX = "tricorn.";

/** @template T @param {string} name @param {T} fallback @returns {T} */
export function readStored(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage may be blocked, or a value damaged
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
