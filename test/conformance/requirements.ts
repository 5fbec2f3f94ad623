/**
 * Conformance of requirements: zone updates, signal sightings, spacing and routing requirements of the
 * recorded simulations. The same zones, signals, routes, entries, exits and switches in the same
 * order; times to 0.1 s; positions to 1 m.
 */
import type { RecordedSimulation } from "../../bench/recorded_simulations.ts";
import type { ScheduledRuns } from "../../workers/engine/margins/scheduled_run.ts";
import { RequirementBuilder } from "../../workers/engine/requirements/build_requirements.ts";
import { makeRequirementPath } from "../../workers/engine/requirements/requirement_path.ts";
import { mergeSchedule } from "../../workers/engine/simulation/schedule.ts";
import type { CaseResult } from "./kinds.ts";
import { type PreparedRun, simulator } from "./schedule.ts";
import { type OwnAnswer, REQUIREMENT_LISTS, type RequirementLists } from "./simulation.ts";

const builder = new RequirementBuilder();

/** Builds the requirements of a prepared run. */
export function packRequirements(
  prepared: PreparedRun,
  { slowed }: ScheduledRuns,
  along = makeRequirementPath(prepared.path),
): ReturnType<RequirementBuilder["build"]> {
  if (!along.ok) return along;
  return builder.build(along.value, {
    run: prepared.run,
    arena: simulator.arena,
    envelope: slowed.final,
    schedule: mergeSchedule(prepared.train.schedule),
  });
}

/** Grades the lists of a case; a simulation that failed has none to compare. */
export function gradeRequirements(
  { recorded }: RecordedSimulation,
  own: OwnAnswer,
): Pick<CaseResult, "problems" | "deviations"> {
  // The folder's README fixes the form of its answers.
  const response = recorded.response as OwnAnswer;
  const expected = response.final_output;
  if (recorded.http_status === 500 || expected === undefined) {
    return { problems: [], deviations: {} };
  }
  const given: RequirementLists | undefined = own.final_output;
  if (given === undefined) {
    return { problems: [`failed: ${JSON.stringify(own.core_error)}`], deviations: {} };
  }
  const problems: string[] = [];
  const deviations: Record<string, number> = {};
  for (const field of REQUIREMENT_LISTS) {
    const worst = compareValues(given[field], expected[field], field);
    for (const problem of worst.problems) problems.push(problem);
    deviations[`${field}_time_ms`] = worst.time_ms;
    deviations[`${field}_position_mm`] = worst.position_mm;
  }
  return { problems, deviations };
}

interface Comparison {
  readonly problems: string[];
  time_ms: number;
  position_mm: number;
}

const TIME_TOLERANCE_MS = 100;
const POSITION_TOLERANCE_MM = 1000;
const PROBLEMS_MAX = 5;

/** Compares two JSON values; numbers named `…time` or `position` within their tolerance. */
export function compareValues(own: unknown, expected: unknown, name: string): Comparison {
  const worst: Comparison = { problems: [], time_ms: 0, position_mm: 0 };
  const compare = (a: unknown, b: unknown, path: string): void => {
    if (typeof a === "number" && typeof b === "number") compareNumbers(a, b, path);
    else if (typeof a === "object" && typeof b === "object" && a !== null && b !== null) {
      const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
      if (left.size !== right.size) fail(`${path}: ${left.size} instead of ${right.size} entries`);
      for (const [key, value] of right) compare(left.get(key), value, `${path}.${key}`);
    } else if (a !== b) fail(`${path}: ${String(a)} instead of ${String(b)}`);
  };
  const compareNumbers = (a: number, b: number, path: string): void => {
    const difference = Math.abs(a - b);
    if (path.includes("position")) {
      worst.position_mm = Math.max(worst.position_mm, difference);
      if (difference > POSITION_TOLERANCE_MM) fail(`${path}: ${a} instead of ${b}`);
    } else if (path.includes("time")) {
      worst.time_ms = Math.max(worst.time_ms, difference);
      if (difference > TIME_TOLERANCE_MS) fail(`${path}: ${a} instead of ${b}`);
    } else if (difference > 0) fail(`${path}: ${a} instead of ${b}`);
  };
  const fail = (problem: string): void => {
    if (worst.problems.length < PROBLEMS_MAX) worst.problems.push(problem);
  };
  compare(own, expected, name);
  return worst;
}
