/**
 * The consequences of train changes. The changed trains are computed like stored trains, from the
 * same cached results, and tried on the timetable's kept conflicts, which are not modified.
 */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { together } from "../../platform/together.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import { changeRecords, checkCount } from "../../timetable/changes/changed_records.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import { readKept } from "../conflict/read_kept.ts";
import { NO_SLOTS } from "../conflict/slot_plan.ts";
import { type ConflictParameters, openConflicts } from "../conflict/timetable_conflicts.ts";
import { expandAll, planTrial, type Snapshot, type Trial } from "./try_out.ts";

export async function answerWhatIf(
  ctx: Context,
  { timetable_id, ...parameters }: ConflictParameters & { readonly timetable_id: number },
  changes: readonly Change[],
): Promise<JsonText> {
  checkCount(ctx, changes);
  const options = { ...parameters, priority: "interactive" } as const;
  const [question, records] = await together([
    openConflicts(ctx, timetable_id, options),
    changeRecords(ctx, { timetable_id, changes }),
  ]);
  const expanded = await expandAll(question, records);
  const snapshot = await readKept(question, async ({ version, records: known_records }) => {
    const known = records.map(({ kind, id }) =>
      id === null ? undefined : known_records.find(kind.name, id),
    );
    const count = expanded.reduce(
      (sum, { departures }, i) => sum + departures.length - (known[i]?.departure_count ?? 0),
      known_records.departure_count,
    );
    const { conflict_trains } = question.setup.services.config.limits;
    if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
    return { version, slots: known.map((one) => one?.slots ?? NO_SLOTS) };
  });
  const trial = await planTrial(question, expanded, snapshot);
  return { json: await printTrial(trial, changes.length, snapshot) };
}

/** The answer as JSON text. */
async function printTrial(
  { setup, plan, summaries: texts }: Trial,
  change_count: number,
  { version }: Snapshot,
): Promise<string | Uint8Array> {
  const summaries = Array.from({ length: change_count }, (_, i) => texts.get(i) ?? "null").join();
  if (plan.is_empty) {
    const { conflict_count: count } = version.occupancy;
    const conflicts = { gone: [], new: [], count_before: count, count_after: count };
    return printObject({ trains: raw(`[${summaries}]`), conflicts });
  }
  return unlessTooMany(await plan.run(setup, "try_changes", { summaries })).json;
}
