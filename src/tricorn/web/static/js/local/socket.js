/**
 * A table in this browser with the interface of LiveSocket and Requests, so the table's page treats it like a server's.
 * The game runs in a worker and is saved after every move.
 */

import { levelNow } from "../shared/adaptive.js";
import { t } from "../shared/i18n.js";
import { localName } from "../shared/my_games.js";
import { winSentence } from "../shared/sentences.js";
import { isStored } from "../shared/storage.js";
import { toast } from "../shared/ui.js";
import { claimTable, savedTable, saveTable } from "./saved.js";

/** @import { Hint, Now, Refusal } from "../shared/protocol.js" */
/** @import { Handlers } from "../shared/socket.js" */
/** @import { SavedTable } from "./saved.js" */
/** @import { Move, PageMessage } from "./table.js" */
/** @import { FrameReport, HintReport, WorkerMessage } from "./worker.js" */

/**
 * The addresses of the rules, of the two modules for hints, and of the module that judges refused moves.
 * @typedef {{module: string, analysis: string, review: string, score: string}} Modules
 */

/** The key of local tables; they need none. */
export const LOCAL_KEY = "local";

/** @param {string} code  of a refusal */
function refusalText(code) {
  if (code === "alone") return t("Nobody else plays at this table, so nobody would see it.");
  return code === "no-choice" ? t("There is no turn of yours to take back.") : t("This move is not possible now.");
}

export class LocalSocket {
  /** @param {string} code @param {Modules} modules @param {Handlers} handlers */
  constructor(code, modules, handlers) {
    this.code = code;
    this.key = LOCAL_KEY;
    this.handlers = handlers;
    this.target = 0;
    /** @type {string[]} */
    this.names = [];
    this.hasWarnedOfStorage = false;
    /** The share of its thinking that a bot has time for, as last announced. */
    this.announcedShare = 2;
    /** Pending requests for hints. @type {Map<string, (hint: Hint | null) => void>} */
    this.waiting = new Map();
    /** @type {Worker | null} */
    this.worker = null;
    /** Says why a move is refused, once that is needed. @type {import("./referee.js").Referee | null} */
    this.referee = null;
    this.modules = modules;
    const table = savedTable(code);
    this.table = table; // as it was last saved
    if (table) this.#open(table, modules);
    else if (isStored(localName(code))) this.#fail("damaged");
    else this.#stop("gone", t("There is no such game in this browser."));
  }

  /** @param {SavedTable} table @param {Modules} modules */
  #open(table, { module, analysis, review }) {
    this.names = table.seats.map((seat) => seat.name);
    this.worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.#receive(data);
    this.worker.onerror = () => this.#fail("module");
    const address = (/** @type {string} */ file) => new URL(file, location.href).href;
    const hintModules = { analysis: address(analysis), review: address(review) };
    this.worker.postMessage({ open: table, module: address(module), ...hintModules });
    claimTable(this.code, () => this.#stop("lost", t("This game is open in another tab. Reload to continue here.")));
  }

  /** @param {{seat: number, game: number, after: number, move: string}} move */
  sendMove(move) {
    this.send({ type: "move", id: String(move.after), ...move });
  }

  useKey() {
    // A key is needed at a server's table only.
  }

  sendNonce() {
    // Only a server's deals take nonces.
  }

  /** @param {PageMessage} message */
  send(message) {
    this.worker?.postMessage(message);
  }

  /** Play another game; an adaptive bot plays it as strongly as it does now. */
  rematch() {
    const levels = this.table?.seats.map(({ level }) => level && levelNow(level)) ?? [];
    this.send({ type: "rematch", levels });
  }

