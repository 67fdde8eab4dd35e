/** Shows how much of the rules the server has compiled; then a page that cannot do without them is loaded again. */

import { call } from "./api.js";
import { byId, find } from "./dom.js";

const INTERVAL_MS = 1000;

const line = byId("compiling");
const bar = find(line, "progress", HTMLProgressElement);

async function showProgress() {
  /** @type {import("./protocol.js").Compiling} */
  const { percent } = await call("GET", "/api/compiling").catch(() => ({ percent: bar.value }));
  if (percent === null) return finish();
  bar.value = percent;
  setTimeout(showProgress, INTERVAL_MS);
}

function finish() {
  line.remove();
  if (byId("main").dataset.module === "") location.reload();
}

showProgress();
