/** The bar above the rack: what the player can do now, and the buttons for it. */

import { icon, make, makeButton, refill, showMoment } from "../shared/dom.js";
import { formatCost, formatPoints, t, tn } from "../shared/i18n.js";
import { press } from "../shared/keyboard.js";
import { lotText, pointsReason } from "../shared/sentences.js";
import {
  asksBeforeDraw,
  drawsLeft,
  hoveredPlacement,
  isMyTurn,
  isWatching,
  lastTurn,
  playerName,
  sentencePlayers,
} from "./state.js";

/** @import { Option } from "../shared/protocol.js" */
/** @import { Selection } from "./selection.js" */
/** @import { TableState } from "./state.js" */

/**
 * @typedef {object} Handlers
 * @property {(option: Option) => void} onChoose
 * @property {() => void} onDrawUntilFits
 * @property {() => void} onUndo
 * @property {() => void} onConfirm
 * @property {() => void} [onHint]
 */

/** The shortcuts of these buttons. @type {import("../shared/keyboard.js").Shortcuts} */
export const MOVE_SHORTCUTS = { d: () => press("draw-until-fits", "draw"), p: () => press("pass") };

/** @param {HTMLElement} root @param {TableState} state @param {Handlers} handlers */
export function showActionBar(root, state, handlers) {
  const focused = root.contains(document.activeElement) ? document.activeElement?.id : "";
  const buttons = make("div", { class: "buttons" }, ...actionButtons(state, handlers));
  refill(root, make("p", { class: "say" }, turnChip(state), statusText(state), momentNote(state.selection)), buttons);
  if (focused) document.getElementById(focused)?.focus();
}

// -- status -----------------------------------------------------------------------------------------

/** @param {TableState} state */
function statusText(state) {
  const { now, selection } = state;
  if (!now || now.over) return "";
  if (!isMyTurn(state)) return waitingText(state, now.turn);
  if (state.isDrawing) return drawnText(state) || t("Drawing…");
  const placement = selection.pending ?? (state.isTrying ? null : hoveredPlacement(state));
  if (placement?.tile) return t("{tile}: {reason}", { tile: placement.tile, reason: scoreText(placement, state) });
  if (asksBeforeDraw(state)) return drawQuestion(state);
  if (selection.pending) return selection.pending.move === "draw" ? t("Draw a tile") : t("Pass");
  if (now.starting && !selection.tile) return startText(state);
  if (state.isTrying) return tryingText(selection.tile);
  if (selection.tile) return selectedText(selection, selection.tile);
  if (selection.cell) return cellText(selection, selection.cell);
  if (selection.options.some((option) => option.cell)) return t("Choose a tile or a cell.");
  return [drawnText(state), noFitText(selection.options, now.well)].filter(Boolean).join(" ");
}

/** @param {TableState} state */
function turnChip(state) {
  const isChoosing = isMyTurn(state) && !state.selection.pending && !state.selection.sent;
  return isChoosing && make("b", { class: "chip now" }, t("Your turn"));
}

/** That the pending move is made without another tap. @param {Selection} selection */
function momentNote({ pending, moment }) {
  if (!pending || !moment) return null;
  const text = pending.cell
    ? t("The tile is placed in a moment. Undo stops it.")
    : t("This happens in a moment. Undo stops it.");
  return make("small", { class: "note" }, text);
}

/** What the draws of this turn have cost so far, before another one. @param {TableState} state */
export function drawQuestion(state) {
  const turn = lastTurn(state);
  const [n, points] = [turn?.plays.length ?? 0, formatPoints(turn?.points ?? 0)];
  const drawn = tn("You have drawn {n} tile: {points} so far.", "You have drawn {n} tiles: {points} so far.", n, {
    points,
  });
  return [drawn, t("Draw another?")].join(" ");
}

/** What was drawn in this turn and what it cost, or "". @param {TableState} state */
function drawnText(state) {
  const turn = lastTurn(state);
  if (!state.now?.drawn || !turn || turn.ended) return "";
  return tn("{n} drawn: {points}.", "{n} drawn: {points}.", turn.plays.length, { points: formatPoints(turn.points) });
}

/** @param {TableState} state @param {number | null} turn */
function waitingText(state, turn) {
  const name = turn === null ? "" : playerName(state, turn);
  return isWatching(state) ? t("{name}'s turn. You are watching.", { name }) : t("{name}'s turn", { name });
}

/** @param {Option[]} options @param {number} well */
function noFitText(options, well) {
  const canDraw = options.some((option) => option.move === "draw");
  const canPass = options.some((option) => option.move === "pass");
  if (canDraw) return canPass ? t("No tile fits: draw one, or end your turn.") : t("No tile fits: draw one.");
  if (well) return t("No tile fits and you have drawn all you may: pass.");
  return t("No tile fits and the pile is empty: pass.");
}

