/**
 * Short term requests on networks of stages, seeded: at most five trains and two works, up to two steps
 * on the way. What is taken is told twice: packed by the engine for the search, listed by the oracle for
 * its judge.
 */
import type { FitAmongInput } from "../../bench/network/fit_among.ts";
import { sendStock } from "../../bench/network/send_stock.ts";
import { describePath } from "../../workers/tasks/path/describe_path.ts";
import { findPaths } from "../../workers/tasks/path/find_paths.ts";
import type { WorkSchedule } from "../../workers/tasks/projection/work_schedules.ts";
import { simulateTrains } from "../../workers/tasks/simulation/simulate_trains.ts";
import type { FitTrainStep } from "../../workers/tasks/stdcm/fit_train.ts";
import type {
  FoundPath,
  PathStock,
  RequirementsRef,
  StockPhysics,
} from "../../workers/tasks/types.ts";
import { between, makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { pick } from "./mutations.ts";
import { type Opened, openBoth } from "./opened.ts";
import type { World } from "./search.ts";
import { drawStageNetwork, type StageNetwork, trackOf } from "./stdcm_network.ts";
import {
  type Consist,
  listWays,
  type Need,
  needsOf,
  readWay,
  runOn,
  type Stops,
  type TrackPlace,
} from "./stdcm_trains.ts";

const START_MS = Date.UTC(2026, 4, 4, 8);
const MINUTE_MS = 60_000;
const TRAINS = [0, 1, 1, 2, 2, 3, 4, 5];

/** A request, and all that a judge has to know to answer it. */
export interface DrawnRequest {
  readonly name: string;
  readonly opened: Opened;
  readonly input: FitAmongInput;
  readonly consist: Consist;
  readonly places: readonly (readonly TrackPlace[])[];
  /** What trains and works need, ms from the start of the window, without the time gaps. */
  readonly taken: readonly Need[];
}

interface Site extends StageNetwork {
  readonly opened: Opened;
  /** A place on each track, far from its ends. */
  readonly placeOn: ReadonlyMap<string, TrackPlace>;
}

/** What kind of request is drawn. */
interface Habits {
  /** Chances of a step between the ends, and that the train stops there. */
  readonly via: number;
  readonly stop: number;
  readonly delays_min: readonly number[];
  /** First and last start of others, s. */
  readonly starts_s: readonly [number, number];
}

const USUAL: Habits = { via: 0.5, stop: 0.7, delays_min: [0, 2, 10, 40], starts_s: [-600, 1800] };
/** Trains that must set off soon and let others pass on their way. */
const MEETING: Habits = { via: 0.9, stop: 0.95, delays_min: [0, 2], starts_s: [-240, 900] };

interface OtherTrain {
  readonly start_ms: number;
  readonly requirements: RequirementsRef;
  readonly needs: readonly Need[];
}

export function drawStdcmRequest(seed: number): DrawnRequest {
  const random = makeRandom(seed);
  const name = `stages ${seed}`;
  const drawn = drawStageNetwork(random);
  const { opened, problems } = openBoth(name, drawn.input);
  if (opened === null || problems.length > 0) throw new Error(`${name}: ${problems[0]}`);
  const placeOn = new Map(
    drawn.input.track_sections.map(({ id, length }) => [
      id,
      { track: id, offset: wholeBetween(random, 400 * length, 600 * length) },
    ]),
  );
  const site: Site = { ...drawn, opened, placeOn };
  const habits = random() < 0.4 ? MEETING : USUAL;
  const margin = random() < 0.2 ? pick(random, [3, 5, 10]) : 0;
  const others = Array.from({ length: pick(random, TRAINS) }, (_, i) =>
    drawTrain(random, site, habits, `${name}.${i}`),
  ).filter((one) => one !== null);
  const works = Array.from({ length: pick(random, [0, 0, 1, 2]) }, (_, id) =>
    drawWork(random, site, id),
  );
  const stock = drawStock(random, `${name}.new`);
  const drawnPlaces = drawPlaces(random, site, habits);
  const drawnSteps = drawSteps(random, drawnPlaces, habits);
  const { places, steps } = repeatStep(seed, { places: drawnPlaces, steps: drawnSteps });
  const input: FitAmongInput = {
    infra: opened.ref,
    steps,
    stock: sendStock(stock),
    path_stock: pathStock(stock),
    comfort: "STANDARD",
    speed_limit_tag: null,
    fallback_tags: [],
    margin: margin === 0 ? null : { kind: "percentage", value: margin },
    start_ms: START_MS,
    maximum_departure_delay_ms: pick(random, habits.delays_min) * MINUTE_MS,
    maximum_run_time_ms: pick(random, [20, 40, 60]) * MINUTE_MS,
    time_gap_before_ms: pick(random, [0, 0, 1, 2]) * MINUTE_MS,
    time_gap_after_ms: pick(random, [0, 0, 1, 2]) * MINUTE_MS,
    timetable: packTimetable(others),
    works: JSON.stringify(works),
  };
  const trainNeeds = others.flatMap(({ start_ms, needs }) =>
    needs.map(({ zone, set, begin_ms, end_ms }) => ({
      zone,
      set,
      begin_ms: start_ms + begin_ms - START_MS,
      end_ms: start_ms + end_ms - START_MS,
    })),
  );
  return {
    name,
    opened,
    input,
    consist: { ...consistOf(stock), margin: margin / 100 },
    places,
    taken: [...trainNeeds, ...works.flatMap((work) => workNeeds(opened.world, work))],
  };
}

function consistOf(stock: StockPhysics): Consist {
  return { stock, comfort: "STANDARD", speed_limit_tag: null, fallback_tags: [], margin: 0 };
}

function drawStock(random: Random, key: string): StockPhysics {
  const mass_kg = between(random, 8e4, 1.2e6);
  const strength = mass_kg * between(random, 0.3, 0.9);
  const max_speed_m_s = between(random, 18, 45);
  const default_curve = {
    speeds: [0, 10, 50],
    max_efforts: [strength, strength, strength * between(random, 0.4, 0.8)],
  };
  return {
    key,
    length_m: wholeBetween(random, 40, 380),
    mass_kg,
    max_speed_m_s,
    gamma: { type: "CONST", value: between(random, 0.4, 0.8) },
    inertia_coefficient: 1.05,
    rolling_resistance: { A: mass_kg * 0.01, B: mass_kg * 1e-4, C: mass_kg * 1e-5 },
    base_power_class: null,
    power_restrictions: {},
    effort_curves: {
      default_mode: "thermal",
      modes: { thermal: { is_electric: false, default_curve, curves: [] } },
    },
  };
}

function pathStock({ max_speed_m_s }: StockPhysics): PathStock {
  return {
    loading_gauge: "G1",
    is_thermal: true,
    supported_electrifications: [],
    supported_signaling_systems: ["BAL", "TVM300", "TVM430"],
    maximum_speed_m_s: max_speed_m_s,
  };
}

const asItem = ({ track, offset }: TrackPlace) =>
  ({ kind: "track_offset", track, offset_mm: offset }) as const;

/** A train over one track of each stage, in either direction; null where there is no such way. */
function drawTrain(random: Random, site: Site, habits: Habits, key: string): OtherTrain | null {
  const { stages, opened, placeOn } = site;
  const isWest = random() < 0.5;
  const over = stages.map((lengths, stage) =>
    trackOf(stage, wholeBetween(random, 0, lengths.length - 1)),
  );
  if (isWest) over.reverse();
  const items = over.map((track) => asItem(placeOn.get(track)!));
  const stock = drawStock(random, key);
  const [found] = findPaths({ infra: opened.ref, requests: [{ items, stock: pathStock(stock) }] });
  if (found?.kind !== "success") return null;
  const stops = drawStops(random, found.path);
  return runOther(
    site,
    stock,
    found.path,
    stops,
    START_MS + wholeBetween(random, ...habits.starts_s) * 1000,
  );
}

function drawStops(random: Random, { item_positions_mm }: FoundPath): Stops {
  return item_positions_mm.slice(1).flatMap((offset_mm, i) => {
    const isLast = i === item_positions_mm.length - 2;
    if (!isLast && random() < 0.6) return [];
    return [
      {
        offset_mm,
        arrival_ms: null,
        stop_for_ms: wholeBetween(random, 0, 5) * MINUTE_MS,
        reception_signal: random() < 0.5 ? ("OPEN" as const) : ("STOP" as const),
      },
    ];
  });
}

function runOther(
  { opened }: Site,
  stock: StockPhysics,
  path: FoundPath,
  schedule: Stops,
  start_ms: number,
): OtherTrain | null {
  const consist = consistOf(stock);
  const { margin: _, stock: __, ...asked } = consist;
  const [outcome] = simulateTrains({
    infra: opened.ref,
    stocks: [sendStock(stock)],
    profiles: null,
    trains: [
      {
        ...asked,
        path,
        stock_index: 0,
        initial_speed_m_s: 0,
        constraint_distribution: "LINEAR",
        use_electrical_profiles: false,
        schedule,
        margins: { boundaries_mm: [], values: [] },
        power_restrictions: [],
      },
    ],
  });
  const way = readWay(opened.world, describePath({ infra: opened.ref, path }));
  const run = runOn(opened.world, { way, consist }, schedule);
  const needed = run === null ? null : needsOf(opened.world, run, schedule);
  if (outcome?.kind !== "success" || needed === null) return null;
  return { start_ms, requirements: outcome.requirements, needs: needed.needs };
}

function packTimetable(others: readonly OtherTrain[]): FitAmongInput["timetable"] {
  return {
    buffers: others.map(({ requirements }) => requirements.buffer),
    simulation_buffers: Uint32Array.from(others, (_, i) => i),
    simulation_offsets: Float64Array.from(others, ({ requirements }) => requirements.byte_offset),
    train_simulations: Uint32Array.from(others, (_, i) => i),
    train_starts_ms: Float64Array.from(others, ({ start_ms }) => start_ms),
  };
}

function drawWork(random: Random, { input }: Site, id: number): WorkSchedule {
  const { id: track_section, length } = pick(random, input.track_sections);
  const begin_m = wholeBetween(random, 0, length);
  const start_ms = START_MS + wholeBetween(random, -10, 30) * MINUTE_MS;
  const end_ms = start_ms + wholeBetween(random, 2, 15) * MINUTE_MS;
  return {
    id,
    start_date_time: new Date(start_ms).toISOString(),
    end_date_time: new Date(end_ms).toISOString(),
    track_ranges: [
      {
        track_section,
        begin: begin_m * 1000,
        end: wholeBetween(random, begin_m, length) * 1000,
        direction: "START_TO_STOP",
      },
    ],
    work_schedule_type: "TRACK",
  };
}

function workNeeds({ network }: World, work: WorkSchedule): Need[] {
  const zones = work.track_ranges.flatMap(({ track_section, begin, end }) =>
    network.byTrack
      .get(track_section)!
      .chunks.filter(({ offset, length }) => offset <= end && offset + length >= begin)
      .flatMap(({ zone }) => zone ?? []),
  );
  return [...new Set(zones)].map((zone) => ({
    zone,
    set: null,
    begin_ms: Date.parse(work.start_date_time) - START_MS,
    end_ms: Date.parse(work.end_date_time) - START_MS,
  }));
}

/** Places of the steps: stages in one direction, on each either one track or any. */
function drawPlaces(
  random: Random,
  { opened, stages, placeOn }: Site,
  { via }: Habits,
): TrackPlace[][] {
  const at = stages.map((_, stage) => stage);
  if (random() < 0.5) at.reverse();
  if (at.length > 3 && random() < 0.3) at.pop();
  const used = at.filter((_, i) => i === 0 || i === at.length - 1 || random() < via);
  const all = used.map((stage) =>
    stages[stage]!.map((_, row) => placeOn.get(trackOf(stage, row))!),
  );
  const narrow = all.map((step) => (random() < 0.6 ? step : [pick(random, step)]));
  // Not every track leads to every other.
  return listWays(opened.world, narrow).length > 0 ? narrow : all;
}

function drawSteps(
  random: Random,
  places: readonly (readonly TrackPlace[])[],
  { stop }: Habits,
): FitTrainStep[] {
  return places.map((step, i) => {
    const isLast = i === places.length - 1;
    const isStop = isLast || (i > 0 && random() < stop);
    const isPlanned = random() < (isStop ? 0.12 : i === 0 ? 0.08 : 0);
    const planned = {
      arrival_ms: START_MS + wholeBetween(random, 5, 30) * MINUTE_MS,
      before_ms: wholeBetween(random, 0, 15) * MINUTE_MS,
      after_ms: wholeBetween(random, 0, 15) * MINUTE_MS,
    };
    const stop_ms = wholeBetween(random, 0, isLast ? 1 : 3) * MINUTE_MS;
    return {
      locations: step.map(asItem),
      stop_ms: isStop || isPlanned ? stop_ms : null,
      planned: isPlanned ? planned : null,
    };
  });
}

interface DrawnSteps {
  readonly places: readonly (readonly TrackPlace[])[];
  readonly steps: readonly FitTrainStep[];
}

/** Every fifth train stands at the place of its start, or has two stops at a place on its way. */
function repeatStep(seed: number, { places, steps }: DrawnSteps): DrawnSteps {
  if (seed % 5 > 0) return { places, steps };
  const random = makeRandom(seed + 1_000_000);
  const at = Math.max(0, wholeBetween(random, -2, steps.length - 2));
  const { locations } = steps[at]!;
  const stop_ms = wholeBetween(random, 0, 6) * (MINUTE_MS / 2);
  const again = { locations, stop_ms, planned: null };
  return {
    places: places.toSpliced(at, 0, places[at]!),
    steps: steps.toSpliced(at + 1, 0, again),
  };
}
