/** Checks of the shape of data that is not trusted. Fields that a shape does not name may be anything. */

/** @typedef {(value: unknown) => boolean} Check */

/** @param {unknown} value */
export const number = (value) => Number.isFinite(value);

/** @param {number} most  characters @param {RegExp} [pattern] @returns {Check} */
export const text = (most, pattern) => (value) =>
  typeof value === "string" && value.length <= most && (!pattern || pattern.test(value));

/** @param {Check} check @param {number} most  items @returns {Check} */
export const list = (check, most) => (value) => Array.isArray(value) && value.length <= most && value.every(check);

/** A value that may be missing or null. @param {Check} check @returns {Check} */
export const optional = (check) => (value) => value === undefined || value === null || check(value);

/** @param {Record<string, Check>} fields @returns {Check} */
export const shape = (fields) => (value) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const found = /** @type {Record<string, unknown>} */ (value);
  return Object.entries(fields).every(([name, check]) => check(found[name]));
};
