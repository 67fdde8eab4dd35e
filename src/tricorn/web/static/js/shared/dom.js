/** Helpers to find and create elements. Text is always set as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {(event: any) => void} Listener  its event depends on the name of the attribute */
/** @typedef {Record<string, string | number | boolean | null | undefined | Listener>} Attributes */
/** @typedef {Node | string | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Attributes} attributes  a function is a listener, true an empty attribute, null and false remove it
 */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) if (child) element.append(child);
}

/**
 * An HTML element.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/** A button that submits nothing. @param {Attributes} attributes @param {Child[]} children */
export function makeButton(attributes, ...children) {
  return make("button", { type: "button", ...attributes }, ...children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag @param {Attributes} [attributes] @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function makeSvg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  setAttributes(element, attributes);
  append(element, children);
  return element;
}

/**
 * The element with this id; throws if the template does not have it.
 * @overload @param {string} id @returns {HTMLElement}
 */
/**
 * The element of this kind with this id; throws if the template does not have it.
 * @template {Element} T
 * @overload @param {string} id @param {abstract new () => T} kind @returns {T}
 */
/** @param {string} id @param {abstract new () => Element} [kind] */
export function byId(id, kind = HTMLElement) {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return element;
}

/**
 * The first HTML element below a root that matches a selector; throws if there is none.
 * @overload @param {ParentNode} root @param {string} selector @returns {HTMLElement}
 */
/**
 * The first element below a root that matches a selector; throws if there is none of this kind.
 * @template {Element} T
 * @overload @param {ParentNode} root @param {string} selector @param {abstract new () => T} kind @returns {T}
 */
/** @param {ParentNode} root @param {string} selector @param {abstract new () => Element} [kind] */
export function find(root, selector, kind = HTMLElement) {
  const element = root.querySelector(selector);
  if (!(element instanceof kind)) throw new Error(`there is no ${kind.name} ${selector}`);
  return element;
}

/** The HTML elements below a root that match a selector. @param {ParentNode} root @param {string} selector */
export function findAll(root, selector) {
  return [...root.querySelectorAll(selector)].filter((element) => element instanceof HTMLElement);
}

/**
 * The data that the template put into a JSON block with this id.
 * @template T @param {string} id @returns {T}
 */
export function pageData(id) {
  return JSON.parse(byId(id).textContent ?? "");
}

/** Load style sheets that the page did not need before (`later_styles` in its template). @param {string} name */
export async function loadStyles(name) {
  const link = find(document, `link[data-later=${name}]`, HTMLLinkElement);
  if (link.sheet) return;
  link.disabled = false;
  await new Promise((resolve) => {
    for (const event of ["load", "error"]) link.addEventListener(event, resolve, { once: true });
  });
}

/** A part of the page that is a file (`data-NAME` in its template), with its style sheets. @param {string} name */
export async function fetchPart(name) {
  const [response] = await Promise.all([fetch(byId("main").dataset[name] ?? ""), loadStyles(name)]);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new DOMParser().parseFromString(await response.text(), "text/html");
}

/** An icon of the sprite in icons.html. @param {string} name */
export function icon(name) {
  return makeSvg("svg", { class: "icon", "aria-hidden": "true" }, makeSvg("use", { href: `#i-${name}` }));
}

/**
 * Remove an element after an animation.
 * @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options
 */
export function animateAway(element, frames, options) {
  element.animate(frames, options).onfinish = () => element.remove();
}

/** Replace all children. @param {Element} element @param {Child[]} children */
export function refill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * Replace the children. An element that differs only in its attributes stays, and keeps the focus.
 * @param {Element} element @param {Element[]} children
 */
export function updateChildren(element, children) {
  const before = [...element.children];
  for (const [index, child] of children.entries()) {
    const old = before[index];
    if (!old) element.append(child);
    else if (old.tagName === child.tagName && old.innerHTML === child.innerHTML) copyAttributes(child, old);
    else old.replaceWith(child);
  }
  for (const old of before.slice(children.length)) old.remove();
}

/** @param {Element} from @param {Element} to */
function copyAttributes(from, to) {
  for (const name of to.getAttributeNames()) if (!from.hasAttribute(name)) to.removeAttribute(name);
  for (const name of from.getAttributeNames()) {
    const value = from.getAttribute(name) ?? "";
    if (to.getAttribute(name) !== value) to.setAttribute(name, value);
  }
}

/**
 * Show on an element how much of a moment has passed. It says when something will happen, so it moves even if
 * animations are off, and goes on where it was if the element is drawn again.
 * @param {Element} element @param {Keyframe[]} frames @param {{start: number, length: number}} moment
 */
export function showMoment(element, frames, { start, length }) {
  element.animate(frames, { duration: length, fill: "forwards" }).currentTime = performance.now() - start;
}
