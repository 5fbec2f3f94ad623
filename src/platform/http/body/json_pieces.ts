/**
 * Finds where a JSON text may be cut, so that only a few kilobytes of it are parsed at a time. One
 * pass over the bytes counts the contents of the text before anything is built, and cuts every list
 * and object above a certain size into runs of whole items. Items above that size are cut in turn.
 *
 * Only brackets, commas and strings are examined. JSON.parse gets every other byte; between a cut
 * and a bracket only blanks are accepted.
 */
import type { InTurns } from "../../turns.ts";

/** Limits of a JSON text, counted before anything is built. */
export interface JsonLimits {
  /** Nesting. */
  readonly depth: number;
  /** Of one list. */
  readonly list_items: number;
  /** Of one object. */
  readonly object_keys: number;
  readonly values: number;
}

/** Of a request's body, or of one item of an import. */
export const BODY_LIMITS: JsonLimits = {
  depth: 64,
  list_items: 100_000,
  object_keys: 10_000,
  values: 2_000_000,
};

/** Bytes parsed and validated without a break. */
const PIECE_BYTES = 16 * 1024;
/** Longest text or number, far above what any field accepts. */
const SCALAR_BYTES_MAX = 1024 * 1024;
/** Bytes scanned without a break. */
const SCAN_BYTES = 16 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A list or object of more than `PIECE_BYTES`; offsets in bytes, including its brackets. */
export interface LargeValue {
  readonly is_list: boolean;
  readonly start: number;
  readonly end: number;
  readonly pieces: readonly Piece[];
}

/** Whole items (`"key":value` in an object) with the commas between them, or a single large item. */
export interface Piece {
  readonly start: number;
  /** End of a run; for a large item, the start of its value. */
  readonly end: number;
  readonly value: LargeValue | null;
}

export type Cut =
  /** Null: the whole text is small enough to parse at once. */
  | { readonly kind: "cut"; readonly root: LargeValue | null }
  | { readonly kind: "malformed"; readonly reason: string }
  | { readonly kind: "too_complex"; readonly what: string; readonly count_max: number };

/** Cuts a text. */
export function* cutJson(bytes: Uint8Array, limits: JsonLimits): InTurns<Cut> {
  const cutter = new Cutter(bytes, limits);
  for (let end = SCAN_BYTES; cutter.scan(end); end += SCAN_BYTES) yield;
  return cutter.finish();
}

/** A list or object that is still open. */
interface Frame {
  readonly is_list: boolean;
  readonly start: number;
  /** Start of the current run. */
  run_start: number;
  /** Start of the current item. */
  item_start: number;
  /** End of the item's large value; 0: none. */
  large_end: number;
  commas: number;
  readonly pieces: Piece[];
}

class Cutter {
  readonly #bytes: Uint8Array;
  readonly #limits: JsonLimits;
  readonly #frames: Frame[] = [];
  #at = 0;
  #value_count = 0;
  #root: LargeValue | null = null;
  #failure: Cut | null = null;

