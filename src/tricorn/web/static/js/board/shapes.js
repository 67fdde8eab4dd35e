/**
 * The measures of tiles in a picture. Generated from render/shapes.py and render/digits.py, which explain them, by
 * `python -m tricorn.web.pages.generated`; do not edit.
 */

export const SIDE = 80;
export const GAP = 1.4;
export const PEN = 1.2;
export const ROUNDING = 5.5;
export const CORNER = 37;
export const NUMERAL_DISTANCE = 25.4;
export const NUMERAL_STROKE = 2.5;
export const NUMERAL_SCALE = 0.92;

/** A five-pointed star around 0,0. @type {[number, number][]} */
export const STAR = [
  [0, -1],
  [0.2245, -0.309],
  [0.9511, -0.309],
  [0.3633, 0.118],
  [0.5878, 0.809],
  [0, 0.382],
  [-0.5878, 0.809],
  [-0.3633, 0.118],
  [-0.9511, -0.309],
  [-0.2245, -0.309],
];

/** The numerals 0 to 5 as paths. */
export const DIGITS = [
  "M0-7C-3.1-7-4.4-4-4.4 0S-3.1 7 0 7 4.4 4 4.4 0 3.1-7 0-7Z",
  "M-2.9-4.4 1-7V7",
  "M-4.1-3.3A4.1 3.8 0 0 1 4-3.1C4-.4 1.4 1.8-4.2 7H4.5",
  "M-3.9-7H3.9L-.5-1.7A4.4 4.4 0 1 1-4.3 4.6",
  "M2 7V-7L-4.9 3.4H4.9",
  "M3.8-7H-3L-3.6-.8A4.5 4.5 0 1 1-4.3 4.5",
];
