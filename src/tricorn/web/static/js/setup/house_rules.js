/** The fields for house rules in the form for a new table or score sheet. What they allow is for the server to say. */

import { tn } from "../shared/i18n.js";
import { changes, spelled } from "./options.js";

/** @typedef {import("./options.js").Edition} Edition */
/** @typedef {HTMLInputElement | HTMLSelectElement} Control */

export class HouseRules {
  /** @param {HTMLFormElement} form @param {() => void} changed  called whenever a field has another value */
  constructor(form, changed) {
    this.form = form;
    this.changed = changed;
    /** @type {Edition | null} */
    this.book = null;
    for (const field of this._fields()) field.addEventListener("input", () => this._update());
    form.querySelector("#by-the-book")?.addEventListener("click", () => this.book && this.show(this.book, {}));
    // A field that is wrong cannot be shown while its group is closed.
    form.addEventListener("invalid", (event) => reveal(/** @type {Element} */ (event.target)), true);
  }

  /** @returns {HTMLElement[]} */
  _fields() {
    return [...this.form.querySelectorAll("[data-rule]")].map((field) => /** @type {HTMLElement} */ (field));
  }

  /** Show an edition's figures, changed by house rules. @param {Edition} book @param {Record<string, string>} rules */
  show(book, rules) {
    this.book = book;
    for (const field of this._fields()) {
      const name = field.dataset.rule ?? "";
      write(field, rules[name] ?? spelled(book[name], name), spelled(book[name], name));
    }
    this._update();
  }

  /** The fewest and the most players. @returns {[number, number]} */
  get players() {
    const [low, high] = this._value("players").split("-").map(Number);
    return [low, high];
  }

  /**
   * The rules that differ from the rulebook, without those that another rule makes idle.
   * @returns {Record<string, string>}
   */
  read() {
    const asked = this._fields().filter((field) => controls(field).some((control) => !control.disabled));
    const all = asked.map((field) => [field.dataset.rule ?? "", this._value(field.dataset.rule ?? "")]);
    return this.book ? Object.fromEntries(changes(Object.fromEntries(all), this.book)) : {};
  }

  /** @param {string} name */
  _value(name) {
    const field = /** @type {HTMLElement} */ (this.form.querySelector(`[data-rule="${name}"]`));
    const parts = controls(field).map((control) => control.value.trim() || "none");
    const value = parts.join(field.dataset.join);
    // Deals for more players than may play are not asked for, so they are told only as the rulebook's own.
    if (name !== "deal" || !this.book || value === spelled(this.book.deal)) return value;
    return parts.slice(0, this.players[1] - 1).join(field.dataset.join);
  }

  _update() {
    const [low, high] = controls(/** @type {HTMLElement} */ (this.form.querySelector("[data-rule=players]")));
    if (Number(high.value) < Number(low.value)) high.value = low.value;
    this._showDeals();
    for (const field of this.form.querySelectorAll("[data-when]")) {
      const idle = this._value(/** @type {HTMLElement} */ (field).dataset.when ?? "") === "no";
      for (const control of controls(field)) control.disabled = idle;
    }
    this._showChanges(this.read());
    this.changed();
  }

  /** @param {Record<string, string>} changed */
  _showChanges(changed) {
    for (const field of this._fields())
      field.closest(".rule")?.classList.toggle("changed", (field.dataset.rule ?? "") in changed);
    for (const group of this.form.querySelectorAll("details")) {
      const count = group.querySelectorAll(".rule.changed").length;
      /** @type {HTMLElement} */ (group.querySelector(".changes")).textContent = count
        ? tn("{n} changed", "{n} changed", count)
        : "";
    }
    /** @type {HTMLElement} */ (this.form.querySelector(".rules-foot")).hidden =
      !this.form.querySelector(".rule.changed");
  }

  /** A deal for each number of players that may play. */
  _showDeals() {
    const [low, high] = this.players;
    controls(/** @type {HTMLElement} */ (this.form.querySelector("[data-rule=deal]"))).forEach((control, index) => {
      const asked = low <= index + 2 && index + 2 <= high;
      /** @type {HTMLElement} */ (control.closest("label")).hidden = !asked;
      if (!asked && !control.checkValidity()) control.value = /** @type {HTMLInputElement} */ (control).defaultValue;
    });
  }
}

/** The controls of a field: itself, or those it is made of. @param {Element} field @returns {Control[]} */
function controls(field) {
  if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) return [field];
  return [...field.querySelectorAll("input, select")].map((control) => /** @type {Control} */ (control));
}

/**
 * Set a field to a record's spelling; figures that it leaves out are the rulebook's.
 * @param {HTMLElement} field
 * @param {string} value
 * @param {string} usual
 */
function write(field, value, usual) {
  const join = field.dataset.join;
  const parts = join ? value.split(join) : [value],
    others = join ? usual.split(join) : [usual];
  controls(field).forEach((control, index) => {
    const figure = parts[index] ?? others[index] ?? "";
    if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === figure))
      control.append(new Option(figure, figure));
    control.value = figure === "none" && control instanceof HTMLInputElement ? "" : figure;
    if (control instanceof HTMLInputElement) control.defaultValue = others[index] ?? "";
  });
}

/** Open the groups that an element is in. @param {Element} element */
function reveal(element) {
  for (let at = element.closest("details"); at; at = at.parentElement?.closest("details") ?? null) at.open = true;
}
