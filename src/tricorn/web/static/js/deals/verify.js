/**
 * Verifies the deals of a game: computes them again from the published secrets and compares them with what this device
 * noted before (docs/dealing.md). It knows how tiles are dealt and no other rule. Loaded when a deal is to be verified.
 */

import { formatList, t } from "../shared/i18n.js";
import { readHeader, readRecord } from "../shared/record.js";
import { writeLine } from "../shared/record_writer.js";
import { dealtRounds, keepsCommitment, matchesDeal, matchesLot, receiptFor } from "./deal.js";

export { showWarning, verdictsView } from "./verdict_view.js"; // one import loads the verification and its view

/** @import { Event } from "../shared/record.js" */
/** @import { DealtRound } from "./deal.js" */
/** @import { DealNotes } from "./nonces.js" */

/**
 * @typedef {object} Evidence
 * @property {string} commit    the commitment in the record's header
 * @property {Event[]} events   as far as this player knows them
 * @property {string[]} names
 * @property {DealNotes[]} notes  of this device
 * @property {number | null} game  the game's number at its table, if that is known
 * @property {number | null} seat  the seat of this device's nonce, if it has one
 * @property {string | null} [shownCommit]  the commitment shown before the first deal; undefined if unknown
 */

/**
 * One result of the verification; `ok` is null where it could not be verified.
 * @typedef {{ok: boolean | null, text: string}} Finding
 */

/**
 * @typedef {object} Verdict  on a round
 * @property {number} number
 * @property {boolean} isOver
 * @property {boolean} ok
 * @property {Finding[]} findings
 * @property {DealNotes | null} ownNotes
 */

/** @param {string} text @returns {Finding} */
const good = (text) => ({ ok: true, text });
/** @param {string} text @returns {Finding} */
const bad = (text) => ({ ok: false, text });

/** Whether the server was bound when it dealt. @param {Evidence} evidence @returns {Finding[]} */
function commitmentFindings(evidence) {
  if (evidence.shownCommit === undefined || evidence.shownCommit === evidence.commit) return [];
  return [
    bad(
      evidence.shownCommit === null
        ? t("The server dealt before it showed a commitment.")
        : t("Before the first deal the server showed another commitment."),
    ),
  ];
}

/**
 * Whether the nonce that this device sent was used.
 * @param {DealtRound} round @param {Evidence} evidence @param {DealNotes | null} ownNotes @returns {Finding[]}
 */
function ownNonceFindings(round, evidence, ownNotes) {
  if (!ownNotes?.nonce) return [];
  if (ownNotes.commit !== evidence.commit)
    return [bad(t("The server was bound to something else when this device gave its number."))];
  if (Object.values(round.nonces).includes(ownNotes.nonce)) return [good(t("The number of this device is in it."))];
  if (ownNotes.receipt && evidence.seat !== null && round.nonces[evidence.seat])
    return [bad(t("The server gave this device a receipt for its number, and put another number in its place."))];
  if (ownNotes.receipt)
    return [bad(t("The server gave this device a receipt for its number, and left the number out."))];
  if (ownNotes.first && ownNotes.receipt === null)
    return [bad(t("The server dealt before it took the number of this device."))];
  return [{ ok: null, text: t("The number of this device came too late and is not in it.") }];
}

/**
 * Whether the receipts that were given and shown before the deal are those of its nonces.
 * @param {DealtRound} round @param {Evidence} evidence @param {DealNotes | null} ownNotes @returns {Finding[]}
 */
