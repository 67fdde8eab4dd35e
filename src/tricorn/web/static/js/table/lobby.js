/** Before the game: the invitation, who has which seat, and the host's choices. */

import { botCharacter, botFace, botOptions, levelName } from "../shared/bots.js";
import { find, icon, make, makeButton, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { setUpInvitation } from "../shared/invite.js";
import { readStored, writeStored } from "../shared/storage.js";
import { initial } from "../shared/ui.js";

/** @import { Seat, Table } from "../shared/protocol.js" */

/**
 * @typedef {object} Handlers
 * @property {(name: string) => void} onJoin
 * @property {(seat: number, kind: string, level?: string) => void} onSeat
 * @property {(fill: string | null) => void} onStart  with the level of bots for the open seats, if they are filled
 */

export class Lobby {
  /** @param {HTMLElement} root @param {{levels: string[], level: string}} bots @param {Handlers} handlers */
  constructor(root, bots, handlers) {
    this.root = root;
    this.bots = bots;
    this.handlers = handlers;
    this.seats = find(root, ".seats");
    this.actions = find(root, ".lobby-actions");
    this.shown = "";
    setUpInvitation();
  }

  /** @param {Table} table */
  show(table) {
    this.root.classList.toggle("hosting", table.hosting);
    const shown = JSON.stringify([table.seats, table.hosting, table.you, table.hints]);
    if (shown === this.shown) return; // redrawing would empty a field that is being filled in
    this.shown = shown;
    refill(this.seats, ...table.seats.map((seat) => this.#seat(table, seat)));
    const hints = table.hints && make("p", { class: "faint" }, t("Everybody may have hints at this table."));
    refill(this.actions, hints, ...(table.hosting ? this.#hostActions(table) : this.#guestActions(table)));
  }

  /** @param {Table} table @param {Seat} seat */
  #seat(table, seat) {
    const isMine = table.you.includes(seat.seat);
    const shown = { bot: botFace(seat.level, seat.name), open: icon("person"), human: initial(seat.name) }[seat.kind];
    const note = isMine ? t("you") : seat.kind === "human" && !seat.here ? t("away") : "";
    return make(
      "li",
      { class: `seat ${seat.kind}` },
      make("span", { class: `avatar seat-${seat.seat}`, "aria-hidden": "true" }, shown),
      make(
        "span",
        { class: "name" },
        seatName(seat),
        seat.kind === "bot" && make("small", {}, botCharacter(seat.level)),
      ),
      note && make("span", { class: "faint" }, note),
      table.hosting && !isMine && this.#seatField(seat),
    );
  }

  /** The host's choice for a seat. @param {Seat} seat */
  #seatField(seat) {
    const select = make("select", { "aria-label": t("Seat {number}", { number: seat.seat + 1 }) });
    if (seat.kind === "human") select.append(new Option(seat.name, "human"));
    select.append(new Option(t("open"), "open"));
    select.append(...botOptions(this.bots.levels));
    select.value = seat.kind === "bot" ? `bot ${seat.level}` : seat.kind;
    select.addEventListener("change", () => {
      const [kind, level] = select.value.split(" ");
      this.handlers.onSeat(seat.seat, kind, level);
    });
    return select;
  }

  /** @param {Table} table */
  #hostActions(table) {
    const open = table.seats.filter((seat) => seat.kind === "open").length;
    const isTooFew = open > 0 && table.seats.length - open < 2;
    const hint = open ? t("People join with the link, the code or the QR code.") : t("Everybody is here.");
    const start = makeButton(
      { id: "start", class: "primary large", disabled: isTooFew, click: () => this.handlers.onStart(null) },
      open ? t("Start without the open seats") : t("Start the game"),
    );
    const fill = makeButton(
      { id: "fill", class: "button", click: () => this.handlers.onStart(this.bots.level) },
      t("Fill open seats with bots and start"),
    );
    return [make("p", { class: "faint" }, hint), start, open > 0 && fill];
  }

  /** @param {Table} table */
  #guestActions(table) {
    if (table.you.length) return [make("p", { class: "waiting" }, t("You have a seat. The host starts the game."))];
    const hasOpenSeat = table.seats.some((seat) => seat.kind === "open");
    return [hasOpenSeat ? this.#joinForm() : make("p", {}, t("All seats are taken. You can watch."))];
  }

  #joinForm() {
    const field = make("input", {
      id: "join-name",
      name: "name",
      maxlength: 40,
      required: true,
      autocomplete: "nickname",
      value: readStored("name", ""),
    });
    const join = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      writeStored("name", field.value.trim());
      this.handlers.onJoin(field.value.trim());
    };
    return make(
      "form",
      { class: "join", submit: join },
      make("label", { for: "join-name" }, t("Your name")),
      field,
      make("button", { class: "primary", id: "sit" }, t("Sit down")),
    );
  }
}

/** @param {Seat} seat */
function seatName(seat) {
  if (seat.kind === "open") return t("an open seat");
  return seat.kind === "bot" ? `${seat.name}, ${levelName(seat.level)}` : seat.name;
}
