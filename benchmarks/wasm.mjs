// The WebAssembly module in Node, for wasm.py: `node wasm.mjs MODULE`; a job in JSON for each line of standard input, its
// processor time in seconds on standard output.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { Core } from "../src/tricorn/web/static/js/core/module.js";
import { LocalRound } from "../src/tricorn/web/static/js/core/round.js";

const bytes = readFileSync(process.argv[2]);
const core = await Core.load(bytes);
const { constants: at } = core.facts;
const mind = core.tuple(core.facts.mind.map(([kind, size]) => (kind === "ints" ? core.ints(size) : core.floats(size))));
const rng = core.ints(4);
core.call("ready", mind);

const work = {
  sizes: () => [bytes.length, gzipSync(bytes, { level: 9 }).length, brotliCompressSync(bytes).length],

  /** Games of plain bots. */
  games({ edition, policy, seed, games }) {
    const play = core.ints(at.STATE_SIZE);
    core.view(play).fill(BigInt(at.NO_NUMBER), 0, at.CELLS);
    core.view(play)[at.PLAYERS] = 2n;
    const [deals, choices, before] = [core.ints(4), core.ints(4), core.ints(at.MOST_SEATS)];
    const policies = core.ints([...Array(at.MOST_SEATS).fill(policy), ...core.facts.weights]);
    const given = [core.rules(edition), edition.deal[0], policies, seed, 0, games, deals, choices, before];
    return timed(() => core.call("play_games", play, ...given, core.ints(at.TOTALS_SIZE)));
  },

  /** Trips through the tree, from a position some moves into a round. */
  trips({ edition, seed, moves, trips }) {
    const round = new LocalRound(core, edition, 2);
    round.deal(BigInt(seed), 1);
    for (let move = 0; move < moves; move++) round.apply(round.options()[0]);
    const { rules, log } = round.show(mind);
    core.call("seed_rng", rng, seed, 2);
    core.call("begin", mind, rules, log, core.constant("SEARCH"), -1, rng);
    return timed(() => core.call("go_on", mind, rules, trips, rng));
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
