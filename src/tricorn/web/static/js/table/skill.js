/** How much of a won game was skill and how much luck, from a review that is made when somebody asks. */

import { errorText } from "../shared/api.js";
import { byId, icon, make, makeButton, refill } from "../shared/dom.js";
import { formatPercent, t } from "../shared/i18n.js";
import { SEATS } from "../shared/notation.js";

/** @import { Review } from "../analysis/review_request.js" */
/** @import { GameOver } from "../shared/protocol.js" */
/** @import { TableState } from "./state.js" */

/**
 * The view of the game that was shown last: it stays while the page around it is drawn again.
 * @type {{game: string, view: HTMLElement} | null}
 */
let shown = null;

/** @param {TableState} state @param {GameOver} game */
export function skillView(state, { winner }) {
  if (winner === null) return null;
  const game = `${state.table?.code}/${state.gameNumber}`;
  if (shown?.game === game) return shown.view;
  const ask = async () => {
    const bar = make("progress", { max: 1, "aria-label": t("Reviewing the game…") });
    refill(view, make("p", { role: "status" }, t("Reviewing the game…")), bar);
    try {
      const review = await reviewOf(state, (done, of) => {
        if (of) bar.value = done / of;
      });
      refill(view, ...(await resultParts(review)));
    } catch (error) {
      refill(view, make("p", { class: "wrong", role: "alert" }, errorText(error)));
    }
  };
  const button = makeButton({ id: "ask-skill", class: "text", click: ask }, icon("bulb"), t("Was it skill or luck?"));
  const view = make("section", { class: "skill card" }, button);
  shown = { game, view };
  return view;
}

/** @param {TableState} state @param {(done: number, of: number) => void} onProgress @returns {Promise<Review>} */
async function reviewOf({ table, gameNumber }, onProgress) {
  const { fetchReview, reviewHere } = await import("../analysis/review_request.js");
  const code = table?.code ?? "";
  const { analysis = "", review = "", score = "" } = byId("main").dataset;
  if (!analysis) return (await fetchReview({ code, game: String(gameNumber), text: "" }, onProgress)).review;
  const { savedTable } = await import("../local/saved.js");
  const text = savedTable(code)?.records[gameNumber - 1] ?? "";
  return reviewHere(text, { analysis, review, score }, onProgress, new AbortController().signal);
}

/** The account in sentences, and what the winner owes to moves and to tiles. @param {Review} review */
async function resultParts(review) {
  const { accountTexts } = await import("../analysis/review_figures.js");
  const texts = accountTexts(review).map((text) => make("p", {}, text));
  const account = review.winner === null ? null : review.players[SEATS.indexOf(review.winner)].account;
  if (!account) return texts;
  const { result, par, luck } = account.chance;
  const share = luck / (result - par);
  return share > 0 && share < 1 ? [...texts, ...scale(share)] : texts;
}

/** @param {number} luck  its share */
function scale(luck) {
  const bar = make("span");
  bar.style.width = `${100 * (1 - luck)}%`;
  const words = (/** @type {number} */ share, /** @type {string} */ what) =>
    make("span", {}, make("b", {}, formatPercent(share)), " ", what);
  return [
    make("div", { class: "scale", "aria-hidden": "true" }, bar),
    make("p", { class: "scale-words" }, words(1 - luck, t("better moves")), words(luck, t("better tiles"))),
  ];
}
