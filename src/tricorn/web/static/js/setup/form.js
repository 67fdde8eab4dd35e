/** The form for a new table or score sheet, for all modes: seats, edition, house rules. */

import { botCharacter, botOptions } from "../shared/bots.js";
import { find, findAll, icon, make, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { readStored, writeStored } from "../shared/storage.js";
import { RulesChoice } from "./rules_choice.js";
import { storedSetup, storeSetup } from "./stored.js";

/** @import { Edition, Preset } from "../shared/editions.js" */
/** @import { Mode, Offer, SeatSetup, TableSetup } from "./stored.js" */

const MAX_SEATS = 6;
/** The kind of an added seat. @type {Record<Mode, SeatSetup["kind"]>} */
const ADDED_KIND = { now: "bot", friends: "open", pass: "human", score: "human" };

export class SetupForm {
  /**
   * @param {HTMLDialogElement} dialog @param {Edition[]} editions @param {Preset[]} presets @param {Offer} offer
   * @param {(mode: Mode, setup: TableSetup) => Promise<string | null>} onSubmit  returns an error message, or null
   */
  constructor(dialog, editions, presets, offer, onSubmit) {
    this.dialog = dialog;
    this.offer = offer;
    this.onSubmit = onSubmit;
    /** @type {Mode} */
    this.mode = "now";
    this.form = find(dialog, "form", HTMLFormElement);
    this.rows = find(dialog, "#seats");
    this.error = find(dialog, ".wrong");
    this.addButton = find(dialog, "#add-seat");
    this.name = find(dialog, "[name=name]", HTMLInputElement);
    this.listed = find(dialog, "[name=listed]", HTMLInputElement);
    this.hints = find(dialog, "[name=hints]", HTMLInputElement);
    this.onResign = find(dialog, "[name=on_resign]", HTMLSelectElement);
    this.rules = new RulesChoice(this.form, editions, presets, () => this.#fitSeats());
    this.addButton.addEventListener("click", () => {
      this.#addSeat();
      this.#fitSeats();
    });
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  /** @param {Mode} mode */
  open(mode) {
    this.mode = mode;
    const setup = storedSetup(mode, this.offer);
    this.dialog.dataset.mode = mode;
    for (const element of findAll(this.dialog, "[data-mode-is]")) {
      element.hidden = !element.dataset.modeIs?.split(" ").includes(mode);
    }
    this.name.value = readStored("name", "");
    this.listed.checked = setup.listed;
    this.onResign.value = setup.onResign;
    this.hints.checked = setup.hints;
    refill(this.rows, ...setup.seats.map((seat, index) => this.#seatRow(seat, index)));
    this.rules.show(setup);
    this.error.textContent = "";
    this.dialog.showModal();
  }

  /** Whether the names of all players are entered here. */
  get isNamed() {
    return this.mode === "pass" || this.mode === "score";
  }

  #addSeat() {
    const seat = { kind: ADDED_KIND[this.mode], level: this.offer.level, name: "" };
    this.rows.append(this.#seatRow(seat, this.rows.children.length));
  }

  /** Add or remove seats until the edition, with its house rules, allows their number. */
  #fitSeats() {
    const [low, high] = this.rules.playerRange;
    for (const row of [...this.rows.children].slice(Math.min(high, MAX_SEATS))) row.remove();
    while (this.rows.children.length < low) this.#addSeat();
    const count = this.rows.children.length;
    this.addButton.hidden = count >= high;
    for (const button of this.rows.querySelectorAll("button")) button.hidden = count <= low;
  }

  /** @param {SeatSetup} seat @param {number} index */
  #seatRow(seat, index) {
    const number = index + 1;
    const row = make("li", { class: "seat-row" });
    const name = make("input", {
      class: "seat-name",
      maxlength: 40,
      "aria-label": t("Name of player {number}", { number }),
      placeholder: t("Player {number}", { number }),
      value: seat.name ?? "",
    });
    if (index === 0 && !this.isNamed) row.append(make("span", { class: "you" }, icon("person"), t("You")));
    else if (this.mode !== "score") row.append(this.#kindField(seat, number, name));
    if (this.isNamed) row.append(name);
    if (index > 0) row.append(this.#removeButton(row, number));
    const select = row.querySelector("select");
    const character = make("small", { class: "faint" });
    const showCharacter = () => (character.textContent = botCharacter(select?.value.split(" ")[1]));
    select?.addEventListener("change", showCharacter);
    showCharacter();
    row.append(character);
    return row;
  }

  /** @param {HTMLElement} row @param {number} number */
  #removeButton(row, number) {
    const label = t("Remove seat {number}", { number });
    const remove = () => {
      row.remove();
      this.#fitSeats();
    };
    return make("button", { type: "button", class: "quiet small", "aria-label": label, click: remove }, icon("close"));
  }

  /** @param {SeatSetup} seat @param {number} number @param {HTMLInputElement} name */
  #kindField(seat, number, name) {
    const select = make("select", { class: "seat-kind", "aria-label": t("Seat {number}", { number }) });
    if (this.mode === "friends") select.append(new Option(t("Somebody who joins"), "open"));
    if (this.mode === "pass") select.append(new Option(t("Person"), "human"));
    select.append(...botOptions(this.offer.levels));
    select.value = seat.kind === "bot" ? `bot ${seat.level}` : seat.kind;
    if (select.selectedIndex < 0) select.selectedIndex = select.options.length - 1;
    const showName = () => (name.hidden = select.value !== "human");
    select.addEventListener("change", showName);
    showName();
    return select;
  }

  /** @returns {SeatSetup[]} */
  #readSeats() {
    return [...this.rows.children].map((row, index) => {
      const [kind, level] = (row.querySelector("select")?.value ?? "human").split(" ");
      if (kind === "bot") return { kind, level };
      if (kind === "open") return { kind };
      const name = row.querySelector("input")?.value.trim() || t("Player {number}", { number: index + 1 });
      return { kind: "human", name: this.isNamed ? name : undefined };
    });
  }

  /** @param {SubmitEvent} event */
  async #submit(event) {
    event.preventDefault();
    const setup = {
      seats: this.#readSeats(),
      ...this.rules.read(),
      listed: this.listed.checked,
      hints: this.hints.checked,
      onResign: /** @type {TableSetup["onResign"]} */ (this.onResign.value),
    };
    storeSetup(this.mode, setup);
    if (!this.isNamed) writeStored("name", this.name.value.trim());
    this.error.textContent = (await this.onSubmit(this.mode, setup)) ?? "";
  }
}
