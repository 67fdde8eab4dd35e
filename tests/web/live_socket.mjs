// The page's socket in Node, for test_scripts.py: `node live_socket.mjs SCRIPTS` sends a nonce twice, has the first
// refused, freezes the page, and writes what was sent, what the page was told, and how often the socket was closed.

import { pathToFileURL } from "node:url";

const [scripts] = process.argv.slice(2);
const sent = [];
const told = [];
const handlers = {};
let socket;
let closed = 0;

class FakeWebSocket {
  static OPEN = 1;
  readyState = FakeWebSocket.OPEN;
  constructor() {
    socket = this;
  }
  send(text) {
    sent.push(JSON.parse(text));
  }
  close() {
    closed += 1;
  }
}

globalThis.WebSocket = FakeWebSocket;
globalThis.location = { protocol: "http:", host: "localhost", href: "http://localhost/" };
globalThis.addEventListener = () => {};
globalThis.document = {
  documentElement: { dataset: {} },
  addEventListener: (type, handler) => (handlers[type] = handler),
};

const { LiveSocket } = await import(pathToFileURL(`${scripts}/shared/socket.js`).href);
const live = new LiveSocket("BCDFG", null, { onMessage: (message) => told.push(message), onConnection: () => {} });
const refuse = () => {
  const { id } = sent.at(-1);
  socket.onmessage({ data: JSON.stringify({ type: "refused", id, code: "too-fast", reason: "Too many requests." }) });
};
live.sendNonce({ game: 1, round: 1 }, "ab");
refuse();
live.sendNonce({ game: 1, round: 1 }, "ab");
handlers.freeze();
process.stdout.write(JSON.stringify({ sent: sent.map(({ type }) => type), told, closed }), () => process.exit());
