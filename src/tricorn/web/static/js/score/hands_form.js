/** The form for the hands at the end of a round: each as the sum of its numbers, or as its tiles. */

import { tileNamed } from "../board/tile.js";
import { make } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { SEATS } from "../shared/record.js";

const PATTERN = "\\s*([0-9]{1,3}|[0-5]{3}(\\s+[0-5]{3})+)\\s*"; // a sum, or tiles

/** @param {number[]} seats @param {string[]} names @param {(entries: string[]) => void} onSubmit */
export function handsForm(seats, names, onSubmit) {
  const hint = t("The sum of the numbers, or the tiles: 17, or 125 334.");
  const fields = seats.map((seat) => handField(SEATS[seat], names[seat], hint));
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const filled = fields.map((field) => field.input).filter((input) => input.value.trim());
    onSubmit(filled.map((input) => `left ${input.name} ${handText(input.value.trim())}`));
  };
  return make(
    "form",
    { id: "left", class: "left-form", submit },
    ...fields.map((field) => field.label),
    make("p", { id: "left-hint", class: "faint" }, hint),
    make("button", { class: "primary" }, t("Count")),
  );
}

/** @param {string} letter  of the seat @param {string} name @param {string} hint */
function handField(letter, name, hint) {
  const input = make("input", {
    name: letter,
    inputmode: "numeric",
    autocomplete: "off",
    pattern: PATTERN,
    title: hint,
    "aria-describedby": "left-hint",
  });
  const label = make("label", { class: "hand-left" }, make("span", {}, t("Left to {name}", { name })), input);
  return { input, label };
}

/** `17` is a sum, `125 334` are tiles. @param {string} text */
function handText(text) {
  const words = text.split(/\s+/);
  const isTiles = words.every((word) => /^[0-5]{3}$/.test(word));
  return isTiles ? words.map((word) => tileNamed([...word])).join(" ") : `=${Number(text)}`;
}
