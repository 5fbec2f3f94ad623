/**
 * Cuts the packed objects of a parsed network into chunks for the database. A chunk is small enough
 * that decoding it and printing it as a parameter take the main thread a few milliseconds at most.
 */
import type { TaskOutput } from "../../workers/tasks.ts";
import { OBJECT_LISTS } from "./object_lists.ts";

export type ParsedNetwork = Extract<TaskOutput<"parse_railjson">, { kind: "parsed" }>;

const CHUNK_ROWS_MAX = 500;
const CHUNK_BYTES_MAX = 128 * 1024;

/** Consecutive objects of one list. */
export interface ObjectChunk {
  /** Place in `OBJECT_LISTS`. */
  readonly object_type: number;
  /** Place of the first object in its list. */
  readonly first_ordinal: number;
  readonly railjson: readonly string[];
}

/** All objects in order; each chunk holds at least one object. */
export function* chunkObjects(objects: ParsedNetwork["objects"]): Generator<ObjectChunk> {
  const { type_names, type_codes, railjson } = objects;
  const { bytes, offsets } = railjson;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const object_types = type_names.map((name) =>
    OBJECT_LISTS.findIndex(({ object_type }) => object_type === name),
  );
  let list_start = 0;
  for (let row = 0; row < type_codes.length; ) {
    const code = type_codes[row] ?? 0;
    if (row > 0 && type_codes[row - 1] !== code) list_start = row;
    const first_row = row;
    const chunk_start = offsets[row] ?? 0;
    const texts: string[] = [];
    do {
      texts.push(text.toString("utf8", offsets[row], offsets[row + 1]));
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
    };
  }
}

/** Fault rows in chunks: place of the first, and the rows. */
export function* chunkFaults(
  faults: readonly string[],
): Generator<{ first_ordinal: number; rows: readonly string[] }> {
  for (let i = 0; i < faults.length; i += CHUNK_ROWS_MAX) {
    yield { first_ordinal: i, rows: faults.slice(i, i + CHUNK_ROWS_MAX) };
  }
}
