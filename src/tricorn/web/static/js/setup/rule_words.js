/** House rules in words, from templates in the page (rule_words.py). */

import { pageData } from "../shared/dom.js";
import { changedRules, editionLine, findEdition, presetOf } from "../shared/editions.js";

/** @import { Edition, Preset } from "../shared/editions.js" */
/** @import { TableSetup } from "./stored.js" */

/**
 * For each rule the templates of its values; `/` is for several figures and `*` for all other values.
 * @type {Record<string, Record<string, string>>}
 */
const templates = pageData("rule-words");

/**
 * The rules of a table: a preset and what it means in a few words, or an edition and its house rules.
 * @param {TableSetup} setup @param {Edition[]} editions @param {Preset[]} presets
 */
export function rulesTexts({ edition: id, rules }, editions, presets) {
  const edition = findEdition(editions, id);
  const changed = changedRules(rules, edition);
  const preset = presetOf(presets, editionLine(edition, rules));
  if (!preset) return [edition.name, ...changed.map(ruleText)];
  const others = changed.filter(([name]) => name === "clock" || name === "head_start");
  return [`${preset.name}: ${preset.short}`, ...others.map(ruleText)];
}

/** A rule in a few words. @param {[string, string]} rule  as a record writes it */
export function ruleText([name, value]) {
  const figures = value.split("/");
  const shown = new Set(figures).size === 1 ? figures[0] : value;
  const words = templates[name];
  const template = words[shown] || (shown.includes("/") && words["/"]) || words["*"];
  return template.replace("{value}", shown);
}
