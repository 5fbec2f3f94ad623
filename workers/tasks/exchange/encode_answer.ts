/** Task: an answer's JSON as a Parquet file, a row for each of its items, in their order. */
import {
  encodeColumns,
  encodeParquetEnd,
  type ParquetColumn,
  type ParquetValue,
} from "./encode_parquet.ts";

// An item of an answer that this server has printed itself.
type Item = Readonly<Record<string, unknown>>;

interface AnswerTable {
  readonly columns: readonly ParquetColumn[];
  /** Values by column, as in JSON. */
  readonly list: (answer: unknown) => readonly Item[];
}

/** The five by which tables are joined; those of points of runs have the first four. */
const TRAIN: readonly ParquetColumn[] = [
  { name: "kind", kind: "text" },
  { name: "id", kind: "integer" },
  { name: "occurrence", kind: "integer" },
  { name: "exception_key", kind: "text" },
  { name: "date", kind: "text" },
];

interface Forecast {
  readonly trains: readonly { readonly train: Item; readonly stops: readonly Item[] }[];
}

interface Lateness extends Item {
  readonly punctual: readonly { readonly within_seconds: number }[];
}

interface Robustness {
  readonly all: Lateness;
  readonly trains: readonly (Lateness & { readonly train: Item })[];
  readonly stations: readonly (Lateness & { readonly station: Item })[];
  readonly categories: readonly Lateness[];
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
  /** Of each train its stops; its waits and what is told of the day are in the JSON alone. */
  forecast: {
    columns: [
      ...TRAIN,
      { name: "stop", kind: "text" },
      { name: "planned_arrival", kind: "time" },
      { name: "planned_departure", kind: "time" },
      { name: "arrival", kind: "time" },
      { name: "departure", kind: "time" },
      { name: "delay_seconds", kind: "number" },
      { name: "has_arrived", kind: "boolean" },
      { name: "has_departed", kind: "boolean" },
      { name: "held_until", kind: "time" },
      { name: "ends", kind: "text" },
      { name: "is_cancelled", kind: "boolean" },
      { name: "follows", kind: "text" },
    ],
    list: (answer) =>
      (answer as Forecast).trains.flatMap(({ train, stops }) =>
        stops.map((stop) => ({ ...nameTrain(train), ...stop })),
      ),
  },
  /** How late whom: all, then each train, station and category; who made whom wait is in the JSON alone. */
  robustness: {
    columns: [
      { name: "of", kind: "text" },
      ...TRAIN,
      { name: "operational_point", kind: "text" },
      { name: "trigram", kind: "text" },
      { name: "uic", kind: "integer" },
      { name: "secondary_code", kind: "text" },
      { name: "category", kind: "text" },
      { name: "arrivals", kind: "integer" },
      { name: "never", kind: "integer" },
      ...[60, 180, 300].flatMap((seconds) =>
        ["share", "low", "high"].map((name) => ({
          name: `within_${seconds}_${name}`,
          kind: "number" as const,
        })),
      ),
      { name: "mean_seconds", kind: "number" },
      { name: "p95_seconds", kind: "integer" },
    ],
    list: (answer) => {
      const { all, trains, stations, categories } = answer as Robustness;
      return [
        { of: "all", ...flatten(all) },
        ...trains.map((one) => ({ of: "train", ...nameTrain(one.train), ...flatten(one) })),
        ...stations.map((one) => ({ of: "station", ...one.station, ...flatten(one) })),
        ...categories.map((one) => ({ of: "category", ...flatten(one) })),
      ];
    },
  },
} as const satisfies Record<string, AnswerTable>;

/** An occurrence is a column as of the points of runs. */
function nameTrain({ occurrence_key, ...train }: Item): Item {
  return { ...train, occurrence: occurrence_key };
}

/** With a column for each figure of each bound. */
function flatten({ punctual, ...others }: Lateness): Item {
  const figures = punctual.flatMap(({ within_seconds, ...shares }) =>
    Object.entries(shares).map(([name, value]) => [`within_${within_seconds}_${name}`, value]),
  );
  return { ...others, ...Object.fromEntries(figures) };
}

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

function toValue(value: unknown, kind: ParquetColumn["kind"]): ParquetValue {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean" && kind === "boolean") return value;
  if (typeof value === "number") return kind === "integer" ? BigInt(value) : value;
  if (typeof value === "string") return kind === "time" ? new Date(value) : value;
  return JSON.stringify(value);
}
