/** The panels, the zoom buttons and the keyboard shortcuts of a table's page. */

import { byId, findAll } from "../shared/dom.js";
import { addShortcuts, press } from "../shared/keyboard.js";
import { MOVE_SHORTCUTS } from "./action_bar.js";

/** @import { Viewport } from "../board/viewport.js" */

const PAN = 60; // pixels

/**
 * @param {Viewport} viewport @param {(panel: string) => void} togglePanel
 * @param {import("../shared/keyboard.js").Shortcuts} shortcuts  other than those of buttons
 */
export function bindControls(viewport, togglePanel, shortcuts) {
  for (const button of findAll(document, "[data-opens]")) {
    button.addEventListener("click", () => togglePanel(button.dataset.opens ?? ""));
  }
  for (const button of findAll(document, ".panel .close")) button.addEventListener("click", () => togglePanel(""));
  byId("zoom-in").addEventListener("click", () => viewport.zoomIn());
  byId("zoom-out").addEventListener("click", () => viewport.zoomOut());
  addShortcuts({
    ...shortcuts,
    ...MOVE_SHORTCUTS,
    n: () => press("next"),
    h: () => press("hint-more", "ask-hint"),
    m: () => togglePanel("list"),
    s: () => togglePanel("sheet"),
    ...viewport.shortcuts,
    "?": () => press("open-menu"),
    ShiftArrowLeft: () => viewport.pan(PAN, 0),
    ShiftArrowRight: () => viewport.pan(-PAN, 0),
    ShiftArrowUp: () => viewport.pan(0, PAN),
    ShiftArrowDown: () => viewport.pan(0, -PAN),
  });
}
