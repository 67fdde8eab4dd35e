/** Keyboard shortcuts, in addition to Tab, arrows and Enter; the menu lists them. */

import { settings } from "./settings.js";

let lastKey = -Infinity;
let lastPointer = -Infinity;
addEventListener("keydown", () => (lastKey = performance.now()), true);
addEventListener("pointerdown", () => (lastPointer = performance.now()), true);

/** Whether the user's last input was a key; only then may the page move the focus. */
export function usesKeyboard() {
  return lastKey > lastPointer;
}

/** @typedef {Record<string, () => void>} Shortcuts  by `event.key`, letters in lower case */

/** @param {KeyboardEvent} event */
function shortcutName(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.shiftKey && key.startsWith("Arrow") ? `Shift${key}` : key;
}

/** Whether the setting for letter keys concerns a key: signs count as letters, digits do not. @param {string} name */
function isLetterKey(name) {
  return name.length === 1 && !/[0-9]/.test(name);
}

/** Click one of these elements, the first that the page has. @param {string[]} ids */
export function press(...ids) {
  const elements = ids.map((id) => document.getElementById(id));
  elements.find((element) => element)?.click();
}

/** @param {Shortcuts} shortcuts */
export function addShortcuts(shortcuts) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, textarea, dialog[open]")) return;
    const name = shortcutName(event);
    if (!(name in shortcuts) || (isLetterKey(name) && !settings().letters)) return;
    event.preventDefault();
    shortcuts[name]();
  });
}
