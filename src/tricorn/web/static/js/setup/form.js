/** The form for a new table or score sheet, and for the rules of an open table: places at a table, and sentences. */

import { ADAPTIVE } from "../shared/adaptive.js";
import { botFace, levelName } from "../shared/bots.js";
import { find, findAll, icon, make, pageData } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { Places } from "../shared/places.js";
import { openSeatCard } from "../shared/seat_card.js";
import { readStored, writeStored } from "../shared/storage.js";
import { initial, makeClosable } from "../shared/ui.js";
import { RulesChoice } from "./rules_choice.js";
import { storedSetup, storeSetup } from "./stored.js";

/** @import { Edition, Preset } from "../shared/editions.js" */
/** @import { Place } from "../shared/places.js" */
/** @import { Mode, Offer, SeatSetup, TableSetup } from "./stored.js" */

const MAX_SEATS = 6;

export class SetupForm {
  /**
   * @param {Document} part  with the dialog @param {Offer} offer
   * @param {(mode: Mode, setup: TableSetup) => Promise<string | null>} onSubmit  returns an error message, or null
   * @param {(level: string, others: SeatSetup[]) => string} botName  of a bot beside others
   */
  constructor(part, offer, onSubmit, botName = () => "") {
    /** @type {Edition[]} */
    this.editions = JSON.parse(find(part, "#editions").textContent ?? "");
    /** @type {Preset[]} */
    const presets = pageData("presets");
    const dialog = document.adoptNode(find(part, "#setup", HTMLDialogElement));
    document.body.append(dialog);
    makeClosable(dialog);
    this.dialog = dialog;
    this.offer = offer;
    this.onSubmit = onSubmit;
    this.botName = botName;
    /** @type {Mode} */
    this.mode = "now";
    /** @type {SeatSetup[]} */
    this.seats = [];
    this.form = find(dialog, "form", HTMLFormElement);
    this.places = new Places(find(dialog, "#seats"), (from, to) => this.#moveSeat(from, to));
    this.error = find(dialog, ".wrong");
    this.listed = find(dialog, "[name=listed]", HTMLInputElement);
    this.hints = find(dialog, "[name=hints]", HTMLInputElement);
    this.takeBack = find(dialog, "[name=take_back]", HTMLInputElement);
    this.onResign = find(dialog, "[name=on_resign]", HTMLSelectElement);
    this.rules = new RulesChoice(this.form, this.editions, presets, () => this.#fitSeats());
    this.form.addEventListener("submit", (event) => this.#submit(event));
  }

  /** @param {Mode} mode @param {TableSetup} [setup]  what is shown; otherwise the last one */
  open(mode, setup = storedSetup(mode, this.offer)) {
    this.mode = mode;
    this.dialog.dataset.mode = mode;
    for (const element of findAll(this.dialog, "[data-mode-is]")) {
      element.hidden = !element.dataset.modeIs?.split(" ").includes(mode);
    }
    this.listed.checked = setup.listed;
    this.onResign.value = setup.onResign;
    this.hints.checked = setup.hints;
    this.takeBack.checked = setup.takeBack;
    this.seats = setup.seats.map((seat) => ({ ...seat }));
    if (mode === "now") this.seats[0].name = readStored("name", "");
    this.rules.show(setup);
    this.error.textContent = "";
    this.dialog.showModal();
  }

  /** Add or remove seats until the edition, with its house rules, allows their number. */
  #fitSeats() {
    const [low, high] = this.rules.playerRange;
    if (this.mode !== "friends") {
      this.seats.splice(Math.min(high, MAX_SEATS));
      while (this.seats.length < low) this.seats.push(this.#newSeat(this.mode === "now" ? "bot" : "human"));
    }
    this.#showSeats();
  }

  /** @param {SeatSetup["kind"]} kind @returns {SeatSetup} */
  #newSeat(kind) {
    const last = this.seats.findLast((seat) => seat.kind === "bot")?.level;
    return kind === "bot" ? { kind, level: last ?? this.offer.level } : { kind, name: "" };
  }

  /** @param {SeatSetup["kind"]} kind */
  #addSeat(kind) {
    this.seats.push(this.#newSeat(kind));
    this.#showSeats();
    const fields = findAll(this.dialog, ".seat-name");
    if (kind === "human") fields.at(-1)?.focus();
  }

  /** @param {number} from @param {number} to */
  #moveSeat(from, to) {
    this.seats.splice(to, 0, ...this.seats.splice(from, 1));
    this.#showSeats();
  }

  #showSeats() {
    this.#nameHeadStarts();
    if (this.mode === "friends") return;
    const [low, high] = this.rules.playerRange;
    const canRemove = this.seats.length > low;
    const places = this.seats.map((seat, index) => this.#place(seat, index, canRemove));
    const isFull = this.seats.length >= Math.min(high, MAX_SEATS);
    if (!isFull) places.push(this.#freePlace());
    const limit = t("By these rules at most {n} can play; others, below, allow up to {most}.", {
      n: high,
      most: MAX_SEATS,
    });
    find(this.dialog, "#seats-limit").textContent = isFull && high < MAX_SEATS ? limit : "";
    this.places.show(places, { canMove: this.mode !== "now" });
  }

  /** Offer a head start to each player by name. */
  #nameHeadStarts() {
    const count = this.mode === "friends" ? this.rules.playerRange[1] : this.seats.length;
    this.rules.houseRules.showHeadStarts(Array.from({ length: count }, (_, index) => this.#nameOf(index)));
  }

  /** What a seat is called here. @param {number} index */
  #nameOf(index) {
    const { kind, level = "", name } = this.seats[index] ?? {};
    if (this.mode === "now" && index === 0) return t("You");
    if (kind === "bot") return this.botName(level, this.seats.slice(0, index)) || t("Bot");
    return name || t("Player {number}", { number: index + 1 });
  }

  /** @param {SeatSetup} seat @param {number} index @param {boolean} canRemove @returns {Place} */
  #place(seat, index, canRemove) {
    const isYou = this.mode === "now" && index === 0;
    const key = String(index);
    if (seat.kind === "bot") {
      const name = this.#nameOf(index);
      const words = [make("b", {}, name), make("small", {}, levelName(seat.level))];
      const open = () => this.#openCard(seat, index, name, canRemove);
      return { key, seat: index, face: botFace(seat.level ?? null, name), words, open };
    }
    const field = this.#nameField(seat, index, isYou);
    const words = isYou ? [make("b", {}, t("You"))] : [];
    const open = isYou ? undefined : () => this.#openCard(seat, index, this.#nameOf(index), canRemove);
    const menu = make("span", { class: "visually-hidden" }, t("Change place {number}", { number: index + 1 }));
    return {
      key,
      seat: index,
      face: initial(seat.name || this.#nameOf(index)),
      words: isYou ? words : [menu],
      open,
      fields: [field],
    };
  }

  /** @param {SeatSetup} seat @param {number} index @param {boolean} isYou */
  #nameField(seat, index, isYou) {
    const number = index + 1;
    return make("input", {
      class: "seat-name",
      name: isYou ? "name" : null,
      maxlength: 40,
      autocomplete: isYou ? "nickname" : "off",
      "aria-label": isYou ? t("Your name") : t("Name of player {number}", { number }),
      placeholder: isYou ? t("Your name") : t("Player {number}", { number }),
      value: seat.name ?? "",
      input: (/** @type {InputEvent} */ event) => {
        seat.name = /** @type {HTMLInputElement} */ (event.currentTarget).value;
        this.#nameHeadStarts();
      },
    });
  }

  /** @returns {Place} */
  #freePlace() {
    const kinds = { now: "bot", friends: "bot", pass: "human", score: "human" };
    const kind = /** @type {SeatSetup["kind"]} */ (kinds[this.mode]);
    const text = kind === "bot" ? t("Add a bot") : t("Add a player");
    const addBot = make("button", { type: "button", class: "text", id: "add-bot", click: () => this.#addSeat("bot") });
    addBot.textContent = t("or a bot");
    return {
      key: "free",
      seat: null,
      face: icon("plus"),
      words: [make("b", {}, text)],
      id: "add-seat",
      open: () => this.#addSeat(kind),
      fields: this.mode === "pass" ? [addBot] : [],
    };
  }

  /** @param {SeatSetup} seat @param {number} index @param {string} title @param {boolean} canRemove */
  #openCard(seat, index, title, canRemove) {
    const onChange = (/** @type {string} */ level) => {
      seat.level = level;
      this.#showSeats();
    };
    const last = this.seats.length - 1;
    /** @type {[string, () => void][]} */
    const actions = [];
    if (this.mode !== "now" && index > 0) actions.push([t("Play earlier"), () => this.#moveSeat(index, index - 1)]);
    if (this.mode !== "now" && index < last) actions.push([t("Play later"), () => this.#moveSeat(index, index + 1)]);
    if (canRemove) actions.push([t("Remove"), () => this.#removeSeat(index)]);
    const levels = [...this.offer.levels, ...(this.mode === "now" ? [ADAPTIVE] : [])]; // it adapts to one player
    const level = seat.kind === "bot" ? { levels, value: seat.level ?? "", onChange } : undefined;
    openSeatCard({ title, level, actions });
  }

  /** @param {number} index */
  #removeSeat(index) {
    this.seats.splice(index, 1);
    this.#fitSeats();
  }

  /** @returns {SeatSetup[]} */
  #readSeats() {
    return this.seats.map(({ kind, level, name = "" }, index) => {
      if (kind === "bot") return { kind, level };
      if (this.mode === "now") return { kind };
      return { kind, name: name.trim() || t("Player {number}", { number: index + 1 }) };
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
      takeBack: this.takeBack.checked,
      onResign: /** @type {TableSetup["onResign"]} */ (this.onResign.value),
    };
    if (this.mode === "now") writeStored("name", this.seats[0].name?.trim() ?? "");
    this.error.textContent = (await this.onSubmit(this.mode, setup)) ?? "";
    if (!this.error.textContent) storeSetup(this.mode, setup);
  }
}
