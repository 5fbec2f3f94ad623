/** All judges of one seed: the train found, and what becomes of it when the request changes. */

import { openSimulation } from "../../../workers/engine/simulation/packed_simulation.ts";
import { type FitTrainInput, fitTrain } from "../../../workers/tasks/fit_train.ts";
import { makeRandom } from "../../workers/engine/seeded.ts";
import { drawRequest, drawTimetable, openWorld } from "./drawn_requests.ts";
import { type FittedTrain, judgeTrain } from "./judge_train.ts";

const NETWORKS = 12;
const WAIT_WEIGHT = 0.01;
/** Searches end when nothing can be so much better; runs that lose time are bisections. */
const TOLERANCE_MS = 2500;

export interface Verdict {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

/** What the order of trains looks at: time under way, and a hundredth of the wait before. */
export function costOf_ms(input: FitTrainInput, train: FittedTrain): number {
  const { itemTimes_ms } = openSimulation(train.packed).final;
  return itemTimes_ms.at(-1)! + WAIT_WEIGHT * (train.departure_ms - input.start_ms);
}

export function judgeSeed(seed: number, verdict: Verdict): void {
  const world = openWorld(seed % NETWORKS);
  const input = drawRequest(seed, world);
  const outcome = fitTrain(input);
  const count = (kind: string): void => {
    verdict.counts[kind] = (verdict.counts[kind] ?? 0) + 1;
  };
  const blame = (problem: string): void => {
    verdict.problems.push(`seed ${seed}: ${problem}`);
  };
  count(outcome.kind);
  const alone: FitTrainInput = { ...input, timetable: drawTimetable(makeRandom(0), world, 0) };
  const free = fitTrain(alone);
  const cost_ms = outcome.kind === "success" ? costOf_ms(input, outcome) : Infinity;
  if (outcome.kind === "success") {
    for (const problem of judgeTrain(input, outcome)) blame(problem);
    if (outcome.schedule.some(({ stop_for_ms }) => stop_for_ms === null)) count("loses time");
    if (outcome.departure_ms > input.start_ms) count("leaves later");
  }
  const freeCost_ms = free.kind === "success" ? costOf_ms(alone, free) : Infinity;
  if (freeCost_ms > cost_ms + TOLERANCE_MS) blame(`without trains ${freeCost_ms}, not ${cost_ms}`);
  const wider = {
    ...input,
    maximum_departure_delay_ms: 2 * input.maximum_departure_delay_ms + 600_000,
    maximum_run_time_ms: 2 * input.maximum_run_time_ms,
  };
  const later = fitTrain(wider);
  const laterCost_ms = later.kind === "success" ? costOf_ms(wider, later) : Infinity;
  if (laterCost_ms > cost_ms + TOLERANCE_MS) {
    blame(`${cost_ms} ms, in a wider window ${laterCost_ms}`);
  }
  if (later.kind === "success") for (const problem of judgeTrain(wider, later)) blame(problem);
}
