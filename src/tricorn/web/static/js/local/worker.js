/** The worker of a local table: it loads the rules, plays, and exchanges messages with wire.js. */

import { Core } from "../core/module.js";
import { Thinker } from "../core/thinker.js";
import { LocalTable, newSeed } from "./table.js";

/** @typedef {import("./table.js").Frame} Frame */
/** @typedef {import("./table.js").PageMessage} PageMessage */
/** @typedef {import("./saved.js").SavedTable} SavedTable */

/**
 * What the page sends: first the table and the address of the module.
 * @typedef {{open: SavedTable, module: string}} Open
 */
/**
 * What the page is sent.
 * @typedef {{id: string, hint: import("../shared/protocol.js").Hint | null}} HintReport
 * @typedef {{frame: Frame} | {save: SavedTable} | {record: string} | {share: number} | HintReport} Report
 * @typedef {Report | {failed: "module" | "damaged"}} WorkerMessage
 */

/** @type {LocalTable | null} */
let table = null;
let timer = 0;

/** @param {WorkerMessage} message */
function send(message) {
  self.postMessage(message);
}

/** Schedule what happens next by itself. */
function schedule() {
  clearTimeout(timer);
  const step = table?.nextStep();
  if (!step) return;
  timer = setTimeout(() => {
    step.run();
    schedule();
  }, step.wait);
}

/** @param {string} address */
async function loadCore(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return Core.load(await response.arrayBuffer());
}

/** @param {Open} request */
async function open({ open: saved, module }) {
  const core = await loadCore(module).catch(() => null);
  if (!core) return send({ failed: "module" });
  try {
    table = new LocalTable(core, new Thinker(core, BigInt(newSeed())), saved, {
      onFrame: (frame) => send({ frame }),
      onSave: (save) => send({ save }),
      onHint: (id, hint) => send({ id, hint }),
      onRecord: (record) => send({ record }),
      onShortThought: (share) => send({ share }),
    });
  } catch {
    return send({ failed: "damaged" });
  }
  table.receive({ type: "hello", from: 0 });
  schedule();
}

self.onmessage = ({ data }) => {
  if ("open" in data) open(data);
  else {
    table?.receive(/** @type {PageMessage} */ (data));
    schedule();
  }
};
