/** The review on the page of a replay: its panel, the user's mistakes as puzzles, and playing on from a choice. */

import { ReviewPanel } from "../analysis/review_panel.js";
import { openPosition } from "../local/opening.js";
import { byId } from "../shared/dom.js";
import { findMistakes, saveMistake } from "../shared/mistakes.js";
import { SEATS } from "../shared/notation.js";
import { problemText } from "../shared/opening_problem.js";
import { toast } from "../shared/ui.js";
import { isComplete, stepBefore } from "./state.js";

/** @import { ReviewModules } from "../analysis/review_worker.js" */
/** @import { Replay } from "./state.js" */

/**
 * @typedef {object} Page  what the panel needs of the page
 * @property {import("../board/board.js").Board} board
 * @property {ReviewModules | null} modules  that review the game in this browser, if that is possible
 * @property {number[]} ownSeats  of the user, as far as they are known
 * @property {(step: number) => void} goToStep
 * @property {() => boolean} isCurrent  whether the page still shows the replay
 */

/** @param {Replay} replay @param {Page} page */
export function newReviewPanel(replay, { board, modules, ownSeats, goToStep, isCurrent }) {
  const panel = new ReviewPanel({
    figures: byId("review"),
    chart: byId("chart"),
    advice: byId("advice"),
    board,
    modules,
    goToEvent: (event) => goToStep(stepBefore(replay, event)),
    levels: (byId("main").dataset.levels ?? "").split(" "),
    playOn: isComplete(replay) ? (choice, level) => playOn(replay, choice, level) : undefined,
    isCurrent,
    onReview: ({ choices }) => {
      const mistakes = findMistakes(replay.text, choices, ownSeats);
      mistakes.forEach(saveMistake);
      if (mistakes.length) panel.linkToPuzzles();
    },
  });
  return panel;
}

/**
 * Play on from a choice, against bots.
 * @param {Replay} replay @param {{event: number, seat: string}} choice @param {string} level
 */
function playOn({ edition, names, events }, { event, seat }, level) {
  const position = { edition, names, events: events.slice(0, event), seat: SEATS.indexOf(seat), level };
  const problem = openPosition(position);
  if (problem) toast(problemText(problem));
}
