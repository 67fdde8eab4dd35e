/**
 * Replays the entries of a score sheet by the rules of the WebAssembly module. What the rules refuse is counted as it
 * was entered, and its line has the reason. Only the server draws conclusions from tiles that are known in part.
 */

import { parseCell } from "../board/geometry.js";
import { bonusLabel } from "../shared/bonus.js";
import { formatPoints, t, tn } from "../shared/i18n.js";
import { ALL_TILES, handSum, tileSum } from "../shared/notation.js";
import { RecordWriter } from "./record_writer.js";

/** @typedef {import("../core/reported.js").ReportedRound} ReportedRound */
/** @typedef {import("../core/core_round.js").CoreOption} CoreOption */
/** @typedef {import("../shared/bonus.js").Bonus} Bonus */
/** @typedef {import("../shared/protocol.js").SheetPrompt} SheetPrompt */
/** @typedef {import("../shared/protocol.js").PlacedTile} PlacedTile */
/** @typedef {import("../shared/record.js").Placed} Placed */
/** @typedef {import("../shared/record.js").Left} Left */
/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./state.js").Line} Line */

const HIGHEST_SUM = Math.max(...ALL_TILES.map(tileSum));

export class SheetReplay {
  /** @param {ReportedRound} round @param {string[]} names */
  constructor(round, names) {
    this.round = round;
    this.names = names;
    /** @type {Line[]} */
    this.lines = [];
    this.record = new RecordWriter(round.isPassCostly);
    this.rounds = 0;
    this.isRoundRunning = false;
    /** @type {number | null} */
    this.winner = null;
    /** The line that declared the round over. @type {{line: Line, entry: Entry} | null} */
    this.declared = null;
    /** @type {PlacedTile[]} */
    this.placed = [];
    /** @type {Set<string>} */
    this.seen = new Set();
    /** Who holds a tile that has been shown or drawn openly. @type {Map<string, number>} */
    this.hands = new Map();
    this.isStarted = false;
    this.isLocated = true; // whether the cell of every tile is known
    round.beginGame();
  }

