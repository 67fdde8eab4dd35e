// Simulates evenings against the adaptive bot for test_adaptive.py and benchmarks/adaptive.py: `node evenings.mjs PLAY`
// reads a list of jobs as JSON from standard input and writes the games of each to standard output.
import { readFileSync } from "node:fs";
import { Core } from "../../src/tricorn/web/static/js/core/module.js";
import { LocalRound } from "../../src/tricorn/web/static/js/core/round.js";
import { Thinker } from "../../src/tricorn/web/static/js/core/thinker.js";
import { ADAPTIVE, adapted, BEGINNING } from "../../src/tricorn/web/static/js/shared/adaptive.js";

const core = await Core.load(readFileSync(process.argv[2]));
core.metadata.levels.expert.seconds = null; // the same on every machine

/** The seat that wins a game. */
function winnerOf(round, thinker, levels, seed) {
  round.scores = round.headStart;
  let number = 0;
  do {
    number += 1;
    round.deal(seed, number);
    while (!round.over) round.apply(thinker.choose(round, levels[round.seat]));
  } while (round.gameWinner() < 0);
  return round.gameWinner();
}

/** The games of a player of some level, one after another: whether the player won, and how strong the bot was. */
function evening({ edition, player, games, seed }) {
  const round = new LocalRound(core, edition, 2);
  const thinker = new Thinker(core, BigInt(seed));
  let adaptation = BEGINNING;
  return Array.from({ length: games }, (_, number) => {
    const { strength } = adaptation;
    const won = winnerOf(round, thinker, [player, `${ADAPTIVE}:${strength}`], BigInt(seed * 1000 + number)) === 0;
    adaptation = adapted(adaptation, won);
    return { won, strength };
  });
}

console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(evening)));
