/**
 * Applies the theme and the motion setting to the document. A classic script in the head: a module would run after the
 * first paint, and the page would flash.
 */
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
