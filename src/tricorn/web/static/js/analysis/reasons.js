/** Why a move is good or bad, in words: the templates are those of the server's catalogues. */

import { t, tn } from "../shared/i18n.js";

/** @import { Reason } from "../shared/protocol.js" */

/** @param {Reason} reason @param {(seat: number) => string} nameOf */
export function reasonText({ text, other, values }, nameOf) {
  const filled = "seat" in values ? { ...values, seat: nameOf(Number(values.seat)) } : values;
  return other ? tn(text, other, Number(values.count), filled) : t(text, filled);
}
