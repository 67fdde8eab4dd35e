/** What has changed at an open table, in sentences for screen readers. */

import { levelName } from "../shared/bots.js";
import { formatList, t } from "../shared/i18n.js";

/** @import { Seat, Table } from "../shared/protocol.js" */

/** The changes between two messages, except of the edition. @param {Table} before @param {Table} after */
export function lobbyNews(before, after) {
  const left = before.seats.filter((seat) => !has(after, seat));
  const came = after.seats.filter((seat) => !has(before, seat));
  if (left.length === 1 && came.length === 1 && isSamePerson(left[0], came[0]))
    return [t("{before} is now called {name}.", { before: left[0].name, name: came[0].name })];
  return [
    ...left.map((seat) => leftText(seat, before.you.includes(seat.seat))),
    ...came.map((seat) => cameText(seat, after.you.includes(seat.seat))),
    ...(order(before, after) === order(after, before) ? [] : [orderText(after)]),
    ...(rulesOf(before) === rulesOf(after) ? [] : [t("The host has changed the rules of the table.")]),
  ];
}

/** @param {Table} table @param {Seat} seat */
function has({ seats }, { name }) {
  return seats.some((other) => other.name === name);
}

/** Whether somebody has only changed their name. @param {Seat} before @param {Seat} after */
function isSamePerson(before, after) {
  return before.seat === after.seat && before.person && after.person;
}

/** @param {Seat} seat @param {boolean} isMine */
function leftText({ name }, isMine) {
  return isMine ? t("You have left your seat.") : t("{name} has left the table.", { name });
}

/** @param {Seat} seat @param {boolean} isMine */
function cameText({ name, kind, level }, isMine) {
  if (kind === "bot") return t("The bot {name} has sat down: {level}.", { name, level: levelName(level) });
  return isMine ? t("You have sat down.") : t("{name} has sat down.", { name });
}

/** The order of those who sit at both tables. @param {Table} table @param {Table} other */
function order(table, other) {
  return JSON.stringify(table.seats.filter((seat) => has(other, seat)).map(({ name }) => name));
}

/** @param {Table} table */
function orderText({ seats }) {
  return t("The order of play is now {names}.", { names: formatList(seats.map(({ name }) => name)) });
}

/** What the host chooses besides the edition. @param {Table} table */
function rulesOf({ hints, take_back: takeBack, on_resign: onResign }) {
  return JSON.stringify([hints, takeBack, onResign]);
}
