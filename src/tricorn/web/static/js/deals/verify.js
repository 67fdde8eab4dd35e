/**
 * Verifies the deals of a game: computes them again from the published secrets and compares them with what this device
 * noted before (docs/dealing.md). It knows how tiles are dealt and no other rule. Loaded when a deal is to be verified.
 */

import { icon, make, refill } from "../shared/dom.js";
import { listed, t, tn } from "../shared/i18n.js";
import { readHeader, readRecord, SEATS } from "../shared/record.js";
import { sha256 } from "./sha256.js";

/** @typedef {import("../shared/record.js").Event} Event */
/** @typedef {import("./numbers.js").Given} Given */

/**
 * @typedef {object} Told
 * @property {string} commit    the commitment in the record's header
 * @property {Event[]} events   as far as this reader knows them
 * @property {string[]} names
 * @property {Given[]} given    what this device gave, and was shown
 * @property {number | null} game  the game's number at its table, if that is known
 * @property {number | null} seat  the seat of this device's number, if it has one
 * @property {string | null} [bound]  the commitment shown before the first deal; null for none, undefined if unknown
 */

/**
 * @typedef {{number: number, events: Event[], secret: string, before: string, numbers: Record<number, string>,
 *   receipts: Record<number, string>}} Round
 */

/**
 * A finding is right, not right (`fair` false), or tells of what could not be checked (null).
 * @typedef {{fair: boolean | null, words: string}} Finding
 */

/** @typedef {{number: number, over: boolean, fair: boolean, findings: Finding[], noted: Given | null}} Verdict */

const TILES = [0, 1, 2, 3, 4, 5]
  .flatMap((a) => [0, 1, 2, 3, 4, 5].flatMap((b) => [0, 1, 2, 3, 4, 5].map((c) => [a, b, c])))
  .filter(([a, b, c]) => a <= b && b <= c)
  .map((tile) => tile.join("-"));

// -- the deal ---------------------------------------------------------------------------------------

/** The rounds that were dealt. @param {Event[]} events @param {string} commit */
function rounds(events, commit) {
  /** @type {Round[]} */
  const found = [];
  for (const event of events) {
    if (event.kind === "round")
      found.push({
        number: event.number,
        events: [],
        secret: "",
        before: found.at(-1)?.secret ?? commit,
        numbers: {},
        receipts: {},
      });
    const round = found.at(-1);
    if (event.kind === "number" && round) round.numbers[event.seat] = event.number;
    if (event.kind === "receipt" && round) round.receipts[event.seat] = event.receipt;
    if (event.kind === "secret" && round) round.secret = event.secret;
    round?.events.push(event);
  }
  return found;
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

/** The receipt of a number. @param {{secret: string, number: number}} round @param {string} number */
export function receipt(round, number) {
  return sha256(`secret ${round.secret}\nround ${round.number}\nreceipt ${number}\n`);
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
    case "deal":
      return event.tiles.every((tile) => tile === null || hands[event.seat].has(tile));
    case "well":
      return event.tiles.every((tile, i) => tile === null || tile === well[i]);
    case "draw": {
      const drawn = well.shift() ?? "";
      hands[event.seat].add(drawn);
      return event.tile === null || event.tile === drawn;
    }
    case "place":
      return (event.shows === null || hands[event.seat].has(event.shows)) && hands[event.seat].delete(event.tile);
    case "left":
      return event.tiles === null || event.tiles.every((tile) => hands[event.seat].has(tile));
    default:
      return true;
  }
}

// -- findings ---------------------------------------------------------------------------------------

/** @param {string} words @returns {Finding} */
const right = (words) => ({ fair: true, words });
/** @param {string} words @returns {Finding} */
const wrong = (words) => ({ fair: false, words });

