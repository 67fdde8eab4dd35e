/** The frame of a table that only this browser has, without what a server's tables have besides. */

/** @import { Seat, Table } from "../shared/protocol.js" */

/** @typedef {Pick<Table, "code" | "edition" | "game" | "host" | "hosting" | "you" | "pass_and_play" | "hints">} Own */
/** @typedef {Partial<Pick<Table, "take_back" | "taken_back">>} TakeBack */
/** @typedef {{kind: "human" | "bot", name: string, level?: string | null, hints?: number}} PrivateSeat */

/** @param {Own & TakeBack & {seats: PrivateSeat[]}} table @returns {Table} */
export function privateTable({ seats, ...table }) {
  return {
    type: "table",
    listed: false,
    started: true,
    next: null,
    on_resign: "bot",
    players: [seats.length, seats.length],
    agreement: null,
    take_back: false,
    taken_back: 0,
    ...table,
    seats: seats.map(privateSeat),
  };
}

/** @param {PrivateSeat} seat @param {number} number @returns {Seat} */
function privateSeat({ kind, name, level = null, hints = 0 }, number) {
  const person = kind === "human";
  return { seat: number, kind, name, level, person, here: person, ready: false, resigned: false, hints };
}
