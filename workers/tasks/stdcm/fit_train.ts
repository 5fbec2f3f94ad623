/**
 * Task: fits one train between all others (short term path request). Decodes steps, consist and
 * occupancies, searches, and packs the train found in the form of simulated trains.
 */
import type { Infra } from "../../engine/infra/infra.ts";
import type { MarginValue } from "../../engine/margins/margin_ranges.ts";
import { packSimulation } from "../../engine/margins/packed_simulation.ts";
import {
  type BlockLocations,
  locateOnBlocks,
  type TrackLocation,
} from "../../engine/path/block_locations.ts";
import { packPath } from "../../engine/path/train_path.ts";
import { resolveWaypoint } from "../../engine/path/waypoints.ts";
import { openRequirements } from "../../engine/requirements/packed_requirements.ts";
import { err, ok, type Result } from "../../engine/result.ts";
import { openColumns } from "../../engine/shared_columns.ts";
import type { ScheduleItem } from "../../engine/simulation/schedule.ts";
import { type StdcmOutcome, TrainFinder } from "../../engine/stdcm/find_train.ts";
import { Occupancies, type OccupancyRows } from "../../engine/stdcm/occupancies.ts";
import type { Rival } from "../../engine/stdcm/ranking.ts";
import { type CrossedRoute, findCrossed } from "../../engine/stdcm/route_conflicts.ts";
import { LABEL_BYTES } from "../../engine/stdcm/search/labels.ts";
import type { SettledTrain } from "../../engine/stdcm/settle.ts";
import { showStands } from "../../engine/stdcm/standing.ts";
import type { StdcmQuery, StdcmStep } from "../../engine/stdcm/steps.ts";
import { joinTaken } from "../../engine/stdcm/taken_zones.ts";
import {
  type OccupancyRef,
  type OpenOccupancy,
  openOccupancy,
} from "../conflicts/occupancy_ref.ts";
import { viewInfra } from "../infra_views.ts";
import { openProfiles, type ProfilesRef } from "../simulation/profile_sets.ts";
import { openStock } from "../simulation/stocks.ts";
import { openTemporaryLimits, type TemporaryLimitsRef } from "../simulation/temporary_limits.ts";
import type {
  EngineError,
  FoundPath,
  InfraRef,
  PathItemLocation,
  PathStock,
  RequirementsRef,
  SentStock,
} from "../types.ts";
import { TAKEN } from "./tabulate_taken.ts";

/** A step; times ms, instants since the epoch. */
export interface FitTrainStep {
  /** Any of them will do. */
  readonly locations: readonly PathItemLocation[];
  /** Least duration of the stop, null = the train passes; of no meaning on the first step. */
  readonly stop_ms: number | null;
  readonly planned: {
    readonly arrival_ms: number;
    readonly before_ms: number;
    readonly after_ms: number;
  } | null;
}

/** An occupancy, and its zones as `tabulate_taken` has joined them. */
export interface OthersRef {
  readonly occupancy: OccupancyRef;
  readonly taken: SharedArrayBuffer;
}

export interface FitTrainInput {
  readonly infra: InfraRef;
  readonly steps: readonly FitTrainStep[];
  /** The consist. */
  readonly stock: SentStock;
  readonly path_stock: PathStock;
  readonly comfort: "STANDARD" | "AIR_CONDITIONING" | "HEATING";
  readonly speed_limit_tag: string | null;
  readonly fallback_tags: readonly string[];
  readonly margin: MarginValue | null;
  readonly is_exact?: boolean;
  /** Earliest departure, ms since the epoch. */
  readonly start_ms: number;
  readonly maximum_departure_delay_ms: number;
  /** From departure to arrival, stops included. */
  readonly maximum_run_time_ms: number;
  /** Others' requirements are widened: at their ends by `before`, at their begins by `after`. */
  readonly time_gap_before_ms: number;
  readonly time_gap_after_ms: number;
  /** Memory that the search may take for what it explores; one that needs more ends as `work_limit`. */
  readonly memory_bytes: number;
  /** One Int32: once it is not 0, the search ends with the best train so far, or with the first. Absent: it has time. */
  readonly is_over?: SharedArrayBuffer;
  /** The trains and works that it is fitted in between; null: none. */
  readonly others: OthersRef | null;
  /** Temporary speed limits; those that it meets count. */
  readonly limits?: TemporaryLimitsRef;
  /** Electrical profiles for the new train; absent: none. */
  readonly profiles?: ProfilesRef;
}

