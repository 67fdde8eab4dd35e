/** The panel with the review of a game: figures, the chart, and the errors one by one. */

import { locationText } from "../board/locations.js";
import { hasServer, pageAddress } from "../shared/addresses.js";
import { errorText, isUnreachable } from "../shared/api.js";
import { levelName } from "../shared/bots.js";
import { copyText } from "../shared/clipboard.js";
import { icon, make, makeButton, refill } from "../shared/dom.js";
import { formatPercent, formatPoints, t } from "../shared/i18n.js";
import { parsePlacement, SEATS } from "../shared/notation.js";
import { saveText } from "../shared/record_files.js";
import { toast } from "../shared/ui.js";
import { reasonText } from "./reasons.js";
import { chancesChart } from "./review_chart.js";
import { accountTables, accountTexts, playersTable } from "./review_figures.js";
import { errorsIn, fetchReview, fetchReviewPage, reviewHere } from "./review_request.js";

/** @import { Placed } from "../shared/record.js" */
/** @import { Choice, Grade, MoveValue, Review, Subject } from "./review_request.js" */
/** @import { ReviewModules } from "./review_worker.js" */

/**
 * @typedef {object} Page  what the review needs of the page
 * @property {HTMLElement} figures   where the figures, the account and the list of errors go
 * @property {HTMLElement} chart
 * @property {HTMLElement} advice    on the next move
 * @property {import("../board/board.js").Board} board
 * @property {(event: number) => void} goToEvent  show the position before an event
 * @property {string[]} levels  of the bots against which one can play on
 * @property {(choice: Choice, level: string) => void} [playOn]  play on from a choice, if that is possible
 * @property {ReviewModules | null} modules  that review the game in this browser, if that is possible
 * @property {() => boolean} isCurrent  whether the page still shows the record under review
 * @property {(review: Review) => void} [onReview]  the review has been received
 */

