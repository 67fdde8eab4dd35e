/** The choice of rules in the form for a new table or score sheet: a preset, a rulebook, or the user's own rules. */

import { find, findAll } from "../shared/dom.js";
import { editionLine, findEdition, presetOf, splitLine } from "../shared/editions.js";
import { HouseRules } from "./house_rules.js";

/** @import { Edition, Preset } from "../shared/editions.js" */
/**
 * The edition's id, and house rules as a record writes them.
 * @typedef {{edition: string, rules: Record<string, string>}} ChosenRules
 */

/** The rules that go with any choice. */
const KEPT = ["clock", "head_start"];

export class RulesChoice {
  /**
   * @param {HTMLFormElement} form @param {Edition[]} editions @param {Preset[]} presets
   * @param {() => void} onChange
   */
  constructor(form, editions, presets, onChange) {
    this.form = form;
    this.editions = editions;
    this.presets = presets;
    this.houseRules = new HouseRules(form, onChange);
    this.editionField = find(form, "[name=edition]", HTMLSelectElement);
    this.editionField.addEventListener("change", () =>
      this.#showRules({ edition: this.editionField.value, rules: {} }),
    );
    for (const radio of this.#radios()) radio.addEventListener("change", () => this.#choose(radio.value));
    for (const button of findAll(form, "[data-edition]")) {
      button.addEventListener("click", () => this.#chooseEdition(button.dataset.edition ?? ""));
    }
  }

  #radios() {
    return findAll(this.form, "[name=rules]").filter((radio) => radio instanceof HTMLInputElement);
  }

  /** The fewest and the most players. */
  get playerRange() {
    return this.houseRules.playerRange;
  }

  /** @param {ChosenRules} chosen */
  show(chosen) {
    const line = editionLine(findEdition(this.editions, chosen.edition), chosen.rules);
    const isByTheBook = Object.keys(splitLine(line).rules).every((rule) => KEPT.includes(rule));
    const preset = presetOf(this.presets, line);
    const choice = preset?.id ?? (isByTheBook ? "rulebook" : "own");
    for (const radio of this.#radios()) radio.checked = radio.value === choice;
    this.editionField.value = preset ? this.editions[0].id : chosen.edition;
    this.#showChoice(choice);
    this.#showRules(chosen);
  }

  /** @returns {ChosenRules} */
  read() {
    const { edition } = this.houseRules;
    return { edition: edition?.id ?? "", rules: this.houseRules.read() };
  }

  /**
   * Go to another choice; the time for a turn and the head start stay. Own rules begin with those that were shown.
   * @param {string} choice
   */
  #choose(choice) {
    const rules = this.houseRules.read();
    const kept = Object.fromEntries(KEPT.filter((name) => name in rules).map((name) => [name, rules[name]]));
    const preset = this.presets.find(({ id }) => id === choice);
    const chosen = preset ? splitLine(preset.line) : { edition: this.editionField.value, rules: {} };
    if (choice === "own") this.editionField.value = this.houseRules.edition?.id ?? "";
    else this.#showRules({ ...chosen, rules: { ...chosen.rules, ...kept } });
    this.#showChoice(choice);
  }

  /** @param {string} choice */
  #showChoice(choice) {
    for (const element of findAll(this.form, "[data-rules-is]")) {
      element.hidden = !element.dataset.rulesIs?.split(" ").includes(choice);
    }
  }

  /** @param {ChosenRules} chosen */
  #showRules({ edition, rules }) {
    this.houseRules.show(findEdition(this.editions, edition), rules);
  }

  /** @param {string} id */
  #chooseEdition(id) {
    this.editionField.value = id;
    this.editionField.dispatchEvent(new Event("change"));
    this.editionField.focus();
  }
}
