/** The socket to a table or a score sheet: it comes back by itself, goes on from the last line, and loses no move. */

/** @typedef {"connecting" | "open" | "lost" | "gone"} State */

const FIRST_WAIT = 300; // milliseconds before the first new try
const LONGEST_WAIT = 5000;
const PING = 5000;
const SILENCE = 5000; // after a ping without any answer the connection is dead, whatever the browser thinks
const OPENING = 20000; // longer than a proxy waits before it tries another node

export class Wire {
  /**
   * @param {string} code @param {string | null} key
   * @param {{frame: (frame: any) => void, state: (state: State, reason: string) => void}} handlers
   */
  constructor(code, key, handlers) {
    this.code = code;
    this.key = key;
    this.handlers = handlers;
    this.game = 0;
    this.last = 0; // the number of the last line received
    /** @type {Map<string, object>} */
    this.unanswered = new Map(); // moves by id, sent again after a break: the server plays none twice
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
    this.retry = 0;
    this.pinging = 0;
    this.silence = 0;
    this.given = false; // up: the server will not have us
    this.number = ""; // the frame with the last number, which is sent once
    addEventListener("online", () => this._now());
    // The server may be on this very machine, so being offline is no reason to stop trying.
    addEventListener("offline", () => this._lost());
    document.addEventListener("visibilitychange", () => !document.hidden && this._now());
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    this.number = "";
    this.handlers.state("connecting", "");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${this.code}`);
    this.socket = socket;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this._lost(), OPENING);
    socket.onopen = () => this._hello(socket);
    socket.onmessage = (event) => this._heard(socket, JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this._lost();
  }

  /** Sit down: from now on with this key. @param {string | null} key */
  use(key) {
    this.key = key;
    this.game = this.last = 0;
    this._drop();
    this.open();
  }

  /** @param {{seat: number, after: number, move: string}} move */
  move(move) {
    const id = crypto.getRandomValues(new Uint32Array(3)).join("-");
    const frame = { type: "move", id, ...move };
    this.unanswered.set(id, frame);
    this._send(frame);
    return id;
  }

  /** @param {number} [seat] */
  ready(seat) {
    this._send(seat === undefined ? { type: "ready" } : { type: "ready", seat });
  }

  /** Add a number to the next deal. @param {{game: number, round: number}} due @param {string} number */
  add({ game, round }, number) {
    const frame = { type: "number", id: `number ${game} ${round}`, game, round, number };
    if (this.number !== JSON.stringify(frame)) this._send(frame);
    this.number = JSON.stringify(frame);
  }

  /** @param {object} frame */
  _send(frame) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** @param {WebSocket} socket */
  _hello(socket) {
    socket.send(JSON.stringify({ type: "hello", key: this.key, from: this.last, game: this.game || undefined }));
    for (const frame of this.unanswered.values()) socket.send(JSON.stringify(frame));
    this._watch();
  }

  /** @param {WebSocket} socket @param {any} frame */
  _heard(socket, frame) {
    if (socket !== this.socket) return;
    this._watch();
    if (frame.type === "table" || frame.type === "sheet") {
      this.wait = FIRST_WAIT;
      this.handlers.state("open", "");
    }
    if (frame.type === "refused" && frame.id === null) return this._gone(frame);
    if (frame.type === "refused" && frame.id.startsWith("number ")) {
      this.number = ""; // sent again with the next table frame
      return;
    }
    if (frame.type === "ack" || frame.type === "refused") this.unanswered.delete(frame.id);
    this._count(frame);
    this.handlers.frame(frame);
  }

  /** @param {any} frame */
  _count(frame) {
    if (frame.type === "header" && frame.game !== this.game) [this.game, this.last] = [frame.game, 0];
    if (frame.type === "lines") this.last = frame.now.n;
  }

  /** The server does not serve this socket. @param {{reason: string, code: string}} frame */
  _gone(frame) {
    if (frame.code !== "no-table") return; // it closes, and a later try may do
    this.given = true;
    this._drop();
    this.handlers.state("gone", frame.reason);
  }

  _watch() {
    clearTimeout(this.pinging);
    clearTimeout(this.silence);
    this.pinging = setTimeout(() => {
      this._send({ type: "ping" });
      this.silence = setTimeout(() => this._lost(), SILENCE);
    }, PING);
  }

  _drop() {
    clearTimeout(this.pinging);
    clearTimeout(this.silence);
    clearTimeout(this.retry);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }

  _lost() {
    if (this.given) return;
    this._drop();
    this.handlers.state("lost", "");
    // Each waits its own time, so that a restarted server is not run down by all at once.
    this.retry = setTimeout(() => this.open(), this.wait * (0.7 + 0.6 * Math.random()));
    this.wait = Math.min(LONGEST_WAIT, this.wait * 1.8);
  }

  /** Try at once: the network is back, or somebody looks at the page again. */
  _now() {
    if (this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    if (!this.given) this.open();
  }
}
