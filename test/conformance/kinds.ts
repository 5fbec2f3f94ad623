/**
 * The table of kinds of cases: the one place to add another. A kind answers a recorded request with
 * the engine code that the worker tasks call and compares the answer with the recorded one.
 */
import {
  type RecordedSimulation,
  readRecordedSimulations,
} from "../../bench/recorded_simulations.ts";
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { type CompiledInfra, compileInfra } from "../../workers/tasks/compile_infra.ts";
import type { InfraRef } from "../../workers/tasks/types.ts";
import { type RecordedCase, readNetwork } from "./cases.ts";
import { answerConflicts } from "./conflicts.ts";
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
  const grade = gradeSimulation(simulation, answer);
  const { time_ms, item_time_ms, position_mm, energy_relative } = grade;
  const deviations = { time_ms, item_time_ms, position_mm, energy_relative };
  return { answer, problems: grade.faults, deviations };
}

function answerSchedule(recorded: RecordedCase, networks: Networks): CaseResult {
  const simulation = networks.simulation(recorded.name);
  const answer = runSimulation(simulation);
  return { answer, ...gradeSchedule(simulation, answer) };
}

function answerRequirements(recorded: RecordedCase, networks: Networks): CaseResult {
  const simulation = networks.simulation(recorded.name);
  const answer = runSimulation(simulation);
  return { answer, ...gradeRequirements(simulation, answer) };
}

/** The networks of one reference folder, each compiled once. */
export class Networks {
  readonly folder: string;
  readonly #refs = new Map<string, InfraRef>();
  #simulations: ReadonlyMap<string, RecordedSimulation> | null = null;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Returns a network as the tasks take it; throws when it can't be compiled. */
  open(name: string): InfraRef {
    const known = this.#refs.get(name);
    if (known !== undefined) return known;
    const key = `${this.folder}/${name}`;
    const compiled: CompiledInfra = compileInfra({
      key,
      railjson: [readNetwork(this.folder, name).buffer],
    });
    if (compiled.kind !== "compiled") {
      throw new Error(`${name} can't be compiled: ${JSON.stringify(compiled.faults)}`);
    }
    const ref = { key, buffer: compiled.buffer };
    this.#refs.set(name, ref);
    return ref;
  }

  /** Returns a recorded simulation by the name of its case; the whole folder is read at first. */
  simulation(name: string): RecordedSimulation {
    this.#simulations ??= new Map(
      readRecordedSimulations(this.folder, tags).map((one) => [one.recorded.name, one]),
    );
    const simulation = this.#simulations.get(name);
    if (simulation === undefined) throw new Error(`no simulation ${name}`);
    return simulation;
  }
}
