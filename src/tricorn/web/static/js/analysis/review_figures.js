/** The figures of a review: the account in words, and tables of accuracy, errors and luck. */

import { levelName } from "../shared/bots.js";
import { make } from "../shared/dom.js";
import { figuresTable } from "../shared/figures.js";
import { formatPercent, t, tn } from "../shared/i18n.js";
import { SEATS } from "../shared/notation.js";
import { seatDot } from "../shared/ui.js";
import { isComplete } from "./review_request.js";

/** @import { PlayerReview, Review, Share } from "./review_request.js" */

/** @typedef {[label: string, cell: (player: PlayerReview) => string]} Row */

const MAX_COLUMNS = 3; // players beside each other

/** What was reviewed, and the account, in sentences. @param {Review} review */
export function accountTexts(review) {
  const { players, winner, unreviewed_choices } = review;
  const texts = isComplete(review) ? [] : extentTexts(review);
  if (unreviewed_choices) texts.push(unreviewedText(unreviewed_choices));
  const won = winner === null ? null : players[SEATS.indexOf(winner)];
  if (won?.account) return [...texts, luckText(won.name, won.account.chance), leaderText(players)];
  return [...texts, noAccountText(review)];
}

/** Which moves were reviewed. @param {Review} review */
function extentTexts({ moves, reviewed_moves }) {
  const values = { reviewed: reviewed_moves, moves };
  return [
    t("Only the first {reviewed} of {moves} moves were reviewed, and the figures are those of these moves.", values),
    t("The command tricorn review reviews all of them."),
  ];
}

/** Why there is no account. @param {Review} review */
function noAccountText(review) {
  if (!isComplete(review)) return t("There is no account, because not all moves were reviewed.");
  return review.unreviewed_choices || review.unreviewed_luck
    ? t("There is no account, because the record does not have all hands and cells.")
    : t("There is no account, because nobody has won this game.");
}

/** @param {number} n */
function unreviewedText(n) {
  return tn(
    "{n} move cannot be judged, because hands or cells are not known.",
    "{n} moves cannot be judged, because hands or cells are not known.",
    n,
  );
}

/** How much of a win was luck. @param {string} name @param {Share} chance */
function luckText(name, { result, par, luck }) {
  const share = luck / (result - par);
  return share > 0
    ? t("{name} won; {share} of the way there was luck.", { name, share: formatPercent(share) })
    : t("{name} won against the luck of the tiles.", { name });
}

/** Who would have been ahead without luck. @param {PlayerReview[]} players */
function leaderText(players) {
  const leads = players.map(({ account }) => (account ? account.points.result - account.points.luck : 0));
  const leader = leads.indexOf(Math.max(...leads));
  const values = { name: players[leader].name, points: Math.round(leads[leader]) };
  return t("Without luck, {name} would have been ahead of the others by {points} points.", values);
}

/** @param {Review} review */
export function playersTable({ players }) {
  /** @type {Row[]} */
  const rows = [
    [t("Accuracy"), ({ accuracy }) => (accuracy === null ? "–" : formatPercent(accuracy, 1))],
    [t("Mean loss per choice"), ({ error_rate }) => (error_rate === null ? "–" : formatPercent(error_rate, 2))],
    [t("Loses about as much as"), ({ plays_like }) => (plays_like ? levelName(plays_like) : "–")],
    [t("Real choices"), ({ choices }) => String(choices)],
    [t("Inaccuracies"), ({ grades }) => String(grades.inaccuracy)],
    [t("Mistakes"), ({ grades }) => String(grades.mistake)],
    [t("Blunders"), ({ grades }) => String(grades.blunder)],
  ];
  return table(t("Figures"), players, rows);
}

/** @param {Review} review */
export function accountTables({ players }) {
  if (players.some(({ account }) => !account)) return [];
  const tables = [
    { kind: /** @type {const} */ ("chance"), title: t("The account, in chance of winning"), write: chanceText },
    {
      kind: /** @type {const} */ ("points"),
      title: t("The account, in points ahead of the others"),
      write: pointsText,
    },
  ];
  return tables.map(({ kind, title, write }) => {
    /** @type {(label: string, name: keyof Share) => Row} */
    const row = (label, name) => [label, ({ account }) => write(account?.[kind][name] ?? 0)];
    const rows = [
      row(t("Even chances"), "par"),
      row(t("Luck"), "luck"),
      row(t("Errors, own and others'"), "errors"),
      row(t("What could not be known"), "unknown"),
      row(t("Result"), "result"),
    ];
    return make("details", { class: "account" }, make("summary", {}, title), table(title, players, rows));
  });
}

/** @param {number} share */
const chanceText = (share) => `${share < 0 ? "" : "+"}${formatPercent(share, 2)}`;

/** @param {number} points */
const pointsText = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(2)}`;

/**
 * The figures of all players: a table or, with more of them than fit beside each other, a paragraph for each.
 * @param {string} caption @param {PlayerReview[]} players @param {Row[]} rows
 */
function table(caption, players, rows) {
  if (players.length > MAX_COLUMNS) return paragraphs(caption, players, rows);
  return figuresTable({
    caption: make("caption", { class: "visually-hidden" }, caption),
    heads: players.map(({ name }) => name),
    rows: rows.map(([label, cell]) => [label, ...players.map(cell)]),
  });
}

/** @param {string} caption @param {PlayerReview[]} players @param {Row[]} rows */
function paragraphs(caption, players, rows) {
  const items = players.map((player, seat) => {
    const figures = rows.map(([label, cell]) => `${label} ${cell(player)}`.replaceAll(" ", "\u00a0"));
    return make("li", {}, seatDot(seat), " ", make("b", {}, player.name), make("p", {}, figures.join(" · ")));
  });
  return make("ul", { class: "figures", "aria-label": caption }, ...items);
}
