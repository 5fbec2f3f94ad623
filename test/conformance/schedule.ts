/**
 * Conformance of schedule building: `provisional` and `final_output` of the recorded simulations, with
 * the same tolerances as the base, and failures with the same type and context. Cases in which the
 * reference crashed (HTTP 500) must end in an answer or a typed failure. Also makes the run of a case
 * for tests that look inside the engine.
 */
import type { RecordedSimulation } from "../../bench/recorded_simulations.ts";
import {
  type ScheduledRuns,
  ScheduleSimulator,
} from "../../workers/engine/margins/scheduled_run.ts";
import type { TrainPath } from "../../workers/engine/path/train_path.ts";
import { ok, type Result } from "../../workers/engine/result.ts";
import type { SimulationFault } from "../../workers/engine/simulation/faults.ts";
import { PathCache } from "../../workers/engine/simulation/path_physics.ts";
import { type Run, Simulator } from "../../workers/engine/simulation/simulate.ts";
import { makeRun } from "../../workers/engine/simulation/train_input.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import { indexProfileSet } from "../../workers/tasks/simulation/profile_sets.ts";
import type { SimulateTrainsInput } from "../../workers/tasks/simulation/simulate_trains.ts";
import { openStock } from "../../workers/tasks/simulation/stocks.ts";
import type { TrainRun } from "../../workers/tasks/types.ts";
import type { CaseResult } from "./kinds.ts";
import { compareReports, listFaults, type OwnAnswer } from "./simulation.ts";

export interface PreparedRun {
  readonly train: TrainRun;
  readonly run: Run;
  readonly path: TrainPath;
}

/** Makes the run of a case's only train. */
export function prepareRun(input: SimulateTrainsInput): Result<PreparedRun, SimulationFault> {
  const [train] = input.trains;
  const [stock] = input.stocks;
  const { profiles } = input;
  if (train === undefined || stock === undefined) throw new Error("a case has one train");
  const infra = viewInfra(input.infra);
  const physics = new PathCache(infra).open(train.path.packed);
  const made = makeRun(
    physics,
    openStock(stock),
    { ...train, items_mm: train.path.item_positions_mm },
    profiles === null ? null : { key: profiles.key, set: indexProfileSet(infra, profiles.json) },
  );
  return made.ok ? ok({ train, run: made.value.run, path: physics.path }) : made;
}

export const simulator = new Simulator();
const scheduler = new ScheduleSimulator(simulator);

/** Builds the schedule of a prepared run. */
export function buildSchedule(prepared: PreparedRun): Result<ScheduledRuns, SimulationFault> {
  return scheduler.simulate(prepared.run, prepared.train);
}

/** Grades our answer of a case. */
export function gradeSchedule(
  { recorded }: RecordedSimulation,
  own: OwnAnswer,
): Pick<CaseResult, "problems" | "deviations"> {
  if (recorded.http_status === 500) return { problems: [], deviations: {} };
  // The folder's README fixes the form of its answers.
  const response = recorded.response as OwnAnswer;
  if (response.status !== own.status) {
    return { problems: [`failed: ${JSON.stringify(own.core_error)}`], deviations: {} };
  }
  const { core_error } = response;
  if (core_error !== undefined) {
    const { type, context } = core_error;
    const agrees = JSON.stringify(own.core_error) === JSON.stringify({ type, context });
    const problem = `expected ${type}, got ${JSON.stringify(own.core_error)}`;
    return { problems: agrees ? [] : [problem], deviations: {} };
  }
  const problems: string[] = [];
  const deviations: Record<string, number> = {};
  for (const name of ["provisional", "final_output"] as const) {
    const [ours, theirs] = [own[name], response[name]];
    if (ours === undefined || theirs === undefined) {
      problems.push(`${name} is missing`);
      continue;
    }
    const { curve_fault, ...figures } = compareReports(ours, theirs);
    for (const fault of listFaults({ ...figures, curve_fault })) problems.push(`${name}: ${fault}`);
    for (const [figure, value] of Object.entries(figures)) {
      deviations[figure] = Math.max(deviations[figure] ?? 0, value);
    }
  }
  return { problems, deviations };
}
