/** The setup of a new table or score sheet: seats, edition, house rules. The last one of each mode is stored. */

import { splitLine } from "../shared/editions.js";
import { readStored, writeStored } from "../shared/storage.js";

/**
 * `friends`: a table of the server, where people sit down themselves.
 * @typedef {"now" | "friends" | "pass" | "score"} Mode
 */
/** @typedef {{kind: "human" | "bot", name?: string, level?: string}} SeatSetup */
/**
 * What the server offers, and the edition line to begin with.
 * @typedef {{levels: string[], level: string, edition: string}} Offer
 */

/**
 * @typedef {object} TableSetup
 * @property {SeatSetup[]} seats
 * @property {string} edition       the id
 * @property {Record<string, string>} rules  house rules, as a record writes them
 * @property {boolean} listed
 * @property {"bot" | "end"} onResign  what happens when a player resigns
 * @property {boolean} hints        whether players may have hints although several people play
 * @property {boolean} takeBack     whether a person who plays alone against bots may take back turns
 */

/** What is stored of a mode: a head start is for its seats. @typedef {TableSetup & {headStart?: string}} Stored */

/** @param {Mode} mode @param {string} level @returns {SeatSetup[]} */
function defaultSeats(mode, level) {
  if (mode === "now") return [{ kind: "human" }, { kind: "bot", level }];
  if (mode === "friends") return [{ kind: "human" }];
  return [
    { kind: "human", name: "" },
    { kind: "human", name: "" },
  ];
}

/** The name in storage. @param {Mode} mode */
const storageName = (mode) => `options.${mode}`;
/** All games have the same rules until somebody changes them; a score sheet has those of a box. @param {Mode} mode */
const rulesName = (mode) => (mode === "score" ? "rules.score" : "rules");

/** The last setup of a mode, or its default. @param {Mode} mode @param {Offer} offer @returns {TableSetup} */
export function storedSetup(mode, { edition, level }) {
  /** @type {TableSetup} */
  const defaults = {
    seats: defaultSeats(mode, level),
    ...splitLine(edition),
    listed: false,
    onResign: "bot",
    hints: false,
    takeBack: true,
  };
  const { headStart, ...stored } = readStored(storageName(mode), /** @type {Partial<Stored>} */ ({}));
  /** @type {TableSetup} */
  const setup = { ...defaults, ...stored, ...readStored(rulesName(mode), {}) };
  return headStart ? { ...setup, rules: { ...setup.rules, head_start: headStart } } : setup;
}

/** @param {Mode} mode @param {TableSetup} setup */
export function storeSetup(mode, { edition, rules: { head_start: headStart, ...rules }, ...others }) {
  writeStored(storageName(mode), { ...others, headStart });
  writeStored(rulesName(mode), { edition, rules });
}
