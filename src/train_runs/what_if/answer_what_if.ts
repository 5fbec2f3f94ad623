/**
 * What would follow from changes of trains. They are computed as stored trains are, from the same cached
 * results, and tried on the kept conflicts of the timetable, which stay as they are.
 */
import { TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { together } from "../../platform/together.ts";
import { mapInTurns, type Work, workInTurns } from "../../platform/turns.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import {
  type ChangedTrain,
  changeRecords,
  checkCount,
  readKnown,
} from "../../timetable/changes/changed_records.ts";
import type { Occurrence } from "../../timetable/paced_train/effective_trains.ts";
import type { NamedDeparture, Variants } from "../../timetable/train/train_kind.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import type { ConflictQuestion } from "../conflict/kept_conflicts.ts";
import { nameOccurrence, orderOf, planTrains } from "../conflict/planned_trains.ts";
import { readKept } from "../conflict/read_kept.ts";
import { NO_SLOTS, SlotPlan, type TrainSlots, type Version } from "../conflict/slot_plan.ts";
import { type ConflictParameters, openConflicts } from "../conflict/timetable_conflicts.ts";
import { type ComputedTrain, computeDepartures } from "../simulation/compute_trains.ts";
import { DERIVED } from "../simulation/derived_kinds.ts";
import { urgencyOf } from "../simulation/setup.ts";
import { printSummary } from "../simulation/simulation_answer.ts";
import { departuresOf } from "../simulation/train_answers.ts";

/** A record, the trains that run of it and those that its summaries are of. */
interface Expanded {
  readonly record: ChangedTrain;
  readonly departures: readonly NamedDeparture[];
  /** Null: it is removed. */
  readonly variants: Variants | null;
}

/** What is kept, as of one moment. */
interface Snapshot {
  readonly version: Version;
  /** Of each record. */
  readonly slots: readonly TrainSlots[];
}

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
  const { plan, summaries } = await planChanges(trial, expanded, snapshot);
  const texts = changes.map((_, i) => summaries.get(i) ?? "null").join();
  return { json: await tryPlan(trial, snapshot.version, { plan, summaries: texts }) };
}

/** The records that the changes would leave. */
async function tryRecords(
  ctx: Context,
  timetable_id: number,
  changes: readonly Change[],
): Promise<ChangedTrain[]> {
  const known = await readKnown(ctx, timetable_id, changes);
  return await changeRecords(ctx, { timetable_id, changes, known });
}

/** Throws as soon as they alone are too many trains: a thousand records could fill the memory. */
async function expandAll(
  { services, signal }: Context,
  records: readonly ChangedTrain[],
): Promise<Expanded[]> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  return await workInTurns(records, signal, function* (record): Work<Expanded> {
    const one = yield* expand(record);
    count += one.departures.length;
    if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
    return one;
  });
}

function* expand(record: ChangedTrain): Work<Expanded> {
  const { kind, columns } = record;
  if (columns === null) return { record, departures: [], variants: null };
  const variants = yield* kind.toVariants({ id: record.id ?? 0, record: columns.record });
  return { record, departures: yield* kind.listDepartures(columns.record), variants };
}

/** Trains that are to run, and those that run of the same records now. */
function countTouched(expanded: readonly Expanded[], { slots }: Snapshot): number {
  const known = slots.reduce((sum, { size }) => sum + size, 0);
  return expanded.reduce((sum, { departures }) => sum + departures.length, known);
}

/** Computes all trains; the plan of the trial and the summary of each change as JSON text. */
async function planChanges(
  { setup, stocks }: ConflictQuestion,
  expanded: readonly Expanded[],
  { version, slots }: Snapshot,
): Promise<{ plan: SlotPlan; summaries: ReadonlyMap<number, string> }> {
  const lists = expanded.map(({ departures, variants }): readonly Departure[] => [
    ...departures,
    ...(variants === null ? [] : departuresOf(variants)),
  ]);
  const computed = await computeDepartures(setup, lists.flat(), stocks);
  const plan = new SlotPlan(version);
  const summaries = new Map<number, string>();
  let next = 0;
  await mapInTurns(expanded, setup.signal, (one, i) => {
    const { record, departures } = one;
    const own = computed.slice(next, next + (lists[i]?.length ?? 0));
    next += own.length;
    const { kind, id } = record;
    const order = orderOf(kind.name, id ?? TRIED_FROM + i);
    const planned = planTrains(departures, own, (occurrence) => nameTried(record, occurrence));
    plan.change(order, slots[i] ?? NO_SLOTS, planned);
    for (const [change, text] of summarize(one, own.slice(departures.length))) {
      summaries.set(change, text);
    }
  });
  return { plan, summaries };
}

/** As it is named in conflicts; an exception that only the trial has is not told. */
function nameTried({ id, changes, new_keys }: ChangedTrain, occurrence: Occurrence | null): string {
  const [change] = changes;
  if (id === null) return JSON.stringify({ change, ...occurrence });
  if (occurrence === null) return "";
  const is_new = "exception_key" in occurrence && new_keys.has(occurrence.exception_key);
  if (is_new && "index" in occurrence) return nameOccurrence(id, { index: occurrence.index });
  return nameOccurrence(id, occurrence);
}

/** The summary of each change of a record, from the computed base train and exceptions. */
function* summarize(
  { record: { kind, changes, keys }, variants }: Expanded,
  computed: readonly ComputedTrain[],
): Generator<readonly [change: number, json: string]> {
  if (variants === null) return;
  const texts = computed.map((one) => JSON.stringify(printSummary(one)));
  for (const change of changes) {
    const key = keys.get(change);
    if (key === undefined) yield [change, DERIVED[kind.name].printTrain(variants, texts)];
    else {
      // Behind the base train; an exception that is switched off is not there.
      const text = texts[1 + variants.exceptions.findIndex((one) => one.key === key)];
      const is_there = variants.exceptions.some((one) => one.key === key);
      if (is_there && text !== undefined) yield [change, text];
    }
  }
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
