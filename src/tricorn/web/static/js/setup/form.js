/**
 * The form for a new table or score sheet: seats, edition, house rules. The same for all ways to play; what was chosen
 * is remembered.
 */

import { icon, make, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { levelName } from "../shared/levels.js";
import { recall, remember } from "../shared/storage.js";
import { HouseRules } from "./house_rules.js";
import { firstWish } from "./options.js";

/** @typedef {import("./options.js").Edition} Edition */
/** @typedef {import("./options.js").Mode} Mode */
/** @typedef {import("./options.js").SeatWish} SeatWish */
/** @typedef {import("./options.js").Wish} Wish */

const MOST_SEATS = 6;

export class Setup {
  /**
   * @param {HTMLDialogElement} dialog @param {Edition[]} editions
   * @param {{levels: string[], level: string, edition: string}} choices
   * @param {(mode: Mode, wish: Wish) => Promise<string | null>} done  tells what was wrong, or null
   */
  constructor(dialog, editions, choices, done) {
    this.dialog = dialog;
    this.editions = editions;
    this.choices = choices;
    this.done = done;
    /** @type {Mode} */
    this.mode = "now";
    this.form = /** @type {HTMLFormElement} */ (dialog.querySelector("form"));
    this.rows = /** @type {HTMLElement} */ (dialog.querySelector("#seats"));
    this.wrong = /** @type {HTMLElement} */ (dialog.querySelector(".wrong"));
    this.rules = new HouseRules(this.form, () => this._count());
    this._field("edition").addEventListener("change", () => this.rules.show(this.book, {}));
    dialog.querySelector("#add-seat")?.addEventListener("click", () => this._add());
    this.form.addEventListener("submit", (event) => this._submit(event));
  }

  /** @param {Mode} mode */
  open(mode) {
    this.mode = mode;
    const wish = firstWish(mode, this.choices.edition, this.choices.level);
    this.dialog.dataset.mode = mode;
    for (const part of this.dialog.querySelectorAll("[data-mode-is]")) {
      part.toggleAttribute("hidden", !part.getAttribute("data-mode-is")?.split(" ").includes(mode));
    }
    this._field("name").value = recall("name", "");
    this._field("edition").value = wish.edition;
    /** @type {HTMLInputElement} */ (this._field("listed")).checked = wish.listed;
    refill(this.rows);
    for (const seat of wish.seats) this._row(seat);
    this.rules.show(this.book, wish.rules);
    this.wrong.textContent = "";
    this.dialog.showModal();
  }

  /** @param {string} name @returns {HTMLInputElement} */
  _field(name) {
    return /** @type {any} */ (this.form.elements.namedItem(name));
  }

  /** Whether everybody's name is written here. */
  get named() {
    return this.mode === "pass" || this.mode === "score";
  }

  get book() {
    return this.editions.find((each) => each.id === this._field("edition").value) ?? this.editions[0];
  }

  _addRow() {
    const kind = { now: "bot", friends: "open", pass: "human", score: "human" }[this.mode];
    this._row({ kind: /** @type {SeatWish["kind"]} */ (kind), level: this.choices.level, name: "" });
  }

  _add() {
    this._addRow();
    this._count();
  }

  /** As many seats as the edition, or the house, asks for and has room for. */
  _count() {
    const [low, high] = this.rules.players;
    const rows = [...this.rows.children];
    for (const row of rows.slice(Math.min(high, MOST_SEATS))) row.remove();
    while (this.rows.children.length < low) this._addRow();
    const left = this.rows.children.length;
    /** @type {HTMLElement} */ (this.dialog.querySelector("#add-seat")).hidden = left >= high;
    for (const button of this.rows.querySelectorAll("button")) button.hidden = left <= low;
  }

  /** @param {SeatWish} seat */
  _row(seat) {
    const first = this.rows.children.length === 0;
    const number = this.rows.children.length + 1;
    const name = make("input", {
      class: "seat-name",
      maxlength: 40,
      "aria-label": t("Name of player {number}", { number }),
      placeholder: t("Player {number}", { number }),
      value: seat.name ?? "",
    });
    const row = make("li", { class: "seat-row" });
    if (first && !this.named) row.append(make("span", { class: "you" }, icon("person"), t("You")));
    else if (this.mode !== "score") row.append(this._kinds(seat, number, name));
    if (this.named) row.append(name);
    if (!first)
      row.append(
        make(
          "button",
          {
            type: "button",
            class: "quiet small",
            "aria-label": t("Remove seat {number}", { number }),
            click: () => {
              row.remove();
              this._count();
            },
          },
          icon("close"),
        ),
      );
    this.rows.append(row);
  }

  /** @param {SeatWish} seat @param {number} number @param {HTMLInputElement} name */
  _kinds(seat, number, name) {
    const select = make("select", { class: "seat-kind", "aria-label": t("Seat {number}", { number }) });
    if (this.mode === "friends") select.append(new Option(t("Somebody who joins"), "open"));
    if (this.mode === "pass") select.append(new Option(t("Person"), "human"));
    for (const level of this.choices.levels)
      select.append(new Option(t("Bot, {level}", { level: levelName(level) }), `bot ${level}`));
    select.value = seat.kind === "bot" ? `bot ${seat.level}` : seat.kind;
    if (select.selectedIndex < 0) select.selectedIndex = select.options.length - 1;
    const show = () => (name.hidden = select.value !== "human");
    select.addEventListener("change", show);
    show();
    return select;
  }

  /** @returns {SeatWish[]} */
  _readSeats() {
    return [...this.rows.children].map((row, i) => {
      const select = row.querySelector("select");
      const [kind, level] = (select?.value ?? "human").split(" ");
      if (kind === "bot") return { kind, level };
      if (kind === "open") return { kind };
      const typed = row.querySelector("input")?.value.trim();
      return { kind: "human", name: this.named ? typed || t("Player {number}", { number: i + 1 }) : undefined };
    });
  }

  /** @param {SubmitEvent} event */
  async _submit(event) {
    event.preventDefault();
    const wish = {
      seats: this._readSeats(),
      edition: this._field("edition").value,
      rules: this.rules.read(),
      listed: /** @type {HTMLInputElement} */ (this._field("listed")).checked,
    };
    remember(`wish.${this.mode}`, wish);
    if (!this.named) remember("name", this._field("name").value.trim());
    this.wrong.textContent = (await this.done(this.mode, wish)) ?? "";
  }
}
