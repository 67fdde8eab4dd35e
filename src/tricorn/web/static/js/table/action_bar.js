/** The bar above the rack: what is to be done now, and the buttons for it. */

import { icon, make, refill } from "../shared/dom.js";
import { signed, t, tn } from "../shared/i18n.js";
import { reason } from "../shared/sentences.js";
import { settings } from "../shared/storage.js";
import { MOMENT } from "./choice.js";

/** @typedef {import("./choice.js").Choice} Choice */
/** @typedef {import("../shared/protocol.js").Now} Now */
/** @typedef {import("../shared/protocol.js").Option} Option */

/**
 * @typedef {object} Doing
 * @property {Choice} choice
 * @property {Now} now
 * @property {string} turnName    whose turn it is, if not the reader's
 * @property {boolean} mine       it is the reader's turn
 * @property {boolean} watching
 * @property {Option | null} seen the target under the pointer or the focus
 */

/** @param {HTMLElement} root @param {Doing} doing */
export function showActions(root, doing) {
  const had = root.contains(document.activeElement) ? document.activeElement?.id : "";
  refill(root, make("p", { class: "say" }, say(doing)), make("div", { class: "buttons" }, ...buttons(doing)));
  if (had) document.getElementById(had)?.focus();
}

/** @param {Doing} doing */
function say({ choice, now, turnName, mine, watching, seen }) {
  if (now.over) return "";
  const about = choice.pending ?? seen;
  if (mine && about?.tile) return t("{tile}: {reason}", { tile: about.tile, reason: reasonOf(about) });
  if (choice.pending) return choice.pending.move === "draw" ? t("Draw a tile") : t("Pass");
  if (!mine)
    return watching
      ? t("{name}'s turn. You are watching.", { name: turnName })
      : t("{name}'s turn", { name: turnName });
  if (now.starting) return startWords(choice.options);
  if (choice.selected) return selectedWords(choice);
  if (choice.options.some((option) => option.cell)) return t("Your turn: choose a tile.");
  return noFitWords(choice.options, now.well);
}

/** @param {Option[]} options @param {number} well */
function noFitWords(options, well) {
  const draw = options.some((option) => option.move === "draw"),
    pass = options.some((option) => option.move === "pass");
  if (draw) return pass ? t("No tile fits: draw one, or end your turn.") : t("No tile fits: draw one.");
  return well
    ? t("No tile fits and you have drawn all you may: pass.")
    : t("No tile fits and the well is empty: pass.");
}

/** @param {Option} option */
function reasonOf(option) {
  const words = reason(option.tile ?? "", option.points, option.bonus ?? null);
  return words === `${option.points}` ? signed(option.points) : `${words} = ${signed(option.points)}`;
}

/** @param {Choice} choice */
function selectedWords(choice) {
  const tile = /** @type {string} */ (choice.selected),
    places = choice.placesOf(tile).length;
  if (!places) return t("{tile} fits nowhere now.", { tile });
  return tn("{tile} fits in {n} place: tap it.", "{tile} fits in {n} places: tap one.", places, { tile });
}

/** @param {Option[]} options */
function startWords(options) {
  const zero = options.find((option) => option.tile === "0-0-0");
  const other = options.find((option) => option.tile !== "0-0-0");
  if (!zero || !other) return t("You start with {tile}.", { tile: options[0]?.tile ?? "" });
  const values = {
    tile: other.tile ?? "",
    points: signed(other.points),
    zero: signed(zero.points),
    shown: zero.shows ?? "",
  };
  return zero.shows
    ? t("Start with {tile} ({points}), or with 0-0-0 ({zero}) and show {shown} to all.", values)
    : t("Start with {tile} ({points}) or with 0-0-0 ({zero}).", values);
}

/** @param {Doing} doing */
function buttons({ choice, mine }) {
  if (choice.sent || !mine) return [];
  if (choice.pending) return pendingButtons(choice);
  const found = [];
  const draw = choice.options.find((option) => option.move === "draw");
  const pass = choice.options.find((option) => option.move === "pass");
  const only = choice.options.every((option) => !option.cell);
  if (draw) found.push(button("draw", t("Draw"), draw, choice, only));
  if (pass) found.push(button("pass", t("Pass"), pass, choice, only));
  return found;
}

/** @param {string} id @param {string} label @param {Option} option @param {Choice} choice @param {boolean} primary */
function button(id, label, option, choice, primary) {
  return make(
    "button",
    { type: "button", id, class: primary ? "primary" : "button", click: () => choice.choose(option) },
    label,
    " ",
    make("span", { class: "cost" }, signed(option.points)),
  );
}

/** @param {Choice} choice */
function pendingButtons(choice) {
  const undo = make(
    "button",
    { type: "button", id: "undo", class: "button", click: () => choice.undo() },
    icon("undo"),
    t("Undo"),
  );
  const send = make(
    "button",
    { type: "button", id: "send", class: "primary", click: () => choice.confirm() },
    choice.pending?.cell ? t("Place") : t("Do it"),
  );
  if (settings().send === "moment") {
    // The button fills up while the moment passes.
    send.classList.add("filling");
    send.style.setProperty("--moment", `${MOMENT}ms`);
  }
  return [undo, send];
}
