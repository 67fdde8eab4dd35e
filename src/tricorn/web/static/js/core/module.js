/**
 * The rules and bots of Tricorn as WebAssembly: loading a module, its memory, and its functions.
 *
 * There are two: what is needed to play, and the analysis for hints. Both are compiled from the same Python as the
 * server's machine code (core/wasm.py). A section of each says how its functions are called and where things stand, so
 * nothing of that is written down here.
 */

/** An array in the module's memory. @typedef {{ address: number, length: number, ints: boolean }} Slice */

/** A tuple in the module's memory. @typedef {{ address: number }} Tuple */

/** @typedef {number | bigint | boolean | Slice | Tuple} Argument */

/** How a function is called. @typedef {{ takes: string[], gives: string }} Signature */

/** Where a figure of the rules comes from. @typedef {{ field: string, place?: number, word?: string }} Figure */

/** An edition, house rules included, by its fields. @typedef {Record<string, any>} Edition */

/** How a bot plays. @typedef {{ policy?: number, worlds?: number | null, seconds?: number | null }} Level */

/**
 * What the module says of itself.
 * @typedef {object} Facts
 * @property {number} heap  where memory is free
 * @property {Record<string, Signature>} functions
 * @property {Record<string, number>} constants  places in a round, and codes
 * @property {number[][]} tiles  the numbers of each tile
 * @property {(Figure | null)[]} figures  the figures of the rules, in their order
 * @property {["ints" | "floats", number][]} mind  the arrays that a bot thinks in
 *
 * Of the module that plays:
 * @property {string} seats  the letters of the seats
 * @property {(string | null)[]} bonuses  the word for each shape of a placement
 * @property {Record<string, Edition>} editions
 * @property {Record<string, Level>} levels
 * @property {number[]} weights  of the heuristic
 *
 * Of the analysis:
 * @property {Record<string, ["ints" | "floats", number]>} study  the arrays of an analysis and its reasons
 * @property {{text: string, other: string | null, fields: string[]}[]} reasons  what is said, by its code
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

  /**
   * @param {WebAssembly.Exports} exports
   * @param {WebAssembly.Memory} memory
   * @param {Facts} facts
   */
  constructor(exports, memory, facts) {
    this.facts = facts;
    this.#exports = exports;
    this.#memory = memory;
    this.#free = facts.heap + STACK;
  }

  /** Compile the module. @param {BufferSource} bytes */
  static async load(bytes) {
    const module = await WebAssembly.compile(bytes);
    const [section] = WebAssembly.Module.customSections(module, SECTION);
    if (section === undefined) throw new WrongModule("This is not Tricorn's module.");
    /** @type {Facts} */
    const facts = JSON.parse(new TextDecoder().decode(section));
    const memory = new WebAssembly.Memory({ initial: Math.ceil((facts.heap + STACK) / PAGE) });
    const stack = new WebAssembly.Global({ value: "i32", mutable: true }, facts.heap + STACK);
    const env = { __linear_memory: memory, __stack_pointer: stack };
    const instance = await WebAssembly.instantiate(module, { env });
    return new Core(instance.exports, memory, facts);
  }

  /** Memory that is never given back. @param {number} words */
  #take(words) {
    const address = this.#free;
    this.#free += WORD * words;
    const missing = this.#free - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return address;
  }

  /** An array of integers: a number of zeros, or these. @param {number | (number | bigint)[]} from @returns {Slice} */
  ints(from) {
    const length = typeof from === "number" ? from : from.length;
    const slice = { address: this.#take(length), length, ints: true };
    if (typeof from !== "number") this.view(slice).set(from.map(BigInt));
    return slice;
  }

  /** Floating-point zeros. @param {number} length @returns {Slice} */
  floats(length) {
    return { address: this.#take(length), length, ints: false };
  }

  /**
   * A tuple of numbers, arrays and tuples; the parts of a tuple within stand in its place.
   * @param {Argument[]} parts
   */
  tuple(parts) {
    const address = this.#take(parts.length);
    const memory = new DataView(this.#memory.buffer);
    parts.forEach((part, index) => {
      const at = address + WORD * index;
      if (typeof part === "object") {
        const { length } = /** @type {Slice} */ (part);
        memory.setInt32(at, part.address, true);
        memory.setInt32(at + WORD / 2, length, true);
      } else memory.setBigInt64(at, BigInt(part), true);
    });
    return { address };
  }

  /** The whole numbers of an array; the view is invalid after memory has grown. @param {Slice} slice */
  view(slice) {
    return new BigInt64Array(this.#memory.buffer, slice.address, slice.length);
  }

  /** A number of an array of floating-point numbers. @param {Slice} slice @param {number} index */
  floatAt(slice, index) {
    return new DataView(this.#memory.buffer).getFloat64(slice.address + WORD * index, true);
  }

  /** Call a function by its name in Python. @param {string} name @param {Argument[]} given @returns {any} */
  call(name, ...given) {
    const signature = this.facts.functions[name];
    if (signature === undefined) throw new WrongModule(`The module has no function ${name}.`);
    /** @type {(number | bigint)[]} */
    const flat = [];
    signature.takes.forEach((kind, index) => {
      const value = given[index];
      if (typeof value === "object") {
        flat.push(value.address);
        if (kind !== "tuple") flat.push(/** @type {Slice} */ (value).length);
      } else if (kind === "int") flat.push(BigInt(value ?? 0));
      else flat.push(Number(value));
    });
    const answer = /** @type {Function} */ (this.#exports[name])(...flat);
    return signature.gives === "bool" ? answer !== 0 : answer;
  }

  /** The rules of an edition, as functions take them. @param {Edition} edition @returns {Tuple} */
  rules(edition) {
    return this.tuple(this.facts.figures.map((figure) => this.#figure(edition, figure)));
  }

  /** A constant of the module. @param {string} name @returns {number} */
  constant(name) {
    const value = this.facts.constants[name];
    if (value === undefined) throw new WrongModule(`The module has no constant ${name}.`);
    return value;
  }

  /** @param {Edition} edition @param {Figure | null} figure */
  #figure(edition, figure) {
    if (figure === null) return 0;
    const field = edition[figure.field];
    const value = figure.place === undefined ? field : field[figure.place];
    if (figure.word !== undefined) return Number(value === figure.word);
    return value === null ? this.constant("UNLIMITED") : Number(value);
  }
}