  /** @param {WorkerMessage} message */
  #receive(message) {
    if ("save" in message) return this.#save(message.save);
    if ("record" in message) return this.#saveRecord(message.record);
    if ("hint" in message) return this.#receiveHint(message);
    if ("share" in message) return this.#warnOfSpeed(message.share);
    if ("failed" in message) return this.#fail(message.failed);
    this.#receiveFrame(message);
  }

  /** A hint, or null if there is none now. @param {{seat: number, after: number}} request */
  askForHint(request) {
    const id = String(request.after);
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.send({ type: "hint", id, ...request });
    });
  }

  /** @param {HintReport} report */
  #receiveHint({ id, hint, isMissing }) {
    if (isMissing) toast(t("Hints could not be loaded. Connect to the network and try again, or reload the page."));
    this.waiting.get(id)?.(hint);
    this.waiting.delete(id);
  }

  /** Save the record as a file. @param {string} record */
  async #saveRecord(record) {
    const { saveRecord } = await import("../shared/record_files.js");
    saveRecord(record, this.code);
  }

  /** @param {FrameReport} report */
  #receiveFrame({ frame, refused }) {
    if (frame.type === "table") this.handlers.onConnection("open", "");
    if (frame.type === "header") this.target = frame.rules.target;
    if (frame.type === "lines") this.#explainWin(frame.now);
    if (frame.type === "refused") this.#receiveRefusal(frame, refused);
    else this.handlers.onMessage(frame);
  }

  /** @param {Refusal} frame @param {Move} [move]  that the rules refuse */
  async #receiveRefusal(frame, move) {
    const reason = move && (await this.#reasonFor(move).catch(() => null));
    this.handlers.onMessage({ ...frame, reason: reason ?? refusalText(frame.code) });
  }

  /** Why the rules refuse a move. Most games have none, so what judges is loaded at the first. @param {Move} move */
  async #reasonFor(move) {
    const { Referee } = await import("./referee.js");
    this.referee ??= new Referee(this.modules.score);
    return this.table && this.referee.reason(this.table, move);
  }

  /** Put the reason of a win into words. @param {Now} now */
  #explainWin({ over, scores, round }) {
    const game = over?.game;
    if (!game) return;
    const { winner, reason } = game;
    game.reason =
      winner === null
        ? t("The game was ended early.")
        : winSentence(reason, { name: this.names[winner], score: scores[winner], target: this.target, rounds: round });
  }

  /** @param {SavedTable} table */
  #save(table) {
    this.table = table;
    if (saveTable(table) || this.hasWarnedOfStorage) return;
    this.hasWarnedOfStorage = true;
    toast(t("This browser's storage is full or blocked: the game goes on, but only as long as this page is open."));
  }

  /** Warn that bots think less; again whenever the share has halved. @param {number} share */
  #warnOfSpeed(share) {
    if (share > this.announcedShare / 2) return;
    this.announcedShare = share;
    const percent = Math.max(1, Math.floor(100 * share));
    toast(t("This device is slow: to answer in time, the bot thinks less ({percent} %).", { percent }));
  }

  /** @param {"browser" | "module" | "damaged"} reason */
  #fail(reason) {
    const text = {
      browser: t("This needs a browser with WebAssembly."),
      module: t("The rules could not be loaded. Connect to the network and load the page again; the game is saved."),
      damaged: t(
        "This saved game is damaged or from another version and cannot go on. Its record is still in this browser.",
      ),
    }[reason];
    this.#stop("lost", text);
  }

  /** @param {"gone" | "lost"} state @param {string} reason */
  #stop(state, reason) {
    this.worker?.terminate();
    this.worker = null;
    this.handlers.onConnection(state, reason);
  }
}

const nothing = async () => null; // a local table has no lobby

/** The interface of Requests for a local table. @param {LocalSocket} socket */
export function localRequests(socket) {
  return {
    join: nothing,
    setSeat: nothing,
    addBot: nothing,
    removeSeat: nothing,
    moveSeat: nothing,
    setRules: nothing,
    start: nothing,
    resign: nothing,
    /** @param {{agree?: boolean}} answer */
    rematch: async ({ agree = true }) => agree && socket.rematch(),
    end: async () => socket.send({ type: "end" }),
    takeBack: async () => socket.send({ type: "take-back" }),
    hint: (/** @type {number} */ seat, /** @type {number} */ after) => socket.askForHint({ seat, after }),
    download: async () => socket.send({ type: "record" }),
  };
}
