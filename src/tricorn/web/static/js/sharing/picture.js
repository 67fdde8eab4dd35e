/**
 * The result of a game as a picture: the scores, and the table after the winner's best bridge or hexagon or, without
 * one, at the end. It is drawn as SVG in the page's colours and with the system's font, and made a PNG by the browser.
 */

import { boardPicture } from "../board/picture.js";
import { bonusLabel } from "../shared/bonus_labels.js";
import { makeSvg } from "../shared/dom.js";
import { applyEvents, bestBonus, newGameState } from "../shared/game_state.js";
import { formatScore, t } from "../shared/i18n.js";
import { saveBlob } from "../shared/record_files.js";

/** @import { Event } from "../shared/record.js" */

/**
 * A finished game. Its record does not name the winner of a game that people ended early.
 * @typedef {{names: string[], edition: string, events: Event[], scores: number[], winner: number | null}} Result
 */

const [WIDTH, HEIGHT, SPLIT] = [1200, 630, 690];
const LEFT = SPLIT + 44; // of the words
const ROW = 56;
const MIN_SIZE = 420; // of the table in the picture, so that a few tiles are not huge
const WIDE = 15; // characters that fit into a row in full size
const COLOURS = [
  ...["--tile", "--edge", "--shadow", "--mark", "--halo", "--felt", "--felt-deep", "--card", "--ink", "--faint"],
  ...[0, 1, 2, 3, 4, 5].flatMap((number) => [`--c${number}`, `--rim${number}`, `--n${number}`]),
];

/** Share the picture or, where the browser cannot share files, save it. @param {Result} result */
export async function sharePicture(result) {
  const blob = await toPng(new XMLSerializer().serializeToString(resultPicture(result)));
  const file = new File([blob], "tricorn.png", { type: "image/png" });
  if (!navigator.canShare?.({ files: [file] })) return saveBlob(blob, file.name);
  await navigator.share({ files: [file], title: "Tricorn" }).catch((error) => {
    if (error.name !== "AbortError") saveBlob(blob, file.name); // the user has not cancelled it
  });
}

/** @param {string} svg @returns {Promise<Blob>} */
async function toPng(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}

/** @param {Result} result */
function resultPicture(result) {
  const picture = makeSvg("svg", { xmlns: "http://www.w3.org/2000/svg", width: WIDTH, height: HEIGHT });
  const board = decisiveBoard(result);
  board?.setAttribute("x", "24");
  board?.setAttribute("y", "24");
  board?.setAttribute("width", String(SPLIT - 48));
  board?.setAttribute("height", String(HEIGHT - 48));
  picture.append(
    makeSvg("style", {}, styles()),
    makeSvg("rect", { class: "card", width: WIDTH, height: HEIGHT }),
    makeSvg("rect", { class: "felt", width: SPLIT, height: HEIGHT }),
    ...(board ? [board] : []),
    ...words(result),
  );
  return picture;
}

/** The colours that the page has now, for a picture without its style sheets. */
function styles() {
  const page = getComputedStyle(document.documentElement);
  const colour = (/** @type {string} */ name) => page.getPropertyValue(name).trim();
  const numbers = [0, 1, 2, 3, 4, 5].map(
    (n) => `.tc-c${n} { fill: var(--c${n}); stroke: var(--rim${n}) } .tc-n${n} { stroke: var(--n${n}) }`,
  );
  return `svg { ${COLOURS.map((name) => `${name}: ${colour(name)}`).join("; ")} }
    .tricorn { fill: none; stroke-linecap: round; stroke-linejoin: round }
    .tc-shadow { fill: var(--shadow) } .tc-tile { fill: var(--tile) } .logo-tile { fill: var(--edge) }
    .tc-edge { stroke: var(--edge); fill: none }
    .tc-halo { stroke: var(--halo) } .tc-mark { stroke: var(--mark) }
    .tc-core, .tc-star { fill: var(--mark); stroke: var(--halo) } ${numbers.join(" ")}
    .card { fill: var(--card) } .felt { fill: var(--felt) }
    text { fill: var(--ink); font: 600 34px system-ui, sans-serif } .faint { fill: var(--faint); font-weight: 400 }
    .won { font-size: 46px; font-weight: 800 } .small { font-size: 24px } .end { text-anchor: end }`;
}

/** The table after the winner's best bridge or hexagon or, without one, at the end. @param {Result} result */
function decisiveBoard(result) {
  const { names, edition, events, winner } = result;
  const best = bestBonus(events, winner);
  const until = best ? events.slice(0, events.indexOf(best) + 1) : events;
  return boardPicture(applyEvents(newGameState(names.length, edition), until).placed, MIN_SIZE);
}

/** The logo of the page. */
function logo() {
  const parts = [...(document.getElementById("i-logo")?.children ?? [])].map((part) => part.cloneNode(true));
  return makeSvg("svg", { x: LEFT, y: HEIGHT - 78, width: 44, height: 44, viewBox: "0 0 64 64" }, ...parts);
}

/** The names with their scores, the winner first, and the best placement. @param {Result} result */
function words(result) {
  const { names, scores, winner } = result;
  const order = names.map((_, seat) => seat).sort((a, b) => scores[b] - scores[a]);
  const seats = [...order.filter((seat) => seat === winner), ...order.filter((seat) => seat !== winner)];
  const rows = seats.flatMap((seat, place) => {
    const kind = seat === winner ? "won" : "";
    const y = 110 + place * ROW + (place ? 10 : 0);
    return [text(names[seat], LEFT, y, kind), text(formatScore(scores[seat]), WIDTH - 44, y, `${kind} end`)];
  });
  return [...rows, ...placementWords(result), logo(), text("Tricorn", LEFT + 56, HEIGHT - 46, "small")];
}

/** @param {Result} result */
function placementWords(result) {
  const best = bestBonus(result.events, result.winner);
  if (!best?.bonus) return [];
  const what = [best.tile, bonusLabel(best.bonus), formatScore(best.points)].join(", ");
  return [
    text(t("Best placement of {name}", { name: result.names[best.seat] }), LEFT, HEIGHT - 148, "faint small"),
    text(what, LEFT, HEIGHT - 112, "small"),
  ];
}

/** A text, smaller if it is long. @param {string} words @param {number} x @param {number} y @param {string} kind */
function text(words, x, y, kind) {
  const scale = kind.includes("small") ? 1 : Math.min(1, WIDE / [...words].length);
  const place = `translate(${x} ${y}) scale(${scale.toFixed(3)})`;
  return makeSvg("text", { class: kind, transform: place }, words);
}
