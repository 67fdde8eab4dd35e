// Functions of the page's scripts in Node, for test_scripts.py: `node scripts.mjs SCRIPTS` reads calls as JSON from
// standard input, each a module, a function and its arguments, and writes what they return.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.document = { documentElement: { lang: "en", dataset: {} }, getElementById: () => null };
const [scripts] = process.argv.slice(2);
const results = [];
for (const [module, name, args] of JSON.parse(readFileSync(0, "utf8"))) {
  const functions = await import(pathToFileURL(`${scripts}/${module}`).href);
  results.push(await functions[name](...args));
}
process.stdout.write(JSON.stringify(results));
