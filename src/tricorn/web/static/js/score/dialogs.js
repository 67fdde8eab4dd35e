/** The dialogs of a score sheet: a line to correct, tiles to choose from, a challenge, sharing, the end of a round. */

import { Board } from "../board/board.js";
import { looseTile } from "../board/tile.js";
import { call, errorText } from "../shared/api.js";
import { scoreChart } from "../shared/chart.js";
import { byId, find, make, makeButton, makeSvg, refill } from "../shared/dom.js";
import { formatPoints, t, tn } from "../shared/i18n.js";
import { setUpInvitation } from "../shared/invite.js";
import { renameChange } from "../shared/names.js";
import { SEATS } from "../shared/notation.js";
import { makeClosable, toast } from "../shared/ui.js";
import { figureForm, handFigure, pointsFigure } from "./figure_form.js";
import { roundsTable } from "./rounds.js";
import { goal, placedTiles, scoreSteps } from "./state.js";
import { isPlay, namedLineText } from "./texts.js";

/** @import { Challenge, Ruling, Sheet } from "../shared/protocol.js" */
/** @import { Line, ShownSheet } from "./state.js" */

/**
 * @typedef {object} Handlers
 * @property {(how: "replace" | "insert", line: Line) => void} onCorrect  with the pad
 * @property {(line: Line) => void} onLocate   enter a line again with the cell of its tile
 * @property {(change: string) => void} onChange
 * @property {(tile: string) => void} onTile
 * @property {(entry: string) => void} onEntry
 * @property {(offered: boolean) => void} onOfferPencil
 * @property {() => void} onTakePencil
 * @property {() => void} onDiscard  the unsent changes
 * @property {(change: string) => void} onRename
 * @property {() => void} onRecord  save the record of a sheet that the server does not have
 */

/** @param {string} id @param {string} kind @param {string} text @param {() => void} click */
function button(id, kind, text, click) {
  return makeButton({ id, class: kind, click }, text);
}

export class Dialogs {
  /** @param {string | null} code  null if only this browser has the sheet @param {Handlers} handlers */
  constructor(code, handlers) {
    this.code = code;
    this.handlers = handlers;
    this.line = byId("line", HTMLDialogElement);
    this.chooser = byId("chooser", HTMLDialogElement);
    this.challenge = byId("challenge-dialog", HTMLDialogElement);
    this.sharing = byId("sharing", HTMLDialogElement);
    for (const dialog of [this.line, this.chooser, this.challenge, this.sharing]) makeClosable(dialog);
    byId("print").addEventListener("click", () => print());
    if (code) setUpInvitation();
    else byId("save-record").addEventListener("click", handlers.onRecord);
  }

  // -- a line -----------------------------------------------------------------------------------

  /** @param {Line} line @param {Sheet} sheet */
  openLine(line, sheet) {
    const { writing: isWriting } = sheet;
    const { number, round, points, reason } = line;
    const details = t("Line {number}, round {round}: {points}", { number, round, points: formatPoints(points) });
    const challenge = button("challenge", "button", t("Is this a bridge?"), () => this.openChallenge(line, isWriting));
    open(
      this.line,
      namedLineText(line, sheet),
      make("p", { class: "faint" }, details),
      reason && make("p", { class: "problem" }, reason),
      isWriting && (line.what === "left" || line.what === "points") && this.#figureForm(line, sheet),
      ...(isWriting ? [this.#corrections(line), this.#entryForm(line)] : []),
      this.code !== null && !line.isPending && line.what === "place" && challenge,
    );
  }

  /** Close the dialog of a line, then act. @param {() => void} action */
  #afterLine(action) {
    return () => {
      this.line.close();
      action();
    };
  }

  /** @param {Line} line */
  #corrections(line) {
    const { number, reason, overruled, counted } = line;
    const { onChange, onCorrect } = this.handlers;
    const after = (/** @type {() => void} */ action) => this.#afterLine(action);
    const insist = after(() => onChange(`insist ${number}`));
    const replace = after(() => onCorrect("replace", line));
    const insert = after(() => onCorrect("insert", line));
    const remove = after(() => onChange(`remove ${number}`));
    return make(
      "div",
      { class: "buttons" },
      reason && !overruled && counted && button("anyway", "primary", t("Count it anyway"), insist),
      isPlay(line) && line.what !== "points" && button("change", "button", t("Change it"), replace),
      button("insert", "button", t("Insert before it"), insert),
      button("remove", "button", t("Remove it"), remove),
    );
  }

