/** The memory of a decision in a WebAssembly module: the arrays of a workspace, and a random number generator. */

/** @typedef {import("./module.js").Core} Core */

/** @param {Core} core */
export function newWorkspace(core) {
  const arrays = core.metadata.workspace.map(([kind, size]) => (kind === "ints" ? core.ints(size) : core.floats(size)));
  const workspace = core.tuple(arrays);
  core.call("init_workspace", workspace);
  return workspace;
}

/** @param {Core} core @param {bigint} seed */
export function newRng(core, seed) {
  const rng = core.ints(4);
  core.call("seed_rng", rng, seed, 0);
  return rng;
}
