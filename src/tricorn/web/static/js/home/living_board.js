/** The board on the home page closes its hexagon again and again; the style sheet has the scene. */

import { find } from "../shared/dom.js";
import { reducedMotion } from "../shared/settings.js";

const EVERY_MS = 9000;

/** Between two scenes nothing runs but a timer, and there are none while nobody looks. */
export function keepBoardAlive() {
  const hero = find(document, ".hero");
  for (const line of hero.querySelectorAll(".tc-halo, .tc-mark")) line.setAttribute("pathLength", "1");
  let isOnScreen = true;
  new IntersectionObserver(([entry]) => (isOnScreen = entry.isIntersecting)).observe(hero);
  hero.addEventListener("animationend", ({ animationName }) => {
    if (animationName === "tile-comes") hero.classList.remove("playing");
  });
  setInterval(() => {
    if (isOnScreen && !document.hidden && !reducedMotion()) hero.classList.add("playing");
  }, EVERY_MS);
}
