/**
 * Tries out changes of trains: computes them like stored trains, from the same cached results, and
 * plans them on the timetable's kept conflicts, which are not modified.
 */
import { type InTurns, mapInTurns, mapNestedInTurns } from "../../platform/turns.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import type { ChangedTrain } from "../../timetable/changes/changed_records.ts";
import type { NamedDeparture, Variants } from "../../timetable/train/train_kind.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { orderOf, planTrains } from "../conflict/planned_trains.ts";
import { NO_SLOTS, SlotPlan, type TrainSlots, type Version } from "../conflict/slot_plan.ts";
import { nameTried, triedId } from "../conflict/tried_records.ts";
import { type ComputedTrain, computeDepartures } from "../simulation/compute_trains.ts";
import type { Source } from "../simulation/computed_groups.ts";
import { DERIVED } from "../simulation/derived_kinds.ts";
import { type SimulationSetup, urgencyOf } from "../simulation/setup.ts";
import { printSummary } from "../simulation/simulation_answer.ts";
import { departuresOf } from "../simulation/train_answers.ts";

/** A record, its trains that run, and the trains that its summaries are about. */
export interface ExpandedChange {
  readonly record: ChangedTrain;
  readonly departures: readonly NamedDeparture[];
  /** Null: the record is removed. */
  readonly variants: Variants | null;
}

/** The kept conflicts at one moment. */
export interface Snapshot {
  readonly version: Version;
  /** Of each record. */
  readonly slots: readonly TrainSlots[];
}

/** A trial, ready to run as a task. */
export interface Trial {
  /** With a priority that fits the number of trains. */
  readonly setup: SimulationSetup;
  readonly plan: SlotPlan;
  /** The summary of each change as JSON text. */
  readonly summaries: ReadonlyMap<number, string>;
  /** For each record, the results of its departures. */
  readonly computed: readonly (readonly ComputedTrain[])[];
}

/**
 * The trains of the changed records; reads their rolling stocks. Throws Forbidden, and throws as
 * soon as these alone are too many trains: a thousand records could fill the memory.
 */
export async function expandAll(
  { setup: { services, signal }, stocks, on = null }: Pick<Source, "setup" | "stocks" | "on">,
  records: readonly ChangedTrain[],
): Promise<ExpandedChange[]> {
  await stocks.learn(records.flatMap(({ columns }) => columns?.rolling_stock_names ?? []));
  const { conflict_trains } = services.config.limits;
  let count = 0;
  return await mapNestedInTurns(records, signal, function* (record): InTurns<ExpandedChange> {
    const one = yield* expand(record, on);
    count += one.departures.length;
    if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
    return one;
  });
}

function* expand(record: ChangedTrain, on: AskedDate | null): InTurns<ExpandedChange> {
  const { kind, columns } = record;
  if (columns === null) return { record, departures: [], variants: null };
  const variants = yield* kind.toVariants({ id: record.id ?? 0, record: columns.record });
  return { record, departures: yield* kind.listDepartures(columns.record, on), variants };
}

/** Computes all trains and plans the trial. */
export async function planTrial(
  question: Pick<ConflictQuestion, "setup" | "stocks">,
  expanded: readonly ExpandedChange[],
  { version, slots }: Snapshot,
): Promise<Trial> {
  // New trains, plus the trains of the same records that run now.
  const known_count = slots.reduce((sum, { size }) => sum + size, 0);
  const count = expanded.reduce((sum, { departures }) => sum + departures.length, known_count);
  const setup = { ...question.setup, priority: urgencyOf(question.setup, count) };
  const lists = expanded.map(({ departures, variants }): readonly Departure[] => [
    ...departures,
    ...(variants === null ? [] : departuresOf(variants)),
  ]);
  const all = await computeDepartures(setup, lists.flat(), question.stocks);
  const plan = new SlotPlan(version);
  const summaries = new Map<number, string>();
  let next = 0;
  const computed = await mapInTurns(expanded, setup.signal, (one, i) => {
    const { record, departures } = one;
    const own = all.slice(next, next + (lists[i]?.length ?? 0));
    next += own.length;
    const order = orderOf(record.kind.name, triedId(record, i));
    const planned = planTrains(departures, own, (occurrence) => nameTried(record, occurrence));
    plan.change(order, slots[i] ?? NO_SLOTS, planned);
    for (const [change, text] of summarize(one, own.slice(departures.length))) {
      summaries.set(change, text);
    }
    return own.slice(0, departures.length);
  });
  return { setup, plan, summaries, computed };
}

/** The summary of each change of a record, from its computed base train and exceptions. */
export function* summarize(
  { record: { kind, changes, keys }, variants }: ExpandedChange,
  computed: readonly ComputedTrain[],
): Generator<readonly [change: number, json: string]> {
  if (variants === null) return;
  const texts = computed.map((one) => JSON.stringify(printSummary(one)));
  for (const change of changes) {
    const key = keys.get(change);
    if (key === undefined) yield [change, DERIVED[kind.name].printTrain(variants, texts)];
    else {
      // Texts of exceptions follow the base train's; a disabled exception has none.
      const text = texts[1 + variants.exceptions.findIndex((one) => one.key === key)];
      const is_there = variants.exceptions.some((one) => one.key === key);
      if (is_there && text !== undefined) yield [change, text];
    }
  }
}

/** The summaries of all changes, separated by commas; null: the train does not run. */
export function printInOrder(texts: ReadonlyMap<number, string>, change_count: number): string {
  return Array.from({ length: change_count }, (_, i) => texts.get(i) ?? "null").join();
}
