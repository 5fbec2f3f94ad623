/** The input to read a timetable of another format: the file, and the facts that formats don't contain. */
import type { RailKind } from "../../../src/railway/exchange_terms.ts";
import type { ColumnHead } from "../../../src/railway/table_columns.ts";
import type { CalendarWish, DatedTrains } from "./dated_trains.ts";
import type { StationIndex } from "./station_index.ts";

export interface TimetableOptions {
  /** Of trains without one of their own. */
  readonly rolling_stock_name: string;
  /** Since the epoch: the first moment of periodic timetables, and the first day of services. */
  readonly start_ms: number;
  /** How long periodic timetables run, and services are taken. */
  readonly window_ms: number;
  /** Of those that a format tells apart, the kinds of services that are taken; absent: `SERVICE_KINDS`. */
  readonly kinds?: readonly RailKind[];
  /** Of tables, what they call columns; absent: as they are called here. */
  readonly columns?: readonly ColumnHead[];
  /** A train that can't be read refuses the whole file; else it is left out and told. */
  readonly is_strict: boolean;
  /** Absent: of services those within the window are taken, a train for each day. */
  readonly calendar?: CalendarWish | undefined;
}

export interface TimetableSource extends TimetableOptions {
  readonly bytes: Uint8Array;
  /** Null: every name stands for itself. */
  readonly stations: StationIndex | null;
}

/** What readers get. */
export interface ReadSource extends TimetableSource {
  /** Where trains with days go, if days are kept. */
  readonly dated: DatedTrains | null;
}
