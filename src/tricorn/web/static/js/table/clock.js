/** The turn clock as a ring round the player's sign, with the seconds in it when they run out. */

import { draw } from "../shared/dom.js";

const ROUND = 100; // pathLength of the ring

/** A ring to be put round something; empty until `run`. */
export function ring() {
  return draw(
    "svg",
    { class: "clock", viewBox: "0 0 44 44", "aria-hidden": "true" },
    draw("circle", { class: "track", cx: 22, cy: 22, r: 20 }),
    draw("circle", {
      class: "left",
      cx: 22,
      cy: 22,
      r: 20,
      pathLength: ROUND,
      "stroke-dasharray": ROUND,
      transform: "rotate(-90 22 22)",
    }),
  );
}

/**
 * Run down a ring; the timer's number is returned, for `clearInterval`.
 * @param {SVGSVGElement} svg @param {HTMLElement} label @param {number} until  in terms of performance.now()
 * @param {number} whole seconds
 */
export function run(svg, label, until, whole) {
  const left = svg.querySelector(".left");
  const step = () => {
    const seconds = Math.max(0, (until - performance.now()) / 1000);
    left?.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, seconds / whole))));
    svg.classList.toggle("hurry", seconds < 10);
    label.textContent = seconds < 100 ? String(Math.ceil(seconds)) : "";
  };
  step();
  return setInterval(step, 250);
}
