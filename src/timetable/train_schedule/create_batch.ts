/**
 * Creating trains, or paced trains, all or none. The statement answers their ids alone: the records are
 * here already, and the same request under the same idempotency key brings them again.
 */
import type { Database } from "../../platform/db/client.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { encodeText } from "../../platform/text_pieces.ts";
import { doInTurns } from "../../platform/turns.ts";

/** What a creation answers. */
export interface MadeTrains {
  readonly made_ids: readonly number[];
}

/** Trains of one kind as they are stored. */
interface Batch<Columns> {
  readonly columns: readonly Columns[];
  readonly insert: (
    db: Database,
    timetable_id: number,
    batch: { readonly columns: readonly Columns[]; readonly signal: AbortSignal },
  ) => Promise<MadeTrains>;
}

/** Answers the trains in the order of the columns. */
export async function createBatch<Columns extends { readonly record: string }>(
  ctx: Context,
  timetable_id: number,
  { columns, insert }: Batch<Columns>,
): Promise<JsonText> {
  const { signal } = ctx;
  const { made_ids } =
    ctx.firstAnswer<MadeTrains>() ??
    (await insert(ctx.services.db, timetable_id, { columns, signal }));
  return { json: await doInTurns(encodeText(printTrains(made_ids, timetable_id, columns))) };
}

function* printTrains(
  made_ids: readonly number[],
  timetable_id: number,
  columns: readonly { readonly record: string }[],
): Generator<string> {
  yield "[";
  for (const [i, { record }] of columns.entries()) {
    yield `${i === 0 ? "" : ","}{"id":${made_ids[i]},"timetable_id":${timetable_id},`;
    yield record.slice(1);
  }
  yield "]";
}
