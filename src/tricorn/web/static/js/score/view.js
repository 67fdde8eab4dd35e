/** Draws the page of a score sheet. Data flows one way: `render` reads the state and changes only the document. */

import { Board, bindFit } from "../board/board.js";
import { hasServer } from "../shared/addresses.js";
import { byId, findAll, make, makeButton, refill } from "../shared/dom.js";
import { formatScore, t, tn } from "../shared/i18n.js";
import { roundText } from "../shared/sentences.js";
import { initial } from "../shared/ui.js";
import { keepAwake } from "../shared/wake_lock.js";
import { Announcer } from "./announcer.js";
import { Dialogs } from "./dialogs.js";
import { fitNames } from "./fit_names.js";
import { Lines } from "./lines.js";
import { Pad } from "./pad.js";
import { ADD, asksForPoints, isStarting, nextSeat, placedTiles } from "./state.js";
import { correctionText, endText, promptText } from "./texts.js";

/** @import { SheetNow } from "../shared/protocol.js" */
/** @import { Line, ScoreState, ShownSheet } from "./state.js" */

/**
 * `unsent`: how many changes the server does not have; `isOffline`: the last attempt to send one did not reach it;
 * `isAwaited`: the server will soon send the sheet with the last changes.
 * @typedef {{unsent: number, isOffline: boolean, isAwaited: boolean}} QueueStatus
 */

/**
 * @typedef {object} OwnHandlers
 * @property {(seat: number) => void} onSeat  a player was tapped
 * @property {(line: Line) => void} onLine    a line was tapped
 *
 * @typedef {OwnHandlers & import("./pad.js").Handlers & import("./dialogs.js").Handlers} Handlers
 */

export class ScoreView {
  /** @param {string | null} code  null if only this browser has the sheet @param {Handlers} handlers */
  constructor(code, handlers) {
    this.handlers = handlers;
    this.isDraft = code === null;
    this.board = new Board(byId("board", SVGSVGElement), {
      onChoose: (option) => this.pad.place(option),
      onConfirm: () => byId("place").click(),
    });
    bindFit(this.board, byId("fit"));
    this.pad = new Pad(byId("entry"), handlers);
    this.dialogs = new Dialogs(code, handlers);
    this.announcer = new Announcer();
    this.lines = new Lines(byId("sheet"), handlers.onLine);
  }

  /**
   * @param {ScoreState} state @param {ShownSheet} shown  the sheet with the unsent changes @param {QueueStatus} queue
   */
  render(state, shown, queue) {
    const { sheet, now } = shown;
    showBanner(state, queue, sheet?.writing ?? false);
    this.#showBoard(state, now);
    if (!sheet || !now) return;
    const { target } = state;
    const seat = seatToEnter(state, shown);
    const hasNewLayout = setLayout(state, now, sheet.writing);
    byId("round-number").textContent = now.round ? roundText(now.round, sheet.rules.rounds) : "";
    this.#showPlayers(shown, seat);
    const prompt = this.#showPrompt(state, shown, seat);
    if (!queue.isAwaited) this.announcer.announce(sheet, shown.lines, prompt);
    byId("news").textContent = newsText(shown);
    showUndo(state, now);
    byId("cancel").hidden = target === ADD;
    this.#showPad(state, shown);
    // After the pad, because the height of the lines depends on it, and a form hides the players.
    fitNames(byId("people"), sheet.names);
    this.lines.show(shown, target);
    if (hasNewLayout) this.lines.scrollToEnd();
    if (this.dialogs.sharing.open) this.dialogs.showSharing(shown, queue.unsent);
    byId("pencil-offered").hidden = sheet.writing || !sheet.offered;
    keepAwake(sheet.writing && !now.over);
  }

  /** Render what has been entered of the next line. @param {ScoreState} state @param {ShownSheet} shown */
  renderEntry(state, shown) {
    this.#showBoard(state, shown.now);
    if (shown.sheet && shown.now) this.#showPad(state, shown);
  }

