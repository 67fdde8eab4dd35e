// @ts-check
/** What players are called on the page. */

import { t } from "./i18n.js";

/** The name of a bot's level in the reader's language. @param {string | null} level */
export function levelName(level) {
  switch (level) {
    case "easy": return t("easy");
    case "medium": return t("medium");
    case "hard": return t("hard");
    case "expert": return t("expert");
    case "greedy": return t("greedy");
    case "random": return t("random");
    case "heuristic": return t("careful");
    case "search": return t("thinker");
    default: return level ?? "";
  }
}

/** Names as short as they can be told apart: `Bot (medium) 2` is `Bot 2` if no other is. @param {string[]} names */
export function shortNames(names) {
  const short = names.map((name) => name.replace(/ \([^()]+\)/, ""));
  return names.map((name, i) => (short.filter((each) => each === short[i]).length === 1 ? short[i] : name));
}
