/** Reports of running trains in the database: one wrapper per query file. */

import type { PlaceToClose } from "../../../workers/tasks/operation/find_closed_zones.ts";
import type { Database } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { PinRef } from "../operation/operation.queries.ts";
import { type ReportedTrain, reportKeyOf } from "../operation/reported_train.ts";
import type { ClosedTrack, DayReport } from "./report.schemas.ts";

/** Of all trains of one operating day. */
const REPORTS_MAX = 1_000_000;
/** The day of trains of a timetable without a period. */
const NO_DATE = "";
/** Of what is about one train. */
const NO_OTHER = "";
/** Of what is about track. */
const NO_TRAIN = "";

/** Operating days; null: of a timetable without a period. */
export type ReportedDays = { readonly first: string; readonly last: string } | null;

const NO_DAYS = { first: NO_DATE, last: NO_DATE } as const;

/** What is to be believed when reports are taken. */
interface Expected {
  readonly days: ReportedDays;
  readonly version: string;
}

interface TakeOptions {
  /** Null: whatever is believed. */
  readonly expected?: Expected | null;
  /** Opened days, by whose plans trains were named. */
  readonly pins?: readonly PinRef[];
}

/** How many are believed; null: there would be too many, something else is believed than expected, or a day has another plan. A timetable that is gone breaks `train_report_day_timetable_fkey`. */
export async function takeReports(
  db: Database,
  timetable_id: number,
  reports: readonly DayReport[],
  { expected = null, pins = [] }: TakeOptions = {},
): Promise<number | null> {
  const { first, last } = expected?.days ?? NO_DAYS;
  const things = reports.map(thingOf);
  const row = await db.queryOne<{ believed_count: number }>("train_runs/train_report/replace", [
    timetable_id,
    things.map(({ date }) => date),
    things.map(({ train }) => train),
    things.map(({ stop }) => stop),
    things.map(({ event }) => event),
    things.map(({ other }) => other),
    reports.map(({ at }) => at),
    reports.map(({ observed_at }) => observed_at),
    reports.map(({ source }) => source),
    REPORTS_MAX,
    expected?.version ?? null,
    first,
    last,
    reports.map(({ priority }) => priority),
    reports.map((one) => one.until ?? null),
    reports.map((one) => ("percent" in one ? one.percent : null) ?? null),
    pins.map(({ id }) => id),
    pins.map(({ plan }) => plan),
  ]);
  return row?.believed_count ?? null;
}

/** What a report is about: of each thing one is believed. */
export function thingOf(report: DayReport): ReportedThing {
  const { event } = report;
  if (event === "closed") {
    const { date = NO_DATE } = report;
    return { date, train: NO_TRAIN, stop: JSON.stringify(placeOf(report)), event, other: NO_OTHER };
  }
  const { train, stop = "", other } = report;
  return {
    date: train.date ?? NO_DATE,
    train: reportKeyOf(train),
    stop,
    event,
    other: other === undefined ? NO_OTHER : reportKeyOf(other),
  };
}

/** In one form, which its reports are found by. */
function placeOf({ track_range, zone }: ClosedTrack): PlaceToClose {
  if (track_range === undefined) return { zone: zone ?? "" };
  const { track_section, begin = 0, end } = track_range;
  return {
    track_range: { track_section, ...(begin > 0 && { begin }), ...(end !== undefined && { end }) },
  };
}

/** Columns of a report that name what it is about. */
interface ReportedThing {
  readonly date: string;
  /** Empty: it is about track. */
  readonly train: string;
  /** Of track: the JSON text of its place. */
  readonly stop: string;
  readonly event: DayReport["event"];
  readonly other: string;
}

interface ReportRow extends ReportedThing {
  readonly id: number;
  readonly at: string | null;
  readonly until: string | null;
  readonly percent: number | null;
  readonly observed_at: string;
  readonly source: string;
  readonly priority: number;
}

interface ListedRow extends ReportRow {
  readonly place: number;
}

interface BelievedReport
  extends Pick<ReportRow, "event" | "at" | "observed_at" | "source" | "priority"> {
  readonly train?: ReportedTrain;
  readonly stop: string | null;
  readonly other?: ReportedTrain;
  readonly until?: string | null;
  readonly percent?: number;
  readonly date?: string;
}

/** They hold for a time, unlike reports of a moment. */
const LASTING: ReadonlySet<string> = new Set(["closed", "slower"]);

/** Which train or track a report is about, as answers name it. */
export function nameThing({ train, stop }: Pick<ReportedThing, "train" | "stop">): NamedThing {
  if (train === NO_TRAIN) return { ...(JSON.parse(stop) as PlaceToClose), stop: null };
  return { train: JSON.parse(train) as ReportedTrain, stop: stop === "" ? null : stop };
}

type NamedThing = ({ readonly train: ReportedTrain } | PlaceToClose) & {
  readonly stop: string | null;
};

interface ReportOrder {
  /** By when they were observed; else in the order in which something was said first. */
  readonly latest_first: boolean;
}

/** One page of what is believed, and the total number. */
export async function listReports(
  db: Database,
  timetable_id: number,
  {
    date = NO_DATE,
    latest_first,
    ...at
  }: PageAt & ReportOrder & { readonly date?: string | undefined },
): Promise<{ count: number; results: BelievedReport[] }> {
  const options = { values: [timetable_id, date, latest_first], at, key: "id" } as const;
  const page = await queryPage<ListedRow>(db, "train_runs/train_report/list", options);
  const results = page.results.map(
    ({ id: _id, place: _place, date: day, train, stop, other, until, percent, ...report }) => ({
      ...nameThing({ train, stop }),
      ...(other !== NO_OTHER && { other: JSON.parse(other) as ReportedTrain }),
      ...(LASTING.has(report.event) && { until }),
      ...(percent !== null && { percent }),
      ...(report.event === "closed" && day !== NO_DATE && { date: day }),
      ...report,
    }),
  );
  return { count: page.count, results };
}

export interface KnownReport
  extends ReportedThing,
    Pick<ReportRow, "source" | "priority" | "percent"> {
  readonly at_ms: number | null;
  readonly until_ms: number | null;
  readonly observed_at_ms: number;
}

/** How the reports of one date have changed since a known change. */
interface DateChange {
  readonly date: string;
  readonly change_count: number;
  /** Some were deleted: all are to be read again. */
  readonly is_less: boolean;
}

/** `train` null: the date has nothing else. */
export type ReportChange = DateChange & (KnownReport | { readonly train: null });

/** Of trains that may run on these days, of all priorities: by date those that came since one of its changes. */
export async function readChanges(
  db: Database,
  timetable_id: number,
  days: ReportedDays,
  known: ReadonlyMap<string, number>,
): Promise<ReportChange[]> {
  const { first, last } = days ?? NO_DAYS;
  const counts = [[...known.keys()], [...known.values()]] as const;
  return await db.query("train_runs/train_report/read", [timetable_id, first, last, ...counts]);
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
