/** The worker of a local table: it loads the rules, plays, and exchanges messages with socket.js. */

import { Analyser } from "../core/analyser.js";
import { Core, WrongModule } from "../core/module.js";
import { Thinker } from "../core/thinker.js";
import { LocalTable, newSeed } from "./table.js";

/** @import { SavedTable } from "./saved.js" */
/** @import { Frame, LocalHintRequest, Move, PageMessage } from "./table.js" */

/**
 * What the page sends: first the table and the addresses of the modules, those for hints only if they are offered.
 * @typedef {{open: SavedTable, module: string, analysis?: string, review?: string}} Open
 */
/**
 * What is sent to the page. `isMissing`: the analysis could not be loaded.
 * @typedef {{id: string, hint: import("../shared/protocol.js").Hint | null, isMissing?: boolean}} HintReport
 * @typedef {{frame: Frame, refused?: Move}} FrameReport  with the move that the rules refuse
 * @typedef {FrameReport | {save: SavedTable} | {record: string} | {share: number} | HintReport} Report
 * @typedef {Report | {failed: "browser" | "module" | "damaged"}} WorkerMessage
 */

/** @type {LocalTable | null} */
let table = null;
/** The addresses of the modules for hints. */
let hintModules = { analysis: "", review: "" };
/** @type {Promise<[Core, Core]> | null} */
let hintCores = null;
let timer = 0;

/** @param {WorkerMessage} message */
function send(message) {
  self.postMessage(message);
}

/** Schedule the next automatic step: a bot thinks immediately, but its turn takes long enough for people to follow. */
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
async function open({ open: saved, module, analysis = "", review = "" }) {
  hintModules = { analysis, review };
  if (typeof WebAssembly !== "object") return send({ failed: "browser" });
  const core = await Core.fetch(module).catch(() => null);
  if (!core) return send({ failed: "module" });
  try {
    table = new LocalTable(core, new Thinker(core, BigInt(newSeed())), saved, {
      onFrame: (frame, refused) => send({ frame, refused }),
      onSave: (save) => send({ save }),
      onHint: (id, hint) => send({ id, hint }),
      onRecord: (record) => send({ record }),
      onReducedSearch: (share) => send({ share }),
    });
  } catch (error) {
    return send({ failed: error instanceof WrongModule ? "module" : "damaged" });
  }
  table.receive({ type: "hello", from: 0 });
  schedule();
}

/** @param {PageMessage} message */
function receive(message) {
  table?.receive(message);
  schedule();
}

/**
 * Most games are played without a hint, so the analysis is loaded at the first hint.
 * @param {LocalHintRequest} request
 */
async function giveHint(request) {
  if (!table) return;
  const { edition, round } = table.game;
  try {
    hintCores ??= Promise.all([Core.fetch(hintModules.analysis), Core.fetch(hintModules.review)]);
    const [analysis, review] = await hintCores;
    table.analyser ??= new Analyser({ analysis, review }, edition, round.players, BigInt(newSeed()));
  } catch {
    hintCores = null;
    return send({ id: request.id, hint: null, isMissing: true });
  }
  receive(request);
}

self.onmessage = ({ data }) => {
  if ("open" in data) open(data);
  else if (data.type === "hint") giveHint(data);
  else receive(data);
};
