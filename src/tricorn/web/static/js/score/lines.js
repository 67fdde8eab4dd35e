/**
 * The score sheet as a table: a row per entry, a column per player with the running score; tap a row to correct it.
 * With more than three players there is one column for all scores, and each row begins with the player.
 */

import { findAll, make, makeButton, refill } from "../shared/dom.js";
import { formatPoints, formatScore, t } from "../shared/i18n.js";
import { shortNames } from "../shared/names.js";
import { roundText } from "../shared/sentences.js";
import { playerHeads, seatDot } from "../shared/ui.js";
import { fitNames } from "./fit_names.js";
import { endText, isPlay, lineText, reasonText } from "./texts.js";

/** @import { Scoring } from "../shared/notation.js" */
/** @import { SheetRules } from "../shared/protocol.js" */
/** @import { Line, ShownSheet, Target } from "./state.js" */
/** @typedef {Pick<SheetRules, "rounds" | "scoring">} ShownRules */

const MAX_COLUMNS = 3; // of players
/** @type {{names: string[], rules: ShownRules}} */
const NO_SHEET = { names: [], rules: { rounds: null, scoring: "numbers" } };

export class Lines {
  /** @param {HTMLElement} root @param {(line: Line) => void} onTap */
  constructor(root, onTap) {
    this.root = root;
    this.onTap = onTap;
    this.head = make("thead");
    this.body = make("tbody");
    this.names = "";
    /** @type {{line: Line, rows: HTMLElement[]}[]} */
    this.shown = [];
    const caption = make("caption", { class: "visually-hidden" }, t("Score sheet"));
    refill(root, make("table", { class: "paper score-lines" }, caption, this.head, this.body));
  }

  /**
   * Show the lines; unchanged ones are not redrawn.
   * @param {ShownSheet} view @param {Target} target  a line that is being corrected stays in sight
   */
  show(view, target) {
    const { names, rules } = view.sheet ?? NO_SHEET;
    this.#showNames(names);
    fitNames(this.head, names);
    const before = this.shown.length;
    const changed = this.shown.findIndex(({ line }, index) => line !== view.lines[index]);
    const isCorrected = changed >= 0 && !this.shown[changed].line.isPending;
    const same = changed < 0 ? before : changed;
    for (const { rows } of this.shown.splice(same)) for (const row of rows) row.remove();
    for (const line of view.lines.slice(same)) this.#add(line, names, rules);
    this.#mark(target);
    if (view.lines.length > before && !isCorrected) this.scrollToEnd();
  }

  /** @param {string[]} names */
  #showNames(names) {
    if (names.join("\n") === this.names) return;
    this.names = names.join("\n");
    refill(this.head, headRow(names));
    this.head.classList.toggle("visually-hidden", !hasColumns(names));
    for (const { rows } of this.shown.splice(0)) for (const row of rows) row.remove();
  }

  /** Mark the line that is being corrected, and show it. @param {Target} target */
  #mark({ how, number }) {
    for (const row of findAll(this.body, "tr.correcting")) row.classList.remove("correcting", "replace", "insert");
    if (how === "add") return;
    const row = this.body.querySelector(`tr[data-number="${number}"]`);
    row?.classList.add("correcting", how);
    row?.scrollIntoView({ block: "nearest" });
  }

  scrollToEnd() {
    this.root.scrollTop = this.root.scrollHeight;
  }

  /** @param {Line} line @param {string[]} names @param {ShownRules} rules */
  #add(line, names, { rounds, scoring }) {
    const isNewRound = line.round !== this.shown.at(-1)?.line.round;
    const rows = [lineRow(line, names, scoring, this.onTap)];
    if (isNewRound) rows.unshift(roundRow(roundText(line.round, rounds), names));
    if (line.reason) rows.push(reasonRow(line, names));
    if (line.end) rows.push(endRow(line, endText(line.end, names), names));
    this.body.append(...rows);
    this.shown.push({ line, rows });
  }
}

