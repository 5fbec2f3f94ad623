/**
 * Builds JSON text as UTF-8 in one reused buffer. A growing string is a tree of its parts, and each
 * number in it is a separate string. Here they are written in place; constant parts and names of
 * the network are copied eight bytes at a time, as doubles. None of them is a NaN, whose bits could
 * change: in UTF-8 no byte from 0xf0 on is followed by 0x7f or 0xff.
 */
import { type Infra, isPlainAt, PLAIN, stringAt } from "../infra.ts";

/** A constant part of a text, ready to be copied. */
export interface Part {
  /** Its bytes, padded with zeros. */
  readonly words: Float64Array;
  readonly length: number;
}

const CAPACITY = 2 ** 16;
/** A larger buffer is not kept. */
const KEPT_MAX = 2 ** 22;
const WORD = 8;
/**
 * Bytes that are free after each comma, name or raw text, for the parts and numbers up to the next of these and for
 * the rest of the last word. To make room for each of them alone, printing requirements takes a quarter longer.
 */
const ROOM = 1024;
const COMMA = 0x2c;
const POINT = 0x2e;
const ZERO = 0x30;
const MILLION = 1_000_000;
const INT32_MAX = 2 ** 31 - 1;

const encoder = new TextEncoder();

/** [0 to 9999] its four digits as a little-endian word. */
const DIGITS = Uint32Array.from({ length: 10_000 }, (_, n) => {
  const digit = (power: number): number => ZERO + (Math.floor(n / power) % 10);
  return digit(1000) | (digit(100) << 8) | (digit(10) << 16) | (digit(1) << 24);
});

export function makePart(text: string): Part {
  const bytes = encoder.encode(text);
  const padded = new Uint8Array(WORD * Math.ceil(bytes.length / WORD));
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  const words = Float64Array.from({ length: padded.length / WORD }, (_, k) =>
    view.getFloat64(WORD * k, true),
  );
  return { words, length: bytes.length };
}

export class JsonWriter {
  #bytes = new Uint8Array(CAPACITY);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add({ words, length }: Part): void {
    const at = this.#length;
    const view = this.#view;
    for (let k = 0; k < words.length; k++) view.setFloat64(at + WORD * k, words[k]!, true);
    this.#length = at + length;
  }

  /** A string of the network, as it appears between its quotes. */
  name(infra: Infra, string: number): void {
    const { plainStrings, stringView, stringStart } = infra;
    if (plainStrings[string] !== PLAIN && !isPlainAt(infra, string)) {
      return this.raw(JSON.stringify(stringAt(infra, string)).slice(1, -1));
    }
    const start = stringStart[string]!;
    const length = stringStart[string + 1]! - start;
    const at = this.#reserve(length);
    const view = this.#view;
    // Reading a whole word is safe: other sections follow the strings.
    for (let k = 0; k < length; k += WORD) {
      view.setFloat64(at + k, stringView.getFloat64(start + k, true), true);
    }
    this.#length = at + length;
  }

  /** A comma before every item of a list but the first. */
  separate(index: number): void {
    this.#reserve(0);
    if (index > 0) this.#bytes[this.#length++] = COMMA;
  }

  /** As `JSON.stringify` prints it. */
  number(value: number): void {
    if (value < 0 || (value | 0) !== value) {
      return this.raw(Number.isFinite(value) ? String(value) : "null");
    }
    this.#integer(value);
  }

  #integer(value: number): void {
    if (value < 10_000) return this.#leading(value);
    const high = (value / 10_000) | 0;
    if (high < 10_000) this.#leading(high);
    else this.#integer(high);
    this.#view.setInt32(this.#length, DIGITS[value - 10_000 * high]!, true);
    this.#length += 4;
  }

  /** Up to four digits; leading zeros are shifted out. */
  #leading(value: number): void {
    const length = value < 100 ? (value < 10 ? 1 : 2) : value < 1000 ? 3 : 4;
    this.#view.setInt32(this.#length, DIGITS[value]! >>> (8 * (4 - length)), true);
    this.#length += length;
  }

  /** Separated by commas. */
  numbers(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) {
      this.separate(i);
      this.number(values[i]!);
    }
  }

  /** Rounded to six decimals, separated by commas: the shortest form of any double takes several times as long. */
  decimals(values: ArrayLike<number>): void {
    for (let i = 0; i < values.length; i++) {
      this.separate(i);
      this.#decimal(values[i]!);
    }
  }

  #decimal(value: number): void {
    const millionths = Math.round(value * MILLION);
    if (!(millionths >= 0 && millionths <= INT32_MAX)) return this.number(value);
    const whole = (millionths / MILLION) | 0;
    const rest = millionths - whole * MILLION;
    this.#integer(whole);
    if (rest === 0) return;
    const bytes = this.#bytes;
    const first = (rest / 100) | 0;
    const last = rest - 100 * first;
    bytes[this.#length] = POINT;
    this.#view.setInt32(this.#length + 1, DIGITS[first]!, true);
    this.#view.setInt16(this.#length + 5, DIGITS[last]! >>> 16, true);
    this.#length += 7;
    while (bytes[this.#length - 1] === ZERO) this.#length--;
  }

  /** Text that is already JSON. */
  raw(text: string): void {
    const at = this.#reserve(3 * text.length);
    const bytes = this.#bytes;
    let codes = 0;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      codes |= code;
      bytes[at + i] = code;
    }
    if (codes < 0x80) this.#length = at + text.length;
    else this.#length = at + encoder.encodeInto(text, bytes.subarray(at)).written;
  }

  /** Repeats what was written between two lengths. */
  repeat(begin: number, end: number): void {
    const at = this.#reserve(end - begin);
    this.#bytes.copyWithin(at, begin, end);
    this.#length = at + end - begin;
  }

  /** Returns the text and starts the next one. As bytes: a string would be made, moved and encoded in twice the time. */
  take(): Uint8Array {
    const text = this.#bytes.slice(0, this.#length);
    this.clear();
    return text;
  }

  clear(): void {
    this.#length = 0;
    if (this.#bytes.length > KEPT_MAX) this.#resize(CAPACITY);
  }

  /** Makes room for this and `ROOM`, and returns the end of the text. */
  #reserve(length: number): number {
    const needed = this.#length + length + ROOM;
    if (needed > this.#bytes.length) this.#resize(2 * needed);
    return this.#length;
  }

  #resize(capacity: number): void {
    const bytes = new Uint8Array(capacity);
    bytes.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer);
  }
}
