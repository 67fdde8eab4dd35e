/** What this browser remembers: settings, the last choices, and the keys of the seats it holds. */

const PREFIX = "tricorn.";
const MOST_GAMES = 60;

/**
 * @typedef {object} Settings
 * @property {boolean} sound
 * @property {boolean} motion   brief animations, and a pause between the moves of others
 * @property {"moment" | "confirm" | "once"} send  when a tap is sent: after a moment, when confirmed, at once
 * @property {boolean} letters  single-letter keys
 * @property {boolean} list     the list of moves is open
 * @property {string} theme a theme of render/palette.py, or "auto"
 */

/** @type {Settings} */
const DEFAULTS = { sound: false, motion: true, send: "moment", letters: true, list: false, theme: "auto" };

/**
 * A seat held here, by the code of its table.
 * @typedef {object} Held
 * @property {string} code
 * @property {string} key
 * @property {string} edition
 * @property {string[]} names
 * @property {number[]} scores
 * @property {"lobby" | "running" | "over"} state
 * @property {import("../deals/numbers.js").Given[]} [given]  the numbers that this device gave for deals
 * @property {number} at        when it was last seen, for the order and for forgetting the oldest
 */

/** @template T @param {string} name @param {T} fallback @returns {T} */
export function recall(name, fallback) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? fallback : JSON.parse(text);
  } catch {
    return fallback; // storage may be forbidden, or hold something older
  }
}

/** @param {string} name @param {unknown} value */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Without storage the game goes on; only a reload forgets the seat.
  }
}

/** @returns {Settings} */
export function settings() {
  return { ...DEFAULTS, ...recall("settings", {}) };
}

/** @param {Partial<Settings>} changes */
export function change(changes) {
  remember("settings", { ...settings(), ...changes });
  document.dispatchEvent(new CustomEvent("settings"));
}

/** The games of this browser, the last seen first. @returns {Held[]} */
export function games() {
  const found = recall("games", /** @type {Held[]} */ ([]));
  return Array.isArray(found) ? [...found].sort((a, b) => b.at - a.at) : [];
}

/** @param {string} code @returns {Held | undefined} */
export function game(code) {
  return games().find((held) => held.code === code);
}

/** @param {Partial<Held> & {code: string}} seen */
export function keep(seen) {
  const before = game(seen.code) ?? { key: "", edition: "", names: [], scores: [], state: "lobby" };
  const others = games().filter((held) => held.code !== seen.code);
  remember("games", [{ ...before, ...seen, at: Date.now() }, ...others].slice(0, MOST_GAMES));
}

/** @param {string} code */
export function forget(code) {
  remember(
    "games",
    games().filter((held) => held.code !== code),
  );
}
