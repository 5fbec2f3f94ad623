/**
 * What the trains of a timetable occupy when a train is fitted in between them: the kept conflicts, as of
 * one moment. All trains count; those with stocks that the caller may not read are not named.
 */
import type { Context } from "../../platform/http/endpoint.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { TakenStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { KeptRecords } from "../conflict/kept_records.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { learnStocks } from "../conflict/known_stocks.ts";
import { readKept } from "../conflict/read_kept.ts";
import type { Version } from "../conflict/slot_plan.ts";

export interface TakenTimetable {
  readonly version: Version;
  /** The zones of all trains and works, joined. */
  readonly taken: SharedArrayBuffer;
  /** Of trains that are not named. */
  readonly hidden_slots: Uint32Array;
}

/** What is asked for, with a signal of its own. */
type TakenQuestion = Pick<ConflictQuestion, "timetable_id" | "setup" | "works">;

export async function readTaken(
  ctx: Context,
  { timetable_id, setup, works }: TakenQuestion,
): Promise<TakenTimetable> {
  const stocks = new TakenStocks(ctx);
  const known = await learnStocks(ctx, timetable_id, stocks);
  if (known === null) throw absentResource("timetable", timetable_id, "StdcmTimetableNotFound");
  const question = { timetable_id, ...known, setup, stocks, works };
  return await readKept(question, async (kept) => {
    const taken = await kept.join(setup);
    const { version, records } = kept;
    return { version, taken, hidden_slots: listHidden(records, stocks) };
  });
}

function listHidden(records: KeptRecords, stocks: TakenStocks): Uint32Array {
  const slots: number[] = [];
  if (!stocks.hides) return Uint32Array.from(slots);
  for (const { slot, stock_name } of records.listSlots()) {
    if (stocks.isHidden(stock_name)) slots.push(slot);
  }
  return Uint32Array.from(slots);
}
