/** House rules in words, by the templates that the page comes with (rule_words.py). */

import { byId } from "../shared/dom.js";
import { changedRules } from "./options.js";

/** @typedef {import("./options.js").Edition} Edition */
/** @typedef {import("./options.js").Options} Options */

/**
 * For each rule a template for each value, `/` for several figures and `*` for all others.
 * @type {Record<string, Record<string, string>>}
 */
const templates = JSON.parse(byId("rule-words").textContent ?? "{}");

/** The house rules of a table, each in a few words. @param {Options} options @param {Edition[]} editions */
export function houseRuleTexts({ edition: id, rules }, editions) {
  const edition = editions.find((each) => each.id === id) ?? editions[0];
  return changedRules(rules, edition).map(([name, value]) => {
    const figures = value.split("/");
    const shown = new Set(figures).size === 1 ? figures[0] : value;
    const words = templates[name];
    const template = words[shown] || (shown.includes("/") && words["/"]) || words["*"];
    return template.replace("{value}", shown);
  });
}
