/** Reads the train schedules that a request names, with the check of the rights on all they involve. */
import type { Context, Resources } from "../../platform/http/endpoint.ts";
import {
  tooManyTrains,
  trainScheduleBatchNotFound,
  trainScheduleNotFound,
} from "../../timetable/train_schedule/train_schedule.errors.ts";
import {
  listTrainRecords,
  type TrainRecord,
} from "../../timetable/train_schedule/train_schedule.queries.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";

/** One train and its rolling stock. Throws not found or Forbidden. */
export async function readTrain(
  ctx: Context,
  id: number,
): Promise<{ train: TrainSchedule; stocks: RequestStocks }> {
  const [record] = await listTrainRecords(ctx.services.db, [id]);
  if (record === undefined) throw trainScheduleNotFound(id);
  return { train: record.train, stocks: await checkTrains(ctx, [record], {}) };
}

/**
 * Distinct trains in the order of their ids and their rolling stocks, after the check of the rights on
 * all of them and on `resources`. Throws when they are too many or some do not exist.
 */
export async function readTrains(
  ctx: Context,
  ids: readonly number[],
  resources: Resources,
): Promise<{ records: TrainRecord[]; stocks: RequestStocks }> {
  const { summary_trains } = ctx.services.config.limits;
  if (ids.length > summary_trains) throw tooManyTrains(ids.length, summary_trains);
  const found = await listTrainRecords(ctx.services.db, ids);
  if (found.length < ids.length) throw trainScheduleBatchNotFound(ids.length - found.length);
  const stocks = await checkTrains(ctx, found, resources);
  const by_id = new Map(found.map((record) => [record.id, record]));
  return { records: ids.flatMap((id) => by_id.get(id) ?? []), stocks };
}

/** Asks for the rights on timetables, stocks and `resources` at once. */
async function checkTrains(
  ctx: Context,
  records: readonly TrainRecord[],
  resources: Resources,
): Promise<RequestStocks> {
  const stocks = new RequestStocks(ctx);
  await stocks.learn(
    records.map(({ train }) => train.rolling_stock_name),
    { ...resources, timetable: [...new Set(records.map(({ timetable_id }) => timetable_id))] },
  );
  return stocks;
}
