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
import type { TaskOutput } from "../../../workers/tasks.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import { given } from "../../platform/given.ts";
import { type InTurns, mapNestedInTurns } from "../../platform/turns.ts";
import { resolveAll, runTask } from "../path/setup.ts";
import { type KeyedOutcome, type LimitedTrain, simulateTrains } from "./cached_runs.ts";
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

/** Departures of one train that have met the same limits so far. */
interface Together extends LimitedTrain {
  readonly leaving: LeavingTrain;
  readonly so_far: LimitsMet;
}

type RunLimits = TaskOutput<"find_limits">[number];

const RUN_LIMITS_BYTES = 512;
const LIMIT_BYTES = 150;

/** The runs of all departures, each under the limits that it meets. */
export async function runDepartures(
  setup: SimulationSetup,
  trains: readonly LeavingTrain[],
): Promise<MetRun[]> {
  const done: MetRun[] = [];
  let open = trains.map(
    (leaving): Together => ({
      ...leaving.found,
      leaving,
      so_far: NONE_MET,
      temporary_limits: null,
    }),
  );
  while (open.length > 0) {
    const outcomes = await simulateTrains(setup, open);
    const limits = await findLimits(setup, open, outcomes);
    const next = await mapNestedInTurns(open, setup.signal, function* (one, i) {
      const outcome = given(outcomes[i], "every run has an outcome");
      return yield* goOn(one, outcome, limits.get(outcome.run_key), done);
    });
    open = next.flat();
  }
  return done;
}

/** The limits on the paths of all runs that were made, by run. */
async function findLimits(
  setup: SimulationSetup,
  open: readonly Together[],
  outcomes: readonly KeyedOutcome[],
): Promise<ReadonlyMap<string, RunLimits>> {
  const { limits } = setup;
  if (limits === null) return new Map();
  const jobs = open.flatMap(({ path, stock }, i) => {
    const { run_key, outcome } = given(outcomes[i], "every run has an outcome");
    if (outcome.kind !== "success") return [];
    const run = { path: path.packed, packed: outcome.packed };
    const train_length_m = stock.physics.length_m;
    return [
      { key: hashKey("limits", [run_key, limits.key]), job: { ...run, train_length_m }, run_key },
    ];
  });
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
  { run_key, outcome }: KeyedOutcome,
  limits: RunLimits | undefined,
  done: MetRun[],
): InTurns<Together[]> {
  const { leaving, so_far } = one;
  const { found } = leaving;
  if (limits === undefined) {
    done.push({ ...leaving, run_key, outcome, same: so_far });
    return [];
  }
  const groups: { readonly now: LimitsMet; readonly starts: Start[] }[] = [];
  for (const start of leaving.starts) {
    const { at_ms } = start;
    const known = groups.find(({ now }) => now.from_ms <= at_ms && at_ms < now.until_ms);
    if (known === undefined) {
      groups.push({ now: addLimitsMet(limits.departures, so_far, at_ms), starts: [start] });
    } else known.starts.push(start);
    yield;
  }
  const open: Together[] = [];
  for (const { now, starts } of groups) {
    if (now.met.length === so_far.met.length) {
      done.push({ found, starts, run_key, outcome, same: now });
    } else {
      const temporary_limits = takeMet(limits.limits, now);
      open.push({ ...found, leaving: { found, starts }, so_far: now, temporary_limits });
    }
    yield;
  }
  return open;
}
