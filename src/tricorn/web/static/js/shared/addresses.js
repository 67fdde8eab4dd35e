/** The addresses of the pages: those of a server, or the files of a folder without one (`tricorn site`). */

const { root } = document.documentElement.dataset;

/** Whether there is a server behind this page. */
export const hasServer = root === undefined;

/**
 * @param {string} name  `play`, `replay`, `rules/spanish`; empty for home
 * @param {string} [rest]  what follows: `?` and `#`
 */
export function pageAddress(name, rest = "") {
  return hasServer ? `/${name}${rest}` : `./${name.replaceAll("/", "-") || "index"}.html${rest}`;
}

/** The address of a file at the root. @param {string} name */
export function rootAddress(name) {
  return `${root ?? "/"}${name}`;
}
