/** The focus on the page of a score sheet, which draws most of its buttons anew after every entry. */

import { usesKeyboard } from "../shared/keyboard.js";

/** Where an entry begins: the first key or field of the pad, or the winner's name. */
const START = "#entry :is([data-sum], [data-digit], .figure-input, .winner h2)";

/** Render; the focus stays on its button, or goes to where the next entry begins. @param {() => void} render */
export function keepFocus(render) {
  const before = document.activeElement;
  const selector = before && selectorOf(before);
  render();
  if (!(before instanceof HTMLElement) || before === document.body) return;
  if (before.isConnected && !before.matches(":disabled")) return;
  const same = selector && document.querySelector(`${selector}:enabled`);
  if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  else focusStart();
}

/** An entry is made or begins: for those who use the keyboard, go to where the next one is entered. */
export function goToStart() {
  if (usesKeyboard()) focusStart();
}

function focusStart() {
  const start = document.querySelector(START);
  if (start instanceof HTMLElement) start.focus({ preventScroll: !usesKeyboard() });
}

/** What finds a button again: its id or what it enters. @param {Element} element */
function selectorOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  const name = element.getAttributeNames().find((each) => each.startsWith("data-"));
  return name ? `[${name}="${CSS.escape(element.getAttribute(name) ?? "")}"]` : null;
}
