/**
 * What would follow from changes of trains. They are computed as stored trains are, from the same cached
 * results, and tried on the kept conflicts of the timetable, which stay as they are.
 */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { together } from "../../platform/together.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import { checkCount } from "../../timetable/changes/changed_records.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import type { ConflictQuestion } from "../conflict/kept_conflicts.ts";
import { readKept } from "../conflict/read_kept.ts";
import { NO_SLOTS, type SlotPlan, type Version } from "../conflict/slot_plan.ts";
import { type ConflictParameters, openConflicts } from "../conflict/timetable_conflicts.ts";
import { urgencyOf } from "../simulation/setup.ts";
import { type ExpandedChange, expandAll, planTrial, type Snapshot, tryRecords } from "./try_out.ts";

export async function answerWhatIf(
  ctx: Context,
  { timetable_id, ...parameters }: ConflictParameters & { readonly timetable_id: number },
  changes: readonly Change[],
): Promise<JsonText> {
  checkCount(ctx, changes);
  const options = { ...parameters, priority: "interactive" } as const;
  const [question, records] = await together([
    openConflicts(ctx, timetable_id, options),
    tryRecords(ctx, timetable_id, changes),
  ]);
  await question.stocks.learn(records.flatMap(({ columns }) => columns?.rolling_stock_names ?? []));
  const expanded = await expandAll(ctx, records);
  const snapshot = await readKept(question, async ({ version, records: known_records }) => {
    const known = records.map(({ kind, id }) =>
      id === null ? undefined : known_records.find(kind.name, id),
    );
    const count = expanded.reduce(
      (sum, { departures }, i) => sum + departures.length - (known[i]?.departure_count ?? 0),
      known_records.departure_count,
    );
    const { conflict_trains } = ctx.services.config.limits;
    if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
    return { version, slots: known.map((one) => one?.slots ?? NO_SLOTS) };
  });
  const priority = urgencyOf(question.setup, countTouched(expanded, snapshot));
  const trial = { ...question, setup: { ...question.setup, priority } };
  const { plan, summaries } = await planTrial(trial, expanded, snapshot);
  const texts = changes.map((_, i) => summaries.get(i) ?? "null").join();
  return { json: await tryPlan(trial, snapshot.version, { plan, summaries: texts }) };
}

/** Trains that are to run, and those that run of the same records now. */
function countTouched(expanded: readonly ExpandedChange[], { slots }: Snapshot): number {
  const known = slots.reduce((sum, { size }) => sum + size, 0);
  return expanded.reduce((sum, { departures }) => sum + departures.length, known);
}

/** The answer as JSON text. */
async function tryPlan(
  { setup }: ConflictQuestion,
  { occupancy }: Version,
  { plan, summaries }: { readonly plan: SlotPlan; readonly summaries: string },
): Promise<string | Uint8Array> {
  const { conflict_count: count } = occupancy;
  if (plan.is_empty) {
    const conflicts = { gone: [], new: [], count_before: count, count_after: count };
    return printObject({ trains: raw(`[${summaries}]`), conflicts });
  }
  return unlessTooMany(await plan.run(setup, "try_changes", { summaries })).json;
}
