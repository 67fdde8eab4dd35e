/** The worker of a local table: it loads the rules, plays, and exchanges messages with wire.js. */

import { loadCore } from "../core/loading.js";
import { WrongModule } from "../core/module.js";
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
 * @typedef {Report | {failed: "browser" | "module" | "damaged"}} WorkerMessage
 */

/** @type {LocalTable | null} */
let table = null;
let timer = 0;

/** @param {WorkerMessage} message */
function send(message) {
  self.postMessage(message);
}

/** Schedule what happens by itself: a bot thinks at once, and its turn still takes as long as people can follow. */
function schedule() {
  clearTimeout(timer);
  const step = table?.nextStep();
  if (!step) return;
  const due = performance.now() + step.wait;
  timer = setTimeout(() => {
    step.prepare?.();
    timer = setTimeout(() => {
      step.run();
      schedule();
    }, due - performance.now());
  });
}

/** @param {Open} request */
async function open({ open: saved, module }) {
  if (typeof WebAssembly !== "object") return send({ failed: "browser" });
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
  } catch (error) {
    return send({ failed: error instanceof WrongModule ? "module" : "damaged" });
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