  /** The tiles on the table, and where the typed tile fits. @param {ScoreState} state @param {SheetNow | null} now */
  #showBoard({ partial: { cells } }, now) {
    const options = cells?.options ?? [];
    this.board.show(placedTiles(cells?.placed ?? now?.placed ?? []));
    this.board.showTargets(options);
    this.board.preview(options.length === 1 ? options[0].move : null);
  }

  /** @param {ScoreState} state @param {ShownSheet} shown */
  #showPad(state, shown) {
    const { mode, target, partial } = state;
    const seat = seatToEnter(state, shown);
    this.pad.show(shown, { mode, seat, target, isStarting: isStarting(target, shown), partial });
  }

  /** @param {ShownSheet} shown @param {number | null} next  the seat that is entered next */
  #showPlayers({ sheet, now }, next) {
    if (!sheet || !now) return;
    const isCounting = now.asked.what !== "points"; // tiles
    const items = sheet.names.map((name, seat) => {
      const held = isCounting ? now.held[seat] : undefined;
      const score = formatScore(now.scores[seat] ?? 0);
      const tiles = held === undefined ? "" : tn("{n} tile", "{n} tiles", held);
      const button = makeButton(
        {
          class: "person",
          "data-seat": seat,
          "aria-pressed": String(seat === next),
          "aria-label": [name, score, tiles].filter(Boolean).join(", "),
          title: name,
          disabled: !sheet.writing,
          click: () => this.handlers.onSeat(seat),
        },
        make("span", { class: `avatar small seat-${seat}`, "aria-hidden": "true" }, initial(name)),
        make("span", { class: "name" }, name),
        make("b", { class: "score" }, score),
        tiles && make("span", { class: "held" }, sheet.names.length > 3 ? `△${held}` : tiles),
      );
      return make("li", { class: seat === next ? "on-turn" : null }, button);
    });
    refill(byId("people"), ...items);
  }

  /**
   * Show the prompt; returns it as it is read out.
   * @param {ScoreState} state @param {ShownSheet} shown @param {number | null} seat
   */
  #showPrompt({ mode, target }, { sheet, now, lines }, seat) {
    if (!sheet || !now) return "";
    const { how, number } = target;
    const what = asksForPoints(mode, target, now) ? "points" : now.asked.what;
    const line = lines[number - 1];
    const isCorrection = how !== "add" && line;
    const text = isCorrection ? correctionText(how, line, sheet) : promptText(what, now, sheet, seat);
    const hasRule = how === "add" && what === "start" && !this.isDraft;
    refill(byId("say"), text, hasRule && startRule());
    const isTurn = what === "play" && how === "add";
    byId("say").classList.toggle("small-say", !isTurn);
    return isTurn && text ? t("Next: {name}", { name: text }) : text;
  }
}

/** Whose entry comes next, if that is known. @param {ScoreState} state @param {ShownSheet} shown */
function seatToEnter({ seat, target }, shown) {
  return seat ?? (target === ADD ? nextSeat(shown) : null);
}

/** The rule for the start of a round, to unfold. */
function startRule() {
  return make(
    "details",
    { class: "start-rule" },
    make("summary", {}, t("The rule")),
    byId("start-rule", HTMLTemplateElement).content.cloneNode(true),
  );
}

/** Show what can be undone; a connected server may know of more. @param {ScoreState} state @param {SheetNow} now */
function showUndo({ received, isConnected }, now) {
  const known = isConnected ? received.now : null;
  byId("undo", HTMLButtonElement).disabled = !known?.undo && !now.undo;
  byId("redo", HTMLButtonElement).disabled = !known?.redo && !now.redo;
}

/**
 * Set what the style sheets depend on; returns whether another part of the page is visible now.
 * @param {ScoreState} state @param {SheetNow} now @param {boolean} isWriting
 */
function setLayout({ mode, isSheetShown }, now, isWriting) {
  const { dataset, classList } = document.body;
  const isChanged = dataset.mode !== mode || classList.contains("sheet-shown") !== isSheetShown;
  dataset.mode = mode;
  dataset.asked = now.asked.what;
  dataset.n = String(now.n);
  classList.toggle("reading", !isWriting);
  classList.toggle("sheet-shown", isSheetShown);
  byId("show-sheet").setAttribute("aria-pressed", String(isSheetShown));
  for (const button of findAll(document, ".mode")) {
    button.setAttribute("aria-pressed", String(button.dataset.mode === mode));
  }
  return isChanged;
}

/**
 * Say why nothing can be entered, or, without a connection, that what is entered is safe.
 * @param {ScoreState} state @param {QueueStatus} queue @param {boolean} isWriting
 */
function showBanner({ problem, isConnected }, { unsent, isOffline }, isWriting) {
  const isSaved = !problem && hasServer && isWriting && (!isConnected || (isOffline && unsent > 0));
  const isCutOff = hasServer && !isConnected && !isWriting;
  const text = problem || (isSaved ? savedText(unsent) : isCutOff ? t("No connection; trying again…") : "");
  const banner = byId("offline");
  banner.hidden = !text;
  banner.classList.toggle("calm", isSaved);
  if (banner.textContent !== text) banner.textContent = text;
}

/** @param {number} unsent  changes that the server does not have */
function savedText(unsent) {
  const isPhone = matchMedia("(pointer: coarse)").matches;
  const saved = isPhone ? t("Saved on this phone") : t("Saved on this device");
  return [saved, ...(unsent ? [t("{n} to be sent", { n: unsent })] : [])].join(" · ");
}

/** The end of a round or of the game, and problems. @param {ShownSheet} shown */
function newsText({ sheet, lines, now }) {
  const end = lines.at(-1)?.end;
  const parts = [];
  if (end) parts.push(endText(end, sheet?.names ?? []));
  if (now?.over) parts.push(now.over.reason);
  if (now?.problems) parts.push(problemsText(now.problems));
  return parts.join(" ");
}

/** @param {number} n */
function problemsText(n) {
  return tn(
    "{n} line cannot be right; tap it to correct it.",
    "{n} lines cannot be right; tap them to correct them.",
    n,
  );
}
