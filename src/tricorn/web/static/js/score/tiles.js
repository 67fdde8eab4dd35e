/** All tiles by name. */

const NUMBERS = [0, 1, 2, 3, 4, 5];

export const ALL_TILES = NUMBERS.flatMap((a) =>
  NUMBERS.slice(a).flatMap((b) => NUMBERS.slice(b).map((c) => `${a}-${b}-${c}`)),
);
