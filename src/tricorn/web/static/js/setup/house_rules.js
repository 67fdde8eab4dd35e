/** The fields for house rules in the form for a new table or score sheet. The server validates them. */

import { find, findAll } from "../shared/dom.js";
import { changedRules, ruleNotation } from "../shared/editions.js";
import { tn } from "../shared/i18n.js";

/** @import { Edition } from "../shared/editions.js" */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

export class HouseRules {
  /** @param {HTMLFormElement} form @param {() => void} onChange */
  constructor(form, onChange) {
    this.form = form;
    this.onChange = onChange;
    /** @type {Edition | null} */
    this.edition = null;
    for (const field of this.#fields()) field.addEventListener("input", () => this.#update());
    find(form, "#by-the-book").addEventListener("click", () => this.edition && this.show(this.edition, {}));
    // The browser cannot show an invalid field in a closed group.
    form.addEventListener("invalid", (event) => openGroups(/** @type {Element} */ (event.target)), true);
  }

  #fields() {
    return findAll(this.form, "[data-rule]");
  }

  /** @param {string} name */
  #field(name) {
    return find(this.form, `[data-rule="${name}"]`);
  }

  /** Show an edition with house rules. @param {Edition} edition @param {Record<string, string>} rules */
  show(edition, rules) {
    this.edition = edition;
    for (const field of this.#fields()) {
      const name = field.dataset.rule ?? "";
      const usual = ruleNotation(edition[name], name);
      write(field, rules[name] ?? usual, usual);
    }
    this.#update();
  }

  /** The fewest and the most players. @returns {[number, number]} */
  get playerRange() {
    const [low, high] = this.#value("players").split("-").map(Number);
    return [low, high];
  }

  /** The rules that differ from the rulebook and have an effect. @returns {Record<string, string>} */
  read() {
    const enabled = this.#fields().filter((field) => controls(field).some((control) => !control.disabled));
    const names = enabled.map((field) => field.dataset.rule ?? "");
    const rules = Object.fromEntries(names.map((name) => [name, this.#value(name)]));
    return this.edition ? Object.fromEntries(changedRules(rules, this.edition)) : {};
  }

  /** @param {string} name */
  #value(name) {
    const field = this.#field(name);
    const blank = name === "head_start" ? "0" : "none";
    const parts = controls(field).map((control) => control.value.trim() || blank);
    if (name === "head_start") return ruleNotation(parts.map(Number), name);
    const value = parts.join(field.dataset.join);
    // Deals for more players than allowed are hidden; they are left out unless all deals are the usual ones.
    if (name !== "deal" || !this.edition || value === ruleNotation(this.edition.deal)) return value;
    return parts.slice(0, this.playerRange[1] - 1).join(field.dataset.join);
  }

  #update() {
    const [low, high] = controls(this.#field("players"));
    if (Number(high.value) < Number(low.value)) high.value = low.value;
    this.#showDeals();
    for (const field of findAll(this.form, "[data-when]")) {
      const conditions = (field.dataset.when ?? "").split(" ").map((condition) => condition.split("="));
      const hasNoEffect = conditions.some(([name, value]) => this.#value(name) !== value);
      for (const control of controls(field)) control.disabled = hasNoEffect;
    }
    this.#showChanges(this.read());
    this.onChange();
  }

  /** @param {Record<string, string>} changed */
  #showChanges(changed) {
    for (const field of this.#fields()) {
      field.closest(".rule")?.classList.toggle("changed", (field.dataset.rule ?? "") in changed);
    }
    for (const group of this.form.querySelectorAll("#house-rules, .rules")) {
      const count = group.querySelectorAll(".rule.changed").length;
      find(group, ".changes").textContent = count ? tn("{n} changed", "{n} changed", count) : "";
    }
    find(this.form, ".rules-foot").hidden = !this.form.querySelector(".rule.changed");
  }

  /** Show a field of the head start for each of these players. @param {string[]} names */
  showHeadStarts(names) {
    for (const [index, control] of controls(this.#field("head_start")).entries()) {
      const label = /** @type {HTMLElement} */ (control.closest("label"));
      label.hidden = index >= names.length;
      find(label, "span").textContent = names[index] ?? "";
      if (label.hidden) control.value = "";
    }
    this.#showChanges(this.read());
  }

  /** Show a field of the deal for each number of players that may play. */
  #showDeals() {
    const [low, high] = this.playerRange;
    for (const [index, control] of controls(this.#field("deal")).entries()) {
      const count = index + 2;
      const isAllowed = low <= count && count <= high;
      control.closest("label")?.toggleAttribute("hidden", !isAllowed);
      const isWrong = !isAllowed && !control.checkValidity();
      if (isWrong && control instanceof HTMLInputElement) control.value = control.defaultValue;
    }
  }
}

/** @param {Element} element @returns {element is Control} */
function isControl(element) {
  return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
}

/** The controls of a field: itself, or those in it. @param {Element} field @returns {Control[]} */
function controls(field) {
  return isControl(field) ? [field] : [...field.querySelectorAll("*")].filter(isControl);
}

/**
 * Set a field to a rule as a record writes it; parts that are missing are the usual ones.
 * @param {HTMLElement} field @param {string} value @param {string} usual
 */
function write(field, value, usual) {
  const { join } = field.dataset;
  const parts = join ? value.split(join) : [value];
  const usualParts = join ? usual.split(join) : [usual];
  for (const [index, control] of controls(field).entries()) {
    const part = parts[index] ?? usualParts[index] ?? "";
    if (control instanceof HTMLSelectElement) {
      if (![...control.options].some((option) => option.value === part)) control.append(new Option(part, part));
      control.value = part;
    } else {
      control.value = part === "none" ? "" : part;
      control.defaultValue = usualParts[index] ?? "";
    }
  }
}

/** Open the groups that an element is in. @param {Element} element */
function openGroups(element) {
  for (let group = element.closest("details"); group; group = group.parentElement?.closest("details") ?? null)
    group.open = true;
}
