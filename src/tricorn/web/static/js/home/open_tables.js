/** The list of public tables on the home page. */

import { hasServer, pageAddress } from "../shared/addresses.js";
import { call, isUnreachable } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { gameLink } from "../shared/ui.js";

/** The name of the edition in an edition line. @typedef {(line: string) => string} EditionName */
/** @import { Listed } from "../shared/protocol.js" */

/**
 * Refresh the list, and mark what needs the server if it does not answer.
 * @param {EditionName} editionName
 */
export async function refreshOpenTables(editionName) {
  if (document.hidden || !hasServer) return;
  try {
    /** @type {Listed[]} */
    const tables = await call("GET", "/api/tables");
    byId("listed").hidden = !tables.length;
    refill(byId("listed-tables"), ...tables.map((table) => openTableItem(table, editionName)));
    document.body.removeAttribute("data-offline");
  } catch (error) {
    document.body.toggleAttribute("data-offline", isUnreachable(error));
  }
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
