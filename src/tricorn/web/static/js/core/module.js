/**
 * The rules and bots of Tricorn as WebAssembly: loading a module, its memory, and its functions.
 *
 * There are four modules: `play`; `analysis`, which evaluates choices for hints and reviews; `review`, which explains
 * choices and measures luck; and `score`, which judges events for score sheets, refused moves and reviews. All are
 * compiled from the same Python as the server's machine code (core/wasm.py). A section of each module has the
 * signatures of its functions and the offsets in a round, so these are not repeated here; packing.js repeats how
 * numbers are packed.
 */

/** An array in the module's memory. @typedef {{ address: number, length: number, ints: boolean }} Slice */

/** The kind and length of an array. @typedef {["ints" | "floats", number]} ArraySize */

/** A tuple in the module's memory. @typedef {{ address: number }} Tuple */

/** @typedef {number | bigint | boolean | Slice | Tuple} Argument */

/** How a function is called. @typedef {{ parameters: string[], result: string }} Signature */

/**
 * Where a figure of the rules comes from, and what it is if the field is null, or for each word of the field.
 * @typedef {{ field: string, place?: number, words?: Record<string, number>, none?: number }} Figure
 */

/** @import { Bonus } from "../shared/bonus.js" */
/** @import { Edition } from "../shared/editions.js" */

/** How a bot plays. @typedef {{ policy?: number, worlds?: number | null, seconds?: number | null }} Level */

/**
 * A message with the kinds of its fields by their names, or without a message one field alone.
 * @typedef {{message: string | null, fields: Record<string, string>}} RefusalWords
 */

/**
 * The module's description of itself.
 * @typedef {object} Metadata
 * @property {number} heap  where free memory begins
 * @property {Record<string, Signature>} functions
 * @property {Record<string, number>} constants  offsets in a round, and codes
 * @property {(Figure | null)[]} figures  the figures of the rules, in their order
 *
 * Of all but `analysis`:
 * @property {number[][]} tiles  the numbers of each tile
 *
 * Of the modules that play and analyse:
 * @property {ArraySize[]} workspace  the arrays that a bot thinks in
 *
 * Of the modules that play and judge:
 * @property {(Bonus | null)[]} bonuses  the word for each shape of a placement
 * @property {Record<string, Edition>} editions
 * @property {string[]} win_reasons  the messages that say why a game is won
 *
 * Of the module that plays:
 * @property {Record<string, Level>} levels
 * @property {{name: string, levels: string[], strongest: number}} adaptive  the levels that it mixes, weakest first
 *
 * Of the module that judges:
 * @property {Record<string, number>} event  offsets in an event, and its codes
 * @property {Record<string, [string, string?]>} messages  a template, or those for one and for other counts, by id
 * @property {Record<number, [RefusalWords, RefusalWords | null]>} refusals  what is expected and found, by code
 *
 * Of the module that analyses:
 * @property {Record<string, ArraySize>} evaluation  the arrays of an analysis
 *
 * Of the module for reviews:
 * @property {Record<string, ArraySize>} explained  the arrays of reasons
 * @property {{text: string, other: string | null, fields: string[]}[]} reasons  what is said, by its code
 * @property {Record<"tile" | "draw" | "pass", string>} moves  with which the best one is compared
 * @property {Record<string, ArraySize>} valuing  the arrays in which positions are valued
 */

const SECTION = "tricorn";
const STACK = 1 << 16;
const PAGE = 1 << 16;
const WORD = 8;

/** A module of another version than these scripts. */
export class WrongModule extends Error {}

export class Core {
  #memory;
  #exports;
  #free;

  /** @param {WebAssembly.Exports} exports @param {WebAssembly.Memory} memory @param {Metadata} metadata */
  constructor(exports, memory, metadata) {
    this.metadata = metadata;
    this.#exports = exports;
    this.#memory = memory;
    this.#free = metadata.heap + STACK;
  }