/** Whether the server was bound when it dealt. @param {Told} told @returns {Finding[]} */
function binding(told) {
  if (told.bound === undefined || told.bound === told.commit) return [];
  return [
    wrong(
      told.bound === null
        ? t("The server dealt before it showed a commitment.")
        : t("Before the first deal the server showed another commitment."),
    ),
  ];
}

/**
 * What became of the number that this device gave.
 * @param {Round} round
 * @param {Told} told
 * @param {Given | null} noted
 * @returns {Finding[]}
 */
function ownNumber(round, told, noted) {
  if (!noted?.number) return [];
  if (noted.commit !== told.commit)
    return [wrong(t("The server was bound to something else when this device gave its number."))];
  if (Object.values(round.numbers).includes(noted.number)) return [right(t("The number of this device is in it."))];
  if (noted.receipt && told.seat !== null && round.numbers[told.seat])
    return [wrong(t("The server gave this device a receipt for its number, and put another number in its place."))];
  if (noted.receipt)
    return [wrong(t("The server gave this device a receipt for its number, and left the number out."))];
  if (noted.first && noted.receipt === null)
    return [wrong(t("The server dealt before it took the number of this device."))];
  return [{ fair: null, words: t("The number of this device came too late and is not in it.") }];
}

/**
 * Whether the receipts that were given and shown before the deal are those of its numbers.
 * @param {Round} round
 * @param {Told} told
 * @param {Given | null} noted
 * @returns {Finding[]}
 */
function receipts(round, told, noted) {
  const due = new Set(Object.values(round.numbers).map((number) => receipt(round, number)));
  const own = noted?.number && Object.values(round.numbers).includes(noted.number) ? noted.receipt : null;
  const shown = Object.entries(noted?.commit === told.commit ? (noted.shown ?? {}) : {}).filter(
    ([, each]) => each !== noted?.receipt,
  );
  const written = Object.entries(round.receipts).map(([seat, each]) => [told.names[Number(seat)] ?? "", each]);
  const others = [...shown, ...written];
  const missing = [...new Set(others.filter(([, each]) => !due.has(each)).map(([name]) => name))];
  const findings = missing.map((name) =>
    wrong(t("The server showed a receipt for a number of {name} that is not in it.", { name })),
  );
  if (own && own !== receipt(round, noted?.number ?? ""))
    findings.push(wrong(t("The receipt that this device was given is not for its number in this round.")));
  return findings.length || !(own || others.length)
    ? findings
    : [right(t("The receipts that the server gave for the numbers are right."))];
}

/**
 * What is seen once the secret is told.
 * @param {Round} round
 * @param {Told} told
 * @param {Given | null} noted
 * @returns {Finding[]}
 */
function afterwards(round, told, noted) {
  const givers = Object.keys(round.numbers).map((seat) => told.names[Number(seat)] ?? "");
  return [
    sha256(round.secret) === round.before
      ? right(t("The secret is the one that the server was bound to before the first deal."))
      : wrong(t("The secret is not the one that the server was bound to.")),
    right(
      givers.length
        ? t("Random numbers were added by {names}.", { names: listed(givers) })
        : t("No device added a random number."),
    ),
    ...receipts(round, told, noted),
    dealtSo(round, told.names.length)
      ? right(t("Every tile that you saw was dealt as the secret and the numbers say."))
      : wrong(t("Some tiles were not dealt as the secret and the numbers say.")),
  ];
}

/** @param {Round} round @param {Told} told @returns {Verdict} */
function verdict(round, told) {
  const noted =
    told.given.find(
      (each) =>
        each.round === round.number && (told.game === null ? each.commit === told.commit : each.game === told.game),
    ) ?? null;
  const findings = [
    ...binding(told),
    ...ownNumber(round, told, noted),
    ...(round.secret ? afterwards(round, told, noted) : []),
  ];
  return {
    number: round.number,
    over: Boolean(round.secret),
    fair: findings.every((finding) => finding.fair !== false),
    findings,
    noted,
  };
}

