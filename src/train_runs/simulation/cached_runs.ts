/**
 * Simulations of many trains from the cache or from the workers. A cache key contains exactly what
 * a run depends on: the path, the rolling stock's physics, the train's schedule, margins and
 * settings, the electrical profiles, and the temporary speed limits that it meets. The start time
 * itself is not part of it, so moving a train recomputes nothing while it meets the same limits.
 */

import { SAME_PLACE_MM } from "../../../workers/engine/physics/constants.ts";
import type { PathTemporaryLimits } from "../../../workers/engine/simulation/temporary_limits.ts";
import type { TabulatedRun } from "../../../workers/tasks/operation/tabulate_runs.ts";
import type {
  FoundPath,
  TrainOutcome,
  TrainRun,
  TrainRunMessage,
} from "../../../workers/tasks/types.ts";
import { fallbacksOf } from "../../network/speed_limit_tag/speed_limit_tags.ts";
import { hashKey, hashText } from "../../platform/compute/keys.ts";
import {
  type SharedCodec,
  type SharedForm,
  shareBytes,
} from "../../platform/compute/shared_value.ts";
import { given } from "../../platform/given.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { readMarginValue } from "../../railway/margin_text.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { EngineStock } from "../../vehicles/rolling_stock/records.ts";
import { resolveAll, runTask } from "../path/setup.ts";
import type { SimulationSetup } from "./setup.ts";
import type { FoundTrain } from "./train_paths.ts";

/*
 * From a stored train and its path to the run that the engine simulates: waypoint ids become
 * offsets on the path, durations become milliseconds (interface.md 8.2, engine.md 5.1).
 */

/** A run without the parts that a batch of runs shares or numbers. */
type RunSettings = Omit<TrainRun, "path" | "stock_index">;

/** The run of a train with valid references; `fallback_tags`: those of its speed limit tag, in order. */
export function toRunSettings(
  train: TrainSchedule,
  path: FoundPath,
  fallback_tags: readonly string[],
  accuracy: "reference" | "exact" = "reference",
): RunSettings {
  const offsets = new Map(train.path.map(({ id }, i) => [id, path.item_positions_mm[i] ?? 0]));
  const offsetOf = (id: string): number => offsets.get(id) ?? 0;
  const { constraint_distribution } = train;
  const first_id = train.path[0]?.id;
  return {
    initial_speed_m_s: train.initial_speed,
    comfort: train.comfort,
    constraint_distribution:
      constraint_distribution === "STANDARD" ? "LINEAR" : constraint_distribution,
    speed_limit_tag: train.speed_limit_tag,
    fallback_tags,
    use_electrical_profiles: train.options.use_electrical_profiles,
    schedule: train.schedule.map((point) => ({
      offset_mm: offsetOf(point.at),
      // At the first waypoint an arrival can only be zero, the same as an absent one.
      arrival_ms:
        point.arrival === null || point.at === first_id ? null : durationMs(point.arrival),
      stop_for_ms: point.stop_for === null ? null : durationMs(point.stop_for),
      reception_signal: point.reception_signal,
    })),
    ...stopsOfNeighbours(train, path),
    margins: {
      boundaries_mm: train.margins.boundaries.map(offsetOf),
      values: train.margins.values.map(readMarginValue),
    },
    power_restrictions: train.power_restrictions.map(({ from, to, value }) => ({
      from_mm: offsetOf(from),
      to_mm: offsetOf(to),
      value,
    })),
    ...(accuracy === "exact" ? { is_exact: true } : {}),
  };
}

/** Stops by waypoint, where two waypoints are at one place. */
function stopsOfNeighbours(
  { path, schedule }: TrainSchedule,
  { item_positions_mm: places }: FoundPath,
): Pick<RunSettings, "item_stops_ms"> {
  const is_near = places.some((at, i) => i > 0 && at - (places[i - 1] ?? 0) <= SAME_PLACE_MM);
  if (!is_near) return {};
  const stops = new Map(schedule.map(({ at, stop_for }) => [at, stop_for]));
  const item_stops_ms = path.map(({ id }) => {
    const stop_for = stops.get(id) ?? null;
    return stop_for === null ? 0 : durationMs(stop_for);
  });
  return { item_stops_ms };
}

/* Simulations in the form that servers share: the packed run and its requirements as bytes, its figures beside them. */

type Success = Extract<TrainOutcome, { readonly kind: "success" }>;
type Head = Omit<Success, "packed" | "requirements"> | Exclude<TrainOutcome, Success>;

/** Alignment of values in a shared buffer. */
const ALIGNMENT = 8;

const SHARED_TRAIN: SharedCodec<TrainOutcome> = { toForm, fromForms };

function toForm(outcome: TrainOutcome): SharedForm {
  if (outcome.kind !== "success") return { head: outcome, buffers: [] };
  const { packed, requirements, ...head } = outcome;
  const { buffer, byte_offset, byte_length } = requirements;
  const needs = new Uint8Array(buffer, byte_offset, byte_length);
  return { head: head satisfies Head, buffers: [new Uint8Array(packed), needs] };
}

