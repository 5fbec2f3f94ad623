/**
 * Task: simulates a batch of trains on the paths found for them: base, provisional and final run,
 * and the final run's requirements. Between calls a thread keeps the open network, the compiled
 * rolling stocks, the indexed profile set and the last paths; results do not depend on them.
 */
import type { Infra } from "../../engine/infra/infra.ts";
import { warnOfRestrictions } from "../../engine/margins/margin_ranges.ts";
import { packSimulation } from "../../engine/margins/packed_simulation.ts";
import { type ScheduledRuns, ScheduleSimulator } from "../../engine/margins/scheduled_run.ts";
import type { TrainPath } from "../../engine/path/train_path.ts";
import { RequirementBuilder } from "../../engine/requirements/build_requirements.ts";
import {
  makeRequirementPath,
  type RequirementPath,
} from "../../engine/requirements/requirement_path.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { describeSignallingFault } from "../../engine/signalling/faults.ts";
import type { SignallingFault } from "../../engine/signalling/signal_chain.ts";
import { describeFault, type SimulationFault } from "../../engine/simulation/faults.ts";
import { PathCache } from "../../engine/simulation/path_physics.ts";
import type { Report } from "../../engine/simulation/report.ts";
import { mergeSchedule } from "../../engine/simulation/schedule.ts";
import { type Run, Simulator } from "../../engine/simulation/simulate.ts";
import {
  type KeyedProfiles,
  type KeyedStock,
  makeRun,
  type TrainRunInput,
} from "../../engine/simulation/train_input.ts";
import { viewInfra } from "../infra_views.ts";
import type {
  EngineError,
  InfraRef,
  RunFigures,
  SentStock,
  TrainOutcome,
  TrainRun,
  TrainRunMessage,
} from "../types.ts";
import { openProfiles, type ProfilesRef } from "./profile_sets.ts";
import { openStock } from "./stocks.ts";

export interface SimulateTrainsInput {
  readonly infra: InfraRef;
  readonly stocks: readonly SentStock[];
  readonly profiles: ProfilesRef | null;
  readonly trains: readonly TrainRun[];
}

/** Kept for one network version and freed with the network's view. */
interface OpenNetwork {
  readonly infra: Infra;
  readonly paths: PathCache;
}

const ALIGNMENT = 8;

const networks = new WeakMap<Infra, OpenNetwork>();
const requirementPaths = new WeakMap<TrainPath, Result<RequirementPath, SignallingFault>>();
/** Of this thread; between two tasks nothing in it is needed. */
export const simulator = new Simulator();
const scheduler = new ScheduleSimulator(simulator);
const builder = new RequirementBuilder();

/** The same input with trains as messages. */
export type SimulateMessagesInput = Omit<SimulateTrainsInput, "trains"> & {
  readonly trains: readonly TrainRunMessage[];
};

/** Reads each train's message, then simulates them all. */
export function simulateMessages(input: SimulateMessagesInput): TrainOutcome[] {
  return simulateTrains(readMessages(input));
}

export function readMessages(input: SimulateMessagesInput): SimulateTrainsInput {
  const trains = input.trains.map(({ path, stock_index, settings_json }): TrainRun => {
    const settings: Omit<TrainRun, "path" | "stock_index"> = JSON.parse(settings_json);
    return Object.assign(settings, { path, stock_index });
  });
  return { ...input, trains };
}

/** Simulates each train; one outcome per train, in order. */
export function simulateTrains(input: SimulateTrainsInput): TrainOutcome[] {
  const network = openNetwork(viewInfra(input.infra));
  const profiles = input.profiles === null ? null : openProfiles(network.infra, input.profiles);
  const compiled = input.stocks.map(openStock);
  return shareRequirements(
    input.trains.map((train) => simulateTrain(network, { compiled, profiles }, train)),
  );
}

/** Moves the requirements of all trains into one shared buffer. */
function shareRequirements(outcomes: TrainOutcome[]): TrainOutcome[] {
  if (outcomes.length === 1) return outcomes;
  let size = 0;
  const offsets = outcomes.map((outcome) => {
    const byte_offset = size;
    if (outcome.kind === "success") {
      size += ALIGNMENT * Math.ceil(outcome.requirements.byte_length / ALIGNMENT);
    }
    return byte_offset;
  });
  const buffer = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  return outcomes.map((outcome, i) => {
    if (outcome.kind !== "success") return outcome;
    const byte_offset = offsets[i] ?? 0;
    bytes.set(new Uint8Array(outcome.requirements.buffer), byte_offset);
    return { ...outcome, requirements: { ...outcome.requirements, buffer, byte_offset } };
  });
}

