/** House rules in words, from templates in the page (rule_words.py). */

import { pageData } from "../shared/dom.js";
import { changedRules, findEdition } from "../shared/editions.js";

/** @typedef {import("../shared/editions.js").Edition} Edition */
/** @typedef {import("./stored.js").TableSetup} TableSetup */

/**
 * For each rule the templates of its values; `/` is for several figures and `*` for all other values.
 * @type {Record<string, Record<string, string>>}
 */
const templates = pageData("rule-words");

/** The house rules of a table, each in a few words. @param {TableSetup} setup @param {Edition[]} editions */
export function houseRuleTexts({ edition: id, rules }, editions) {
  return changedRules(rules, findEdition(editions, id)).map(([name, value]) => {
    const figures = value.split("/");
    const shown = new Set(figures).size === 1 ? figures[0] : value;
    const words = templates[name];
    const template = words[shown] || (shown.includes("/") && words["/"]) || words["*"];
    return template.replace("{value}", shown);
  });
}
