/** The addresses of the pages: those of a server, or the files of a folder without one (`tricorn site`). */

const { root = "/", static: isStatic } = document.documentElement.dataset;

/** Whether there is a server behind this page. */
export const hasServer = isStatic === undefined;

/**
 * @param {string} name  `play`, `replay`, `rules/spanish`; empty for home
 * @param {string} [rest]  what follows: `?` and `#`
 */
export function pageAddress(name, rest = "") {
  return hasServer ? rootAddress(name + rest) : `./${name.replaceAll("/", "-") || "index"}.html${rest}`;
}

/** The address of something at the root of the pages, which is not `/` if they are below a path of their host. */
export function rootAddress(name = "") {
  return root + name;
}

/** The cache of the service worker of these pages (sw.js). @param {string} version  of the files */
export function cacheName(version) {
  return `tricorn ${new URL(root, location.href).pathname} ${version}`;
}
