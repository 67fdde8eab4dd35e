/** The review on the page of a replay: figures, the account in words, the chart, and the mistakes one by one. */

import { placeText } from "../board/places.js";
import { pageAddress } from "../shared/addresses.js";
import { errorText, isUnreachable } from "../shared/api.js";
import { levelName } from "../shared/bots.js";
import { icon, make, makeButton, refill } from "../shared/dom.js";
import { signed, t, tn } from "../shared/i18n.js";
import { parsePlacement, SEATS } from "../shared/notation.js";
import { saveText } from "../shared/record_files.js";
import { toast } from "../shared/ui.js";
import { percent, reasonText } from "./reasons.js";
import { errorsIn, fetchReview, fetchReviewPage } from "./review.js";
import { chancesChart } from "./review_chart.js";

/** @typedef {import("./review.js").Choice} Choice */
/** @typedef {import("./review.js").MoveValue} MoveValue */
/** @typedef {import("./review.js").Review} Review */
/** @typedef {import("../shared/record.js").Placed} Placed */

/**
 * @typedef {object} Page  what the review needs of the page
 * @property {HTMLElement} figures   where the figures, the account and the list of mistakes go
 * @property {HTMLElement} chart
 * @property {HTMLElement} advice    what is said about the move that comes next
 * @property {import("../board/board.js").Board} board
 * @property {(event: number) => void} goToEvent  show the position before an event
 * @property {(choice: Choice, level: string) => void} [playOn]  play on from a position, where that is possible
 * @property {() => boolean} isCurrent  whether the page still shows the record under review
 * @property {(review: Review) => void} [onReview]  the review has come
 */

const LEVELS = ["easy", "medium", "hard", "expert"];

export class ReviewPanel {
  /** @type {Review | null} */
  #review = null;
  #id = "";

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Ask for the review and show it; whether there is one. @param {import("./review.js").Subject} subject */
  async open(subject) {
    const bar = make("progress", { max: 1, "aria-label": t("Reviewing the game…") });
    const text = make("p", { role: "status" }, t("Reviewing the game…"));
    refill(this.page.figures, text, bar);
    this.page.figures.hidden = false;
    try {
      const found = await fetchReview(subject, (done, of) => {
        if (of) bar.value = done / of;
        text.textContent = of ? t("Reviewing the game…") : t("Waiting for other reviews…");
      });
      if (!this.page.isCurrent()) return false;
      this.#review = found.review;
      this.#id = found.id;
      this.#show(found.review, subject.code !== null);
      this.page.onReview?.(found.review);
      return true;
    } catch (error) {
      if (this.page.isCurrent()) refill(this.page.figures, failure(error));
      return false;
    }
  }

