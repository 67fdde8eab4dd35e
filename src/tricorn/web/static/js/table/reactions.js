/** Reactions: a few pictures that people at a table send each other instead of chatting. */

import { byId, make, makeButton, makeSvg, refill } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { reducedMotion } from "../shared/settings.js";
import { log } from "./announcer.js";

/** @typedef {import("../shared/protocol.js").Reacted["reaction"]} Reaction */

const SHOWN_MS = 3500;
const MENU_WIDTH = 316; // pixels, with a margin

/** A face on a 24 by 24 grid; the heart and the star have other shapes. */
const FACE = "M12 2.500a9.500 9.500 0 1 1 0 19a9.500 9.500 0 1 1 0-19z";
const HEART =
  "M12 20.500C5 15.500 2.500 12 2.500 8.500a4.800 4.800 0 0 1 9.500-1" +
  "a4.800 4.800 0 0 1 9.500 1c0 3.500-2.500 7-9.500 12z";
const STAR =
  "M12 2.500l2.900 6.200 6.600.900-4.800 4.700 1.200 6.700L12 17.700 6.100 21l1.200-6.700L2.500 9.600l6.600-.900z";

/** The filled shape of each picture, and what is drawn on it. @type {Record<Reaction, [string, string]>} */
const PICTURES = {
  bravo: [STAR, "M10 11v.5M14 11v.5M9.800 13.800c1.200 1.200 3.200 1.200 4.400 0"],
  wow: [FACE, "M8.500 9.500v1M15.500 9.500v1M12 13a2.200 2.600 0 1 0 .01 0M7 6.800l2.500-.6M17 6.800l-2.500-.6"],
  laugh: [
    FACE,
    "M7 10.200l1.700-1.700 1.700 1.700M13.600 10.200l1.700-1.700 1.700 1.700M7.500 13.500h9c-.5 5-8.500 5-9 0z",
  ],
  sad: [FACE, "M8.500 10v1M15.500 10v1M8 17c2-2.700 6-2.700 8 0M17.500 12.500v2"],
  hmm: [FACE, "M8.500 10.500v1M15.500 10.500v1M7 7.800h3M14 6.500l3 1M9 16.200l6-1.400"],
  thanks: [HEART, "M9.500 9v.5M14.500 9v.5M9 12c1.500 1.800 4.500 1.800 6 0"],
};

/** The words for a picture. @param {Reaction} reaction */
function reactionText(reaction) {
  const words = {
    bravo: t("Well played!"),
    wow: t("Wow!"),
    laugh: t("Ha ha!"),
    sad: t("Oh no!"),
    hmm: t("Hmm…"),
    thanks: t("Thank you!"),
  };
  return words[reaction];
}

/** @param {Reaction} reaction */
function picture(reaction) {
  const [shape, lines] = PICTURES[reaction];
  return makeSvg(
    "svg",
    { class: `reaction ${reaction}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    makeSvg("path", { class: "shape", d: shape }),
    makeSvg("path", { d: lines }),
  );
}

/**
 * Offer the pictures below the button that opens them.
 * @param {HTMLElement} opener @param {(reaction: Reaction) => void} send
 */
export function openReactions(opener, send) {
  const menu = byId("reactions");
  const reactions = /** @type {Reaction[]} */ (Object.keys(PICTURES));
  const choose = (/** @type {Reaction} */ reaction) => {
    menu.hidePopover();
    send(reaction);
  };
  const buttons = reactions.map((reaction) => {
    const attributes = { class: "quiet", "data-reaction": reaction, click: () => choose(reaction) };
    return makeButton(
      { ...attributes, "aria-label": reactionText(reaction), title: reactionText(reaction) },
      picture(reaction),
    );
  });
  refill(menu, ...buttons);
  const { bottom, right } = opener.getBoundingClientRect();
  menu.style.top = `${bottom + 6}px`;
  menu.style.right = `${Math.max(8, Math.min(innerWidth - right - 40, innerWidth - MENU_WIDTH))}px`;
  menu.showPopover();
  buttons[0].focus();
}

/**
 * Show a picture over the avatar of its sender for a moment, and have screen readers say what it means.
 * @param {HTMLElement} avatar  of the player @param {string} name @param {Reaction} reaction
 */
export function showReaction(avatar, name, reaction) {
  log(t("{name}: {text}", { name, text: reactionText(reaction) }));
  const seat = avatar.className;
  document.querySelector(`.bubble[data-of="${seat}"]`)?.remove();
  const bubble = make("div", { class: "bubble", "data-of": seat, "data-reaction": reaction }, picture(reaction));
  const { left, top, width, height } = avatar.getBoundingClientRect();
  bubble.style.left = `${left + width / 2}px`;
  bubble.style.top = `${top + height / 2}px`;
  bubble.style.width = `${width + 8}px`;
  document.body.append(bubble);
  const keyframes = [
    { opacity: 0, scale: 0.3 },
    { opacity: 1, scale: 1.15, offset: 0.06 },
    { opacity: 1, scale: 1, offset: 0.1 },
    { opacity: 1, scale: 1, offset: 0.92 },
    { opacity: 0, scale: 1 },
  ];
  if (!reducedMotion()) bubble.animate(keyframes, SHOWN_MS);
  setTimeout(() => bubble.remove(), SHOWN_MS);
}
