/** House rules in words; those without a phrase of their own are said as the form for a new table says them. */

import { t } from "../shared/i18n.js";
import { changedRules } from "./options.js";

/** @typedef {import("./options.js").Edition} Edition */
/** @typedef {import("./options.js").Options} Options */

/** The house rules of a table, each in a few words. @param {Options} options @param {Edition[]} editions */
export function houseRuleTexts({ edition: id, rules }, editions) {
  const edition = editions.find((each) => each.id === id) ?? editions[0];
  return changedRules(rules, edition).map(([name, value]) => phrase(name, value) ?? formText(name, value));
}

/** @param {string} name @param {string} value */
function phrase(name, value) {
  if (name === "target") return t("target {points}", { points: value });
  if (name === "draw_penalty" && value === "0") return t("drawing is free");
  if (name === "pass_penalty" && value === "0") return t("passing is free");
  return null;
}

/** @param {string} name @param {string} value  as a record writes it */
function formText(name, value) {
  const field = document.querySelector(`[data-rule="${name}"]`);
  const label = field?.closest(".rule, .wide")?.querySelector("span")?.firstChild?.textContent ?? name;
  return `${label}: ${valueText(field, value)}`;
}

/** @param {Element | null} field @param {string} value */
function valueText(field, value) {
  if (field instanceof HTMLSelectElement) return [...field.options].find((each) => each.value === value)?.text ?? value;
  return value === "none" && field instanceof HTMLInputElement ? field.placeholder : value;
}
