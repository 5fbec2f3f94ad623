/** The demo's table of trains, plain text. */
import type { Summary } from "./api.ts";

export interface TrainRow {
  readonly train_name: string;
  readonly rolling_stock_name: string;
  readonly stop_count: number;
  readonly summary: Summary;
}

const JOULES_PER_KWH = 3.6e6;

/** Lines of a table with a header and a total. */
export function printTable(rows: readonly TrainRow[]): string {
  const header = ["train", "rolling stock", "path km", "running time", "stops", "energy kWh"];
  const lines = rows.map(({ train_name, rolling_stock_name, stop_count, summary }) => {
    const { status, length, time, energy_consumption } = summary;
    const figures =
      length === undefined || time === undefined || energy_consumption === undefined
        ? [status, "", String(stop_count), ""]
        : [
            (length / 1e6).toFixed(1),
            printDuration(time),
            String(stop_count),
            (energy_consumption / JOULES_PER_KWH).toFixed(0),
          ];
    return [train_name, rolling_stock_name, ...figures];
  });
  const add = (pick: (row: TrainRow) => number | undefined): number =>
    rows.reduce((sum, row) => sum + (pick(row) ?? 0), 0);
  const total = [
    `${rows.length} trains`,
    "",
    (add(({ summary }) => summary.length) / 1e6).toFixed(1),
    printDuration(add(({ summary }) => summary.time)),
    String(add(({ stop_count }) => stop_count)),
    (add(({ summary }) => summary.energy_consumption) / JOULES_PER_KWH).toFixed(0),
  ];
  const table = [header, ...lines, total];
  const widths = header.map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  const print = (cells: readonly string[]): string =>
    cells.map((cell, i) => alignCell(cell, i, widths[i] ?? 0)).join("  ");
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [print(header), rule, ...lines.map(print), rule, print(total)].join("\n");
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
