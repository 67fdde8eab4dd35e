// The queue of a score sheet's changes in Node, for test_browser_storage.py: `node queue.mjs SCRIPTS` reads a job as JSON
// from standard input: the code of a sheet, what is stored, and the server's answers. It flushes the queue and writes
// what happened.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { delays, opened, posted, setUp, stored } from "./fake_browser.mjs";

const job = JSON.parse(readFileSync(0, "utf8"));
const { code } = job;
const [scripts] = process.argv.slice(2);
const refused = [];
setUp(job);

const { ChangeQueue } = await import(pathToFileURL(`${scripts}/score/queue.js`).href);
const { isDraft, publishDraft } = await import(pathToFileURL(`${scripts}/score/drafts.js`).href);
const queue = new ChangeQueue(code, {
  key: () => "key",
  known: () => 0,
  onChange: () => {},
  onRefused: (reason) => refused.push(reason),
  onSent: () => {},
  onUnstored: () => {},
  publish: isDraft(code) ? () => publishDraft(code, () => queue.all) : undefined,
});
await queue.flush();
process.stdout.write(JSON.stringify({ posted, refused, delays, opened, stored: stored() }));