  /** Compile the module. @param {BufferSource} bytes */
  static async load(bytes) {
    const module = await WebAssembly.compile(bytes);
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    if (section === undefined) throw new WrongModule("This is not Tricorn's module.");
    /** @type {Metadata} */
    const metadata = JSON.parse(new TextDecoder().decode(section));
    const memory = new WebAssembly.Memory({ initial: Math.ceil((metadata.heap + STACK) / PAGE) });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, metadata.heap + STACK);
    const env = { __linear_memory: memory, __stack_pointer: stack };
    const instance = await WebAssembly.instantiate(module, { env });
    return new Core(instance.exports, memory, metadata);
  }

  /** Load the module at an address. @param {string} address */
  static async fetch(address) {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return Core.load(await response.arrayBuffer());
  }

  /** Allocate memory, which is never freed. @param {number} words */
  #allocate(words) {
    const address = this.#free;
    this.#free += WORD * words;
    const missing = this.#free - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /**
   * An array of integers: so many zeros, or these values.
   * @param {number | (number | bigint)[]} content @returns {Slice}
   */
  ints(content) {
    const length = typeof content === "number" ? content : content.length;
    const slice = { address: this.#allocate(length), length, ints: true };
    if (typeof content !== "number") this.view(slice).set(content.map(BigInt));
    return slice;
  }

  /** An array of floating-point zeros. @param {number} length @returns {Slice} */
  floats(length) {
    return { address: this.#allocate(length), length, ints: false };
  }

  /** An array of zeros. @param {ArraySize} size @returns {Slice} */
  array([kind, length]) {
    return kind === "ints" ? this.ints(length) : this.floats(length);
  }

  /** A tuple of numbers, arrays and tuples. @param {Argument[]} parts */
  tuple(parts) {
    const address = this.#allocate(parts.length);
    const memory = new DataView(this.#memory.buffer);
    parts.forEach((part, index) => {
      const offset = address + WORD * index;
      if (typeof part === "object") {
        const { length } = /** @type {Slice} */ (part);
        memory.setInt32(offset, part.address, true);
        memory.setInt32(offset + WORD / 2, length, true);
      } else memory.setBigInt64(offset, BigInt(part), true);
    });
    return { address };
  }

  /** A tuple of arrays of zeros, and its arrays by name. @param {Record<string, ArraySize>} sizes */
  namedTuple(sizes) {
    const arrays = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, this.array(size)]));
    return { arrays, tuple: this.tuple(Object.values(arrays)) };
  }

  /** The whole numbers of an array; the view is invalid after memory has grown. @param {Slice} slice */
  view(slice) {
    return new BigInt64Array(this.#memory.buffer, slice.address, slice.length);
  }

  /** The floating-point numbers of an array; the view is invalid after memory has grown. @param {Slice} slice */
  floatView(slice) {
    return new Float64Array(this.#memory.buffer, slice.address, slice.length);
  }

  /**
   * Call a function by its name in Python.
   * @param {string} name @param {Argument[]} args @returns {number | bigint | boolean}
   */
  call(name, ...args) {
    const signature = this.metadata.functions[name];
    if (signature === undefined) throw new WrongModule(`The module has no function ${name}.`);
    /** @type {(number | bigint)[]} */
    const flat = [];
    signature.parameters.forEach((kind, index) => {
      const value = args[index];
      if (typeof value === "object") {
        flat.push(value.address);
        if (kind !== "tuple") flat.push(/** @type {Slice} */ (value).length);
      } else if (kind === "int") flat.push(BigInt(value ?? 0));
      else flat.push(Number(value));
    });
    const answer = /** @type {Function} */ (this.#exports[name])(...flat);
    return signature.result === "bool" ? answer !== 0 : answer;
  }

  /** The memory that a bot thinks in. */
  newWorkspace() {
    const workspace = this.tuple(this.metadata.workspace.map((size) => this.array(size)));
    this.call("init_workspace", workspace);
    return workspace;
  }

  /** A random number generator for one of the streams of a seed. @param {bigint} seed @param {number} [stream] */
  newRng(seed, stream = 0) {
    const rng = this.ints(4);
    this.call("seed_rng", rng, seed, stream);
    return rng;
  }

  /** The rules of an edition, as an argument of functions. @param {Edition} edition @returns {Tuple} */
  rules(edition) {
    return this.tuple(this.metadata.figures.map((figure) => this.#figure(edition, figure)));
  }

  /** A constant of the module. @param {string} name @returns {number} */
  constant(name) {
    const value = this.metadata.constants[name];
    if (value === undefined) throw new WrongModule(`The module has no constant ${name}.`);
    return value;
  }

  /** @param {Edition} edition @param {Figure | null} figure */
  #figure(edition, figure) {
    if (figure === null) return 0;
    const field = edition[figure.field];
    const value = figure.place !== undefined && Array.isArray(field) ? (field[figure.place] ?? 0) : field;
    if (figure.words) return figure.words[String(value)];
    return Number(value ?? figure.none);
  }
}
