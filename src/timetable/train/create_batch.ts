/**
 * Creates trains, all or none. The statement returns only their ids: the records are known here,
 * and a retry under the same idempotency key sends them again.
 */
import type { Config } from "../../platform/config.ts";
import { printAuthorship } from "../../platform/http/authorship.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { encodeText } from "../../platform/text_pieces.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import { createTrains, type MadeTrains } from "./train.queries.ts";
import type { TrainColumns, WrittenKind } from "./train_kind.ts";

/** Returns the trains in the order of the forms. */
export async function createBatch<Form>(
  ctx: Context,
  kind: WrittenKind<Form>,
  { timetable_id, forms }: { readonly timetable_id: number; readonly forms: readonly Form[] },
): Promise<JsonText> {
  const { signal } = ctx;
  const { db, config } = ctx.services;
  const { limits } = config;
  if (forms.length > limits.batch_trains) throw tooManyTrains(forms.length, limits.batch_trains);
  const columns = await doInTurns(toAllColumns(kind, forms, limits), signal);
  const author_id = ctx.user?.id ?? null;
  const { made_ids, modified_at } =
    ctx.firstAnswer<MadeTrains>() ??
    (await createTrains(db, kind, { timetable_id, author_id, columns, signal }));
  const head = `"timetable_id":${timetable_id},${printAuthorship(ctx.user, modified_at)}`;
  return { json: await doInTurns(encodeText(printTrains(made_ids, head, columns))) };
}

function* toAllColumns<Form>(
  kind: WrittenKind<Form>,
  forms: readonly Form[],
  limits: Config["limits"],
): InTurns<TrainColumns[]> {
  const all: TrainColumns[] = [];
  for (const [i, form] of forms.entries()) {
    all.push(yield* kind.toColumns(form, limits, i));
    yield;
  }
  return all;
}

function* printTrains(
  made_ids: readonly number[],
  head: string,
  columns: readonly TrainColumns[],
): Generator<string> {
  yield "[";
  for (const [i, { record }] of columns.entries()) {
    yield `${i === 0 ? "" : ","}{"id":${made_ids[i]},${head},`;
    yield record.slice(1);
  }
  yield "]";
}
