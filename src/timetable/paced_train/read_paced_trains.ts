/**
 * Reads the paced trains that a request computes with, with the check of the rights on all that they
 * involve: their timetables, and the rolling stocks of the trains and of all their exceptions.
 */
import type { Context, Resources } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { type Departure, departTrain } from "../train_schedule/departures.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import { baseTrain, departException } from "./effective_trains.ts";
import {
  exceptionNotFound,
  pacedTrainBatchNotFound,
  pacedTrainNotFound,
} from "./paced_train.errors.ts";
import { listPacedTrainRows, type PacedTrainRow, parsePacedTrain } from "./paced_train.queries.ts";

/** A paced train as the trains that may run differently. */
export interface Variants {
  readonly id: number;
  readonly base: Departure;
  /** Those in effect, in their order. */
  readonly exceptions: readonly (Departure & { readonly key: string })[];
}

/**
 * The train of one exception, or without a key the base train, with its start; disabled exceptions
 * have theirs too.
 * Throws not found or Forbidden.
 */
export async function readVariant(
  ctx: Context,
  id: number,
  exception_key: string | undefined,
): Promise<{ departure: Departure; stocks: RequestStocks }> {
  const [row] = await listPacedTrainRows(ctx.services.db, [id]);
  if (row === undefined) throw pacedTrainNotFound(id);
  const { records, stocks } = await checkRows(ctx, [row], {});
  const [paced_train] = records.map(({ record }) => parsePacedTrain(record));
  if (paced_train === undefined) throw new Error("a paced train was not read");
  const base = baseTrain(paced_train);
  if (exception_key === undefined) return { departure: departTrain(base), stocks };
  const exception = paced_train.exceptions.find(({ key }) => key === exception_key);
  if (exception === undefined) throw exceptionNotFound(exception_key);
  return { departure: departException(paced_train, base, exception), stocks };
}

/**
 * Distinct paced trains in the order of their ids, after the check of the rights on all of them and on
 * `resources`. Throws when they, or they with their exceptions, are too many, or some do not exist.
 */
export async function readVariants(
  ctx: Context,
  ids: readonly number[],
  resources: Resources,
): Promise<{ variants: Variants[]; stocks: RequestStocks }> {
  const { summary_trains, paced_train_occurrences } = ctx.services.config.limits;
  if (ids.length > summary_trains) throw tooManyTrains(ids.length, summary_trains);
  const rows = await listPacedTrainRows(ctx.services.db, ids);
  if (rows.length < ids.length) throw pacedTrainBatchNotFound(ids.length - rows.length);
  const { records, stocks } = await checkRows(ctx, rows, resources);
  const found = await mapInTurns(records, ctx.signal, toVariants);
  const count = found.reduce((sum, { exceptions }) => sum + 1 + exceptions.length, 0);
  // One paced train never has more, so whoever asks for fewer at once gets an answer.
  const count_max = Math.max(summary_trains, paced_train_occurrences + 1);
  if (count > count_max) throw tooManyTrains(count, count_max);
  const by_id = new Map(found.map((one) => [one.id, one]));
  return { variants: ids.flatMap((id) => by_id.get(id) ?? []), stocks };
}

interface StoredRecord {
  readonly id: number;
  readonly record: string;
}

/** The trains of a stored record that may run differently. */
export function toVariants({ id, record }: StoredRecord): Variants {
  const paced_train = parsePacedTrain(record);
  const base = baseTrain(paced_train);
  const exceptions = paced_train.exceptions.flatMap((exception) =>
    exception.disabled
      ? []
      : [{ key: exception.key, ...departException(paced_train, base, exception) }],
  );
  return { id, base: departTrain(base), exceptions };
}

/** Asks for the rights on timetables, stocks and `resources` at once; then the records count. */
async function checkRows(
  ctx: Context,
  rows: readonly PacedTrainRow[],
  resources: Resources,
): Promise<{ records: StoredRecord[]; stocks: RequestStocks }> {
  const stocks = new RequestStocks(ctx);
  await stocks.learn(
    rows.flatMap(({ rolling_stock_names }) => rolling_stock_names),
    { ...resources, timetable: [...new Set(rows.map(({ timetable_id }) => timetable_id))] },
  );
  const records = rows.flatMap(({ id, record }) => (record === null ? [] : [{ id, record }]));
  if (records.length < rows.length) throw tooManyTrains(rows.length, records.length);
  return { records, stocks };
}
