// Refusals at local tables in Node, for test_referee.py: `node referee.mjs SCRIPTS MODULE` reads a language and jobs as JSON
// from standard input, each a saved table with moves, and writes why each move is refused.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const { lang, jobs } = JSON.parse(readFileSync(0, "utf8"));
globalThis.document = { documentElement: { lang, dataset: {} } };
let hasNetwork = false;
globalThis.fetch = async (path) => ({ ok: hasNetwork, status: 404, arrayBuffer: async () => readFileSync(path) });
const [scripts, module] = process.argv.slice(2);
const { Referee } = await import(pathToFileURL(`${scripts}/local/referee.js`).href);

const answers = [];
for (const { table, seat, moves } of jobs) {
  const referee = new Referee(module);
  hasNetwork = false;
  const unloaded = await referee.reason(table, { seat, move: moves[0] });
  hasNetwork = true;
  const reasons = [];
  for (const move of moves) reasons.push(await referee.reason(table, { seat, move }));
  answers.push({ unloaded, reasons });
}
process.stdout.write(JSON.stringify(answers));
