/** The turn clock as a ring around the player's avatar, with the seconds in it when they run out. */

import { makeSvg } from "../shared/dom.js";

const LENGTH = 100; // pathLength of the ring
const TICK_MS = 250;
const HURRY_SECONDS = 10;

/** A ring, empty until the clock is started. */
export function clockRing() {
  const circle = { cx: 22, cy: 22, r: 20 };
  const dashes = { pathLength: LENGTH, "stroke-dasharray": LENGTH, transform: "rotate(-90 22 22)" };
  return makeSvg(
    "svg",
    { class: "clock", viewBox: "0 0 44 44", "aria-hidden": "true" },
    makeSvg("circle", { class: "track", ...circle }),
    makeSvg("circle", { class: "left", ...circle, ...dashes }),
  );
}

/**
 * Start a clock; returns its timer, for `clearInterval`.
 * @param {SVGSVGElement} ring @param {HTMLElement} label @param {number} end  in terms of performance.now()
 * @param {number} total  seconds
 */
export function startClock(ring, label, end, total) {
  const arc = ring.querySelector(".left");
  const tick = () => {
    const seconds = Math.max(0, (end - performance.now()) / 1000);
    arc?.setAttribute("stroke-dashoffset", String(LENGTH * (1 - Math.min(1, seconds / total))));
    ring.classList.toggle("hurry", seconds < HURRY_SECONDS);
    label.textContent = seconds < 100 ? String(Math.ceil(seconds)) : "";
  };
  tick();
  return setInterval(tick, TICK_MS);
}
