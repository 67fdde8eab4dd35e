/** The keys of the table, beside what Tab, arrows and Enter do by themselves; listed for the reader in the menu. */

import { settings } from "./storage.js";

let lastKey = -Infinity,
  lastPointer = -Infinity;
addEventListener("keydown", () => (lastKey = performance.now()), true);
addEventListener("pointerdown", () => (lastPointer = performance.now()), true);

/** Whether the reader's last touch was a key, so that the focus may be led along. */
export function byKeyboard() {
  return lastKey > lastPointer;
}

/** @typedef {Record<string, () => void>} Keys  by `event.key`, letters in lower case */

/** @param {Keys} keys */
export function listen(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, dialog[open]")) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (key.length === 1 && !settings().letters) return;
    const name = event.shiftKey && key.startsWith("Arrow") ? `Shift${key}` : key;
    if (!(name in keys)) return;
    event.preventDefault();
    keys[name]();
  });
}
