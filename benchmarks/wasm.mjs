// Runs the WebAssembly modules in Node, for wasm.py: `node wasm.mjs PLAY ANALYSIS`. Every line of standard input is a job
// in JSON; its processor time in seconds goes to standard output.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Core } from "../src/tricorn/web/static/js/core/module.js";
import { newWorkspace, newRng } from "../src/tricorn/web/static/js/core/workspace.js";
import { LocalRound } from "../src/tricorn/web/static/js/core/round.js";

const modules = process.argv.slice(2).map((path) => readFileSync(path));
const core = await Core.load(modules[0]);
const { constants: at } = core.metadata;
const workspace = newWorkspace(core);
const rng = newRng(core, 0n);

const work = {
  sizes: () => modules.map((bytes) => [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map(lengthOf)),

  /** Games of plain bots. */
  games({ edition, policy, seed, games }) {
    const play = core.ints(at.STATE_SIZE);
    core.view(play).fill(BigInt(at.NO_NUMBER), 0, at.CELLS);
    core.view(play)[at.PLAYERS] = 2n;
    const [deals, choices, before] = [core.ints(4), core.ints(4), core.ints(at.MAX_SEATS)];
    const policies = core.ints([...Array(at.MAX_SEATS).fill(policy), ...core.metadata.weights]);
    const args = [core.rules(edition), edition.deal[0], policies, seed, 0, games, deals, choices, before];
    return timed(() => core.call("play_games", play, ...args, core.ints(at.TOTALS_SIZE)));
  },

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

function lengthOf({ length }) {
  return length;
}

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
