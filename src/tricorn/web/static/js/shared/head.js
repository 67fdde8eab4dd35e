/** What cannot wait for the page's modules. A classic script in the head, which runs before the first paint. */

// The theme and the table, unless the page has only one, and the motion setting: applied later, the page would flash.
{
  const { theme: onlyTheme } = document.documentElement.dataset;
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem("tricorn.settings") ?? "{}");
    } catch {
      return {}; // no access to storage: the defaults apply
    }
  };

  const apply = () => {
    const { theme = "auto", table = "felt", motion = true } = stored();
    const system = systemIsDark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = onlyTheme ?? (theme === "auto" ? system : theme);
    document.documentElement.dataset.table = onlyTheme ? "felt" : table;
    document.documentElement.dataset.motion = motion ? "on" : "off";
  };

  apply();
  systemIsDark.addEventListener("change", apply);
  document.addEventListener("settings", apply);
}

// A tap on a button before the page's scripts have run is repeated afterwards; on a slow network it would be lost.
{
  /** @type {HTMLButtonElement | null} */
  let held = null;

  const hold = (/** @type {Event} */ event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button || button.disabled) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    held?.removeAttribute("aria-busy");
    const isUndone = held === button && button.matches("[aria-pressed], [aria-expanded]"); // two taps on a toggle
    held = isUndone ? null : button;
    held?.setAttribute("aria-busy", "true");
  };

  const release = () => {
    document.removeEventListener("click", hold, true);
    held?.removeAttribute("aria-busy");
    if (held?.getClientRects().length) held.click(); // it is still shown
  };

  document.addEventListener("click", hold, true);
  document.addEventListener("DOMContentLoaded", async () => {
    /** @type {NodeListOf<HTMLScriptElement>} */
    const scripts = document.querySelectorAll("script[type=module]");
    await Promise.allSettled([...scripts].map(({ src }) => import(src))); // they may await something
    release();
  });
}
