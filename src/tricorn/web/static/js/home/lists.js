/** The tables on the home page that anybody may join, and how a game is shown in a list. */

import { hasServer, pageAddress } from "../shared/addresses.js";
import { call } from "../shared/api.js";
import { byId, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";

/** @typedef {(editionLine: string) => string} EditionName */
/** @typedef {{code: string, edition: string, open: number, started: boolean, names: string[]}} OpenTable */

/** @param {string} address @param {string} title @param {(HTMLElement | string)[]} details */
export function gameLink(address, title, details) {
  const parts = details.flatMap((detail, at) => (at ? [" · ", detail] : [detail]));
  return make(
    "a",
    { class: "game", href: address },
    make("span", { class: "name" }, title),
    make("span", { class: "faint" }, ...parts),
  );
}

/** @param {EditionName} editionName */
export async function refreshOpenTables(editionName) {
  if (document.hidden || !hasServer) return;
  try {
    /** @type {OpenTable[]} */
    const tables = await call("GET", "/api/tables");
    byId("listed").hidden = !tables.length;
    refill(byId("listed-tables"), ...tables.map((table) => openTableItem(table, editionName)));
  } catch {
    // The page works without the list.
  }
}

/** @param {OpenTable} table @param {EditionName} editionName */
function openTableItem({ code, names, started, open, edition }, editionName) {
  const seats = started ? t("running, you can watch") : tn("{n} free seat", "{n} free seats", open);
  return make(
    "li",
    {},
    gameLink(pageAddress(`t/${code}`), names.join(", ") || code, [seats, editionName(edition), code]),
  );
}
