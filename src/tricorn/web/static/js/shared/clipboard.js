/** Copying text to the clipboard. */

/** Returns whether it succeeded. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text); // there is no clipboard without HTTPS, or no permission
  }
}

/** Copy in the older way, which copies what is selected. @param {string} text */
function copySelected(text) {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field); // outside a modal dialog it gets no focus
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}
