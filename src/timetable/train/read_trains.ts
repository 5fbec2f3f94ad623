/**
 * Reads the trains that a request computes with, and checks the rights on everything they involve:
 * their timetables, and the rolling stocks of the trains and of all their exceptions.
 */
import { given } from "../../platform/given.ts";
import type { Context, Resources } from "../../platform/http/endpoint.ts";
import { doInTurns, mapNestedInTurns } from "../../platform/turns.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { type AskedDate, openDateIf, requireStart } from "../calendar/asked_date.ts";
import type { Departure } from "../train_schedule/departures.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import { listTrainRows, type TrainRow } from "./train.queries.ts";
import type { TrainKind, TrainRecord, Variants } from "./train_kind.ts";

/** Trains in one summary or projection. */
const SUMMARY_TRAINS_MAX = 1000;

/**
 * The train of one exception (even a disabled one), or without a key the base train, with its
 * start, on a date if one is asked for. Throws not found or Forbidden, or if it has no train on the date.
 */
export async function readVariant(
  ctx: Context,
  kind: TrainKind,
  {
    id,
    exception_key,
    date,
  }: {
    readonly id: number;
    readonly exception_key?: string | undefined;
    readonly date?: string | undefined;
  },
): Promise<{ departure: Departure; stocks: RequestStocks }> {
  const [row] = await listTrainRows(ctx.services.db, kind, [id]);
  if (row === undefined) throw kind.notFound(id);
  const { records, stocks } = await checkRows(ctx, [row], {});
  const { record } = given(records[0], "the train was read");
  const on = await openDateIf(ctx.services.db, row.timetable_id, date);
  const departure = await doInTurns(kind.depart(record, exception_key, on), ctx.signal);
  return { departure: requireStart(departure, id, date), stocks };
}

/**
 * Distinct trains in the order of their ids; with a date those of this operating day. First checks the rights on all of them and on `resources`.
 * Throws if the trains, alone or with their exceptions, are too many, or if some do not exist.
 */
export async function readVariants(
  ctx: Context,
  kind: TrainKind,
  {
    ids,
    resources,
    date,
  }: {
    readonly ids: readonly number[];
    readonly resources: Resources;
    readonly date: string | undefined;
  },
): Promise<{ variants: Variants[]; stocks: RequestStocks }> {
  const { paced_train_occurrences } = ctx.services.config.limits;
  if (ids.length > SUMMARY_TRAINS_MAX) throw tooManyTrains(ids.length, SUMMARY_TRAINS_MAX);
  const rows = await listTrainRows(ctx.services.db, kind, ids);
  if (rows.length < ids.length) throw kind.batchNotFound(ids.length - rows.length);
  const { records, stocks } = await checkRows(ctx, rows, resources);
  const dates = await openDates(ctx, rows, date);
  const found = await mapNestedInTurns(records, ctx.signal, (one, i) =>
    kind.toVariants(one, dates[i]),
  );
  const count = found.reduce((sum, { exceptions }) => sum + 1 + exceptions.length, 0);
  // One paced train never has more, so a request for fewer trains can succeed.
  const count_max = Math.max(SUMMARY_TRAINS_MAX, paced_train_occurrences + 1);
  if (count > count_max) throw tooManyTrains(count, count_max);
  const by_id = new Map(found.filter((one) => one.is_running).map((one) => [one.id, one]));
  return { variants: ids.flatMap((id) => by_id.get(id) ?? []), stocks };
}

/** The date of each train in its timetable. */
async function openDates(
  { services: { db } }: Context,
  rows: readonly TrainRow[],
  date: string | undefined,
): Promise<(AskedDate | null)[]> {
  const dates = new Map<number, AskedDate | null>();
  for (const { timetable_id } of rows) {
    if (dates.has(timetable_id)) continue;
    dates.set(timetable_id, await openDateIf(db, timetable_id, date));
  }
  return rows.map(({ timetable_id }) => dates.get(timetable_id) ?? null);
}

/** Checks the rights on timetables, stocks and `resources` in one go, and only then the size of the records. */
async function checkRows(
  ctx: Context,
  rows: readonly TrainRow[],
  resources: Resources,
): Promise<{ records: TrainRecord[]; stocks: RequestStocks }> {
  const stocks = new RequestStocks(ctx);
  await stocks.learn(
    rows.flatMap(({ rolling_stock_names }) => rolling_stock_names),
    { ...resources, timetable: [...new Set(rows.map(({ timetable_id }) => timetable_id))] },
  );
  const records = rows.flatMap(({ id, record }) => (record === null ? [] : [{ id, record }]));
  if (records.length < rows.length) throw tooManyTrains(rows.length, records.length);
  return { records, stocks };
}
