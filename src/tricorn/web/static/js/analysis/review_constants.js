/**
 * The figures of reviews. Generated from analysis/review.py, as_data.py and skill_level.py, which explain them, by
 * `python -m tricorn.web.pages.generated`; do not edit.
 */

export const ITERATIONS = 16000;
export const PLAYOUTS = 600;
export const STEEPNESS = 5;
export const MAX_MOVES = 4;
export const MIN_CHOICES = 20;
export const ADDED_CHOICES = 30;

/** Each grade and the smallest loss that gets it. @type {[import("./review_request.js").Grade, number][]} */
export const GRADES = [
  ["blunder", 0.08],
  ["mistake", 0.04],
  ["inaccuracy", 0.02],
];

/** The error rates of the levels. @type {Record<string, number>} */
export const ERROR_RATES = { expert: 0.0011, hard: 0.0089, medium: 0.0146, easy: 0.019, gentle: 0.0292 };