/**
 * What there is to say of each round: of one that is on, only what is wrong already.
 * @param {Told} told
 * @returns {Verdict[]}
 */
export function verdicts(told) {
  return rounds(told.events, told.commit)
    .map((round) => verdict(round, told))
    .filter((each) => each.over || !each.fair);
}

// -- words ------------------------------------------------------------------------------------------

/** @param {Verdict} verdict */
function head({ number, fair, findings }) {
  if (!fair) return t("Round {number}: the deal is not right", { number });
  return findings.some((finding) => finding.fair === null)
    ? t("Round {number}: the deal is right, but without this device's number", { number })
    : t("Round {number}: the deal is right", { number });
}

/** Everything that was found, and what this device can show to others. @param {Verdict} verdict */
function body({ findings, noted, fair, over }) {
  const items = findings.map((each) =>
    make("li", { class: each.fair ? "right" : each.fair === false ? "not-right" : "open" }, each.words),
  );
  const lines = fair || !noted?.number ? [] : [t("Number of this device: {digits}", { digits: noted.number })];
  if (lines.length && noted?.receipt) lines.push(t("Receipt: {digits}", { digits: noted.receipt }));
  if (lines.length > 1 && !over)
    lines.push(
      t("Show the receipt to the others before the round is over. Until then only the server can have made it."),
    );
  return [make("ul", {}, ...items), ...lines.map((line) => make("p", { class: "evidence" }, line))];
}

/** @param {Verdict} verdict */
function details(verdict) {
  return make(
    "details",
    { class: verdict.fair ? "fair" : "unfair", open: !verdict.fair },
    make("summary", {}, head(verdict)),
    ...body(verdict),
  );
}

/** The mark of some rounds: a line, and everything that was checked on request. @param {Verdict[]} found */
export function mark(found) {
  const bad = found.filter((each) => !each.fair);
  const all = found.map(details);
  if (all.length < 2) return make("div", { class: "checked" }, ...all);
  const words = bad.length
    ? tn("{n} deal is not right", "{n} deals are not right", bad.length)
    : tn("{n} deal is right", "All {n} deals are right", all.length);
  return make(
    "div",
    { class: "checked" },
    make(
      "details",
      { class: bad.length ? "unfair" : "fair", open: bad.length > 0 },
      make("summary", {}, words),
      ...all,
    ),
  );
}

/**
 * Say what is wrong with the last deal that is not right, with the rest on request, until it is closed.
 * @param {HTMLElement} banner
 * @param {Verdict[]} found
 */
export function warn(banner, found) {
  const last = found.filter((each) => !each.fair).at(-1);
  const first = last?.findings.find((finding) => finding.fair === false);
  const words = last ? `${head(last)}. ${first?.words}` : "";
  if (words !== banner.dataset.words) banner.hidden = !words;
  banner.dataset.words = words;
  if (!last) return refill(banner);
  const others = last.findings.filter((finding) => finding !== first);
  refill(
    banner,
    make(
      "details",
      {},
      make("summary", {}, words),
      make("div", { class: "checked" }, ...body({ ...last, findings: others })),
    ),
    make(
      "button",
      { type: "button", class: "quiet close", "aria-label": t("Close"), click: () => (banner.hidden = true) },
      icon("close"),
    ),
  );
}

/**
 * A record with the receipts that this device was given and shown, for `tricorn verify`.
 * @param {string} text
 * @param {Given[]} noted
 * @param {number | null} seat  of this device
 */
export function withReceipts(text, noted, seat) {
  const { names, commit } = readHeader(readRecord(text).header);
  return text.replace(/^round (\d+)$/gm, (line, number) => {
    const known = noted.find((each) => each.round === Number(number) && each.commit === commit);
    const shown = names.map((name, n) => (n === seat && known?.receipt) || known?.shown?.[name]);
    return [line, ...shown.flatMap((each, n) => (each ? [`receipt ${SEATS[n]} ${each}`] : []))].join("\n");
  });
}
