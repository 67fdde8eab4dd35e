/** The score sheets of this browser, with their keys, and their pages cached for when there is no network. */

import { cacheName } from "../shared/addresses.js";
import { call, unreachable } from "../shared/api.js";
import { readList, writeStored } from "../shared/storage.js";

/** @import { MySheet, NewSheet, NextSheet, SheetMade } from "../shared/protocol.js" */

const MAX_SHEETS = 60;

/**
 * `missing`: the server did not list it; it may be damaged, so its key is kept.
 * @typedef {{code: string, key: string, edition: string, names: string[], scores: number[], over: boolean, at: number,
 *   missing?: boolean}} StoredSheet
 */

/** The sheets of this browser, the last changes first. @returns {StoredSheet[]} */
export function mySheets() {
  return /** @type {StoredSheet[]} */ (readList("sheets")).sort((a, b) => b.at - a.at);
}

/** @param {string} code */
export function mySheet(code) {
  return mySheets().find((sheet) => sheet.code === code);
}

/** @param {Partial<StoredSheet> & {code: string}} changes */
export function saveSheet(changes) {
  const before = mySheet(changes.code) ?? { key: "", edition: "", names: [], scores: [], over: false };
  const others = mySheets().filter((sheet) => sheet.code !== changes.code);
  writeStored("sheets", [{ ...before, ...changes, at: changes.at ?? Date.now() }, ...others].slice(0, MAX_SHEETS));
}

/** Find out which sheets the server no longer lists; throws without a server. */
export async function findMissing() {
  const sheets = mySheets().filter((sheet) => sheet.key);
  if (!sheets.length) return;
  /** @type {MySheet[]} */
  const known = await call("POST", "/api/sheets/mine", { body: { keys: sheets.map((sheet) => sheet.key) } });
  const codes = new Set(known.map((sheet) => sheet.code));
  for (const { code, at } of sheets) saveSheet({ code, at, missing: !codes.has(code) });
}

/** Create a sheet on the server and store its key; returns its code. @param {NewSheet} sheet */
export async function createSheet(sheet) {
  /** @type {SheetMade} */
  const { code, key } = await call("POST", "/api/sheets", { body: sheet });
  if (typeof code !== "string") throw unreachable();
  saveSheet({ code, key, edition: sheet.edition ?? "", names: sheet.names ?? [] });
  return code;
}

/** Create the next game's sheet, with the same pencil; returns its code. @param {string} code @param {string} key */
export async function createNext(code, key) {
  /** @type {NextSheet} */
  const { code: next } = await call("POST", `/api/sheets/${code}/next`, { key });
  if (typeof next !== "string") throw unreachable();
  saveSheet({ code: next, key });
  return next;
}

/** @param {string} code */
export function forgetSheet(code) {
  writeStored(
    "sheets",
    mySheets().filter((sheet) => sheet.code !== code),
  );
}

/** Cache the page of a server's sheet with its files; it then opens without a network. */
export async function cacheThisPage() {
  const version = document.documentElement.dataset.version;
  if (!("caches" in window) || !version) return;
  const shell = await caches.open(cacheName(version));
  await cachePage(shell, location.pathname).catch(() => undefined);
}

/** @param {Cache} shell @param {string} page */
async function cachePage(shell, page) {
  const response = await fetch(page);
  if (!response.ok) return;
  const names = (await response.clone().text()).match(/[^"'\s]*\/static\/[^"'\s]+/g) ?? [];
  const files = new Set(names.map((name) => new URL(name, response.url).href));
  const missing = [];
  for (const file of files) if (!(await shell.match(file))) missing.push(file);
  await shell.addAll(missing);
  await shell.put(page, response);
}