  /** @param {Review} review @param {boolean} hasLink */
  #show(review, hasLink) {
    refill(
      this.page.figures,
      make("h2", { tabindex: -1 }, t("Review")),
      ...verdict(review).map((text) => make("p", {}, text)),
      figuresTable(review),
      ...accountTables(review),
      this.#mistakes(review),
      this.#shareButtons(hasLink),
    );
    if (review.values.length > 1)
      refill(
        this.page.chart,
        chancesChart(review, (event) => this.page.goToEvent(event)),
      );
    const first = errorsIn(review)[0];
    if (first) this.page.goToEvent(first.event);
  }

  /** @param {boolean} hasLink */
  #shareButtons(hasLink) {
    const copy = async () => {
      await navigator.clipboard.writeText(location.href).catch(() => undefined);
      toast(t("The link is copied."));
    };
    const save = async () => {
      try {
        saveText(await fetchReviewPage(this.#id), "tricorn-review.html", "text/html");
      } catch (error) {
        toast(errorText(error));
      }
    };
    return make(
      "p",
      { class: "buttons" },
      hasLink &&
        makeButton({ id: "review-link", class: "button small", click: copy }, icon("link"), t("Copy the link")),
      makeButton({ id: "review-save", class: "button small", click: save }, icon("save"), t("Save as a page")),
    );
  }

  /** The reader's own mistakes can be solved as puzzles. */
  linkToPuzzles() {
    const link = make("a", { id: "own-puzzles", class: "button small", href: pageAddress("puzzles", "#own") });
    link.append(icon("bulb"), t("Your mistakes as puzzles"));
    this.page.figures.querySelector(".mistakes")?.after(make("p", { class: "buttons" }, link));
  }

  /** The mistakes as a list of buttons. @param {Review} review */
  #mistakes(review) {
    const errors = errorsIn(review);
    const isJudged = review.choices.length > 0;
    if (!errors.length)
      return make("p", {}, isJudged ? t("No errors were found.") : t("There is no real choice that can be judged."));
    const items = errors.map((choice) => {
      const go = () => this.page.goToEvent(choice.event);
      const name = review.players[SEATS.indexOf(choice.seat)].name;
      return make(
        "li",
        {},
        makeButton(
          { click: go },
          make("span", {}, t("Round {number}", { number: choice.round }), ", ", name),
          make("b", {}, gradeName(choice.grade), " ", percent(-choice.loss, 1)),
        ),
      );
    });
    return make("ol", { class: "mistakes", "aria-label": t("Mistakes") }, ...items);
  }

  /**
   * The event of the next mistake, or of the one before; null if there is none. @param {number} event
   * @param {number} step
   */
  neighbour(event, step) {
    const events = this.#review ? errorsIn(this.#review).map((choice) => choice.event) : [];
    const found = step > 0 ? events.find((error) => error > event) : events.findLast((error) => error < event);
    return found ?? null;
  }

  /** Say what could have been better about the move that comes next. @param {number} event @param {Placed[]} placed */
  showBefore(event, placed) {
    const choice = this.#review?.choices.find((candidate) => candidate.event === event && candidate.grade);
    this.page.advice.hidden = !choice;
    if (!choice || !this.#review) return this.page.board.advise();
    const [played, best] = [choice.played, choice.best].map((move) =>
      choice.moves.find((value) => value.move === move),
    );
    this.page.board.advise(choice.best, choice.played);
    if (played && best) refill(this.page.advice, ...this.#advice(this.#review, choice, played, best, placed));
  }

  /**
   * @param {Review} review @param {Choice} choice @param {MoveValue} played @param {MoveValue} best
   * @param {Placed[]} placed
   */
  #advice(review, choice, played, best, placed) {
    const name = review.players[SEATS.indexOf(choice.seat)].name;
    const nameOf = (/** @type {number} */ seat) => review.players[seat]?.name ?? "";
    const part = (/** @type {string} */ label, /** @type {MoveValue} */ value) =>
      make(
        "div",
        {},
        make("b", {}, `${label}: ${moveText(value, placed)} (${percent(value.chance)})`),
        make("ul", {}, ...value.reasons.map((reason) => make("li", {}, reasonText(reason, nameOf)))),
      );
    const title = t("{name}: {grade}, {loss} of winning chance", {
      name,
      grade: gradeName(choice.grade),
      loss: percent(-choice.loss, 1),
    });
    return [
      make("p", {}, title),
      make("div", { class: "compared" }, part(t("Played"), played), part(t("Better"), best)),
      this.#playOn(choice),
    ];
  }

  /** @param {Choice} choice */
  #playOn(choice) {
    const { playOn } = this.page;
    if (!playOn) return null;
    const levels = LEVELS.map((level) => new Option(levelName(level), level));
    const select = make("select", { "aria-label": t("Level of the bots") }, ...levels);
    select.value = "hard";
    const go = () => playOn(choice, select.value);
    const button = makeButton({ id: "play-on", class: "button small", click: go }, t("Play it out from here"));
    return make("p", { class: "buttons" }, button, select);
  }
}

/** What is shown in place of a review. @param {unknown} error */
function failure(error) {
  if (!isUnreachable(error)) return make("p", { class: "wrong", role: "alert" }, errorText(error));
  const text = t("Reviews need a Tricorn server, and none can be reached from here.");
  return make("p", { class: "faint", role: "status" }, text);
}

/** @param {import("./review.js").Grade | null} grade */
function gradeName(grade) {
  if (grade === "blunder") return t("blunder");
  return grade === "mistake" ? t("mistake") : t("inaccuracy");
}

/** @param {MoveValue} value @param {Placed[]} placed */
function moveText({ move, scores }, placed) {
  const placement = parsePlacement(move);
  if (!placement) return move === "draw" ? t("draw a tile") : t("pass");
  const place = placeText(placement.cell, placed) || t("in the middle");
  return `${placement.tile} ${place}, ${signed(scores)}`;
}

