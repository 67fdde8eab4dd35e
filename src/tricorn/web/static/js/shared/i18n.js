/** What the page says, in the reader's language. The catalogue comes with the page, in a JSON block. */

const block = document.getElementById("words");

/** @type {Record<string, string | string[]>} */
const words = JSON.parse(block?.textContent || "{}");

export const lang = document.documentElement.lang || "en";

/** @typedef {Record<string, string | number>} Values */

/** @param {string} text @param {Values} values */
function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * A message. The English text is its name in the catalogue.
 * @param {string} text @param {Values} [values]
 */
export function t(text, values = {}) {
  const found = words[text];
  return filled(typeof found === "string" ? found : text, values);
}

/**
 * A message with a number n in it.
 * @param {string} one @param {string} other @param {number} n @param {Values} [values]
 */
export function tn(one, other, n, values = {}) {
  const found = words[one];
  const forms = Array.isArray(found) ? found : [one, other];
  return filled(forms[Math.abs(n) === 1 ? 0 : 1], { n, ...values });
}

/** Points with their sign; a true minus, which screen readers say and columns line up by. @param {number} points */
export function signed(points) {
  return points < 0 ? `−${-points}` : `+${points}`;
}

/** A score. @param {number} points */
export function figure(points) {
  return points < 0 ? `−${-points}` : `${points}`;
}

/** "Ana, Bo and Li". @param {string[]} names */
export function listed(names) {
  return new Intl.ListFormat(lang).format(names);
}
