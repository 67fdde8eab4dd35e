/**
 * Forms for a figure of each player: what is left in the hands, or the points of a whole round. The parsed figure is
 * shown next to its field, and a keypad, which stays in sight, has the keys that a phone's number pad lacks.
 *
 * A hand is a sum (`17`, `9 + 8`) or tiles (`1-2-5 3-3-4`, `125 334`). A single number is always a sum; if the tiles
 * count and not their numbers, it is the number of tiles.
 */

import { make, makeButton } from "../shared/dom.js";
import { formatPoints, formatScore, t, tn } from "../shared/i18n.js";
import { handSum, pointsNotation, SEATS, tileFrom } from "../shared/notation.js";
import { seatDot } from "../shared/ui.js";

/** @import { Scoring } from "../shared/notation.js" */
/** @import { Sheet, SheetNow } from "../shared/protocol.js" */
/** @import { Line } from "./state.js" */

/**
 * What a field is for: `parse` gives it as an entry has it, or null; `understood` says how it was read, and the score
 * that it makes.
 * @typedef {object} Figure
 * @property {(text: string) => string | null} parse
 * @property {(parsed: string, score: number) => string} understood
 * @property {string} hint  what can be entered
 * @property {string[]} keys
 */

const SUM = /^\d{1,3}(\s*\+\s*\d{1,3})*$/;
const TILES = /^[0-5]-[0-5]-[0-5]([\s+]+[0-5]-[0-5]-[0-5])*$/;
const SHORT_TILES = /^[0-5]{3}([\s+]+[0-5]{3})+$/; // two at least: one would be a number
const POINTS = /^[+-]?\d{1,4}([+-]\d{1,4})*$/;
const MAX_SUM = 999;
const KEYS = ["7", "8", "9", "⌫", "4", "5", "6", "+", "1", "2", "3", "-"];

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
  return { parse: parseHand, understood: (hand) => handText(hand, scoring), hint, keys: [...KEYS, " ", "0"] };
}

/** The points of a whole round. @returns {Figure} */
export function pointsFigure() {
  const hint = t("Points like 85 or -10, or a sum like 49 + 36.");
  const understood = (/** @type {string} */ points, /** @type {number} */ score) =>
    `${formatPoints(Number(points))} → ${formatScore(score + Number(points))}`;
  return { parse: parsePoints, understood, hint, keys: [...KEYS, "0"] };
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

/** What was entered on a line, as a field has it. @param {Line} line */
function enteredText({ what, tile, sum, points }) {
  return what === "left" ? (tile ?? String(sum ?? "")) : String(points);
}

/**
 * `score`: without this figure; `line`: where it was entered before.
 * @typedef {{seat: number, name: string, score: number, label?: string, line?: Line}} Field
 */
/** @typedef {{input: HTMLInputElement, label: HTMLElement}} MadeField */

/** @param {Figure} figure @param {Field} field @returns {MadeField} */
function figureField(figure, { seat, name, score, label, line }) {
  const understood = make("output", { class: "understood" });
  const input = make("input", {
    name: SEATS[seat],
    value: line ? enteredText(line) : "",
    class: "figure-input",
    inputmode: matchMedia("(pointer: coarse)").matches ? "none" : "text", // the keypad below has all keys
    autocomplete: "off",
    maxlength: 300,
    "aria-label": label ?? name,
    "aria-describedby": "figure-hint",
  });
  const read = () => {
    const parsed = figure.parse(input.value);
    const isWrong = parsed === null && input.value.trim() !== "";
    input.setCustomValidity(isWrong ? figure.hint : "");
    understood.textContent = parsed === null ? formatScore(score) : figure.understood(parsed, score);
  };
  input.addEventListener("input", read);
  read();
  const who = make("span", { class: "who" }, seatDot(seat), make("span", { class: "name" }, name), understood);
  return { input, label: make("label", { class: "figure" }, who, input) };
}

/** Keys for the field that was used last, which is marked. @param {MadeField[]} fields @param {string[]} keys */
function keypad(fields, keys) {
  let at = 0;
  const use = (/** @type {number} */ index) => {
    at = index;
    for (const [each, { label }] of fields.entries()) label.classList.toggle("current", each === index);
  };
  for (const [index, { input }] of fields.entries()) input.addEventListener("focus", () => use(index));
  use(0);
  const type = (/** @type {string} */ key) => () => {
    const { input, label } = fields[at];
    input.value = key === "⌫" ? input.value.slice(0, -1) : input.value + key;
    input.dispatchEvent(new Event("input"));
    label.scrollIntoView({ block: "nearest" });
  };
  const labels = { "⌫": t("Delete the last number"), " ": t("Next tile"), "-": t("Hyphen") };
  const buttons = keys.map((key) => {
    const label = labels[/** @type {keyof typeof labels} */ (key)] ?? null;
    return makeButton(
      { class: "key", "data-key": key, "aria-label": label, click: type(key) },
      key === " " ? "␣" : key,
    );
  });
  const goOn = () => fields[(at + 1) % fields.length].input.focus();
  const next = { class: "key next-field", "aria-label": t("Next player"), click: goOn };
  return [...buttons, fields.length > 1 && makeButton(next, "↓")];
}

/**
 * A form for figures of some seats; empty fields are left out.
 * @param {object} contents
 * @param {string} contents.id
 * @param {Figure} contents.figure
 * @param {Field[]} contents.fields
 * @param {string} contents.action  what the button says
 * @param {(entered: {letter: string, parsed: string}[]) => void} contents.onSubmit
 */
export function figureForm({ id, figure, fields, action, onSubmit }) {
  const made = fields.map((field) => figureField(figure, field));
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    onSubmit(
      made.flatMap(({ input }) => {
        const parsed = figure.parse(input.value);
        return parsed === null ? [] : [{ letter: input.name, parsed }];
      }),
    );
  };
  return make(
    "form",
    { id, class: "left-form", submit },
    make("div", { class: "figures" }, ...made.map(({ label }) => label)),
    make("p", { id: "figure-hint", class: "faint" }, figure.hint),
    make(
      "div",
      { class: "keypad", role: "group", "aria-label": t("Keypad") },
      ...keypad(made, figure.keys),
      make("button", { class: "primary" }, action),
    ),
  );
}

/**
 * The form for what is asked: what is left in hands, or the points of a round. What is entered is undone as one change.
 * @param {"left" | "points"} what @param {Sheet} sheet @param {SheetNow} now
 * @param {Line[]} undone  lines that come back, to be corrected
 * @param {(entry: string) => void} onEntry
 */
export function askedForm(what, { names, rules: { scoring } }, { asked, scores }, undone, onEntry) {
  const isHand = what === "left";
  return figureForm({
    id: isHand ? "left" : "totals",
    figure: isHand ? handFigure(scoring) : pointsFigure(),
    fields: asked.seats.map((seat) => ({
      seat,
      name: names[seat],
      score: scores[seat],
      label: isHand ? t("Left in {name}'s hand", { name: names[seat] }) : undefined,
      line: undone.find((line) => line.what === what && line.seat === seat),
    })),
    action: t("Count"),
    onSubmit: (entered) => {
      const entries = entered.map(({ letter, parsed }) => `${isHand ? "left " : ""}${letter} ${parsed}`);
      if (entries.length) onEntry(entries.join("\t"));
    },
  });
}