/** The account in words. @param {Review} review */
function verdict({ players, winner, unreviewed_choices, unreviewed_luck }) {
  const accounts = players.map((player) => player.account);
  const texts = [];
  if (unreviewed_choices)
    texts.push(
      tn(
        "{n} move cannot be judged, because hands or cells are not known.",
        "{n} moves cannot be judged, because hands or cells are not known.",
        unreviewed_choices,
      ),
    );
  const won = winner === null ? null : players[SEATS.indexOf(winner)];
  if (!won?.account) {
    const isIncomplete = unreviewed_choices > 0 || unreviewed_luck > 0;
    return [
      ...texts,
      isIncomplete
        ? t("How much was luck is not known: the record does not have all hands and cells.")
        : t("There is no account, because nobody has won this game."),
    ];
  }
  const { result, par, luck } = won.account.chance;
  const part = luck / (result - par);
  texts.push(
    part > 0
      ? t("{name} won; {share} of the way there was luck.", { name: won.name, share: percent(part) })
      : t("{name} won against the luck of the tiles.", { name: won.name }),
  );
  const ahead = accounts.map((account) => (account ? account.points.result - account.points.luck : 0));
  const first = ahead.indexOf(Math.max(...ahead));
  const values = { name: players[first].name, points: Math.round(ahead[first]) };
  return [...texts, t("Without luck, {name} would have been ahead of the others by {points} points.", values)];
}

/** @typedef {[label: string, cell: (player: import("./review.js").PlayerReview) => string]} Row */

/** @param {Review} review */
function figuresTable({ players }) {
  /** @type {Row[]} */
  const rows = [
    [t("Accuracy"), ({ accuracy }) => (accuracy === null ? "–" : percent(accuracy, 1))],
    [t("Mean loss per choice"), ({ error_rate }) => (error_rate === null ? "–" : percent(error_rate, 2))],
    [t("Loses about as much as"), ({ plays_like }) => (plays_like ? levelName(plays_like) : "–")],
    [t("Real choices"), ({ choices }) => String(choices)],
    [t("Inaccuracies"), ({ grades }) => String(grades.inaccuracy)],
    [t("Mistakes"), ({ grades }) => String(grades.mistake)],
    [t("Blunders"), ({ grades }) => String(grades.blunder)],
  ];
  return table(t("Figures"), players, rows);
}

/** @param {Review} review */
function accountTables({ players }) {
  if (players.some(({ account }) => !account)) return [];
  const tables = [
    { kind: /** @type {const} */ ("chance"), title: t("The account, in chance of winning"), write: chanceText },
    {
      kind: /** @type {const} */ ("points"),
      title: t("The account, in points ahead of the others"),
      write: pointsText,
    },
  ];
  return tables.map(({ kind, title, write }) => {
    /** @type {(label: string, name: keyof import("./review.js").Share) => Row} */
    const row = (label, name) => [label, ({ account }) => write(account?.[kind][name] ?? 0)];
    const rows = [
      row(t("Even chances"), "par"),
      row(t("Luck"), "luck"),
      row(t("Errors, own and others'"), "errors"),
      row(t("What could not be known"), "unknown"),
      row(t("Result"), "result"),
    ];
    return make("details", { class: "account" }, make("summary", {}, title), table(title, players, rows));
  });
}

/** @param {number} share */
const chanceText = (share) => `${share < 0 ? "" : "+"}${percent(share, 2)}`;

/** @param {number} points */
const pointsText = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(2)}`;

/** @param {string} caption @param {import("./review.js").PlayerReview[]} players @param {Row[]} rows */
function table(caption, players, rows) {
  const names = players.map(({ name }) => make("th", { scope: "col" }, name));
  const lines = rows.map(([label, cell]) =>
    make("tr", {}, make("th", { scope: "row" }, label), ...players.map((player) => make("td", {}, cell(player)))),
  );
  return make(
    "table",
    { class: "totals" },
    make("caption", { class: "aside" }, caption),
    make("thead", {}, make("tr", {}, make("td"), ...names)),
    make("tbody", {}, ...lines),
  );
}
