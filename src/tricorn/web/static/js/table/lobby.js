/** Before the game: the link, the code and the QR code, who sits where, and the host's choices. */

import { icon, make, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { setUpInvitation } from "../shared/invite.js";
import { levelName } from "../shared/levels.js";
import { recall, remember } from "../shared/storage.js";

/** @typedef {import("../shared/protocol.js").Table} Table */
/** @typedef {import("../shared/protocol.js").Seat} Seat */

/**
 * @typedef {object} Wishes
 * @property {(name: string) => void} join
 * @property {(seat: number, kind: string, level?: string) => void} seat
 * @property {(fill: string | null) => void} start
 */

export class Lobby {
  /** @param {HTMLElement} root @param {{levels: string[], level: string}} bots @param {Wishes} wishes */
  constructor(root, bots, wishes) {
    this.root = root;
    this.bots = bots;
    this.wishes = wishes;
    this.seats = /** @type {HTMLElement} */ (root.querySelector(".seats"));
    this.doing = /** @type {HTMLElement} */ (root.querySelector(".doing"));
    this.drawn = "";
    setUpInvitation();
  }

  /** @param {Table} table */
  show(table) {
    this.root.hidden = false;
    this.root.classList.toggle("hosting", table.hosting);
    const drawn = JSON.stringify([table.seats, table.hosting, table.you]);
    if (drawn === this.drawn) return; // a repeated frame must not empty the field somebody writes in
    this.drawn = drawn;
    refill(this.seats, ...table.seats.map((seat) => this._seat(table, seat)));
    refill(this.doing, ...(table.hosting ? this._hosting(table) : this._guest(table)));
  }

  hide() {
    this.root.hidden = true;
  }

  /** @param {Table} table @param {Seat} seat */
  _seat(table, seat) {
    const name =
      seat.kind === "open"
        ? t("an open seat")
        : seat.kind === "bot"
          ? t("Bot, {level}", { level: levelName(seat.level) })
          : (seat.name ?? "");
    const row = make(
      "li",
      { class: `seat ${seat.kind}` },
      make(
        "span",
        { class: `sign seat-${seat.seat}`, "aria-hidden": "true" },
        seat.kind === "bot" ? icon("bot") : seat.kind === "open" ? icon("plus") : ([...name][0]?.toUpperCase() ?? ""),
      ),
      make("span", { class: "name" }, name),
    );
    if (table.you.includes(seat.seat)) row.append(make("span", { class: "faint" }, t("you")));
    else if (seat.kind === "human" && !seat.here) row.append(make("span", { class: "faint" }, t("away")));
    if (table.hosting && !table.you.includes(seat.seat)) row.append(this._choice(seat));
    return row;
  }

  /** The host's choice for a seat. @param {Seat} seat */
  _choice(seat) {
    const select = make("select", { "aria-label": t("Seat {number}", { number: seat.seat + 1 }) });
    if (seat.kind === "human") select.append(new Option(seat.name ?? "", "human", true, true));
    select.append(new Option(t("open"), "open", seat.kind === "open", seat.kind === "open"));
    for (const level of this.bots.levels) {
      const chosen = seat.kind === "bot" && seat.level === level;
      select.append(new Option(t("Bot, {level}", { level: levelName(level) }), `bot ${level}`, chosen, chosen));
    }
    select.addEventListener("change", () => {
      const [kind, level] = select.value.split(" ");
      this.wishes.seat(seat.seat, kind, level);
    });
    return select;
  }

  /** @param {Table} table */
  _hosting(table) {
    const open = table.seats.filter((seat) => seat.kind === "open").length;
    const taken = table.seats.length - open;
    const start = make(
      "button",
      {
        type: "button",
        id: "start",
        class: "primary large",
        disabled: open > 0 && taken < 2,
        click: () => this.wishes.start(null),
      },
      open ? t("Start without the open seats") : t("Start the game"),
    );
    const filled = make(
      "button",
      { type: "button", id: "fill", class: "button", click: () => this.wishes.start(this.bots.level) },
      t("Fill open seats with bots and start"),
    );
    return [
      make(
        "p",
        { class: "faint" },
        open ? t("People join with the link, the code or the QR code.") : t("Everybody is here."),
      ),
      start,
      open ? filled : null,
    ];
  }

  /** @param {Table} table */
  _guest(table) {
    if (table.you.length) return [make("p", { class: "waiting" }, t("You have a seat. The host starts the game."))];
    if (!table.seats.some((seat) => seat.kind === "open"))
      return [make("p", {}, t("All seats are taken. You can watch."))];
    const field = make("input", {
      id: "join-name",
      name: "name",
      maxlength: 40,
      required: true,
      autocomplete: "nickname",
      value: recall("name", ""),
    });
    const form = make(
      "form",
      { class: "join" },
      make("label", { for: "join-name" }, t("Your name")),
      field,
      make("button", { class: "primary", id: "sit" }, t("Sit down")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      remember("name", field.value.trim());
      this.wishes.join(field.value.trim());
    });
    return [form];
  }
}