  /** A form to correct what was left in a hand, or the points of a round. @param {Line} line @param {Sheet} sheet */
  #figureForm(line, { names, rules: { scoring } }) {
    const { number, what, seat, points, scores } = line;
    const isHand = what === "left";
    return figureForm({
      id: "correct-figure",
      figure: isHand ? handFigure(scoring) : pointsFigure(),
      fields: [{ seat: seat ?? 0, name: names[seat ?? 0], score: scores[seat ?? 0] - points, line }],
      action: t("Correct it"),
      onSubmit: ([entered]) => {
        if (!entered) return;
        const entry = `${isHand ? "left " : ""}${entered.letter} ${entered.parsed}`;
        this.#afterLine(() => this.handlers.onChange(`replace ${number} ${entry}`))();
      },
    });
  }

  /** The entry as text, for what the pad cannot express. @param {Line} line */
  #entryForm({ number, entry }) {
    const field = make("input", {
      id: "entry-text",
      value: entry,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: 400,
    });
    const replace = this.#afterLine(() => this.handlers.onChange(`replace ${number} ${field.value.trim()}`));
    const submit = (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      replace();
    };
    return make(
      "form",
      { class: "wide", submit },
      make("label", { for: "entry-text" }, t("As in the record")),
      make("div", { class: "field" }, field, make("button", { class: "button" }, t("Write"))),
    );
  }

  // -- choices ----------------------------------------------------------------------------------

  /** @param {string[]} tiles */
  chooseTile(tiles) {
    const keys = tiles.map((tile) => {
      const choose = () => {
        this.chooser.close();
        this.handlers.onTile(tile);
      };
      const attributes = { class: "key tile-key", "data-tile": tile, "aria-label": tile, click: choose };
      return makeButton(attributes, looseTile(tile));
    });
    open(this.chooser, t("Tiles not seen yet"), make("div", { class: "all-tiles" }, ...keys));
  }

  /** Ask how the round ended: who is out, or that it is blocked. @param {string[]} names */
  chooseEnd(names) {
    const enter = (/** @type {string} */ entry) => () => {
      this.chooser.close();
      this.handlers.onEntry(entry);
    };
    const outs = names.map((name, seat) => {
      const letter = SEATS[seat];
      return button(`out-${letter}`, "button", t("{name} is out", { name }), enter(`out ${letter}`));
    });
    const blocked = button("blocked", "button", t("Blocked: nobody can play"), enter("blocked"));
    open(this.chooser, t("How did the round end?"), make("div", { class: "buttons stacked" }, ...outs, blocked));
  }

  // -- challenges -------------------------------------------------------------------------------

  /** Show a disputed placement and what the rules say. @param {Line} line @param {boolean} isWriting */
  async openChallenge(line, isWriting) {
    try {
      /** @type {Challenge} */
      const challenge = await call("GET", `/api/sheets/${this.code}/challenge?line=${line.number}`);
      this.line.close();
      const svg = makeSvg("svg", { class: "tricorn challenge-board" });
      const hasPicture = challenge.placed.length > 0 || challenge.place !== null;
      const locate = button("locate", "primary", t("Show where it lies"), () => {
        this.challenge.close();
        this.handlers.onLocate(line);
      });
      open(
        this.challenge,
        "",
        hasPicture && svg,
        make("p", { class: "verdict" }, challenge.sentences.join(" ")),
        isWriting && !challenge.place && locate,
        ...challenge.rulings.map(rulingView),
        byId("points-rule", HTMLTemplateElement).content.cloneNode(true),
        make("p", {}, make("a", { href: rulesAddress() }, t("All the rules"))),
      );
      showChallenge(new Board(svg), challenge);
    } catch (error) {
      toast(errorText(error));
    }
  }

  // -- sharing ----------------------------------------------------------------------------------

  /** @param {ShownSheet} view @param {number} queued  changes that the server does not have */
  openSharing(view, queued) {
    this.showSharing(view, queued);
    this.#showNames(view.sheet);
    if (!this.sharing.open) this.sharing.showModal();
  }

  /** @param {ShownSheet} view @param {number} queued */
  showSharing({ sheet, now, lines }, queued) {
    if (!sheet || !now) return;
    const { following, names, rules, writing } = sheet;
    if (this.code) byId("following").textContent = followingText(following);
    const discardText = t("Discard unsent changes ({n})", { n: queued });
    const discard = button("discard", "button", discardText, this.handlers.onDiscard);
    refill(byId("pencil"), ...(this.code ? this.#pencil(sheet) : []), queued > 0 && !writing && discard);
    byId("rename").hidden = !writing;
    if (!lines.length) return;
    refill(byId("rounds"), roundsTable(lines, names));
    if (lines.length > 1) refill(byId("chart"), scoreChart(scoreSteps(lines, names.length), names, goal(rules)));
  }

  /** Fields for the players' names. @param {Sheet | null} sheet */
  #showNames(sheet) {
    const names = sheet?.names ?? [];
    const inputs = names.map((value, seat) =>
      make("input", {
        value,
        maxlength: 40,
        required: true,
        "aria-label": t("Name of player {number}", { number: seat + 1 }),
      }),
    );
    const form = byId("names", HTMLFormElement);
    refill(form, ...inputs, make("button", { class: "button" }, t("Rename")));
    form.onsubmit = (event) => {
      event.preventDefault();
      const change = renameChange(
        names,
        inputs.map((input) => input.value),
      );
      if (change) this.handlers.onRename(change);
      this.sharing.close();
    };
  }

  /** The buttons to offer or take the pencil. @param {Sheet} sheet */
  #pencil({ writing, offered, made }) {
    const { onOfferPencil, onTakePencil } = this.handlers;
    if (writing && offered) {
      const keep = button("keep-pencil", "button", t("Keep the pencil"), () => onOfferPencil(false));
      return [make("p", {}, t("Another device can take the pencil now.")), keep];
    }
    if (writing) return [button("offer-pencil", "button", t("Offer the pencil"), () => onOfferPencil(true))];
    if (offered || made) return [button("take-pencil", "primary", t("Take the pencil"), onTakePencil)];
    return [make("p", { class: "faint" }, t("Another device has the pencil; it can offer it."))];
  }
}

/**
 * @param {HTMLDialogElement} dialog @param {string} title  empty to leave it as it is
 * @param {import("../shared/dom.js").Child[]} contents
 */
function open(dialog, title, ...contents) {
  if (title) find(dialog, "h2").textContent = title;
  refill(find(dialog, ".dialog-body"), ...contents);
  if (!dialog.open) dialog.showModal();
}

/** @param {number} n */
function followingText(n) {
  return n ? tn("{n} device is following", "{n} devices are following", n) : t("No other device is following.");
}

/** @param {Ruling} ruling */
function rulingView({ id, title, text, note }) {
  const small = make("span", { class: "faint" }, ` ${note}`);
  return make("p", {}, make("b", {}, `${id} ${title}. `), text, note && small);
}

function rulesAddress() {
  return document.querySelector("[data-rules-of]")?.getAttribute("href");
}

/** @param {Board} board @param {Challenge} challenge */
function showChallenge(board, { placed, place, possible }) {
  board.show(placedTiles(place && possible ? [...placed, place] : placed));
  if (!place) board.clearMarks(); // none of these tiles is the disputed one
}
