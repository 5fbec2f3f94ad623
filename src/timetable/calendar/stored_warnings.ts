/** What may not be meant about trains that were just stored is told beside the answer. */
import type { Context } from "../../platform/http/endpoint.ts";
import { printReport } from "../../platform/http/exchanged_file.ts";
import { listDayWarnings } from "./day_warnings.ts";

/** `ids`: of the stored trains (null: all of the timetable); `kept_starts`: keys of exceptions that keep their own start while their occurrence moves. */
export async function tellStored(
  ctx: Pick<Context, "services" | "setHeader" | "signal">,
  timetable_id: number,
  {
    ids,
    kept_starts = [],
  }: { readonly ids: readonly number[] | null; readonly kept_starts?: readonly string[] },
): Promise<void> {
  const of_days = await listDayWarnings(ctx.services.db, timetable_id, ids, ctx.signal);
  const rows = [...listKept(kept_starts), ...of_days];
  if (rows.length > 0) ctx.setHeader("x-warnings", printReport(rows));
}

function listKept(keys: readonly string[]): object[] {
  if (keys.length === 0) return [];
  const message = "its own start is as before, but that of its occurrence has moved";
  const where = { element: "exception", id: keys[0] };
  const row = { severity: "warning", code: "exception_start_kept", where, message };
  return [{ ...row, count: keys.length }];
}