export type FitTrainOutcome =
  | {
      readonly kind: "success";
      /** ms since the epoch. */
      readonly departure_ms: number;
      readonly path: FoundPath;
      /** The whole simulation; opaque (`describe_simulation` prints it). */
      readonly packed: SharedArrayBuffer;
      readonly requirements: RequirementsRef;
      /** Stops, and the arrivals that shape the run; times since the departure. */
      readonly schedule: readonly ScheduleItem[];
      /** How its margins and arrivals shape the run. */
      readonly constraint_distribution: "MARECO" | "LINEAR";
    }
  | { readonly kind: "path_not_found" }
  /** The search would take more memory than it may. */
  | { readonly kind: "work_limit" }
  | { readonly kind: "invalid_path_items"; readonly item_indices: readonly number[] }
  | { readonly kind: "invalid_request"; readonly error: EngineError };

/** Signals at stops that were asked to last. The default first: it is the most restrictive. */
const SIGNALS = ["SHORT_SLIP_STOP", "STOP", "OPEN"] as const;
/** By how much less for each stop a train with less restrictive signals must wait for others, s. */
const OTHER_SIGNAL_WORTH_S = 60;

const NO_ROWS = {
  zones: new Uint32Array(0),
  begins: new Float64Array(0),
  ends: new Float64Array(0),
};

const finders = new WeakMap<Infra, TrainFinder>();

/** Finds the train, or returns why there is none. */
export function fitTrain(
  input: FitTrainInput,
  isOver: () => boolean = readFlag(input.is_over),
): FitTrainOutcome {
  const infra = viewInfra(input.infra);
  const error = findFault(input);
  if (error !== null) return { kind: "invalid_request", error };
  const steps = readSteps(infra, input);
  if (!steps.ok) return { kind: "invalid_path_items", item_indices: steps.error };
  const others = input.others === null ? null : openOccupancy(input.others.occupancy);
  const finder = finders.get(infra) ?? new TrainFinder(infra);
  finders.set(infra, finder);
  const occupancies = readOccupancies(infra, input);
  const leaving = leaveWhenPlanned(steps.value);
  const forms = leaving === null ? [steps.value] : [steps.value, leaving];
  const asked = forms.map((form) => ({
    ...makeQuery(finder, { ...input, isOver }, form),
    occupancies,
  }));
  const nStands = steps.value.slice(1).filter(({ stop_s }) => (stop_s ?? 0) > 0).length;
  const tools = { finder, others, key: keyOf(input) };
  for (const query of asked) {
    const found = findWithSignals(tools, input, { query, nStands });
    if (found.kind === "found") return describe(input, found.train);
    if (found.kind === "work_limit") return found;
  }
  return { kind: "path_not_found" };
}

function readFlag(flag: SharedArrayBuffer | undefined): () => boolean {
  if (flag === undefined) return () => false;
  const words = new Int32Array(flag);
  return () => Atomics.load(words, 0) !== 0;
}

/** The train with the first signals of the list beside which no train with later ones is worth it. */
function findWithSignals(
  tools: SearchTools,
  input: FitTrainInput,
  { query, nStands }: { readonly query: Unsignalled; readonly nStands: number },
): StdcmOutcome {
  const worth_s = nStands * OTHER_SIGNAL_WORTH_S;
  const rivals: Rival[] = [];
  let best: StdcmOutcome = { kind: "not_found" };
  // Without stops that last all signals are one.
  for (const signal of nStands === 0 ? SIGNALS.slice(0, 1) : SIGNALS) {
    // It hardly waits: none would wait so much less.
    if (rivals.some(({ end_s, free_s }) => end_s - free_s < worth_s)) return best;
    const outcome = searchAmong(tools, input, { ...query, signal, rivals });
    if (best.kind !== "found" || outcome.kind === "found") best = outcome;
    if (outcome.kind === "found") {
      for (const one of [outcome.train, ...outcome.earlier]) rivals.push(rivalOf(one, worth_s));
    }
    // After one that would take too much memory none is begun.
    if (outcome.kind === "work_limit") return best;
  }
  return best;
}

function rivalOf({ end_s, underWay_s, free_s }: SettledTrain, worth_s: number): Rival {
  return { end_s, underWay_s, free_s, worth_s };
}

