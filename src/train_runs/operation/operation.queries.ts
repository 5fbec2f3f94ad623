/** Opened days in the database: one wrapper per query file. */
import type { Database, QueryOptions } from "../../platform/db/client.ts";
import { type PageAt, queryPage } from "../../platform/db/query_page.ts";
import type { RecordPage, RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import type { NamedRecord } from "../../vehicles/rolling_stock/rolling_stock.queries.ts";
import type { DayChanges, KnownRun } from "./day_changes.ts";
import type { OpenDayRun, OpenedDay } from "./operation.schemas.ts";
import type { PlannedDay } from "./plan_day.ts";
import type { NumberedRun, ReportedTrain } from "./reported_train.ts";

/** The day of trains at their starts. */
const NO_DATE = "";

/** A plan of an opened day. */
export interface PinRef {
  readonly id: number;
  readonly plan: number;
}

/** What an opened day stands on. */
export interface PinnedDay extends PinRef {
  readonly content_id: number;
  readonly electrical_profile_set_id: number | null;
  readonly temporary_speed_limit_group_id: number | null;
  /** The timetable's change counter when the plan was taken. */
  readonly train_changes: string;
  /** JSON texts. */
  readonly period: string | null;
  readonly lists: string;
  /** Null: it has not been live. */
  readonly as_of_ms: number | null;
  readonly stock_names: readonly string[];
}

/** Null: that day is not open. */
export async function findOpenDay(
  db: Database,
  {
    timetable_id,
    infra_id,
    date = NO_DATE,
  }: {
    readonly timetable_id: number;
    readonly infra_id: number;
    readonly date?: string | undefined;
  },
): Promise<PinnedDay | null> {
  return await db.queryOne("train_runs/operation/find", [timetable_id, infra_id, date]);
}

/** The next trains of a kind; throws PlanIsGone instead of an end that is none. */
export async function listPinnedTrains(
  db: Database,
  { name }: Pick<TrainKind, "name">,
  { id, plan }: PinRef,
  { after_id, count, bytes }: RecordPage,
): Promise<readonly RecordRow[]> {
  const values = [id, plan, name, after_id, count, bytes];
  const rows = await db.query<RecordRow>("train_runs/operation/list_trains", values);
  if (rows.length === 0) await checkPlan(db, { id, plan });
  return rows;
}

/** Throws PlanIsGone. */
export async function listPinnedStocks(
  db: Database,
  { id, plan }: PinRef,
  names: readonly string[],
): Promise<readonly NamedRecord[]> {
  const rows = await db.query<NamedRecord>("train_runs/operation/list_stocks", [id, plan, names]);
  if (rows.length < names.length) await checkPlan(db, { id, plan });
  return rows;
}

/** The day was closed or refreshed while it was read. */
export class PlanIsGone extends Error {}

/** Throws PlanIsGone if it does not stand on that plan. */
export async function checkPlan(db: Database, { id, plan }: PinRef): Promise<void> {
  const name = "train_runs/operation/is_at_plan";
  const row = await db.queryOne<{ is_there: boolean }>(name, [id, plan]);
  if (row?.is_there !== true) throw new PlanIsGone(`plan ${plan} of opened day ${id} is gone`);
}

/** Moves the clocks of days that are live; whichever server does it first. */
export async function tickOpenDays(db: Database): Promise<void> {
  await db.query("train_runs/operation/tick", []);
}

/** Closes days that have ended some days ago. */
export async function deleteOldDays(
  db: Database,
  days_kept: number,
  options: QueryOptions,
): Promise<void> {
  await db.query("train_runs/operation/delete_old", [days_kept], options);
}

type OpenDayRow = Omit<OpenedDay, "date"> & { readonly date: string };

function readOpenDay({ date, ...row }: OpenDayRow): OpenedDay {
  return date === NO_DATE ? row : { ...row, date };
}

/** Null: there is none. */
export async function getOpenDay(db: Database, id: number): Promise<OpenedDay | null> {
  const row = await db.queryOne<OpenDayRow>("train_runs/operation/get", [id]);
  return row === null ? null : readOpenDay(row);
}

/** One page by id, and the total number. */
export async function listOpenDays(
  db: Database,
  timetable_id: number,
  at: PageAt,
): Promise<{ count: number; results: OpenedDay[] }> {
  const options = { values: [timetable_id], at, key: "id" } as const;
  const { count, results } = await queryPage<OpenDayRow>(db, "train_runs/operation/list", options);
  return { count, results: results.map(readOpenDay) };
}

/** Its id; null: trains or network have changed since the plan was made. A day that is open breaks `operation_day_key`. */
export async function insertOpenDay(
  db: Database,
  { question, runs, records, stock_names, span_ms }: PlannedDay,
  { date = NO_DATE, opened_by }: { readonly date?: string | undefined; opened_by: number | null },
): Promise<number | null> {
  const { timetable_id, train_changes, setup } = question;
  const { infra_id, electrical_profile_set_id, temporary_speed_limit_group_id } = setup.parameters;
  const row = await db.queryOne<{ id: number }>("train_runs/operation/insert", [
    timetable_id,
    date,
    infra_id,
    electrical_profile_set_id,
    temporary_speed_limit_group_id,
    Number(setup.infra.key),
    train_changes,
    opened_by,
    records.map(({ kind }) => kind),
    records.map(({ id }) => id),
    stock_names,
    runs.map(({ train }) => train),
    runs.map(({ name }) => name),
    runs.map(({ start_ms }) => start_ms),
    runs.map(({ form }) => form),
    ...(span_ms ?? [null, null]),
  ]);
  return row?.id ?? null;
}

export async function listKnownRuns(db: Database, { id, plan }: PinRef): Promise<KnownRun[]> {
  return await db.query("train_runs/operation/list_runs", [id, plan]);
}

type RunRow = Omit<OpenDayRun, "train"> & { readonly train: string };

/** One page of its trains by their numbers, and the total number. */
export async function listNumberedRuns(
  db: Database,
  id: number,
  { name = null, ...at }: PageAt & { readonly name?: string | null | undefined },
): Promise<{ count: number; results: OpenDayRun[] }> {
  const options = { values: [id, name], at, key: "run" } as const;
  const { count, results } = await queryPage<RunRow>(
    db,
    "train_runs/operation/page_of_runs",
    options,
  );
  const named = results.map((row) => ({ ...row, train: JSON.parse(row.train) as ReportedTrain }));
  return { count, results: named };
}

/** A run of an opened day that was asked for. */
interface FoundRun extends PinRef {
  readonly wanted_run: number;
  /** Null: the day has no such run. */
  readonly run: number | null;
  /** As of `KnownRun`. */
  readonly train: string | null;
  readonly is_gone: boolean | null;
}

/** Of days that the timetable has. */
export async function findRuns(
  db: Database,
  timetable_id: number,
  wanted: readonly NumberedRun[],
): Promise<FoundRun[]> {
  return await db.query("train_runs/operation/find_runs", [
    timetable_id,
    wanted.map(({ operation_id }) => operation_id),
    wanted.map(({ run }) => run),
  ]);
}

export async function listChangedStocks(db: Database, { id, plan }: PinRef): Promise<string[]> {
  const name = "train_runs/operation/list_changed_stocks";
  const rows = await db.query<{ name: string }>(name, [id, plan]);
  return rows.map((row) => row.name);
}

/** How much is reported of each train of the day, by its name in reports. */
export async function countReports(
  db: Database,
  { timetable_id, date = NO_DATE }: Pick<OpenedDay, "timetable_id" | "date">,
  trains: readonly string[],
): Promise<Map<string, number>> {
  const values = [timetable_id, date, trains];
  type Row = { readonly train: string; readonly report_count: number };
  const rows = await db.query<Row>("train_runs/operation/count_reports", values);
  return new Map(rows.map(({ train, report_count }) => [train, report_count]));
}

/** Puts an opened day onto another plan; false: it, trains or network have changed since that was made. */
export async function refreshOpenDay(
  db: Database,
  { id, plan }: PinRef,
  { question, records, stock_names, span_ms }: PlannedDay,
  { runs, renames }: DayChanges,
): Promise<boolean> {
  const row = await db.queryOne("train_runs/operation/refresh", [
    id,
    plan,
    Number(question.setup.infra.key),
    question.train_changes,
    records.map(({ kind }) => kind),
    records.map((record) => record.id),
    stock_names,
    runs.map(({ run }) => run),
    runs.map(({ train }) => train),
    runs.map(({ name }) => name),
    runs.map(({ start_ms }) => start_ms),
    runs.map(({ form }) => form),
    runs.map(({ is_gone }) => is_gone),
    ...(span_ms ?? [null, null]),
    renames.map(({ from }) => from),
    renames.map(({ to }) => to),
  ]);
  return row !== null;
}

/** False: there is none. */
export async function deleteOpenDay(db: Database, id: number): Promise<boolean> {
  return (await db.queryOne("train_runs/operation/delete", [id])) !== null;
}
