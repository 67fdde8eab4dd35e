/** The list of public tables on the home page. */

import { hasServer, pageAddress } from "../shared/addresses.js";
import { call } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { gameLink } from "../shared/ui.js";

/** The name of the edition in an edition line. @typedef {(line: string) => string} EditionName */
/** @import { Listed } from "../shared/protocol.js" */

/** @param {EditionName} editionName */
export async function refreshOpenTables(editionName) {
  if (document.hidden || !hasServer) return;
  try {
    /** @type {Listed[]} */
    const tables = await call("GET", "/api/tables");
    byId("listed").hidden = !tables.length;
    refill(byId("listed-tables"), ...tables.map((table) => openTableItem(table, editionName)));
  } catch {
    // The page works without the list.
  }
}

/** @param {Listed} table @param {EditionName} editionName */
function openTableItem({ code, names, started, open, edition }, editionName) {
  const seats = started ? t("running, you can watch") : tn("{n} free seat", "{n} free seats", open);
  return make(
    "li",
    {},
    gameLink(pageAddress(`t/${code}`), names.join(", ") || code, [seats, editionName(edition), code]),
  );
}
