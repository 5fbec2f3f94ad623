/** The rolling stocks of all trains of a timetable; their names are kept until a train changes. */
import type { Context } from "../../platform/http/endpoint.ts";
import { together } from "../../platform/together.ts";
import { getTrainChanges, listStockNames } from "../../timetable/train/train.queries.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { ConflictQuestion } from "./kept_trains.ts";

/** Approximate size of a rolling stock's name. */
const NAME_BYTES = 128;

/** Reads the stocks of all trains. Returns the timetable's change counter and the names; null: no such timetable. */
export async function learnStocks(
  ctx: Pick<Context, "services">,
  timetable_id: number,
  stocks: RequestStocks,
): Promise<Pick<ConflictQuestion, "train_changes" | "stock_names"> | null> {
  const { db, kept } = ctx.services;
  const known = kept.peek<StockNames>(namesKey(timetable_id));
  const [train_changes] = await together([
    getTrainChanges(db, timetable_id),
    stocks.readAhead(known?.names ?? []),
  ]);
  if (train_changes === null) return null;
  const stock_names = await listNames(ctx, timetable_id, train_changes);
  await stocks.learn(stock_names);
  return { train_changes, stock_names };
}

interface StockNames {
  readonly train_changes: string;
  readonly names: readonly string[];
}

/** The stocks of all trains, kept until a train changes: reading them can take as long as everything else. */
async function listNames(
  { services }: Pick<Context, "services">,
  timetable_id: number,
  train_changes: string,
): Promise<readonly string[]> {
  const key = namesKey(timetable_id);
  const kept = services.kept.open<StockNames>(key);
  if (kept.value?.train_changes === train_changes) return kept.value.names;
  // Read after the change counter: so they may be newer than it, never older.
  const names = (await listStockNames(services.db, timetable_id)) ?? [];
  kept.value = { train_changes, names };
  services.kept.resize(key, kept, NAME_BYTES * (1 + names.length));
  return names;
}

function namesKey(timetable_id: number): string {
  return `stock_names:${timetable_id}`;
}