export class ReviewPanel {
  /** @type {Review | null} */
  #review = null;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Review the game and show the result; returns whether there is one. @param {Subject} subject */
  async open(subject) {
    const stop = new AbortController();
    const bar = make("progress", { max: 1, "aria-label": t("Reviewing the game…") });
    const text = make("p", {}, t("Reviewing the game…"));
    const cancel = makeButton({ id: "review-cancel", class: "button small", click: () => stop.abort() }, t("Cancel"));
    refill(this.page.figures, make("div", { role: "status" }, text), bar, cancel);
    this.page.figures.hidden = false;
    try {
      const review = await this.#request(subject, stop.signal, (done, of) => {
        if (!this.page.isCurrent()) return stop.abort();
        if (of) bar.value = done / of;
        text.textContent = progressText(done, of, this.page.modules !== null);
      });
      if (!this.page.isCurrent()) return false;
      this.#review = review;
      this.#show(review, subject);
      this.page.onReview?.(review);
      return true;
    } catch (error) {
      if (this.page.isCurrent()) refill(this.page.figures, stop.signal.aborted ? "" : failure(error));
      return false;
    }
  }

  /**
   * The review: of this browser, or of the server if hands must be reconstructed.
   * @param {Subject} subject @param {AbortSignal} signal @param {(done: number, of: number) => void} onProgress
   */
  async #request(subject, signal, onProgress) {
    const { modules } = this.page;
    return modules
      ? reviewHere(subject.text, modules, onProgress, signal)
      : (await fetchReview(subject, onProgress, signal)).review;
  }

  /** @param {Review} review @param {Subject} subject */
  #show(review, subject) {
    refill(
      this.page.figures,
      make("h2", { tabindex: -1 }, t("Review")),
      ...accountTexts(review).map((text) => make("p", {}, text)),
      playersTable(review),
      ...accountTables(review),
      this.#errors(review),
      this.#shareButtons(subject),
    );
    if (review.values.length > 1)
      refill(
        this.page.chart,
        chancesChart(review, (event) => this.page.goToEvent(event)),
      );
    const first = errorsIn(review)[0];
    if (first) this.page.goToEvent(first.event);
  }

  /** @param {Subject} subject */
  #shareButtons(subject) {
    const copy = async () => toast((await copyText(location.href)) ? t("The link is copied.") : location.href);
    const save = async () => {
      try {
        toast(t("The server makes the page; this may take some seconds."));
        saveText(await fetchReviewPage(subject), "tricorn-review.html", "text/html");
      } catch (error) {
        toast(errorText(error));
      }
    };
    return make(
      "p",
      { class: "buttons" },
      subject.code !== null &&
        makeButton({ id: "review-link", class: "button small", click: copy }, icon("link"), t("Copy the link")),
      hasServer &&
        makeButton({ id: "review-save", class: "button small", click: save }, icon("save"), t("Save as a page")),
    );
  }

  /** Link to the player's own mistakes as puzzles. */
  linkToPuzzles() {
    const link = make("a", { id: "own-puzzles", class: "button small", href: pageAddress("puzzles", "#own") });
    link.append(icon("bulb"), t("Your mistakes as puzzles"));
    this.page.figures.querySelector(".errors")?.after(make("p", { class: "buttons" }, link));
  }

  /** The errors as a list of buttons. @param {Review} review */
  #errors(review) {
    const errors = errorsIn(review);
    const isJudged = review.choices.length > 0;
    if (!errors.length) return make("p", {}, isJudged ? t("No errors were found.") : t("No real choice was judged."));
    const items = errors.map((choice) => {
      const go = () => this.page.goToEvent(choice.event);
      const name = review.players[SEATS.indexOf(choice.seat)].name;
      return make(
        "li",
        {},
        makeButton(
          { click: go },
          make("span", {}, t("Round {number}", { number: choice.round }), ", ", name),
          make("b", {}, gradeName(choice.grade), " ", formatPercent(-choice.loss, 1)),
        ),
      );
    });
    return make("ol", { class: "errors", "aria-label": t("Errors") }, ...items);
  }

  /**
   * The event of the next error, or of the one before; null if there is none.
   * @param {number} event @param {1 | -1} direction
   */
  nextError(event, direction) {
    const errors = this.#review ? errorsIn(this.#review).map((choice) => choice.event) : [];
    const next = direction > 0 ? errors.find((error) => error > event) : errors.findLast((error) => error < event);
    return next ?? null;
  }

  /** Show what would have been better than the next move. @param {number} event @param {Placed[]} placed */
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
    const moveView = (/** @type {string} */ label, /** @type {MoveValue} */ value) =>
      make(
        "div",
        {},
        make("b", {}, `${label}: ${moveText(value, placed)} (${formatPercent(value.chance)})`),
        make("ul", {}, ...value.reasons.map((reason) => make("li", {}, reasonText(reason, nameOf)))),
      );
    const title = t("{name}: {grade}, {loss} of winning chance", {
      name,
      grade: gradeName(choice.grade),
      loss: formatPercent(-choice.loss, 1),
    });
    return [
      make("p", {}, title),
      make("div", { class: "compared" }, moveView(t("Played"), played), moveView(t("Better"), best)),
      this.#playOn(choice),
    ];
  }

  /** @param {Choice} choice */
  #playOn(choice) {
    const { playOn, levels } = this.page;
    if (!playOn) return null;
    const options = levels.map((level) => new Option(levelName(level), level));
    const select = make("select", { "aria-label": t("Level of the bots") }, ...options);
    select.value = "hard";
    const go = () => playOn(choice, select.value);
    const button = makeButton({ id: "play-on", class: "button small", click: go }, t("Play it out from here"));
    return make("p", { class: "buttons" }, button, select);
  }
}

/** @param {number} done @param {number} of @param {boolean} isHere  otherwise the server counts lines, not moves */
function progressText(done, of, isHere) {
  if (!of) return t("Waiting for other reviews…");
  return isHere ? t("Reviewing the game: move {done} of {all}…", { done, all: of }) : t("Reviewing the game…");
}

/** What is shown in place of a review. @param {unknown} error */
function failure(error) {
  if (!isUnreachable(error)) return make("p", { class: "wrong", role: "alert" }, errorText(error));
  const text = t("This review needs a Tricorn server, and none can be reached from here.");
  return make("p", { class: "faint", role: "status" }, text);
}

/** @param {Grade | null} grade */
function gradeName(grade) {
  if (grade === "blunder") return t("blunder");
  return grade === "mistake" ? t("mistake") : t("inaccuracy");
}

/** @param {MoveValue} value @param {Placed[]} placed */
function moveText({ move, points }, placed) {
  const placement = parsePlacement(move);
  if (!placement) return move === "draw" ? t("draw a tile") : t("pass");
  const place = locationText(placement.cell, placed) || t("in the middle");
  return `${placement.tile} ${place}, ${formatPoints(points)}`;
}
