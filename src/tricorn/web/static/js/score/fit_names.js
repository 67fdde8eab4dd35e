/** Shortens players' names to the room that there is for them. */

import { findAll } from "../shared/dom.js";
import { nameForms } from "../shared/names.js";

/** Show each player's name as long as there is room for it. @param {HTMLElement} root @param {string[]} names */
export function fitNames(root, names) {
  findAll(root, ".name").forEach((element, seat) => {
    for (const form of nameForms(names, seat)) {
      element.textContent = form;
      if (textWidth(element) <= element.clientWidth) return;
    }
  });
}

/** How wide a text is, to a fraction of a pixel. @param {HTMLElement} element */
function textWidth(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().width;
}
