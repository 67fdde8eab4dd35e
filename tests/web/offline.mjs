// Score sheets computed without a server: `node offline.mjs SCRIPTS MODULE` reads a language and jobs as JSON from
// standard input, each a sheet as the server sent it (or its edition and names) with the unsent changes, and writes
// what the page shows.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { lang, jobs } = JSON.parse(readFileSync(0, "utf8"));
globalThis.document = { documentElement: { lang, dataset: {} } };
globalThis.fetch = async (path) => ({ ok: true, arrayBuffer: async () => readFileSync(path) });
const [scripts, module] = process.argv.slice(2);
const { Core } = await import(pathToFileURL(`${scripts}/core/module.js`).href);
const { PendingSheet } = await import(pathToFileURL(`${scripts}/score/pending_sheet.js`).href);
const sheet = new PendingSheet();
await sheet.load(module);

let judged = 0;
const { call } = Core.prototype;
Core.prototype.call = function (name, ...args) {
  if (name === "judge") judged += 1;
  return call.call(this, name, ...args);
};

function shown({ view, changes, tiles = [], isConnected = false }) {
  judged = 0;
  const waiting = changes.map((change, at) => ({ id: `${at}`, change }));
  const { lines, now, sheet: about } = sheet.shown(view, waiting, isConnected);
  const local = sheet.sheet(view, waiting);
  const ahead = sheet.ahead(view, waiting, isConnected);
  const cells = tiles.map((tile) => ahead?.cells(tile, null) ?? null); // otherwise the server is asked
  return { names: about.names, lines, now, cells, judged, record: local.record("2026-11-17") };
}

process.stdout.write(JSON.stringify(jobs.map(shown)));
