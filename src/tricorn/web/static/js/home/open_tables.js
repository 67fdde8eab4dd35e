/** The list of public tables on the home page. */

import { pageAddress } from "../shared/addresses.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { gameLink } from "../shared/ui.js";

/** The name of the edition in an edition line. @typedef {(line: string) => string} EditionName */
/** @import { Listed } from "../shared/protocol.js" */

/** @param {Listed[]} tables @param {EditionName} editionName */
export function showOpenTables(tables, editionName) {
  refill(byId("listed-tables"), ...tables.map((table) => openTableItem(table, editionName)));
}

/** @param {Listed} table @param {EditionName} editionName */
function openTableItem({ code, names, started, free, edition }, editionName) {
  const seats = started ? t("running, you can watch") : tn("{n} free seat", "{n} free seats", free);
  return make(
    "li",
    {},
    gameLink(pageAddress(`t/${code}`), names.join(", ") || code, [seats, editionName(edition), code]),
  );
}
