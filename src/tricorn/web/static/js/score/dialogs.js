/** The dialogs of a score sheet: a line to be corrected, the tiles not seen, a judgement, the room, a round's end. */

import { Board } from "../board/board.js";
import { loose } from "../board/tile.js";
import { call, wordsOf } from "../shared/api.js";
import { chart } from "../shared/chart.js";
import { byId, make, refill } from "../shared/dom.js";
import { signed, t, tn } from "../shared/i18n.js";
import { setUpInvitation } from "../shared/invite.js";
import { closable, toast } from "../shared/page.js";
import { SEATS } from "../shared/record.js";
import { lineWords, onBoard, scoreSteps } from "./texts.js";

/** @typedef {import("./texts.js").Line} Line */
/** @typedef {import("./texts.js").View} View */

/**
 * @typedef {object} Wishes
 * @property {(how: "replace" | "insert", line: Line) => void} correct   with the pad
 * @property {(line: Line) => void} locate   write a line anew with the cell of its tile
 * @property {(change: string) => void} change
 * @property {(tile: string) => void} tile
 * @property {(entry: string) => void} write
 * @property {(offered: boolean) => void} offer
 * @property {() => void} take
 * @property {() => void} discard  what waits
 */

/** @param {string} words @param {string} id @param {string} kind @param {() => void} click */
function button(words, id, kind, click) {
  return make("button", { type: "button", id, class: kind, click }, words);
}

export class Room {
  /** @param {string} code @param {Wishes} wishes */
  constructor(code, wishes) {
    this.code = code;
    this.wishes = wishes;
    for (const id of ["line", "chooser", "judge", "room"]) closable(byId(id));
    setUpInvitation();
    byId("print").addEventListener("click", () => print());
  }

  /** @param {string} id @param {string} title @param {import("../shared/dom.js").Child[]} contents */
  _open(id, title, ...contents) {
    const dialog = byId(id);
    if (title) dialog.querySelector("h2").textContent = title;
    refill(dialog.querySelector(".dialog-body"), ...contents);
    if (!dialog.open) dialog.showModal();
  }

  // -- a line -----------------------------------------------------------------------------------

  /** @param {Line} line @param {string[]} names @param {boolean} writing  whether it may be corrected */
  line(line, names, writing) {
    const title = [line.seat === null ? "" : names[line.seat], lineWords(line)].filter(Boolean).join(": ");
    const judged =
      line.what === "place"
        ? button(t("Is this a bridge?"), "challenge", "button", () => this.judge(line, writing))
        : null;
    const reason = line.reason ? make("p", { class: "problem" }, line.reason) : null;
    this._open(
      "line",
      title,
      make(
        "p",
        { class: "faint" },
        t("Line {number}, round {round}: {points}", {
          number: line.number,
          round: line.round,
          points: signed(line.points),
        }),
      ),
      reason,
      ...(writing ? this._corrections(line) : []),
      judged,
    );
  }

  /** @param {Line} line */
  _corrections(line) {
    const close = (/** @type {() => void} */ then) => () => {
      byId("line").close();
      then();
    };
    const { number } = line;
    const played = ["place", "draw", "pass"].includes(line.what);
    const anyway = line.reason && !line.overruled && line.counted;
    const buttons = [
      anyway
        ? button(
            t("It was so anyway"),
            "anyway",
            "primary",
            close(() => this.wishes.change(`insist ${number}`)),
          )
        : null,
      played
        ? button(
            t("Change it"),
            "change",
            "button",
            close(() => this.wishes.correct("replace", line)),
          )
        : null,
      button(
        t("Insert before it"),
        "insert",
        "button",
        close(() => this.wishes.correct("insert", line)),
      ),
      button(
        t("Remove it"),
        "remove",
        "button",
        close(() => this.wishes.change(`remove ${number}`)),
      ),
    ];
    return [make("div", { class: "buttons" }, ...buttons), this._text(line, close)];
  }

