/** The game to continue, first on the home page: above everything if it is the user's turn. */

import { boardPicture } from "../board/picture.js";
import { savedTable } from "../local/saved.js";
import { pageAddress } from "../shared/addresses.js";
import { byId, icon, make, refill } from "../shared/dom.js";
import { applyEvents, newGameState } from "../shared/game_state.js";
import { t } from "../shared/i18n.js";
import { tableAddress } from "../shared/my_games.js";
import { readHeader, readRecord } from "../shared/record.js";

/** @import { Child } from "../shared/dom.js" */
/** @import { MyGame } from "../shared/my_games.js" */

/** The game to continue; those with the user's turn come first. @param {MyGame[]} games */
export function gameToContinue(games) {
  const running = games.filter(({ phase }) => phase === "playing");
  return running.find(({ turn }) => turn) ?? running[0];
}

/**
 * Show the card of a game, or none.
 * @param {MyGame | undefined} game @param {string} scores  the names and scores @param {Child[]} details
 * @param {HTMLElement} [remove]  the button that deletes it
 */
export function showContinue(game, scores, details, remove) {
  const section = byId("continue");
  section.hidden = !game;
  if (!game) return;
  const link = make(
    "a",
    { class: "continue-game", href: tableAddress(game) },
    make("span", { class: "felt" }, picture(game)),
    make(
      "span",
      { class: "continue-words" },
      Boolean(game.turn) && make("b", { class: "chip now" }, t("Your turn")),
      make("span", { class: "name" }, make("b", {}, t("Continue")), `: ${scores}`),
      make("span", { class: "faint" }, ...details),
    ),
    icon("play"),
  );
  refill(section, link, remove);
  const welcome = byId("welcome");
  if (game.turn) welcome.before(section);
  else welcome.after(section);
}

/** The tiles on its table, as far as they are cheap to find. @param {MyGame} game */
function picture({ code, local }) {
  if (!local) {
    const preview = make("img", { src: pageAddress(`t/${code}/preview.png`), alt: "" });
    preview.addEventListener("error", () => preview.remove());
    return preview;
  }
  const { header, events } = readRecord(savedTable(code)?.records.at(-1) ?? "");
  const { names, edition } = readHeader(header);
  return boardPicture(applyEvents(newGameState(names.length, edition), events).placed);
}
