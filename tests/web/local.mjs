// Plays games at local tables in Node for test_local.py: `node local.mjs MODULE` reads a list of tables as JSON from
// standard input and writes what happened at them to standard output.
import { readFileSync } from "node:fs";
import { Core } from "../../src/tricorn/web/static/js/core/module.js";
import { Thinker } from "../../src/tricorn/web/static/js/core/thinker.js";
import { gameFromRecord } from "../../src/tricorn/web/static/js/local/game.js";
import { LocalTable } from "../../src/tricorn/web/static/js/local/table.js";

const core = await Core.load(readFileSync(process.argv[2]));
const thinker = new Thinker(core, 1n);
const TIMEOUT_STEPS = 7; // with a clock, a person's time is up at every 7th step
const REOPEN_STEPS = 40; // a table is closed and opened again at every 40th step
const TAKE_BACK_STEPS = 25; // if a job asks for it, turns are taken back at every 25th step, ten times,
// and once when the second round begins

/**
 * Play a game to its end, or stop after some steps or a round: people rotate among their options, bots and the clock
 * play automatically. `back` is the number of turns that are taken back at a time.
 */
function play({ edition, seats, first, start, stop = Infinity, back = 0, takeBack }) {
  const frames = [];
  const records = [];
  let saved = { version: 1, code: "bcdfgh", edition, seats, records: [], start, takeBack };
  const handlers = {
    onFrame: (frame) => frames.push(frame),
    onSave: (table) => {
      saved = JSON.parse(JSON.stringify(table));
    },
    onRecord: (record) => records.push(record),
    onReducedSearch: () => {},
  };
  const open = () => {
    const opened = new LocalTable(core, thinker, saved, handlers);
    opened.receive({ type: "hello", from: 0 });
    return opened;
  };
  let table = open();
  let wasTakenBack = false; // from the second round
  const isStopped = (step) => (stop === "round" ? table.game.isRoundOver : step === first + stop);
  for (let step = first; !table.game.isOver && !isStopped(step); step++) {
    const isSecond = table.game.rounds === 2 && !wasTakenBack;
    wasTakenBack ||= isSecond;
    const isDue = isSecond || (step % TAKE_BACK_STEPS === 0 && step <= 10 * TAKE_BACK_STEPS);
    for (let n = 0; isDue && n < back; n++) table.receive({ type: "take-back" });
    const now = frames.findLast((frame) => frame.type === "lines").now;
    if (step % REOPEN_STEPS === 0) table = open();
    if (step % REOPEN_STEPS === 1) table.receive({ type: "record" });
    if (now.over && table.people.length) table.receive({ type: "ready" });
    else if (!now.options.length || (table.game.edition.clock && step % TIMEOUT_STEPS === 0)) table.nextStep().run();
    else {
      const { move } = now.options[(step * 5) % now.options.length];
      table.receive({ type: "move", id: `${step}`, seat: now.turn, after: now.n, move });
    }
  }
  table.receive({ type: "take-back" }); // refused after the end
  if (!table.game.isOver) {
    endEarly(table);
    table = open();
  }
  table.receive({ type: "record" });
  table.receive({ type: "reaction", id: "r", seat: 0, reaction: "wow" });
  return { frames, records };
}

/** End a game, and begin another one, which is ended too; a move of the first one comes late. */
function endEarly(table) {
  table.receive({ type: "end" });
  table.receive({ type: "record" });
  table.receive({ type: "rematch" });
  const [{ move }] = table.game.options();
  table.receive({ type: "move", id: "late", seat: table.game.turn, game: 1, after: table.game.n, move });
  table.receive({ type: "end" });
}

/** The last line of a game each time that a seat takes back a choice, until it has none left. */
function choices({ choicesOf, record, edition, names }) {
  const game = gameFromRecord(core, { number: 1, edition, names, levels: names.map(() => null), seed: "" }, record);
  const lines = [];
  while (game.takeBack(choicesOf)) lines.push(game.n);
  return lines;
}

const jobs = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(jobs.map((job) => (job.record ? choices(job) : play(job)))));
