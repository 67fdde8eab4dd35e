// The worker of a local table in Node, for test_local.py: `node hints.mjs PLAY ANALYSIS SCORE REVIEW`. It requests hints, always two at
// the same time, at first while the analysis cannot be loaded, and prints what was loaded and answered as JSON.
import { readFileSync } from "node:fs";

const [play, analysis, , review] = process.argv.slice(2);
const loaded = [];
let hasNetwork = true;
const frames = [];
let answer = () => {};
globalThis.fetch = async (path) => {
  loaded.push({ [play]: "play", [analysis]: "analysis", [review]: "review" }[path]);
  return { ok: hasNetwork, status: 404, arrayBuffer: async () => readFileSync(path) };
};
globalThis.self = {
  postMessage(message) {
    if (message.frame) frames.push(message.frame);
    answer(message);
  },
};
await import("../../src/tricorn/web/static/js/local/worker.js");

/** Send a message; resolves with the first matching answer. */
function send(data, matches) {
  return new Promise((resolve) => {
    answer = (message) => matches(message) && resolve(message);
    globalThis.self.onmessage({ data });
  });
}

const last = (type) => frames.findLast((frame) => frame.type === type);
const now = () => last("lines").now;
const seats = ["Ana", "Ben"].map((name) => ({ kind: "human", name }));
const table = { version: 1, code: "bcdfgh", edition: "pressman-classic", seats, records: [], hints: true };
await send({ open: table, module: play, analysis, review }, ({ frame }) => frame?.type === "lines");
while (now().options.length < 2) {
  const { turn, n, options } = now();
  globalThis.self.onmessage({ data: { type: "move", id: `${n}`, seat: turn, after: n, move: options[0].move } });
}
const before = [...loaded];
const { turn: seat, n: after, options } = now();
const asked = [];
for (const network of [false, true, false]) {
  hasNetwork = network;
  globalThis.self.onmessage({ data: { type: "hint", id: "early", seat, after } });
  asked.push(await send({ type: "hint", id: `${after}`, seat, after }, ({ id }) => id === `${after}`));
}
const { hints } = last("table").seats[seat];
console.log(JSON.stringify({ before, loaded, asked, hints, moves: options.map(({ move }) => move) }));
