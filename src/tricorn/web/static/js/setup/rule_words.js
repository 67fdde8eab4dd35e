/** House rules in words, from templates in the page (rule_words.py). */

import { pageData } from "../shared/dom.js";
import { changedRules } from "./options.js";

/** @typedef {import("./options.js").Edition} Edition */
/** @typedef {import("./options.js").Options} Options */

/**
 * For each rule the templates of its values; `/` is for several figures and `*` for all other values.
 * @type {Record<string, Record<string, string>>}
 */
const templates = pageData("rule-words");

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
