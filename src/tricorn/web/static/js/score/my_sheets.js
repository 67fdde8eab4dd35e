/** What this browser remembers of score sheets: their keys, and the last look at one, for when there is no network. */

import { recall, remember } from "../shared/storage.js";

const MOST_SHEETS = 60;

/**
 * @typedef {{code: string, key: string, edition: string, names: string[], scores: number[], over: boolean, at: number}}
 *   Kept
 */

/** The sheets of this browser, the last seen first. @returns {Kept[]} */
export function sheets() {
  const found = recall("sheets", /** @type {Kept[]} */ ([]));
  return Array.isArray(found) ? [...found].sort((a, b) => b.at - a.at) : [];
}

/** @param {string} code */
export function sheet(code) {
  return sheets().find((kept) => kept.code === code);
}

/** @param {Partial<Kept> & {code: string}} seen */
export function keepSheet(seen) {
  const before = sheet(seen.code) ?? { key: "", edition: "", names: [], scores: [], over: false };
  const others = sheets().filter((kept) => kept.code !== seen.code);
  remember("sheets", [{ ...before, ...seen, at: Date.now() }, ...others].slice(0, MOST_SHEETS));
}

/** @param {string} code */
export function forgetSheet(code) {
  remember(
    "sheets",
    sheets().filter((kept) => kept.code !== code),
  );
}

/** Keep this page and its files with the shell, so that it opens without a network too. */
export async function keepPage() {
  const version = document.documentElement.dataset.version;
  if (!("caches" in window) || !version) return;
  const shell = await caches.open(`shell-${version}`);
  const files = [...document.querySelectorAll("link[href], script[src]")].map(
    (each) => each.getAttribute("href") ?? each.getAttribute("src") ?? "",
  );
  const missing = [];
  for (const file of files) if (file.startsWith("/static/") && !(await shell.match(file))) missing.push(file);
  await shell.addAll([...new Set(missing), location.pathname]).catch(() => undefined);
}
