/**
 * A network being compiled: growing lists named like the sections that they become, the string
 * table, and the look-ups by name that only compilation needs. Plain number lists: V8 keeps them
 * unboxed, and their final sizes are unknown.
 */

import type { InfraTables } from "../infra.ts";
import { NONE, SECTIONS, type SectionName } from "../layout.ts";
import { FaultList } from "./faults.ts";

export type DraftTables = { readonly [K in SectionName]: number[] };

/** From the id of an object to its index. */
export type NameTable = Pick<Map<string, number>, "get" | "has" | "set">;

/** Texts by index, each text once; index 0 is the empty text. */
export interface Strings {
  readonly count: number;
  intern(text: string): number;
  /** NONE for null and undefined. */
  internOptional(text: string | null | undefined): number;
  at(index: number): string;
  /** Writes the UTF-8 bytes to `bytes` at `offset`; returns their count. */
  write(index: number, bytes: Uint8Array, offset: number): number;
  /** Upper bound of the number of UTF-8 bytes. */
  bytesOf(index: number): number;
  /** Existing sections, if they contain exactly these strings in this order; null: they must be written. */
  asWritten(kept: readonly number[]): StringSections | null;
}

export type StringSections = Pick<InfraTables, "stringBytes" | "stringStart" | "stringSlots">;

export interface Draft {
  readonly tables: DraftTables;
  readonly strings: Strings;
  readonly faults: FaultList;
  readonly trackOf: NameTable;
  readonly nodeOf: NameTable;
  readonly routeOf: NameTable;
  /** Waypoint id to detector, by the RailJSON type. */
  readonly detectorOf: {
    readonly Detector: NameTable;
    readonly BufferStop: NameTable;
  };
  /** [2 * nConfigs] port pairs of a configuration: start into `configPairs`. */
  readonly configPairStart: number[];
  /** Pairs of track endpoints (track * 2 + endpoint), two entries per pair. */
  readonly configPairs: number[];
}

export function makeDraft(
  strings: Strings = new StringTable(),
  faults: FaultList = new FaultList(),
): Draft {
  return {
    tables: makeTables(),
    strings,
    faults,
    trackOf: new Map(),
    nodeOf: new Map(),
    routeOf: new Map(),
    detectorOf: { Detector: new Map(), BufferStop: new Map() },
    configPairStart: [0],
    configPairs: [],
  };
}

const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[]; // keys of the table itself

/** An object copied from it has fixed slots instead of a hash table (see `SHAPE` in infra.ts). */
const EMPTY_TABLES = Object.fromEntries(SECTION_NAMES.map((name) => [name, [] as number[]]));

function makeTables(): DraftTables {
  const tables = { ...EMPTY_TABLES };
  for (const name of SECTION_NAMES) tables[name] = [];
  return tables as DraftTables; // one list for each section
}

/** The strings of a network that is compiled as a whole. */
export class StringTable implements Strings {
  readonly #indexOf = new Map<string, number>([["", 0]]);
  readonly #texts: string[] = [""];

  get count(): number {
    return this.#texts.length;
  }

  intern(text: string): number {
    const known = this.#indexOf.get(text);
    if (known !== undefined) return known;
    const index = this.#texts.length;
    this.#indexOf.set(text, index);
    this.#texts.push(text);
    return index;
  }

  internOptional(text: string | null | undefined): number {
    return text === null || text === undefined ? NONE : this.intern(text);
  }

  at(index: number): string {
    return this.#texts[index]!;
  }

  write(index: number, bytes: Uint8Array, offset: number): number {
    return writeText(this.#texts[index]!, bytes, offset);
  }

  asWritten(): null {
    return null;
  }

  bytesOf(index: number): number {
    return UTF8_BYTES_MAX * this.#texts[index]!.length;
  }
}

/** Per UTF-16 unit. */
export const UTF8_BYTES_MAX = 3;

const encoder = new TextEncoder();

/** Writes the UTF-8 bytes of a text into sufficient room; returns their count. */
export function writeText(text: string, bytes: Uint8Array, offset: number): number {
  let codes = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    codes |= code;
    bytes[offset + i] = code;
  }
  if (codes < 0x80) return text.length;
  return encoder.encodeInto(text, bytes.subarray(offset)).written;
}

/** Gives a section its numbers. Long sections get typed arrays: lists of a million burden the garbage collector. */
export function setSection(
  tables: DraftTables,
  name: SectionName,
  values: ArrayLike<number>,
): void {
  Object.assign(tables, { [name]: values });
}

interface RowNames {
  /** Absent: it is filled along with another section with the same rows. */
  readonly start?: SectionName;
  readonly items: SectionName;
}

/** Fills a CSR pair from (row, item) pairs given as two lists; items keep their order within a row. */
export function fillRows(
  tables: DraftTables,
  { start, items, nRows }: RowNames & { readonly nRows: number },
  { rows, values }: { readonly rows: ArrayLike<number>; readonly values: ArrayLike<number> },
): void {
  const next = new Uint32Array(nRows + 1);
  for (let i = 0; i < rows.length; i++) next[rows[i]! + 1]!++;
  for (let row = 0; row < nRows; row++) next[row + 1]! += next[row]!;
  if (start !== undefined) setSection(tables, start, next.slice());
  const sorted = new SECTIONS[items](values.length);
  for (let i = 0; i < rows.length; i++) sorted[next[rows[i]!]!++] = values[i]!;
  setSection(tables, items, sorted);
}

/** The numbers from 0 on. */
export function countUp(n: number): Uint32Array {
  const numbers = new Uint32Array(n);
  for (let i = 0; i < n; i++) numbers[i] = i;
  return numbers;
}

/** Returns the indices 0..n-1 sorted by key, stable. Entries whose key is `skip` are left out. */
export function orderByKey(keys: readonly number[], skip: number): number[] {
  const order: number[] = [];
  for (let i = 0; i < keys.length; i++) if (keys[i] !== skip) order.push(i);
  return order.sort((a, b) => keys[a]! - keys[b]!);
}
