/** How bots are shown: level, character and face. */

import { ADAPTIVE, isAdaptive } from "./adaptive.js";
import { makeSvg } from "./dom.js";
import { t } from "./i18n.js";

/** The levels, with how their bots play in one line. @type {Record<string, {name: string, character: string}>} */
const LEVELS = {
  gentle: { name: t("gentle"), character: t("Leaves the bridges and hexagons to you.") },
  easy: { name: t("easy"), character: t("Cheerful, and overlooks every other chance.") },
  medium: { name: t("medium"), character: t("Takes the most points, and now and then looks ahead.") },
  hard: { name: t("hard"), character: t("Guesses what you hold, and remembers what you could not place.") },
  [ADAPTIVE]: { name: t("adapts to you"), character: t("Plays so that you win about half of the games.") },
  expert: { name: t("expert"), character: t("Thinks every move through to the end of the round.") },
};

/** A level without the strength of an adaptive bot. @param {string | null | undefined} level */
const base = (level) => (isAdaptive(level) ? ADAPTIVE : (level ?? ""));

/** The name of a bot's level in the user's language. @param {string | null | undefined} level */
export function levelName(level) {
  return LEVELS[base(level)]?.name ?? level ?? "";
}

/** The bots that a select offers for a seat, each as `bot LEVEL`. @param {string[]} levels */
export function botOptions(levels) {
  return levels.map((level) => new Option(t("Bot, {level}", { level: levelName(level) }), `bot ${level}`));
}

/** How the bots of a level play. @param {string | null | undefined} level */
export function botCharacter(level) {
  return LEVELS[base(level)]?.character ?? "";
}

/** Eyes and mouth of each level, drawn on a 24 by 24 grid. @type {Record<string, string>} */
const EXPRESSIONS = {
  [ADAPTIVE]: "M7.5 10.500h2M15.5 10.500v1M8.5 15.500c2 1.500 5 1.500 7-.5",
  gentle: "M7.5 11.500c.5-1 1.5-1 2 0M14.5 11.500c.5-1 1.5-1 2 0M8 15c2 2.500 6 2.500 8 0",
  easy: "M8.5 11v.5M15.5 11v.5M8 15c1 3.5 7 3.5 8 0z",
  medium: "M8.5 10.500v1M15.5 10.500v1M8 15.500c2 2 6 2 8 0",
  hard: "M7 9l3 1.200M17 9l-3 1.200M8.5 12v.5M15.5 12v.5M9 16.500h6",
  expert:
    "M5.5 11.500a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0" +
    "M13.1 11.500a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0M10.9 11h2.200M9.5 17c1.5 1 3.5 1 5 0",
};

/** What bots wear on their heads. */
const HEADS = [
  "M12 6.500V3.500M12 3h.01",
  "M8 5.500c0-2 2-2 2.5-1 .5-2 3.5-2 3.5 0 1-1 2.5-.5 2.5 1",
  "M5.5 6.500h13M8 6.500l1-3.500h6l1 3.5",
  "M9 6c1-2.5 4-3.5 6-3-1 .5-1.5 1.5-1.5 3",
  "M6.5 7 5 3.5 9 5M17.5 7 19 3.5 15 5",
];

/**
 * The face of a bot: the expression is that of its level, the rest depends on its name.
 * @param {string | null} level @param {string} name
 */
export function botFace(level, name) {
  const head = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HEADS.length;
  const expression = EXPRESSIONS[base(level)] ?? EXPRESSIONS.medium;
  return makeSvg(
    "svg",
    { class: "icon face", viewBox: "0 0 24 24", "aria-hidden": "true" },
    makeSvg("path", { d: HEADS[head] }),
    makeSvg("path", { d: expression }),
  );
}
