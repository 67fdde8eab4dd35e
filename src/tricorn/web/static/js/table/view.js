/** Draws the state of a table's page. Data flows one way: `render` reads the state and changes only the document. */

import { Board, bindFit } from "../board/board.js";
import { looseTile } from "../board/tile.js";
import { byId, find, findAll, loadStyles, make, makeButton, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { Scoreboard } from "../shared/scoreboard.js";
import { roundText } from "../shared/sentences.js";
import { settings } from "../shared/settings.js";
import { showActionBar } from "./action_bar.js";
import { showNews } from "./announcer.js";
import { showBoard, showPreview } from "./board_view.js";
import { celebrate, playEventSound } from "./effects.js";
import { Players } from "./players.js";
import { Rack } from "./rack.js";
import { hasOtherDevices, hasResigned, isMyOnlySeat, isMyTurn, isWatching, mySeats, playerName } from "./state.js";

/** @import { Seat } from "../shared/protocol.js" */
/** @import { Event, Placed } from "../shared/record.js" */
/** @import { EndPanel } from "./end_panel.js" */
/** @import { Lobby } from "./lobby.js" */
/** @import { TableState } from "./state.js" */

/**
 * What the player can do at the table; `onTakeSeat`: take the seat that a bot plays.
 * @typedef {import("./move_input.js").MoveInput["actions"] & import("./action_bar.js").Handlers
 *   & import("./lobby.js").Handlers & import("./end_panel.js").Handlers & import("./decisions.js").Handlers
 *   & {onTakeSeat: () => void, onStandIn: (seat: Seat) => void}} Actions
 */

const SHOWN_TRIPLE_MS = 4500;

export class TablePage {
  /** @param {{levels: string[], level: string}} bots @param {Actions} actions */
  constructor(bots, actions) {
    this.actions = actions;
    this.board = new Board(byId("board", SVGSVGElement), {
      onChoose: actions.onChoose,
      onCell: actions.onCell,
      onConfirm: actions.onConfirm,
      onHover: actions.onHover,
    });
    bindFit(this.board, byId("fit"));
    this.rack = new Rack(byId("rack"), actions);
    this.players = new Players(byId("players"), actions);
    this.scoreboard = new Scoreboard(byId("sheet-body"));
    this.bots = bots;
    // These are loaded on demand.
    /** @type {Lobby | null} */
    this.lobby = null;
    /** @type {EndPanel | null} */
    this.endPanel = null;
    /** @type {typeof import("./move_list.js") | null} */
    this.lists = null;
    /** What was rendered last. @type {{state: TableState, verdict: HTMLElement | null} | null} */
    this.rendered = null;
    this.hasReadRole = false;
    this.curtain = byId("curtain", HTMLDialogElement);
  }

  /** @param {TableState} state @param {HTMLElement | null} verdict  on the deal, or on all deals of the game */
  render(state, verdict) {
    const { table, now } = state;
    showPanel(state);
    if (!table || (!table.started && !byId("lobby").childElementCount)) return; // the game is about to begin
    this.rendered = { state, verdict };
    document.body.dataset.stage = table.started ? "game" : "lobby";
    const isBusy = state.isDrawing || state.selection.sent;
    document.body.dataset.turn = !isMyTurn(state) ? "other" : isBusy ? "sent" : "mine";
    const title = find(document, "h1").textContent;
    document.title = (isMyTurn(state) ? ["●", t("Your turn"), "·", title] : [title, "· Tricorn"]).join(" ");
    byId("lobby").hidden = table.started;
    byId("react").hidden = isWatching(state) || !hasOtherDevices(state) || !settings().reactions;
    this.#renderDecisions(state);
    if (!table.started) return void this.#renderLobby(state);
    if (!now) return;
    document.body.dataset.at = `${now.game}/${now.n}`;
    document.body.toggleAttribute("data-over", Boolean(now.over));
    byId("well-count").textContent = tn("{n} left", "{n} left", now.well);
    byId("round-number").textContent = roundText(now.round, state.game.roundLimit);
    byId("hand").hidden = isWatching(state);
    showNews(state);
    this.players.show(state);
    this.scoreboard.show(state.game, state.names);
    this.rack.show(state);
    showBoard(this.board, state);
    this.renderActionBar(state);
    this.#renderLists();
    this.#renderRole(state);
    this.#renderEndPanel();
  }

  /** @param {TableState} state */
  async #renderLobby(state) {
    const { Lobby } = await import("./lobby.js");
    this.lobby ??= new Lobby(byId("lobby"), this.bots, this.actions);
    if (state.table && !state.table.started) this.lobby.show(state.table);
  }

  /** The decisions in the menu, and proposals of others. @param {TableState} state */
  async #renderDecisions(state) {
    const isProposed = state.table?.agreement?.subject === "end";
    if (!isProposed) byId("proposal").hidden = true;
    if (!isProposed && !byId("menu", HTMLDialogElement).open) return;
    const { showDecisions, showProposal } = await import("./decisions.js");
    showDecisions(byId("decisions"), state, this.actions);
    showProposal(byId("proposal"), state, this.actions);
  }

  /** The end of a round, if the state rendered last has one. */
  async #renderEndPanel() {
    if (!this.rendered?.state.now?.over) return this.endPanel?.hide();
    const [{ EndPanel }] = await Promise.all([import("./end_panel.js"), loadStyles("end")]);
    this.endPanel ??= new EndPanel(byId("ending"), this.actions);
    this.endPanel.show(this.rendered.state, this.rendered.verdict);
  }

  /** @param {TableState} state */
  renderActionBar(state) {
    showActionBar(byId("actions"), state, this.actions);
  }

  /** Render after the pointer or the focus has moved to another cell. @param {TableState} state */
  renderHover(state) {
    showPreview(this.board, state);
    this.renderActionBar(state);
  }

  /** The list of moves as it was rendered last, if its panel is open. */
  async #renderLists() {
    if (this.rendered?.state.panel !== "list") return;
    if (!this.lists) this.lists = await import("./move_list.js");
    const { selection, game } = this.rendered.state;
    const options = selection.sent ? [] : selection.options;
    this.lists.showMoveList(byId("move-list"), options, game.placed, this.actions.onChooseFromList);
    this.lists.showPlacedList(byId("table-list"), game.placed);
  }

  /** A spectator, or a player for whom a bot plays, is told so. @param {TableState} state */
  #renderRole(state) {
    const seats = state.table?.seats ?? [];
    const isReplaced = seats.some((seat) => mySeats(state).includes(seat.seat) && seat.kind === "bot");
    const isWelcomed = isWatching(state) && !state.table?.hosting && !this.hasReadRole;
    byId("role").hidden = !(isReplaced || isWelcomed) || Boolean(state.now?.over?.game);
    if (byId("role").hidden || (isWelcomed && byId("role").hasChildNodes())) return;
    refill(byId("role"), ...(isReplaced ? this.#standInParts(state) : this.#welcomeParts()));
  }

  /** @param {TableState} state */
  #standInParts(state) {
    const back = { class: "button small", id: "take-seat", click: this.actions.onTakeSeat };
    if (hasResigned(state)) return [t("You have resigned; a bot plays on.")];
    return [t("A bot is playing for you."), makeButton(back, t("Take the seat back"))];
  }

  /** For somebody who comes when the game has begun. */
  #welcomeParts() {
    const close = () => {
      this.hasReadRole = true;
      byId("role").hidden = true;
    };
    const text = t("The game has begun, so you watch it. For a seat in the next one, ask for a new table.");
    return [make("span", {}, text), makeButton({ class: "button small", id: "role-read", click: close }, t("Got it"))];
  }

  /** Show an event as it happens. @param {TableState} state @param {Event} event */
  playEvent(state, event) {
    showNews(state);
    playEventSound(event);
    if (event.kind === "place") this.#playPlacement(state, event);
    else if (event.kind === "round") {
      this.board.viewport.follow();
      this.board.show([]);
    }
  }

  /** @param {TableState} state @param {Placed} event */
  #playPlacement(state, event) {
    const isOwn = state.selection.sent?.tile === event.tile;
    this.board.preview(null);
    this.board.show(state.game.placed, isOwn ? null : this.players.cardRect(event.seat));
    celebrate(this.board, event, !isOwn);
    if (event.shows) this.#showTriple(state, event.seat, event.shows);
  }

  /** @param {TableState} state @param {number} seat @param {string} tile */
  #showTriple(state, seat, tile) {
    const text = isMyOnlySeat(state, seat)
      ? t("You show {tile} to everybody.", { tile })
      : t("{name} shows {tile} to everybody.", { name: playerName(state, seat), tile });
    const card = make("div", { class: "shown" }, looseTile(tile), make("p", {}, text));
    byId("stage").append(card);
    setTimeout(() => card.remove(), SHOWN_TRIPLE_MS);
  }
}

/** @param {TableState} state */
function showPanel({ panel }) {
  document.body.dataset.panel = panel;
  for (const button of findAll(document, "[data-opens]")) {
    button.setAttribute("aria-expanded", String(button.dataset.opens === panel));
  }
}
