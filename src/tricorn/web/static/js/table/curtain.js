/**
 * The curtain of pass and play: it covers the hand until the player whose turn it is has the device. The board stays
 * visible, because it is public.
 */

import { make, makeButton, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { initial } from "../shared/ui.js";

/**
 * Close the curtain until the player says that the device is theirs.
 * @param {HTMLDialogElement} dialog @param {number} seat @param {string} name @param {() => void} onOpen
 */
export function closeCurtain(dialog, seat, name, onOpen) {
  const open = () => {
    dialog.close();
    onOpen();
  };
  const hadFocus = dialog.contains(document.activeElement);
  const label = t("I am {name}: show my tiles", { name });
  const lift = makeButton({ id: "lift", class: "primary large", click: open }, label);
  refill(
    dialog,
    make("div", { class: `avatar seat-${seat}`, "aria-hidden": "true" }, initial(name)),
    make("h2", {}, t("{name}'s turn", { name })),
    make("p", { class: "faint" }, t("Hand the device over, then lift the curtain.")),
    lift,
  );
  if (!dialog.open) dialog.show();
  else if (hadFocus) lift.focus();
}
