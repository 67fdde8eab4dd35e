/** The rules of this table in a panel over the game, taken from the page of the rules when it is first opened. */

import { byId, find, findAll, make } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { makeClosable, toast } from "../shared/ui.js";

/** Have links to the rules, and buttons for them, open the panel. */
export function bindRulesPanel() {
  const panel = byId("rules-panel", HTMLDialogElement);
  makeClosable(panel);
  for (const opener of findAll(document, "[data-rules-of], [data-rules]")) {
    opener.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab is wanted
      event.preventDefault();
      openPanel(panel);
    });
  }
}

/** @param {HTMLDialogElement} panel */
async function openPanel(panel) {
  const menu = byId("menu", HTMLDialogElement);
  if (menu.open) menu.close();
  const body = find(panel, ".rules-body");
  if (!body.childElementCount && !(await load(body)))
    return toast(t("The server cannot be reached. Are you connected?"));
  panel.showModal();
}

/** Take over the text of the rules and their style sheets; whether that was possible. @param {HTMLElement} body */
async function load(body) {
  const address = find(document, "[data-rules-of]", HTMLAnchorElement).href;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok) return false;
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const known = new Set(
    [...document.querySelectorAll("link[rel=stylesheet]")].map((link) => link.getAttribute("href")),
  );
  for (const link of page.querySelectorAll("link[rel=stylesheet]")) {
    const href = link.getAttribute("href");
    if (!known.has(href)) document.head.append(make("link", { rel: "stylesheet", href }));
  }
  const article = page.querySelector("article");
  for (const part of article?.querySelectorAll("h1, .editions") ?? []) part.remove();
  body.replaceChildren(...(article ? [document.adoptNode(article)] : []));
  return article !== null;
}