/** A query without what changes from one search to the next. */
type Unsignalled = Omit<StdcmQuery, "signal" | "rivals">;

interface SearchTools {
  readonly finder: TrainFinder;
  readonly others: OpenOccupancy | null;
  /** Of the consist (`keyOf`). */
  readonly key: string;
}

/** Searches on while the train found crosses routes of others: their crossings are occupancies of the next search. */
function searchAmong(
  { finder, others, key }: SearchTools,
  input: FitTrainInput,
  query: StdcmQuery,
): StdcmOutcome {
  const hopeless = new Set<string>();
  let { occupancies } = query;
  for (;;) {
    const outcome = finder.find({ ...query, occupancies }, key, hopeless);
    if (outcome.kind !== "found" || others === null) return outcome;
    const cross = (train: SettledTrain): CrossedRoute[] =>
      listCrossedRoutes(finder.infra, others, input, train);
    const crossed = cross(outcome.train);
    if (crossed.length === 0) {
      return { ...outcome, earlier: outcome.earlier.filter((one) => cross(one).length === 0) };
    }
    occupancies = occupancies.with(toRows(input, crossed));
  }
}

/** The steps with planned times that its departures from stops on the way are held to; null: there are none. */
function leaveWhenPlanned(steps: readonly StdcmStep[]): StdcmStep[] | null {
  let isOther = false;
  const moved = steps.map((step, i) => {
    const { planned, stop_s } = step;
    const isOnWay = i > 0 && i < steps.length - 1;
    if (!isOnWay || planned === null || stop_s === null || stop_s === 0) return step;
    isOther = true;
    return { ...step, planned: { ...planned, arrival_s: planned.arrival_s - stop_s } };
  });
  return isOther ? moved : null;
}

/** What others occupy as far as the new train can meet it. */
function readOccupancies(infra: Infra, { others, ...input }: FitTrainInput): Occupancies {
  const { start_ms, maximum_departure_delay_ms, maximum_run_time_ms } = input;
  const taken =
    others === null ? joinTaken(NO_ROWS, infra.zoneName.length) : openColumns(TAKEN, others.taken);
  return new Occupancies(taken, {
    start_ms,
    until_ms: start_ms + maximum_departure_delay_ms + maximum_run_time_ms,
    gap_before_ms: input.time_gap_before_ms,
    gap_after_ms: input.time_gap_after_ms,
  });
}

/** Routes of others that the train would cross. */
function listCrossedRoutes(
  infra: Infra,
  others: OpenOccupancy,
  { start_ms }: FitTrainInput,
  { departure_ms, requirements }: SettledTrain,
): CrossedRoute[] {
  return findCrossed(infra, others, openRequirements(requirements), start_ms + departure_ms);
}

/** Crossings as occupancies: as long as they are, without the time gaps. */
function toRows({ start_ms }: FitTrainInput, crossed: readonly CrossedRoute[]): OccupancyRows {
  return {
    zones: Uint32Array.from(crossed, ({ zone }) => zone),
    begins_s: Float64Array.from(crossed, ({ begin_ms }) => (begin_ms - start_ms) / 1000),
    ends_s: Float64Array.from(crossed, ({ end_ms }) => (end_ms - start_ms) / 1000),
  };
}

/** The first rule that the steps break. */
function findFault({ steps, ...times }: FitTrainInput): EngineError | null {
  const fault = (type: `core:${string}`, message: string): EngineError => ({
    type,
    message,
    context: {},
  });
  if (steps.length < 2) return fault("core:not_enough_stdcm_steps", "Fewer than two steps");
  if (steps.at(-1)?.stop_ms === null) {
    return fault("core:missing_last_stdcm_stop", "The last step has no stop");
  }
  if (steps.some(({ stop_ms, planned }) => stop_ms === null && planned !== null)) {
    const message = "A step with a planned time has no stop";
    return fault("core:invalid_stdcm_step_with_timing_data", message);
  }
  const end_ms = times.start_ms + times.maximum_departure_delay_ms + times.maximum_run_time_ms;
  for (const [i, { planned }] of steps.entries()) {
    if (planned === null) continue;
    const { arrival_ms, before_ms, after_ms } = planned;
    if (arrival_ms - before_ms <= end_ms && arrival_ms + after_ms >= times.start_ms) continue;
    const message = `Step ${i} timing is outside the search time window`;
    return fault("core:invalid_stdcm_inputs", message);
  }
  return null;
}

