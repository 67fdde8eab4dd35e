/** The curtain of pass and play: it hides a hand until the person whose turn it is has the device. */

import { make, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

export class Curtain {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    /** @type {number | null} */
    this.open = null; // the seat whose hand is shown
    dialog.addEventListener("cancel", (event) => event.preventDefault()); // Escape must not show a hand
  }

  /**
   * Ask for a seat's person, unless theirs is the hand that is shown already.
   * @param {number} seat @param {string} name @param {string} news  what happened since @param {() => void} lifted
   */
  ask(seat, name, news, lifted) {
    if (this.open === seat) return;
    this.open = null;
    const ready = make(
      "button",
      { type: "button", id: "lift", class: "primary large" },
      t("I am {name}: show my tiles", { name }),
    );
    ready.addEventListener("click", () => {
      this.open = seat;
      this.dialog.close();
      lifted();
    });
    refill(
      this.dialog,
      make("div", { class: `curtain-sign seat-${seat}`, "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? ""),
      make("h2", {}, t("{name}'s turn", { name })),
      news ? make("p", {}, news) : null,
      make("p", { class: "faint" }, t("Hand the device over, then lift the curtain.")),
      ready,
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  close() {
    this.open = null;
    if (this.dialog.open) this.dialog.close();
  }
}
