// Tables in this browser that cannot be opened, in Node, for test_browser_storage.py: `node local_socket.mjs SCRIPTS` reads
// codes and the texts that are stored for them as JSON from standard input, and writes what the pages are told.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { items, setUp } from "./fake_browser.mjs";

const texts = JSON.parse(readFileSync(0, "utf8"));
const [scripts] = process.argv.slice(2);
setUp({});
const { LocalSocket } = await import(pathToFileURL(`${scripts}/local/socket.js`).href);
const told = {};
for (const [code, text] of Object.entries(texts)) {
  if (text !== null) items.set(`tricorn.local.${code}`, text);
  const onConnection = (connection, reason) => {
    told[code] = [connection, reason];
  };
  new LocalSocket(code, {}, { onConnection, onMessage: () => {} });
}
process.stdout.write(JSON.stringify(told));
