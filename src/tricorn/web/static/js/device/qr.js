/**
 * QR codes drawn in the page, for a link whose secret must not reach the server. Bytes, error correction M, versions 3
 * to 6: links of up to 106 characters.
 */

import { makeSvg } from "../shared/dom.js";

/** By version: the check bytes of a block, the number of blocks, and the data bytes of each. */
const VERSIONS = /** @type {const} */ ({ 3: [26, 1, 44], 4: [18, 2, 32], 5: [24, 2, 43], 6: [16, 4, 27] });
const QUIET = 4; // modules around the code
const FORMAT_MASK = 0x5412;

/** The eight masks. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Dark, light or not yet set. @typedef {(boolean | null)[][]} Modules */

// -- the bytes --------------------------------------------------------------------------------------

/** The product in the field of 256 elements. @param {number} a @param {number} b */
function multiply(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

/** The Reed-Solomon check bytes of a block. @param {number[]} data @param {number} count */
function checkBytes(data, count) {
  let generator = [1];
  for (let n = 0, root = 1; n < count; n++, root = multiply(root, 2)) {
    const shifted = [...generator, 0];
    generator = shifted.map((value, i) => value ^ (i ? multiply(generator[i - 1], root) : 0));
  }
  const rest = [...data, ...Array(count).fill(0)];
  for (const index of data.keys()) {
    const factor = rest[index];
    generator.forEach((value, i) => {
      rest[index + i] ^= multiply(value, factor);
    });
  }
  return rest.slice(data.length);
}

/** The data bytes: the mode, the length, the text, the padding. @param {Uint8Array} text @param {number} size */
function dataBytes(text, size) {
  const half = [
    4,
    text.length >> 4,
    text.length & 15,
    ...Array.from(text).flatMap((byte) => [byte >> 4, byte & 15]),
    0,
  ];
  const bytes = Array.from({ length: half.length / 2 }, (_, i) => (half[2 * i] << 4) | half[2 * i + 1]);
  return [...bytes, ...Array.from({ length: size - bytes.length }, (_, i) => (i % 2 ? 0x11 : 0xec))];
}

/** The first bytes of all blocks, then the second ones, and so on. @param {number[][]} blocks */
function interleave(blocks) {
  return blocks[0].flatMap((_, i) => blocks.map((block) => block[i]));
}

/** @param {Uint8Array} text @param {keyof typeof VERSIONS} version */
function codewords(text, version) {
  const [checks, count, size] = VERSIONS[version];
  const data = dataBytes(text, count * size);
  const blocks = Array.from({ length: count }, (_, i) => data.slice(i * size, (i + 1) * size));
  return [...interleave(blocks), ...interleave(blocks.map((block) => checkBytes(block, checks)))];
}

// -- the modules ------------------------------------------------------------------------------------

/**
 * Add square rings: dark where the distance from the centre is not in `light`.
 * @param {Modules} modules @param {[number, number]} centre @param {number} reach @param {number[]} light
 */
function addPattern(modules, [cx, cy], reach, light) {
  for (let y = Math.max(0, cy - reach); y <= Math.min(modules.length - 1, cy + reach); y++)
    for (let x = Math.max(0, cx - reach); x <= Math.min(modules.length - 1, cx + reach); x++)
      modules[y][x] = !light.includes(Math.max(Math.abs(x - cx), Math.abs(y - cy)));
}

/** The fixed patterns of a version, with the places for the format taken. @param {number} version */
function emptyCode(version) {
  const size = 4 * version + 17;
  /** @type {Modules} */
  const modules = Array.from({ length: size }, () => Array(size).fill(null));
  for (let i = 8; i < size - 8; i++) modules[6][i] = modules[i][6] = i % 2 === 0;
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ])
    addPattern(modules, [x, y], 4, [2, 4]);
  addPattern(modules, [size - 7, size - 7], 2, [1]);
  addFormat(modules, 0);
  return modules;
}

/** @param {Modules} modules @param {number} mask */
function addFormat(modules, mask) {
  let rest = mask << 10;
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  const format = ((mask << 10) | rest) ^ FORMAT_MASK;
  const size = modules.length;
  for (let i = 0; i < 15; i++) {
    const dark = ((format >> i) & 1) === 1;
    modules[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = dark;
    modules[8][i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = dark;
  }
  modules[size - 8][8] = true;
}

/** The places for data in their order: in pairs of columns from the right, up and down. @param {Modules} modules */
function* freePlaces(modules) {
  const size = modules.length;
  for (let pair = 0, right = size - 1; right > 0; right -= 2, pair++) {
    if (right === 6) right--;
    for (let i = 0; i < size; i++)
      for (const x of [right, right - 1]) {
        const y = pair % 2 ? i : size - 1 - i;
        if (modules[y][x] === null) yield [x, y];
      }
  }
}

/** @param {number[]} words @param {number} version @param {number} mask */
function filled(words, version, mask) {
  const modules = emptyCode(version);
  const places = [...freePlaces(modules)];
  places.forEach(([x, y], i) => {
    const bit = ((words[i >> 3] ?? 0) >> (7 - (i & 7))) & 1;
    modules[y][x] = (bit === 1) !== MASKS[mask](x, y);
  });
  addFormat(modules, mask);
  return modules;
}

/** How many neighbours have the same colour; fewer are easier to read. @param {Modules} modules */
function sameNeighbours(modules) {
  const same = modules.flatMap((row, y) =>
    row.flatMap((dark, x) => [dark === row[x + 1], dark === modules[y + 1]?.[x]].filter(Boolean)),
  );
  return same.length;
}

/**
 * The modules of the QR code of a text, and its version and mask; null if the text is too long.
 * @param {string} text
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  const versions = /** @type {(keyof typeof VERSIONS)[]} */ (Object.keys(VERSIONS).map(Number));
  const version = versions.find((each) => bytes.length + 2 <= VERSIONS[each][1] * VERSIONS[each][2]);
  if (!version) return null;
  const words = codewords(bytes, version);
  const codes = MASKS.map((_, mask) => ({ version, mask, modules: filled(words, version, mask) }));
  return codes.reduce((one, other) => (sameNeighbours(other.modules) < sameNeighbours(one.modules) ? other : one));
}

/** A text as a picture, or null if it is too long. @param {string} text @param {string} label */
export function qrPicture(text, label) {
  const code = qrModules(text);
  if (!code) return null;
  const size = code.modules.length + 2 * QUIET;
  const dark = code.modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return makeSvg(
    "svg",
    { class: "qr", role: "img", "aria-label": label, viewBox: `${-QUIET} ${-QUIET} ${size} ${size}` },
    makeSvg("rect", { x: -QUIET, y: -QUIET, width: size, height: size, fill: "#fff" }),
    makeSvg("path", { d: dark.join(""), fill: "#10161d", "shape-rendering": "crispEdges" }),
  );
}
