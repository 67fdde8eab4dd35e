/**
 * A field for what is left in a hand: a sum (`17`, `9 + 8`) or tiles (`1-2-5 3-3-4`, `125 334`). A single number is
 * always a sum; if the tiles count and not their numbers, it is the number of tiles. The parsed value is shown next to
 * it, and a keypad has the keys that a phone's number pad lacks.
 */

import { make, makeButton } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { handSum, SEATS, tileFrom } from "../shared/notation.js";

const SUM = /^\d{1,3}(\s*\+\s*\d{1,3})*$/;
const TILES = /^[0-5]-[0-5]-[0-5]([\s+]+[0-5]-[0-5]-[0-5])*$/;
const SHORT_TILES = /^[0-5]{3}([\s+]+[0-5]{3})+$/; // two at least: one would be a number
const MAX_SUM = 999;
const KEYS = ["7", "8", "9", "⌫", "4", "5", "6", "+", "1", "2", "3", "-", "0", " "];

/** A hand as a record writes it: `=17`, or its tiles; null if it is neither. @param {string} text */
export function parseHand(text) {
  const trimmed = text.trim();
  if (TILES.test(trimmed) || (SHORT_TILES.test(trimmed) && !trimmed.includes("+"))) return parseTiles(trimmed);
  if (!SUM.test(trimmed)) return null;
  const sum = trimmed.split("+").reduce((total, part) => total + Number(part), 0);
  return sum <= MAX_SUM ? `=${sum}` : null;
}

/** @param {string} text */
function parseTiles(text) {
  const words = text.split(/[\s+]+/).map((word) => word.replaceAll("-", ""));
  return words.map((word) => tileFrom([...word])).join(" ");
}

/** @import { Scoring } from "../shared/notation.js" */
/** @import { Sheet } from "../shared/protocol.js" */

/**
 * @param {string} name  of the input @param {string} label @param {Scoring} scoring
 * @param {string} hint  the id of the text that says what can be entered @param {string} value
 */
export function handField(name, label, scoring, hint, value = "") {
  const understood = make("output", { class: "understood" });
  const input = make("input", {
    name,
    value,
    class: "hand-input",
    inputmode: matchMedia("(pointer: coarse)").matches ? "none" : "text", // the keypad below has all keys
    autocomplete: "off",
    maxlength: 300,
    "aria-describedby": hint,
  });
  const read = () => {
    const hand = parseHand(input.value);
    const isWrong = hand === null && input.value.trim() !== "";
    input.setCustomValidity(isWrong ? hintText(scoring) : "");
    understood.textContent = hand === null ? "" : understoodText(hand, scoring);
  };
  input.addEventListener("input", read);
  read();
  return { input, label: make("label", { class: "hand-left" }, make("span", {}, label), input, understood) };
}

/** What can be entered for a hand. @param {string} id @param {Scoring} scoring */
export function handHint(id, scoring) {
  return make("p", { id, class: "faint" }, hintText(scoring));
}

/** @param {Scoring} scoring */
function hintText(scoring) {
  return scoring === "tiles"
    ? t("The number of tiles, or tiles like 1-2-5 3-3-4.")
    : t("A sum like 17 or 9 + 8, or tiles like 1-2-5 3-3-4.");
}

/** @param {string} hand @param {Scoring} scoring */
function understoodText(hand, scoring) {
  const sum = handSum(hand.split(" "));
  if (scoring === "tiles") {
    const n = hand.startsWith("=") ? sum : hand.split(" ").length;
    return tn("{n} tile", "{n} tiles", n);
  }
  return hand.startsWith("=") ? t("sum {sum}", { sum }) : `${hand.replaceAll(" ", " + ")} = ${sum}`;
}

/** Keys for the field that was used last. @param {HTMLInputElement[]} inputs */
export function keypad(inputs) {
  let current = inputs[0];
  for (const input of inputs) input.addEventListener("focus", () => (current = input));
  const keys = KEYS.map((key) => {
    const type = () => typeKey(current, key);
    const label = { "⌫": t("Delete the last number"), " ": t("Next tile"), "-": t("Hyphen") }[key];
    const attributes = { class: "key", "data-key": key, "aria-label": label ?? null, click: type };
    return makeButton(attributes, key === " " ? "␣" : key);
  });
  return make("div", { class: "keypad", role: "group", "aria-label": t("Keypad") }, ...keys);
}

/** @param {HTMLInputElement} input @param {string} key */
function typeKey(input, key) {
  input.value = key === "⌫" ? input.value.slice(0, -1) : input.value + key;
  input.dispatchEvent(new Event("input"));
}

/** @param {number[]} seats @param {Sheet} sheet @param {(entries: string[]) => void} onSubmit */
export function handsForm(seats, { names, rules: { scoring } }, onSubmit) {
  const label = (/** @type {number} */ seat) => t("Left in {name}'s hand", { name: names[seat] });
  const fields = seats.map((seat) => handField(SEATS[seat], label(seat), scoring, "left-hint"));
  const inputs = fields.map((field) => field.input);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const hands = inputs.map((input) => ({ seat: input.name, hand: parseHand(input.value) }));
    onSubmit(hands.filter(({ hand }) => hand !== null).map(({ seat, hand }) => `left ${seat} ${hand}`));
  };
  return make(
    "form",
    { id: "left", class: "left-form", submit },
    ...fields.map((field) => field.label),
    handHint("left-hint", scoring),
    keypad(inputs),
    make("button", { class: "primary" }, t("Count")),
  );
}
