/**
 * The table of kinds of cases: the one place to add another. A kind answers a recorded request with
 * the engine code that the worker tasks call and compares the answer with the recorded one.
 */
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { answerConflicts } from "./conflicts.ts";
import { departsWithoutBase, findDeparture } from "./departures.ts";
import { answerPathfinding, answerPathProperties } from "./path.ts";
import { answerProjection } from "./projection.ts";
import { gradeRequirements } from "./requirements.ts";
import { gradeSchedule } from "./schedule.ts";
import { gradeSimulation, runSimulation } from "./simulation.ts";
import { answerStdcm } from "./stdcm.ts";

/** What one case gave. */
export interface CaseResult {
  /** The engine's answer in the recorded form. */
  readonly answer: unknown;
  /** Why it fails, empty = passed. */
  readonly problems: readonly string[];
  /** Largest deviations by name, such as `time_ms`: printed as the worst of all cases. */
  readonly deviations: Readonly<Record<string, number>>;
  /** The rule by which the answer may differ from the recorded one. */
  readonly departure?: string | null;
}

export type AnswerCase = (recorded: RecordedCase, networks: Networks) => CaseResult;

/** By the `op` of a case, the first word of the key; several kinds may grade one answer. */
export const KINDS: Readonly<Record<string, AnswerCase>> = {
  pathfinding: answerPathfinding,
  path_properties: answerPathProperties,
  simulation: answerSimulation,
  "simulation schedule": answerSchedule,
  "simulation requirements": answerRequirements,
  conflicts: answerConflicts,
  projection: answerProjection,
  stdcm: answerStdcm,
};

function answerSimulation(recorded: RecordedCase, networks: Networks): CaseResult {
  const simulation = networks.simulation(recorded.name);
  const answer = runSimulation(simulation);
  if (departsWithoutBase(simulation, answer)) {
    const departure = findDeparture(simulation, answer);
    return { answer, problems: [], deviations: {}, departure };
  }
  const grade = gradeSimulation(simulation, answer);
  const { time_ms, item_time_ms, position_mm, energy_relative } = grade;
  const deviations = { time_ms, item_time_ms, position_mm, energy_relative };
  return { answer, problems: grade.faults, deviations };
}

function answerSchedule(recorded: RecordedCase, networks: Networks): CaseResult {
  const simulation = networks.simulation(recorded.name);
  const answer = runSimulation(simulation);
  const departure = findDeparture(simulation, answer);
  if (departure !== null) return { answer, problems: [], deviations: {}, departure };
  return { answer, ...gradeSchedule(simulation, answer) };
}

function answerRequirements(recorded: RecordedCase, networks: Networks): CaseResult {
  const simulation = networks.simulation(recorded.name);
  const answer = runSimulation(simulation);
  const departure = findDeparture(simulation, answer);
  if (departure !== null) return { answer, problems: [], deviations: {}, departure };
  return { answer, ...gradeRequirements(simulation, answer) };
}
