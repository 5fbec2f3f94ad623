/** A proposal is tried exactly as `what_if` tries changes: what it promises is what was found then. */
import { given } from "../../platform/given.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import { changeRecords } from "../../timetable/changes/changed_records.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import type { ConflictQuestion } from "../conflict/kept_conflicts.ts";
import { identityOf } from "../conflict/planned_trains.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import { expandAll, planTrial } from "../what_if/try_out.ts";
import type { KnownTrains } from "./known_trains.ts";
import type { Problem } from "./problem.ts";
import { costOfChanged, type DelayedTrain, proposeChanges } from "./proposed_changes.ts";

/** A changed train as it would run. */
export interface TriedTrain extends DelayedTrain {
  readonly run: ValidTrain;
  readonly start_ms: number;
}

export interface CheckedProposal {
  readonly changes: readonly Change[];
  /** JSON texts, one each change. */
  readonly summaries: readonly string[];
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
  return await checkChanges(ctx, question, known, {
    changes: proposeChanges(known, delayed),
    delayed,
  });
}

/** Changes, and the trains that they change. */
interface Proposed {
  readonly changes: readonly Change[];
  readonly delayed: readonly DelayedTrain[];
}

export async function checkChanges(
  ctx: Context,
  question: ConflictQuestion,
  known: KnownTrains,
  { changes, delayed }: Proposed,
): Promise<CheckedProposal> {
  if (changes.length === 0) return NOTHING_CHANGED;
  const { setup, timetable_id } = question;
  const records = await changeRecords(ctx, { timetable_id, changes });
  const expanded = await expandAll(question, records);
  const slots = records.map(({ kind, id }) => known.slotsOf(kind.name, id ?? 0));
  const snapshot = { version: known.version, slots };
  const trial = await planTrial(question, expanded, snapshot);
  const checked = unlessTooMany(await trial.plan.run(setup, "check_changes", {}));
  const runs = new Map<string, Pick<TriedTrain, "run" | "start_ms">>();
  for (const [i, { record, departures }] of expanded.entries()) {
    for (const [j, { occurrence, start_ms }] of departures.entries()) {
      const run = trial.computed[i]?.[j];
      if (run?.kind !== "success") continue;
      runs.set(`${record.kind.name} ${record.id} ${identityOf(occurrence)}`, { run, start_ms });
    }
  }
  const tried = delayed.map((one): TriedTrain | null => {
    const { kind, id, identity } = one.movable;
    const run = runs.get(`${kind} ${id} ${identity}`);
    return run === undefined ? null : { ...one, ...run };
  });
  return {
    changes,
    summaries: changes.map((_, i) => given(trial.summaries.get(i), "each change has a summary")),
    gone: new Set(checked.gone),
    made: checked.made,
    tried,
  };
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
