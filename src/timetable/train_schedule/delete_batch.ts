/** Deleting trains, or paced trains: all or none, after the check of the rights on their timetables. */
import type { Database } from "../../platform/db/client.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { AppError } from "../../platform/http/errors.ts";
import { tooManyTrains } from "./train_schedule.errors.ts";

/** What one kind of trains has of its own. */
interface Kind {
  readonly listTimetables: (
    db: Database,
    ids: readonly number[],
  ) => Promise<{ readonly count: number; readonly timetable_ids: readonly number[] }>;
  /** Deletes all or none; answers how many are missing. */
  readonly remove: (db: Database, ids: readonly number[]) => Promise<number>;
  readonly notFound: (missing_count: number) => AppError;
}

/** Deletes distinct ids. Throws when they are too many, or some do not exist, or Forbidden. */
export async function deleteBatch(
  ctx: Context,
  ids: readonly number[],
  { listTimetables, remove, notFound }: Kind,
): Promise<void> {
  const { db, config } = ctx.services;
  const { batch_trains } = config.limits;
  if (ids.length > batch_trains) throw tooManyTrains(ids.length, batch_trains);
  const { count, timetable_ids } = await listTimetables(db, ids);
  if (count < ids.length) throw notFound(ids.length - count);
  await ctx.require({ timetable: timetable_ids });
  // One may have gone since: the statement counts again and then deletes none.
  const missing_count = await remove(db, ids);
  if (missing_count > 0) throw notFound(missing_count);
}
