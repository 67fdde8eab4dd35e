// Links with records in Node, for test_record_links.py: `node record_link.mjs SCRIPTS` reads texts as JSON from standard
// input and writes each packed, packed and unpacked again, and unpacked as if it were a link.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [scripts] = process.argv.slice(2);
globalThis.document = { documentElement: { dataset: {} } };
const { packRecord, unpackRecord } = await import(pathToFileURL(`${scripts}/sharing/record_link.js`).href);
const answers = [];
for (const text of JSON.parse(readFileSync(0, "utf8"))) {
  const packed = await packRecord(text);
  const again = packed && (await unpackRecord(packed));
  const unpacked = await unpackRecord(text).catch((error) => error.constructor.name);
  answers.push({ packed, again, unpacked });
}
process.stdout.write(JSON.stringify(answers));
