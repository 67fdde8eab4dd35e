/** Messages in the user's language: the server translates them in the scripts themselves (web/pages/translation.py). */

/** @typedef {Record<string, string | number>} Values */
/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>>} PluralForms */
/** Translations by the English message. @typedef {Record<string, string | PluralForms>} Translations */

export const lang = document.documentElement.lang || "en";

const plurals = new Intl.PluralRules(lang);

/** @param {string} text @param {Values} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (field, name) => (name in values ? String(values[name]) : field));
}

/** A message. The English text is its key in the catalogue. @param {string} text @param {Values} [values] */
export function t(text, values = {}) {
  return fill(text, values);
}

/**
 * A message with a number n in it. The English singular is its key in the catalogue.
 * @param {string | PluralForms} one  all forms, once it is translated @param {string} other
 * @param {number} n @param {Values} [values]
 */
export function tn(one, other, n, values = {}) {
  const forms = typeof one === "string" ? { one, other } : one;
  return fill(forms[plurals.select(Math.abs(n))] ?? forms.other ?? "", { n, ...values });
}

/**
 * The translations of messages that are data, not in a script: the server puts them in place of their name. English
 * has none.
 * @param {"reasons" | "refusals" | "wins" | Translations} list @returns {Translations}
 */
export function translations(list) {
  return typeof list === "string" ? {} : list;
}

/**
 * A message that is data; one with a number, its count, has a plural.
 * @param {Translations} translated @param {string} text @param {string | null | undefined} other @param {Values} values
 */
export function phrase(translated, text, other, values) {
  const message = translated[text] ?? text;
  if (other) return tn(message, other, Number(values.count), values);
  return fill(String(message), values);
}

/** A text with a capital and a full stop. @param {string} text */
export function asSentence(text) {
  return text.replace(/^./u, (first) => first.toUpperCase()) + (text.endsWith(".") ? "" : ".");
}

/**
 * Points with their sign. The minus is U+2212: screen readers read it as minus, and it is as wide as the plus.
 * @param {number} points
 */
export function formatPoints(points) {
  return points > 0 ? `+${points}` : formatScore(points);
}

/** What a draw or a pass costs. @param {number} points  at most 0 */
export function formatCost(points) {
  return points ? formatPoints(points) : t("free");
}

/** A score, without a plus sign. @param {number} points */
export function formatScore(points) {
  return points < 0 ? `−${-points}` : `${points}`;
}

/** A figure with at most one decimal. @param {number} value */
export function formatDecimal(value) {
  return new Intl.NumberFormat(lang, { maximumFractionDigits: 1 }).format(value).replace("-", "−");
}

/** A share as a percentage: `64 %`, or with decimals. @param {number} share @param {number} [digits] */
export function formatPercent(share, digits = 0) {
  const format = new Intl.NumberFormat(lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${format.format(100 * share).replace("-", "−")}\u00a0%`; // a line does not break before the sign
}

/** "Ana, Bo and Li". @param {string[]} names */
export function formatList(names) {
  return new Intl.ListFormat(lang).format(names);
}