function readSteps(infra: Infra, input: FitTrainInput): Result<StdcmStep[], number[]> {
  const invalid: number[] = [];
  const steps = input.steps.map(({ locations, stop_ms, planned }, index): StdcmStep => {
    const places: TrackLocation[] = [];
    for (const location of locations) {
      const resolved = resolveWaypoint(infra, location);
      if (resolved.ok) places.push(...resolved.value);
      else if (invalid.at(-1) !== index) invalid.push(index);
    }
    return {
      places: locateInOrder(infra, places),
      stop_s: stop_ms === null ? null : stop_ms / 1000,
      planned:
        planned === null
          ? null
          : {
              arrival_s: (planned.arrival_ms - input.start_ms) / 1000,
              before_s: planned.before_ms / 1000,
              after_s: planned.after_ms / 1000,
            },
    };
  });
  return invalid.length > 0 ? err(invalid) : ok(steps);
}

/** Places on blocks in the order of the locations: of equal trains the one from the first is taken. */
function locateInOrder(infra: Infra, locations: readonly TrackLocation[]): BlockLocations {
  const blocks: number[] = [];
  const offsets_mm: number[] = [];
  for (const location of locations) {
    const places = locateOnBlocks(infra, [location]);
    blocks.push(...places.blocks);
    offsets_mm.push(...places.offsets_mm);
  }
  return { blocks, offsets_mm };
}

function makeQuery(
  { infra, constraints }: TrainFinder,
  { isOver, ...input }: FitTrainInput & Pick<StdcmQuery, "isOver">,
  steps: readonly StdcmStep[],
): Omit<Unsignalled, "occupancies"> {
  const { stock, path_stock, limits, profiles, start_ms } = input;
  return {
    steps,
    train: {
      stock: openStock(stock),
      constraints: constraints.of(path_stock),
      comfort: input.comfort,
      speed_limit_tag: input.speed_limit_tag,
      fallback_tags: input.fallback_tags,
      margin: input.margin === null || input.margin.value === 0 ? null : input.margin,
      is_exact: input.is_exact ?? false,
      limits: limits === undefined ? null : { group: openTemporaryLimits(infra, limits), start_ms },
      profiles: profiles === undefined ? null : openProfiles(infra, profiles),
    },
    maxDepartureDelay_s: input.maximum_departure_delay_ms / 1000,
    maxRunTime_s: input.maximum_run_time_ms / 1000,
    labelsMax: Math.floor(input.memory_bytes / LABEL_BYTES),
    isOver,
  };
}

/** The key of everything that runs over blocks depend on; stocks with other names may run alike. */
function keyOf(input: FitTrainInput): string {
  const { stock, path_stock, comfort, speed_limit_tag, fallback_tags, margin, is_exact, limits } =
    input;
  const { start_ms, maximum_departure_delay_ms, maximum_run_time_ms } = input;
  const window =
    limits === undefined
      ? null
      : [limits.key, start_ms, maximum_departure_delay_ms, maximum_run_time_ms];
  const { physics_key } = openStock(stock);
  const train = [
    physics_key,
    path_stock,
    comfort,
    speed_limit_tag,
    fallback_tags,
    margin,
    is_exact,
  ];
  return JSON.stringify([...train, window, input.profiles?.key ?? null]);
}

function describe(input: FitTrainInput, train: SettledTrain): FitTrainOutcome {
  const { path, input: run, requirements, schedule } = train;
  const report = showStands(train.report, {
    least_ms: input.steps.map(({ stop_ms }) => stop_ms),
    positions_mm: path.itemPositions_mm,
    schedule,
  });
  const { mrsp, electrical_profiles } = run;
  return {
    kind: "success",
    departure_ms: input.start_ms + train.departure_ms,
    path: {
      packed: packPath(path),
      length_mm: path.length_mm,
      item_positions_mm: path.itemPositions_mm,
    },
    packed: packSimulation(
      {
        runs: { base: report, provisional: report, final: report, warnings: [], step: "as_asked" },
        mrsp,
        electrical_profiles,
      },
      { tag: input.speed_limit_tag, fallbacks: input.fallback_tags },
    ),
    requirements: { buffer: requirements, byte_offset: 0, byte_length: requirements.byteLength },
    schedule,
    constraint_distribution: train.distribution,
  };
}
