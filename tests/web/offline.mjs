// What the scorekeeper's page shows without a connection: each job is a view and the changes that wait.
// Run with the folder of the page's scripts; jobs come in, and the lines and state of each go out, as JSON.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

globalThis.document = { documentElement: { lang: "en" }, getElementById: () => null };
const { withQueued } = await import(pathToFileURL(`${process.argv[2]}/score/offline.js`).href);

const jobs = JSON.parse(readFileSync(0, "utf8"));
const shown = jobs.map(({ view, changes }) => withQueued(view, changes.map((change) => ({ id: "", change }))));
process.stdout.write(JSON.stringify(shown.map(({ lines, now }) => ({ lines, now }))));
