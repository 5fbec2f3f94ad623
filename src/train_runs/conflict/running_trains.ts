/**
 * The trains that conflicts are detected among: those not in the cache are simulated in batches on all
 * threads. Trains without a path or a run take no part.
 */
import type { TimetableRequirements } from "../../../workers/tasks/timetable_requirements.ts";
import type { RequirementsRef } from "../../../workers/tasks/types.ts";
import { AppError } from "../../platform/http/errors.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { computeStored, type StoredDeparture } from "../simulation/compute_together.ts";
import type { SimulationSetup } from "../simulation/simulate_trains.ts";

/** A train's name in the answer. `json` names an occurrence of a paced train. */
export type TrainOwner =
  | { readonly kind: "train_schedule"; readonly id: number }
  | {
      readonly kind: "occurrence";
      /** Of its paced train. */
      readonly id: number;
      readonly identity: string;
      readonly ordinal: number;
      readonly json: string;
    };

/** A train that runs: a train schedule, or an occurrence of a paced train. */
export interface Contender extends StoredDeparture {
  readonly owner: TrainOwner;
}

/** What is kept of a train until all are computed. */
export interface RunningTrain {
  readonly owner: TrainOwner;
  readonly start_ms: number;
  readonly stock_name: string;
  /** One object for equal trains. */
  readonly requirements: RequirementsRef;
}

/** Pages computed at once: one is read and prepared while the threads work on the other. */
const LANES = 2;

export function tooManyConflicts(members_max: number): AppError {
  const message = "Trains and works have too many conflicts to list";
  return new AppError("TimetableTooManyConflicts", message, { members_max });
}

/** Simulates page by page; the valid trains in their order. */
export async function simulatePages(
  setup: SimulationSetup,
  stocks: RequestStocks,
  pages: AsyncGenerator<readonly Contender[]>,
): Promise<RunningTrain[]> {
  const stop = new AbortController();
  const stoppable = { ...setup, signal: AbortSignal.any([setup.signal, stop.signal]) };
  const simulated: RunningTrain[][] = [];
  const runLane = async (): Promise<void> => {
    for (;;) {
      const page = await pages.next();
      if (page.done === true) return;
      const at = simulated.push([]) - 1;
      await stocks.learn(page.value.map(({ train }) => train.rolling_stock_name));
      simulated[at] = await simulatePage(stoppable, stocks, page.value);
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, runLane));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
  return simulated.flat();
}

async function simulatePage(
  setup: SimulationSetup,
  stocks: RequestStocks,
  page: readonly Contender[],
): Promise<RunningTrain[]> {
  const computed = await computeStored(setup, page, stocks);
  const running: RunningTrain[] = [];
  for (const [i, { owner, start_ms, train }] of page.entries()) {
    const one = computed[i];
    if (one?.kind !== "simulated" || one.outcome.kind !== "success") continue;
    const { requirements } = one.outcome;
    running.push({ owner, start_ms, stock_name: train.rolling_stock_name, requirements });
  }
  return running;
}

/** The requirements of trains, each buffer and each simulation once. */
export function packRequirements(trains: readonly RunningTrain[]): TimetableRequirements {
  const simulations = new Map<RequirementsRef, number>();
  const buffers = new Map<SharedArrayBuffer, number>();
  const train_simulations = new Uint32Array(trains.length);
  const train_starts_ms = new Float64Array(trains.length);
  for (const [i, { requirements, start_ms }] of trains.entries()) {
    const index = simulations.get(requirements) ?? simulations.size;
    train_simulations[i] = index;
    train_starts_ms[i] = start_ms;
    if (index < simulations.size) continue;
    simulations.set(requirements, index);
    if (!buffers.has(requirements.buffer)) buffers.set(requirements.buffer, buffers.size);
  }
  const refs = [...simulations.keys()];
  return {
    buffers: [...buffers.keys()],
    simulation_buffers: Uint32Array.from(refs, ({ buffer }) => buffers.get(buffer) ?? 0),
    simulation_offsets: Float64Array.from(refs, ({ byte_offset }) => byte_offset),
    train_simulations,
    train_starts_ms,
  };
}