/** All requirements share one buffer, like those of a computed batch. */
function fromForms(forms: readonly SharedForm[]): TrainOutcome[] {
  let size = 0;
  const offsets = forms.map(({ buffers: [, needs] }) => {
    const byte_offset = size;
    size += ALIGNMENT * Math.ceil((needs?.byteLength ?? 0) / ALIGNMENT);
    return byte_offset;
  });
  const buffer = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  return forms.map(({ head: written, buffers: [packed, needs] }, i) => {
    // Safe: `toForm` wrote it.
    const head = written as Head;
    if (head.kind !== "success") return head;
    if (packed === undefined || needs === undefined) throw new Error("a simulation without bytes");
    const byte_offset = offsets[i] ?? 0;
    bytes.set(needs, byte_offset);
    const requirements = { buffer, byte_offset, byte_length: needs.byteLength };
    return { ...head, packed: shareBytes(packed), requirements };
  });
}

interface Job {
  /** The index of its stock is set once its batch is known. */
  readonly run: TrainRunMessage;
  readonly stock: EngineStock;
}

const OUTCOME_BYTES = 512;

/** A run's outcome, and the key of everything it depends on. */
export interface KeyedOutcome {
  readonly run_key: string;
  /** As it was sent to a thread, but for the number of its stock. */
  readonly message: TrainRunMessage;
  readonly outcome: TrainOutcome;
}

/** A train with the temporary limits that it runs under; absent or null: none. */
interface LimitedTrain {
  readonly found: FoundTrain;
  readonly temporary_limits?: PathTemporaryLimits | null;
}

/** The outcome of each train, in order; equal runs are simulated once. */
export async function simulateTrains(
  setup: SimulationSetup,
  trains: readonly LimitedTrain[],
): Promise<KeyedOutcome[]> {
  const { profiles, signal } = setup;
  const { run_accuracy } = setup.services.config;
  // Two passes, because for the longest train each of them fills a turn.
  const settings = await mapInTurns(trains, signal, ({ found, temporary_limits }) => {
    const { train, path } = found;
    const fallbacks = fallbacksOf(setup.tags, train.speed_limit_tag);
    const own = toRunSettings(train, path, fallbacks, run_accuracy);
    return temporary_limits ? { ...own, temporary_limits } : own;
  });
  const jobs = await mapInTurns(trains, signal, ({ found }, i) => {
    const { stock, path, path_key } = found;
    const settings_json = JSON.stringify(settings[i]);
    const run = { path, stock_index: 0, settings_json };
    const parts = [path_key, stock.physics.key, profiles?.key ?? null, hashText(settings_json)];
    return { key: hashKey("simulation", parts), job: { run, stock } };
  });
  const outcomes = await resolveAll<Job, TrainOutcome, SimulationSetup>(setup, jobs, {
    compute: async (batch, own) => runTask(own, "simulate_trains", toMessages(own, batch)),
    sizeOf: outcomeBytes,
    shared: SHARED_TRAIN,
  });
  return outcomes.map((outcome, i) => {
    const { key: run_key, job } = given(jobs[i], "every outcome has a job");
    return { run_key, message: job.run, outcome };
  });
}

const TABULATED_BYTES = 512;

/** A train that was simulated. */
type RunTrain = Pick<KeyedOutcome, "run_key" | "message"> & Pick<FoundTrain, "stock">;

/** Each run in the form in which days are simulated, in order. */
export async function tabulateRuns(
  setup: SimulationSetup,
  trains: readonly RunTrain[],
): Promise<TabulatedRun[]> {
  const jobs = await mapInTurns(trains, setup.signal, ({ run_key, message: run, stock }) => ({
    key: hashKey("operated", [run_key]),
    job: { run, stock },
  }));
  // They are not shared, so others can't have them.
  return await resolveAll<Job, TabulatedRun, SimulationSetup>({ ...setup, lookup: {} }, jobs, {
    compute: async (batch, own) => runTask(own, "tabulate_runs", toMessages(own, batch)),
    sizeOf: (run) => TABULATED_BYTES + (run.kind === "success" ? run.packed.byteLength : 0),
  });
}

function toMessages({ profiles }: SimulationSetup, batch: readonly Job[]) {
  const { runs, stocks } = collectStocks(batch);
  return { profiles, trains: runs, stocks: stocks.map((stock) => stock.physics) };
}

/** The runs of a batch and their rolling stocks, each stock once. */
function collectStocks(batch: readonly Job[]): { runs: TrainRunMessage[]; stocks: EngineStock[] } {
  const indices = new Map<string, number>();
  const stocks: EngineStock[] = [];
  const runs = batch.map(({ run, stock }) => {
    let stock_index = indices.get(stock.physics.key);
    if (stock_index === undefined) {
      stock_index = stocks.push(stock) - 1;
      indices.set(stock.physics.key, stock_index);
    }
    return { ...run, stock_index };
  });
  return { runs, stocks };
}

function outcomeBytes(outcome: TrainOutcome): number {
  if (outcome.kind !== "success") return OUTCOME_BYTES;
  const { packed, requirements, base } = outcome;
  const figures_bytes = base.item_times_ms.length * 24;
  return OUTCOME_BYTES + packed.byteLength + requirements.byte_length + figures_bytes;
}
