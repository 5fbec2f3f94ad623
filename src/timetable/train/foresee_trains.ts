/** Checks rights on trains in a URL before their records are read. */
import type { Context } from "../../platform/http/endpoint.ts";
import { listRightsOfTrains } from "./train.queries.ts";
import type { TrainKind } from "./train_kind.ts";

/** Refuses callers without the levels on the timetables and rolling stocks of the trains that exist. */
export async function foreseeTrains(
  ctx: Context,
  kind: TrainKind,
  ids: readonly number[] = [],
): Promise<void> {
  if (ids.length === 0) return;
  const { timetable_ids, collection_ids } = await listRightsOfTrains(ctx.services.db, kind, ids);
  await ctx.foresee({ timetable: timetable_ids, rolling_stock_collection: collection_ids });
}
