/**
 * Brief joy: the points that rise from a placement, sparks for a bridge, more of them for a hexagon, confetti for a
 * win.
 */

import { cellOf, hexagon, middle } from "../board/geometry.js";
import { hexagonPoints } from "../board/marks.js";
import { bonusLabel } from "../shared/bonus.js";
import { draw, make, still } from "../shared/dom.js";
import { signed } from "../shared/i18n.js";

/** @typedef {import("../shared/record.js").Placed} Placed */

const RISE = 1500;

/** @param {import("../board/board.js").Board} board @param {Placed} placed */
export function celebrate(board, placed) {
  if (!placed.cell) return;
  rise(board, placed);
  if (!placed.bonus || still()) return;
  const [x, y] = middle(cellOf(placed.cell));
  const points = hexagonPoints(placed, board.filled);
  for (const point of points) glow(board, hexagon(point, 2));
  sparks(board, x, y, points.length ? 26 : 14, points.length ? 190 : 120);
}

/**
 * The points, and the bonus by name, over the tile.
 * @param {import("../board/board.js").Board} board
 * @param {Placed} placed
 */
function rise(board, placed) {
  const [x, y] = middle(cellOf(/** @type {string} */ (placed.cell)));
  const label = draw(
    "text",
    { x, y, class: placed.bonus ? "rise bonus" : "rise" },
    draw("tspan", { x, dy: placed.bonus ? "-1.7em" : "-1em" }, signed(placed.points)),
  );
  if (placed.bonus) label.append(draw("tspan", { x, dy: "1.35em", class: "why" }, bonusLabel(placed.bonus)));
  board.layers.sparks.append(label);
  const away = still() ? {} : { transform: "translateY(-34px)" };
  label.animate([{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1, offset: 0.7 }, { opacity: 0, ...away }], {
    duration: placed.bonus ? RISE * 1.4 : RISE,
    easing: "ease-out",
  }).onfinish = () => label.remove();
}

/** @param {import("../board/board.js").Board} board @param {string} path */
function glow(board, path) {
  const rim = draw("path", { class: "glow", d: path, pathLength: 1 });
  board.layers.sparks.append(rim);
  rim.animate(
    [
      { strokeDashoffset: 1, opacity: 1 },
      { strokeDashoffset: 0, opacity: 1, offset: 0.55 },
      { strokeDashoffset: 0, opacity: 0 },
    ],
    { duration: 1700, easing: "ease-out" },
  ).onfinish = () => rim.remove();
}

/**
 * Small triangles that fly apart.
 * @param {import("../board/board.js").Board} board
 * @param {number} x
 * @param {number} y
 * @param {number} count
 * @param {number} far
 */
function sparks(board, x, y, count, far) {
  for (let i = 0; i < count; i++) {
    const turn = (i / count) * 2 * Math.PI,
      reach = far * (0.55 + 0.45 * Math.random());
    const spark = draw("path", { class: `spark tc-c${i % 6}`, d: "M0-9 8 5H-8Z" });
    board.layers.sparks.append(spark);
    const to = `${x + Math.cos(turn) * reach}px, ${y + Math.sin(turn) * reach}px`;
    const end = `translate(${to}) rotate(${Math.random() * 540}deg) scale(.2)`;
    spark.animate(
      [
        { transform: `translate(${x}px, ${y}px) scale(1.1)`, opacity: 1 },
        { transform: end, opacity: 0 },
      ],
      { duration: 900 + 300 * Math.random(), easing: "cubic-bezier(.1,.7,.3,1)" },
    ).onfinish = () => spark.remove();
  }
}

/** Triangles that rain over the page at the end of a game. */
export function confetti() {
  if (still()) return;
  const sky = make("div", { class: "confetti", "aria-hidden": "true" });
  document.body.append(sky);
  for (let i = 0; i < 60; i++) {
    const piece = draw("svg", { viewBox: "-10 -10 20 20" }, draw("path", { class: `tc-c${i % 6}`, d: "M0-9 8 5H-8Z" }));
    piece.style.left = `${Math.random() * 100}%`;
    sky.append(piece);
    piece.animate(
      [
        { transform: "translateY(-5vh) rotate(0)" },
        { transform: `translate(${Math.random() * 120 - 60}px, 105vh) rotate(${Math.random() * 900}deg)` },
      ],
      {
        duration: 2200 + 1800 * Math.random(),
        delay: 700 * Math.random(),
        fill: "both",
        easing: "cubic-bezier(.3,.2,.6,1)",
      },
    );
  }
  setTimeout(() => sky.remove(), 5000);
}