  /**
   * An entry as text, for what the pad cannot tell.
   * @param {Line} line
   * @param {(then: () => void) => () => void} close
   */
  _text(line, close) {
    const field = make("input", {
      id: "entry-text",
      value: line.entry,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 400,
    });
    const form = make(
      "form",
      { class: "wide" },
      make("label", { for: "entry-text" }, t("As it stands in the record")),
      make("div", { class: "field" }, field, make("button", { class: "button" }, t("Write"))),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      close(() => this.wishes.change(`replace ${line.number} ${field.value.trim()}`))();
    });
    return form;
  }

  // -- choices ----------------------------------------------------------------------------------

  /** @param {string[]} tiles */
  tiles(tiles) {
    const keys = tiles.map((tile) =>
      make(
        "button",
        {
          type: "button",
          class: "key tile-key",
          "data-tile": tile,
          "aria-label": tile,
          click: () => {
            byId("chooser").close();
            this.wishes.tile(tile);
          },
        },
        loose(tile),
      ),
    );
    this._open("chooser", t("Tiles not seen yet"), make("div", { class: "all-tiles" }, ...keys));
  }

  /** Who is out, or nobody. @param {string[]} names */
  end(names) {
    const close = (/** @type {string} */ entry) => () => {
      byId("chooser").close();
      this.wishes.write(entry);
    };
    const outs = names.map((name, seat) =>
      button(t("{name} is out", { name }), `out-${SEATS[seat]}`, "button", close(`out ${SEATS[seat]}`)),
    );
    this._open(
      "chooser",
      t("How did the round end?"),
      make(
        "div",
        { class: "buttons stacked" },
        ...outs,
        button(t("Blocked: nobody can play"), "blocked", "button", close("blocked")),
      ),
    );
  }

  /**
   * Draw a placement that is called in question, and say what the rules say.
   * @param {Line} line
   * @param {boolean} writing
   */
  async judge(line, writing) {
    try {
      const found = await call("GET", `/api/sheets/${this.code}/challenge?line=${line.number}`);
      byId("line").close();
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("class", "tricorn judged");
      const rulings = found.rulings.map((/** @type {any} */ each) =>
        make(
          "p",
          {},
          make("b", {}, `${each.id} ${each.title}. `),
          each.text,
          each.note ? make("span", { class: "faint" }, ` ${each.note}`) : null,
        ),
      );
      const book = make(
        "a",
        { href: document.querySelector("[data-rules-of]")?.getAttribute("href") },
        t("The rules of this edition"),
      );
      const locate =
        writing && !found.place
          ? button(t("Show where it lies"), "locate", "primary", () => {
              byId("judge").close();
              this.wishes.locate(line);
            })
          : null;
      this._open(
        "judge",
        "",
        found.placed.length || found.place ? svg : null,
        make("p", { class: "verdict" }, found.sentences.join(" ")),
        locate,
        ...rulings,
        byId("points-rule").content.cloneNode(true),
        make("p", {}, book),
      );
      const board = new Board(svg);
      board.show(onBoard(found.place && found.possible ? [...found.placed, found.place] : found.placed));
      if (!found.place) refill(board.layers.marks); // none of these is the tile in question
    } catch (error) {
      toast(wordsOf(error));
    }
  }

  // -- the room ---------------------------------------------------------------------------------

  /** @param {View} view @param {number} waiting  changes that the server does not have */
  open(view, waiting) {
    this.show(view, waiting);
    byId("room").showModal();
  }

  /** @param {View} view @param {number} waiting */
  show(view, waiting) {
    const about = view.sheet,
      now = view.now;
    if (!about || !now) return;
    byId("following").textContent = tn("{n} device is following", "{n} devices are following", about.following);
    const discard =
      waiting && !about.writing
        ? button(t("Throw away what waits ({n})", { n: waiting }), "discard", "button", () => this.wishes.discard())
        : null;
    refill(byId("pencil"), ...this._pencil(about), discard);
    if (view.lines.length > 1)
      refill(byId("chart"), chart(scoreSteps(view.lines, about.names.length), about.names, about.rules.target));
  }

  /** @param {import("./texts.js").About} about */
  _pencil(about) {
    if (about.writing && about.offered)
      return [
        make("p", {}, t("Another device can take the pencil now.")),
        button(t("Keep the pencil"), "keep-pencil", "button", () => this.wishes.offer(false)),
      ];
    if (about.writing)
      return [button(t("Hand the pencil on"), "offer-pencil", "button", () => this.wishes.offer(true))];
    if (about.offered || about.made)
      return [button(t("Take the pencil"), "take-pencil", "primary", () => this.wishes.take())];
    return [make("p", { class: "faint" }, t("Another device has the pencil; it can hand it on."))];
  }
}
