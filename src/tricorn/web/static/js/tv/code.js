/** Types a code with the arrow keys and the OK key of a remote control, or with a keyboard. */

import { errorText } from "../shared/api.js";
import { byId, find, findAll, make, refill } from "../shared/dom.js";
import { findPage } from "../shared/join.js";

const SHORTEST = 5; // letters of a code
const LONGEST = 12;
const keys = findAll(byId("keys"), "button");
let code = "";

/** @param {string} typed */
function setCode(typed) {
  code = typed.slice(0, LONGEST);
  refill(byId("typed"), ...[...code.padEnd(SHORTEST)].map((letter) => make("span", {}, letter)));
  byId("code-wrong").textContent = "";
}

async function show() {
  try {
    location.assign(`${await findPage(code || "?")}/tv`);
  } catch (error) {
    byId("code-wrong").textContent = errorText(error);
    keys[0].focus();
  }
}

/** The nearest key in a direction, or the same one. @param {Element} from @param {number[]} direction */
function nearest(from, [dx, dy]) {
  const [x, y] = middle(from);
  const ahead = keys
    .map((key) => {
      const [kx, ky] = middle(key);
      const forward = (kx - x) * dx + (ky - y) * dy;
      const aside = Math.abs((kx - x) * dy) + Math.abs((ky - y) * dx);
      return { key, forward, distance: forward + 3 * aside };
    })
    .filter(({ forward }) => forward > 1);
  return ahead.sort((a, b) => a.distance - b.distance)[0]?.key ?? from;
}

/** @param {Element} key */
function middle(key) {
  const { left, top, width, height } = key.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {KeyboardEvent} event */
function onKey(event) {
  const { key } = event;
  const focused = document.activeElement;
  if (key in ARROWS) {
    const from = keys.find((each) => each === focused);
    /** @type {HTMLElement} */ (from ? nearest(from, ARROWS[key]) : keys[0]).focus();
    event.preventDefault();
  } else if (key === "Backspace") setCode(code.slice(0, -1));
  else if (keys.some((each) => each.dataset.letter === key.toUpperCase())) setCode(code + key.toUpperCase());
}

for (const key of keys) {
  const { letter } = key.dataset;
  if (letter) key.addEventListener("click", () => setCode(code + letter));
}
byId("erase").addEventListener("click", () => setCode(code.slice(0, -1)));
byId("show").addEventListener("click", show);
addEventListener("keydown", onKey);
setCode("");
find(document, "#keys button").focus();
