/**
 * The WebSocket to a table or a score sheet. It reconnects automatically, resumes after the last line it has, and sends
 * unacknowledged moves again.
 */

import { rootAddress } from "./addresses.js";

/** @import { Ack, Header, Hello, Lines as TableLines, MoveMessage, NonceMessage, Pong } from "./protocol.js" */
/** @import { Reacted, Receipt, Refusal, Sheet, SheetLines, Table } from "./protocol.js" */
/** @typedef {Table | Header | TableLines | Reacted} TableMessage */
/** @typedef {Sheet | SheetLines} SheetMessage */
/** @typedef {Ack | Receipt | Pong} Reply */
/** @typedef {TableMessage | SheetMessage | Reply | Refusal} ServerMessage */

/** @typedef {Hello | import("./protocol.js").ClientMessage} ClientMessage */

/** `gone`: the server has no such table. @typedef {"connecting" | "open" | "lost" | "gone"} Connection */

/**
 * @typedef {object} Handlers
 * @property {(message: ServerMessage) => void} onMessage
 * @property {(connection: Connection, reason: string) => void} onConnection
 */

const FIRST_RETRY_MS = 300;
const MAX_RETRY_MS = 1500; // while the server is probably restarting
const LONG_OUTAGE_MS = 60000;
const MAX_RETRY_IN_LONG_OUTAGE_MS = 2500;
const PING_MS = 5000;
const PONG_MS = 5000; // without any message for this long after a ping, the connection is dead
const NONCE_ID = "nonce "; // begins the ids of nonces
// Longer than a proxy waits before it tries another node, shorter than a browser waits if its packets are lost.
const OPEN_MS = 4000;

/** An id for what is sent, perhaps more than once. */
export function newId() {
  return crypto.getRandomValues(new Uint32Array(3)).join("-");
}

export class LiveSocket {
  /** @param {string} code @param {string | null} key @param {Handlers} handlers */
  constructor(code, key, handlers) {
    this.code = code;
    this.key = key;
    this.handlers = handlers;
    this.game = 0;
    this.lastLine = 0; // the number of the last line received
    /** @type {Map<string, MoveMessage>} */
    this.unanswered = new Map(); // moves by id; the server plays each only once
    /** @type {WebSocket | null} */
    this.socket = null;
    this.retryMs = FIRST_RETRY_MS;
    this.lostAt = 0; // when the connection was lost; 0 while there is one
    this.retryTimer = 0;
    this.pingTimer = 0;
    this.deadTimer = 0;
    this.isGone = false; // the server has no such table
    this.sentNonce = ""; // the last random number, which is sent once
    addEventListener("online", () => this.#reconnectNow());
    // The server may be on this machine, so it is worth trying even while offline.
    addEventListener("offline", () => this.#onLost());
    document.addEventListener("visibilitychange", () => !document.hidden && this.#reconnectNow());
    document.addEventListener("freeze", () => this.#onLost()); // the phone sleeps, so others see that nobody is there
    this.#connect();
  }

  /** Reconnect with another key, after taking a seat. @param {string | null} key */
  useKey(key) {
    this.key = key;
    this.game = 0;
    this.lastLine = 0;
    this.#disconnect();
    this.#connect();
  }

  /** @param {{seat: number, game: number, after: number, move: string}} move */
  sendMove(move) {
    const id = newId();
    /** @type {MoveMessage} */
    const message = { type: "move", id, ...move };
    this.unanswered.set(id, message);
    this.send(message);
  }

  /** Send a nonce for the next deal. @param {{game: number, round: number}} deal @param {string} nonce */
  sendNonce({ game, round }, nonce) {
    /** @type {NonceMessage} */
    const message = { type: "nonce", id: `${NONCE_ID}${game} ${round}`, game, round, nonce };
    if (this.sentNonce !== JSON.stringify(message)) this.send(message);
    this.sentNonce = JSON.stringify(message);
  }

  #connect() {
    clearTimeout(this.retryTimer);
    this.sentNonce = "";
    this.handlers.onConnection("connecting", "");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}${rootAddress(`ws/${this.code}`)}`);
    this.socket = socket;
    clearTimeout(this.deadTimer);
    this.deadTimer = setTimeout(() => this.#onLost(), OPEN_MS);
    socket.onopen = () => this.#onOpen();
    socket.onmessage = (event) => socket === this.socket && this.#onMessage(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.#onLost();
  }

  /** Send a message, which is lost without a connection. @param {ClientMessage} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  #onOpen() {
    this.send({ type: "hello", key: this.key, from: this.lastLine, game: this.game || undefined });
    for (const message of this.unanswered.values()) this.send(message);
    this.#watch();
  }

  /** @param {ServerMessage} message */
  #onMessage(message) {
    this.#watch();
    if (message.type === "table" || message.type === "sheet") {
      this.retryMs = FIRST_RETRY_MS;
      this.lostAt = 0;
      this.handlers.onConnection("open", "");
    }
    if (message.type === "refused" && this.#handleRefusal(message)) return;
    if (message.type === "ack" || message.type === "refused") this.unanswered.delete(message.id ?? "");
    if (message.type === "header" && message.game !== this.game) [this.game, this.lastLine] = [message.game, 0];
    if (message.type === "lines") this.lastLine = message.now.n;
    this.handlers.onMessage(message);
  }

  /** Handle a refused nonce or connection; returns whether it was one, not a move. @param {Refusal} refusal */
  #handleRefusal({ id, code, reason }) {
    if (id?.startsWith(NONCE_ID)) {
      this.sentNonce = ""; // sent again with the next message about the table
      return true;
    }
    if (id !== null) return false;
    if (code === "no-table") this.#onGone(reason); // otherwise the socket is closed, and a retry may succeed
    return true;
  }

  /** @param {string} reason */
  #onGone(reason) {
    this.isGone = true;
    this.#disconnect();
    this.handlers.onConnection("gone", reason);
  }

  /** Ping after some silence, and drop the connection if there is no answer. */
  #watch() {
    clearTimeout(this.pingTimer);
    clearTimeout(this.deadTimer);
    this.pingTimer = setTimeout(() => {
      this.send({ type: "ping" });
      this.deadTimer = setTimeout(() => this.#onLost(), PONG_MS);
    }, PING_MS);
  }

  #disconnect() {
    clearTimeout(this.pingTimer);
    clearTimeout(this.deadTimer);
    clearTimeout(this.retryTimer);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  #onLost() {
    if (this.isGone) return;
    this.#disconnect();
    this.handlers.onConnection("lost", "");
    // A random delay spreads the clients that reconnect to a restarted server.
    this.retryTimer = setTimeout(() => this.#connect(), this.retryMs * (0.7 + 0.6 * Math.random()));
    this.lostAt ||= Date.now();
    const isLong = Date.now() - this.lostAt > LONG_OUTAGE_MS;
    this.retryMs = Math.min(isLong ? MAX_RETRY_IN_LONG_OUTAGE_MS : MAX_RETRY_MS, this.retryMs * 1.8);
  }

  /** Without waiting: the network is back, or the page is visible again. */
  #reconnectNow() {
    const state = this.socket?.readyState;
    if (state === WebSocket.OPEN || state === WebSocket.CONNECTING || this.isGone) return;
    this.#connect();
  }
}