  #clearTable() {
    this.placed = [];
    this.seen = new Set();
    this.hands = new Map();
    this.isStarted = false;
    this.isLocated = true;
  }

  /** @param {Entry[]} entries */
  run(entries) {
    entries.forEach((entry, index) => {
      this.#apply(entry, entries[index + 1]);
    });
    return this;
  }

  // -- the current state ----------------------------------------------------------------------------

  /** @returns {SheetPrompt} */
  get asked() {
    const everybody = this.names.map((_, seat) => seat);
    if (this.winner !== null) return { what: "over", seats: [this.winner] };
    if (!this.isStarted) return { what: "start", seats: everybody };
    if (this.declared || this.round.over) return { what: "left", seats: this.#unknownHands() };
    return { what: "play", seats: [this.round.seat] };
  }

  get unseen() {
    return ALL_TILES.filter((tile) => !this.seen.has(tile));
  }

  /** Where a tile fits, best first. @param {string} tile */
  cells(tile) {
    if (this.seen.has(tile) || this.winner !== null) return [];
    if (!this.isStarted) return [this.round.startWith(tile)];
    const taken = new Set(this.placed.map(({ cell }) => cell));
    return this.round.findPlacements([tile]).filter(({ cell }) => !taken.has(cell ?? ""));
  }

  /** The seats whose hands must be entered before the round can end. */
  #unknownHands() {
    const event = this.declared?.entry.event;
    const out = event?.kind === "out" ? event.seat : null;
    return this.round.unknownHands.filter((seat) => seat !== out);
  }

  // -- one entry ------------------------------------------------------------------------------------

  /** @param {Entry} entry @param {Entry | undefined} next */
  #apply(entry, next) {
    const line = this.#newLine(entry);
    this.lines.push(line);
    const isEnd = isAboutEnd(entry);
    if (isEnd && !this.isRoundRunning) this.#refuse(line, t("There is no round in progress to end."));
    else if (!isEnd && this.winner !== null) this.#refuse(line, t("The game is over."));
    else if (isEnd) this.#applyEnd(entry, line);
    else this.#applyPlay(entry, line);
    line.scores = this.round.scores;
    this.#endRound(line, next);
    line.overruled = line.reason !== null && entry.anyway && line.counted;
  }

  /** @param {Entry} entry @returns {Line} */
  #newLine({ event, text }) {
    const { kind, seat } = event;
    const what = /** @type {Line["what"]} */ (kind);
    const tile = "tile" in event ? event.tile : kind === "left" && event.tiles ? event.tiles.join(" ") : null;
    const place = kind === "place" ? { cell: event.cell, numbers: event.numbers, shows: event.shows } : {};
    const left = kind === "left" ? { sum: leftSum(event) } : {};
    const judged = { reason: null, overruled: false, counted: true, end: null };
    const number = this.lines.length + 1;
    const bonus = kind === "place" ? event.bonus : null;
    const scored = { bonus, points: 0, scores: this.round.scores };
    return { number, round: this.rounds, entry: text, seat, what, tile, ...scored, ...judged, ...place, ...left };
  }

  /** Refuse a line that cannot be scored even if people insist. @param {Line} line @param {string} reason */
  #refuse(line, reason) {
    line.reason = reason;
    line.counted = false;
  }

  // -- plays ----------------------------------------------------------------------------------------

  /** @param {Entry} entry @param {Line} line */
  #applyPlay(entry, line) {
    this.#withdrawDeclaration();
    if (!this.isRoundRunning) this.#beginRound();
    line.round = this.rounds;
    const { event } = entry;
    const orderProblem = this.#orderProblem(line);
    if (event.kind === "place") this.#place(event, entry, line);
    else if (event.kind === "draw" || event.kind === "pass") this.#drawOrPass(event.kind, entry, line);
    line.reason = orderProblem ?? line.reason;
    if (event.kind === "draw" && event.tile) this.#markSeen(event.tile, event.seat);
    this.record.addPlay(line, isInsisted(line, entry));
  }

  /** Mark a tile as seen. @param {string} tile @param {number | null} seat  whose hand it is in */
  #markSeen(tile, seat) {
    this.seen.add(tile);
    if (seat === null) this.hands.delete(tile);
    else this.hands.set(tile, seat);
  }

  #beginRound() {
    this.rounds += 1;
    this.isRoundRunning = true;
    this.#clearTable();
    this.round.begin();
    this.record.beginRound(this.rounds);
  }

  /** @param {Line} line */
  #orderProblem({ seat }) {
    const { round } = this;
    if (round.over) return t("The round is over; what is left in the hands comes next.");
    if (!this.isStarted || seat === round.seat) return null;
    return t("It is {turn}'s turn, not {name}'s.", { turn: this.names[round.seat], name: this.names[seat ?? 0] });
  }

  /** @param {Placed} event @param {Entry} entry @param {Line} line */
  #place(event, entry, line) {
    const { seat, tile } = event;
    const isNamed = !tile.startsWith("=");
    const hasCell = this.isStarted ? this.#placeNext(event, isNamed, line) : this.#placeFirst(event, isNamed, line);
    setPoints(line, line.points, entry.hasPoints ? event.points : line.points);
    if (isNamed) this.#markSeen(tile, null);
    if (event.shows) this.#markSeen(event.shows, seat);
    if (hasCell && event.cell) this.placed.push({ tile, bonus: line.bonus, cell: event.cell, numbers: event.numbers });
    else this.isLocated = false;
    this.isStarted = true;
    this.round.place(seat, line.points);
  }

  /**
   * Score the first tile of a round; returns whether it lies on a known cell.
   * @param {Placed} event @param {boolean} isNamed @param {Line} line
   */
  #placeFirst({ tile, cell, numbers, bonus }, isNamed, line) {
    if (!isNamed) line.reason = t("The first tile of a round has to be named.");
    else if (bonus) line.reason = t("The first tile of a round earns no bonus of this kind.");
    line.points = isNamed ? this.round.startWith(tile).points : this.round.claimedPoints(bonus, tileSum(tile));
    if (cell) this.round.layFirst(parseCell(cell), numbers);
    return cell !== null;
  }

  /**
   * Score any other tile; returns whether it lies on a known cell.
   * @param {Placed} event @param {boolean} isNamed @param {Line} line
   */
  #placeNext({ seat, tile, cell, numbers, bonus }, isNamed, line) {
    const { round } = this;
    const isElsewhere = this.seen.has(tile) && this.hands.get(tile) !== seat;
    if (isElsewhere) line.reason = t("{tile} has already been seen in this round.", { tile });
    if (tileSum(tile) > HIGHEST_SUM) line.reason = t("The sum of a tile is {most} at most.", { most: HIGHEST_SUM });
    const option = cell ? round.findPlacement(tile, parseCell(cell), numbers) : null;
    if (option) {
      round.lay(option);
      if (!bonus) line.bonus = /** @type {Bonus | null} */ (option.bonus);
    }
    if (this.isLocated) line.reason ??= this.#fitProblem(line, isNamed, option);
    line.points = round.claimedPoints(line.bonus, tileSum(tile));
    return cell !== null && (option !== null || !this.isLocated);
  }

  /** @param {Line} line @param {boolean} isNamed @param {CoreOption | null} option  on its cell */
  #fitProblem({ tile, cell, bonus }, isNamed, option) {
    if (option) return bonusProblem(bonus, [option]);
    const sum = tileSum(tile ?? "");
    const tiles = isNamed ? [tile ?? ""] : this.unseen.filter((candidate) => tileSum(candidate) === sum);
    const options = this.round.findPlacements(tiles);
    const what = isNamed ? (tile ?? "") : t("A tile with the sum {sum}", { sum });
    if (!options.length) return t("{tile} fits nowhere on the table.", { tile: what });
    return cell ? t("{tile} does not fit there.", { tile: what }) : bonusProblem(bonus, options);
  }

  /** @param {"draw" | "pass"} kind @param {Entry} entry @param {Line} line */
  #drawOrPass(kind, { event, hasPoints }, line) {
    const { round } = this;
    const seat = line.seat ?? 0;
    if (!this.isStarted) line.reason = t("Before the first tile nobody draws or passes.");
    else if (!round.allows(kind)) line.reason = this.#drawOrPassProblem(kind);
    else if (line.tile && this.seen.has(line.tile))
      line.reason = t("{tile} has already been seen in this round.", { tile: line.tile });
    const legal = round.pointsFor(kind);
    setPoints(line, legal, hasPoints && "points" in event ? event.points : legal);
    round[kind](seat, line.points);
  }

  /** @param {"draw" | "pass"} kind */
  #drawOrPassProblem(kind) {
    const n = this.round.well;
    if (kind === "draw") return n ? t("Nobody may draw more tiles in one turn.") : t("The well is empty.");
    return tn("{n} tile is left to draw before passing.", "{n} tiles are left to draw before passing.", n);
  }

  // -- the end of a round ---------------------------------------------------------------------------

  /** @param {Entry} entry @param {Line} line */
  #applyEnd(entry, line) {
    const { event } = entry;
    if (event.kind === "left") return this.#applyLeft(event, entry, line);
    this.#withdrawDeclaration();
    this.declared = { line, entry };
    const { round } = this;
    if (event.kind === "out" && !(round.over === "out" && round.seat === event.seat)) {
      const values = { name: this.names[event.seat] };
      line.reason = tn("{name} still holds {n} tile.", "{name} still holds {n} tiles.", round.held(event.seat), values);
    } else if (event.kind === "blocked" && round.over !== "blocked") {
      line.reason = t("A round is blocked only when everybody has passed in a row and nothing can be drawn.");
    }
  }

  /** @param {Left} event @param {Entry} entry @param {Line} line */
  #applyLeft(event, entry, line) {
    const { seat, count } = event;
    const held = this.round.held(seat);
    if (!this.round.over && !this.declared) line.reason = t("The round is not over yet.");
    else if (count !== null && count !== held) {
      const values = { name: this.names[seat] };
      line.reason = tn("{name} holds {n} tile.", "{name} holds {n} tiles.", held, values);
    }
    for (const tile of event.tiles ?? []) this.seen.add(tile);
    this.round.setHand(seat, line.sum ?? 0, count);
    this.record.addHand(entry.text.replace(/ anyway$/, ""), isInsisted(line, entry));
  }

  /** Refuse the line that declared the round over, because the round went on. */
  #withdrawDeclaration() {
    if (this.declared) this.#refuse(this.declared.line, t("The round went on after this."));
    this.declared = null;
  }

  /** End the round if it is over and all hands are known. @param {Line} line @param {Entry | undefined} next */
  #endRound(line, next) {
    if (!this.isRoundRunning) return;
    const isWaiting = !this.round.over || (next && isAboutEnd(next));
    if (!this.declared && isWaiting) return;
    const hasPoints = this.declared?.entry.hasPoints ?? false;
    if (!hasPoints && this.#unknownHands().length) return;
    this.#settle(hasPoints);
    line.end = this.#roundEnd();
    line.scores = this.round.scores;
    const { declared } = this;
    this.record.endRound(line.end, line.scores, declared !== null && isInsisted(declared.line, declared.entry));
    this.declared = null;
    this.isRoundRunning = false;
    this.#clearTable();
    const winner = this.round.gameWinner();
    this.winner = winner < 0 ? null : winner;
    if (winner >= 0) this.record.endGame(winner);
  }

  /** @param {boolean} hasPoints  whether the end was entered with its points */
  #settle(hasPoints) {
    const { round } = this;
    const event = this.declared?.entry.event;
    if (event?.kind !== "out" && event?.kind !== "blocked") return round.settle();
    const seat = event.seat ?? -1;
    round.declare(event.kind, seat);
    if (hasPoints) round.settleAs(seat, event.points);
    else round.settle();
  }

  /** @returns {import("../shared/protocol.js").RoundEnd} */
  #roundEnd() {
    const { over, winner, prize } = this.round;
    return { what: over ?? "blocked", seat: winner < 0 ? null : winner, points: prize };
  }
}

/** Whether an entry is about the end of a round: a hand, or how it ended. @param {Entry} entry */
function isAboutEnd({ event }) {
  return event.kind === "left" || event.kind === "out" || event.kind === "blocked";
}

/** Whether people insist on a line although the rules refuse it. @param {Line} line @param {Entry} entry */
function isInsisted(line, entry) {
  return line.reason !== null && entry.anyway;
}

/** @param {Left} event */
function leftSum({ total, tiles }) {
  return total ?? handSum(tiles ?? []);
}

/** @param {Line} line @param {number} legal  points by the rules @param {number} entered  points */
function setPoints(line, legal, entered) {
  line.points = entered;
  if (entered !== legal) line.reason ??= t("By the rules this scores {points}.", { points: formatPoints(legal) });
}

/** @param {Bonus | null} bonus @param {CoreOption[]} options */
function bonusProblem(bonus, options) {
  if (options.some((option) => option.bonus === bonus)) return null;
  return bonus
    ? t("The table does not show this bonus: {bonus}.", { bonus: bonusLabel(bonus) })
    : t("The tile earns a bonus wherever it fits.");
}
