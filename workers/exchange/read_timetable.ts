/**
 * Reads timetables of other formats into this server's own document. The command `npm run convert` and the API's
 * import call this one function.
 */
import type { Period } from "../../src/railway/days/days.schemas.ts";
import type { TimetableImportFormat } from "../../src/railway/exchange_terms.ts";
import { err, ok, type Result } from "../engine/result.ts";
import { ExchangeReport, type ReportRow } from "./exchange_report.ts";
import { readFpl } from "./fpl/read_fpl.ts";
import { readGtfs } from "./gtfs/read_gtfs.ts";
import { readNetex } from "./netex/read_netex.ts";
import { readNge } from "./nge/read_nge.ts";
import { readRailjsonTrains } from "./railjson/read_railjson_trains.ts";
import { readRailmlTimetable } from "./railml/read_railml_timetable.ts";
import { type SourceFault, UnreadableSource } from "./source_fault.ts";
import { readCsv } from "./tables/csv.ts";
import { readXlsx } from "./tables/xlsx.ts";
import { DatedTrains } from "./timetable/dated_trains.ts";
import type {
  PacedForm,
  TimetableForm,
  TrainForm,
  TrainTaker,
} from "./timetable/timetable_form.ts";
import type { ReadSource, TimetableSource } from "./timetable/timetable_source.ts";

type Reader = (source: ReadSource, report: ExchangeReport, take: TrainTaker) => void;

const READERS: Readonly<Record<TimetableImportFormat, Reader>> = {
  railml: readRailmlTimetable,
  nge: readNge,
  gtfs: readGtfs,
  csv: readCsv,
  xlsx: readXlsx,
  netex: readNetex,
  fpl: readFpl,
  railjson: readRailjsonTrains,
};

/** Formats whose services run on days of a calendar: each is looked at. */
const OF_DAYS: ReadonlySet<TimetableImportFormat> = new Set(["railml", "gtfs", "netex", "fpl"]);
const DAYS_MAX = 1000;
const WINDOW_MAX_MS = DAYS_MAX * 86_400_000;

export interface ReadTimetable {
  readonly form: TimetableForm;
  readonly report: readonly ReportRow[];
}

/** All trains of a file together. */
export function readTimetableFile(
  format: TimetableImportFormat,
  source: TimetableSource,
): Result<ReadTimetable, SourceFault> {
  const train_schedules: TrainForm[] = [];
  const paced_trains: PacedForm[] = [];
  const read = scanTimetableFile(format, source, (train) => {
    if ("paced" in train) paced_trains.push(train);
    else train_schedules.push(train);
  });
  if (!read.ok) return read;
  const { period, report } = read.value;
  const trains = { train_schedules, paced_trains };
  if (period === null) return ok({ form: { version: 1, ...trains }, report });
  return ok({ form: { version: 2, period, day_lists: [], ...trains }, report });
}

export interface ScannedTimetable {
  readonly report: readonly ReportRow[];
  /** Of the file's days those that are taken, if they are kept. */
  readonly period: Period | null;
  /** The same beyond what is taken. */
  readonly found: Period | null;
}

/** Gives each train as it is read, so that a large timetable is never in memory whole. */
export function scanTimetableFile(
  format: TimetableImportFormat,
  source: TimetableSource,
  take: TrainTaker,
): Result<ScannedTimetable, SourceFault> {
  const report = new ExchangeReport(source.is_strict);
  const { calendar } = source;
  const dated = calendar === undefined ? null : new DatedTrains(calendar, report);
  const taken = new TakenTrains();
  const is_cut = dated === null && OF_DAYS.has(format) && source.window_ms > WINDOW_MAX_MS;
  const window_ms = is_cut ? WINDOW_MAX_MS : source.window_ms;
  try {
    const takeAndLook = (train: TrainForm | PacedForm): void => {
      taken.look(train);
      take(train);
    };
    const takeDayless = dated?.takeDayless(takeAndLook) ?? takeAndLook;
    READERS[format]({ ...source, window_ms, dated }, report, takeDayless);
    const period = dated?.finish(takeAndLook) ?? null;
    // A timetable may be empty, as one that was exported.
    if (taken.count === 0 && report.rows.length > 0) report.refuseNothing("train");
    taken.tell(report);
    if (is_cut) {
      const message = `services are read of the first ${DAYS_MAX} days of the window alone`;
      report.note({ severity: "warning", code: "window_cut", where: {}, message });
    }
    return ok({ report: report.rows, period, found: dated?.found ?? null });
  } catch (error) {
    if (error instanceof UnreadableSource) return err(error.fault);
    throw error;
  }
}

/** Counts trains. Few formats know rolling stocks, and no train runs without one. */
class TakenTrains {
  /** Of all trains. */
  count = 0;
  readonly #first: { single: string | null; paced: string | null } = { single: null, paced: null };
  #stockless = 0;

  look(train: TrainForm | PacedForm): void {
    this.count++;
    const { rolling_stock_name, train_name } = train;
    if (rolling_stock_name !== "") return;
    this.#first["paced" in train ? "paced" : "single"] ??= train_name;
    this.#stockless++;
  }

  tell(report: ExchangeReport): void {
    const note = {
      severity: "warning",
      code: "rolling_stock_missing",
      where: { element: "train", id: this.#first.single ?? this.#first.paced ?? "" },
      message: "no rolling stock is named, and none was told for such trains: they do not run",
    } as const;
    report.note(note, this.#stockless);
  }
}
