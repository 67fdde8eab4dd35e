/**
 * Forms for a figure of each player: what is left in the hands, or the points of a whole round. The parsed figure is
 * shown next to its field, and a keypad has the keys that a phone's number pad lacks.
 *
 * A hand is a sum (`17`, `9 + 8`) or tiles (`1-2-5 3-3-4`, `125 334`). A single number is always a sum; if the tiles
 * count and not their numbers, it is the number of tiles.
 */

import { make, makeButton } from "../shared/dom.js";
import { formatPoints, t, tn } from "../shared/i18n.js";
import { handSum, pointsNotation, SEATS, tileFrom } from "../shared/notation.js";

/** @import { Scoring } from "../shared/notation.js" */
/** @import { Sheet } from "../shared/protocol.js" */

/**
 * What a field is for: `parse` gives it as an entry has it, or null; `understood` says how it was read.
 * @typedef {object} Figure
 * @property {(text: string) => string | null} parse
 * @property {(parsed: string) => string} understood
 * @property {string} hint  what can be entered
 * @property {string[]} keys
 */

const SUM = /^\d{1,3}(\s*\+\s*\d{1,3})*$/;
const TILES = /^[0-5]-[0-5]-[0-5]([\s+]+[0-5]-[0-5]-[0-5])*$/;
const SHORT_TILES = /^[0-5]{3}([\s+]+[0-5]{3})+$/; // two at least: one would be a number
const POINTS = /^[+-]?\d{1,4}([+-]\d{1,4})*$/;
const MAX_SUM = 999;
const DIGIT_KEYS = ["7", "8", "9", "⌫", "4", "5", "6", "+", "1", "2", "3", "-", "0"];

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

/** Points with their sign, which may be entered as a sum: `85`, `-10`, `49 + 36 - 5`. @param {string} text */
export function parsePoints(text) {
  const plain = text.replace(/\s+/g, "").replaceAll("−", "-");
  if (!POINTS.test(plain)) return null;
  const parts = plain.match(/[+-]?\d+/g) ?? [];
  return pointsNotation(parts.reduce((sum, part) => sum + Number(part), 0));
}

/** What is left in a hand. @param {Scoring} scoring @returns {Figure} */
export function handFigure(scoring) {
  const hint =
    scoring === "tiles"
      ? t("The number of tiles, or tiles like 1-2-5 3-3-4.")
      : t("A sum like 17 or 9 + 8, or tiles like 1-2-5 3-3-4.");
  return { parse: parseHand, understood: (hand) => handText(hand, scoring), hint, keys: [...DIGIT_KEYS, " "] };
}

/** The points of a whole round. @returns {Figure} */
export function pointsFigure() {
  const hint = t("Points like 85 or -10, or a sum like 49 + 36.");
  return { parse: parsePoints, understood: (points) => formatPoints(Number(points)), hint, keys: DIGIT_KEYS };
}

/** @param {string} hand @param {Scoring} scoring */
function handText(hand, scoring) {
  const sum = handSum(hand.split(" "));
  if (scoring === "tiles") {
    const n = hand.startsWith("=") ? sum : hand.split(" ").length;
    return tn("{n} tile", "{n} tiles", n);
  }
  return hand.startsWith("=") ? t("sum {sum}", { sum }) : `${hand.replaceAll(" ", " + ")} = ${sum}`;
}

/** @param {string} name  of the input @param {string} label @param {Figure} figure @param {string} value */
function figureField(name, label, figure, value) {
  const understood = make("output", { class: "understood" });
  const input = make("input", {
    name,
    value,
    class: "figure-input",
    inputmode: matchMedia("(pointer: coarse)").matches ? "none" : "text", // the keypad below has all keys
    autocomplete: "off",
    maxlength: 300,
    "aria-describedby": "figure-hint",
  });
  const read = () => {
    const parsed = figure.parse(input.value);
    const isWrong = parsed === null && input.value.trim() !== "";
    input.setCustomValidity(isWrong ? figure.hint : "");
    understood.textContent = parsed === null ? "" : figure.understood(parsed);
  };
  input.addEventListener("input", read);
  read();
  return { input, label: make("label", { class: "figure" }, make("span", {}, label), input, understood) };
}

/** Keys for the field that was used last. @param {string[]} keys @param {HTMLInputElement[]} inputs */
function keypad(keys, inputs) {
  let current = inputs[0];
  for (const input of inputs) input.addEventListener("focus", () => (current = input));
  const buttons = keys.map((key) => {
    const type = () => typeKey(current, key);
    const label = { "⌫": t("Delete the last number"), " ": t("Next tile"), "-": t("Hyphen") }[key];
    const attributes = { class: "key", "data-key": key, "aria-label": label ?? null, click: type };
    return makeButton(attributes, key === " " ? "␣" : key);
  });
  return make("div", { class: "keypad", role: "group", "aria-label": t("Keypad") }, ...buttons);
}

/** @param {HTMLInputElement} input @param {string} key */
function typeKey(input, key) {
  input.value = key === "⌫" ? input.value.slice(0, -1) : input.value + key;
  input.dispatchEvent(new Event("input"));
}

/**
 * A form for figures of some seats; empty fields are left out.
 * @param {object} contents
 * @param {string} contents.id
 * @param {Figure} contents.figure
 * @param {{seat: number, label: string, value?: string}[]} contents.fields
 * @param {string} contents.action  what the button says
 * @param {(entered: {letter: string, parsed: string}[]) => void} contents.onSubmit
 */
export function figureForm({ id, figure, fields, action, onSubmit }) {
  const made = fields.map(({ seat, label, value }) => figureField(SEATS[seat], label, figure, value ?? ""));
  const inputs = made.map((field) => field.input);
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    onSubmit(
      inputs.flatMap((input) => {
        const parsed = figure.parse(input.value);
        return parsed === null ? [] : [{ letter: input.name, parsed }];
      }),
    );
  };
  const form = make(
    "form",
    { id, class: "left-form wide", submit },
    ...made.map((field) => field.label),
    make("p", { id: "figure-hint", class: "faint" }, figure.hint),
    keypad(figure.keys, inputs),
    make("button", { class: "primary" }, action),
  );
  form.addEventListener("focusin", () => form.classList.add("typing"), { once: true });
  return form;
}

/** What is left in hands. @param {number[]} seats @param {Sheet} sheet @param {(entry: string) => void} onEntry */
export function handsForm(seats, { names, rules: { scoring } }, onEntry) {
  return figureForm({
    id: "left",
    figure: handFigure(scoring),
    fields: seats.map((seat) => ({ seat, label: t("Left in {name}'s hand", { name: names[seat] }) })),
    action: t("Count"),
    onSubmit: (entered) => enterTogether(entered, ({ letter, parsed }) => `left ${letter} ${parsed}`, onEntry),
  });
}

/** The points of a round. @param {number[]} seats @param {Sheet} sheet @param {(entry: string) => void} onEntry */
export function pointsForm(seats, { names }, onEntry) {
  return figureForm({
    id: "totals",
    figure: pointsFigure(),
    fields: seats.map((seat) => ({ seat, label: names[seat] })),
    action: t("Count"),
    onSubmit: (entered) => enterTogether(entered, ({ letter, parsed }) => `${letter} ${parsed}`, onEntry),
  });
}

/**
 * Enter figures as one change, which is undone as one.
 * @param {{letter: string, parsed: string}[]} entered
 * @param {(figure: {letter: string, parsed: string}) => string} asEntry
 * @param {(entry: string) => void} onEntry
 */
function enterTogether(entered, asEntry, onEntry) {
  if (entered.length) onEntry(entered.map(asEntry).join("\t"));
}
