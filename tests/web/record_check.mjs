// Records checked by the rules of the page in Node, for test_record_links.py: `node record_check.mjs SCRIPTS MODULE`
// reads records as JSON from standard input and writes for each the line that is wrong, or 0.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [scripts, module] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${scripts}/core/${name}`).href);
const { Core } = await load("module.js");
const { checkRecord } = await load("record_check.js");
const core = await Core.load(readFileSync(module));
const answers = JSON.parse(readFileSync(0, "utf8")).map((text) => {
  try {
    checkRecord(core, text);
    return 0;
  } catch (error) {
    if (!error.line) throw error;
    return error.line;
  }
});
process.stdout.write(JSON.stringify(answers));
