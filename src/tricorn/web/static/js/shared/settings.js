/** The user's settings. A change dispatches the event `settings` on the document. */

import { readStored, writeStored } from "./storage.js";

/**
 * @typedef {object} Settings
 * @property {boolean} sound
 * @property {boolean} motion   brief animations, and a pause between the moves of others
 * @property {"slow" | "normal" | "fast"} pace  of the moves of others
 * @property {"moment" | "confirm" | "once"} send  when a tap is sent: after a moment, when confirmed, immediately
 * @property {boolean} letters  single-letter keys
 * @property {boolean} reactions  show and offer reactions
 * @property {boolean} notify   notify the player of a turn while another tab is shown
 * @property {boolean} push     notify the player of a turn in a game without a clock while the page is closed
 * @property {boolean} list     the list of moves is open
 * @property {"auto" | "light" | "dark"} theme
 * @property {"felt" | "plain" | "contrast"} table  what the tiles lie on
 */

/** @type {Settings} */
const DEFAULTS = {
  sound: false,
  motion: true,
  pace: "normal",
  send: "moment",
  letters: true,
  reactions: true,
  notify: false,
  push: false,
  list: false,
  theme: "auto",
  table: "felt",
};

/** @returns {Settings} */
export function settings() {
  return { ...DEFAULTS, ...readStored("settings", {}) };
}

/** @param {Partial<Settings>} changes */
export function changeSettings(changes) {
  writeStored("settings", { ...settings(), ...changes });
  document.dispatchEvent(new CustomEvent("settings"));
}

/** Whether the user prefers less motion, in the system's settings or in ours. */
export function reducedMotion() {
  return document.documentElement.dataset.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}
