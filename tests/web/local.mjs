// Plays games at local tables in Node for test_local.py: `node local.mjs MODULE` reads a list of tables as JSON from
// standard input and writes what happened at them to standard output.
import { readFileSync } from "node:fs";
import { Core } from "../../src/tricorn/web/static/js/core/module.js";
import { Thinker } from "../../src/tricorn/web/static/js/core/thinker.js";
import { LocalTable } from "../../src/tricorn/web/static/js/local/table.js";

const core = await Core.load(readFileSync(process.argv[2]));
const thinker = new Thinker(core, 1n);
const TIMEOUT_STEPS = 7; // with a clock, a person's time is up at every 7th step
const REOPEN_STEPS = 40; // a table is closed and opened again at every 40th step

/**
 * Play a game to its end, or stop after some steps or a round: people rotate among their options, bots and the clock
 * play automatically.
 */
function play({ edition, seats, first, start, stop = Infinity }) {
  const frames = [];
  const records = [];
  let saved = { version: 1, code: "bcdfgh", edition, seats, records: [], start };
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
  const isStopped = (step) => (stop === "round" ? table.game.isRoundOver : step === first + stop);
  for (let step = first; !table.game.isOver && !isStopped(step); step++) {
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

const jobs = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(jobs.map(play)));
