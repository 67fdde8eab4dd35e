// Before anything is drawn: the theme and the motion that the reader chose, so that the page does not flash.
// A plain script, because modules run after the first drawing.
try {
  const kept = JSON.parse(localStorage.getItem("tricorn.settings") || "{}");
  if (kept.theme === "light" || kept.theme === "dark") document.documentElement.dataset.theme = kept.theme;
  if (kept.motion === false) document.documentElement.dataset.motion = "off";
} catch {
  // Without storage the system's choice stands.
}
