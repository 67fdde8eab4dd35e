/** The form for the hands at the end of a round. */

import { make } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { SEATS } from "../shared/notation.js";
import { handField, handHint, keypad, parseHand } from "./hand_field.js";

/** @param {number[]} seats @param {string[]} names @param {(entries: string[]) => void} onSubmit */
export function handsForm(seats, names, onSubmit) {
  const label = (/** @type {number} */ seat) => t("Left in {name}'s hand", { name: names[seat] });
  const fields = seats.map((seat) => handField(SEATS[seat], label(seat), "left-hint"));
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
    handHint("left-hint"),
    keypad(inputs),
    make("button", { class: "primary" }, t("Count")),
  );
}
