/** Why a move is good or bad, in words: the templates are those of the server's catalogues. */

import { phrase, translations } from "../shared/i18n.js";

/** @import { Reason } from "../shared/protocol.js" */

const TRANSLATED = translations("reasons");

/** @param {Reason} reason @param {(seat: number) => string} nameOf @returns {string} */
export function reasonText({ text, other, values }, nameOf) {
  const filled = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, valueText(name, value, nameOf)]),
  );
  return phrase(TRANSLATED, text, other, filled);
}

/**
 * @param {string} name @param {Reason["values"][string]} value @param {(seat: number) => string} nameOf
 * @returns {string | number}
 */
function valueText(name, value, nameOf) {
  if (typeof value === "object") return reasonText(value, nameOf);
  return name === "seat" ? nameOf(Number(value)) : value;
}