/** The points of a placement with their reason. @param {Option} option @param {TableState} state */
function scoreText(option, { game }) {
  const reason = pointsReason(option.tile ?? "", option.points, option.bonus ?? null, game.scoring);
  return reason ? `${reason} = ${formatPoints(option.points)}` : formatPoints(option.points);
}

/** The status in a lesson where every open cell can be tried. @param {string | null} tile */
function tryingText(tile) {
  return tile ? t("Where does {tile} fit? Tap a cell.", { tile }) : t("Choose a tile.");
}

/** @param {Selection} selection @param {string} tile */
function selectedText(selection, tile) {
  const places = selection.placementsOf(tile).length;
  if (!places) return t("{tile} fits nowhere now.", { tile });
  return tn("{tile} fits in {n} place: tap it.", "{tile} fits in {n} places: tap one.", places, { tile });
}

/** @param {Selection} selection @param {string} cell */
function cellText({ options }, cell) {
  const tiles = new Set(options.filter((option) => option.cell === cell).map((option) => option.tile));
  return tn("{n} tile fits there: tap it.", "{n} tiles fit there: tap one.", tiles.size);
}

/** @param {TableState} state */
function startText(state) {
  const { options } = state.selection;
  const starter = state.game.rounds.at(-1)?.starter ?? null;
  if (starter !== null) return lotText(starter, sentencePlayers(state));
  const zero = options.find((option) => option.tile === "0-0-0");
  const other = options.find((option) => option.tile !== "0-0-0");
  if (!zero || !other) return t("You start with {tile}.", { tile: options[0]?.tile ?? "" });
  const values = { tile: other.tile ?? "", points: formatPoints(other.points), zero: formatPoints(zero.points) };
  return zero.shows
    ? t("Start with {tile} ({points}), or with 0-0-0 ({zero}) and show {shown} to all.", {
        ...values,
        shown: zero.shows,
      })
    : t("Start with {tile} ({points}) or with 0-0-0 ({zero}).", values);
}

// -- buttons ----------------------------------------------------------------------------------------

/** @param {TableState} state @param {Handlers} handlers */
function actionButtons(state, handlers) {
  const { options, pending, sent } = state.selection;
  if (!isMyTurn(state)) return [];
  if (state.isDrawing) return [makeButton({ id: "stop", class: "button", click: handlers.onUndo }, t("Stop"))];
  if (sent) return [];
  if (pending) return pendingButtons(state, pending, handlers);
  const nothingFits = options.every((option) => !option.cell);
  const offersDrawUntilFits = state.selection.drawIfNothingFits !== null && drawsLeft(state) > 1;
  const button = (/** @type {"draw" | "pass"} */ move, /** @type {string} */ label) => {
    const option = options.find((candidate) => candidate.move === move);
    if (!option) return null;
    const isMain = nothingFits && !offersDrawUntilFits;
    const attributes = { id: move, class: isMain ? "primary" : "button", click: () => handlers.onChoose(option) };
    return makeButton(
      attributes,
      make("span", {}, label),
      " ",
      make("span", { class: "cost" }, formatCost(option.points)),
    );
  };
  const hint = { id: "ask-hint", class: "quiet", "aria-label": t("Hint"), title: t("Hint"), click: handlers.onHint };
  const [well, most] = [state.now?.well ?? 0, drawsLeft(state)];
  const left = most < well ? tn("at most {n}", "at most {n}", most) : tn("{n} left", "{n} left", well);
  const untilFits = { id: "draw-until-fits", class: "primary", click: handlers.onDrawUntilFits };
  return [
    offersDrawUntilFits &&
      makeButton(untilFits, make("span", {}, t("Draw until one fits")), " ", make("span", { class: "cost" }, left)),
    button("draw", offersDrawUntilFits ? t("Draw one") : t("Draw")),
    button("pass", t("Pass")),
    handlers.onHint &&
      state.table?.hints &&
      options.length > 1 &&
      makeButton(hint, icon("bulb"), make("span", {}, t("Hint"))),
  ];
}

/** @param {TableState} state @param {Option} pending @param {Handlers} handlers */
function pendingButtons(state, pending, handlers) {
  const { moment } = state.selection;
  const undo = makeButton({ id: "undo", class: "button", click: handlers.onUndo }, icon("undo"), t("Undo"));
  const label = asksBeforeDraw(state) ? t("Draw") : pending.cell ? t("Place") : t("Do it");
  const elapsed = moment && make("span", { class: "elapsed" });
  if (elapsed) showMoment(elapsed, [{ transform: "scaleX(0)" }, { transform: "none" }], moment);
  const send = makeButton({ id: "send", class: "primary", click: handlers.onConfirm }, elapsed, label);
  return [undo, send];
}
