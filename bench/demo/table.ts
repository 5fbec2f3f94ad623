/** The demo's table of trains, plain text. */
import type { GeneratedNetwork } from "../network.ts";
import type { Summary } from "./api.ts";
import type { Computed } from "./compute.ts";
import { listOwners, type RunningTrain } from "./occurrences.ts";

export interface TrainRow {
  readonly train_name: string;
  readonly rolling_stock_name: string;
  /** Trains that the row stands for. */
  readonly run_count: number;
  readonly stop_count: number;
  readonly conflict_count: number;
  readonly summary: Summary;
}

const JOULES_PER_KWH = 3.6e6;
const HEADER = [
  "train",
  "rolling stock",
  "runs",
  "path km",
  "stops",
  "base time",
  "final time",
  "energy kWh",
  "conflicts",
  "warnings",
];

/** A row for each train schedule, each paced train, and each exception that runs differently. */
export function listRows(
  network: GeneratedNetwork,
  trains: readonly RunningTrain[],
  { summaries, paced_summaries, conflicts }: Computed,
): TrainRow[] {
  const conflictCounts = new Map<string, number>();
  for (const owner of conflicts.flatMap(listOwners)) {
    conflictCounts.set(owner, (conflictCounts.get(owner) ?? 0) + 1);
  }
  const rows = new Map<string, TrainRow>();
  for (const { owner, name, kind, index, is_paced, exception_key } of trains) {
    const form = (is_paced ? network.paced_trains : network.train_schedules)[index];
    const paced = is_paced ? paced_summaries[index] : undefined;
    const own = exception_key === null ? undefined : paced?.exceptions[exception_key];
    const summary = own ?? paced?.paced_train ?? summaries[index] ?? { status: "missing" };
    // Occurrences that run alike share a row, whenever they run.
    const train_name = own === undefined ? (form?.train_name ?? name) : name;
    const row = rows.get(train_name);
    rows.set(train_name, {
      train_name,
      rolling_stock_name: kind,
      run_count: (row?.run_count ?? 0) + 1,
      stop_count: form?.schedule.length ?? 0,
      conflict_count: (row?.conflict_count ?? 0) + (conflictCounts.get(owner) ?? 0),
      summary,
    });
  }
  return [...rows.values()];
}

/** Lines of a table with a header and a total; `!` marks rows that a planner should check. */
export function printTable(rows: readonly TrainRow[]): string {
  const lines = rows.map((row) => {
    const { train_name, rolling_stock_name, run_count, stop_count, conflict_count } = row;
    const { status, length, time, energy_consumption, warnings_count } = row.summary;
    const has_run = length !== undefined && time !== undefined && energy_consumption !== undefined;
    return [
      train_name,
      rolling_stock_name,
      String(run_count),
      has_run ? (length / 1e6).toFixed(1) : status,
      String(stop_count),
      has_run ? printDuration(baseTime(row)) : "",
      has_run ? printDuration(time) : "",
      has_run ? (energy_consumption / JOULES_PER_KWH).toFixed(0) : "",
      conflict_count === 0 ? "" : String(conflict_count),
      warnings_count === undefined ? "" : `! ${warnings_count}`,
    ];
  });
  const table = [HEADER, ...lines, addUp(rows)];
  const widths = HEADER.map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  const print = (cells: readonly string[]): string =>
    cells.map((cell, i) => alignCell(cell, i, widths[i] ?? 0)).join("  ");
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [print(HEADER), rule, ...lines.map(print), rule, print(addUp(rows))].join("\n");
}

/** The last line: a row counts as often as it runs; a conflict has more than one train. */
function addUp(rows: readonly TrainRow[]): string[] {
  const add = (pick: (row: TrainRow) => number | undefined): number =>
    rows.reduce((sum, row) => sum + row.run_count * (pick(row) ?? 0), 0);
  return [
    "total",
    "",
    String(add(() => 1)),
    (add(({ summary }) => summary.length) / 1e6).toFixed(1),
    String(add(({ stop_count }) => stop_count)),
    printDuration(add(baseTime)),
    printDuration(add(({ summary }) => summary.time)),
    (add(({ summary }) => summary.energy_consumption) / JOULES_PER_KWH).toFixed(0),
    "",
    String(rows.reduce((sum, { summary }) => sum + (summary.warnings_count ?? 0), 0)),
  ];
}

function baseTime({ summary }: TrainRow): number {
  return summary.path_item_times_base?.at(-1) ?? 0;
}

/** Names to the left, figures to the right. */
function alignCell(cell: string, column: number, width: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width);
}

/** h:mm:ss of milliseconds. */
export function printDuration(time_ms: number): string {
  const seconds = Math.round(time_ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
