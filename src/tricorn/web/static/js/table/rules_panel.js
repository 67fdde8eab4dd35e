/** The rules of this table in a panel over the game, loaded from the rules page when it is first opened. */

import { byId, find, make } from "../shared/dom.js";
import { t } from "../shared/i18n.js";
import { makeClosable, toast } from "../shared/ui.js";

export async function openRulesPanel() {
  const panel = byId("rules-panel", HTMLDialogElement);
  const menu = byId("menu", HTMLDialogElement);
  if (menu.open) menu.close();
  const body = find(panel, ".rules-body");
  if (!body.childElementCount) {
    if (!(await load(body))) return toast(t("The server cannot be reached. Are you connected?"));
    makeClosable(panel);
  }
  panel.showModal();
}

/** Load the text of the rules and its style sheets; returns whether that succeeded. @param {HTMLElement} body */
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
