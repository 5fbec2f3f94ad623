/** Task: the points of runs as a row group of a Parquet file, straight from the packed simulations. */
import { openSimulation } from "../../engine/margins/packed_simulation.ts";
import { encodeColumns, type ParquetColumn, type ParquetGroup } from "./encode_parquet.ts";

/** What identifies a train; null: it has none. */
export interface PointOwner {
  readonly kind: string;
  readonly id: number;
  readonly occurrence: number | null;
  readonly exception_key: string | null;
  readonly train_name: string;
  /** Of its operating day; absent in all rows where no date was asked for. */
  readonly date?: string;
}

export interface PointRun {
  readonly owner: PointOwner;
  /** Since the epoch. */
  readonly start_ms: number;
  readonly packed: SharedArrayBuffer;
}

const POINT_COLUMNS: readonly ParquetColumn[] = [
  { name: "time", kind: "time" },
  { name: "run_time_ms", kind: "integer" },
  { name: "position_mm", kind: "integer" },
  { name: "speed_m_s", kind: "number" },
];
const OWNER_COLUMNS: readonly ParquetColumn[] = [
  { name: "kind", kind: "text" },
  { name: "id", kind: "integer" },
  { name: "occurrence", kind: "integer" },
  { name: "exception_key", kind: "text" },
  { name: "train_name", kind: "text" },
];
const DATE_COLUMN: ParquetColumn = { name: "date", kind: "text" };
const MILLION = 1e6;

/** With a date its column stands behind those of the train. */
export function pointColumns(has_date: boolean): readonly ParquetColumn[] {
  return [...OWNER_COLUMNS, ...(has_date ? [DATE_COLUMN] : []), ...POINT_COLUMNS];
}

export function encodeRunPoints({
  runs,
  has_date,
  offset,
}: {
  readonly runs: readonly PointRun[];
  readonly has_date: boolean;
  readonly offset: number;
}): ParquetGroup {
  const columns = pointColumns(has_date);
  const data = columns.map((): (string | bigint | number | Date | null)[] => []);
  for (const { owner, start_ms, packed } of runs) {
    const { final } = openSimulation(packed);
    const { positions_mm, times_ms, speeds_m_s } = final;
    const of_train = [
      owner.kind,
      BigInt(owner.id),
      owner.occurrence === null ? null : BigInt(owner.occurrence),
      owner.exception_key,
      owner.train_name,
      ...(has_date ? [owner.date ?? null] : []),
    ];
    for (const [i, position_mm] of positions_mm.entries()) {
      const time_ms = times_ms[i] ?? 0;
      // As in the answer about one run.
      const speed_m_s = Math.round((speeds_m_s[i] ?? 0) * MILLION) / MILLION;
      const of_point = [
        new Date(start_ms + time_ms),
        BigInt(time_ms),
        BigInt(position_mm),
        speed_m_s,
      ];
      for (const [at, value] of [...of_train, ...of_point].entries()) data[at]?.push(value);
    }
  }
  return encodeColumns({ columns, offset }, data);
}
