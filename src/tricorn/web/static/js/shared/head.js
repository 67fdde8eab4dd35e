/** What cannot wait for the page's modules. A classic script in the head, which runs before the first paint. */

// The theme and the motion setting: applied later, the page would flash.
{
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

  const stored = () => {
    try {
      return JSON.parse(localStorage.getItem("tricorn.settings") ?? "{}");
    } catch {
      return {}; // no access to storage: the defaults apply
    }
  };

  const apply = () => {
    const { theme = "auto", motion = true } = stored();
    const system = systemIsDark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme === "auto" ? system : theme;
    document.documentElement.dataset.motion = motion ? "on" : "off";
  };

  apply();
  systemIsDark.addEventListener("change", apply);
  document.addEventListener("settings", apply);
}

// A tap on a button before the modules have run is repeated afterwards, so that on a slow network none is lost.
{
  /** @type {HTMLButtonElement | null} */
  let tapped = null;

  const hold = (/** @type {Event} */ event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (!button) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tapped?.removeAttribute("aria-busy");
    tapped = button;
    tapped.setAttribute("aria-busy", "true");
  };

  document.addEventListener("click", hold, true);
  document.addEventListener("DOMContentLoaded", () => {
    document.removeEventListener("click", hold, true);
    tapped?.removeAttribute("aria-busy");
    tapped?.click();
  });
}
