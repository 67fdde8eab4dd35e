/** The verdicts on the deals as elements, and the warning about a deal that is wrong. */

import { icon, make, refill } from "../shared/dom.js";
import { t, tn } from "../shared/i18n.js";

/** @import { Verdict } from "./verify.js" */

/** @param {Verdict} verdict */
function summary({ number, ok, findings }) {
  if (!ok) return t("Round {number}: the deal is not right", { number });
  return findings.some((finding) => finding.ok === null)
    ? t("Round {number}: the deal is right, but without this device's number", { number })
    : t("Round {number}: the deal is right", { number });
}

/** Everything that was found, and what this device can show to others. @param {Verdict} verdict */
function body({ findings, ownNotes, ok, isOver }) {
  const items = findings.map((finding) =>
    make("li", { class: finding.ok ? "right" : finding.ok === false ? "not-right" : "open" }, finding.text),
  );
  const lines = ok || !ownNotes?.nonce ? [] : [t("Number of this device: {digits}", { digits: ownNotes.nonce })];
  if (lines.length && ownNotes?.receipt) lines.push(t("Receipt: {digits}", { digits: ownNotes.receipt }));
  if (lines.length > 1 && !isOver)
    lines.push(
      t("Show the receipt to the others before the round is over. Until then only the server can have made it."),
    );
  return [make("ul", {}, ...items), ...lines.map((line) => make("p", { class: "evidence" }, line))];
}

/** @param {Verdict} verdict */
function details(verdict) {
  return make(
    "details",
    { class: verdict.ok ? "fair" : "unfair", open: !verdict.ok },
    make("summary", {}, summary(verdict)),
    ...body(verdict),
  );
}

/** One line, with all details on request. @param {Verdict[]} verdicts */
export function verdictsView(verdicts) {
  const bad = verdicts.filter((verdict) => !verdict.ok);
  const all = verdicts.map(details);
  if (all.length < 2) return make("div", { class: "checked" }, ...all);
  const text = bad.length
    ? tn("{n} deal is not right", "{n} deals are not right", bad.length)
    : tn("{n} deal is right", "All {n} deals are right", all.length);
  return make(
    "div",
    { class: "checked" },
    make("details", { class: bad.length ? "unfair" : "fair", open: bad.length > 0 }, make("summary", {}, text), ...all),
  );
}

/**
 * Show what is wrong with the last deal that is not right, with details on request, until the player closes it.
 * @param {HTMLElement} banner @param {Verdict[]} verdicts
 */
export function showWarning(banner, verdicts) {
  const last = verdicts.filter((verdict) => !verdict.ok).at(-1);
  const first = last?.findings.find((finding) => finding.ok === false);
  const text = last ? `${summary(last)}. ${first?.text}` : "";
  if (text !== banner.dataset.text) banner.hidden = !text;
  banner.dataset.text = text;
  if (!last) return refill(banner);
  const others = last.findings.filter((finding) => finding !== first);
  refill(
    banner,
    make(
      "details",
      {},
      make("summary", {}, text),
      make("div", { class: "checked" }, ...body({ ...last, findings: others })),
    ),
    make(
      "button",
      { type: "button", class: "quiet close", "aria-label": t("Close"), click: () => (banner.hidden = true) },
      icon("close"),
    ),
  );
}
