/** Before the game: the invitation, who sits at the table, and the host's choices. */

import { cellsAround, corners, triangle } from "../board/geometry.js";
import { tileOn } from "../board/tile.js";
import { botFace, levelName } from "../shared/bots.js";
import { find, findAll, icon, make, makeButton, makeSvg, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";
import { setUpInvitation } from "../shared/invite.js";
import { Places } from "../shared/places.js";
import { openSeatCard } from "../shared/seat_card.js";
import { readStored, writeStored } from "../shared/storage.js";
import { initial } from "../shared/ui.js";
import { log } from "./announcer.js";
import { lobbyNews } from "./lobby_news.js";

/** @import { Seat, Table } from "../shared/protocol.js" */
/** @import { Place } from "../shared/places.js" */
/** @import { SeatCard } from "../shared/seat_card.js" */

/**
 * @typedef {object} Handlers
 * @property {(name: string) => void} onJoin
 * @property {(level: string) => void} onAddBot
 * @property {(seat: Seat, change: {kind: string, level?: string, name?: string}) => void} onSeat
 * @property {(seat: Seat) => void} onRemove
 * @property {(seat: Seat, to: number) => void} onMove
 * @property {(table: Table) => void} onRules
 * @property {() => void} onStart
 */

const STORED_LEVEL = "bot"; // the level of the bot that was added last

const HUB = 3; // the numbers of the hexagon on the table, in its middle and around it
const RIM = [5, 0, 1, 1, 2, 4];

const AT_THE_TABLE = [
  t("Nobody at the table yet"),
  t("One at the table"),
  t("Two at the table"),
  t("Three at the table"),
  t("Four at the table"),
  t("Five at the table"),
  t("Six at the table"),
];
const START_WITH = [
  t("Start with two"),
  t("Start with three"),
  t("Start with four"),
  t("Start with five"),
  t("Start with six"),
];

/** A hexagon that waits for its last tile. */
function tilesOnTable() {
  const [free, ...cells] = cellsAround([0, 0]);
  const tiles = cells.map((cell, index) => {
    const numbers = [HUB, RIM[index + 1], RIM[(index + 2) % RIM.length]];
    const hub = corners(cell).findIndex(([x, y]) => x === 0 && y === 0);
    return tileOn(
      cell,
      [0, 1, 2].map((corner) => numbers[(corner + 3 - hub) % 3]),
    );
  });
  const last = makeSvg("path", { class: "free-cell", d: triangle(free, 7) });
  return makeSvg("svg", { class: "tricorn", viewBox: "-105 -92 210 184" }, ...tiles, last);
}

export class Lobby {
  /** @param {HTMLElement} root @param {{levels: string[], level: string}} bots @param {Handlers} handlers */
  constructor(root, bots, handlers) {
    this.root = root;
    this.bots = bots;
    this.handlers = handlers;
    this.actions = find(root, ".lobby-actions");
    this.form = find(root, ".join", HTMLFormElement);
    this.start = find(root, ".lobby-start");
    this.shown = "";
    this.edition = find(root, "#table-rules").dataset.edition;
    /** The table as it was shown last. @type {Table | null} */
    this.table = null;
    this.places = new Places(find(root, ".places"), (from, to) => {
      if (this.table) this.handlers.onMove(this.table.seats[from], to);
    });
    setUpInvitation();
    find(root, ".tabletop").append(tilesOnTable());
    this.#bindForm();
    find(root, "#change-rules").addEventListener("click", () => this.table && this.handlers.onRules(this.table));
  }

  /** @param {Table} table */
  show(table) {
    const before = this.table;
    this.table = table;
    if (before) for (const text of lobbyNews(before, table)) log(text);
    this.root.classList.toggle("hosting", table.hosting);
    this.root.classList.toggle("seated", table.you.length > 0);
    if (table.edition !== this.edition) this.#refreshRules(table.edition);
    const shown = JSON.stringify([table.seats, table.players, table.hosting, table.you, table.hints]);
    if (shown === this.shown) return; // redrawing would empty a field that is being filled in
    this.shown = shown;
    const places = this.#placesToFocus(before, table);
    this.#draw(table);
    this.#focusFirst(places);
  }

  /** @param {Table} table */
  #draw(table) {
    const free = table.players[1] - table.seats.length;
    find(this.root, "#lobby-title").textContent = AT_THE_TABLE[table.seats.length];
    find(this.root, ".free-seats").textContent = free ? tn("{n} seat free", "{n} seats free", free) : "";
    this.#showPlaces(table);
    this.#showForm(table);
    refill(this.actions, ...this.#actions(table));
    refill(this.start, ...(table.hosting ? [this.#startButton(table)] : []));
  }

  /**
   * Where the focus goes if its element is gone after a change: to the same button, to the place that was changed, to
   * the own place, to the start; none if the focus is elsewhere.
   * @param {Table | null} before @param {Table} table
   */
  #placesToFocus(before, table) {
    const active = document.activeElement;
    if (!before || !active || !this.root.contains(active)) return [];
    const place = active.closest(".place");
    const index = place ? [...this.places.list.children].indexOf(place) : -1;
    const isRemoved = table.seats.length < before.seats.length;
    return [
      ...(active.id ? [`#${active.id}`] : []),
      ...(place ? [isRemoved ? "#add-bot" : `.place:nth-child(${index + 1}) button`] : []),
      ...table.you.map((seat) => `.place:nth-child(${seat + 1}) button`),
      "#start:enabled",
      "#lobby-title",
    ];
  }

  /** Focus the first of some elements that is shown, if the focus was lost. @param {string[]} selectors */
  #focusFirst(selectors) {
    if (document.activeElement !== document.body) return;
    const found = selectors.map((selector) => findAll(this.root, selector)[0]);
    found.find((element) => element?.checkVisibility())?.focus();
  }

  /** @param {Table} table */
  #showPlaces(table) {
    const places = table.seats.map((seat) => this.#place(table, seat));
    if (table.seats.length < table.players[1]) places.push(this.#freePlace(table));
    this.places.show(places, { bottom: table.you[0] ?? 0, canMove: table.hosting && table.seats.length > 1 });
  }

  /** @param {Table} table @param {Seat} seat @returns {Place} */
  #place(table, seat) {
    const isMine = table.you.includes(seat.seat);
    const isBot = seat.kind === "bot";
    const isAway = !isBot && !isMine && !seat.here;
    const note = isBot ? levelName(seat.level) : isMine ? t("you") : isAway ? t("away") : "";
    return {
      key: seat.name,
      seat: seat.seat,
      face: isBot ? botFace(seat.level, seat.name) : initial(seat.name),
      isAway,
      words: [
        make("b", { class: seat.name.length > 9 ? "long" : null }, seat.name),
        note && make("small", { class: isMine ? "you chip" : "" }, note),
      ],
      open: table.hosting || isMine ? () => this.#openCard(table, seat) : undefined,
    };
  }

  /** @param {Table} table @returns {Place} */
  #freePlace({ hosting }) {
    if (!hosting)
      return { key: "free", seat: null, face: icon("person"), words: [make("small", {}, t("a free seat"))] };
    const add = () => this.handlers.onAddBot(readStored(STORED_LEVEL, this.bots.level));
    const words = [make("b", {}, t("Add a bot")), make("small", {}, t("or wait"))];
    return { key: "free", seat: null, face: icon("plus"), words, id: "add-bot", open: add };
  }

  /** What can be done with a seat. @param {Table} table @param {Seat} seat */
  #openCard({ hosting, you, seats }, seat) {
    const { onSeat, onMove, onRemove } = this.handlers;
    const isMine = you.includes(seat.seat);
    const name = { value: seat.name, onChange: (/** @type {string} */ name) => this.#rename(seat, name) };
    const level = {
      levels: this.bots.levels,
      value: seat.level ?? "",
      onChange: (/** @type {string} */ level) => {
        writeStored(STORED_LEVEL, level);
        onSeat(seat, { kind: "bot", level });
      },
    };
    /** @type {[string, () => void][]} */
    const actions = [];
    if (hosting && seat.seat > 0) actions.push([t("Play earlier"), () => onMove(seat, seat.seat - 1)]);
    if (hosting && seat.seat < seats.length - 1) actions.push([t("Play later"), () => onMove(seat, seat.seat + 1)]);
    const remove = !isMine ? t("Remove") : hosting ? t("Host without playing") : t("Leave the table");
    actions.push([remove, () => onRemove(seat)]);
    const isBot = seat.kind === "bot";
    const shown = { name: isMine ? name : undefined, level: isBot ? level : undefined };
    this.#showCard(seat, { title: seat.name, ...shown, actions });
  }

  /** Show a card. If its opener was redrawn, the seat gets the focus. @param {Seat} seat @param {SeatCard} card */
  #showCard(seat, card) {
    const place = `.place[data-key="${CSS.escape(seat.name)}"] button`;
    openSeatCard(card).addEventListener("close", () => this.#focusFirst([place, "#start:enabled", "#lobby-title"]));
  }

  /** @param {Seat} seat @param {string} name */
  #rename(seat, name) {
    writeStored("name", name);
    this.handlers.onSeat(seat, { kind: "human", name });
  }

  /** The form to sit down, which stays while others come and go, so that a name is typed in peace. */
  #bindForm() {
    const field = find(this.form, "#join-name", HTMLInputElement);
    field.value = readStored("name", "");
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      writeStored("name", field.value.trim());
      this.handlers.onJoin(field.value.trim());
    });
  }

  /** @param {Table} table */
  #showForm({ hosting, you, seats, players }) {
    const isFull = seats.filter((seat) => seat.person).length >= players[1]; // a bot gives up its seat
    const active = document.activeElement;
    this.form.hidden = you.length > 0 || isFull;
    if (this.form.hidden && active instanceof HTMLElement && this.form.contains(active)) active.blur();
    find(this.form, "#sit").className = hosting ? "button" : "primary";
  }

  /** @param {Table} table */
  #actions({ hosting, you, seats, hints }) {
    const note = hints && make("p", { class: "faint" }, t("Everybody may have hints at this table."));
    if (!you.length) {
      if (this.form.hidden) return [note, make("p", {}, t("All seats are taken. You can watch."))];
      return [note, hosting && make("p", { class: "faint" }, t("You host without playing."))];
    }
    if (!hosting) return [note, make("p", { class: "waiting" }, t("You have a seat. The host starts the game."))];
    const own = seats[you[0]];
    const ask = makeButton({ class: "text", id: "own-name", click: () => this.#askForName(own) }, t("Enter your name"));
    const leave = makeButton(
      { class: "text", id: "only-host", click: () => this.handlers.onRemove(own) },
      t("I only host and do not play"),
    );
    return [note, make("p", { class: "own" }, !readStored("name", "") && ask, leave)];
  }

  /** @param {Seat} seat */
  #askForName(seat) {
    const name = { value: "", onChange: (/** @type {string} */ name) => this.#rename(seat, name) };
    this.#showCard(seat, { title: t("Who are you?"), name, actions: [] });
  }

  /** @param {Table} table */
  #startButton({ seats, players: [fewest] }) {
    const isEnough = seats.length >= fewest;
    const text = isEnough ? START_WITH[seats.length - 2] : t("At least {n} must sit down to start", { n: fewest });
    return makeButton(
      { id: "start", class: "primary large", disabled: !isEnough, click: this.handlers.onStart },
      isEnough && icon("play"),
      text,
    );
  }

  /** Get the words of the new rules, which the server makes in the user's language. @param {string} edition */
  async #refreshRules(edition) {
    this.edition = edition;
    const response = await fetch(location.pathname).catch(() => null);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const old of findAll(
      document,
      "#table-rules .played, #table-rules .in-short, #menu .played, #sheet .played",
    )) {
      const selector = `#${old.closest("[id]")?.id} .${old.classList[0]}`;
      old.replaceWith(document.adoptNode(find(page, selector)));
    }
    log(t("The rules have changed: {rules}.", { rules: find(this.root, ".played").textContent ?? "" }));
  }
}
