/** The score sheet as a table: a row an entry, a column a player with the running score; a tap on a row corrects it. */

import { make, makeButton, refill } from "../shared/dom.js";
import { figure, signed, t } from "../shared/i18n.js";
import { endText, isPlay, lineText, namedLineText, parseEntry } from "./texts.js";

/** @typedef {import("./queue.js").QueuedChange} QueuedChange */
/** @typedef {import("./state.js").SheetView} SheetView */
/** @typedef {import("../shared/protocol.js").SheetLine} SheetLine */

export class Lines {
  /** @param {HTMLElement} root @param {(line: SheetLine) => void} onTap */
  constructor(root, onTap) {
    this.root = root;
    this.onTap = onTap;
    this.head = make("thead");
    this.body = make("tbody");
    this.queued = make("tbody");
    /** @type {{line: SheetLine, rows: HTMLElement[]}[]} */
    this.shown = [];
    const caption = make("caption", { class: "aside" }, t("Score sheet"));
    refill(root, make("table", { class: "paper score-lines" }, caption, this.head, this.body, this.queued));
  }

  /**
   * Show the lines; those that have not changed are not drawn again.
   * @param {SheetView} view
   * @param {QueuedChange[]} queued
   */
  show(view, queued) {
    const names = view.sheet?.names ?? [];
    const before = this.shown.length;
    if (!this.head.childElementCount) this.head.append(headRow(names));
    const changed = this.shown.findIndex(({ line }, at) => line !== view.lines[at]);
    const same = changed < 0 ? before : changed;
    for (const { rows } of this.shown.splice(same)) for (const row of rows) row.remove();
    for (const line of view.lines.slice(same)) this._add(line, names);
    refill(this.queued, ...queued.map((change) => queuedRow(change, names)));
    if (view.lines.length > before || queued.length) this.scrollToEnd();
  }

  scrollToEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }

  /** @param {SheetLine} line @param {string[]} names */
  _add(line, names) {
    const isNewRound = line.round !== this.shown.at(-1)?.line.round;
    const rows = [lineRow(line, names, this.onTap)];
    if (isNewRound) rows.unshift(roundRow(line.round, names));
    if (line.reason) rows.push(reasonRow(line, names));
    if (line.end) rows.push(endRow(line, endText(line.end, names), names));
    this.body.append(...rows);
    this.shown.push({ line, rows });
  }
}

/** @param {SheetLine} line @param {string[]} names @param {(line: SheetLine) => void} onTap */
function lineRow(line, names, onTap) {
  const { number, seat, bonus, points, scores } = line;
  const words = `${lineText(line)} ${signed(points)}`;
  const name = seat === null ? names.join(", ") : names[seat];
  const label = t("Line {number}, {name}: {words}", { number, name, words });
  const button = makeButton(
    { class: "entry-line", "data-line": number, "aria-label": label, click: () => onTap(line) },
    make("span", { class: "what" }, lineText(line)),
    isPlay(line) && make("b", { class: bonus ? "gained bonus" : "gained" }, signed(points)),
  );
  const running = names.map((_, each) => (each === seat && isPlay(line) ? figure(scores[each]) : ""));
  return make(
    "tr",
    { class: `line ${statusOf(line)}`, "data-number": number },
    make("td", { class: "number" }, `${number}`),
    make("td", { class: "entry" }, seatDot(seat), button),
    ...running.map((score) => make("td", { class: "running" }, score)),
  );
}

/** @param {number | null} seat */
function seatDot(seat) {
  return seat === null ? null : make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" });
}

/** @param {SheetLine} line */
function statusOf(line) {
  return line.overruled ? "overruled" : line.reason ? "unsettled" : "";
}

/** @param {number} round @param {string[]} names */
function roundRow(round, names) {
  const head = make("th", { colspan: names.length + 2, scope: "colgroup" }, t("Round {number}", { number: round }));
  return make("tr", { class: "round" }, head);
}

/** Why the rules refuse a line. @param {SheetLine} line @param {string[]} names */
function reasonRow(line, names) {
  const intro = line.overruled ? t("It stands anyway:") : t("This cannot be:");
  const text = make("span", { class: "problem" }, `${intro} ${line.reason}`);
  const cell = make("td", { class: "entry", colspan: names.length + 1 }, text);
  return make("tr", { class: `reason ${statusOf(line)}` }, make("td"), cell);
}

/** @param {SheetLine} line @param {string} text @param {string[]} names */
function endRow(line, text, names) {
  const scores = names.map((_, seat) => make("td", { class: "running" }, make("b", {}, figure(line.scores[seat]))));
  return make("tr", { class: "total" }, make("td"), make("td", { class: "entry" }, text), ...scores);
}

/** A change that the server does not have yet. @param {QueuedChange} queued @param {string[]} names */
function queuedRow({ change }, names) {
  const entry = change.startsWith("add ") ? parseEntry(change.slice(4)) : null;
  const text = make(
    "span",
    { class: "entry-line" },
    make("span", { class: "what" }, entry ? namedLineText(entry, names) : change),
    make("span", { class: "faint" }, t("waiting")),
  );
  return make(
    "tr",
    { class: "line pending" },
    make("td", { class: "number" }, "…"),
    make("td", { class: "entry", colspan: names.length + 1 }, seatDot(entry?.seat ?? null), text),
  );
}

/** @param {string[]} names */
function headRow(names) {
  const heads = names.map((name, seat) =>
    make("th", { scope: "col" }, seatDot(seat), make("span", { class: "name" }, name)),
  );
  const label = t("What happened");
  const heading = make("span", { class: "heading", "aria-hidden": "true" }, label);
  return make(
    "tr",
    {},
    make("th", { scope: "col", class: "number" }, "#"),
    make("th", { scope: "col", "aria-label": label }, heading),
    ...heads,
  );
}
