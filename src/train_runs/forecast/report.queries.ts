/** Reports of running trains in the database: one wrapper per query file. */
import type { Database } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import { type ReportedTrain, reportKeyOf } from "../operation/reported_train.ts";
import type { TrainReport } from "./report.schemas.ts";

/** Of all trains of one operating day. */
const REPORTS_MAX = 1_000_000;
/** The day of trains of a timetable without a period. */
const NO_DATE = "";
/** Of what is about one train. */
const NO_OTHER = "";

/** Operating days; null: of a timetable without a period. */
export type ReportedDays = { readonly first: string; readonly last: string } | null;

const NO_DAYS = { first: NO_DATE, last: NO_DATE } as const;

/** What is to be believed when reports are taken. */
interface Expected {
  readonly days: ReportedDays;
  readonly version: string;
}

/** How many are believed; null: there would be too many, or something else is believed than expected. A timetable that is gone breaks `train_report_timetable_fkey`. */
export async function takeReports(
  db: Database,
  timetable_id: number,
  reports: readonly TrainReport[],
  expected: Expected | null = null,
): Promise<number | null> {
  const { first, last } = expected?.days ?? NO_DAYS;
  const row = await db.queryOne<{ believed_count: number }>("train_runs/train_report/replace", [
    timetable_id,
    reports.map(({ train }) => train.date ?? NO_DATE),
    reports.map(({ train }) => reportKeyOf(train)),
    reports.map(({ stop }) => stop ?? ""),
    reports.map(({ event }) => event),
    reports.map(({ other }) => (other === undefined ? NO_OTHER : reportKeyOf(other))),
    reports.map(({ at }) => at),
    reports.map(({ observed_at }) => observed_at),
    reports.map(({ source }) => source),
    REPORTS_MAX,
    expected?.version ?? null,
    first,
    last,
    reports.map(({ priority }) => priority),
  ]);
  return row?.believed_count ?? null;
}

interface ReportRow {
  readonly id: number;
  readonly train: string;
  readonly stop: string;
  readonly event: TrainReport["event"];
  readonly other: string;
  readonly at: string | null;
  readonly observed_at: string;
  readonly source: string;
  readonly priority: number;
}

interface BelievedReport
  extends Pick<ReportRow, "event" | "at" | "observed_at" | "source" | "priority"> {
  readonly train: ReportedTrain;
  readonly stop: string | null;
  readonly other?: ReportedTrain;
}

/** One page of what is believed, and the total number. */
export async function listReports(
  db: Database,
  timetable_id: number,
  { date = NO_DATE, ...at }: PageAt & { readonly date?: string | undefined },
): Promise<{ count: number; results: BelievedReport[] }> {
  const options = { values: [timetable_id, date], at, key: "id" } as const;
  const page = await queryPage<ReportRow>(db, "train_runs/train_report/list", options);
  const results = page.results.map(({ id: _id, train, stop, other, ...report }) => ({
    train: JSON.parse(train) as ReportedTrain,
    stop: stop === "" ? null : stop,
    ...(other !== NO_OTHER && { other: JSON.parse(other) as ReportedTrain }),
    ...report,
  }));
  return { count: page.count, results };
}

export interface KnownReport
  extends Pick<ReportRow, "train" | "stop" | "event" | "other" | "source" | "priority"> {
  readonly at_ms: number | null;
  readonly observed_at_ms: number;
}

/** Of trains that may run on these days. */
export async function readReports(
  db: Database,
  timetable_id: number,
  days: ReportedDays,
): Promise<KnownReport[]> {
  const { first, last } = days ?? NO_DAYS;
  return await db.query("train_runs/train_report/read", [timetable_id, first, last]);
}

/** Equal as long as nothing else is believed. */
export async function readVersion(
  db: Database,
  timetable_id: number,
  days: ReportedDays,
): Promise<string> {
  const { first, last } = days ?? NO_DAYS;
  const values = [timetable_id, first, last];
  const row = await db.queryOne<{ version: string }>("train_runs/train_report/version", values);
  return row?.version ?? "";
}

export async function deleteReports(
  db: Database,
  timetable_id: number,
  date: string = NO_DATE,
): Promise<void> {
  await db.query("train_runs/train_report/delete", [timetable_id, date]);
}
