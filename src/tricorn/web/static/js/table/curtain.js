/** The curtain of pass and play: it hides a hand until the player whose turn it is has the device. */

import { initial, make, makeButton, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";

export class Curtain {
  /** @param {HTMLDialogElement} dialog */
  constructor(dialog) {
    this.dialog = dialog;
    dialog.addEventListener("cancel", (event) => event.preventDefault()); // Escape must not show a hand
  }

  /**
   * Close the curtain until the player says that the device is theirs.
   * @param {number} seat @param {string} name @param {string} news  what happened last @param {() => void} onOpen
   */
  ask(seat, name, news, onOpen) {
    const open = () => {
      this.dialog.close();
      onOpen();
    };
    refill(
      this.dialog,
      make("div", { class: `curtain-sign seat-${seat}`, "aria-hidden": "true" }, initial(name)),
      make("h2", {}, t("{name}'s turn", { name })),
      news && make("p", {}, news),
      make("p", { class: "faint" }, t("Hand the device over, then lift the curtain.")),
      makeButton({ id: "lift", class: "primary large", click: open }, t("I am {name}: show my tiles", { name })),
    );
    if (!this.dialog.open) this.dialog.showModal();
  }

  hide() {
    if (this.dialog.open) this.dialog.close();
  }
}
