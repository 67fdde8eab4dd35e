// Runs the WebAssembly modules in Node, for wasm.py: `node wasm.mjs PLAY ANALYSIS SCORE REVIEW`. Every line of standard input
// is a job in JSON; its processor time in seconds goes to standard output.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { brotliCompressSync } from "node:zlib";
import { Core } from "../src/tricorn/web/static/js/core/module.js";
import { LocalRound } from "../src/tricorn/web/static/js/core/round.js";

const modules = process.argv.slice(2).map((path) => readFileSync(path));
const core = await Core.load(modules[0]);
const workspace = core.newWorkspace();
const rng = core.newRng(0n);

const work = {
  /** With brotli. */
  sizes: () => modules.map((bytes) => brotliCompressSync(bytes).length),

  /** Iterations of the search, from a position some moves into a round. */
  iterations({ edition, seed, moves, iterations }) {
    const round = new LocalRound(core, edition, 2);
    round.deal(BigInt(seed), 1);
    for (let move = 0; move < moves || round.options().length === 1; move++) round.apply(round.options()[0]);
    const { rules, log } = round.show(workspace);
    core.call("seed_rng", rng, seed, 2);
    core.call("begin_decision", workspace, rules, log, core.constant("SEARCH"), -1, rng);
    return timed(() => core.call("continue_decision", workspace, rules, iterations, rng));
  },
};

function timed(run) {
  const began = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, ...job } = JSON.parse(line);
  console.log(JSON.stringify(work[kind](job)));
}
