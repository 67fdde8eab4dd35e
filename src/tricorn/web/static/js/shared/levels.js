/** What bots are called on the page. */

import { t } from "./i18n.js";

/** The name of a bot's level in the reader's language. @param {string | null} level */
export function levelName(level) {
  switch (level) {
    case "easy":
      return t("easy");
    case "medium":
      return t("medium");
    case "hard":
      return t("hard");
    case "expert":
      return t("expert");
    default:
      return level ?? "";
  }
}
