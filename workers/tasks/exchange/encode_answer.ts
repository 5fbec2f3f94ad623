/** Task: an answer's JSON as a Parquet file, a row for each of its items, in their order. */
import { encodeColumns, encodeParquetEnd, type ParquetColumn } from "./encode_parquet.ts";

// An item of an answer that this server has printed itself.
type Item = Readonly<Record<string, unknown>>;

interface AnswerTable {
  readonly columns: readonly ParquetColumn[];
  /** Values by column, as in JSON. */
  readonly list: (answer: unknown) => readonly Item[];
}

/** Lists are texts of JSON; so are shapes on the map, which readers of GeoJSON take. */
const TABLES = {
  conflicts: {
    columns: [
      { name: "conflict_type", kind: "text" },
      { name: "start_time", kind: "time" },
      { name: "end_time", kind: "time" },
      { name: "train_schedule_ids", kind: "text" },
      { name: "train_day_shifts", kind: "text" },
      { name: "paced_train_occurrence_ids", kind: "text" },
      { name: "work_schedule_ids", kind: "text" },
      { name: "requirements", kind: "text" },
    ],
    list: (answer) => answer as readonly Item[],
  },
  held_zones: {
    columns: [
      { name: "kind", kind: "text" },
      { name: "train_id", kind: "integer" },
      { name: "occurrence", kind: "integer" },
      { name: "exception_key", kind: "text" },
      { name: "date", kind: "text" },
      { name: "zone", kind: "text" },
      { name: "state", kind: "text" },
      { name: "geometry", kind: "text" },
    ],
    list: (answer) =>
      (answer as { features: { properties: Item; geometry: unknown }[] }).features.map(
        ({ properties: { occurrence, ...properties }, geometry }) => {
          const { index, exception_key } = (occurrence ?? {}) as Item;
          return { ...properties, occurrence: index, exception_key, geometry };
        },
      ),
  },
} as const satisfies Record<string, AnswerTable>;

export type AnswerTableName = keyof typeof TABLES;

export function encodeAnswer({
  table,
  json,
}: {
  readonly table: AnswerTableName;
  readonly json: string | Uint8Array;
}): Uint8Array<ArrayBuffer> {
  const { columns, list }: AnswerTable = TABLES[table];
  const items = list(JSON.parse(typeof json === "string" ? json : new TextDecoder().decode(json)));
  const none = { bytes: new Uint8Array(), groups: [] };
  const data = columns.map(({ name, kind }) => items.map((item) => toValue(item[name], kind)));
  const { bytes, groups } = items.length === 0 ? none : encodeColumns({ columns, offset: 0 }, data);
  const end = encodeParquetEnd({ columns, groups, offset: bytes.length });
  const whole = new Uint8Array(bytes.length + end.length);
  whole.set(bytes);
  whole.set(end, bytes.length);
  return whole;
}

function toValue(
  value: unknown,
  kind: ParquetColumn["kind"],
): string | bigint | number | Date | null {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return kind === "integer" ? BigInt(value) : value;
  if (typeof value === "string") return kind === "time" ? new Date(value) : value;
  return JSON.stringify(value);
}