  constructor(bytes: Uint8Array, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  /** Scans up to about `end`; false at the end of the text. */
  scan(end: number): boolean {
    const bytes = this.#bytes;
    while (this.#at < end && this.#at < bytes.length && this.#failure === null) {
      const byte = bytes[this.#at];
      if (byte === QUOTE) this.#skipString();
      else if (byte === COMMA) this.#endItem();
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#open(byte === OPEN_LIST);
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#close(byte === CLOSE_LIST);
      this.#at++;
    }
    return this.#failure === null && this.#at < bytes.length;
  }

  finish(): Cut {
    if (this.#failure !== null) return this.#failure;
    const { length } = this.#bytes;
    if (this.#frames.length > 0) return malformed("ends too early");
    if (this.#root === null) {
      if (length <= SCALAR_BYTES_MAX) return { kind: "cut", root: null };
      return tooComplex("bytes of one text or number", SCALAR_BYTES_MAX);
    }
    if (!this.#isBlank(0, this.#root.start) || !this.#isBlank(this.#root.end, length)) {
      return malformed("has something beside its value");
    }
    return { kind: "cut", root: this.#root };
  }

  #skipString(): void {
    const bytes = this.#bytes;
    const last = this.#at + SCALAR_BYTES_MAX;
    let i = this.#at + 1;
    while (i < bytes.length && bytes[i] !== QUOTE && i <= last) {
      i += bytes[i] === BACKSLASH ? 2 : 1;
    }
    if (i > last) this.#failure = tooComplex("bytes of one text or number", SCALAR_BYTES_MAX);
    this.#at = i;
  }

  #open(is_list: boolean): void {
    const start = this.#at;
    if (this.#frames.length >= this.#limits.depth) {
      this.#failure = malformed(`is nested deeper than ${this.#limits.depth} levels`);
      return;
    }
    const first = start + 1;
    const run = { run_start: first, item_start: first, large_end: 0, commas: 0 };
    this.#frames.push({ is_list, start, ...run, pieces: [] });
  }

  #endItem(): void {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return; // JSON.parse reports it
    frame.commas++;
    this.#count(frame);
    const at = this.#at;
    this.#checkItem(frame);
    if (frame.large_end > 0) {
      frame.large_end = 0;
      frame.run_start = at + 1;
    } else if (at - frame.run_start >= PIECE_BYTES) {
      frame.pieces.push({ start: frame.run_start, end: at, value: null });
      frame.run_start = at + 1;
    }
    frame.item_start = at + 1;
  }

  /** Checks the bytes after a large value, and the size of a small one. */
  #checkItem({ item_start, large_end }: Frame): void {
    if (large_end === 0 && this.#at - item_start > PIECE_BYTES + SCALAR_BYTES_MAX) {
      this.#failure = tooComplex("bytes of one text or number", SCALAR_BYTES_MAX);
    } else if (large_end > 0 && !this.#isBlank(large_end, this.#at)) {
      this.#failure = malformed(`byte ${large_end} is unexpected`);
    }
  }

  #close(is_list: boolean): void {
    const frame = this.#frames.pop();
    if (frame === undefined || frame.is_list !== is_list) {
      this.#failure = malformed(`the bracket at byte ${this.#at} closes nothing`);
      return;
    }
    this.#count(frame);
    const end = this.#at + 1;
    const { start, pieces } = frame;
    const parent = this.#frames.at(-1);
    if (pieces.length === 0 && end - start <= PIECE_BYTES) return;
    this.#checkItem(frame);
    if (frame.large_end === 0) {
      pieces.push({ start: frame.run_start, end: this.#at, value: null });
    }
    const value = { is_list, start, end, pieces };
    if (parent === undefined) this.#root = value;
    else this.#addLarge(parent, value);
  }

  #addLarge(parent: Frame, value: LargeValue): void {
    const { run_start, item_start, pieces } = parent;
    if (parent.large_end > 0) {
      this.#failure = malformed(`byte ${value.start} is unexpected`);
      return;
    }
    if (item_start > run_start) pieces.push({ start: run_start, end: item_start - 1, value: null });
    pieces.push({ start: item_start, end: value.start, value });
    parent.large_end = value.end;
  }

  #count({ is_list, commas }: Frame): void {
    const { list_items, object_keys, values } = this.#limits;
    if (is_list && commas >= list_items) {
      this.#failure = tooComplex("items of one list", list_items);
    } else if (!is_list && commas >= object_keys) {
      this.#failure = tooComplex("keys of one object", object_keys);
    } else if (++this.#value_count > values) this.#failure = tooComplex("values", values);
  }

  #isBlank(start: number, end: number): boolean {
    for (let i = start; i < end; i++) {
      const byte = this.#bytes[i];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false;
    }
    return true;
  }
}

function malformed(reason: string): Cut {
  return { kind: "malformed", reason };
}

function tooComplex(what: string, count_max: number): Cut {
  return { kind: "too_complex", what, count_max };
}
