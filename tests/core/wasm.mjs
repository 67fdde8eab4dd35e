// Runs the WebAssembly modules in Node for test_wasm.py: `node wasm.mjs PLAY ANALYSIS SCORE REVIEW` reads a list of jobs as JSON from
// standard input and writes their results to standard output.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { Analyser } from "../../src/tricorn/web/static/js/core/analyser.js";
import { Core } from "../../src/tricorn/web/static/js/core/module.js";
import { LocalRound } from "../../src/tricorn/web/static/js/core/round.js";
import { Thinker } from "../../src/tricorn/web/static/js/core/thinker.js";
import { LocalGame } from "../../src/tricorn/web/static/js/local/game.js";

const modules = process.argv.slice(2).map((path) => readFileSync(path));
const [core, analysis, , review] = await Promise.all(modules.map((module) => Core.load(module)));
let thinker; // created by the first job with bots; its random choices continue from job to job

const work = {
  /** The compressed size of each module, as a page loads it. */
  sizes: () => modules.map((module) => brotliCompressSync(module).length),

  /** The figures of an edition's rules. */
  rules({ edition }) {
    const { address } = core.rules(edition);
    return Array.from(core.view({ address, length: core.metadata.figures.length }), Number);
  },

  /** A game with all options of each turn; `pick` rotates among them. */
  game({ edition, players, seed }) {
    const round = new LocalRound(core, edition, players);
    const turns = [];
    for (let number = 1; round.gameWinner() < 0; number++) {
      round.deal(BigInt(seed), number);
      while (!round.over) {
        const options = round.options().sort((a, b) => (a.move < b.move ? -1 : 1));
        const pick = (turns.length * 7) % options.length;
        turns.push({
          seat: round.seat,
          well: round.well,
          hand: round.hand(round.seat),
          options: options.map(({ move, points, bonus, tile, cell }) => [move, points, bonus, tile, cell]),
          pick,
        });
        round.apply(options[pick]);
      }
      turns.push({ scores: round.scores });
    }
    return { turns, winner: round.gameWinner() };
  },

  /** The first choices of a game, with the advice that is followed in each. */
  advice({ setup, choices }) {
    const game = new LocalGame(core, setup);
    const analyser = new Analyser({ analysis, review }, game.edition, setup.names.length, 1n);
    const advised = [];
    for (game.deal(); advised.length < choices && !game.isRoundOver; ) {
      const options = game.options();
      const { option, chance, reasons } = analyser.best(game.round, options);
      if (options.length > 1) advised.push({ move: option.move, chance, reasons });
      game.play(option);
    }
    return advised;
  },

  /** The expert's first decision that takes a search, without time for one. */
  hurried({ edition, players, seed }) {
    const expert = new Thinker(core, 1n);
    core.metadata.levels.hurried = { ...core.metadata.levels.expert, seconds: 0 };
    const round = new LocalRound(core, edition, players);
    round.deal(BigInt(seed), 1);
    for (;;) {
      const moves = round.options().map(({ move }) => move);
      const option = expert.choose(round, "hurried");
      if (expert.share < 1) return { moves, move: option.move, share: expert.share };
      round.apply(option);
    }
  },

  /** A round played by bots in turn; what each of them chose. */
  bots({ edition, players, seed, levels }) {
    thinker ??= new Thinker(core, 1n);
    const round = new LocalRound(core, edition, players);
    const moves = [];
    round.deal(BigInt(seed), 1);
    while (!round.over) {
      const option = thinker.choose(round, levels[moves.length % levels.length]);
      moves.push(option.move);
      round.apply(option);
    }
    return moves;
  },
};

const jobs = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(jobs.map(([kind, job]) => work[kind](job))));
