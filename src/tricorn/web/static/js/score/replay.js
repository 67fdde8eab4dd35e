/**
 * Replays the entries of a score sheet with the rules of the WebAssembly module. What the rules refuse is counted as it
 * was entered, and its line has the reason. What follows from partly known tiles is left to the server.
 */

import { parseCell } from "../board/geometry.js";
import { bonusLabel } from "../shared/bonus.js";
import { signed, t, tn } from "../shared/i18n.js";
import { ALL_TILES, HIDDEN_TILE, handSum, pointsNotation, SEATS, tileSum } from "../shared/notation.js";

/** @typedef {import("../core/reported.js").ReportedRound} ReportedRound */
/** @typedef {import("../core/round.js").Option} Option */
/** @typedef {import("../shared/bonus.js").Bonus} Bonus */
/** @typedef {import("../shared/protocol.js").SheetPrompt} SheetPrompt */
/** @typedef {import("../shared/protocol.js").PlacedTile} PlacedTile */
/** @typedef {import("../shared/record.js").Placed} Placed */
/** @typedef {import("../shared/record.js").Left} Left */
/** @typedef {import("./entry.js").Entry} Entry */
/** @typedef {import("./state.js").Line} Line */

const HIGHEST_SUM = Math.max(...ALL_TILES.map(tileSum));

export class Replay {
  /** @param {ReportedRound} round @param {string[]} names */
  constructor(round, names) {
    this.round = round;
    this.names = names;
    /** @type {Line[]} */
    this.lines = [];
    /** The record's lines after the header. @type {string[]} */
    this.record = [];
    this.rounds = 0;
    this.isRoundOn = false;
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
    entries.forEach((entry, at) => {
      this.#apply(entry, entries[at + 1]);
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

  /** The hands that have to be entered before the round can end. */
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
    const isAboutEnd = entry.event.kind === "left" || entry.event.kind === "out" || entry.event.kind === "blocked";
    if (isAboutEnd && !this.isRoundOn) this.#refuse(line, t("No round is in progress that could end."));
    else if (!isAboutEnd && this.winner !== null) this.#refuse(line, t("The game is over."));
    else if (isAboutEnd) this.#applyEnd(entry, line);
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

  /** Refuse a line that cannot be scored even if somebody insists. @param {Line} line @param {string} reason */
  #refuse(line, reason) {
    line.reason = reason;
    line.counted = false;
  }

  // -- plays ----------------------------------------------------------------------------------------

  /** @param {Entry} entry @param {Line} line */
  #applyPlay(entry, line) {
    this.#withdraw();
    if (!this.isRoundOn) this.#beginRound();
    line.round = this.rounds;
    const { event } = entry;
    const before = this.#orderProblem(line);
    if (event.kind === "place") this.#place(event, entry, line);
    else if (event.kind === "draw" || event.kind === "pass") this.#drawOrPass(event.kind, entry, line);
    line.reason = before ?? line.reason;
    if (event.kind === "draw" && event.tile) this.#markSeen(event.tile, event.seat);
    this.#note(`${SEATS[line.seat ?? 0]} ${this.#moveText(line)}`, entry, line);
  }

  /** Mark a tile as seen. @param {string} tile @param {number | null} seat  in whose hand it is */
  #markSeen(tile, seat) {
    this.seen.add(tile);
    if (seat === null) this.hands.delete(tile);
    else this.hands.set(tile, seat);
  }

