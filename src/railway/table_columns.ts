/** Columns of tables of trains, in their order, and how others' names of columns are told apart. */

export const TABLE_COLUMNS = [
  "train",
  "stock",
  "category",
  "labels",
  "speed_limit_tag",
  "comfort",
  "distribution",
  "interval_s",
  "window_s",
  "station",
  "track",
  "arrival",
  "departure",
  "stop_s",
  "signal",
  "marks",
  "margin",
  "initial_speed_m_s",
  "electrical_profiles",
  "power_restrictions",
  "number_first",
  "number_step",
  "number_suffix",
  "days",
  "day_offset",
  "period",
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** What a table calls a column. */
export type ColumnHead = readonly [head: string, column: TableColumn];

/** As in `train:Zugnummer`; what else may stand in a name is escaped as in URLs. Null: it is none. */
export function readColumnHead(text: string): ColumnHead | null {
  const [, name, escaped = ""] = /^(\w+):(.+)$/s.exec(text) ?? [];
  const column = TABLE_COLUMNS.find((one) => one === name);
  if (column === undefined) return null;
  try {
    return [decodeURIComponent(escaped), column];
  } catch {
    // A percent sign of somebody's name.
    return [escaped, column];
  }
}

export function printColumnHead([head, column]: ColumnHead): string {
  return `${column}:${encodeURIComponent(head)}`;
}

/** Names of columns are compared so. */
export function plainHead(head: string): string {
  return head.trim().toLowerCase();
}
