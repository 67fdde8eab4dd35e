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

/** Whether the value could be stored: storage may be full or forbidden. @param {string} name @param {unknown} value */
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
    // Storage may be forbidden; then there is nothing to remove.
  }
}

/** Whether a value has this key in the storage. @param {string | null} key @param {string} name */
export function isStoredAs(key, name) {
  return key === PREFIX + name;
}