  #beginRound() {
    this.rounds += 1;
    this.isRoundOn = true;
    this.#clearTable();
    this.round.begin();
    this.record.push(`round ${this.rounds}`);
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
    const isLaid = this.isStarted ? this.#further(event, isNamed, line) : this.#first(event, isNamed, line);
    setPoints(line, line.points, entry.hasPoints ? event.points : line.points);
    if (isNamed) this.#markSeen(tile, null);
    if (event.shows) this.#markSeen(event.shows, seat);
    if (isLaid && event.cell) this.placed.push({ tile, bonus: line.bonus, cell: event.cell, numbers: event.numbers });
    else this.isLocated = false;
    this.isStarted = true;
    this.round.place(seat, line.points);
  }

  /**
   * The first tile of a round, with its points; whether it lies on a cell.
   * @param {Placed} event @param {boolean} isNamed @param {Line} line
   */
  #first({ tile, cell, numbers, bonus }, isNamed, line) {
    if (!isNamed) line.reason = t("The first tile of a round has to be named.");
    else if (bonus) line.reason = t("The first tile of a round earns no bonus of this kind.");
    line.points = isNamed ? this.round.startWith(tile).points : this.round.claimedPoints(bonus, tileSum(tile));
    if (cell) this.round.layFirst(parseCell(cell), numbers);
    return cell !== null;
  }

  /**
   * Any other tile, with its points; whether it lies on a cell.
   * @param {Placed} event @param {boolean} isNamed @param {Line} line
   */
  #further({ seat, tile, cell, numbers, bonus }, isNamed, line) {
    const { round } = this;
    const isElsewhere = this.seen.has(tile) && this.hands.get(tile) !== seat;
    if (isElsewhere) line.reason = t("{tile} has been seen already in this round.", { tile });
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

  /** @param {Line} line @param {boolean} isNamed @param {Option | null} option  on its cell */
  #fitProblem({ tile, cell, bonus }, isNamed, option) {
    if (option) return bonusProblem(bonus, [option]);
    const sum = tileSum(tile ?? "");
    const tiles = isNamed ? [tile ?? ""] : this.unseen.filter((unseen) => tileSum(unseen) === sum);
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
    else if (!round.allows(kind)) line.reason = this.#drawProblem(kind);
    else if (line.tile && this.seen.has(line.tile))
      line.reason = t("{tile} has been seen already in this round.", { tile: line.tile });
    const right = round.pointsFor(kind);
    setPoints(line, right, hasPoints && "points" in event ? event.points : right);
    round[kind](seat, line.points);
  }

  /** @param {"draw" | "pass"} kind */
  #drawProblem(kind) {
    const n = this.round.well;
    if (kind === "draw") return n ? t("Nobody may draw more tiles in one turn.") : t("The well is empty.");
    return tn("{n} tile is left to draw before passing.", "{n} tiles are left to draw before passing.", n);
  }

  // -- the end of a round ---------------------------------------------------------------------------

  /** @param {Entry} entry @param {Line} line */
  #applyEnd(entry, line) {
    const { event } = entry;
    if (event.kind === "left") return this.#applyLeft(event, entry, line);
    this.#withdraw();
    this.declared = { line, entry };
    const { round } = this;
    if (event.kind === "out" && !(round.over === "out" && round.seat === event.seat)) {
      const values = { name: this.names[event.seat] };
      line.reason = tn("{name} still holds {n} tile.", "{name} still holds {n} tiles.", round.held(event.seat), values);
    } else if (event.kind === "blocked" && round.over !== "blocked") {
      line.reason = t("A round is blocked only when everybody in a row has passed and nothing can be drawn.");
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
    this.#note(entry.text.replace(/ anyway$/, ""), entry, line);
  }

  /** Refuse the line that declared the round over, because the round went on. */
  #withdraw() {
    if (this.declared) this.#refuse(this.declared.line, t("The round went on after this."));
    this.declared = null;
  }

  /** End the round if it is over and all hands are known. @param {Line} line @param {Entry | undefined} next */
  #endRound(line, next) {
    const isMoreToCome = next?.event.kind === "left" || next?.event.kind === "out" || next?.event.kind === "blocked";
    if (!this.isRoundOn || (!this.declared && (!this.round.over || isMoreToCome))) return;
    const said = this.declared?.entry.hasPoints ? this.declared : null;
    if (!said && this.#unknownHands().length) return;
    this.#settle(said?.entry ?? null);
    line.end = this.#endOf();
    line.scores = this.round.scores;
    this.#noteEnd(line.end);
    this.declared = null;
    this.isRoundOn = false;
    this.#clearTable();
    const winner = this.round.gameWinner();
    this.winner = winner < 0 ? null : winner;
    if (winner >= 0) this.record.push(`winner ${SEATS[winner]}`);
  }

  /** @param {Entry | null} said  an end that was entered with its points */
  #settle(said) {
    const { round } = this;
    const event = this.declared?.entry.event;
    if (event?.kind === "out" || event?.kind === "blocked") round.declare(event.kind, event.seat ?? -1);
    if (said?.event.kind === "out" || said?.event.kind === "blocked") {
      round.settleAs(said.event.seat ?? -1, said.event.points);
    } else round.settle();
  }

  /** @returns {import("../shared/protocol.js").RoundEnd} */
  #endOf() {
    const { over, winner, prize } = this.round;
    return { what: over ?? "blocked", seat: winner < 0 ? null : winner, points: prize };
  }

  // -- the record -----------------------------------------------------------------------------------

  /** @param {Line} line */
  #moveText({ what, tile, cell, numbers, bonus, shows, points }) {
    const scored = pointsNotation(points);
    if (what === "draw") return `draw ${tile ?? HIDDEN_TILE} ${points ? scored : "-0"}`;
    if (what === "pass") return `pass ${points || this.round.isPassCostly ? scored : "-0"}`;
    const move = cell ? `${cell}${(numbers ?? []).join("")}` : tile;
    return [move, scored, ...(bonus ? [bonus] : []), ...(shows ? [`shows ${shows}`] : [])].join(" ");
  }

  /** @param {string} text @param {Entry} entry @param {Line} line */
  #note(text, entry, line) {
    this.record.push(line.reason && entry.anyway ? `${text} anyway` : text);
    const hands = this.record.length - 1 - this.record.findLastIndex((line) => !line.startsWith("left "));
    this.record.push(...this.record.splice(this.record.length - hands).sort()); // in the order of the seats
  }

  /** @param {import("../shared/protocol.js").RoundEnd} end */
  #noteEnd({ what, seat, points }) {
    const declared = this.declared;
    const isInsisted = declared?.line.reason && declared.entry.anyway;
    const who = seat === null ? "draw" : SEATS[seat];
    this.record.push(`${what} ${who} ${pointsNotation(points)}${isInsisted ? " anyway" : ""}`);
    this.record.push(`score ${this.round.scores.map((score, index) => `${SEATS[index]} ${score}`).join(" ")}`);
  }
}

/** @param {Left} event */
function leftSum({ total, tiles }) {
  return total ?? handSum(tiles ?? []);
}

/** @param {Line} line @param {number} right  by the rules @param {number} points  as entered */
function setPoints(line, right, points) {
  line.points = points;
  if (points !== right) line.reason ??= t("By the rules this scores {points}.", { points: signed(right) });
}

/** @param {Bonus | null} bonus @param {Option[]} options */
function bonusProblem(bonus, options) {
  if (options.some((option) => option.bonus === bonus)) return null;
  return bonus
    ? t("The table does not show this bonus: {bonus}.", { bonus: bonusLabel(bonus) })
    : t("The tile earns a bonus wherever it fits.");
}
