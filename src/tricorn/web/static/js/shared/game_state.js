/** What a list of events has made of the game: the table, the hands, the score sheet. No rules, only bookkeeping. */

import { sumOf } from "../board/tile.js";

/** @typedef {import("./record.js").Event} Event */
/** @typedef {import("./record.js").Play} Play */
/** @typedef {import("./record.js").Placed} Placed */

/**
 * One player's turn: draws, then a placement or a pass.
 * @typedef {{seat: number, plays: Play[], points: number, ended: boolean}} Turn
 */

/**
 * One round of the score sheet.
 * @typedef {object} Sheet
 * @property {number} number
 * @property {Turn[]} turns
 * @property {import("./record.js").Out | import("./record.js").Blocked | null} ending
 * @property {Record<number, {tiles: string[] | null, total: number}>} left  hands at the end, as far as they are known
 * @property {number[]} before   scores before the round
 * @property {number[]} points   scored in it so far
 */

/**
 * @typedef {object} Story
 * @property {Sheet[]} rounds
 * @property {Placed[]} placed           this round's tiles, in order
 * @property {(string | null)[][]} hands this round's hands; null is a tile that is not known
 * @property {number | null} well        tiles left to draw, if that is known
 * @property {(string | null)[]} drawn   in the turn that is on
 * @property {number[]} scores           running, this round's points included
 * @property {number | null} winner
 * @property {Event | null} last
 */

/** @param {number} players @returns {Story} */
function blank(players) {
  const zeros = Array(players).fill(0);
  return {
    rounds: [],
    placed: [],
    hands: zeros.map(() => []),
    well: null,
    drawn: [],
    scores: zeros,
    winner: null,
    last: null,
  };
}

/** @param {(string | null)[]} hand @param {string} tile */
function takeOut(hand, tile) {
  const known = hand.indexOf(tile);
  const at = known >= 0 ? known : hand.indexOf(null);
  if (at >= 0) hand.splice(at, 1);
}

/** @param {Sheet} sheet @param {Play} play */
function turnOf(sheet, play) {
  const last = sheet.turns.at(-1);
  if (last && !last.ended && last.seat === play.seat) return last;
  const turn = { seat: play.seat, plays: [], points: 0, ended: false };
  sheet.turns.push(turn);
  return turn;
}

/** @param {Story} story @param {Sheet} sheet @param {Play} play */
function addPlay(story, sheet, play) {
  const turn = turnOf(sheet, play);
  turn.plays.push(play);
  turn.points += play.points;
  turn.ended = play.kind !== "draw";
  sheet.points[play.seat] += play.points;
  story.scores[play.seat] += play.points;
  if (play.kind === "draw") {
    story.hands[play.seat].push(play.tile);
    story.drawn = turn.plays.map((each) => (each.kind === "draw" ? each.tile : null));
    if (story.well) story.well -= 1;
    return;
  }
  story.drawn = [];
  if (play.kind === "place") {
    story.placed.push(play);
    takeOut(story.hands[play.seat], play.tile);
  }
}

/** @param {Story} story @param {number} number */
function startRound(story, number) {
  const before = [...story.scores];
  story.rounds.push({ number, turns: [], ending: null, left: {}, before, points: before.map(() => 0) });
  story.placed = [];
  story.hands = before.map(() => []);
  story.drawn = [];
  story.well = null;
}

/**
 * @param {Story} story
 * @param {Sheet} sheet
 * @param {import("./record.js").Out | import("./record.js").Blocked} ending
 */
function endRound(story, sheet, ending) {
  sheet.ending = ending;
  story.hands.forEach((hand, seat) => {
    if (sheet.left[seat] || hand.includes(null)) return;
    const tiles = /** @type {string[]} */ ([...hand]);
    sheet.left[seat] = { tiles, total: tiles.reduce((sum, tile) => sum + sumOf(tile), 0) };
  });
  if (ending.seat !== null) {
    sheet.points[ending.seat] += ending.points;
    story.scores[ending.seat] += ending.points;
  }
}

/** @param {Sheet} sheet @param {import("./record.js").Left} left */
function layOpen(sheet, left) {
  const total = left.total ?? (left.tiles ?? []).reduce((sum, tile) => sum + sumOf(tile), 0);
  sheet.left[left.seat] = { tiles: left.tiles, total };
}

/** @param {Story} story @param {Event} event */
function apply(story, event) {
  story.last = event;
  if (event.kind === "round") return startRound(story, event.number);
  const sheet = story.rounds.at(-1);
  if (!sheet) return;
  switch (event.kind) {
    case "deal":
      story.hands[event.seat] = [...event.tiles];
      break;
    case "well":
      story.well = event.tiles.length;
      break;
    case "left":
      layOpen(sheet, event);
      break;
    case "out":
    case "blocked":
      endRound(story, sheet, event);
      break;
    case "score":
      story.scores = [...event.scores];
      break;
    case "winner":
      story.winner = event.seat;
      break;
    case "receipt":
    case "number":
    case "secret":
      break;
    default:
      addPlay(story, sheet, event);
  }
}

/** @param {number} players @param {Event[]} events @returns {Story} */
export function tell(players, events) {
  const story = blank(players);
  for (const event of events) apply(story, event);
  return story;
}

/** The scores after every play and round end, for the chart. @param {number} players @param {Event[]} events */
export function scoreLines(players, events) {
  const story = blank(players);
  /** @type {{scores: number[], round: number}[]} */
  const steps = [{ scores: [...story.scores], round: 1 }];
  for (const event of events) {
    apply(story, event);
    if (!["place", "draw", "pass", "out", "blocked"].includes(event.kind)) continue;
    steps.push({ scores: [...story.scores], round: story.rounds.at(-1)?.number ?? 1 });
  }
  return steps;
}
