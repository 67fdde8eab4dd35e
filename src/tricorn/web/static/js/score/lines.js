/** The score sheet as a table: a row an entry, a column a player with the running score; a tap on a row corrects it. */

import { make, refill } from "../shared/dom.js";
import { figure, signed, t } from "../shared/i18n.js";
import { endWords, lineWords, toldBy } from "./texts.js";

/** @typedef {import("./texts.js").Line} Line */
/** @typedef {import("./texts.js").View} View */
/** @typedef {import("./queue.js").Waiting} Waiting */

const SCORED = ["place", "draw", "pass"];

/** @param {Line} line @param {string[]} names @param {(line: Line) => void} tapped */
function row(line, names, tapped) {
  const words = [
    make("span", { class: "what" }, lineWords(line)),
    SCORED.includes(line.what)
      ? make("b", { class: line.bonus ? "gained bonus" : "gained" }, signed(line.points))
      : null,
  ];
  const told = line.seat === null ? names.join(", ") : names[line.seat];
  const entry = make(
    "button",
    {
      type: "button",
      class: "entry-line",
      "data-line": line.number,
      "aria-label": t("Line {number}, {name}: {words}", {
        number: line.number,
        name: told,
        words: `${lineWords(line)} ${signed(line.points)}`,
      }),
      click: () => tapped(line),
    },
    ...words,
  );
  const scores = names.map((_, seat) =>
    make("td", { class: "running" }, seat === line.seat && SCORED.includes(line.what) ? figure(line.scores[seat]) : ""),
  );
  return make(
    "tr",
    { class: `line ${stateOf(line)}`, "data-number": line.number },
    make("td", { class: "number" }, `${line.number}`),
    make("td", { class: "told" }, dot(line.seat), entry),
    ...scores,
  );
}

/** @param {number | null} seat */
function dot(seat) {
  return seat === null ? null : make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" });
}

/** @param {Line} line */
function stateOf(line) {
  return line.overruled ? "overruled" : line.reason ? "unsettled" : "";
}

/** What the rules have against a line, in the whole width. @param {Line} line @param {string[]} names */
function reasonRow(line, names) {
  if (!line.reason) return null;
  const sign = line.overruled ? t("It stands anyway:") : t("This cannot be:");
  return make(
    "tr",
    { class: `reason ${stateOf(line)}` },
    make("td", {}),
    make(
      "td",
      { class: "told", colspan: names.length + 1 },
      make("span", { class: "problem" }, `${sign} ${line.reason}`),
    ),
  );
}

/** @param {Line} line @param {string[]} names */
function endRow(line, names) {
  if (!line.end) return null;
  return make(
    "tr",
    { class: "total" },
    make("td", {}),
    make("td", { class: "told" }, endWords(line.end, names)),
    ...names.map((_, seat) => make("td", { class: "running" }, make("b", {}, figure(line.scores[seat])))),
  );
}

/** @param {Waiting} waiting @param {string[]} names */
function pendingRow(waiting, names) {
  const told = waiting.change.startsWith("add ") ? toldBy(waiting.change.slice(4)) : null;
  const seat = told?.seat ?? null;
  const words = told ? [seat === null ? "" : `${names[seat]}: `, lineWords(told)].join("") : waiting.change;
  return make(
    "tr",
    { class: "line pending" },
    make("td", { class: "number" }, "…"),
    make(
      "td",
      { class: "told", colspan: names.length + 1 },
      dot(seat),
      make(
        "span",
        { class: "entry-line" },
        make("span", { class: "what" }, words),
        make("span", { class: "faint" }, t("waiting")),
      ),
    ),
  );
}

/** @param {string[]} names */
function headRow(names) {
  const heads = names.map((name, seat) =>
    make(
      "th",
      { scope: "col" },
      make("span", { class: `dot seat-${seat}`, "aria-hidden": "true" }),
      make("span", { class: "name" }, name),
    ),
  );
  return make(
    "tr",
    {},
    make("th", { scope: "col", class: "number" }, "#"),
    make(
      "th",
      { scope: "col", "aria-label": t("What happened") },
      make("span", { class: "heading", "aria-hidden": "true" }, t("What happened")),
    ),
    ...heads,
  );
}

export class Lines {
  /** @param {HTMLElement} root @param {(line: Line) => void} tapped */
  constructor(root, tapped) {
    this.root = root;
    this.tapped = tapped;
    this.head = make("thead", {});
    this.body = make("tbody", {});
    this.waiting = make("tbody", {});
    /** @type {{line: Line, rows: HTMLElement[]}[]} */
    this.shown = [];
    refill(
      root,
      make(
        "table",
        { class: "paper score-lines" },
        make("caption", { class: "aside" }, t("Score sheet")),
        this.head,
        this.body,
        this.waiting,
      ),
    );
  }

  /** Show the lines; those that are still the same stay as they are. @param {View} view @param {Waiting[]} waiting */
  show(view, waiting) {
    const names = view.sheet?.names ?? [],
      before = this.shown.length;
    if (!this.head.childElementCount) this.head.append(headRow(names));
    const changed = this.shown.findIndex(({ line }, at) => line !== view.lines[at]);
    const same = changed < 0 ? before : changed;
    for (const { rows } of this.shown.splice(same)) for (const each of rows) each.remove();
    for (const line of view.lines.slice(same)) this._add(line, names);
    refill(this.waiting, ...waiting.map((each) => pendingRow(each, names)));
    if (view.lines.length > before || waiting.length) this.toEnd();
  }

  toEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }

  /** @param {Line} line @param {string[]} names */
  _add(line, names) {
    const begins = line.round !== this.shown.at(-1)?.line.round;
    const head = begins
      ? make(
          "tr",
          { class: "round" },
          make("th", { colspan: names.length + 2, scope: "colgroup" }, t("Round {number}", { number: line.round })),
        )
      : null;
    const rows = /** @type {HTMLElement[]} */ (
      [head, row(line, names, this.tapped), reasonRow(line, names), endRow(line, names)].filter(Boolean)
    );
    this.body.append(...rows);
    this.shown.push({ line, rows });
  }
}
