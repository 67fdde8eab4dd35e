/** What the player can decide apart from moves: take back, leave, resign, end the game; and proposals of others. */

import { askToConfirm } from "../shared/ask.js";
import { byId, make, makeButton, refill } from "../shared/dom.js";
import { formatList, t } from "../shared/i18n.js";
import { canTakeBack, hasOtherPeople, hasResigned, isPassAndPlay, isWatching, mySeats } from "./state.js";

/** @import { TableState } from "./state.js" */

/**
 * @typedef {object} Handlers
 * @property {() => void} onTakeBack
 * @property {() => void} onLeave
 * @property {() => void} onResign
 * @property {(agree: boolean) => void} onEnd
 */

/** The buttons in the menu. @param {HTMLElement} root @param {TableState} state @param {Handlers} handlers */
export function showDecisions(root, state, handlers) {
  const buttons = availableButtons(state);
  const shown = buttons.map(([id, label]) => `${id} ${label}`).join();
  if (root.dataset.shown === shown) return; // a new button would lose the focus
  root.dataset.shown = shown;
  refill(
    root,
    ...buttons.map(([id, label, action]) => {
      const click = () => {
        byId("menu", HTMLDialogElement).close();
        action(state, handlers);
      };
      return makeButton({ id, class: "button", click }, label);
    }),
  );
}

/** @typedef {[id: string, label: string, action: (state: TableState, handlers: Handlers) => void]} Button */

/** What can be decided now. @param {TableState} state @returns {Button[]} */
function availableButtons(state) {
  const { table, now } = state;
  if (!table || isWatching(state)) return [];
  const isRunning = table.started && now && !now.over?.game;
  /** @type {Button[]} */
  const buttons = [];
  if (canTakeBack(state)) buttons.push(["take-back", t("Take back"), (_, { onTakeBack }) => onTakeBack()]);
  if (table.started || !table.hosting) buttons.push(["leave", t("Leave the table"), leave]);
  if (!isRunning) return buttons;
  buttons.push(["end", hasOtherPeople(state) ? t("Propose to end the game") : t("End the game"), endGame]);
  if (hasOtherPeople(state) && !isPassAndPlay(state) && !hasResigned(state))
    buttons.push(["resign", t("Resign"), resign]);
  return buttons;
}

/** @param {TableState} state @param {Handlers} handlers */
async function leave(state, { onLeave }) {
  const { table, now } = state;
  const text = !table?.started
    ? t("Your seat becomes free for somebody else.")
    : !now?.over?.game && hasOtherPeople(state)
      ? t("A bot plays for you until you come back. The game stays in your list.")
      : "";
  if (!text || (await askToConfirm(t("Leave the table?"), text, t("Leave")))) onLeave();
}

/** @param {TableState} state @param {Handlers} handlers */
async function resign(state, { onResign }) {
  const text =
    state.table?.on_resign === "end"
      ? t("The game ends, and you lose it.")
      : t("A bot plays your tiles to the end of this game. You cannot take the seat back before the next one.");
  if (await askToConfirm(t("Resign?"), text, t("Resign"))) onResign();
}

/** @param {TableState} state @param {Handlers} handlers */
async function endGame(state, { onEnd }) {
  const text = hasOtherPeople(state)
    ? t("The game ends without a winner when everybody agrees.")
    : t("The game ends without a winner. You find it in your list.");
  if (await askToConfirm(t("End the game?"), text, t("End the game"))) onEnd(true);
}

/**
 * The banner of a proposal to end the game.
 * @param {HTMLElement} root @param {TableState} state @param {Handlers} handlers
 */
export function showProposal(root, state, { onEnd }) {
  const { table, names } = state;
  const agreement = table?.agreement?.subject === "end" ? table.agreement : null;
  root.hidden = !table || !agreement || isWatching(state);
  if (!table || !agreement || root.hidden) return refill(root);
  const seats = mySeats(state);
  const decline = (/** @type {string} */ label) =>
    makeButton({ id: "play-on", class: "button small", click: () => onEnd(false) }, label);
  if (seats.some((seat) => agreement.seats.includes(seat))) {
    const waiting = table.seats.filter((seat) => seat.kind === "human" && !agreement.seats.includes(seat.seat));
    const asked = t("You propose to end the game. Waiting for {names}.", {
      names: formatList(waiting.map(({ name }) => name)),
    });
    return refill(root, make("span", {}, asked), decline(t("Withdraw")));
  }
  const text = t("{names} would like to end the game.", {
    names: formatList(agreement.seats.map((seat) => names[seat])),
  });
  const agree = makeButton({ id: "agree", class: "button small", click: () => onEnd(true) }, t("End the game"));
  refill(root, make("span", {}, text), agree, decline(t("Play on")));
}
