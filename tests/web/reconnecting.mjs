// The page's socket in Node with a clock of its own, for test_scripts.py: `node reconnecting.mjs SCRIPTS OUTAGES…` loses
// the server, each time for some seconds, and writes how long after its return the page was connected, and how often it
// tried. In an outage like `12lost` nobody refuses a connection: packets are lost, and the system sends them again.

import { pathToFileURL } from "node:url";

const [scripts, ...outages] = process.argv.slice(2);
let now = 1;
let isUp = true;
let isRefused = true;
const SENT_AGAIN_MS = [1000, 3000, 7000, 15000];
let attempts = 0;
/** Timers by number: when they are due, and what they do. */
const timers = new Map();
let timer = 0;
let socket;

class FakeWebSocket {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    socket = this;
    attempts += 1;
    for (const ms of [0, ...SENT_AGAIN_MS]) setTimeout(() => this.arrive(), ms);
  }
  arrive() {
    if (isUp && this.readyState === 0 && socket === this) this.open();
    else if (!isUp && isRefused) this.onclose();
  }
  open() {
    this.readyState = FakeWebSocket.OPEN;
    this.onopen();
    this.onmessage({ data: JSON.stringify({ type: "table" }) });
  }
  send() {}
  close() {}
}

globalThis.WebSocket = FakeWebSocket;
globalThis.location = { protocol: "http:", host: "localhost", href: "http://localhost/" };
globalThis.addEventListener = () => {};
globalThis.document = { documentElement: { dataset: {} }, addEventListener: () => {} };
globalThis.setTimeout = (run, ms) => {
  timers.set(++timer, { at: now + ms, run });
  return timer;
};
globalThis.clearTimeout = (number) => timers.delete(number);
Date.now = () => now;

/** Run the next timer that is due before a time; false if there is none. */
function step(until) {
  const [next] = [...timers].sort(([, one], [, other]) => one.at - other.at);
  if (!next || next[1].at > until) return false;
  timers.delete(next[0]);
  now = next[1].at;
  next[1].run();
  return true;
}

const { LiveSocket } = await import(pathToFileURL(`${scripts}/shared/socket.js`).href);
let connection = "";
new LiveSocket("BCDFG", null, { onMessage: () => {}, onConnection: (state) => (connection = state) });
const results = outages.map((outage) => {
  while (connection !== "open") step(Infinity);
  isUp = false;
  isRefused = !outage.endsWith("lost");
  attempts = 0;
  const back = now + 1000 * Number.parseInt(outage, 10);
  socket.onclose();
  while (step(back));
  now = back;
  isUp = true;
  while (connection !== "open") step(Infinity);
  return { late: now - back, attempts };
});
process.stdout.write(JSON.stringify(results), () => process.exit());
