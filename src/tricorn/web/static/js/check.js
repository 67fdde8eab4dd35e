// @ts-check
/**
 * The deals of a game, worked out again from what was told (docs/dealing.md). Fetched when somebody asks for it. It knows
 * how tiles are dealt and nothing of the game's other rules.
 */

import { make } from "./dom.js";
import { listed, t } from "./i18n.js";
import { SEATS } from "./record.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("./record.js").Event} Event */
/** @typedef {import("./numbers.js").Given} Given */

/**
 * @typedef {object} Told
 * @property {string} commit    the commitment in the record's header
 * @property {Event[]} events   as far as this reader knows them
 * @property {string[]} names
 * @property {Given[]} given    what this device gave, and was shown
 * @property {number | null} game  the game's number at its table, if that is known
 */

/** @typedef {{number: number, events: Event[], secret: string, numbers: Record<number, string>}} Round */
/** @typedef {{fair: boolean, words: string}} Finding */

const TILES = [0, 1, 2, 3, 4, 5].flatMap((a) => [0, 1, 2, 3, 4, 5].flatMap((b) => [0, 1, 2, 3, 4, 5].map((c) => [a, b, c])))
  .filter(([a, b, c]) => a <= b && b <= c)
  .map((tile) => tile.join("-"));

/** The rounds whose secrets are told. @param {Event[]} events */
function rounds(events) {
  /** @type {Round[]} */
  const found = [];
  for (const event of events) {
    if (event.kind === "round") found.push({ number: event.number, events: [], secret: "", numbers: {} });
    const round = found.at(-1);
    if (event.kind === "number" && round) round.numbers[event.seat] = event.number;
    if (event.kind === "secret" && round) round.secret = event.secret;
    round?.events.push(event);
  }
  return found.filter((round) => round.secret);
}

/** The bytes of a deal's chance. @param {Round} round */
function* bytes(round) {
  const numbers = Object.entries(round.numbers).map(([seat, number]) => `number ${SEATS[Number(seat)]} ${number}\n`);
  for (let block = 0; ; block++) {
    const digits = sha256(`secret ${round.secret}\nround ${round.number}\n${numbers.join("")}block ${block}\n`);
    for (let at = 0; at < 64; at += 2) yield parseInt(digits.slice(at, at + 2), 16);
  }
}

/** The 56 tiles in the order of the deal. @param {Round} round */
export function order(round) {
  const tiles = [...TILES];
  const chance = bytes(round);
  for (let n = tiles.length; n > 1; n--) {
    let byte = 256;
    while (byte >= 256 - (256 % n)) byte = /** @type {number} */ (chance.next().value);
    const other = byte % n;
    [tiles[n - 1], tiles[other]] = [tiles[other], tiles[n - 1]];
  }
  return tiles;
}

/** Whether all that this reader knows of a round's tiles fits its deal. @param {Round} round @param {number} players */
function dealtSo(round, players) {
  const deal = round.events.find((event) => event.kind === "deal");
  const each = deal?.kind === "deal" ? deal.tiles.length : 0;
  const tiles = order(round);
  const hands = Array.from({ length: players }, (_, seat) => new Set(tiles.slice(seat * each, (seat + 1) * each)));
  const well = tiles.slice(players * each);
  return each > 0 && round.events.every((event) => fits(event, hands, well));
}

/** @param {Event} event @param {Set<string>[]} hands @param {string[]} well */
function fits(event, hands, well) {
  switch (event.kind) {
    case "deal": return event.tiles.every((tile) => tile === null || hands[event.seat].has(tile));
    case "well": return event.tiles.every((tile, i) => tile === null || tile === well[i]);
    case "draw": {
      const drawn = well.shift() ?? "";
      hands[event.seat].add(drawn);
      return event.tile === null || event.tile === drawn;
    }
    case "place": return (event.shows === null || hands[event.seat].has(event.shows)) && hands[event.seat].delete(event.tile);
    case "left": return event.tiles === null || event.tiles.every((tile) => hands[event.seat].has(tile));
    default: return true;
  }
}

/** Whether hashing a round's secret leads to the commitment. @param {Round} round @param {string} commit */
function bound(round, commit) {
  let hash = round.secret;
  for (let i = 0; i < round.number; i++) hash = sha256(hash);
  return hash === commit;
}

/** What became of the number that this device gave. @param {Round} round @param {Told} told @returns {Finding | null} */
function ownNumber(round, told) {
  const number = round.number;
  const mine = told.given.filter((each) => each.round === number && (told.game === null ? each.commit === told.commit : each.game === told.game));
  if (!mine.length) return null;
  if (mine.some((each) => each.commit !== told.commit)) return { fair: false, words: t("The server was bound to something else when this device gave its number.") };
  const there = Object.values(round.numbers).includes(mine[0].number);
  return { fair: there, words: there ? t("The number of this device is in it.") : t("The number of this device is not in it: it came too late, or was left out.") };
}

/** @param {Round} round @param {Told} told @returns {Finding[]} */
function findings(round, told) {
  const secret = bound(round, told.commit), tiles = dealtSo(round, told.names.length);
  const givers = Object.keys(round.numbers).map((seat) => told.names[Number(seat)] ?? "");
  const own = ownNumber(round, told);
  return [
    { fair: secret, words: secret ? t("The secret is the one that the server was bound to before the first deal.") : t("The secret is not the one that the server was bound to.") },
    { fair: true, words: givers.length ? t("Random numbers were added by {names}.", { names: listed(givers) }) : t("No device added a random number.") },
    ...(own ? [own] : []),
    { fair: tiles, words: tiles ? t("Every tile that you saw was dealt as the secret and the numbers say.") : t("Some tiles were not dealt as the secret and the numbers say.") },
  ];
}

/** @param {Round} round @param {Told} told */
function shown(round, told) {
  const found = findings(round, told);
  const fair = found.every((finding) => finding.fair);
  const head = fair ? t("Round {number}: the deal is right", { number: round.number }) : t("Round {number}: the deal is not right", { number: round.number });
  const items = found.map((finding) => make("li", { class: finding.fair ? "right" : "not-right" }, finding.words));
  return make("details", { class: fair ? "fair" : "unfair", open: !fair }, make("summary", {}, head), make("ul", {}, ...items));
}

/** What a check of some rounds comes to; without their numbers, of all. @param {Told} told @param {number} [only] */
export function checked(told, only) {
  const all = rounds(told.events).filter((round) => only === undefined || round.number === only);
  const details = all.map((round) => shown(round, told));
  if (details.length === 1) details[0].open = true;
  return make("div", { class: "checked", role: "status" }, ...details);
}
