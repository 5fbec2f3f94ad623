/**
 * A network while it is compiled: growing lists under the names of the sections that they become,
 * the string table, and the look-ups by name that only compilation needs. Plain number lists: V8
 * keeps them unboxed, and their final sizes are unknown.
 */
import { FaultList } from "./faults.ts";
import { hashBytes } from "./infra.ts";
import { NONE, SECTIONS, type SectionName } from "./layout.ts";

export type DraftTables = { readonly [K in SectionName]: number[] };

export interface Draft {
  readonly tables: DraftTables;
  readonly strings: StringTable;
  readonly faults: FaultList;
  readonly trackOf: Map<string, number>;
  readonly nodeOf: Map<string, number>;
  readonly routeOf: Map<string, number>;
  /** Waypoint id to detector, by the RailJSON type. */
  readonly detectorOf: {
    readonly Detector: Map<string, number>;
    readonly BufferStop: Map<string, number>;
  };
  /** [nChunks + nTracks] detector at the k-th chunk boundary of track t, at `trackFirstChunk[t] + t + k`; or NONE. */
  readonly boundaryDetectors: number[];
  /** [2 * nConfigs] port pairs of a configuration: start into `configPairs`. */
  readonly configPairStart: number[];
  /** Pairs of track endpoints (track * 2 + endpoint), two entries per pair. */
  readonly configPairs: number[];
}

export function makeDraft(): Draft {
  const lists = Object.keys(SECTIONS).map((name) => [name, []]);
  return {
    tables: Object.fromEntries(lists) as DraftTables, // one list for each section
    strings: new StringTable(),
    faults: new FaultList(),
    trackOf: new Map(),
    nodeOf: new Map(),
    routeOf: new Map(),
    detectorOf: { Detector: new Map(), BufferStop: new Map() },
    boundaryDetectors: [],
    configPairStart: [0],
    configPairs: [],
  };
}

/** All strings of a network, each once; index 0 is the empty string. */
export class StringTable {
  readonly #indexOf = new Map<string, number>([["", 0]]);
  readonly #texts: string[] = [""];

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

  /** Encodes the table into its three sections. */
  encode(): { stringBytes: Uint8Array; stringStart: Uint32Array; stringSlots: Uint32Array } {
    const encoder = new TextEncoder();
    const encoded = this.#texts.map((text) => encoder.encode(text));
    const stringStart = new Uint32Array(encoded.length + 1);
    encoded.forEach((bytes, i) => {
      stringStart[i + 1] = stringStart[i]! + bytes.length;
    });
    const stringBytes = new Uint8Array(stringStart[encoded.length]!);
    let nSlots = 16;
    while (nSlots < 2 * encoded.length) nSlots *= 2;
    const stringSlots = new Uint32Array(nSlots);
    encoded.forEach((bytes, i) => {
      stringBytes.set(bytes, stringStart[i]);
      let slot = hashBytes(bytes) & (nSlots - 1);
      while (stringSlots[slot] !== 0) slot = (slot + 1) & (nSlots - 1);
      stringSlots[slot] = i + 1;
    });
    return { stringBytes, stringStart, stringSlots };
  }
}

/** Fills a CSR pair from (row, item) pairs given in two lists; items keep their order within a row. */
export function fillRows(
  { start, items }: { readonly start: number[]; readonly items: number[] },
  nRows: number,
  { rows, values }: { readonly rows: ArrayLike<number>; readonly values: ArrayLike<number> },
): void {
  const next = new Uint32Array(nRows + 1);
  for (let i = 0; i < rows.length; i++) next[rows[i]! + 1]!++;
  for (let row = 0; row < nRows; row++) next[row + 1]! += next[row]!;
  for (let row = 0; row <= nRows; row++) start.push(next[row]!);
  const sorted = new Float64Array(values.length);
  for (let i = 0; i < rows.length; i++) sorted[next[rows[i]!]!++] = values[i]!;
  for (let i = 0; i < sorted.length; i++) items.push(sorted[i]!);
}

/** Returns the indices 0..n-1 sorted by key, stable. Entries whose key is `skip` are left out. */
export function orderByKey(keys: readonly number[], skip: number): number[] {
  const order: number[] = [];
  for (let i = 0; i < keys.length; i++) if (keys[i] !== skip) order.push(i);
  return order.sort((a, b) => keys[a]! - keys[b]!);
}