/** Its paths are shared by all tasks about runs. */
export function openNetwork(infra: Infra): OpenNetwork {
  const known = networks.get(infra);
  if (known !== undefined) return known;
  const network = { infra, paths: new PathCache(infra) };
  networks.set(infra, network);
  return network;
}

/** The inputs of a train's run besides its network. */
interface RunParameters {
  readonly compiled: readonly KeyedStock[];
  readonly profiles: KeyedProfiles | null;
}

/** A train as it runs: its envelopes are the simulator's until the next run. */
interface RanTrain extends TrainRunInput {
  readonly simulated: ScheduledRuns;
  readonly along: RequirementPath;
  readonly stock: KeyedStock;
}

/** Runs a train on its path. */
export function runTrain(
  network: OpenNetwork,
  { compiled, profiles }: RunParameters,
  train: TrainRun,
): Result<RanTrain, EngineError> {
  const stock = compiled[train.stock_index];
  if (stock === undefined) throw new Error("a train refers to a stock outside its batch");
  const { path } = train;
  if (!(path.length_mm > 0)) return err(describeFault({ kind: "zero_length_path" }));
  const physics = network.paths.open(path.packed);
  const settings = { ...train, items_mm: path.item_positions_mm };
  const input = makeRun(physics, stock, settings, profiles);
  if (!input.ok) return err(describeFault(input.error));
  const { run } = input.value;
  const simulated = isPlain(train) ? simulatePlain(run) : scheduler.simulate(run, train);
  if (!simulated.ok) return err(describeFault(simulated.error));
  const along = openRequirementPath(physics.path);
  if (!along.ok) return err(describeSignallingFault(along.error));
  return ok({ ...input.value, simulated: simulated.value, along: along.value, stock });
}

function simulateTrain(
  network: OpenNetwork,
  parameters: RunParameters,
  train: TrainRun,
): TrainOutcome {
  const ran = runTrain(network, parameters, train);
  if (!ran.ok) return failed(ran.error);
  const { run, mrsp, electrical_profiles, simulated, along, stock } = ran.value;
  const requirements = builder.build(along, {
    run,
    arena: simulator.arena,
    envelope: simulated.slowed.final,
    schedule: mergeSchedule(train.schedule),
  });
  if (!requirements.ok) return failed(describeSignallingFault(requirements.error));
  const without_effect = warnOfRestrictions(train.power_restrictions, stock.stock);
  const runs =
    without_effect.length === 0
      ? simulated
      : { ...simulated, warnings: [...simulated.warnings, ...without_effect] };
  const base = figuresOf(runs.base);
  const provisional = runs.provisional === runs.base ? base : figuresOf(runs.provisional);
  return {
    kind: "success",
    packed: packSimulation(
      { runs, mrsp, electrical_profiles },
      { tag: train.speed_limit_tag, fallbacks: train.fallback_tags },
    ),
    requirements: {
      buffer: requirements.value,
      byte_offset: 0,
      byte_length: requirements.value.byteLength,
    },
    base,
    provisional,
    final: runs.final === runs.provisional ? provisional : figuresOf(runs.final),
    warnings_count: runs.warnings.length,
  };
}

function failed(error: EngineError): TrainOutcome {
  return { kind: "simulation_failed", error };
}

/**
 * Whether margins and arrivals change nothing, so that one run serves as all three. Margins of zero
 * with a boundary do change something: they cut the run there, and its energy is summed part by part.
 */
function isPlain({ margins, schedule }: TrainRun): boolean {
  return (
    margins.boundaries_mm.length === 0 &&
    margins.values.every(({ value }) => value === 0) &&
    schedule.every(({ arrival_ms }) => arrival_ms === null)
  );
}

function simulatePlain(run: Run): Result<ScheduledRuns, SimulationFault> {
  const envelope = simulator.buildBase(run);
  if (!envelope.ok) return envelope;
  const base = simulator.reports.build(simulator.arena, envelope.value, run);
  const slowed = { provisional: envelope.value, final: envelope.value };
  return ok({ base, provisional: base, final: base, warnings: [], step: "as_asked", slowed });
}

/** The form of a path for requirements, made once while the path is kept. */
function openRequirementPath(path: TrainPath): Result<RequirementPath, SignallingFault> {
  const known = requirementPaths.get(path);
  if (known !== undefined) return known;
  const along = makeRequirementPath(path);
  requirementPaths.set(path, along);
  return along;
}

function figuresOf(report: Report): RunFigures {
  return {
    length_mm: report.positions_mm[report.positions_mm.length - 1] ?? 0,
    time_ms: report.times_ms[report.times_ms.length - 1] ?? 0,
    energy_j: report.energy_j,
    traction_j: report.traction_j,
    braking_j: report.braking_j,
    item_times_ms: Array.from(report.itemTimes_ms),
  };
}
