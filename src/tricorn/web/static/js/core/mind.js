/** What a decision needs in the memory of a WebAssembly module: the arrays to think in, and a random generator. */

/** @typedef {import("./module.js").Core} Core */

/** @param {Core} core */
export function newMind(core) {
  const arrays = core.facts.mind.map(([kind, size]) => (kind === "ints" ? core.ints(size) : core.floats(size)));
  const mind = core.tuple(arrays);
  core.call("ready", mind);
  return mind;
}

/** @param {Core} core @param {bigint} seed */
export function newRng(core, seed) {
  const rng = core.ints(4);
  core.call("seed_rng", rng, seed, 0);
  return rng;
}
