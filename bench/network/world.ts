/**
 * A generated network with what its trains need of it, for searches among them. Equal trains that start
 * at different times share one simulation, as they do in the server's cache.
 */

import type { TimetableRequirements } from "../../workers/tasks/conflicts/timetable_requirements.ts";
import { findPaths } from "../../workers/tasks/path/find_paths.ts";
import { simulateTrains } from "../../workers/tasks/simulation/simulate_trains.ts";
import type { FoundPath, InfraRef, RequirementsRef } from "../../workers/tasks/types.ts";
import type { GeneratedNetwork } from "../network.ts";
import { compileNetwork, makePathRequests, makeSimulationInput } from "./run_network.ts";
import type { TrainScheduleForm } from "./train_forms.ts";

export interface World {
  readonly network: GeneratedNetwork;
  readonly infra: InfraRef;
  readonly timetable: TimetableRequirements;
}

/** Trains in one call: the packed results of more are a buffer too large. */
const BATCH = 500;

/** Compiles and simulates; trains without a path or a run are left out. `tell` gets a line now and then. */
export function makeWorld(
  network: GeneratedNetwork,
  key: string,
  tell: (line: string) => void = () => undefined,
): World {
  const infra = compileNetwork(network, key);
  tell("compiled");
  const kinds = new Map<string, TrainScheduleForm>();
  for (const train of network.train_schedules) kinds.set(kindOf(train), train);
  const forms = [...kinds.values()];
  const known = new Map<string, RequirementsRef>();
  for (let first = 0; first < forms.length; first += BATCH) {
    const own = { ...network, train_schedules: forms.slice(first, first + BATCH) };
    simulateSome(own, infra).forEach((requirements, i) => {
      if (requirements !== null) known.set(kindOf(own.train_schedules[i]!), requirements);
    });
    tell(`${Math.min(first + BATCH, forms.length)} of ${forms.length} different trains simulated`);
  }
  const trains = network.train_schedules.flatMap((train) => {
    const requirements = known.get(kindOf(train));
    return requirements === undefined ? [] : [{ train, requirements }];
  });
  return { network, infra, timetable: pack(trains) };
}

/** Everything of a train that its simulation depends on, and its labels. */
function kindOf(train: TrainScheduleForm): string {
  return JSON.stringify({ ...train, train_name: "", start_time: "" });
}

/** Requirements of each train, null where it does not run. */
function simulateSome(network: GeneratedNetwork, infra: InfraRef): (RequirementsRef | null)[] {
  const paths = findPaths({ infra, requests: makePathRequests(network) }).map(
    (outcome): FoundPath | null => (outcome.kind === "success" ? outcome.path : null),
  );
  const train_schedules = network.train_schedules.filter((_, i) => paths[i] !== null);
  const found = paths.filter((path) => path !== null);
  const input = makeSimulationInput({ ...network, train_schedules }, infra, found);
  const outcomes = simulateTrains(input)[Symbol.iterator]();
  return paths.map((path) => {
    const outcome = path === null ? undefined : outcomes.next().value;
    return outcome?.kind === "success" ? outcome.requirements : null;
  });
}

/** Buffers and simulations are told once each, as the server tells them. */
function pack(
  trains: readonly { readonly train: TrainScheduleForm; readonly requirements: RequirementsRef }[],
): TimetableRequirements {
  const simulations = new Map<RequirementsRef, number>();
  const buffers = new Map<SharedArrayBuffer, number>();
  for (const { requirements } of trains) {
    if (!simulations.has(requirements)) simulations.set(requirements, simulations.size);
    if (!buffers.has(requirements.buffer)) buffers.set(requirements.buffer, buffers.size);
  }
  const refs = [...simulations.keys()];
  return {
    buffers: [...buffers.keys()],
    simulation_buffers: Uint32Array.from(refs, ({ buffer }) => buffers.get(buffer)!),
    simulation_offsets: Float64Array.from(refs, ({ byte_offset }) => byte_offset),
    train_simulations: Uint32Array.from(trains, (one) => simulations.get(one.requirements)!),
    train_starts_ms: Float64Array.from(trains, ({ train }) => Date.parse(train.start_time)),
  };
}