function receiptFindings(round, evidence, ownNotes) {
  const due = new Set(Object.values(round.nonces).map((nonce) => receiptFor(round, nonce)));
  const own = ownNotes?.nonce && Object.values(round.nonces).includes(ownNotes.nonce) ? ownNotes.receipt : null;
  const shown = Object.entries(ownNotes?.commit === evidence.commit ? (ownNotes.shown ?? {}) : {}).filter(
    ([, receipt]) => receipt !== ownNotes?.receipt,
  );
  const written = Object.entries(round.receipts).map(([seat, receipt]) => [
    evidence.names[Number(seat)] ?? "",
    receipt,
  ]);
  const others = [...shown, ...written];
  const missing = [...new Set(others.filter(([, receipt]) => !due.has(receipt)).map(([name]) => name))];
  const findings = missing.map((name) =>
    bad(t("The server showed a receipt for a number of {name} that is not in it.", { name })),
  );
  if (own && own !== receiptFor(round, ownNotes?.nonce ?? ""))
    findings.push(bad(t("The receipt that this device was given is not for its number in this round.")));
  return findings.length || !(own || others.length)
    ? findings
    : [good(t("The receipts that the server gave for the numbers are right."))];
}

/** Whether the lot that decided who starts fell as it should. @param {boolean | null} isRight @returns {Finding[]} */
function lotFindings(isRight) {
  if (isRight === null) return [];
  return [
    isRight
      ? good(t("The lot fell as the secret and the numbers say."))
      : bad(t("The lot did not fall as the secret and the numbers say.")),
  ];
}

/**
 * What is known once the secret is published.
 * @param {DealtRound} round @param {Evidence} evidence @param {DealNotes | null} ownNotes @returns {Finding[]}
 */
function secretFindings(round, evidence, ownNotes) {
  const givers = Object.keys(round.nonces).map((seat) => evidence.names[Number(seat)] ?? "");
  return [
    keepsCommitment(round)
      ? good(t("The secret is the one that the server was bound to before the first deal."))
      : bad(t("The secret is not the one that the server was bound to.")),
    good(
      givers.length
        ? t("Random numbers were added by {names}.", { names: formatList(givers) })
        : t("No device added a random number."),
    ),
    ...receiptFindings(round, evidence, ownNotes),
    matchesDeal(round, evidence.names.length)
      ? good(t("Every tile that you saw was dealt as the secret and the numbers say."))
      : bad(t("Some tiles were not dealt as the secret and the numbers say.")),
    ...lotFindings(matchesLot(round, evidence.names.length)),
  ];
}

/** @param {DealtRound} round @param {Evidence} evidence @returns {Verdict} */
function verdictOn(round, evidence) {
  const ownNotes =
    evidence.notes.find(
      (notes) =>
        notes.round === round.number &&
        (evidence.game === null ? notes.commit === evidence.commit : notes.game === evidence.game),
    ) ?? null;
  const findings = [
    ...commitmentFindings(evidence),
    ...ownNonceFindings(round, evidence, ownNotes),
    ...(round.secret ? secretFindings(round, evidence, ownNotes) : []),
  ];
  return {
    number: round.number,
    isOver: Boolean(round.secret),
    ok: findings.every((finding) => finding.ok !== false),
    findings,
    ownNotes,
  };
}

/**
 * The verdict on each round; a round that is not over is left out unless something is wrong already.
 * @param {Evidence} evidence @returns {Verdict[]}
 */
export function verdicts(evidence) {
  return dealtRounds(evidence.events, evidence.commit)
    .map((round) => verdictOn(round, evidence))
    .filter((verdict) => verdict.isOver || !verdict.ok);
}

/**
 * A record with the receipts that this device was given and shown, for `tricorn verify`.
 * @param {string} text @param {DealNotes[]} notes @param {number | null} seat  of this device
 */
export function withReceipts(text, notes, seat) {
  const { names, commit } = readHeader(readRecord(text).header);
  return text.replace(/^round (\d+)$/gm, (line, number) => {
    const known = notes.find((deal) => deal.round === Number(number) && deal.commit === commit);
    const shown = names.map((name, n) => (n === seat && known?.receipt) || known?.shown?.[name]);
    return [
      line,
      ...shown.flatMap((receipt, n) => (receipt ? [writeLine({ kind: "receipt", seat: n, receipt })] : [])),
    ].join("\n");
  });
}