/** @param {Line} line @param {string[]} names @param {Scoring} scoring @param {(line: Line) => void} onTap */
function lineRow(line, names, scoring, onTap) {
  const { number, seat, bonus, points, scores, isPending } = line;
  const text = lineText(line, scoring);
  const words = `${text} ${formatPoints(points)}`;
  const name = seat === null ? names.join(", ") : names[seat];
  const label = t("Line {number}, {name}: {words}", { number, name, words });
  const contents = [
    make("span", { class: "what" }, text),
    isPending && make("span", { class: "faint" }, t("waiting")),
    isPlay(line) && make("b", { class: bonus ? "gained bonus" : "gained" }, formatPoints(points)),
  ];
  const attributes = { class: "entry-line", "data-line": number, "aria-label": label, click: () => onTap(line) };
  const button = makeButton(attributes, ...contents);
  const columns = hasColumns(names) ? [...names.keys()] : [seat];
  const running = columns.map((column) =>
    column !== null && column === seat && isPlay(line) ? formatScore(scores[column]) : "",
  );
  const who = seat !== null && !hasColumns(names) && shortNames(names)[seat];
  return make(
    "tr",
    { class: `line ${lineStatus(line)}`, "data-number": number },
    make("td", { class: "number" }, `${number}`),
    make(
      "td",
      { class: "entry" },
      seat !== null && seatDot(seat),
      who && make("abbr", { class: "who", title: name }, who),
      button,
    ),
    ...running.map((score) => make("td", { class: "running" }, score)),
  );
}

/** Whether each player has a column. @param {string[]} names */
function hasColumns(names) {
  return names.length <= MAX_COLUMNS;
}

/** The number of columns of scores. @param {string[]} names */
function scoreColumns(names) {
  return hasColumns(names) ? names.length : 1;
}

/** @param {Line} line */
function lineStatus(line) {
  if (line.isPending) return "pending";
  return line.overruled ? "overruled" : line.reason ? "unsettled" : "";
}

/** @param {string} text @param {string[]} names */
function roundRow(text, names) {
  const head = make("th", { colspan: scoreColumns(names) + 2, scope: "colgroup" }, text);
  return make("tr", { class: "round" }, head);
}

/** @param {Line} line @param {string[]} names */
function reasonRow(line, names) {
  const text = make("span", { class: "problem" }, reasonText(line));
  const cell = make("td", { class: "entry", colspan: scoreColumns(names) + 1 }, text);
  return make("tr", { class: `reason ${lineStatus(line)}` }, make("td"), cell);
}

/** @param {Line} line @param {string} text @param {string[]} names */
function endRow(line, text, names) {
  if (!hasColumns(names)) return standingsRow(line, text, names);
  const scores = names.map((_, seat) =>
    make("td", { class: "running" }, make("b", {}, formatScore(line.scores[seat]))),
  );
  return make("tr", { class: "total" }, make("td"), make("td", { class: "entry" }, text), ...scores);
}

/** The end of a round with many players. @param {Line} line @param {string} text @param {string[]} names */
function standingsRow({ scores }, text, names) {
  const items = names.map((name, seat) =>
    make("li", {}, seatDot(seat), `${name} `, make("b", {}, formatScore(scores[seat]))),
  );
  const cell = make("td", { class: "entry", colspan: 2 }, text, make("ul", { class: "standings" }, ...items));
  return make("tr", { class: "total" }, make("td"), cell);
}

/** @param {string[]} names */
function headRow(names) {
  const label = t("What happened");
  const heading = make("span", { class: "heading", "aria-hidden": "true" }, label);
  return make(
    "tr",
    {},
    make("th", { scope: "col", class: "number" }, "#"),
    make("th", { scope: "col", "aria-label": label }, heading),
    ...(hasColumns(names) ? playerHeads(names) : [make("th", { scope: "col", class: "running" }, t("Score"))]),
  );
}
