// Reviews records in Node, for test_browser_reviews.py: `node review.mjs PLAY ANALYSIS SCORE REVIEW` reads a list of
// {text, effort} as JSON from standard input and writes what each review says, or the line that is refused.
import { readFileSync } from "node:fs";
import { reviewData } from "../../src/tricorn/web/static/js/analysis/review_data.js";
import { Reviewer } from "../../src/tricorn/web/static/js/analysis/reviewer.js";
import { Core } from "../../src/tricorn/web/static/js/core/module.js";
import { WrongLine } from "../../src/tricorn/web/static/js/core/record_check.js";

const [, analysis, score, review] = await Promise.all(
  process.argv.slice(2).map((path) => Core.load(readFileSync(path))),
);

function answer({ text, effort }) {
  const progress = [];
  try {
    const reviewer = new Reviewer({ score, analysis, review }, text, effort).run((...step) => progress.push(step));
    return { review: reviewData(reviewer), progress };
  } catch (error) {
    if (error instanceof WrongLine) return { line: error.line };
    throw error;
  }
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(answer)));
