/** Draws a replay at the step that is shown: the board, the hands, the points, and what happened in words. */

import { Board, bindFit } from "../board/board.js";
import { looseTile } from "../board/tile.js";
import { byId, make, refill } from "../shared/dom.js";
import { formatScore, t, tn } from "../shared/i18n.js";
import { Scoreboard } from "../shared/scoreboard.js";
import { lotText, roundText, sentence } from "../shared/sentences.js";
import { initial } from "../shared/ui.js";
import { eventAt, lastStep, nextSeat } from "./state.js";

/** @import { Replay } from "./state.js" */

export class ReplayView {
  constructor() {
    this.board = new Board(byId("board", SVGSVGElement));
    bindFit(this.board, byId("fit"));
    this.scoreboard = new Scoreboard(byId("sheet-body"), () => Boolean(byId("review").hidden));
  }

  /**
   * @param {Replay} replay @param {boolean} isNextStep  the last tile flies in from its player's hand
   * @param {string} ending  why the game was not played to its end, or ""
   */
  render(replay, isNextStep, ending) {
    const { step, game } = replay;
    const last = lastStep(replay);
    this.board.show(game.placed, isNextStep ? lastHandRect(replay) : null);
    byId("event-text").textContent = [eventText(replay), ending].join(" ").trim();
    byId("step").textContent = t("{at} of {all}", { at: step, all: last });
    byId("slider", HTMLInputElement).value = String(step);
    byId("round-number").textContent = roundText(game.rounds.at(-1)?.number ?? 1, game.roundLimit);
    const next = nextSeat(replay);
    refill(byId("hands"), ...replay.names.map((name, seat) => handView(replay, name, seat, seat === next)));
    this.scoreboard.show(game, replay.names);
    for (const id of ["first", "back"]) byId(id, HTMLButtonElement).disabled = step === 0;
    for (const id of ["forward", "last"]) byId(id, HTMLButtonElement).disabled = step === last;
  }
}

/** What happened at the step that is shown. @param {Replay} replay */
function eventText(replay) {
  const event = eventAt(replay);
  const { names, game } = replay;
  const players = {
    name: (/** @type {number} */ seat) => names[seat] ?? "",
    isYou: () => false,
    scoring: game.scoring,
  };
  const starter = newStarter(replay);
  const lot = starter === null ? "" : lotText(starter, players);
  const happened = event ? sentence(event, players) : t("The hands are dealt.");
  return (event ? [lot, happened, winnerText(replay)] : [happened, lot]).filter(Boolean).join(" ");
}

/** The seat that the lot fell on since the step before, or null. @param {Replay} replay */
function newStarter({ events, steps, step }) {
  const since = events.slice(step ? steps[step - 1] : 0, steps[step]);
  return since.find((event) => event.kind === "starts")?.seat ?? null;
}

/** Who has won the game, and why if that is not plain (R12, R22). @param {Replay} replay */
function winnerText({ game: { winner, scores, roundLimit, rounds }, names }) {
  if (winner === null) return "";
  const name = names[winner];
  if (roundLimit !== null)
    return tn(
      "{name} wins the game: the highest score after {n} round.",
      "{name} wins the game: the highest score after {n} rounds.",
      rounds.length,
      { name },
    );
  return scores[winner] === Math.max(...scores)
    ? t("{name} wins the game.", { name })
    : t("{name} wins the game: of those who reached the target, {name} won the last round.", { name });
}

/** Where the hand is that the last tile came from. @param {Replay} replay */
function lastHandRect(replay) {
  const event = eventAt(replay);
  return event?.kind === "place" ? (byId("hands").children[event.seat]?.getBoundingClientRect() ?? null) : null;
}

/** @param {Replay} replay @param {string} name @param {number} seat @param {boolean} isNext */
function handView(replay, name, seat, isNext) {
  const { game } = replay;
  const hand = game.hands[seat] ?? [];
  return make(
    "li",
    { class: isNext ? "hand on-turn" : "hand" },
    make("span", { class: `avatar small seat-${seat}`, "aria-hidden": "true" }, initial(name)),
    make("span", { class: "name" }, name),
    make("b", { class: "score" }, formatScore(game.scores[seat])),
    make(
      "span",
      { class: "tiles" },
      ...hand.map((tile) => handTile(replay, tile, seat)),
      make("span", { class: "visually-hidden" }, tn("{n} tile", "{n} tiles", hand.length)),
    ),
  );
}

/** @param {Replay} replay @param {string | null} tile @param {number} seat */
function handTile({ game, viewer }, tile, seat) {
  const wasDrawn = tile !== null && game.drawn.includes(tile) && game.rounds.at(-1)?.turns.at(-1)?.seat === seat;
  const shown = viewer === null || viewer === seat ? tile : null;
  const label = shown ?? t("A hidden tile");
  return make("span", { class: wasDrawn ? "mini drawn" : "mini", role: "img", "aria-label": label }, looseTile(shown));
}
