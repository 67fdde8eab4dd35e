/** A card about one place at a table: a name, a bot's level, and what can be done. */

import { botCharacter, levelName } from "./bots.js";
import { make, makeButton } from "./dom.js";
import { t } from "./i18n.js";

/**
 * @typedef {object} SeatCard
 * @property {string} title
 * @property {{value: string, onChange: (name: string) => void}} [name]  that can be changed
 * @property {{levels: string[], value: string, onChange: (level: string) => void}} [level]
 * @property {[string, () => void][]} actions  each closes the card
 */

/** Open a card; returns its dialog. @param {SeatCard} card */
export function openSeatCard({ title, name, level, actions }) {
  const dialog = make("dialog", { id: "seat-card", "aria-labelledby": "seat-card-title" });
  const field = name && make("input", { id: "seat-card-name", maxlength: 40, autocomplete: "nickname" });
  if (field && name) field.value = name.value;
  const levels = (level?.levels ?? []).map((each) => levelChoice(each, each === level?.value));
  const close = (/** @type {() => void} */ run) => () => {
    dialog.close();
    run();
  };
  const submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    dialog.close();
    const chosen = levels.map((label) => label.querySelector("input")).find((radio) => radio?.checked)?.value;
    if (level && chosen && chosen !== level.value) level.onChange(chosen);
    if (name && field?.value.trim() && field.value.trim() !== name.value) name.onChange(field.value.trim());
  };
  dialog.append(
    make(
      "form",
      { submit },
      make("h2", { id: "seat-card-title" }, title),
      field && make("label", { class: "wide" }, make("span", {}, t("Your name")), field),
      levels.length > 0 && make("fieldset", {}, make("legend", {}, t("How it plays")), ...levels),
      make(
        "div",
        { class: "buttons" },
        ...actions.map(([text, run]) => makeButton({ class: "button", click: close(run) }, text)),
      ),
      make("button", { class: "primary", id: "seat-card-done" }, t("Done")),
    ),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} level @param {boolean} isChosen */
function levelChoice(level, isChosen) {
  const radio = make("input", { type: "radio", name: "level", value: level, checked: isChosen });
  const words = make("span", {}, make("b", {}, levelName(level)), make("small", {}, botCharacter(level)));
  return make("label", { class: "choice" }, radio, words);
}
