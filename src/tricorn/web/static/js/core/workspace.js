/** The memory of a decision in a WebAssembly module: the arrays of a workspace, and a random number generator. */

/** @typedef {import("./module.js").Core} Core */

/** @param {Core} core */
export function newWorkspace(core) {
  const workspace = core.tuple(core.metadata.workspace.map((size) => core.array(size)));
  core.call("init_workspace", workspace);
  return workspace;
}

/** @param {Core} core @param {bigint} seed */
export function newRng(core, seed) {
  const rng = core.ints(4);
  core.call("seed_rng", rng, seed, 0);
  return rng;
}
