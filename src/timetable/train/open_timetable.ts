/** Checks the rights on all rolling stocks of a timetable before any of it is answered. */
import type { Context } from "../../platform/http/endpoint.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";
import { listStockNames } from "./train.queries.ts";

/**
 * Checks the rights on the stocks of all trains of a timetable, including paced trains and their
 * exceptions. Throws TimetableNotFound or Forbidden.
 */
export async function openTimetableStocks(
  ctx: Context,
  timetable_id: number,
): Promise<{ stocks: RequestStocks; train_count: number }> {
  const { db } = ctx.services;
  const found = await getTimetable(db, timetable_id);
  if (found === null) throw timetableNotFound(timetable_id);
  const stocks = new RequestStocks(ctx);
  await stocks.learn((await listStockNames(db, timetable_id)) ?? []);
  return { stocks, train_count: found.timetable.train_count };
}
