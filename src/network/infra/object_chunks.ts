/**
 * Splits the packed objects of a parsed network into chunks for the database. A chunk is small enough
 * to be decoded and printed as a parameter within a few milliseconds.
 */
import type { TaskOutput } from "../../../workers/tasks.ts";
import { textInflater } from "../../platform/compute/inflate_texts.ts";
import { OBJECT_TYPES } from "../../railway/object_types.ts";

export type ParsedNetwork = Extract<TaskOutput<"parse_railjson">, { kind: "parsed" }>;

const CHUNK_ROWS_MAX = 500;
const CHUNK_BYTES_MAX = 128 * 1024;

/** Consecutive objects of one list. */
export interface ObjectChunk {
  /** Place in `OBJECT_TYPES`. */
  readonly object_type: number;
  /** Place of the first object in its list. */
  readonly first_ordinal: number;
  readonly railjson: readonly string[];
  readonly ids: readonly string[];
}

/** All objects in order; each chunk holds at least one object. */
export function* chunkObjects(objects: ParsedNetwork["objects"]): Generator<ObjectChunk> {
  const { type_names, type_codes, railjson } = objects;
  const { offsets } = railjson;
  const [readText, readId] = [textInflater(railjson), textInflater(objects.ids)];
  const object_types = type_names.map((name) =>
    OBJECT_TYPES.findIndex(({ obj_type }) => obj_type === name),
  );
  let list_start = 0;
  for (let row = 0; row < type_codes.length; ) {
    const code = type_codes[row] ?? 0;
    if (row > 0 && type_codes[row - 1] !== code) list_start = row;
    const first_row = row;
    const chunk_start = offsets[row] ?? 0;
    const texts: string[] = [];
    const ids: string[] = [];
    do {
      texts.push(readText(row).toString());
      ids.push(readId(row).toString());
      row++;
    } while (
      row < type_codes.length &&
      type_codes[row] === code &&
      texts.length < CHUNK_ROWS_MAX &&
      (offsets[row + 1] ?? 0) - chunk_start <= CHUNK_BYTES_MAX
    );
    yield {
      object_type: object_types[code] ?? -1,
      first_ordinal: first_row - list_start,
      railjson: texts,
      ids,
    };
  }
}

/** Consecutive rows of one list. */
export interface RowChunk {
  /** Place of the first row in its list. */
  readonly first_ordinal: number;
  readonly rows: readonly string[];
}

/** A chunk of one of the search's lists. */
export interface SearchChunk extends RowChunk {
  readonly list: keyof ParsedNetwork["search_rows"];
}

/** All rows for the search, list by list. */
export function* chunkSearchRows(rows: ParsedNetwork["search_rows"]): Generator<SearchChunk> {
  for (const list of ["operational_points", "signals", "lines"] as const) {
    const { offsets } = rows[list];
    const readText = textInflater(rows[list]);
    const count = offsets.length - 1;
    for (let first = 0; first < count; ) {
      const texts: string[] = [];
      const start = offsets[first] ?? 0;
      do {
        const row = first + texts.length;
        texts.push(readText(row).toString());
      } while (
        first + texts.length < count &&
        texts.length < CHUNK_ROWS_MAX &&
        (offsets[first + texts.length + 1] ?? 0) - start <= CHUNK_BYTES_MAX
      );
      yield { list, first_ordinal: first, rows: texts };
      first += texts.length;
    }
  }
}

/** Consecutive rows of the fault list. */
export interface FaultChunk extends RowChunk {
  /** Of each row's object: its type's place in `OBJECT_TYPES`, and its place in its list. */
  readonly object_types: readonly number[];
  readonly object_ordinals: readonly number[];
}

/** Fault rows in chunks. */
export function* chunkFaults(faults: ParsedNetwork["faults"]): Generator<FaultChunk> {
  const { object_types, ordinals, texts } = faults;
  for (let i = 0; i < texts.length; i += CHUNK_ROWS_MAX) {
    const end = i + CHUNK_ROWS_MAX;
    yield {
      first_ordinal: i,
      rows: texts.slice(i, end),
      object_types: Array.from(object_types.subarray(i, end)),
      object_ordinals: Array.from(ordinals.subarray(i, end)),
    };
  }
}
