/** House rules in words. */

import { TEMPLATES } from "./rule_templates.js";

/** A rule in a few words. @param {[string, string]} rule  as a record writes it */
export function ruleText([name, value]) {
  const figures = value.split("/");
  const shown = new Set(figures).size === 1 ? figures[0] : value;
  const words = TEMPLATES[name];
  const template = words[shown] || (shown.includes("/") && words["/"]) || words["*"];
  return template.replace("{value}", shown);
}
