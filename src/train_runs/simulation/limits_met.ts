/**
 * The temporary limits that departures meet (workers/engine/simulation/limits_met.ts), round by round: departures
 * of one train that have met the same so far share a run. All answers about trains come from here, so all go by one rule.
 */
import {
  addLimitsMet,
  type LimitsMet,
  NONE_MET,
  takeMet,
} from "../../../workers/engine/simulation/limits_met.ts";
import type { TemporaryLimitsRef } from "../../../workers/tasks/simulation/temporary_limits.ts";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import { type InTurns, mapInTurns, mapNestedInTurns } from "../../platform/turns.ts";
import { resolveAll, runTask } from "../path/setup.ts";
import { type KeyedOutcome, simulateTrains } from "./cached_runs.ts";
import type { SimulationSetup } from "./setup.ts";
import type { FoundTrain } from "./train_paths.ts";

/** One of a train's departures. */
interface Start {
  /** Among all departures. */
  readonly place: number;
  readonly at_ms: number;
}

/** A train and its departures. */
export interface LeavingTrain {
  readonly found: FoundTrain;
  readonly starts: Start[];
}

/** A train's run, and those of its departures that run so. */
export interface MetRun extends LeavingTrain, KeyedOutcome {
  /** All its departures at this time would run so. */
  readonly same: Pick<LimitsMet, "from_ms" | "until_ms">;
}

type RunLimits = TaskOutput<"find_limits">[number];

/** Departures of one train that have met the same limits so far. */
interface Together extends LeavingTrain {
  readonly so_far: LimitsMet;
  /** Those on its path; null: none are looked at yet. */
  readonly limits: RunLimits["limits"] | null;
}

/** Limits of runs that are simulated at once: their texts must fit into memory. */
const LIMITS_AT_ONCE = 50_000;

const RUN_LIMITS_BYTES = 512;
/** Six numbers of 8 bytes. */
const LIMIT_BYTES = 48;

/** The runs of all departures, each under the limits that it meets. */
export async function runDepartures(
  setup: SimulationSetup,
  trains: readonly LeavingTrain[],
): Promise<MetRun[]> {
  if (setup.limits === null) {
    const outcomes = await simulateTrains(setup, trains);
    return outcomes.map((outcome, i) => ({
      ...given(trains[i], "every outcome has a train"),
      ...outcome,
      same: NONE_MET,
    }));
  }
  const done: MetRun[] = [];
  const open = trains.map((one): Together => ({ ...one, so_far: NONE_MET, limits: null }));
  while (open.length > 0) {
    const some = takeSome(open);
    const limited = await mapInTurns(some, setup.signal, ({ found, so_far, limits }) => ({
      found,
      temporary_limits: limits === null ? null : takeMet(limits, so_far),
    }));
    const outcomes = await simulateTrains(setup, limited);
    const limits = await findLimits({ ...setup, limits: setup.limits }, some, outcomes);
    const next = await mapNestedInTurns(some, setup.signal, function* (one, i) {
      const outcome = given(outcomes[i], "every run has an outcome");
      return yield* goOn(one, outcome, limits.get(outcome.run_key), done);
    });
    for (const more of next) open.push(...more);
  }
  return done;
}

/** Takes as many as fit; at the beginning all, which have met none. */
function takeSome(open: Together[]): Together[] {
  let first = open.length;
  let count = 0;
  do {
    first--;
    count += open[first]?.so_far.met.length ?? 0;
  } while (first > 0 && count < LIMITS_AT_ONCE);
  return open.splice(first);
}

/** The limits on the paths of all runs that were made, by run. */
async function findLimits(
  setup: SimulationSetup & { readonly limits: TemporaryLimitsRef },
  some: readonly Together[],
  outcomes: readonly KeyedOutcome[],
): Promise<ReadonlyMap<string, RunLimits>> {
  const { limits } = setup;
  const made = await mapInTurns(some, setup.signal, ({ found: { path, stock } }, i) => {
    const { run_key, outcome } = given(outcomes[i], "every run has an outcome");
    if (outcome.kind !== "success") return [];
    const train_length_m = stock.physics.length_m;
    const job = { path: path.packed, packed: outcome.packed, train_length_m };
    return [{ key: hashKey("limits", [run_key, limits.key]), job, run_key }];
  });
  const jobs = made.flat();
  // They are not shared, so others can't have them.
  const own = { ...setup, lookup: {} };
  const found = await resolveAll(own, jobs, {
    compute: async (runs, batch) => runTask(batch, "find_limits", { group: limits, runs }),
    sizeOf: ({ departures }: RunLimits) =>
      RUN_LIMITS_BYTES + LIMIT_BYTES * departures.limits.length,
  });
  return new Map(
    jobs.map(({ run_key }, i) => [run_key, given(found[i], "every run has its limits")]),
  );
}

/** Adds what is done; returns departures that meet more limits than their run was made with. */
function* goOn(
  one: Together,
  { run_key, message, outcome }: KeyedOutcome,
  limits: RunLimits | undefined,
  done: MetRun[],
): InTurns<Together[]> {
  const { found, so_far } = one;
  if (limits === undefined) {
    done.push({ found, starts: one.starts, run_key, message, outcome, same: so_far });
    return [];
  }
  const groups: { readonly now: LimitsMet; readonly starts: Start[] }[] = [];
  for (const start of one.starts) {
    const { at_ms } = start;
    const known = groups.find(({ now }) => now.from_ms <= at_ms && at_ms < now.until_ms);
    if (known === undefined) {
      groups.push({ now: addLimitsMet(limits.departures, so_far, at_ms), starts: [start] });
    } else known.starts.push(start);
    yield;
  }
  const open: Together[] = [];
  for (const { now, starts } of groups) {
    const is_done = now.met.length === so_far.met.length;
    if (is_done) done.push({ found, starts, run_key, message, outcome, same: now });
    else open.push({ found, starts, so_far: now, limits: limits.limits });
  }
  return open;
}
