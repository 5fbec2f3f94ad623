/** A proposal is tried exactly as `what_if` tries changes: what it promises is what was found then. */
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import {
  changeRecords,
  type KnownRecord,
  readKnown,
} from "../../timetable/changes/changed_records.ts";
import type { NamedDeparture } from "../../timetable/train/train_kind.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { identityOf } from "../conflict/planned_trains.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import { type ExpandedChange, expandAll, planTrial } from "../what_if/try_out.ts";
import {
  type ChangedDay,
  type StoredChange,
  storeVariants,
  unrollRecords,
} from "./day_variants.ts";
import { type AskedDays, beside } from "./known_days.ts";
import type { KnownTrains } from "./known_trains.ts";
import { trainKeyOf } from "./movable_trains.ts";
import type { Problem } from "./problem.ts";
import { costOfChanged, type DelayedTrain, proposeChanges } from "./proposed_changes.ts";

/** A changed train as it would run. */
export interface TriedTrain extends DelayedTrain {
  readonly run: ValidTrain;
  readonly start_ms: number;
}

export interface CheckedProposal {
  readonly changes: readonly Change[];
  /** JSON texts, one each change; none: of a date, and not yet tried as it would be stored. */
  readonly summaries: readonly string[];
  /** With a date: the changes, and what each makes. */
  readonly stored: readonly StoredChange[];
  /** With all days: the conflicts of the period with the changes; absent: as they are. */
  readonly after?: AskedDays["before"];
  /** JSON texts of conflicts that would be no more. */
  readonly gone: ReadonlySet<string>;
  /** Slots of the trains in each conflict that would be new. */
  readonly made: readonly (readonly number[])[];
  /** Null: it would not run. */
  readonly tried: readonly (TriedTrain | null)[];
}

export const NOTHING_CHANGED: CheckedProposal = {
  changes: [],
  summaries: [],
  stored: [],
  gone: new Set(),
  made: [],
  tried: [],
};

