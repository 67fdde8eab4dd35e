/** The worker that reviews a game in this browser; review_request.js starts it, and ends it if the user does. */

import { Core } from "../core/module.js";
import { WrongLine } from "../core/record_check.js";
import { reviewData } from "./review_data.js";
import { Reviewer } from "./reviewer.js";

/** @import { Review } from "./review_request.js" */

/** The addresses of the modules. @typedef {{score: string, analysis: string, review: string}} ReviewModules */

/**
 * What is sent to the page; `failed` is the line that the rules refuse, or why nothing can be reviewed.
 * @typedef {{done: number, of: number} | {review: Review} | {failed: number | "modules"}} ReviewMessage
 */

const REPORT_MS = 100;

/** @param {ReviewMessage} message */
function send(message) {
  self.postMessage(message);
}

/** @param {{text: string, modules: ReviewModules}} request */
async function review({ text, modules }) {
  const addresses = [modules.score, modules.analysis, modules.review];
  const cores = await Promise.all(addresses.map((address) => Core.fetch(address))).catch(() => null);
  if (!cores) return send({ failed: "modules" });
  const [score, analysis, explanation] = cores;
  try {
    let reported = 0;
    const reviewer = new Reviewer({ score, analysis, review: explanation }, text);
    reviewer.run((done, of) => {
      if (performance.now() - reported < REPORT_MS) return;
      reported = performance.now();
      send({ done, of });
    });
    send({ review: reviewData(reviewer) });
  } catch (error) {
    if (!(error instanceof WrongLine)) throw error;
    send({ failed: error.line });
  }
}

self.onmessage = ({ data }) => review(data);
