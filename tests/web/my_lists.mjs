// The lists of games and score sheets in Node, for test_browser_storage.py: `node my_lists.mjs SCRIPTS` reads what is
// stored and the server's answers as JSON from standard input, refreshes both lists and writes what is stored then.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { setUp, stored } from "./fake_browser.mjs";

setUp(JSON.parse(readFileSync(0, "utf8")));
const [scripts] = process.argv.slice(2);
const { refreshMyGames } = await import(pathToFileURL(`${scripts}/home/games_list.js`).href);
const { findMissing } = await import(pathToFileURL(`${scripts}/score/my_sheets.js`).href);
await refreshMyGames(() => "");
await findMissing();
process.stdout.write(JSON.stringify(stored()));