export async function checkProposal(
  ctx: Context,
  question: ConflictQuestion,
  known: KnownTrains,
  delayed: readonly DelayedTrain[],
): Promise<CheckedProposal> {
  const days = new Map<number | null, DelayedTrain[]>();
  for (const one of delayed) {
    const { day } = one.movable;
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  const proposed = [...days].map(([day, own]) => {
    return { day, changes: proposeChanges(known, own), delayed: own };
  });
  return await checkChanges(ctx, question, known, proposed);
}

/** Changes of trains as they run on a day, and the trains that they change. */
interface Proposed {
  /** Null: they are as their records say. */
  readonly day: number | null;
  readonly changes: readonly Change[];
  readonly delayed: readonly DelayedTrain[];
}

export async function checkChanges(
  ctx: Context,
  question: ConflictQuestion,
  known: KnownTrains,
  proposed: readonly Proposed[],
): Promise<CheckedProposal> {
  if (proposed.length === 0) return NOTHING_CHANGED;
  const { setup, on = null } = question;
  const rows = new Map<string, KnownRecord>();
  const changed: Changed[] = [];
  for (const one of proposed) changed.push(...(await changeOnDay(ctx, question, one, rows)));
  const expanded = await expandOnDates(question, known, changed);
  const slots = changed.map(({ record: { kind, id }, day }) => {
    const one = { kind: kind.name, id: id ?? 0, day };
    return known.is_tied ? known.slotsOfRecord(one) : known.slotsOf(one);
  });
  const trial = await planTrial(question, expanded, { version: known.version, slots });
  const dates = known.named_dates;
  const checked = unlessTooMany(await trial.plan.run(setup, "check_changes", { dates }));
  const runs = new Map<string, Pick<TriedTrain, "run" | "start_ms">>();
  for (const [i, { record, departures }] of expanded.entries()) {
    const { day } = given(changed[i], "it is one of them");
    for (const [j, { occurrence, start_ms }] of departures.entries()) {
      const run = trial.computed[i]?.[j];
      if (run?.kind !== "success") continue;
      const { kind, id } = record;
      const one = { kind: kind.name, id: id ?? 0, identity: identityOf(occurrence), day };
      runs.set(trainKeyOf(one), { run, start_ms });
    }
  }
  const tried = proposed.flatMap(({ delayed }) =>
    delayed.map((one): TriedTrain | null => {
      const run = runs.get(trainKeyOf(one.movable));
      if (run === undefined) return null;
      // on all days: as it is told, at the start of its record
      const start_ms = one.movable.start_ms + 1000 * (one.delays[0] ?? 0);
      return { ...one, ...run, ...(known.is_tied && { start_ms }) };
    }),
  );
  const made = checked.made.map((one) => known.standIns(one));
  const outcome = { gone: new Set(checked.gone), made, tried };
  if (on !== null) {
    const dated = changed.flatMap(({ day, ...one }) => (day === null ? [] : [{ ...one, day }]));
    const stored = storeVariants(dated, rows, on.calendar);
    return { ...outcome, changes: stored.map(({ change }) => change), summaries: [], stored };
  }
  const changes = proposed.flatMap((one) => one.changes);
  const summaries = changes.map((_, i) =>
    given(trial.summaries.get(i), "each change has a summary"),
  );
  return { ...outcome, changes, summaries, stored: [] };
}

/** Their trains: of dates whose trains are the same on all of their days, those that are known. */
async function expandOnDates(
  { setup, stocks }: ConflictQuestion,
  known: KnownTrains,
  changed: readonly Changed[],
): Promise<ExpandedChange[]> {
  const records = changed.map(({ record }) => record);
  const expanded = await expandAll({ setup, stocks }, records);
  if (!known.is_tied) return expanded;
  const departures = records.map(() => new Map<string, NamedDeparture>());
  for (const date of known.dates) {
    const all = await expandAll({ setup, stocks, on: beside(date) }, records);
    for (const [i, { record, departures: own }] of all.entries()) {
      const slots = known.slotsOfRecord({ kind: record.kind.name, id: record.id ?? 0 });
      for (const one of own) {
        const identity = `${identityOf(one.occurrence)}@${one.day}`;
        if (slots.has(identity)) departures[i]?.set(identity, one);
      }
    }
  }
  return expanded.map((one, i) => ({ ...one, departures: [...(departures[i]?.values() ?? [])] }));
}

type Changed = Omit<ChangedDay, "day"> & Pick<Proposed, "day">;

/** The changed records, as they run on the day; `rows` gets them as they are stored. */
async function changeOnDay(
  ctx: Context,
  { timetable_id, on = null }: ConflictQuestion,
  { day, changes }: Proposed,
  rows: Map<string, KnownRecord>,
): Promise<Changed[]> {
  const stored = await readKnown(ctx, timetable_id, changes);
  for (const [key, row] of stored) rows.set(key, row);
  const known = on === null || day === null ? stored : unrollRecords(stored, on, day);
  const records = await changeRecords(ctx, { timetable_id, changes, known });
  return records.map((record) => {
    const own = record.changes.map((i) => given(changes[i], "it is one of them"));
    return { day, record, changes: own };
  });
}

/** Minutes for each exception that is made, where services may be changed themselves. */
const EXCEPTION_COST = 1;

/** Minutes, by the runs that were tried: the search does not know that limits end. */
export function costOfProposal(
  { request }: Pick<Problem, "request">,
  { changes, tried }: CheckedProposal,
): number {
  let cost = 0;
  for (const one of tried) if (one !== null) cost += costOfChanged(one, one.run, one.start_ms);
  if (!request.services) return cost;
  const made = changes.filter((one) => "occurrence_key" in one && one.occurrence_key !== undefined);
  return cost + EXCEPTION_COST * made.length;
}
